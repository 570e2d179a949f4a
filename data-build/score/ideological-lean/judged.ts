import { groupBy } from '../../statistics.ts'
import type { BuiltContext } from '../../validate/built-context.ts'
import type { Judged, JudgedScore } from '../../validate/intervals/judged.ts'
import { type CountyPredictors, countyPredictors, estimateCounty } from './estimate.ts'
import { countyTallies, leanScore } from './score.ts'
import { fitCoefficients, measuredVote } from './validate.ts'
import { fitTrend } from './validate-2024.ts'
import { getShare, getVotes, precinctFinder, readPlaces, readPrecincts } from './votes.ts'
import { readAllElections, votesOf2024 } from './votes-2024.ts'

const FOLDS = 5
/** Minimum number of votes for a share to be meaningful. */
const ENOUGH = 50

/**
 * Judges the shifted 2024 votes by the counted votes of Texas precincts. For each precinct, the counts of its whole
 * county are withheld from the shift. Judges the model of counties and cities by counties that it was not fitted to.
 * Judges measured scores by the precinct that contains the place.
 */
export async function judgedVotes(context: BuiltContext): Promise<Judged> {
  const elections = await readAllElections(context.sources)
  const [, florida, texas] = elections
  const precincts = await readPrecincts(context.sources, votesOf2024(florida), votesOf2024(texas))
  const { lat, lon, state } = context.blockGroups
  const precinctAt = precinctFinder(precincts)
  const inTexas = [...state.keys()].filter((b) => state[b] === '48')
  const precinctOf = new Map(inTexas.map((b) => [b, precincts[precinctAt(lat[b], lon[b])]?.id ?? '']))
  const centersOf = groupBy(inTexas, (b) => precinctOf.get(b)!)
  const built = context.centerScores('ideological-lean')
  const scores: JudgedScore[] = []

  const counties = [...new Set([...texas.votes2020.keys()].map((id) => id.slice(0, 5)))].sort()
  for (let fold = 0; fold < FOLDS; fold++) {
    const isOut = (id: string) => counties.indexOf(id.slice(0, 5)) % FOLDS === fold
    const others = { ...texas, counted: new Map([...texas.counted].filter(([id]) => !isOut(id))) }
    const moved = votesOf2024(others, fitTrend(others))
    for (const [id, tally] of texas.counted) {
      if (!isOut(id) || getVotes(tally) < ENOUGH) continue
      const truth = leanScore(getShare(tally))
      for (const blockGroup of centersOf.get(id) ?? []) {
        const score = leanScore(getShare(moved.get(id)))
        if (score > 0) scores.push({ blockGroup, basis: 'modeled', score, truth })
        scores.push({ blockGroup, basis: 'measured', score: built[blockGroup], truth })
      }
    }
  }

  const votes2020 = elections.map((election) => election.votes2020)
  const measured = measuredVote(context, votes2020[0], await readPrecincts(context.sources, votes2020[1], votes2020[2]))
  const every = countyPredictors(
    context,
    await readPlaces(context.sources),
    countyTallies(votes2020),
    new Set(context.blockGroups.county),
  )
  for (let fold = 0; fold < FOLDS; fold++) {
    const isOut = (_: CountyPredictors, i: number) => i % FOLDS === fold
    const coefficients = fitCoefficients(
      every.filter((county, i) => !isOut(county, i)),
      measured,
    )
    for (const county of every.filter(isOut)) {
      const estimated = estimateCounty(county, coefficients)
      county.members.forEach((blockGroup, i) => {
        if (measured.votes[blockGroup] < ENOUGH) return
        const score = leanScore(estimated[i])
        const truth = leanScore(measured.share[blockGroup])
        if (score > 0 && truth > 0) scores.push({ blockGroup, basis: 'estimate', score, truth })
      })
    }
  }
  return {
    by: 'votes of 2024 in 5,700 Texas precincts whose counties were left out; estimates: precincts of counties left out',
    of: 'errors',
    scores,
  }
}
