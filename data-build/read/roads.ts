import type { LatLon } from '../geography/center-index.ts'
import { groupBy } from '../statistics.ts'
import { coordinates, number, readRecords, text } from './csv.ts'
import type { Line } from './feature.ts'
import { readGeoJson } from './geojson.ts'
import type { SourceFolder } from './source-folder.ts'

/** A stretch of an interstate or of a state highway. */
export interface RoadLine {
  /** Postal code of the state. */
  readonly state: string
  /** The number alone, such as `405` or `69C`; in a state no interstate shares its number with a state highway here. */
  readonly route: string
  readonly interstate: boolean
  /** Whether the line was drawn as one; others join places where vehicles are counted. */
  readonly drawn: boolean
  /** Degrees. An interstate has a line for each carriageway, some 20-70 m apart. */
  readonly line: Line
  /** Vehicles a day in both directions, yearly mean; null where the file has no count. */
  readonly aadt: number | null
}

/** A place where a state counts vehicles. */
export interface TrafficCount {
  readonly state: string
  /** Caltrans' letters such as `SD`, TxDOT's name. */
  readonly county: string
  readonly route: string
  readonly lon: number
  readonly lat: number
  /** Vehicles a day in both directions, yearly mean. */
  readonly aadt: number
}

/** Interstates of the three states and California's state highways. Both files hold California's interstates. */
export async function readRoadLines(folder: SourceFolder): Promise<readonly RoadLine[]> {
  const interstates = await readGeoJson(folder, 'roads/interstates_CA_TX_FL_refined.geojson.gz', {
    properties: ['route', 'state'],
  })
  const highways = await readGeoJson(folder, 'roads/highways_CA_from_caltrans_pems_points.geojson.gz', {
    properties: ['route', 'interstate', 'ahead_aadt'],
  })
  const lines: RoadLine[] = []
  for (const { properties, lines: parts } of interstates.features) {
    // Texas's other names with a letter are business routes: streets. Its I-35E and I-35W are drawn as parts of I-35.
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
 * Caltrans' counts, and TxDOT's counts of 2022 on interstates (its districts Dallas, Fort Worth, Austin, Lubbock,
 * Amarillo, El Paso).
 */
export async function readTrafficCounts(folder: SourceFolder): Promise<readonly TrafficCount[]> {
  const california = await readGeoJson(folder, 'roads/Caltrans_Traffic_Volumes_AADT.geojson.gz', {
    properties: ['ROUTE', 'RTE_SFX', 'COUNTY', 'BACK_AADT', 'AHEAD_AADT'],
  })
  const counts: TrafficCount[] = []
  for (const { properties, points } of california.features) {
    const known = [properties.BACK_AADT, properties.AHEAD_AADT].filter((value) => typeof value === 'number')
    // With a suffix they are on busways, HOV lanes and truck lanes beside the route, or on what it was before.
    if (known.length === 0 || points.length === 0 || properties.RTE_SFX) continue
    const aadt = known.reduce((sum, value) => sum + value, 0) / known.length
    const [lon, lat] = points[0]
    const route = String(properties.ROUTE)
    if (aadt > 0) counts.push({ state: 'CA', county: String(properties.COUNTY), route, lon, lat, aadt })
  }
  for (const { road, flag: _, ...count } of await readTexasCounts(folder)) {
    // As in the lines, E and W of I-35 are parts of it.
    const route = /^IH ?0*(\d+)[EW]?$/.exec(road)?.[1]
    if (route !== undefined && count.aadt > 0) counts.push({ state: 'TX', route, ...count })
  }
  return counts
}

/** A place where Texas counts vehicles; `flag`: its number there. */
type TexasCount = Omit<TrafficCount, 'state' | 'route'> & { readonly road: string; readonly flag: string }

async function readTexasCounts(folder: SourceFolder): Promise<readonly TexasCount[]> {
  const rows = await readRecords(folder, 'roads/TxDOT_AADT_Annuals.csv.gz', {
    road: text({ heading: 'ON_ROAD' }),
    flag: text({ heading: 'T_FLAG' }),
    county: text({ heading: 'CNTY_NM' }),
    aadt: number({ heading: 'AADT_2022', min: 0 }),
    ...coordinates('y', 'x', false),
  })
  // Service roads carry the name of their highway; their flags end in the direction and SR, in Parker County in PT and
  // a number. So do rest areas: RA and a number.
  return rows.filter(({ flag }) => !/(?:[NSEW]BSR|(?:PT|RA)\d+[A-Z]?)$/.test(flag))
}

/** Vehicles a day from which a Texas highway other than an interstate is taken for a freeway. */
const FREEWAY = 45_000
/** Degrees of latitude, some 8 km: farther apart two counts of a road are not joined. */
const JOINED_WITHIN = 0.07

/**
 * Freeways of six districts of Texas besides the interstates: straight lines between neighboring counts of a road, with
 * their mean.
 */
export async function readTexasFreeways(folder: SourceFolder): Promise<readonly RoadLine[]> {
  const counts = (await readTexasCounts(folder)).flatMap((count) => {
    // Half of the stations of the Dallas North Tollway have no name of their own; their flags are 57H10101T to
    // 43H10108T.
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

/** The pairs that join all places with the shortest lines (Prim's tree), without the long ones. */
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
 * Freeways without a line or counts at hand, along which houses are numbered: their names, and the box that holds them.
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
/** Degrees of latitude, some 5 km: farther apart two places are not joined. */
const NUMBERED_WITHIN = 0.045

/**
 * Freeways of Houston and San Antonio, where nobody's counts are at hand: lines through the mean places of a thousand
 * house numbers each, which are on both sides of the road.
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
