import { type CountyAqi, readCountyAqi } from '../score/air-quality/county-aqi.ts'
import { type CountyExposure, countyIndex, fitCountyModel } from '../score/air-quality/county-model.ts'
import type { Pollutant } from '../score/air-quality/pollutants.ts'
import { type AirQualityModel, airQualityModel } from '../score/air-quality.ts'
import type { Check, Checker, ValidationContext } from './check.ts'
import { rankCorrelation, weightedMean } from './statistics.ts'

const dimension = 'air-quality'

/** Leaves monitors and counties out of the model one by one, and compares the built scores with a later year. */
export const check: Checker = async (context) => {
  const model = await airQualityModel(context)
  const later = await readCountyAqi(context.sources, [2025])
  return [
    leftOutMonitors(model.pollutants.pm25, 'annual PM2.5 of 2024 where one monitor is left out', 'µg/m³', 1.09),
    leftOutMonitors(model.pollutants.ozone, 'mean daily ozone index of 2022 where one site is left out', 'index', null),
    ...leftOutCounties(model),
    ...laterCounties(context, model, later),
    withoutScore(context),
  ]
}

function leftOutMonitors({ monitors, kriged }: Pollutant, check: string, unit: string, trial: number | null): Check {
  const n = monitors.value.length
  const value = monitors.value.reduce((sum, v, i) => sum + Math.abs(v - kriged.leftOut[i]), 0) / n
  const reached = trial === null ? null : value <= trial
  return { dimension, check, statistic: `mean absolute error, ${unit}`, value, n, trial, reached }
}

function leftOutCounties({ counties, exposure }: AirQualityModel): Check[] {
  const n = counties.fips.length
  const predicted = Float64Array.from(counties.fips, (_, i) => {
    const model = fitCountyModel(without(counties, i), withoutExposure(exposure, i))
    return countyIndex(model, counties, exposure, i)
  })
  const error = predicted.reduce((sum, index, i) => sum + Math.abs(index - counties.mean[i]), 0) / n
  const { rho } = rankCorrelation(predicted, counties.mean)
  const check = 'mean daily AQI 2022-24 of a county that is left out'
  return [
    { dimension, check, statistic: 'mean absolute error, AQI', value: error, n, trial: 5.65, reached: error <= 5.65 },
    { dimension, check, statistic: 'Spearman rho', value: rho, n, trial: 0.81, reached: rho >= 0.81 },
  ]
}

function laterCounties(context: ValidationContext, model: AirQualityModel, later: CountyAqi): Check[] {
  const scores = context.scores(dimension, later.lat, later.lon)
  const at = new Map(model.counties.fips.map((fips, i) => [fips, i]))
  const all: [number, number][] = []
  const both: [number, number][] = []
  const expected: [number, number][] = []
  later.fips.forEach((fips, i) => {
    const county = at.get(fips)
    if (county === undefined || scores[i] === 0) return
    const pair: [number, number] = [-scores[i], later.mean[i]]
    all.push(pair)
    if (model.counties.measuresPm25[county] * model.counties.measuresOzone[county] === 1) both.push(pair)
    expected.push([countyIndex(model.county, model.counties, model.exposure, county), later.mean[i]])
  })
  const line = (check: string, pairs: [number, number][], trial: number | null): Check => {
    const { rho, n } = rankCorrelation(
      pairs.map((pair) => pair[0]),
      pairs.map((pair) => pair[1]),
    )
    const reached = trial === null ? null : rho >= trial
    return { dimension, check, statistic: 'Spearman rho', value: rho, n, trial, reached }
  }
  return [
    // The trial's model takes counties that measure one pollutant for clean ones, as the index they report does.
    line('county model, told what each county measures, against the AQI of 2025 (unused)', expected, 0.7),
    line('score at county centres against the AQI of 2025 (unused), counties that measure PM2.5 and ozone', both, null),
    line('the same over all counties, some of which report the index of one pollutant only', all, 0.7),
  ]
}

function withoutScore(context: ValidationContext): Check {
  const scores = context.centreScores(dimension)
  const { population } = context.blockGroups
  const value = weightedMean(
    Array.from(scores, (score) => (score === 0 ? 1 : 0)),
    population,
  )
  const check = 'people who live where the score is 0 (at most 5 % asked)'
  return { dimension, check, statistic: 'share', value, n: scores.length, trial: null, reached: value <= 0.05 }
}

function without(counties: CountyAqi, left: number): CountyAqi {
  const keep = (_: unknown, i: number) => i !== left
  return {
    fips: counties.fips.filter(keep),
    lat: counties.lat.filter(keep),
    lon: counties.lon.filter(keep),
    mean: counties.mean.filter(keep),
    measuresPm25: counties.measuresPm25.filter(keep),
    measuresOzone: counties.measuresOzone.filter(keep),
  }
}

function withoutExposure(exposure: CountyExposure, left: number): CountyExposure {
  const keep = (_: unknown, i: number) => i !== left
  return { pm25: exposure.pm25.filter(keep), ozone: exposure.ozone.filter(keep) }
}
