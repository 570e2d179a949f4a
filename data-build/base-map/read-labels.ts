import polylabel from 'polylabel'
import { metersBetween } from '../../src/base/geo/distance.ts'
import type { CityPlace, CountyPlace, GazetteerTables, NamedPlace } from '../geocode/gazetteer-bundle.ts'
import { type CensusPlace, readCensusPlaces, readCenters } from '../geocode/place-files.ts'
import { computeMean, discRadius, getPopulation, indexOf, within } from '../geocode/population.ts'
import type { LatLon } from '../geography/center-index.ts'
import type { EdgeIndex } from '../geography/edge-index.ts'
import { readCountyGazetteer } from '../read/county-gazetteer.ts'
import { coordinates, readRecords, text } from '../read/csv.ts'
import { pairs, type Ring } from '../read/feature.ts'
import type { NationalPark } from '../read/national-parks.ts'
import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { groupBy } from '../statistics.ts'
import type { Label } from './base-map-bundle.ts'

/** Minimum population of a city with a label. */
const MIN_PEOPLE = 500

/**
 * Factor for the population of names that only the Postal Service uses, applied when the labels are sorted. Most of
 * these names are neighborhoods of cities that have their own label.
 */
const POSTAL_SHARE = 1 / 3

/**
 * Reads the labels. The labels of states, counties and cities are on land and sorted by population. The labels of
 * national parks are sorted by size.
 */
export async function readLabels(
  sources: SourceFolder,
  places: GazetteerTables,
  parks: readonly NationalPark[],
  land: EdgeIndex,
): Promise<readonly Label[]> {
  const [states, counties, cities] = await Promise.all([
    stateLabels(sources, places.states),
    countyLabels(sources, places.counties, land),
    cityLabels(sources, places.cities, land),
  ])
  return [...states, ...counties, ...cities, ...parkLabels(parks)]
}

async function stateLabels(sources: SourceFolder, states: readonly NamedPlace[]): Promise<Label[]> {
  const file = 'census/gazetteer/us_places_2024_pcaisse.csv.gz'
  const rows = await readRecords(sources, file, { name: text({ required: true }), ...coordinates('lat', 'lon') })
  const rowOf = new Map(rows.toReversed().map((row) => [row.name, row]))
  return mostPeopleFirst(
    states.map(({ name, people }) => {
      const { lat, lon } = found(rowOf.get(name), name, file)
      return { name, kind: 'state', people, lat, lon }
    }),
  )
}

/**
 * Places county labels at the Census Bureau's internal points, because the mean location of the residents usually has a
 * city label already. If the internal point is in the sea, as for San Francisco, uses the mean location.
 */
async function countyLabels(
  sources: SourceFolder,
  counties: readonly CountyPlace[],
  land: EdgeIndex,
): Promise<Label[]> {
  const { path: file, rows } = await readCountyGazetteer(sources, {
    geoid: text({ heading: 'GEOID', required: true, pattern: /^\d{5}$/ }),
    ...coordinates('INTPTLAT', 'INTPTLONG'),
  })
  const rowOf = new Map(rows.map((row) => [row.geoid, row]))
  return mostPeopleFirst(
    counties.map((county) => {
      const { fips, name, people } = county
      const internal = found(rowOf.get(fips), name, file)
      const { lat, lon } = isIn(land, internal) ? internal : county
      return { name, kind: 'county', people, lat, lon }
    }),
  )
}

function found<T>(row: T | undefined, name: string, file: string): T {
  if (row !== undefined) return row
  throw new SourceError({ file, found: `no row for ${name}`, expectation: 'every state and county' })
}

async function cityLabels(sources: SourceFolder, cities: readonly CityPlace[], land: EdgeIndex): Promise<Label[]> {
  const [census, centers] = await Promise.all([readCensusPlaces(sources), readCenters(sources)])
  const byPeople = groupBy(census, getKey)
  const index = indexOf(centers)
  const labels = cities.flatMap((city) => {
    if (city.people < MIN_PEOPLE) return []
    const names = [city.name, ...city.aliases]
    const place = byPeople.get(getKey(city))?.find(({ name }) => names.some((of) => name.includes(of)))
    const center = place && getCenter(city, place)
    const { name, people } = city
    const { lat, lon } = center && isIn(land, center) ? center : city
    const weight = place ? people : people * POSTAL_SHARE
    return [{ label: { name, kind: 'city' as const, people, lat, lon }, weight }]
  })
  return labels.sort((a, b) => b.weight - a.weight).map(({ label }) => label)

  /**
   * Returns the mean location of the residents who live both within the city limits, approximated by a disc, and within
   * the radius that covers most of the city's addresses. Using only this radius would place Miami 10 km too far west,
   * and using only the city limits would place some cities in a bay. Returns null if fewer than half of the city's
   * residents live within both.
   */
  function getCenter(city: CityPlace, place: CensusPlace): LatLon | null {
    const inside = within(index, place, discRadius(place.area || 0)).map((i) => centers[i])
    const nearCenter = inside.filter(({ lat, lon }) => metersBetween(lat, lon, city.lat, city.lon) <= city.radius)
    return getPopulation(nearCenter) >= place.people / 2 ? computeMean(nearCenter) : null
  }
}

/** Places each label well inside the largest part of the park. */
function parkLabels(parks: readonly NationalPark[]): Label[] {
  return parks
    .map(({ names, polygons }) => {
      const largest = polygons.toSorted(([a], [b]) => getArea(b) - getArea(a))[0]
      const [lon, lat] = polylabel(largest.map(pairs), 0.01)
      const size = polygons.reduce((sum, [outer]) => sum + getArea(outer), 0)
      return { size, label: { name: names[0], kind: 'park' as const, people: 0, lat, lon } }
    })
    .sort((a, b) => b.size - a.size)
    .map(({ label }) => label)
}

/** Returns the area in square degrees. */
function getArea(ring: Ring): number {
  let sum = 0
  for (let i = 0; i + 3 < ring.length; i += 2)
    sum += (ring[i] - ring[0]) * (ring[i + 3] - ring[1]) - (ring[i + 2] - ring[0]) * (ring[i + 1] - ring[1])
  return Math.abs(sum) / 2
}

function isIn(land: EdgeIndex, { lat, lon }: LatLon): boolean {
  return land.containing(lon, lat) >= 0
}

function getKey({ state, people }: { readonly state: string; readonly people: number }): string {
  return `${state} ${people}`
}

function mostPeopleFirst(labels: readonly Label[]): Label[] {
  return labels.toSorted((a, b) => b.people - a.people)
}
