import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { eachAs32, quantile } from '../../statistics.ts'
import { type CountyAqi, fitCountyModel, meanIndex, readCountyAqi } from './counties.ts'
import { siteDistances } from './kriging.ts'
import { loadPollutants, nodeField, type Pollutants } from './pollutants.ts'

const cleanIndex = 30 // mean daily index that scores 255
const dangerousIndex = 100 // mean daily index that scores 1: where EPA's "unhealthy for sensitive groups" begins
const farthestKm = 200 // beyond this distance from a monitor, a county without an index has no score
const years = [2022, 2023, 2024]

const halves = { offset: 0, step: 0.5, digits: 0 } as const
const centerFacts: readonly FactSpec[] = [
  { id: 'pm25', label: 'Fine particles (PM2.5), mean 2024', unit: 'µg/m³', offset: 0, step: 0.1, digits: 1 },
  { id: 'ozone_days', label: 'Days a year above the ozone standard', unit: 'days', ...halves },
  { id: 'ozone_index', label: 'Ozone, mean daily index 2024', unit: '', ...halves },
]
const monitorFact = { id: 'monitor_km', label: 'Nearest monitor', unit: 'km', offset: 0, step: 1, digits: 0 } as const

/** Inputs and models from which the score is computed. The validation uses them separately. */
export type AirQualityModel = Awaited<ReturnType<typeof airQualityModel>>

export const scorer: SurfaceScorer = {
  id: 'air-quality',
  // More than 50 km from a monitor, answers say `estimate`; src/answers/dimensions/air-quality.ts decides by the
  // distance.
  basis: 'modeled',
  step: 15,
  centerFacts,
  surfaceFacts: [{ ...monitorFact, cell: 60 }],
  async prepare(context) {
    const { pollutants, counties, county } = await airQualityModel(context)
    const nearest = nodeField(nearestSite(pollutants))
    const residual = nodeField(county.residual)
    const reporting = new Set(counties.fips)
    const hasIndex = Float64Array.from(context.blockGroups.county, (fips) => (reporting.has(fips) ? 1 : 0))
    const monitorKm = (view: View) => eachAs32(view.lat, (lat, i) => nearest(lat, view.lon[i]))
    return (view) => ({
      score() {
        const ozoneDays = pollutants.ozoneDays(view)
        const toMonitor = monitorKm(view)
        const indexKnown = toMonitor.some((km) => km > farthestKm) ? view.atNearest(hasIndex) : undefined
        return eachAs32(pollutants.pm25.at(view), (pm25, i) => {
          if (indexKnown && toMonitor[i] > farthestKm && indexKnown[i] === 0) return Number.NaN
          return scoreOfIndex(meanIndex(county, pm25, ozoneDays[i], residual(view.lat[i], view.lon[i])))
        })
      },
      facts: {
        pm25: () => Float32Array.from(pollutants.pm25.at(view)),
        ozone_days: () => pollutants.ozoneDays(view),
        ozone_index: () => Float32Array.from(pollutants.ozone.at(view)),
        monitor_km: () => monitorKm(view),
      },
    })
  },
}

/** Returns the unrounded score of a mean daily air quality index; NaN stays NaN. */
export function scoreOfIndex(index: number): number {
  const u = (dangerousIndex - index) / (dangerousIndex - cleanIndex)
  return 1 + 254 * Math.min(1, Math.max(0, u))
}

/** Reads the sources and fits the models. */
export async function airQualityModel(context: BuildContext) {
  const pollutants = await loadPollutants(context)
  const counties = await readCountyAqi(context.sources, years)
  const exposure = {
    pm25: topOfCounties(context, counties, pollutants.pm25.at(context.centers)),
    ozoneDays: topOfCounties(context, counties, pollutants.ozoneDays(context.centers)),
  }
  const county = fitCountyModel(counties, exposure)
  return { pollutants, counties, exposure, county }
}

/** Returns the 95th percentile over the block groups of each county. */
function topOfCounties(context: BuildContext, counties: CountyAqi, values: ArrayLike<number>): Float64Array {
  const members = new Map<string, number[]>(counties.fips.map((fips) => [fips, []]))
  context.blockGroups.county.forEach((fips, b) => {
    if (!Number.isNaN(values[b])) members.get(fips)?.push(values[b])
  })
  return Float64Array.from(counties.fips, (fips) => quantile(members.get(fips)!, 0.95))
}

function nearestSite({ sites }: Pollutants): (lat: number, lon: number) => number {
  const distances = siteDistances(sites)
  const km = new Float64Array(sites.lat.length)
  return (lat, lon) => {
    distances(lat, lon, km)
    let least = Infinity
    for (let i = 0; i < km.length; i++) if (km[i] < least) least = km[i]
    return least
  }
}
