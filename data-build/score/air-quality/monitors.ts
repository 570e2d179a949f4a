import { coveredStates } from '../../../src/base/states.ts'
import { getPoints, type LatLon, type Points } from '../../geography/center-index.ts'
import { coordinates, type NumberColumn, number, readRecords, text } from '../../read/csv.ts'
import type { SourceFolder } from '../../read/source-folder.ts'

/** Monitoring sites with one value each. `covered` marks sites in California, Florida or Texas. */
export interface Monitors extends Points {
  readonly value: Float64Array
  readonly covered: readonly boolean[]
}

interface Monitor extends LatLon {
  readonly value: number
  readonly covered: boolean
}

const concentrations = { zip: 'epa/annual_conc_by_monitor_2024.zip', member: 'annual_conc_by_monitor_2024.csv' }
const fipsCodes = coveredStates.map(({ fips }) => fips)
const wrongSite = 'Isla Blanca' // skipped because it reports 21 µg/m³ on a Gulf beach, twice the value of the nearest monitor inland
const particleStandard = 'PM25 Annual 2024'
const ozoneStandard = 'Ozone 8-hour 2015'
// Minimum percentage of the year's observations. AirData flags a year as complete only if every quarter reaches this
// percentage.
const leastObserved = 75
/** Shares of days, keyed by AirData column. Daily ozone does not exceed the column's value on this share of days. */
const ozoneShares = {
  '10th Percentile': 0.1,
  '50th Percentile': 0.5,
  '75th Percentile': 0.75,
  '90th Percentile': 0.9,
  '95th Percentile': 0.95,
  '98th Percentile': 0.98,
  '99th Percentile': 0.99,
  '1st Max Value': 1,
}
const percentiles = Object.keys(ozoneShares) as (keyof typeof ozoneShares)[]
const percentileColumns = Object.fromEntries(percentiles.map((name) => [name, number()])) as Record<
  keyof typeof ozoneShares,
  NumberColumn
>

/**
 * Reads the sites of all states from AirData's 2024 annual file: annual means of PM2.5 in µg/m³, and mean daily air
 * quality indexes of ozone. Monitors that miss more than a quarter of the year are skipped.
 */
export async function readMonitors(sources: SourceFolder): Promise<{ pm25: Monitors; ozone: Monitors }> {
  const spec = {
    state: text({ heading: 'State Code', required: true }),
    county: text({ heading: 'County Code' }),
    number: text({ heading: 'Site Num' }),
    standard: text({ heading: 'Pollutant Standard' }),
    events: text({ heading: 'Event Type' }),
    name: text({ heading: 'Local Site Name' }),
    ...coordinates('Latitude', 'Longitude', false),
    observed: number({ heading: 'Observation Percent', min: 0 }),
    mean: number({ heading: 'Arithmetic Mean' }),
    ...percentileColumns,
  }
  const pm25 = new Map<string, Monitor[]>()
  const ozone = new Map<string, Monitor[]>()
  for (const row of await readRecords(sources, concentrations, spec, { encoding: 'cp1252' })) {
    const { state, lat, lon, standard } = row
    if (standard !== particleStandard && standard !== ozoneStandard) continue
    // AirData lists monitors a second time without their smoke days. Those rows are skipped, because the score includes
    // smoke days.
    if (!['No Events', 'Events Included'].includes(row.events)) continue
    if (!(row.observed >= leastObserved)) continue
    if (standard === particleStandard && row.name.includes(wrongSite)) continue
    const site = `${state}${row.county}${row.number}`
    const ppb = percentiles.map((name) => 1000 * row[name])
    const value = standard === particleStandard ? row.mean : meanOzoneIndex({ share: Object.values(ozoneShares), ppb })
    const sites = standard === particleStandard ? pm25 : ozone
    sites.set(site, [...(sites.get(site) ?? []), { lat, lon, value, covered: fipsCodes.includes(state) }])
  }
  return { pm25: bySite(pm25), ozone: bySite(ozone) }
}

/** Returns the monitors of the three states. */
export function coveredOnly(monitors: Monitors): Monitors {
  const keep = (_: number, i: number) => monitors.covered[i]
  return {
    lat: monitors.lat.filter(keep),
    lon: monitors.lon.filter(keep),
    value: monitors.value.filter(keep),
    covered: monitors.covered.filter((covered) => covered),
  }
}

/** Averages the instruments of each site. */
function bySite(sites: ReadonlyMap<string, readonly Monitor[]>): Monitors {
  const monitors = [...sites.values()].map((of) => ({
    ...of[0],
    value: of.reduce((sum, monitor) => sum + monitor.value, 0) / of.length,
  }))
  return {
    ...getPoints(monitors),
    value: Float64Array.from(monitors, ({ value }) => value),
    covered: monitors.map(({ covered }) => covered),
  }
}

/** Distribution of daily ozone: for each share of days, the level that is not exceeded on that share of days. */
interface OzoneDays {
  /** Shares in (0, 1], ascending. The last is 1 (the maximum). */
  readonly share: readonly number[]
  /** Daily maximum of the 8-hour mean in parts per billion, one per share. */
  readonly ppb: readonly number[]
}

// EPA's breakpoints for 8-hour ozone in ppb (40 CFR 58 appendix G). Above 200 ppb, EPA uses the 1-hour index; this
// table continues the 8-hour index.
const breakpoints = [0, 54, 70, 85, 105, 200, 400]
// Air quality index at each breakpoint.
const indexes = [0, 50, 100, 150, 200, 300, 500]
const samples = 200 // number of days sampled from the distribution, evenly spaced by rank

/** Returns the mean ozone index over all days, from the percentiles that AirData publishes. */
export function meanOzoneIndex(days: OzoneDays): number {
  // The minimum is not published. It is assumed to be 0.7 times the lowest percentile. The assumption has little
  // effect, because the index is small there.
  const share = [0, ...days.share]
  const ppb = [0.7 * days.ppb[0], ...days.ppb]
  let sum = 0
  for (let i = 0; i < samples; i++) sum += ozoneIndex(between(share, ppb, (i + 0.5) / samples))
  return sum / samples
}

/** Returns the air quality index for a day's ozone in ppb. */
export function ozoneIndex(ppb: number): number {
  return between(breakpoints, indexes, ppb)
}

/** Interpolates linearly between points (x, y) with ascending x. The value is constant beyond both ends. */
function between(x: readonly number[], y: readonly number[], at: number): number {
  if (at <= x[0]) return y[0]
  for (let i = 1; i < x.length; i++) {
    if (at <= x[i]) return y[i - 1] + ((y[i] - y[i - 1]) * (at - x[i - 1])) / (x[i] - x[i - 1])
  }
  return y[y.length - 1]
}
