import { type Coefficients, type CountyPredictors, estimateCounty } from '../../score/ideological-lean/estimate.ts'
import { fitCoefficients } from './fit.ts'
import type { MeasuredVote } from './measured-vote.ts'

export interface ModelError {
  /** Mean absolute error of the share over precincts, weighted by votes, points of 100. */
  readonly points: number
  /** The same for the county's share everywhere. */
  readonly countyPoints: number
  /** Number of precincts or block groups. */
  readonly n: number
}

/** Fits on some counties and judges on others. */
export function errorAcross(
  fitted: readonly CountyPredictors[],
  judged: readonly CountyPredictors[],
  measured: MeasuredVote,
): ModelError {
  const coefficients = fitCoefficients(fitted, measured)
  return errorOf(
    judged.map((county) => ({ county, coefficients })),
    measured,
  )
}

/** Every county judged by a fit that left out the eighth of the counties it belongs to. */
export function errorLeavingOut(counties: readonly CountyPredictors[], measured: MeasuredVote): ModelError {
  const parts = 8
  const fits = Array.from({ length: parts }, (_, part) =>
    fitCoefficients(
      counties.filter((_, i) => i % parts !== part),
      measured,
    ),
  )
  return errorOf(
    counties.map((county, i) => ({ county, coefficients: fits[i % parts] })),
    measured,
  )
}

function errorOf(
  counties: readonly { readonly county: CountyPredictors; readonly coefficients: Coefficients }[],
  measured: MeasuredVote,
): ModelError {
  // Several block groups share a precinct: their estimates are added up before they are judged.
  const units = new Map<string, { votes: number; error: number; countyError: number }>()
  for (const { county, coefficients } of counties) {
    const estimated = estimateCounty(county, coefficients)
    county.members.forEach((b, i) => {
      const votes = measured.votes[b]
      if (votes === 0) return
      const sum = units.get(measured.unit[b]) ?? { votes: 0, error: 0, countyError: 0 }
      sum.votes += votes
      sum.error += votes * (estimated[i] - measured.share[b])
      sum.countyError += votes * (county.share - measured.share[b])
      units.set(measured.unit[b], sum)
    })
  }
  let [votes, error, countyError] = [0, 0, 0]
  for (const unit of units.values()) {
    votes += unit.votes
    error += Math.abs(unit.error)
    countyError += Math.abs(unit.countyError)
  }
  return { points: (100 * error) / votes, countyPoints: (100 * countyError) / votes, n: units.size }
}
