import type { BuildContext } from '../../context.ts'
import { containingPolygon } from '../../score/ideological-lean/containing-polygon.ts'
import type { PrecinctPolygon } from '../../score/ideological-lean/precincts.ts'
import { LEAST_VOTES, shareOf, type Tally, votesOf } from '../../score/ideological-lean/two-party-vote.ts'

/** The published vote at every block group's centre. */
export interface MeasuredVote {
  /** Democratic share 0-1, NaN where fewer than 20 votes or no precinct is known. */
  readonly share: Float64Array
  /** Votes of the block group: its own, or its part by people of the precinct's. */
  readonly votes: Float64Array
  /** The block group or precinct that voted, '' where none. */
  readonly unit: readonly string[]
}

export function measuredVote(
  { blockGroups }: BuildContext,
  california: ReadonlyMap<string, Tally>,
  precincts: readonly PrecinctPolygon[],
): MeasuredVote {
  const { id, lat, lon, state, population } = blockGroups
  const precinctAt = containingPolygon(precincts.map(({ polygon }) => polygon))
  const tallies = id.map((blockGroup, b): { unit: string; tally: Tally | undefined } => {
    if (state[b] === '06') return { unit: blockGroup, tally: california.get(blockGroup) }
    const precinct = precincts[precinctAt(lat[b], lon[b])] as PrecinctPolygon | undefined
    return { unit: precinct?.id ?? '', tally: precinct?.tally }
  })
  const people = new Map<string, number>()
  tallies.forEach(({ unit }, b) => {
    people.set(unit, (people.get(unit) ?? 0) + population[b])
  })
  const enough = ({ tally }: { tally: Tally | undefined }) => votesOf(tally) >= LEAST_VOTES
  return {
    share: Float64Array.from(tallies, (unit) => (enough(unit) ? shareOf(unit.tally) : Number.NaN)),
    votes: Float64Array.from(tallies, (unit, b) => {
      if (!enough(unit)) return 0
      return (votesOf(unit.tally) * population[b]) / Math.max(1, people.get(unit.unit) ?? 0)
    }),
    unit: tallies.map(({ unit }) => unit),
  }
}
