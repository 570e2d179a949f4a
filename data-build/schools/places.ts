import { METERS_PER_DEGREE } from '../../src/base/geo/distance.ts'
import { isInside } from '../../src/base/geo/ring.ts'
import { type LatLon, middleOfBox } from '../geography/center-index.ts'
import { coordinates, readRecords, text } from '../read/csv.ts'
import type { Ring } from '../read/feature.ts'
import { readGeoJson } from '../read/geojson.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import type { JoinReport } from './join-report.ts'
import type { School } from './school.ts'

/** A school in NCES's list of coordinates: the place, and the address that was geocoded, as NCES wrote it. */
export interface EdgeSchool extends LatLon, RawAddress {
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
    ...coordinates('LATCODE', 'LONGCODE', false),
  })
  return new Map(rows.map(({ id, ...school }) => [id, school]))
}

/** An address as an agency writes it, mostly in capitals; '' where it gives none. */
export interface RawAddress {
  readonly street: string
  readonly city: string
  /** `75832` or `75832-0427`. */
  readonly zip: string
}

/** The first address of a site; agencies also list post-office boxes, which come last. */
export function siteAddress(...addresses: readonly (RawAddress | undefined)[]): RawAddress | undefined {
  const written = addresses.filter((address) => address !== undefined && address.street !== '')
  return written.find((address) => !/\bBOX\b/i.test(address!.street)) ?? written[0]
}

/** The place in two cells; NaN, which is in no state, for an empty or a masked one. */
export function placeOf(lat: string, lon: string): LatLon {
  return { lat: Number(lat || Number.NaN), lon: Number(lon || Number.NaN) }
}

/** Meters: points of a school that are farther apart are of two sites. */
export const MOVED = 500

/** Meters between two places, for distances that are short; NaN where one is not known. */
export function apart(a: LatLon, b: LatLon): number {
  return METERS_PER_DEGREE * Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180))
}

/**
 * Coarse outlines of the states with their islands, closed rings of longitude and latitude in turn: 5 km or more
 * outside the borders, also along Nevada, where a school that California runs there would pass a box.
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
export function firstPlaceIn(state: keyof typeof outlines, places: readonly (LatLon | undefined)[]): LatLon | null {
  for (const place of places) {
    if (place && isInside([outlines[state]], place.lon, place.lat)) return { lat: place.lat, lon: place.lon }
  }
  return null
}

/**
 * Meters outside the ZIP of its address at which a point gives way to one of another list, and to the ZIP's own center.
 */
const BESIDE_ZIP = 5000
const FAR_FROM_ZIP = 30_000
/** Meters: schools of a county that are no farther show that a place is in it. */
const SAME_COUNTY = 15_000

/**
 * Schools whose point is far from the ZIP of their address: at a point of another list that is in it, else at the ZIP's
 * center. A point stays where it is in the school's own county and the ZIP is not, as charter schools often give the
 * address of an office.
 */
export async function placedByZip(
  schools: readonly School[],
  {
    state,
    sources,
    report,
    countyOf,
    others,
  }: {
    readonly state: 'CA' | 'FL'
    readonly sources: SourceFolder
    readonly report: JoinReport
    readonly countyOf: (school: School) => string
    readonly others: (school: School) => readonly (LatLon | undefined)[]
  },
): Promise<readonly School[]> {
  const path = `census/zcta/zcta2020_${state}.geojson.gz`
  if (!sources.has(path)) return schools
  const { features } = await readGeoJson(sources, path, { properties: ['zip'] })
  const areas = new Map(features.map(({ properties, polygons }) => [String(properties.zip), polygons.flat()]))
  const outside = ({ zip }: School, place: LatLon) => metersOutside(areas.get(zip?.slice(0, 5) ?? ''), place)
  const sure = schools.filter((school) => outside(school, school) <= BESIDE_ZIP)
  const isIn = (county: string, place: LatLon) =>
    sure.some((school) => countyOf(school) === county && apart(school, place) < SAME_COUNTY)
  let [byList, byZip] = [0, 0]
  const placed = schools.map((school) => {
    if (outside(school, school) <= BESIDE_ZIP) return school
    const listed = others(school).find((place) => place && outside(school, place) <= BESIDE_ZIP)
    if (listed) byList++
    if (listed) return { ...school, lat: listed.lat, lon: listed.lon }
    const county = countyOf(school)
    const center = middleOf(areas.get(school.zip!.slice(0, 5))!)
    if (outside(school, school) <= FAR_FROM_ZIP || (isIn(county, school) && !isIn(county, center))) return school
    byZip++
    return { ...school, ...center }
  })
  report.note(
    `${state}: points far from the ZIP of their address: ${byList} are another list's now, ${byZip} the ZIP's.`,
  )
  return placed
}

/** Meters from a place to the nearest vertex of outlines that do not hold it; 0 inside, and where there are none. */
function metersOutside(rings: readonly Ring[] | undefined, place: LatLon): number {
  if (rings === undefined || isInside(rings, place.lon, place.lat)) return 0
  let least = Number.POSITIVE_INFINITY
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) least = Math.min(least, apart(place, { lon: ring[i], lat: ring[i + 1] }))
  return least
}

/** The middle of the longest ring's box. */
function middleOf(rings: readonly Ring[]): LatLon {
  return middleOfBox(rings.reduce((longest, other) => (other.length > longest.length ? other : longest)))
}
