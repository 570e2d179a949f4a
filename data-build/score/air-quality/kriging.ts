import type { Points } from '../../geography/center-index.ts'

/**
 * Covariance exp(-d/range) at a distance d, and the nugget: the variance of a site's own deviations, relative to the
 * variance that nearby sites share.
 */
export interface Covariance {
  /** Range in km. */
  readonly range: number
  readonly nugget: number
}

export interface Kriged {
  /** Coefficient of each feature column: value ≈ Σ coefficient · feature + residual. */
  readonly coefficients: Float64Array
  /** Returns the correction that nearby sites add to the regression at a point in degrees. */
  residual(lat: number, lon: number): number
  /** Model value at each site, computed without that site. */
  readonly leftOut: Float64Array
}

/**
 * Performs universal kriging: generalized least squares on `features` (columns with an element per site; include a
 * constant column), plus the residuals, interpolated by their covariance.
 */
export function krige(
  sites: Points,
  features: readonly Float64Array[],
  values: Float64Array,
  covariance: Covariance,
): Kriged {
  const n = values.length
  const distances = siteDistances(sites)
  const row = new Float64Array(n)
  const matrix = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    distances(sites.lat[i], sites.lon[i], row)
    for (let j = 0; j < n; j++) matrix[i * n + j] = Math.exp(-row[j] / covariance.range)
    matrix[i * n + i] += covariance.nugget
  }
  const covariances = factorize(matrix, n)
  const whitened = features.map((feature) => covariances.solve(feature))
  const size = features.length
  const normal = new Float64Array(size * size)
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) normal[i * size + j] = dot(features[i], whitened[j])
  const trend = factorize(normal, size)
  const coefficients = trend.solve(whitened.map((column) => dot(column, values)))
  const residuals = values.map((value, i) => value - features.reduce((sum, f, k) => sum + coefficients[k] * f[i], 0))
  const weights = covariances.solve(residuals)
  return {
    coefficients,
    residual(lat, lon) {
      distances(lat, lon, row)
      let sum = 0
      for (let i = 0; i < n; i++) sum += weights[i] * Math.exp(-row[i] / covariance.range)
      return sum
    },
    leftOut: values.map((value, i) => {
      // Dubrule 1983: the leave-one-out error of site i is (Q y)_i / Q_ii with Q = K⁻¹ − K⁻¹X (XᵀK⁻¹X)⁻¹ XᵀK⁻¹. The
      // vector Q y equals `weights`.
      const unit = new Float64Array(n)
      unit[i] = 1
      const ofSite = whitened.map((column) => column[i])
      const diagonal = covariances.solve(unit)[i] - dot(ofSite, trend.solve(ofSite))
      return value - weights[i] / diagonal
    }),
  }
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

/**
 * Computes the Cholesky factorization of a row-major symmetric matrix with `size` rows. Throws a `RangeError` when the
 * matrix is not positive definite. `solve` returns the solution x of A x = b as a new array and reuses the factor.
 */
export function factorize(matrix: Float64Array, size: number) {
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
  return { solve: (b: ArrayLike<number>) => substitute(lower, size, b) }
}

/** Solves normal equations whose last column is the right-hand side. */
export function solve(equations: readonly Float64Array[]): Float64Array {
  const size = equations.length
  const matrix = Float64Array.from(equations.flatMap((row) => [...row.subarray(0, size)]))
  return factorize(matrix, size).solve(equations.map((row) => row[size]))
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

const radiusKm = 6371.0088 // mean Earth radius, IUGG

/**
 * Returns a function that computes the distances in km from a point to a fixed list of sites. Distances are measured
 * along the chord, which is 0.01% shorter than the great circle at 300 km. The function fills `into`, which has one
 * element per site.
 */
export function siteDistances({ lat, lon }: Points): (lat: number, lon: number, into: Float64Array) => void {
  const sites = Array.from(lat, (degrees, i) => position(degrees, lon[i]))
  const [x, y, z] = [0, 1, 2].map((axis) => Float64Array.from(sites, (site) => site[axis]))
  return (lat, lon, into) => {
    const [px, py, pz] = position(lat, lon)
    for (let i = 0; i < x.length; i++) into[i] = Math.sqrt((x[i] - px) ** 2 + (y[i] - py) ** 2 + (z[i] - pz) ** 2)
  }
}

/** Returns the position in km from the center of the earth. */
function position(lat: number, lon: number): readonly [x: number, y: number, z: number] {
  const phi = (lat * Math.PI) / 180
  const lambda = (lon * Math.PI) / 180
  const across = radiusKm * Math.cos(phi)
  return [across * Math.cos(lambda), across * Math.sin(lambda), radiusKm * Math.sin(phi)]
}
