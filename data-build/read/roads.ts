import type { LatLon } from '../geography/center-index.ts'
import { coordinates, number, readRecords, text } from './csv.ts'
import type { Line } from './feature.ts'
import { readGeoJson } from './geojson.ts'
import type { SourceFolder } from './source-folder.ts'

/** A segment of an interstate or of a state highway. */
export interface RoadLine {
  /** Two-letter state code. */
  readonly state: string
  /**
   * Number without a prefix, such as `405` or `69C`. Within a state, no interstate has the same number as a state
   * highway.
   */
  readonly route: string
  readonly interstate: boolean
  /** Whether the source draws this line. Any other line connects the locations of two traffic counts. */
  readonly drawn: boolean
  /** Vertices in degrees. An interstate has a line for each carriageway, about 20-70 m apart. */
  readonly line: Line
  /** Annual average daily traffic in both directions; null if the file has no count. */
  readonly aadt: number | null
  /** Access type of a road without counts: `limited` access, or `open` for an ordinary highway. Default: limited. */
  readonly access?: 'limited' | 'open'
}

/** A location where a state counts vehicles. */
export interface TrafficCount {
  readonly state: string
  /** Caltrans' abbreviation such as `SD`, or TxDOT's name. */
  readonly county: string
  readonly route: string
  readonly lon: number
  readonly lat: number
  /** Annual average daily traffic in both directions. */
  readonly aadt: number
}

/**
 * Reads the interstates in the three states, and the state highways of California. Both files contain California's
 * interstates.
 */
export async function readRoadLines(folder: SourceFolder): Promise<readonly RoadLine[]> {
  const interstates = await readGeoJson(folder, 'roads/interstates_CA_TX_FL_refined.geojson.gz', {
    properties: ['route', 'state'],
  })
  const highways = await readGeoJson(folder, 'roads/highways_CA_from_caltrans_pems_points.geojson.gz', {
    properties: ['route', 'interstate', 'ahead_aadt'],
  })
  const lines: RoadLine[] = []
  for (const { properties, lines: parts } of interstates.features) {
    // In Texas, names with a letter, except I-69C, are business routes, which are ordinary streets. I-35E and I-35W are
    // part of I-35.
    const route = /^I-(\d+|69C)$/.exec(String(properties.route))?.[1]
    if (route === undefined) continue
    for (const line of parts) {
      lines.push({ state: String(properties.state), route, interstate: true, drawn: true, line, aadt: null })
    }
  }
  for (const { properties, lines: parts } of highways.features) {
    const aadt = typeof properties.ahead_aadt === 'number' ? properties.ahead_aadt : null
    const route = String(properties.route)
    const interstate = properties.interstate === 1
    for (const line of parts) lines.push({ state: 'CA', route, interstate, drawn: false, line, aadt })
  }
  return lines
}

/**
 * Reads Caltrans' counts, and TxDOT's 2022 counts on numbered roads (districts Dallas, Fort Worth, Austin, Lubbock,
 * Amarillo, El Paso).
 */
export async function readTrafficCounts(folder: SourceFolder): Promise<readonly TrafficCount[]> {
  const california = await readGeoJson(folder, 'roads/Caltrans_Traffic_Volumes_AADT.geojson.gz', {
    properties: ['ROUTE', 'RTE_SFX', 'COUNTY', 'BACK_AADT', 'AHEAD_AADT'],
  })
  const counts: TrafficCount[] = []
  for (const { properties, points } of california.features) {
    const traffic = [properties.BACK_AADT, properties.AHEAD_AADT].filter((value) => typeof value === 'number')
    // Counts with a suffix are for busways, HOV lanes and truck lanes along the route, or for a former alignment.
    if (traffic.length === 0 || points.length === 0 || properties.RTE_SFX) continue
    const aadt = traffic.reduce((sum, value) => sum + value, 0) / traffic.length
    const [lon, lat] = points[0]
    const route = String(properties.ROUTE)
    if (aadt > 0) counts.push({ state: 'CA', county: String(properties.COUNTY), route, lon, lat, aadt })
  }
  for (const { road, flag: _, ...count } of await readTexasCounts(folder)) {
    // I-35E and I-35W belong to I-35, as in the road lines. Names of other roads begin with their class.
    const [, kind, digits] = /^(IH|US|SH|SL|SS) ?0*(\d+)[EW]?$/.exec(road) ?? []
    if (kind === undefined || !(count.aadt > 0)) continue
    counts.push({ state: 'TX', route: kind === 'IH' ? digits : `${kind}${digits}`, ...count })
  }
  return counts
}

/** A location where Texas counts vehicles. `flag` is the state's number for the location. */
type TexasCount = Omit<TrafficCount, 'state' | 'route'> & { readonly road: string; readonly flag: string }

async function readTexasCounts(folder: SourceFolder): Promise<readonly TexasCount[]> {
  const rows = await readRecords(folder, 'roads/TxDOT_AADT_Annuals.csv.gz', {
    road: text({ heading: 'ON_ROAD' }),
    flag: text({ heading: 'T_FLAG' }),
    county: text({ heading: 'CNTY_NM' }),
    aadt: number({ heading: 'AADT_2022', min: 0 }),
    ...coordinates('y', 'x', false),
  })
  // Service roads have the name of their highway, but their flags end in a direction and SR, or in PT and a number in
  // Parker County. Flags of rest areas end in RA and a number.
  return rows.filter(({ flag }) => !/(?:[NSEW]BSR|(?:PT|RA)\d+[A-Z]?)$/.test(flag))
}

/** Maximum distance between two traffic counts that are connected by a line, in degrees of latitude (about 8 km). */
const JOINED_WITHIN = 0.07

/**
 * Reads the Dallas North Tollway, which has counts but no number. Returns straight lines between neighboring counts,
 * each with the mean of its two counts.
 */
export async function readTollways(folder: SourceFolder): Promise<readonly RoadLine[]> {
  // Half of the tollway's stations have no name. Their flags are 57H10101T to 43H10108T.
  const counts = (await readTexasCounts(folder)).filter(({ road, flag, aadt }) => {
    return aadt > 0 && (road === 'NDT' || /H101\d\dT$/.test(flag))
  })
  return getNeighbors(counts).map(([a, b]): RoadLine => {
    const line = Float64Array.of(a.lon, a.lat, b.lon, b.lat)
    return { state: 'TX', route: 'NDT', interstate: false, drawn: true, line, aadt: (a.aadt + b.aadt) / 2 }
  })
}

/**
 * Connects places by the shortest lines (Prim's algorithm) and returns the connected pairs, except pairs that are more
 * than `JOINED_WITHIN` apart.
 */
function getNeighbors<P extends LatLon>(places: readonly P[]): [P, P][] {
  const apart = (a: P, b: P) => Math.hypot((a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180), a.lat - b.lat)
  const pairs: [P, P][] = []
  const nearest = new Map(places.slice(1).map((place) => [place, places[0]]))
  while (nearest.size > 0) {
    let place = places[0]
    let to = places[0]
    let least = Number.POSITIVE_INFINITY
    for (const [other, point] of nearest) {
      const distance = apart(other, point)
      if (distance < least) [place, to, least] = [other, point, distance]
    }
    nearest.delete(place)
    if (least <= JOINED_WITHIN) pairs.push([to, place])
    for (const [other, point] of nearest) if (apart(other, place) < apart(other, point)) nearest.set(other, place)
  }
  return pairs
}
