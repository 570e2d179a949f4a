import { METERS_PER_DEGREE } from '../../src/geo/distance.ts'
import { isInside } from '../../src/geo/ring.ts'
import { number, readRecords, text } from '../read/csv.ts'
import type { SourceFolder } from '../read/source-folder.ts'

/** A school in NCES's list of coordinates: the place, and the address that was geocoded, as NCES wrote it. */
export interface EdgeSchool extends Place {
  readonly street: string
  readonly city: string
  readonly zip: string
  readonly plus4: string
}

const PATH = 'schools/nces/EDGE_GEOIDS_201415_PUBLIC_SCHOOL_CA_TX_FL.csv.gz'

/** NCES EDGE 2014-15 by NCES id (12 digits), of all states of the file; empty where the folder has no such file. */
export async function readEdge2014(sources: SourceFolder): Promise<ReadonlyMap<string, EdgeSchool>> {
  if (!sources.has(PATH)) return new Map()
  const rows = await readRecords(sources, PATH, {
    id: text({ heading: 'NCESSCH', required: true, pattern: /^\d{12}$/ }),
    street: text({ heading: 'LSTREE' }),
    city: text({ heading: 'LCITY' }),
    zip: text({ heading: 'LZIP' }),
    plus4: text({ heading: 'LZIP4' }),
    lat: number({ heading: 'LATCODE', min: -90, max: 90 }),
    lon: number({ heading: 'LONGCODE', min: -180, max: 180 }),
  })
  return new Map(rows.map(({ id, ...school }) => [id, school]))
}

/** A place in degrees. */
export interface Place {
  readonly lat: number
  readonly lon: number
}

/** The place in two cells; NaN, which is in no state, for an empty or a masked one. */
export function placeOf(lat: string, lon: string): Place {
  return { lat: Number(lat || Number.NaN), lon: Number(lon || Number.NaN) }
}

/** Meters: points of a school that are farther apart are of two sites. */
export const MOVED = 500

/** Meters between two places, for distances that are short; NaN where one is not known. */
export function apart(a: Place, b: Place): number {
  return METERS_PER_DEGREE * Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180))
}

/**
 * Coarse outlines of the states with their islands, closed rings of longitude and latitude in turn: 5 km or more outside the
 * borders, also along Nevada, where a school that California runs there would pass a box.
 */
const outlines = {
  CA: [
    -124.5, 42.05, -119.95, 42.05, -119.95, 38.97, -114.55, 34.98, -114.05, 34.3, -114.4, 32.68, -117, 32.5, -119, 32.7,
    -121.5, 34.3, -124.5, 40, -124.5, 42.05,
  ],
  TX: [-106.7, 36.55, -93.45, 36.55, -93.45, 25.75, -106.7, 25.75, -106.7, 36.55],
  FL: [-87.7, 31.05, -79.95, 31.05, -79.95, 24.4, -87.7, 24.4, -87.7, 31.05],
} as const

/** The first of the places that is in the state, roughly; agencies write 0, 0 or nothing where they know none. */
export function firstPlaceIn(state: keyof typeof outlines, places: readonly (Place | undefined)[]): Place | null {
  for (const place of places) {
    if (place && isInside([outlines[state]], place.lon, place.lat)) return { lat: place.lat, lon: place.lon }
  }
  return null
}
