import { METERS_PER_DEGREE } from '../../../src/geo/distance.ts'
import type { BlockGroups, View } from '../../context.ts'
import { boxOfPoints, CenterIndex, kmPerDegree } from '../../geography/center-index.ts'
import type { Line } from '../../read/feature.ts'

/** Degrees of latitude and longitude per bin. */
const BIN = 0.05

/** Finds the distance to the nearest railway line within a fixed reach. */
export interface RailLines {
  /** Meters to the nearest line, Infinity beyond the reach. */
  distance(lat: number, lon: number): number
}

/**
 * Bins the segments of lines (degrees) so that one look at a point's own bin finds every segment within `reach` meters.
 */
export function railLines(lines: readonly Line[], reach: number): RailLines {
  const bins = new Map<number, number[]>()
  for (const line of lines) {
    for (let i = 0; i + 3 < line.length; i += 2) addSegment(bins, line.subarray(i, i + 4), reach)
  }
  return {
    distance(lat, lon) {
      const segments = bins.get(binOf(Math.floor(lat / BIN), Math.floor(lon / BIN)))
      if (segments === undefined) return Number.POSITIVE_INFINITY
      const east = METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
      let nearest = reach * reach
      for (let i = 0; i < segments.length; i += 4) {
        const squared = squaredDistance(
          (segments[i] - lon) * east,
          (segments[i + 1] - lat) * METERS_PER_DEGREE,
          (segments[i + 2] - lon) * east,
          (segments[i + 3] - lat) * METERS_PER_DEGREE,
        )
        if (squared < nearest) nearest = squared
      }
      return nearest < reach * reach ? Math.sqrt(nearest) : Number.POSITIVE_INFINITY
    },
  }
}

/** Enters a segment in every bin that its box, widened by the reach, touches. */
function addSegment(bins: Map<number, number[]>, [lon0, lat0, lon1, lat1]: Float64Array, reach: number): void {
  const north = reach / METERS_PER_DEGREE
  // Farther from the equator a degree of longitude is shorter: take the cosine of the end nearer the pole.
  const poleward = Math.max(Math.abs(lat0), Math.abs(lat1)) + north
  const east = north / Math.cos((poleward * Math.PI) / 180)
  const top = Math.floor((Math.max(lat0, lat1) + north) / BIN)
  const right = Math.floor((Math.max(lon0, lon1) + east) / BIN)
  for (let row = Math.floor((Math.min(lat0, lat1) - north) / BIN); row <= top; row++) {
    for (let column = Math.floor((Math.min(lon0, lon1) - east) / BIN); column <= right; column++) {
      const bin = binOf(row, column)
      const segments = bins.get(bin)
      if (segments === undefined) bins.set(bin, [lon0, lat0, lon1, lat1])
      else segments.push(lon0, lat0, lon1, lat1)
    }
  }
}

function binOf(row: number, column: number): number {
  return row * 16_384 + column
}

/** Squared distance of the origin to a segment. */
function squaredDistance(x0: number, y0: number, x1: number, y1: number): number {
  const dx = x1 - x0
  const dy = y1 - y0
  const squaredLength = dx * dx + dy * dy
  const along = squaredLength > 0 ? Math.min(1, Math.max(0, -(x0 * dx + y0 * dy) / squaredLength)) : 0
  const x = x0 + along * dx
  const y = y0 + along * dy
  return x * x + y * y
}

/**
 * km: σ of the kernel. Unlike the shared one it is not widened by the block group's size: streets are where people
 * live.
 */
const SIGMA = 1
/** Kernels end at 3.3 σ. */
const REACH = 3.3 * SIGMA

/** People per km² around points, of a number of people per block group. */
export function streetPeople(blockGroups: BlockGroups, people: Float64Array): (view: View) => Float64Array {
  const { lat, lon } = blockGroups
  const centers = new CenterIndex(lon, lat)
  return (view) => {
    const density = new Float64Array(view.size)
    if (view.size === 0) return density
    const points = new CenterIndex(view.lon, view.lat)
    const high = REACH / kmPerDegree
    const { west, south, east, north } = boxOfPoints(view)
    const wide = high / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
    centers.search(west - wide, south - high, east + wide, north + high, (b) => {
      const cos = Math.cos((lat[b] * Math.PI) / 180)
      const peak = people[b] / (2 * Math.PI * SIGMA ** 2)
      points.search(lon[b] - high / cos, lat[b] - high, lon[b] + high / cos, lat[b] + high, (i) => {
        const x = (view.lon[i] - lon[b]) * cos * kmPerDegree
        const y = (view.lat[i] - lat[b]) * kmPerDegree
        const squared = x * x + y * y
        if (squared < REACH * REACH) density[i] += peak * Math.exp(-squared / (2 * SIGMA ** 2))
      })
    })
    return density
  }
}
