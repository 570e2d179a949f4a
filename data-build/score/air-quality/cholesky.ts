/** Solves symmetric positive definite systems: the factor is computed once, right-hand sides follow. */
export interface Factorised {
  readonly size: number
  /** The solution x of A x = b, a fresh array. */
  solve(b: ArrayLike<number>): Float64Array
}

/** Cholesky factorisation of a row-major symmetric matrix of `size` rows. Throws a `RangeError` when it is not positive definite. */
export function factorise(matrix: Float64Array, size: number): Factorised {
  const lower = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = matrix[row * size + column]
      for (let k = 0; k < column; k++) sum -= lower[row * size + k] * lower[column * size + k]
      if (row !== column) lower[row * size + column] = sum / lower[column * size + column]
      else if (sum > 0) lower[row * size + row] = Math.sqrt(sum)
      else
        throw new RangeError(`matrix of ${size} rows is not positive definite at row ${row}; look for repeated sites`)
    }
  }
  return { size, solve: (b) => substitute(lower, size, b) }
}

function substitute(lower: Float64Array, size: number, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b)
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++) x[row] -= lower[row * size + k] * x[k]
    x[row] /= lower[row * size + row]
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) x[row] -= lower[k * size + row] * x[k]
    x[row] /= lower[row * size + row]
  }
  return x
}
