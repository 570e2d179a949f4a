import type { View } from '../context.ts'
import { eachAs32, groupBy } from '../statistics.ts'
import { CenterIndex, kmPerDegree, type Neighbors, nearestCenters } from './center-index.ts'

const cut = 3.3 // kernels end at 3.3 σ
const rim = Math.exp(-(cut * cut) / 2) // height of a kernel at the cut; subtracted so that kernels end at 0 and leave no edge on the map
const fewPeople = 5 // people per km² below which a kernel mean also uses the nearest block groups
const farthestReach = cut * Math.hypot(25, 8) // km; reach of the widest kernel of any scorer on the largest block group

/** Block group data that kernels need. */
export type KernelSources = ReturnType<typeof kernelSources>

export function kernelSources(lat: Float64Array, lon: Float64Array, population: Float64Array, areaKm2: Float64Array) {
  /** min(r_b / 2, 8 km) for each block group, with r_b = √(area / π). */
  const spread = areaKm2.map((area) => Math.min(Math.sqrt(area / Math.PI) / 2, 8))
  return { index: new CenterIndex(lon, lat), lat, lon, population, spread }
}

/** Creates the view of a list of points. Each block group adds its kernel to the points near it. */
export function pointView(sources: KernelSources, lat: Float64Array, lon: Float64Array): View {
  const points = new CenterIndex(lon, lat)
  const groups = Array.from(lat, (_, i) => [i])
  return makeView(sources, lat, lon, groups, (weight, h, out) => {
    for (let b = 0; b < weight.length; b++) {
      if (weight[b] === 0) continue
      const s2 = h * h + sources.spread[b] ** 2
      const peak = weight[b] / (2 * Math.PI * s2)
      const k = -(kmPerDegree ** 2) / (2 * s2)
      points.around(sources.lon[b], sources.lat[b], (cut * Math.sqrt(s2)) / kmPerDegree, (i, dx, dy) => {
        const height = Math.exp(k * (dx * dx + dy * dy)) - rim
        if (height > 0) out[i] += peak * height
      })
    }
  })
}

/** A block of 256 × 256 raster cells: its southwest cell, and the cells to compute, ascending. */
export interface CellBlock {
  readonly step: number
  readonly x: number
  readonly y: number
  readonly cells: Uint16Array
}

/**
 * Creates the view of the cells to compute in a block. A kernel on the block's grid is the product of a factor per row
 * and a factor per column, so exponentials are only computed once per row and column.
 */
export function blockView(sources: KernelSources, block: CellBlock): View {
  const degrees = block.step / 3600
  const gridLon = Float64Array.from({ length: 256 }, (_, i) => (block.x + i + 0.5) * degrees - 180)
  const gridLat = Float64Array.from({ length: 256 }, (_, i) => (block.y + i + 0.5) * degrees - 90)
  const lat = Float64Array.from(block.cells, (cell) => gridLat[cell >> 8])
  const lon = Float64Array.from(block.cells, (cell) => gridLon[cell & 255])
  const near = sourcesNear(sources, gridLon, gridLat)
  const grid = new Float64Array(65536)
  const east = new Float64Array(256)
  const north = new Float64Array(256)
  return makeView(sources, lat, lon, tiles(block.cells), (weight, h, out) => {
    grid.fill(0)
    for (const b of near) {
      if (weight[b] === 0) continue
      const s2 = h * h + sources.spread[b] ** 2
      const reach = (cut * Math.sqrt(s2)) / kmPerDegree
      const cos = Math.cos((sources.lat[b] * Math.PI) / 180)
      const firstRow = Math.max(0, Math.ceil((sources.lat[b] - reach - gridLat[0]) / degrees))
      const lastRow = Math.min(255, Math.floor((sources.lat[b] + reach - gridLat[0]) / degrees))
      const firstColumn = Math.max(0, Math.ceil((sources.lon[b] - reach / cos - gridLon[0]) / degrees))
      const lastColumn = Math.min(255, Math.floor((sources.lon[b] + reach / cos - gridLon[0]) / degrees))
      if (firstRow > lastRow || firstColumn > lastColumn) continue
      const k = -(kmPerDegree ** 2) / (2 * s2)
      const peak = weight[b] / (2 * Math.PI * s2)
      for (let x = firstColumn; x <= lastColumn; x++) east[x] = Math.exp(k * ((gridLon[x] - sources.lon[b]) * cos) ** 2)
      for (let y = firstRow; y <= lastRow; y++) north[y] = Math.exp(k * (gridLat[y] - sources.lat[b]) ** 2)
      for (let y = firstRow; y <= lastRow; y++) {
        const factor = north[y]
        const row = y << 8
        // Searches the cells of the row within reach, plus one cell on each side.
        const across = Math.sqrt(Math.max(0, reach ** 2 - (gridLat[y] - sources.lat[b]) ** 2)) / cos
        const first = Math.max(firstColumn, Math.floor((sources.lon[b] - across - gridLon[0]) / degrees) - 1)
        const last = Math.min(lastColumn, Math.ceil((sources.lon[b] + across - gridLon[0]) / degrees) + 1)
        for (let x = first; x <= last; x++) {
          const height = factor * east[x] - rim
          if (height > 0) grid[row | x] += peak * height
        }
      }
    }
    for (let i = 0; i < out.length; i++) out[i] = grid[block.cells[i]]
  })
}

function makeView(
  sources: KernelSources,
  lat: Float64Array,
  lon: Float64Array,
  groups: readonly ArrayLike<number>[],
  addKernels: (weight: Float64Array, h: number, out: Float64Array) => void,
): View {
  const size = lat.length
  let eight: Neighbors | undefined
  let weights: Float32Array | undefined
  const neighbors = (): Neighbors => {
    eight ??= nearestCenters(sources.index, lon, lat, groups, 8)
    return eight
  }
  const sums = (weight: Float64Array, h: number): Float64Array => {
    const out = new Float64Array(size)
    addKernels(weight, h, out)
    return out
  }
  const totals = new Map<Float64Array, Map<number, Float64Array>>()
  const smooth = (value: Float64Array): Float32Array => {
    const near = neighbors()
    weights ??= smoothingWeights(near)
    const out = new Float32Array(size)
    for (let i = 0; i < size; i++) {
      let sum = 0
      let total = 0
      for (let j = i * 8; j < i * 8 + 8; j++) {
        const v = value[near.index[j]]
        if (Number.isNaN(v)) continue
        sum += weights[j] * v
        total += weights[j]
      }
      out[i] = total > 0 ? sum / total : Number.NaN
    }
    return out
  }
  return {
    size,
    lat,
    lon,
    kernel: (weight, h) => new Float32Array(sums(weight, h)),
    kernelMean(value, h) {
      const { people, product } = weighted(sources, value)
      const total = totals.get(people)?.get(h) ?? sums(people, h)
      totals.set(people, (totals.get(people) ?? new Map<number, Float64Array>()).set(h, total))
      const sum = sums(product, h)
      const out = smooth(value)
      for (let i = 0; i < size; i++) {
        const lean = Number.isNaN(out[i]) ? 0 : Math.max(0, fewPeople - total[i])
        out[i] = lean === 0 ? sum[i] / total[i] : (sum[i] + lean * out[i]) / (total[i] + lean)
      }
      return out
    },
    smooth,
    nearestDistance() {
      const { distance } = neighbors()
      return distance.filter((_, i) => i % 8 === 0)
    },
    atNearest(value) {
      const { index } = neighbors()
      return eachAs32(lat, (_, i) => value[index[i * 8]])
    },
  }
}

/**
 * Population of the block groups with a known value, and the product of population and value. Both are the same for
 * every view.
 */
interface Weighted {
  readonly people: Float64Array
  readonly product: Float64Array
}

const weightedOf = new WeakMap<Float64Array, Weighted>()
/**
 * Distinct population columns, with 0 for block groups without a known value. Most values are known for all block
 * groups, so they share one column.
 */
const peopleOf = new WeakMap<KernelSources, Float64Array[]>()

function weighted(sources: KernelSources, value: Float64Array): Weighted {
  let weighted = weightedOf.get(value)
  if (weighted === undefined) {
    const counted = value.map((v, b) => (Number.isNaN(v) ? 0 : sources.population[b]))
    const others = peopleOf.get(sources) ?? []
    const people = others.find((other) => other.every((count, b) => count === counted[b])) ?? counted
    if (people === counted) peopleOf.set(sources, [...others, counted])
    weighted = { people, product: people.map((count, b) => (count === 0 ? 0 : count * value[b])) }
    weightedOf.set(value, weighted)
  }
  return weighted
}

/** Returns exp(-4.5 (d/h)²), where h is the distance to the 8th center, but at least 0.3 km. */
function smoothingWeights({ distance }: Neighbors): Float32Array {
  const weights = new Float32Array(distance.length)
  for (let i = 0; i < distance.length; i += 8) {
    const h = Math.max(distance[i + 7], 0.3)
    for (let j = i; j < i + 8; j++) weights[j] = Math.exp(-4.5 * (distance[j] / h) ** 2)
  }
  return weights
}

/** Returns the block groups whose kernel can reach the block. */
function sourcesNear(sources: KernelSources, gridLon: Float64Array, gridLat: Float64Array): number[] {
  const reach = farthestReach / kmPerDegree
  const wide = reach / Math.cos((Math.max(Math.abs(gridLat[0]), Math.abs(gridLat[255])) * Math.PI) / 180)
  const near: number[] = []
  sources.index.search(gridLon[0] - wide, gridLat[0] - reach, gridLon[255] + wide, gridLat[255] + reach, (b) => {
    near.push(b)
  })
  return near.sort((a, b) => a - b)
}

/** Groups cells into tiles of 8 × 8 cells. Each tile is a list of positions in `cells`. */
function tiles(cells: Uint16Array): number[][] {
  const getTile = (position: number) => ((cells[position] >> 11) << 5) | ((cells[position] & 255) >> 3)
  return [...groupBy([...cells.keys()], getTile).values()]
}
