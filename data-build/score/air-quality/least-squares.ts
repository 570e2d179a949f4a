import { factorise } from './cholesky.ts'

/** Coefficients that minimise Σ (y − X·b)²; `columns` are the columns of X, each as long as y. */
export function leastSquares(columns: readonly Float64Array[], y: Float64Array): Float64Array {
  const size = columns.length
  const normal = new Float64Array(size * size)
  const right = new Float64Array(size)
  for (let i = 0; i < size; i++) {
    right[i] = dot(columns[i], y)
    for (let j = 0; j < size; j++) normal[i * size + j] = dot(columns[i], columns[j])
  }
  return factorise(normal, size).solve(right)
}

/** Σ a·b. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}
