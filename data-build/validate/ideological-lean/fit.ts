import type { Coefficients, CountyPredictors, Predictor } from '../../score/ideological-lean/estimate.ts'
import { logit } from '../../score/ideological-lean/logit.ts'
import type { MeasuredVote } from './measured-vote.ts'

const names: readonly Predictor[] = ['within', 'around', 'near', 'density', 'renters']

/** Least squares of the measured log odds within counties, weighted by votes: each county has a constant of its own. */
export function fitCoefficients(counties: readonly CountyPredictors[], measured: MeasuredVote): Coefficients {
  const size = names.length
  // Normal equations, with the right-hand side as the last column.
  const equations = names.map(() => new Float64Array(size + 1))
  for (const county of counties) {
    const rows = county.members
      .map((b, i) => ({
        weight: measured.votes[b],
        values: [...names.map((name) => county.predictors[i][name]), logit(measured.share[b])],
      }))
      .filter(({ weight }) => weight > 0)
    const total = rows.reduce((sum, { weight }) => sum + weight, 0)
    const mean = Array.from({ length: size + 1 }, (_, k) =>
      rows.reduce((sum, { weight, values }) => sum + (weight * values[k]) / total, 0),
    )
    for (const { weight, values } of rows) {
      for (let i = 0; i < size; i++) {
        const scaled = weight * (values[i] - mean[i])
        for (let k = 0; k <= size; k++) equations[i][k] += scaled * (values[k] - mean[k])
      }
    }
  }
  const solution = solve(equations)
  return Object.fromEntries(names.map((name, i) => [name, solution[i]])) as Record<Predictor, number>
}

/** Solves linear equations by elimination with row exchange; the right-hand side is the last column. */
export function solve(equations: readonly Float64Array[]): Float64Array {
  const rows = equations.map((row) => row.slice())
  const size = rows.length
  for (let i = 0; i < size; i++) {
    let pivot = i
    for (let r = i + 1; r < size; r++) if (Math.abs(rows[r][i]) > Math.abs(rows[pivot][i])) pivot = r
    ;[rows[i], rows[pivot]] = [rows[pivot], rows[i]]
    for (let r = 0; r < size; r++) {
      if (r === i) continue
      const factor = rows[r][i] / rows[i][i]
      for (let k = i; k <= size; k++) rows[r][k] -= factor * rows[i][k]
    }
  }
  return Float64Array.from(rows, (row, i) => row[size] / row[i])
}
