import { metresBetween } from '../../src/geocode/metres.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { cityPlaces, zipRadius } from './city-places.ts'
import { countyFinder, countyPlaces, statePlaces } from './county-places.ts'
import { peopleOf } from './people.ts'
import type { CityPlace, PlaceTables, ZipPlace } from './place.ts'
import {
  readCensusPlaces,
  readCentres,
  readCountyNames,
  readRangeCounts,
  readZipAreas,
  readZipEntries,
} from './place-files.ts'
import { type ZipSpot, zipSpots } from './zip-areas.ts'

/**
 * Reads the ZIPs, cities, counties and states of California, Florida and Texas.
 * @throws SourceError when a published file is missing, damaged or not as expected
 */
export async function readPlaces(sources: SourceFolder): Promise<PlaceTables> {
  const [centres, names, entries, ranges, areas, places] = await Promise.all([
    readCentres(sources),
    readCountyNames(sources),
    readZipEntries(sources),
    readRangeCounts(sources),
    readZipAreas(sources),
    readCensusPlaces(sources),
  ])
  const states = statePlaces(centres)
  const counties = countyPlaces(names, centres)
  const spots = zipSpots(entries, ranges, areas, centres, countyFinder(counties))
  const countyOf = new Map(counties.map((county) => [county.fips, county]))
  const { cities, ofZip } = cityPlaces(places, spots, centres, ranges, countyOf)
  const zips = spots.map((spot) => zipPlace(spot, cities, ofZip))
  return { states, counties, cities, zips }
}

/** A ZIP without a centre of its own lies where its city does; so do boxes with a centre far from their city. */
function zipPlace(spot: ZipSpot, cities: readonly CityPlace[], ofZip: ReadonlyMap<string, number>): ZipPlace {
  const { zip, state, members } = spot
  const city = ofZip.get(zip) ?? null
  const at = city === null ? null : cities[city]
  const counties = spot.counties.length > 0 ? spot.counties : (at?.counties ?? [])
  const own = spot.centre && { ...spot.centre, radius: zipRadius(spot.land) }
  const isStray =
    own && at && members.length === 0 && metresBetween(own.lat, own.lon, at.lat, at.lon) > own.radius + at.radius
  const { lat, lon, radius } = (own && !isStray ? own : at)!
  return { zip, state, city, lat, lon, radius, people: peopleOf(members), counties }
}
