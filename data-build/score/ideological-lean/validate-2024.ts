import { type Finding, finding, hitRate } from '../../validate/check.ts'
import { solve } from '../air-quality/kriging.ts'
import { getShare, getVotes, logit, type Tally } from './votes.ts'
import { byCounty, computeSum, type Elections, type TrendCoefficients, votesOf2024 } from './votes-2024.ts'

const FOLDS = 5

/**
 * Evaluates the shifted 2024 votes on Texas precincts. For each precinct, the counted votes of its whole county are
 * withheld.
 */
export function movedVotesChecks(elections: readonly Elections[]): readonly Finding[] {
  const texas = elections[2]
  const counties = [...byCounty(texas.votes2020.keys()).keys()].sort()
  const error = (methodOf: (fold: number) => (id: string) => number) => {
    let sum = 0
    let votes = 0
    for (let fold = 0; fold < FOLDS; fold++) {
      const moved = methodOf(fold)
      for (const [id, tally] of texas.counted) {
        if (counties.indexOf(id.slice(0, 5)) % FOLDS !== fold) continue
        sum += getVotes(tally) * Math.abs(moved(id) - getShare(tally))
        votes += getVotes(tally)
      }
    }
    return (100 * sum) / votes
  }
  const without = (fold: number): Elections => ({
    ...texas,
    counted: new Map([...texas.counted].filter(([id]) => counties.indexOf(id.slice(0, 5)) % FOLDS !== fold)),
  })
  const byTrend = (coefficients: (fold: number) => TrendCoefficients) => (fold: number) => {
    const moved = votesOf2024(without(fold), coefficients(fold))
    return (id: string) => getShare(moved.get(id))
  }
  const fitted = error(byTrend((fold) => fitTrend(without(fold))))
  const line = (method: string, value: number, judged = {}) => {
    const check = `votes of 2024 in precincts of Texas, their counties left out: ${method}`
    return finding(check, 'mean absolute error, points', value, texas.counted.size, judged)
  }
  const off = elections.flatMap(countiesOff)
  const swung = byTrend(() => ({ trend: 0, above: 0 }))
  const unmoved = () => (id: string) => getShare(texas.votes2020.get(id))
  const exact = off.filter((points) => points <= 0.1).length
  return [
    line("shifted by the county's swing and their own trend", fitted, { trial: 2.09, reached: fitted <= 2.2 }),
    line("shifted by the county's swing alone", error(swung)),
    line('those of 2020 without a shift', error(unmoved)),
    {
      check: "counties whose precincts add up to the county's 2024 share within 0.1 points",
      ...hitRate(exact, off.length, 0.97),
      statistic: 'share of counties',
    },
  ]
}

/** Fits the precinct swing beyond the county swing by vote-weighted least squares. */
export function fitTrend({ votes2016, votes2020, counted, counties }: Elections): TrendCoefficients {
  const equations = [new Float64Array(3), new Float64Array(3)]
  const of = (tally: Tally | undefined) => logit(getShare(tally), 0.01)
  for (const [id, tally] of counted) {
    const county = id.slice(0, 5)
    const before = votes2016.get(id)
    const now = votes2020.get(id)
    if (!(getVotes(before) > 0)) continue
    const county2020 = of(computeSum(votes2020, county))
    const swing = of(now) - of(before) - (county2020 - of(computeSum(votes2016, county)))
    const above = of(now) - county2020
    const values = [swing, above, of(tally) - of(now) - (of(counties.get(county)) - county2020)]
    for (let i = 0; i < 2; i++) for (let k = 0; k < 3; k++) equations[i][k] += getVotes(now) * values[i] * values[k]
  }
  const [trend, above] = solve(equations)
  return { trend, above }
}

/**
 * Returns, for each county, the difference in points between the vote-weighted mean of its precincts and the county
 * result.
 */
function countiesOff(elections: Elections): number[] {
  const moved = votesOf2024(elections)
  return [...byCounty(elections.votes2020.keys())].map(([county, ids]) => {
    let democratic = 0
    let all = 0
    for (const id of ids) {
      const votes = getVotes(elections.votes2020.get(id))
      if (votes === 0) continue
      democratic += votes * getShare(moved.get(id))
      all += votes
    }
    return 100 * Math.abs(democratic / all - getShare(elections.counties.get(county)))
  })
}
