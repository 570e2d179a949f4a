import type { CountyAqi } from './county-aqi.ts'
import { leastSquares } from './least-squares.ts'
import { siteDistances } from './site-distance.ts'

const reachKm = 60 // σ of the Gaussian by which a county's residual fades
const priorCounties = 2 // so many counties without residual stand beside the real ones

/** PM2.5 (µg/m³) and ozone index of each county: the 90th percentile of its block groups, as its worst monitor counts. */
export interface CountyExposure {
  readonly pm25: Float64Array
  readonly ozone: Float64Array
}

/**
 * How the mean daily index follows from PM2.5 and ozone. Counties that measure one pollutant only report that one's
 * index; the model knows what each measures, so that places are compared as if both were measured everywhere.
 */
export interface CountyModel {
  readonly constant: number
  /** Index points per µg/m³, and what measuring PM2.5 adds by itself. */
  readonly pm25Slope: number
  readonly pm25Measured: number
  /** Index points per point of ozone index, and what measuring ozone adds by itself. */
  readonly ozoneSlope: number
  readonly ozoneMeasured: number
  /** What the counties around a place (degrees) report above or below the regression. */
  residual(lat: number, lon: number): number
}

/** Fits the model to what the counties reported. */
export function fitCountyModel(counties: CountyAqi, exposure: CountyExposure): CountyModel {
  const columns = regressors(counties, exposure)
  const fit = leastSquares(columns, counties.mean)
  const residuals = counties.mean.map(
    (mean, i) => mean - columns.reduce((sum, column, k) => sum + fit[k] * column[i], 0),
  )
  const distances = siteDistances(counties)
  const km = new Float64Array(residuals.length)
  return {
    constant: fit[0],
    pm25Slope: fit[1],
    pm25Measured: fit[2],
    ozoneSlope: fit[3],
    ozoneMeasured: fit[4],
    residual(lat, lon) {
      distances(lat, lon, km)
      let sum = 0
      let total = priorCounties
      for (let i = 0; i < km.length; i++) {
        const weight = Math.exp(-(km[i] ** 2) / (2 * reachKm ** 2))
        sum += weight * residuals[i]
        total += weight
      }
      return sum / total
    },
  }
}

/** Mean daily index where both pollutants are measured, without the counties' residual. */
export function meanIndex(model: CountyModel, pm25: number, ozone: number): number {
  return model.constant + model.pm25Measured + model.ozoneMeasured + model.pm25Slope * pm25 + model.ozoneSlope * ozone
}

/** What the model says for county i of the list, given what that county measures. */
export function countyIndex(model: CountyModel, counties: CountyAqi, exposure: CountyExposure, i: number): number {
  const pm25 = counties.measuresPm25[i] * (model.pm25Measured + model.pm25Slope * exposure.pm25[i])
  const ozone = counties.measuresOzone[i] * (model.ozoneMeasured + model.ozoneSlope * exposure.ozone[i])
  return model.constant + pm25 + ozone + model.residual(counties.lat[i], counties.lon[i])
}

function regressors(counties: CountyAqi, exposure: CountyExposure): Float64Array[] {
  return [
    counties.mean.map(() => 1),
    exposure.pm25.map((pm25, i) => pm25 * counties.measuresPm25[i]),
    counties.measuresPm25,
    exposure.ozone.map((ozone, i) => ozone * counties.measuresOzone[i]),
    counties.measuresOzone,
  ]
}
