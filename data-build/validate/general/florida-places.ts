import type { LatLon } from '../../geography/center-index.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { loadSeaWater } from '../../geography/sea-water.ts'
import {
  getShare,
  getVotes,
  MIN_VOTES,
  type PrecinctPolygon,
  readFloridaPrecincts,
} from '../../score/ideological-lean/votes.ts'
import { readElections, votesOf2024 } from '../../score/ideological-lean/votes-2024.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Check, hitRate, scoresAt } from '../check.ts'
import {
  amongPeople,
  anywhere,
  containingPolygons,
  gather,
  type Located,
  sampleBoxes,
  tractAt,
} from './random-places.ts'

const PLACES = 3000

/** Checks area-based scores at random places in Florida, where all 2020 tracts and precincts have polygons. */
export async function floridaPlaces(context: BuiltContext): Promise<Check[]> {
  const inTract = floridaTracts(context)
  // Excludes bays and lagoons, which have no scores although tracts extend into them.
  const seas = new EdgeIndex((await loadSeaWater(context.sources)).flatMap(({ polygons }) => polygons))
  const locate = (place: LatLon) => (seas.containing(place.lon, place.lat) < 0 ? inTract(place) : null)
  const samples = [
    { where: 'anywhere in Florida', places: gather(anywhere(sampleBoxes['12'], 12), PLACES, locate) },
    { where: 'where Floridians live', places: gather(amongPeople(context.blockGroups, '12', 12), PLACES, locate) },
  ]
  const insurance = insuranceFormula(context)
  const lean = await leanOfPrecinct(context)
  return samples.flatMap(({ where, places }) => {
    const clear = places.filter((place) => place.clear)
    return [
      hits(context, clear, {
        dimension: 'insurance-coverage',
        description: `formula of the containing 2020 tract, ${where}`,
        expectedAt: insurance,
        tolerance: 1,
        target: 0.99,
      }),
      hits(context, clear, {
        dimension: 'ideological-lean',
        description: `two-party share of the containing precinct, ${where}`,
        expectedAt: lean,
        tolerance: 2,
        target: 0.97,
      }),
    ]
  })
}

/** Returns a function that finds the 2020 tract of a place in Florida. */
export function floridaTracts({ zones }: BuiltContext): (place: LatLon) => Located | null {
  const inFlorida = (_: unknown, index: number) => zones.state[index] === '12'
  return tractAt(zones.geoid.filter(inFlorida), zones.rings.filter(inFlorida))
}

/** Expected scores of a dimension. */
interface Expected {
  readonly dimension: string
  /** Description of the expected score. */
  readonly description: string
  readonly expectedAt: (place: Located) => number
  /** Maximum difference in points. */
  readonly tolerance: number
  /** Required share of places. */
  readonly target: number
}

/**
 * Reports the share of places whose built score is within the tolerance of the expected score. Places with an expected
 * score of NaN are skipped.
 */
function hits(context: BuiltContext, places: readonly Located[], expected: Expected): Check {
  const { dimension, description, expectedAt, tolerance, target } = expected
  const scores = scoresAt(context, dimension, places)
  const away = places
    .map((place, i) => Math.abs(scores[i] - expectedAt(place)))
    .filter((points) => !Number.isNaN(points))
  const near = away.filter((points) => points <= tolerance)
  const check = `score within ${tolerance} of the ${description}, 150 m from tract borders`
  return { dimension, check, ...hitRate(near.length, away.length, target) }
}

/** Repeats the specification's formula: 255 from 90% insured, 0 below 100 people or without a figure. */
function insuranceFormula({ blockGroups, eji }: BuiltContext): (place: Located) => number {
  const uninsured = eji('E_UNINSUR')
  const people = eji('E_TOTPOP')
  const scoreOf = new Map<string, number>()
  blockGroups.tract2020.forEach((tract, b) => {
    const isKnown = !Number.isNaN(uninsured[b]) && people[b] >= 100
    scoreOf.set(tract, isKnown ? 1 + Math.round(254 * Math.min(1, (1 - uninsured[b] / 100) / 0.9)) : 0)
  })
  return ({ tract }) => scoreOf.get(tract) ?? Number.NaN
}

/** Returns 1 + 254 times the Democratic share of the precinct, or of the county if the precinct has too few votes. */
async function leanOfPrecinct({ sources }: BuiltContext): Promise<(place: Located) => number> {
  const elections = await readElections(sources, '12')
  const tallies = votesOf2024(elections)
  const { counties } = elections
  const precincts: readonly PrecinctPolygon[] = await readFloridaPrecincts(sources, tallies)
  const containing = containingPolygons(precincts.map(({ polygon }) => polygon))
  return ({ lat, lon }) => {
    const place = containing(lon, lat).at(-1)
    if (place === undefined) return Number.NaN
    const { id, tally } = precincts[place]
    const share = getShare(getVotes(tally) >= MIN_VOTES ? tally : counties.get(id.slice(0, 5)))
    return 1 + 254 * share
  }
}
