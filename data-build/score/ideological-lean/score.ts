import type { Basis } from '../../../src/answers/dimensions/dimension.ts'
import type { AreaScorer, BuildContext, FactSpec } from '../../context.ts'
import { estimateShares } from './estimate.ts'
import {
  getShare,
  getVotes,
  MIN_VOTES,
  type PrecinctPolygon,
  precinctFinder,
  readPlaces,
  readPrecincts,
  sumByPrefix,
  type Tally,
} from './votes.ts'
import { readAllElections, votesOf2024 } from './votes-2024.ts'

const percent = { unit: '%', offset: 0, step: 0.4, digits: 0 } as const
const votes = { unit: 'votes', offset: 1, step: 0.0225, log: true, digits: 0 } as const
const facts: readonly FactSpec[] = [
  { id: 'democratic_pct', label: 'Democratic share of the two-party vote 2024', ...percent },
  { id: 'votes', label: 'Votes counted in the area (in 2020 if modeled)', ...votes },
]

/**
 * Scores the two-party vote for president in 2024. The 2020 votes of block groups (CA) and precincts (FL, TX) are
 * shifted by their county's swing. Texas precincts with unchanged boundaries have their own 2024 count. A model fills
 * in where precincts have no polygon.
 */
export const scorer: AreaScorer = {
  facts,
  async prepare(context: BuildContext) {
    const elections = await readAllElections(context.sources)
    const [california, florida, texas] = elections.map((election) => votesOf2024(election))
    const { counties } = elections[0]
    const earlier = countyTallies(elections.map(({ votes2020 }) => votes2020))
    const precincts = await readPrecincts(context.sources, florida, texas)
    const results = precincts.map(({ id, tally }) => getResult([tally, counties.get(id.slice(0, 5))]))
    const centers = await centerResults(context, california, [earlier, counties], precincts, results)
    return {
      blockGroups: getColumns(centers),
      polygons: precincts.map(({ polygon }) => polygon),
      polygonColumns: getColumns(results),
    }
  },
}

/** The vote used for an area. */
export interface Result {
  /** Democratic share 0-1; NaN without data. */
  readonly share: number
  /** Number of votes counted; NaN for a modeled share. */
  readonly votes: number
  readonly basis: Basis
}

/** Returns the votes of whole counties by 5-digit FIPS code. */
export function countyTallies(states: readonly ReadonlyMap<string, Tally>[]): ReadonlyMap<string, Tally> {
  return new Map(states.flatMap((tallies) => [...sumByPrefix(tallies, 5)]))
}

/**
 * Returns the finest tally with enough votes. The result is measured if it is the first tally and its votes were
 * counted.
 */
export function getResult(finestFirst: readonly (Tally | undefined)[]): Result {
  const at = finestFirst.findIndex((tally) => getVotes(tally) >= MIN_VOTES)
  if (at === -1) return { share: Number.NaN, votes: Number.NaN, basis: 'estimate' }
  const tally = finestFirst[at]
  const ownBasis = tally?.moved ? 'modeled' : 'measured'
  return { share: getShare(tally), votes: getVotes(tally), basis: at === 0 ? ownBasis : 'estimate' }
}

/** Returns the score 1-255 of a Democratic share 0-1: 128 is an even split, 0 means no data. */
export function leanScore(share: number): number {
  return Number.isNaN(share) ? 0 : 1 + Math.round(254 * share)
}

/**
 * Returns one result per block group: its own votes, the votes of the precinct around its center, or the modeled share.
 */
async function centerResults(
  context: BuildContext,
  california: ReadonlyMap<string, Tally>,
  [earlier, counties]: readonly ReadonlyMap<string, Tally>[],
  precincts: readonly PrecinctPolygon[],
  precinctResults: readonly Result[],
): Promise<readonly Result[]> {
  const { blockGroups, sources } = context
  const tracts = sumByPrefix(california, 11)
  const precinctAt = precinctFinder(precincts)
  const results = Array.from(blockGroups.id, (id, b): Result | null => {
    if (blockGroups.state[b] === '06') {
      return getResult([california.get(id), tracts.get(blockGroups.tract2020[b]), counties.get(blockGroups.county[b])])
    }
    const precinct = precinctAt(blockGroups.lat[b], blockGroups.lon[b])
    return precinct === -1 ? null : asNeighbor(precinctResults[precinct])
  })
  const gaps = new Set(blockGroups.county.filter((_, b) => results[b] === null))
  const places = await readPlaces(sources)
  const shares = estimateShares(context, places, earlier, gaps, counties)
  return results.map((result, b) => result ?? { share: shares[b], votes: Number.NaN, basis: 'estimate' })
}

/** Returns a precinct's result for use outside its polygon, where it is only an estimate. */
function asNeighbor(result: Result): Result {
  return { ...result, basis: 'estimate' }
}

function getColumns(results: readonly Result[]) {
  return {
    score: Uint8Array.from(results, ({ share }) => leanScore(share)),
    basis: results.map(({ basis }) => basis),
    facts: {
      democratic_pct: Float32Array.from(results, ({ share }) => 100 * share),
      votes: Float32Array.from(results, ({ votes }) => votes),
    },
  }
}
