import { coveredStates } from '../../../src/states.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import type { Sites } from './kriging.ts'

/** Monitoring sites with one value each; `covered` tells those in California, Florida or Texas. */
export interface Monitors extends Sites {
  readonly value: Float64Array
  readonly covered: readonly boolean[]
}

interface Monitor {
  readonly lat: number
  readonly lon: number
  readonly value: number
  readonly covered: boolean
}

const concentrations = { zip: 'epa/annual_conc_by_monitor_2024.zip', member: 'annual_conc_by_monitor_2024.csv' }
const fipsCodes = coveredStates.map(({ fips }) => fips)
const wrongSite = 'Isla Blanca' // 21 µg/m³ on a Gulf beach, twice the nearest monitor inland
const particleStandard = 'PM25 Annual 2024'
const ozoneStandard = 'Ozone 8-hour 2015'
// percent of the year's observations; AirData's flag of a complete year asks it of every quarter
const leastObserved = 75
const ozoneShares = [0.1, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 1]

/**
 * Sites of AirData's annual file of 2024, all states: annual means of PM2.5 in µg/m³, and mean daily air quality
 * indexes of ozone. Monitors that miss more than a quarter of the year are left out.
 */
export async function readMonitors(sources: SourceFolder): Promise<{ pm25: Monitors; ozone: Monitors }> {
  const { rows, columns } = await readCsv(
    sources,
    concentrations,
    {
      'State Code': text({ required: true }),
      'County Code': text(),
      'Site Num': text(),
      'Pollutant Standard': text(),
      'Event Type': text(),
      'Local Site Name': text(),
      Latitude: number({ min: -90, max: 90 }),
      Longitude: number({ min: -180, max: 180 }),
      'Observation Percent': number({ min: 0 }),
      'Arithmetic Mean': number(),
      '10th Percentile': number(),
      '50th Percentile': number(),
      '75th Percentile': number(),
      '90th Percentile': number(),
      '95th Percentile': number(),
      '98th Percentile': number(),
      '99th Percentile': number(),
      '1st Max Value': number(),
    },
    { encoding: 'cp1252' },
  )
  const percentiles = [
    columns['10th Percentile'],
    columns['50th Percentile'],
    columns['75th Percentile'],
    columns['90th Percentile'],
    columns['95th Percentile'],
    columns['98th Percentile'],
    columns['99th Percentile'],
    columns['1st Max Value'],
  ]
  const pm25 = new Map<string, Monitor[]>()
  const ozone = new Map<string, Monitor[]>()
  for (let row = 0; row < rows; row++) {
    const standard = columns['Pollutant Standard'][row]
    if (standard !== particleStandard && standard !== ozoneStandard) continue
    // A monitor is repeated without its smoke days; people breathed them.
    if (!['No Events', 'Events Included'].includes(columns['Event Type'][row])) continue
    if (!(columns['Observation Percent'][row] >= leastObserved)) continue
    if (standard === particleStandard && columns['Local Site Name'][row].includes(wrongSite)) continue
    const state = columns['State Code'][row]
    const site = `${state}${columns['County Code'][row]}${columns['Site Num'][row]}`
    const value =
      standard === particleStandard
        ? columns['Arithmetic Mean'][row]
        : meanOzoneIndex({ share: ozoneShares, ppb: percentiles.map((column) => 1000 * column[row]) })
    const monitor = {
      lat: columns.Latitude[row],
      lon: columns.Longitude[row],
      value,
      covered: fipsCodes.includes(state),
    }
    const sites = standard === particleStandard ? pm25 : ozone
    sites.set(site, [...(sites.get(site) ?? []), monitor])
  }
  return { pm25: bySite(pm25), ozone: bySite(ozone) }
}

/** The monitors of the three states. */
export function coveredOnly(monitors: Monitors): Monitors {
  const keep = (_: number, i: number) => monitors.covered[i]
  return {
    lat: monitors.lat.filter(keep),
    lon: monitors.lon.filter(keep),
    value: monitors.value.filter(keep),
    covered: monitors.covered.filter((covered) => covered),
  }
}

/** Several instruments of one site count as one: their mean. */
function bySite(sites: ReadonlyMap<string, readonly Monitor[]>): Monitors {
  const monitors = [...sites.values()].map((of) => ({
    ...of[0],
    value: of.reduce((sum, monitor) => sum + monitor.value, 0) / of.length,
  }))
  return {
    lat: Float64Array.from(monitors, (monitor) => monitor.lat),
    lon: Float64Array.from(monitors, (monitor) => monitor.lon),
    value: Float64Array.from(monitors, (monitor) => monitor.value),
    covered: monitors.map((monitor) => monitor.covered),
  }
}

/** Shares of days, and the daily ozone that this share does not exceed. */
interface OzoneDays {
  /** Ascending in (0, 1], the last being 1 (the maximum). */
  readonly share: readonly number[]
  /** Daily maximum of the 8-hour mean, parts per billion, one per share. */
  readonly ppb: readonly number[]
}

// EPA's breakpoints for 8-hour ozone (40 CFR 58 appendix G), ppb; above 200 ppb the 1-hour index applies, continued
// here.
const breakpoints = [0, 54, 70, 85, 105, 200, 400]
const indexes = [0, 50, 100, 150, 200, 300, 500]
const samples = 200 // midpoints of equal shares of the year

/** Mean over the days of the air quality index of ozone, from the percentiles that AirData publishes. */
export function meanOzoneIndex(days: OzoneDays): number {
  // The least day is not published: 0.7 of the lowest percentile, where the index is small anyway.
  const share = [0, ...days.share]
  const ppb = [0.7 * days.ppb[0], ...days.ppb]
  let sum = 0
  for (let i = 0; i < samples; i++) sum += ozoneIndex(between(share, ppb, (i + 0.5) / samples))
  return sum / samples
}

/** Air quality index of one day's ozone in ppb. */
export function ozoneIndex(ppb: number): number {
  return between(breakpoints, indexes, ppb)
}

/** Piecewise linear through (x, y), x ascending, constant beyond the ends. */
function between(x: readonly number[], y: readonly number[], at: number): number {
  if (at <= x[0]) return y[0]
  for (let i = 1; i < x.length; i++) {
    if (at <= x[i]) return y[i - 1] + ((y[i] - y[i - 1]) * (at - x[i - 1])) / (x[i] - x[i - 1])
  }
  return y[y.length - 1]
}
