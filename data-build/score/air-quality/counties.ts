import { coveredStates } from '../../../src/base/states.ts'
import { getPoints, type LatLon } from '../../geography/center-index.ts'
import { coordinates, type NumberColumn, number, readRecords, text } from '../../read/csv.ts'
import { SourceError } from '../../read/source-error.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { type Covariance, type Kriged, krige } from './kriging.ts'

/**
 * Counties of the three states with daily indexes published by EPA, ascending by FIPS. Coordinates are centers of
 * population.
 */
export type CountyAqi = Awaited<ReturnType<typeof readCountyAqi>>

/** Index assumed for the days of each class: about the middle of the class's index range. */
const classes = {
  'Good Days': 28,
  'Moderate Days': 68,
  'Unhealthy for Sensitive Groups Days': 120,
  'Unhealthy Days': 170,
  'Very Unhealthy Days': 240,
  'Hazardous Days': 350,
} as const
type DayClass = keyof typeof classes
const dayClasses = Object.keys(classes) as DayClass[]
const days = number({ required: true, min: 0, max: 366 })
const dayColumns = Object.fromEntries(dayClasses.map((name) => [name, days])) as Record<DayClass, NumberColumn>

/** Reads EPA's yearly county files and combines the given years. */
export async function readCountyAqi(sources: SourceFolder, years: readonly number[]) {
  const centers = await readCenters(sources)
  const sums = new Map<string, { index: number; days: number; pm25: number; ozone: number }>()
  for (const year of years) {
    const path = `epa/annual_aqi_by_county_${year}.csv.gz`
    const table = await readRecords(sources, path, {
      State: text({ required: true }),
      County: text({ required: true }),
      'Days PM2.5': days,
      'Days Ozone': days,
      ...dayColumns,
    })
    for (const [at, row] of table.entries()) {
      if (!coveredStates.some(({ name }) => name === row.State)) continue
      const fips = centers.get(`${row.State}|${row.County}`)?.fips
      if (fips === undefined) {
        const found = `county ${row.County}, ${row.State}`
        throw new SourceError({ file: path, row: at + 2, found, expectation: 'a county of the 2020 census' })
      }
      const sum = sums.get(fips) ?? { index: 0, days: 0, pm25: 0, ozone: 0 }
      for (const name of dayClasses) {
        sum.index += classes[name] * row[name]
        sum.days += row[name]
      }
      sum.pm25 += row['Days PM2.5']
      sum.ozone += row['Days Ozone']
      sums.set(fips, sum)
    }
  }
  const placeOf = new Map([...centers.values()].map((center) => [center.fips, center]))
  const fips = [...sums.keys()].filter((id) => sums.get(id)!.days > 0).sort()
  return {
    fips,
    ...getPoints(fips.map((id) => placeOf.get(id)!)),
    /** Mean daily air quality index. Each daily index is for the worst pollutant at the county's worst monitor. */
    mean: Float64Array.from(fips, (id) => sums.get(id)!.index / sums.get(id)!.days),
    /**
     * Whether PM2.5 was the worst pollutant on at least one day and ozone on at least one other day. This shows that
     * the county measures both.
     */
    measuresBoth: fips.map((id) => sums.get(id)!.pm25 > 0 && sums.get(id)!.ozone > 0),
  }
}

interface Center extends LatLon {
  readonly fips: string
}

/** File with the counties of all three states. */
const TOGETHER = 'census/population/CenPop2020_Mean_CO_06_12_48.txt'
/**
 * Files with the counties of one state each, as served by the Census Bureau. They are read if the file of all three
 * states is missing.
 */
const BY_STATE = coveredStates.map(({ fips }) => `census/population/CenPop2020_Mean_CO${fips}.txt.gz`)

/** Reads centers of population by `state|county`. */
async function readCenters(sources: SourceFolder): Promise<Map<string, Center>> {
  const centers = new Map<string, Center>()
  for (const path of sources.has(TOGETHER) ? [TOGETHER] : BY_STATE) {
    const rows = await readRecords(sources, path, {
      state: text({ heading: 'STATEFP', required: true }),
      county: text({ heading: 'COUNTYFP', required: true }),
      name: text({ heading: 'COUNAME', required: true }),
      stateName: text({ heading: 'STNAME', required: true }),
      ...coordinates('LATITUDE', 'LONGITUDE'),
    })
    for (const { state, county, name, stateName, lat, lon } of rows) {
      const fips = state.padStart(2, '0') + county.padStart(3, '0')
      centers.set(`${stateName}|${name}`, { fips, lat, lon })
    }
  }
  return centers
}

/**
 * Inputs of the county model, one element per county. Each is the 95th percentile of the county's block groups, because
 * the county's index comes from its worst monitor.
 */
export interface CountyExposure {
  /** Annual mean in µg/m³. */
  readonly pm25: Float64Array
  /** Days per year above the ozone standard. */
  readonly ozoneDays: Float64Array
}

// Covariance of the residuals. Leave-one-out errors are 5.64-5.70 index points for ranges of 40-75 km and nuggets of
// 1-2. The nugget is large because a county's index also depends on which pollutants the county happens to measure.
const covariance: Covariance = { range: 50, nugget: 1.5 }

/**
 * Fits the model to the index of all counties, regardless of the pollutants they measure. Separate models for counties
 * that measure different pollutants would cause jumps at county lines.
 */
export function fitCountyModel(counties: CountyAqi, exposure: CountyExposure): Kriged {
  const features = [counties.mean.map(() => 1), exposure.pm25, exposure.ozoneDays.map(Math.log1p)]
  return krige(counties, features, counties.mean, covariance)
}

/** Returns the mean daily index at a place. `residual` is the model's residual there. */
export function meanIndex({ coefficients }: Kriged, pm25: number, ozoneDays: number, residual: number): number {
  return coefficients[0] + coefficients[1] * pm25 + coefficients[2] * Math.log1p(ozoneDays) + residual
}
