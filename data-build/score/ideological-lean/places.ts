import type { StateFips } from '../../context.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { SourceError } from '../../read/source-error.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { logit } from './logit.ts'

/** Result of the 2020 vote in a city, town, village or census designated place. */
export interface PlaceResult {
  readonly name: string
  readonly state: StateFips
  /** Degrees, internal point. */
  readonly lat: number
  readonly lon: number
  /** Radius of a disc of the place's area plus 0.2 km, km. */
  readonly radius: number
  /** Of the place's Democratic share of the two-party vote. */
  readonly logOdds: number
}

const SHARES = 'elections/census_places_2020_pres_06_12_48.csv.gz'
const POINTS = 'census/gazetteer/us_places_2024_pcaisse.csv.gz'
const KM2_PER_SQUARE_MILE = 2.59
/** Two independent lists of the same places: most of the names agree. */
const LEAST_JOINED = 0.95

/** Places with votes, joined by name and state to their points. */
export async function readPlaces(sources: SourceFolder): Promise<readonly PlaceResult[]> {
  const pointsOf = await readPoints(sources)
  const { rows, columns } = await readCsv(sources, SHARES, {
    name: text({ required: true }),
    st: text({ required: true, pattern: /^(CA|FL|TX)$/ }),
    stfips: text({ required: true, pattern: /^(06|12|48)$/ }),
    population: number({ required: true, min: 0 }),
    sqmi: number({ required: true, min: 0 }),
    votes_dem: number({ min: 0 }),
    votes_rep: number({ min: 0 }),
  })
  // Of two places with one name the list of points, in order of population, has the larger first.
  const order = Array.from({ length: rows }, (_, i) => i)
  order.sort((i, j) => columns.population[j] - columns.population[i] || i - j)
  const taken = new Map<string, number>()
  const places: PlaceResult[] = []
  let joined = 0
  for (const i of order) {
    const key = `${columns.name[i]}, ${columns.st[i]}`
    const nth = taken.get(key) ?? 0
    taken.set(key, nth + 1)
    const point = pointsOf.get(key)?.[nth]
    if (point === undefined) continue
    joined++
    const share = columns.votes_dem[i] / (columns.votes_dem[i] + columns.votes_rep[i])
    if (Number.isNaN(share)) continue
    places.push({
      name: columns.name[i],
      state: columns.stfips[i] as StateFips,
      lat: point.lat,
      lon: point.lon,
      radius: Math.sqrt((columns.sqmi[i] * KM2_PER_SQUARE_MILE) / Math.PI) + 0.2,
      logOdds: logit(share),
    })
  }
  if (joined < LEAST_JOINED * rows) {
    const found = `${joined} of ${rows} places have a point of that name in ${POINTS}`
    throw new SourceError({ file: SHARES, found, expectation: `at least ${100 * LEAST_JOINED} %` })
  }
  return places
}

interface Point {
  readonly lat: number
  readonly lon: number
}

async function readPoints(sources: SourceFolder): Promise<ReadonlyMap<string, readonly Point[]>> {
  const { rows, columns } = await readCsv(sources, POINTS, {
    name: text({ required: true }),
    lat: number({ required: true, min: -90, max: 90 }),
    lon: number({ required: true, min: -180, max: 180 }),
  })
  const points = new Map<string, Point[]>()
  for (let i = 0; i < rows; i++) {
    const point = { lat: columns.lat[i], lon: columns.lon[i] }
    const same = points.get(columns.name[i])
    if (same === undefined) points.set(columns.name[i], [point])
    else same.push(point)
  }
  return points
}
