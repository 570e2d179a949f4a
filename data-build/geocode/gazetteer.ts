import type { OutlinedPlaces } from '../../src/answers/areas/outlined-places.ts'
import { normalizeCity } from '../../src/answers/geocode/parse/tokens.ts'
import { metersBetween } from '../../src/base/geo/distance.ts'
import { coveredStates } from '../../src/base/states.ts'
import type { LatLon } from '../geography/center-index.ts'
import { EdgeIndex } from '../geography/edge-index.ts'
import { readGeoJson } from '../read/geojson.ts'
import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { groupBy } from '../statistics.ts'
import { cityPlaces, zipRadius } from './city-places.ts'
import type { Downtowns } from './downtowns.ts'
import type { CityPlace, CountyPlace, GazetteerTables, NamedPlace, ZipPlace } from './gazetteer-bundle.ts'
import {
  type Center,
  type CountyName,
  placeStates,
  readCensusPlaces,
  readCenters,
  readCountyNames,
  readRangeCounts,
  readZipAreas,
  readZipEntries,
  type StateCode,
} from './place-files.ts'
import { placeHomes } from './place-homes.ts'
import { computeMean, computeMedian, findReach, getPopulation, getRadius, indexOf, nearest } from './population.ts'
import { type ZipSpot, zipSpots } from './zip-areas.ts'

/**
 * Reads the ZIPs, cities, counties and states of California, Florida and Texas.
 * @throws SourceError when a published file is missing, damaged or not as expected
 */
export async function readGazetteer(
  sources: SourceFolder,
  outlines: OutlinedPlaces,
  downtowns: Downtowns,
): Promise<GazetteerTables> {
  const [centers, names, entries, ranges, areas, places] = await Promise.all([
    readCenters(sources),
    readCountyNames(sources),
    readZipEntries(sources),
    readRangeCounts(sources),
    readZipAreas(sources),
    readCensusPlaces(sources),
  ])
  const states = statePlaces(centers)
  const counties = countyPlaces(names, centers)
  const homes = placeHomes(centers, outlines)
  const spots = zipSpots({ entries, ranges, areas, centers, homes, countyOf: countyFinder(counties) })
  const countyOf = new Map(counties.map((county) => [county.fips, county]))
  const { cities, ofZip } = cityPlaces(places, {
    zips: spots,
    centers,
    ranges,
    countyOf,
    outlines,
    homes,
    downtowns,
  })
  const zips = spots.map((spot) => zipPlace(spot, cities, ofZip, outlines))
  const ashore = await landward(sources, centers)
  return { states, counties, cities: cities.map(ashore), zips: zips.map(ashore) }
}

/**
 * Moves a place that is in water to the nearest block-group center. The mean location of residents around a bay or
 * along a chain of keys can be in water.
 */
async function landward(sources: SourceFolder, centers: readonly Center[]): Promise<<T extends LatLon>(place: T) => T> {
  const layers = await Promise.all(
    coveredStates.map(({ postal }) =>
      readGeoJson(sources, `census/tracts/${postal.toLowerCase()}_state_dissolved_from_tracts.geojson.gz`, {
        properties: [],
      }),
    ),
  )
  const land = new EdgeIndex(layers.flatMap(({ features }) => features.map(({ polygons }) => polygons.flat())))
  const index = indexOf(centers)
  return (place) => {
    if (land.containing(place.lon, place.lat) >= 0) return place
    const { lat, lon } = centers[nearest(index, place)]
    return { ...place, lat, lon }
  }
}

/**
 * Locates a ZIP. Uses the location of its city if the ZIP has no center, or if it is for PO boxes and its center is far
 * from the city.
 */
function zipPlace(
  spot: ZipSpot,
  cities: readonly CityPlace[],
  ofZip: ReadonlyMap<string, number>,
  outlines: OutlinedPlaces,
): ZipPlace {
  const { zip, state, members } = spot
  const median = computeMedian(members)
  const city = ofZip.get(zip) ?? null
  const at = city === null ? null : cities[city]
  const counties = spot.counties.length > 0 ? spot.counties : (at?.counties ?? [])
  const disc = median
    ? { ...median, radius: findReach(members, median) }
    : spot.center && { ...spot.center, radius: zipRadius(spot.land) }
  const isStray =
    disc && at && members.length === 0 && metersBetween(disc.lat, disc.lon, at.lat, at.lon) > disc.radius + at.radius
  const { lat, lon, radius } = (disc && !isStray ? disc : at)!
  const number = outlines.find('zip', zip)
  const people = (number < 0 ? null : outlines.people(number)) ?? getPopulation(members)
  return { zip, state, city, lat, lon, radius, people, counties }
}

/** Former names that are still in use. */
const FORMER: Readonly<Record<string, readonly string[]>> = { '12086': ['Dade County'] }

/** Locates states at the mean location of their residents. */
function statePlaces(centers: readonly Center[]): NamedPlace[] {
  return placeStates.map(({ code, fips, name }) => {
    const countyCenters = centers.filter(({ county }) => Number(county.slice(0, 2)) === fips)
    return { name, aliases: [], state: code, ...getSpot(countyCenters, name) }
  })
}

/** Locates counties at the mean location of their residents. */
function countyPlaces(names: readonly CountyName[], centers: readonly Center[]): CountyPlace[] {
  const members = groupBy(centers, ({ county }) => county)
  return names.map(({ fips, name, state }) => ({
    fips,
    name,
    aliases: FORMER[fips] ?? [],
    state,
    ...getSpot(members.get(fips) ?? [], name),
  }))
}

function getSpot(centers: readonly Center[], name: string) {
  const mean = computeMean(centers)
  if (mean === null)
    throw new SourceError({
      file: 'census/population',
      found: `no one lives in ${name}`,
      expectation: 'a block group with people in every state and county',
    })
  return { ...mean, radius: getRadius(centers, mean), people: getPopulation(centers) }
}

/**
 * Creates a function that finds a county's FIPS code by state and name. The word "County" is optional, and spacing and
 * abbreviations do not matter.
 */
function countyFinder(counties: readonly CountyPlace[]): (name: string, state: StateCode) => string | null {
  const getKey = (name: string, state: string) =>
    `${state} ${normalizeCity(name)
      .replace(/ COUNTY$/, '')
      .replaceAll(' ', '')}`
  const entries = new Map(
    counties.flatMap(({ fips, name, aliases, state }) =>
      [name, ...aliases].map((wording) => [getKey(wording, state), fips] as const),
    ),
  )
  return (name, state) => (name === '' ? null : (entries.get(getKey(name, state)) ?? null))
}
