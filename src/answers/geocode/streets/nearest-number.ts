import Flatbush from 'flatbush'
import { METERS_PER_DEGREE, metersBetween } from '../../../base/geo/distance.ts'
import { textOfNumber } from './find-numbers.ts'
import { DESCENDING, EVEN, getOwner, ODD, RIGHT, type Shard } from './shard.ts'
import { addressLine, streetText } from './street-text.ts'

/** A house number near a place. */
export interface NearestNumber {
  /** Formats the address in one line. Without a city, the form is `101 N MAIN ST, FL 34950`. */
  readonly address: (city: string | null) => string
  /** Five-digit ZIP code. Null if the shard does not contain the ZIP of the house number. */
  readonly zip: string | null
  /** Distance in meters from the place to the address point or street line. */
  readonly meters: number
}

/** Maximum distance in meters from a place to its street. */
const FARTHEST = 100
/** Meters per 1e-6 degrees of latitude. */
const MICRO = METERS_PER_DEGREE / 1e6

/** Finds the ranges and address points of a shard by location. */
export class NearestNumbers {
  /** Edges that have ranges. */
  readonly #edges: Uint32Array
  /** For each edge, the position of its first range in `#ranges`, followed by the number of ranges. */
  readonly #rangeFirst: Uint32Array
  readonly #ranges: Uint32Array
  readonly #boxes: Flatbush | null
  readonly #points: Flatbush | null

  constructor(private readonly shard: Shard) {
    const { rangeEdge, edgeFirst, vertexLon, vertexLat, pointLon, pointLat } = shard
    this.#ranges = Uint32Array.from(rangeEdge.keys()).sort((a, b) => rangeEdge[a] - rangeEdge[b] || a - b)
    const firsts: number[] = []
    this.#ranges.forEach((range, i) => {
      if (i === 0 || rangeEdge[range] !== rangeEdge[this.#ranges[i - 1]]) firsts.push(i)
    })
    this.#edges = Uint32Array.from(firsts, (first) => rangeEdge[this.#ranges[first]])
    this.#rangeFirst = Uint32Array.from([...firsts, this.#ranges.length])
    this.#boxes = getBoxes(this.#edges.length, (i, add) => {
      for (let at = edgeFirst[this.#edges[i]]; at < edgeFirst[this.#edges[i] + 1]; at++)
        add(vertexLon[at], vertexLat[at])
    })
    this.#points = getBoxes(pointLon.length, (i, add) => add(pointLon[i], pointLat[i]))
  }

  /** Returns the nearest address point or number on a range, within 100 m of a place. Returns null if there is none. */
  near(lon: number, lat: number): NearestNumber | null {
    const point = this.#nearestPoint(lon, lat)
    const range = this.#nearestRange(lon, lat)
    // A point is the house itself, while a range is only the street line, so the point is used even if it is slightly
    // farther away.
    return point !== null && (range === null || point.meters <= range.meters + FRONT_YARD) ? point : range
  }

  #nearestPoint(lon: number, lat: number): NearestNumber | null {
    const { shard } = this
    const { meta, pointLon, pointLat, pointFirst, pointZip } = shard
    const east = MICRO * Math.cos((lat * Math.PI) / 180)
    let nearest = -1
    let least = FARTHEST
    for (const i of search(this.#points, lon, lat)) {
      const meters = Math.hypot((pointLon[i] - lon * 1e6) * east, (pointLat[i] - lat * 1e6) * MICRO)
      if (meters > least || (meters === least && nearest >= 0)) continue
      nearest = i
      least = meters
    }
    if (nearest < 0) return null
    const zip = meta.zips[pointZip[nearest] - 1] ?? null
    const street = getOwner(pointFirst, nearest)
    return {
      address: (city) => addressLine(shard, `${textOfNumber(shard, nearest)} ${streetText(shard, street)}`, city, zip),
      zip,
      meters: least,
    }
  }

  #nearestRange(lon: number, lat: number): NearestNumber | null {
    let nearest = -1
    let best: Projection = { meters: FARTHEST, share: 0, isRight: false }
    for (const i of search(this.#boxes, lon, lat)) {
      const projection = projected(this.shard, this.#edges[i], lon, lat)
      if (projection.meters > best.meters || (projection.meters === best.meters && nearest >= 0)) continue
      nearest = i
      best = projection
    }
    return nearest < 0 ? null : this.#numberOn(nearest, best)
  }

  /** Returns the number at a fraction of an edge's length, from the range on the place's side if there is one. */
  #numberOn(edge: number, { meters, share, isRight }: Projection): NearestNumber {
    const { shard } = this
    const { meta, rangeFlags, rangeLow, rangeHigh, rangePrefix, rangeZip, rangeFirst } = shard
    const edgeRanges = this.#ranges.subarray(this.#rangeFirst[edge], this.#rangeFirst[edge + 1])
    const range = edgeRanges.find((rangeIndex) => ((rangeFlags[rangeIndex] & RIGHT) !== 0) === isRight) ?? edgeRanges[0]
    const flags = rangeFlags[range]
    const low = rangeLow[range]
    const high = rangeHigh[range]
    const up = (flags & DESCENDING) !== 0 ? 1 - share : share
    const parity = flags & (ODD | EVEN)
    // Most sides only have numbers of one parity, in steps of two. Start at the first number in the range with that
    // parity.
    const step = parity === ODD || parity === EVEN ? 2 : 1
    const first = step === 2 && low % 2 !== (parity === ODD ? 1 : 0) ? low + 1 : low
    const steps = Math.floor((high - first) / step)
    const number =
      first + step * Math.min(Math.max(0, steps), Math.max(0, Math.round((low + up * (high - low) - first) / step)))
    const zip = meta.zips[rangeZip[range] - 1] ?? null
    const text = `${meta.prefixes[rangePrefix[range] - 1] ?? ''}${number}`
    const street = getOwner(rangeFirst, range)
    return { address: (city) => addressLine(shard, `${text} ${streetText(shard, street)}`, city, zip), zip, meters }
  }
}

/** Distance in meters from the street center within which most houses stand. */
const FRONT_YARD = 30

interface Projection {
  readonly meters: number
  /** Position along the edge as a fraction, 0-1. */
  readonly share: number
  readonly isRight: boolean
}

/** Projects a place onto an edge, on a local plane. */
function projected({ edgeFirst, vertexLon, vertexLat }: Shard, edge: number, lon: number, lat: number): Projection {
  const east = MICRO * Math.cos((lat * Math.PI) / 180)
  let length = 0
  let along = 0
  let meters = Number.POSITIVE_INFINITY
  let isRight = false
  for (let at = edgeFirst[edge]; at + 1 < edgeFirst[edge + 1]; at++) {
    const x = (lon * 1e6 - vertexLon[at]) * east
    const y = (lat * 1e6 - vertexLat[at]) * MICRO
    const dx = (vertexLon[at + 1] - vertexLon[at]) * east
    const dy = (vertexLat[at + 1] - vertexLat[at]) * MICRO
    const step = Math.hypot(dx, dy)
    const t = step === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / (step * step)))
    const distance = Math.hypot(x - t * dx, y - t * dy)
    if (distance < meters) {
      meters = distance
      along = length + t * step
      isRight = dx * y - dy * x < 0
    }
    length += step
  }
  return { meters, share: length === 0 ? 0.5 : along / length, isRight }
}

function getBoxes(count: number, each: (i: number, add: (x: number, y: number) => void) => void): Flatbush | null {
  if (count === 0) return null
  const boxes = new Flatbush(count)
  for (let i = 0; i < count; i++) {
    let west = Infinity
    let south = Infinity
    let east = -Infinity
    let north = -Infinity
    each(i, (x, y) => {
      west = Math.min(west, x)
      south = Math.min(south, y)
      east = Math.max(east, x)
      north = Math.max(north, y)
    })
    boxes.add(west, south, east, north)
  }
  boxes.finish()
  return boxes
}

/** Returns the indices of the boxes that may be within 100 m of a place. */
function search(boxes: Flatbush | null, lon: number, lat: number): number[] {
  const high = FARTHEST / MICRO
  const wide = high / Math.max(0.01, Math.cos((lat * Math.PI) / 180))
  return boxes?.search(lon * 1e6 - wide, lat * 1e6 - high, lon * 1e6 + wide, lat * 1e6 + high) ?? []
}

/** A point on a street, and the radius that covers the whole street. */
export interface StreetMiddle {
  /** Degrees. */
  readonly lat: number
  readonly lon: number
  readonly radius: number
}

/** Minimum radius in meters for a street of which only some houses are known. */
const KNOWN_HOUSES = 500
/** Minimum radius in meters for a street of a complete index. */
const COMPLETE = 50

/**
 * Returns the point of a street in a ZIP. Of all line points and houses of the street in that ZIP, it is the one
 * nearest to their mean.
 *
 * @param zip number of the ZIP in the shard; 0 if no ZIP is known
 */
export function streetMiddle(shard: Shard, street: number, zip: number): StreetMiddle {
  const lats: number[] = []
  const lons: number[] = []
  for (let range = shard.rangeFirst[street]; range < shard.rangeFirst[street + 1]; range++) {
    if (shard.rangeZip[range] !== zip) continue
    const edge = shard.rangeEdge[range]
    for (let at = shard.edgeFirst[edge]; at < shard.edgeFirst[edge + 1]; at++) {
      lats.push(shard.vertexLat[at] / 1e6)
      lons.push(shard.vertexLon[at] / 1e6)
    }
  }
  for (let point = shard.pointFirst[street]; point < shard.pointFirst[street + 1]; point++) {
    if (shard.pointZip[point] !== zip) continue
    lats.push(shard.pointLat[point] / 1e6)
    lons.push(shard.pointLon[point] / 1e6)
  }
  return getMiddle(shard, lats, lons)
}

/** Returns the point that is nearest to the mean of all points of a street, with a radius that covers them. */
export function getMiddle(shard: Shard, lats: readonly number[], lons: readonly number[]): StreetMiddle {
  const lat = mean(lats)
  const lon = mean(lons)
  let middle = 0
  for (let i = 1; i < lats.length; i++) if (away(i, lat, lon) < away(middle, lat, lon)) middle = i
  let radius = shard.meta.unit === undefined ? COMPLETE : KNOWN_HOUSES
  for (let i = 0; i < lats.length; i++) radius = Math.max(radius, away(i, lats[middle], lons[middle]))
  return { lat: lats[middle], lon: lons[middle], radius: Math.ceil(radius) }

  function away(i: number, fromLat: number, fromLon: number): number {
    return metersBetween(lats[i], lons[i], fromLat, fromLon)
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
