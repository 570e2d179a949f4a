import { coordinates, number, readCsv, text } from './csv.ts'
import type { Line } from './feature.ts'
import { readGeoJson } from './geojson.ts'
import type { SourceFolder } from './source-folder.ts'

/** A stretch of an interstate or of a state highway. */
export interface RoadLine {
  /** Postal code of the state. */
  readonly state: string
  /** The number alone, such as `405` or `35E`; in a state no interstate shares its number with a state highway here. */
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
    // Other letters than E and W are business loops: streets.
    const route = /^I-(\d+[EW]?)$/.exec(String(properties.route))?.[1]
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
    properties: ['ROUTE', 'COUNTY', 'BACK_AADT', 'AHEAD_AADT'],
  })
  const counts: TrafficCount[] = []
  for (const { properties, points } of california.features) {
    const known = [properties.BACK_AADT, properties.AHEAD_AADT].filter((value) => typeof value === 'number')
    if (known.length === 0 || points.length === 0) continue
    const aadt = known.reduce((sum, value) => sum + value, 0) / known.length
    const [lon, lat] = points[0]
    const route = String(properties.ROUTE)
    if (aadt > 0) counts.push({ state: 'CA', county: String(properties.COUNTY), route, lon, lat, aadt })
  }
  const columns = await readTexasCounts(folder)
  columns.ON_ROAD.forEach((road, row) => {
    const route = /^IH ?0*(\d+[EW]?)$/.exec(road)?.[1]
    const aadt = columns.AADT_2022[row]
    // Service roads carry the interstate's name; their flags end in the direction and SR.
    if (route !== undefined && aadt > 0 && !/[NSEW]BSR$/.test(columns.T_FLAG[row])) {
      counts.push({ state: 'TX', county: columns.CNTY_NM[row], route, lon: columns.x[row], lat: columns.y[row], aadt })
    }
  })
  return counts
}

async function readTexasCounts(folder: SourceFolder) {
  const { columns } = await readCsv(folder, 'roads/TxDOT_AADT_Annuals.csv.gz', {
    ON_ROAD: text(),
    T_FLAG: text(),
    CNTY_NM: text(),
    AADT_2022: number({ min: 0 }),
    x: number({ min: -180, max: 180 }),
    y: number({ min: -90, max: 90 }),
  })
  return columns
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
  const { ON_ROAD, T_FLAG, AADT_2022, x, y } = await readTexasCounts(folder)
  const byRoute = new Map<string, number[]>()
  ON_ROAD.forEach((road, row) => {
    // Half of the stations of the Dallas North Tollway have no name of their own; their flags are 57H10101T to
    // 43H10108T.
    const isTollway = road === 'NDT' || /H101\d\dT$/.test(T_FLAG[row])
    const route = isTollway ? 'NDT' : (/^(?:US|SH|SL|SS|TL) ?0*(\d+)$/.exec(road)?.[0] ?? null)
    if (route === null || !(AADT_2022[row] >= FREEWAY) || /[NSEW]BSR$/.test(T_FLAG[row])) return
    byRoute.set(route, [...(byRoute.get(route) ?? []), row])
  })
  const apart = (a: number, b: number) => Math.hypot((x[a] - x[b]) * Math.cos((y[a] * Math.PI) / 180), y[a] - y[b])
  return [...byRoute].flatMap(([route, rows]) =>
    neighborsOf(rows, apart).map(([a, b]): RoadLine => {
      const line = Float64Array.of(x[a], y[a], x[b], y[b])
      return { state: 'TX', route, interstate: false, drawn: true, line, aadt: (AADT_2022[a] + AADT_2022[b]) / 2 }
    }),
  )
}

/** Freeways without a line or counts at hand, along which houses are numbered: their names, and the box that holds them. */
const NUMBERED = [
  { route: 'US0281', name: /^(?:N .*\b281|.*\b281 N(?:ORTH)?)$/, west: -98.52, south: 29.5, east: -98.4, north: 29.75 },
  {
    route: 'US0059',
    name: /^(?:SOUTHWEST|SW) FR?(?:EE)?WA?Y\b/,
    west: -95.85,
    south: 29.5,
    east: -95.38,
    north: 29.75,
  },
  {
    route: 'US0290',
    name: /^(?:NORTHWEST|NW) FR?(?:EE)?WA?Y\b/,
    west: -95.85,
    south: 29.77,
    east: -95.43,
    north: 30.1,
  },
]
const NUMBERED_LISTS = ['usda_snap', 'afdc_fuel_stations', 'brand_stores_stiles', 'brand_stores_univaf']
/** Degrees of latitude, some 5 km: farther apart two places are not joined. */
const NUMBERED_WITHIN = 0.045
const CITY_LISTS = ['sanantonio_permits', 'sanantonio_saws']

/**
 * Freeways of Houston and San Antonio, where nobody's counts are at hand: lines through the mean places of a thousand
 * house numbers each, which are on both sides of the road.
 */
export async function readNumberedFreeways(folder: SourceFolder): Promise<readonly RoadLine[]> {
  const lists = [...NUMBERED_LISTS, ...CITY_LISTS].map((list) => `addresses/known-2026/${list}.csv.gz`)
  const sums = NUMBERED.map(() => new Map<number, [lon: number, lat: number, count: number]>())
  for (const list of lists.filter((path) => folder.has(path))) {
    const { columns } = await readCsv(folder, list, {
      number: text(),
      street: text(),
      ...coordinates('lat', 'lon'),
    })
    columns.street.forEach((street, row) => {
      const [lon, lat] = [columns.lon[row], columns.lat[row]]
      const freeway = NUMBERED.findIndex(
        ({ name, west, south, east, north }) =>
          lon > west && lon < east && lat > south && lat < north && name.test(street.toUpperCase().replaceAll('.', '')),
      )
      const thousand = Math.floor(Number(columns.number[row]) / 1000)
      if (freeway < 0 || !(thousand > 0)) return
      const [x, y, count] = sums[freeway].get(thousand) ?? [0, 0, 0]
      sums[freeway].set(thousand, [x + lon, y + lat, count + 1])
    })
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

/** The pairs that join all rows with the shortest lines (Prim's tree), without the long ones. */
function neighborsOf(rows: readonly number[], apart: (a: number, b: number) => number): [number, number][] {
  const pairs: [number, number][] = []
  const nearest = new Map(rows.slice(1).map((row) => [row, rows[0]]))
  while (nearest.size > 0) {
    let [row, to, least] = [-1, -1, Number.POSITIVE_INFINITY]
    for (const [other, known] of nearest) {
      const distance = apart(other, known)
      if (distance < least) [row, to, least] = [other, known, distance]
    }
    nearest.delete(row)
    if (least <= JOINED_WITHIN) pairs.push([to, row])
    for (const [other, known] of nearest) if (apart(other, row) < apart(other, known)) nearest.set(other, row)
  }
  return pairs
}
