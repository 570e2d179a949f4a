import type { BuildContext, View } from '../../context.ts'
import { kernelSources, pointView } from '../../geography/views.ts'
import { readEjScreen } from '../by-tract.ts'
import { type Covariance, type Kriged, krige, siteDistances } from './kriging.ts'
import { coveredOnly, type Monitors, readMonitors } from './monitors.ts'

/** Monitors of a pollutant in the three states, and the model that estimates values between them. */
export interface Pollutant {
  readonly monitors: Monitors
  readonly kriged: Kriged
  /** Returns the model value at each monitor, computed without the monitors that are less than `km` away. */
  withoutNeighbors(km: number): Float64Array
  /** Returns values at the points of a view; NaN if the covariates are unknown. */
  at(view: View): Float64Array
}

export type Pollutants = Awaited<ReturnType<typeof loadPollutants>>

// Range and nugget were chosen by leave-one-out errors of the monitors. Halving or doubling these values changes the
// errors by at most 3%.
const pm25Covariance: Covariance = { range: 75, nugget: 0.25 }
const ozoneCovariance: Covariance = { range: 200, nugget: 0.3 }

/**
 * Loads kriged PM2.5 and ozone. EPA's modeled surfaces serve as covariates, and the monitors nearby correct them. If
 * EPA's tract tables are not available, the surfaces of an earlier build in the output folder are corrected instead.
 */
export async function loadPollutants(context: BuildContext) {
  const surfaces = context.earlier ? await earlierSurfaces(context.earlier) : await modeledSurfaces(context)
  const { pm25, ozone } = await readMonitors(context.sources)
  return {
    /** Annual mean 2024, µg/m³. */
    pm25: pollutant(context, coveredOnly(pm25), pm25Covariance, surfaces.pm25),
    /** Mean daily ozone index 2024. It is only shown with the score, which is computed from `ozoneDays` instead. */
    ozone: pollutant(context, coveredOnly(ozone), ozoneCovariance, surfaces.ozone),
    /** Days per year above the ozone standard at the points of a view, from EPA's modeled surface; NaN if unknown. */
    ozoneDays: (view: View) => view.smooth(surfaces.exceedances),
    /** Monitors of either pollutant in all states, used for the distance to the nearest monitor. */
    sites: {
      lat: Float64Array.from([...pm25.lat, ...ozone.lat]),
      lon: Float64Array.from([...pm25.lon, ...ozone.lon]),
    },
  }
}

/**
 * Trend of the kriging: covariates whose coefficients are fitted, and optionally a background surface that is added
 * unchanged.
 */
interface Trend {
  covariates(view: View): readonly Float32Array[]
  background?(view: View): Float32Array
}

/** Trend of each pollutant, and days above the ozone standard by block group. */
interface Surfaces {
  readonly pm25: Trend
  readonly ozone: Trend
  readonly exceedances: Float64Array
}

async function modeledSurfaces(context: BuildContext): Promise<Surfaces> {
  // EPA's fusion of monitors and model, 2017: annual particles in µg/m³, and the summer mean of daily ozone maxima in
  // ppb.
  const { pm_conc, ozone_conc } = await readEjScreen(context, 'pm_conc', 'ozone_conc')
  const exceedances = context.eji('E_OZONE')
  return {
    pm25: { covariates: (view) => [view.smooth(pm_conc)] },
    ozone: {
      covariates: (view) => [view.smooth(exceedances).map((days) => Math.log1p(days)), view.smooth(ozone_conc)],
    },
    exceedances,
  }
}

// The earlier build's surfaces are used unchanged, with a slope of 1. A slope fitted to the same monitors as the
// surface would be too steep (1.21). Fitted to the 2022 monitors, the slope is 0.98.
async function earlierSurfaces(earlier: NonNullable<BuildContext['earlier']>): Promise<Surfaces> {
  const fact = (id: string) => earlier('air-quality', id)
  const [pm25, ozone, exceedances] = await Promise.all([fact('pm25'), fact('ozone_index'), fact('ozone_days')])
  return {
    pm25: { covariates: () => [], background: (view) => view.smooth(pm25) },
    ozone: { covariates: () => [], background: (view) => view.smooth(ozone) },
    exceedances,
  }
}

function pollutant(
  context: BuildContext,
  monitors: Monitors,
  covariance: Covariance,
  { covariates, background }: Trend,
): Pollutant {
  const { lat, lon, population, areaKm2 } = context.blockGroups
  const atMonitors = pointView(kernelSources(lat, lon, population, areaKm2), monitors.lat, monitors.lon)
  const features = [monitors.value.map(() => 1), ...covariates(atMonitors).map((column) => Float64Array.from(column))]
  const atBackground = background?.(atMonitors) ?? new Float32Array(monitors.value.length)
  const beyond = { ...monitors, value: monitors.value.map((value, i) => value - atBackground[i]) }
  const onKnown = (values: Float64Array) => values.map((value, i) => value + atBackground[i])
  const kriged = krige(beyond, features, beyond.value, covariance)
  const residual = nodeField(kriged.residual)
  return {
    monitors,
    kriged: { ...kriged, leftOut: onKnown(kriged.leftOut) },
    withoutNeighbors: (km) => onKnown(leaveOutAround(beyond, features, covariance, km)),
    at(view) {
      const columns = covariates(view)
      const values = Float64Array.from(background?.(view) ?? new Float32Array(view.size))
      for (let i = 0; i < view.size; i++) {
        values[i] += kriged.coefficients[0] + residual(view.lat[i], view.lon[i])
        for (let k = 0; k < columns.length; k++) values[i] += kriged.coefficients[k + 1] * columns[k][i]
      }
      return values
    },
  }
}

function leaveOutAround(
  monitors: Monitors,
  features: readonly Float64Array[],
  covariance: Covariance,
  km: number,
): Float64Array {
  const distances = siteDistances(monitors)
  const away = new Float64Array(monitors.lat.length)
  return monitors.value.map((_, i) => {
    distances(monitors.lat[i], monitors.lon[i], away)
    const far = (_: number, j: number) => away[j] >= km
    const remaining = { lat: monitors.lat.filter(far), lon: monitors.lon.filter(far) }
    const kept = features.map((feature) => feature.filter(far))
    const { coefficients, residual } = krige(remaining, kept, monitors.value.filter(far), covariance)
    const trend = features.reduce((sum, feature, k) => sum + coefficients[k] * feature[i], 0)
    return trend + residual(monitors.lat[i], monitors.lon[i])
  })
}

const step = 0.05 // degrees: 5 km, far below the 60-200 km over which these fields change
const south = 24 // bounding box of the three states and their shores, in degrees
const west = -125.5
const rows = 381
const columns = 941

/**
 * Evaluates a smooth function of a location in degrees only at the required nodes of a 0.05° grid, and interpolates
 * bilinearly. Locations outside the box of the three states are evaluated exactly.
 */
export function nodeField(exact: (lat: number, lon: number) => number): (lat: number, lon: number) => number {
  const nodes = new Float64Array(rows * columns).fill(Number.NaN)
  const node = (row: number, column: number): number => {
    const at = row * columns + column
    if (Number.isNaN(nodes[at])) nodes[at] = exact(south + row * step, west + column * step)
    return nodes[at]
  }
  return (lat, lon) => {
    const y = (lat - south) / step
    const x = (lon - west) / step
    const row = Math.floor(y)
    const column = Math.floor(x)
    if (row < 0 || column < 0 || row >= rows - 1 || column >= columns - 1) return exact(lat, lon)
    const north = y - row
    const east = x - column
    const lower = (1 - east) * node(row, column) + east * node(row, column + 1)
    const upper = (1 - east) * node(row + 1, column) + east * node(row + 1, column + 1)
    return (1 - north) * lower + north * upper
  }
}
