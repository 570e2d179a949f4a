import { factorise } from './cholesky.ts'
import { type Sites, siteDistances } from './site-distance.ts'

/** Covariance exp(-d/range), and the share of variance that neighbouring sites do not have in common. */
export interface Covariance {
  /** km */
  readonly range: number
  readonly nugget: number
}

export interface Kriged {
  /** One per column of the features: value ≈ Σ coefficient · feature + residual. */
  readonly coefficients: Float64Array
  /** What the sites near a point add to the regression there. Degrees. */
  residual(lat: number, lon: number): number
  /** Per site: what the model says there when that site alone is left out of it. */
  readonly leftOut: Float64Array
}

/**
 * Universal kriging: generalised least squares on `features` (columns, one element per site; include a constant one),
 * and the residuals spread by their covariance.
 */
export function krige(
  sites: Sites,
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
  const covariances = factorise(matrix, n)
  const whitened = features.map((feature) => covariances.solve(feature))
  const size = features.length
  const normal = new Float64Array(size * size)
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) normal[i * size + j] = dot(features[i], whitened[j])
  const trend = factorise(normal, size)
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
      // Dubrule 1983: the error of leaving site i out is (Q y)_i / Q_ii with Q = K⁻¹ − K⁻¹X (XᵀK⁻¹X)⁻¹ XᵀK⁻¹; (Q y) are the weights.
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
