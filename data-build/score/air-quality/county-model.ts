import type { CountyAqi } from './county-aqi.ts'
import { type Covariance, type Kriged, krige } from './kriging.ts'

/** What the index is computed from, one element per county: its 95th percentile, as the worst monitor of a county counts. */
export interface CountyExposure {
  /** Annual mean, µg/m³. */
  readonly pm25: Float64Array
  /** Days per year above the ozone standard. */
  readonly ozoneDays: Float64Array
}

/** Kriged county indexes: what counties report, whichever pollutants they measure, is followed without steps between them. */
export type CountyModel = Kriged

// By leaving counties out one by one: 5.64-5.70 index points for ranges of 40-75 km and nuggets of 1-2. The large
// nugget is the part of a county's index that depends on which pollutants it happens to measure.
const covariance: Covariance = { range: 50, nugget: 1.5 }

/** Fits the model to what the counties reported. */
export function fitCountyModel(counties: CountyAqi, exposure: CountyExposure): CountyModel {
  const features = [counties.mean.map(() => 1), exposure.pm25, exposure.ozoneDays.map(Math.log1p)]
  return krige(counties, features, counties.mean, covariance)
}

/** Mean daily index at a place; `residual` is that of the model there. */
export function meanIndex({ coefficients }: CountyModel, pm25: number, ozoneDays: number, residual: number): number {
  return coefficients[0] + coefficients[1] * pm25 + coefficients[2] * Math.log1p(ozoneDays) + residual
}
