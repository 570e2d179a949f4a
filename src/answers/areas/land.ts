import type { Box } from '../../base/geo/box.ts'
import { intersection } from '../../base/geo/boxes.ts'
import { METERS_PER_DEGREE, RADIANS } from '../../base/geo/distance.ts'
import type { Geography } from '../../data/geography.ts'
import type { Budget } from './budget.ts'
import type { Region } from './region.ts'

/** Cell size of the land sample in degrees. Very small and very large areas use a different size. */
const CELL = 15 / 3600
/** Approximate minimum number of points in a sample. */
const MIN_POINTS = 1000
/** Maximum number of points in a sample. */
const MAX_POINTS = 20_000
/** Maximum number of parallels used to measure an area. */
const MAX_LINES = 400
/** Minimum number of parallels used to measure an area. */
const MIN_LINES = 40
/**
 * Maximum number of edges times parallels. Regions with many edges are measured along fewer parallels, but at least
 * `MIN_LINES`.
 */
const MAX_CROSSINGS = 4_000_000
const KM_PER_DEGREE = METERS_PER_DEGREE / 1000
/**
 * Offset of the points on each parallel relative to the previous parallel, as a fraction of a step, so that the points
 * do not line up in columns.
 */
export const GOLDEN = 0.618034

/** Points of a region that are inside the coverage area. */
export interface Land {
  readonly lon: Float64Array
  readonly lat: Float64Array
  /** Zone of each point; see `Geography`. */
  readonly zone: Uint16Array
  /** Land area in km² that each point represents. */
  readonly area: Float64Array
}

/** The part of a region that determines its land. */
export type MeasuredRegion = Pick<Region, 'box' | 'parts' | 'edges' | 'rows' | 'spansAt' | 'confirms'>

/**
 * Measures the land of a region along parallels. The length of each parallel inside the region is computed exactly. The
 * part inside the coverage area is estimated from sample points.
 */
export function sampleLand(geography: Geography, region: MeasuredRegion, budget: Budget): Land {
  const { lat: lats, height } = getLines(region, intersection(region.box, geography.box))
  const spans = lats.length === 0 ? [] : region.spansAt(lats, budget)
  const width = new Float64Array(lats.length)
  let all = 0
  for (let line = 0; line < spans.length; line++) {
    const flat = spans[line]
    for (let i = 0; i + 1 < flat.length; i += 2) width[line] += flat[i + 1] - flat[i]
    all += width[line] * height[line]
  }
  const cell = Math.min(Math.max(CELL ** 2, all / MAX_POINTS), all / MIN_POINTS)
  const counts = new Uint32Array(lats.length)
  let sampleCount = 0
  for (let line = 0; line < counts.length; line++) {
    if (width[line] !== 0) counts[line] = Math.max(1, Math.round((width[line] * height[line]) / cell))
    sampleCount += counts[line]
  }
  const lon = new Float64Array(sampleCount)
  const lat = new Float64Array(sampleCount)
  const zone = new Uint16Array(sampleCount)
  const area = new Float64Array(sampleCount)
  const { zoneRaster } = geography
  let covered = 0
  for (let line = 0; line < counts.length; line++) {
    const count = counts[line]
    if (count === 0) continue
    budget.spend(1)
    const y = lats[line]
    const step = width[line] / count
    const km2 = step * height[line] * KM_PER_DEGREE ** 2 * Math.cos(y * RADIANS)
    const flat = spans[line]
    const first = (line * GOLDEN) % 1
    let before = 0
    let i = 0
    for (let sample = 0; sample < count; sample++) {
      const at = (sample + first) * step
      while (i + 3 < flat.length && at > before + flat[i + 1] - flat[i]) {
        before += flat[i + 1] - flat[i]
        i += 2
      }
      let x = Math.min(flat[i + 1], flat[i] + at - before)
      // Move a point outside the region to the middle of its approximate span. Dropping the point would make the land
      // too small, because land of the region outside all spans is not sampled either.
      if (region.confirms?.(x, y) === false) x = (flat[i] + flat[i + 1]) / 2
      const pointZone = zoneRaster.at(x, y)
      if (pointZone === 0) continue
      lon[covered] = x
      lat[covered] = y
      zone[covered] = pointZone
      area[covered++] = km2
    }
  }
  return {
    lon: lon.subarray(0, covered),
    lat: lat.subarray(0, covered),
    zone: zone.subarray(0, covered),
    area: area.subarray(0, covered),
  }
}

export function total(column: Float64Array): number {
  let sum = 0
  for (let i = 0; i < column.length; i++) sum += column[i]
  return sum
}

/** Returns the land area in km², rounded to four significant digits. */
export function landKm2({ area }: Land): number {
  return Number(total(area).toPrecision(4))
}

/** Parallels, and the height in degrees of the strip that each parallel represents. */
interface Lines {
  readonly lat: Float64Array
  readonly height: Float64Array
}

/**
 * Chooses parallels within a box. If the region consists of parts that are far apart, each part gets some parallels.
 */
function getLines({ parts, edges = 0, rows = MAX_LINES }: MeasuredRegion, { west, south, east, north }: Box): Lines {
  const lat: number[] = []
  const heights: number[] = []
  if (south < north && west < east) {
    const lines = Math.max(MIN_LINES, Math.min(MAX_LINES, rows, Math.floor(MAX_CROSSINGS / Math.max(1, edges))))
    const cuts = new Set([south, north])
    for (const part of parts ?? [])
      for (const lat of [part.south, part.north]) if (lat > south && lat < north && cuts.size < lines) cuts.add(lat)
    const sorted = Float64Array.from(cuts).sort()
    for (let i = 0; i + 1 < sorted.length; i++) {
      const count = Math.max(3, Math.round((lines * (sorted[i + 1] - sorted[i])) / (north - south)))
      const height = (sorted[i + 1] - sorted[i]) / count
      for (let line = 0; line < count; line++) {
        lat.push(sorted[i] + (line + 0.5) * height)
        heights.push(height)
      }
    }
  }
  return { lat: new Float64Array(lat), height: new Float64Array(heights) }
}
