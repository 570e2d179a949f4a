import { around } from 'geokdbush'
import type { OutlinedPlaces } from '../../src/answers/areas/outlined-places.ts'
import { METERS_PER_DEGREE, metersBetween, RADIANS } from '../../src/base/geo/distance.ts'
import { addTo } from '../statistics.ts'
import type { Center } from './place-files.ts'
import { indexOf } from './population.ts'

/** Points where the residents of each ZIP and city live, keyed by ZIP code or 7-digit place GEOID. */
export type PlaceHomes = ReadonlyMap<string, readonly Center[]>

/**
 * Spreads the residents of each block group over a disc around its center, and assigns them to the ZIP and the city
 * whose outlines contain them.
 */
export function placeHomes(centers: readonly Center[], outlines: OutlinedPlaces): PlaceHomes {
  const homes = new Map<string, Center[]>()
  const index = indexOf(centers)
  for (const center of centers) {
    if (center.people === 0) continue
    for (const home of spread(center, getRadius(center, centers, index)))
      for (const kind of ['zip', 'city'] as const) {
        const number = outlines.at(kind, home.lon, home.lat)
        if (number >= 0) addTo(homes, outlines.code(number), home)
      }
  }
  return homes
}

const NEIGHBORS = 3
/**
 * Maximum disc radius in meters. In deserts, the nearest centers are far away, but people live close together in
 * villages.
 */
const MAX_SPREAD = 10_000
/**
 * Ratio of the disc radius to the mean distance of the three nearest centers. For randomly placed points, this distance
 * averages (1/2 + 3/4 + 15/16) / 3 times 1 / √density, and a disc with the average area per point has a radius of 1 /
 * √π times 1 / √density. Half of this ratio is used, because people cluster.
 */
const DISC_OF_NEIGHBORS = 0.5 / Math.sqrt(Math.PI) / ((1 / 2 + 3 / 4 + 15 / 16) / 3)

/**
 * Returns the radius in meters of the disc in which a block group's residents live, based on the distances to the
 * nearest centers.
 */
function getRadius({ lat, lon }: Center, centers: readonly Center[], index: ReturnType<typeof indexOf>): number {
  const [, ...neighbors] = around(index, lon, lat, NEIGHBORS + 1)
  const meters = neighbors.map((i) => metersBetween(lat, lon, centers[i].lat, centers[i].lon))
  const mean = meters.reduce((sum, distance) => sum + distance, 0) / Math.max(1, meters.length)
  return Math.min(MAX_SPREAD, DISC_OF_NEIGHBORS * mean)
}

/** Centers of seven equal parts of a disc with radius 1. */
const IN_DISC = [
  [0, 0],
  ...Array.from({ length: 6 }, (_, i) => [0.75 * Math.cos((i * Math.PI) / 3), 0.75 * Math.sin((i * Math.PI) / 3)]),
]

function spread({ lat, lon, county, people }: Center, radius: number): Center[] {
  const degree = Math.cos(lat * RADIANS) * METERS_PER_DEGREE
  return IN_DISC.map(([x, y]) => ({
    county,
    people: people / IN_DISC.length,
    lat: lat + (y * radius) / METERS_PER_DEGREE,
    lon: lon + (x * radius) / degree,
  }))
}
