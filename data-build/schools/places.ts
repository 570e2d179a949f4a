import { METERS_PER_DEGREE } from '../../src/base/geo/distance.ts'
import { isInside } from '../../src/base/geo/ring.ts'
import { type LatLon, middleOfBox } from '../geography/center-index.ts'
import { coordinates, readRecords, text } from '../read/csv.ts'
import type { Ring } from '../read/feature.ts'
import { readGeoJson } from '../read/geojson.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import type { JoinReport } from './join-report.ts'
import type { School } from './school.ts'

/** A school in NCES's list of coordinates: its position, and the geocoded address as NCES wrote it. */
export interface EdgeSchool extends LatLon, RawAddress {
  readonly plus4: string
}

const PATH = 'schools/nces/EDGE_GEOIDS_201415_PUBLIC_SCHOOL_CA_TX_FL.csv.gz'

/**
 * Reads NCES EDGE 2014-15 by NCES id (12 digits), for all states in the file. Returns an empty map if the folder has no
 * such file.
 */
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

/** An address as an agency writes it, usually in uppercase. Missing parts are ''. */
export interface RawAddress {
  readonly street: string
  readonly city: string
  /** ZIP code, `75832` or `75832-0427`. */
  readonly zip: string
}

/** Returns the first street address of a site. Agencies also list PO boxes, which are only used as a last resort. */
export function siteAddress(...addresses: readonly (RawAddress | undefined)[]): RawAddress | undefined {
  const written = addresses.filter((address) => address !== undefined && address.street !== '')
  return written.find((address) => !/\bBOX\b/i.test(address!.street)) ?? written[0]
}

/** Parses coordinates from two cells. An empty or masked cell becomes NaN, so that the place is in no state. */
export function getPlace(lat: string, lon: string): LatLon {
  return { lat: Number(lat || Number.NaN), lon: Number(lon || Number.NaN) }
}

/** Distance in meters beyond which two points of a school belong to different sites. */
export const MOVED = 500

/** Returns the distance in meters between two nearby places, or NaN if one is unknown. */
export function apart(a: LatLon, b: LatLon): number {
  return METERS_PER_DEGREE * Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180))
}

/**
 * Coarse outlines of the states with their islands, as closed rings of alternating longitude and latitude. They are at
 * least 5 km outside the borders. The California outline follows the Nevada border, because a box would include schools
 * in Nevada.
 */
const outlines = {
  CA: [
    -124.5, 42.05, -119.95, 42.05, -119.95, 38.97, -114.55, 34.98, -114.05, 34.3, -114.4, 32.68, -117, 32.5, -119, 32.7,
    -121.5, 34.3, -124.5, 40, -124.5, 42.05,
  ],
  TX: [-106.7, 36.55, -93.45, 36.55, -93.45, 25.75, -106.7, 25.75, -106.7, 36.55],
  FL: [-87.7, 31.05, -79.95, 31.05, -79.95, 24.4, -87.7, 24.4, -87.7, 31.05],
} as const

/** Returns the first place that is roughly in the state. Agencies write 0, 0 or nothing for an unknown place. */
export function firstPlaceIn(state: keyof typeof outlines, places: readonly (LatLon | undefined)[]): LatLon | null {
  for (const place of places) {
    if (place && isInside([outlines[state]], place.lon, place.lat)) return { lat: place.lat, lon: place.lon }
  }
  return null
}

/**
 * Maximum distance in meters from a point to the ZIP code area of its address. A point farther away is replaced by a
 * point from another list within this distance.
 */
const BESIDE_ZIP = 5000
/**
 * Maximum distance in meters if no other list has such a point. A point farther away is replaced by the center of the
 * area.
 */
const FAR_FROM_ZIP = 30_000
/** A place counts as being in a county if a school of that county is within this distance in meters. */
const SAME_COUNTY = 15_000

/**
 * Moves schools whose point is far from the ZIP code area of their address to a point from another list inside that
 * area, otherwise to the center of the area. A point is kept if it is in the school's own county while the ZIP code
 * area is not, because charter schools often list the address of an office.
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
  let byList = 0
  let byZip = 0
  const placed = schools.map((school) => {
    if (outside(school, school) <= BESIDE_ZIP) return school
    const listed = others(school).find((place) => place && outside(school, place) <= BESIDE_ZIP)
    if (listed) byList++
    if (listed) return { ...school, lat: listed.lat, lon: listed.lon }
    const county = countyOf(school)
    const center = findMiddle(areas.get(school.zip!.slice(0, 5))!)
    if (outside(school, school) <= FAR_FROM_ZIP || (isIn(county, school) && !isIn(county, center))) return school
    byZip++
    return { ...school, ...center }
  })
  report.note(
    `${state}: locations far from the ZIP in the school's address: ${byList} replaced with the location in another list, ${byZip} with the center of the ZIP.`,
  )
  return placed
}

/**
 * Returns the distance in meters from a place to the nearest vertex of outlines. Returns 0 if an outline contains the
 * place or there are no outlines.
 */
function metersOutside(rings: readonly Ring[] | undefined, place: LatLon): number {
  if (rings === undefined || isInside(rings, place.lon, place.lat)) return 0
  let least = Number.POSITIVE_INFINITY
  for (const ring of rings)
    for (let i = 0; i < ring.length; i += 2) least = Math.min(least, apart(place, { lon: ring[i], lat: ring[i + 1] }))
  return least
}

/** Returns the center of the bounding box of the longest ring. */
function findMiddle(rings: readonly Ring[]): LatLon {
  return middleOfBox(rings.reduce((longest, other) => (other.length > longest.length ? other : longest)))
}
