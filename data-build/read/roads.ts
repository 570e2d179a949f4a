import type { LatLon } from '../geography/center-index.ts'
import { groupBy } from '../statistics.ts'
import { coordinates, number, readRecords, text } from './csv.ts'
import type { Line } from './feature.ts'
import { readGeoJson } from './geojson.ts'
import type { SourceFolder } from './source-folder.ts'

/** A segment of an interstate or of a state highway. */
export interface RoadLine {
  /** Postal code of the state. */
  readonly state: string
  /** The number alone, such as `405` or `69C`. Within a state, no interstate shares its number with a state highway. */
  readonly route: string
  readonly interstate: boolean
  /** Whether the source has this line. Other lines connect the locations of traffic counts. */
  readonly drawn: boolean
  /** Degrees. An interstate has a line for each carriageway, about 20-70 m apart. */
  readonly line: Line
  /** Annual mean of vehicles per day in both directions. Null if the file has no count. */
  readonly aadt: number | null
}

/** A location where a state counts vehicles. */
export interface TrafficCount {
  readonly state: string
  /** Caltrans' abbreviation such as `SD`, or TxDOT's name. */
  readonly county: string
  readonly route: string
  readonly lon: number
  readonly lat: number
  /** Annual mean of vehicles per day in both directions. */
  readonly aadt: number
}

/**
 * Reads the interstates of the three states and California's state highways. Both files contain California's
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
    // In Texas, other names with a letter are business routes, which are streets. I-35E and I-35W are part of I-35
    // there.
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
 * Reads Caltrans' counts, and TxDOT's counts of 2022 on interstates (districts Dallas, Fort Worth, Austin, Lubbock,
 * Amarillo, El Paso).
 */
export async function readTrafficCounts(folder: SourceFolder): Promise<readonly TrafficCount[]> {
  const california = await readGeoJson(folder, 'roads/Caltrans_Traffic_Volumes_AADT.geojson.gz', {
    properties: ['ROUTE', 'RTE_SFX', 'COUNTY', 'BACK_AADT', 'AHEAD_AADT'],
  })
  const counts: TrafficCount[] = []
  for (const { properties, points } of california.features) {
    const known = [properties.BACK_AADT, properties.AHEAD_AADT].filter((value) => typeof value === 'number')
    // Counts with a suffix are on busways, HOV lanes and truck lanes beside the route, or on a former alignment.
    if (known.length === 0 || points.length === 0 || properties.RTE_SFX) continue
    const aadt = known.reduce((sum, value) => sum + value, 0) / known.length
    const [lon, lat] = points[0]
    const route = String(properties.ROUTE)
    if (aadt > 0) counts.push({ state: 'CA', county: String(properties.COUNTY), route, lon, lat, aadt })
  }
  for (const { road, flag: _, ...count } of await readTexasCounts(folder)) {
    // As in the lines, I-35E and I-35W belong to I-35.
    const route = /^IH ?0*(\d+)[EW]?$/.exec(road)?.[1]
    if (route !== undefined && count.aadt > 0) counts.push({ state: 'TX', route, ...count })
  }
  return counts
}

/** A location where Texas counts vehicles. `flag` is its number there. */
type TexasCount = Omit<TrafficCount, 'state' | 'route'> & { readonly road: string; readonly flag: string }

async function readTexasCounts(folder: SourceFolder): Promise<readonly TexasCount[]> {
  const rows = await readRecords(folder, 'roads/TxDOT_AADT_Annuals.csv.gz', {
    road: text({ heading: 'ON_ROAD' }),
    flag: text({ heading: 'T_FLAG' }),
    county: text({ heading: 'CNTY_NM' }),
    aadt: number({ heading: 'AADT_2022', min: 0 }),
    ...coordinates('y', 'x', false),
  })
  // Service roads have the name of their highway, but their flags end in the direction and SR, or in Parker County in
  // PT and a number. Flags of rest areas end in RA and a number.
  return rows.filter(({ flag }) => !/(?:[NSEW]BSR|(?:PT|RA)\d+[A-Z]?)$/.test(flag))
}

/** Vehicles per day above which a Texas highway that is not an interstate counts as a freeway. */
const FREEWAY = 45_000
/** Maximum distance between two counts of a road to connect, in degrees of latitude: about 8 km. */
const JOINED_WITHIN = 0.07

/**
 * Reads the freeways other than interstates in six districts of Texas: straight lines between neighboring counts of a
 * road, with their mean.
 */
export async function readTexasFreeways(folder: SourceFolder): Promise<readonly RoadLine[]> {
  const counts = (await readTexasCounts(folder)).flatMap((count) => {
    // Half of the stations of the Dallas North Tollway have no name. Their flags are 57H10101T to 43H10108T.
    const isTollway = count.road === 'NDT' || /H101\d\dT$/.test(count.flag)
    const route = isTollway ? 'NDT' : /^(?:US|SH|SL|SS|TL) ?0*(\d+)$/.exec(count.road)?.[0]
    return route === undefined || !(count.aadt >= FREEWAY) ? [] : [{ ...count, route }]
  })
  return [...groupBy(counts, ({ route }) => route)].flatMap(([route, own]) =>
    neighborsOf(own).map(([a, b]): RoadLine => {
      const line = Float64Array.of(a.lon, a.lat, b.lon, b.lat)
      return { state: 'TX', route, interstate: false, drawn: true, line, aadt: (a.aadt + b.aadt) / 2 }
    }),
  )
}

/** Returns the pairs that connect all places with the shortest lines (Prim's algorithm), without the long ones. */
function neighborsOf<P extends LatLon>(places: readonly P[]): [P, P][] {
  const apart = (a: P, b: P) => Math.hypot((a.lon - b.lon) * Math.cos((a.lat * Math.PI) / 180), a.lat - b.lat)
  const pairs: [P, P][] = []
  const nearest = new Map(places.slice(1).map((place) => [place, places[0]]))
  while (nearest.size > 0) {
    let [place, to, least] = [places[0], places[0], Number.POSITIVE_INFINITY]
    for (const [other, known] of nearest) {
      const distance = apart(other, known)
      if (distance < least) [place, to, least] = [other, known, distance]
    }
    nearest.delete(place)
    if (least <= JOINED_WITHIN) pairs.push([to, place])
    for (const [other, known] of nearest) if (apart(other, place) < apart(other, known)) nearest.set(other, place)
  }
  return pairs
}

/**
 * Freeways without an available line or count that have house numbers along them: their names, and the box that
 * contains them.
 */
const NUMBERED = [
  { route: 'US0281', name: /^(?:N .*\b281|.*\b281 N(?:ORTH)?)$/, box: [-98.52, 29.5, -98.4, 29.75] },
  { route: 'US0059', name: /^(?:SOUTHWEST|SW) FR?(?:EE)?WA?Y\b/, box: [-95.85, 29.5, -95.38, 29.75] },
  { route: 'US0290', name: /^(?:NORTHWEST|NW) FR?(?:EE)?WA?Y\b/, box: [-95.85, 29.77, -95.43, 30.1] },
]
const NUMBERED_LISTS = [
  ...['usda_snap', 'afdc_fuel_stations', 'brand_stores_stiles', 'brand_stores_univaf'],
  ...['sanantonio_permits', 'sanantonio_saws'],
].map((list) => `addresses/known-2026/${list}.csv.gz`)
/** Maximum distance between two places to connect, in degrees of latitude: about 5 km. */
const NUMBERED_WITHIN = 0.045

/**
 * Reads freeways of Houston and San Antonio, for which no counts are available: lines through the mean positions of a
 * thousand house numbers each, which are on both sides of the road.
 */
export async function readNumberedFreeways(folder: SourceFolder): Promise<readonly RoadLine[]> {
  const sums = NUMBERED.map(() => new Map<number, [lon: number, lat: number, count: number]>())
  const spec = { number: text(), street: text(), ...coordinates('lat', 'lon') }
  for (const list of NUMBERED_LISTS.filter((path) => folder.has(path)))
    for (const { number, street, lat, lon } of await readRecords(folder, list, spec)) {
      const freeway = NUMBERED.findIndex(({ name, box: [west, south, east, north] }) => {
        const isInBox = lon > west && lon < east && lat > south && lat < north
        return isInBox && name.test(street.toUpperCase().replaceAll('.', ''))
      })
      const thousand = Math.floor(Number(number) / 1000)
      if (freeway < 0 || !(thousand > 0)) continue
      const [x, y, count] = sums[freeway].get(thousand) ?? [0, 0, 0]
      sums[freeway].set(thousand, [x + lon, y + lat, count + 1])
    }
  return sums.flatMap((byThousand, freeway): RoadLine[] => {
    const points = [...byThousand].sort(([a], [b]) => a - b).map(([, [x, y, count]]) => [x / count, y / count])
    const { route } = NUMBERED[freeway]
    return points.slice(1).flatMap(([x, y], i) => {
      const [lon, lat] = points[i]
      if (Math.hypot((x - lon) * Math.cos((y * Math.PI) / 180), y - lat) > NUMBERED_WITHIN) return []
      return [{ state: 'TX', route, interstate: false, drawn: true, line: Float64Array.of(lon, lat, x, y), aadt: null }]
    })
  })
}
