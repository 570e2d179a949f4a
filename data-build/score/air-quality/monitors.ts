import { coveredStates } from '../../../src/states.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { readJson } from '../../read/geojson.ts'
import { SourceError } from '../../read/source-error.ts'
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

const listPath = 'epa/pm25Monitors.json'
const meansPath = 'epa/pm25Typical.json'
const concentrations = { zip: 'epa/annual_conc_by_monitor_2022.zip', member: 'annual_conc_by_monitor_2022.csv' }
const postalCodes = coveredStates.map(({ postal }) => postal)
const fipsCodes = coveredStates.map(({ fips }) => fips)
const wrongSite = 'Isla Blanca' // 21 µg/m³ on a Gulf beach, twice the nearest monitor inland
const ozoneShares = [0.1, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 1]

/** Annual means of PM2.5 in 2024, µg/m³, all states. A mean takes the name and state of the listed monitor nearest to it. */
export async function readPm25Monitors(sources: SourceFolder): Promise<Monitors> {
  const listed = rowsOf(await readJson(sources, listPath), listPath, 5)
  const means = rowsOf(await readJson(sources, meansPath), meansPath, 3)
  const monitors: Monitor[] = []
  for (const [lat, lon, value] of means as [number, number, number][]) {
    const [, , name, , state] = nearestRow(listed, lat, lon) as [number, number, string, string, string]
    if (name.includes(wrongSite)) continue
    monitors.push({ lat, lon, value, covered: postalCodes.includes(state) })
  }
  return columnsOf(monitors)
}

/** Mean daily air quality index of ozone in 2022 by site, all states. Monitors with an incomplete year are left out. */
export async function readOzoneMonitors(sources: SourceFolder): Promise<Monitors> {
  const { rows, columns } = await readCsv(sources, concentrations, {
    'State Code': text({ required: true }),
    'County Code': text(),
    'Site Num': text(),
    'Pollutant Standard': text(),
    'Event Type': text(),
    'Completeness Indicator': text(),
    Latitude: number({ min: -90, max: 90 }),
    Longitude: number({ min: -180, max: 180 }),
    '10th Percentile': number(),
    '50th Percentile': number(),
    '75th Percentile': number(),
    '90th Percentile': number(),
    '95th Percentile': number(),
    '98th Percentile': number(),
    '99th Percentile': number(),
    '1st Max Value': number(),
  })
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
  const bySite = new Map<string, Monitor[]>()
  for (let row = 0; row < rows; row++) {
    if (columns['Pollutant Standard'][row] !== 'Ozone 8-hour 2015') continue
    // A monitor is repeated without its smoke days; people breathed them.
    if (!['No Events', 'Events Included'].includes(columns['Event Type'][row])) continue
    if (columns['Completeness Indicator'][row] !== 'Y') continue
    const state = columns['State Code'][row]
    const site = `${state}${columns['County Code'][row]}${columns['Site Num'][row]}`
    const ppb = percentiles.map((column) => 1000 * column[row])
    const monitor = {
      lat: columns.Latitude[row],
      lon: columns.Longitude[row],
      value: meanOzoneIndex({ share: ozoneShares, ppb }),
      covered: fipsCodes.includes(state),
    }
    bySite.set(site, [...(bySite.get(site) ?? []), monitor])
  }
  return columnsOf([...bySite.values()].map(meanOf))
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

/** Several instruments of one site count as one. */
function meanOf(monitors: readonly Monitor[]): Monitor {
  return { ...monitors[0], value: monitors.reduce((sum, monitor) => sum + monitor.value, 0) / monitors.length }
}

function columnsOf(monitors: readonly Monitor[]): Monitors {
  return {
    lat: Float64Array.from(monitors, (monitor) => monitor.lat),
    lon: Float64Array.from(monitors, (monitor) => monitor.lon),
    value: Float64Array.from(monitors, (monitor) => monitor.value),
    covered: monitors.map((monitor) => monitor.covered),
  }
}

function nearestRow(rows: readonly unknown[][], lat: number, lon: number): unknown[] {
  let nearest = rows[0]
  let least = Infinity
  for (const row of rows) {
    const d = ((row[0] as number) - lat) ** 2 + ((row[1] as number) - lon) ** 2
    if (d < least) {
      least = d
      nearest = row
    }
  }
  return nearest
}

/** Rows of latitude, longitude and `width - 2` more; the fields after the second are texts when there are five, else numbers. */
function rowsOf(json: unknown, file: string, width: 3 | 5): unknown[][] {
  const last = width === 5 ? 'string' : 'number'
  const fits = (row: unknown) =>
    Array.isArray(row) && row.length >= width && row.every((field, i) => typeof field === (i < 2 ? 'number' : last))
  if (Array.isArray(json) && json.length > 0) {
    const bad = json.findIndex((row) => !fits(row))
    if (bad === -1) return json
    const expectation = `latitude, longitude and ${width === 5 ? 'three texts' : 'a mean'}`
    throw new SourceError({ file, row: bad + 1, found: JSON.stringify(json[bad]).slice(0, 60), expectation })
  }
  throw new SourceError({ file, found: 'no list of monitors', expectation: 'a JSON array of arrays' })
}

/** Shares of days, and the daily ozone that this share does not exceed. */
interface OzoneDays {
  /** Ascending in (0, 1], the last being 1 (the maximum). */
  readonly share: readonly number[]
  /** Daily maximum of the 8-hour mean, parts per billion, one per share. */
  readonly ppb: readonly number[]
}

// EPA's breakpoints for 8-hour ozone (40 CFR 58 appendix G), ppb; above 200 ppb the 1-hour index applies, continued here.
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
