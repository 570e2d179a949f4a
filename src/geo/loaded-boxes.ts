import { NotLoadedError } from '../errors.ts'

/** West, south, east and north in degrees; edges included. */
export type Box = readonly [west: number, south: number, east: number, north: number]

const KM_PER_DEGREE = 111.195

/** The box that holds every place within so many kilometers of a box; it ends at the poles and at the antimeridian. */
export function widened([west, south, east, north]: Box, km: number): Box {
  const up = km / KM_PER_DEGREE
  const farthest = Math.min(89, Math.max(Math.abs(south), Math.abs(north)) + up)
  const across = up / Math.cos((farthest * Math.PI) / 180)
  return [
    Math.max(-180, west - across),
    Math.max(-90, south - up),
    Math.min(180, east + across),
    Math.min(90, north + up),
  ]
}

/** What boxes hold, all of them together. */
export class Boxes {
  constructor(readonly all: readonly Box[]) {}

  /** Whether a place, degrees, is in one of them. */
  has(lon: number, lat: number): boolean {
    for (const [west, south, east, north] of this.all)
      if (lon >= west && lon <= east && lat >= south && lat <= north) return true
    return false
  }

  /** Whether every place of a box is in one of them. */
  holds(box: Box): boolean {
    return isCovered(box, this.all, 0)
  }

  /** These and more; without those that are within one of the others. */
  with(more: readonly Box[]): Boxes {
    const kept: Box[] = []
    for (const box of [...this.all, ...more])
      if (!kept.some((other) => isWithin(box, other)))
        kept.splice(0, kept.length, ...kept.filter((other) => !isWithin(other, box)), box)
    return new Boxes(kept)
  }
}

function isWithin([west, south, east, north]: Box, other: Box): boolean {
  return west >= other[0] && south >= other[1] && east <= other[2] && north <= other[3]
}

/** Takes from the box what the first of the others holds, and looks for what is left, up to four boxes, in those after it. */
function isCovered(box: Box, others: readonly Box[], from: number): boolean {
  const [west, south, east, north] = box
  for (let i = from; i < others.length; i++) {
    const [w, s, e, n] = others[i]
    if (west > e || east < w || south > n || north < s) continue
    const left = Math.max(west, w)
    const right = Math.min(east, e)
    const rest: Box[] = []
    if (west < w) rest.push([west, south, w, north])
    if (east > e) rest.push([e, south, east, north])
    if (south < s) rest.push([left, south, right, s])
    if (north > n) rest.push([left, n, right, north])
    return rest.every((part) => isCovered(part, others, i + 1))
  }
  return false
}

/**
 * @param loaded null: everywhere
 * @param what for the message: `Walkability`
 * @param option what loads it beside the box: `dimensions: ['walkability']`
 * @throws {NotLoadedError} when a place, degrees, is in none of the boxes
 */
export function assertPlaceLoaded(loaded: Boxes | null, lon: number, lat: number, what: string, option = ''): void {
  if (loaded === null || loaded.has(lon, lat)) return
  throw new NotLoadedError(
    `${what} is not loaded at ${lat}, ${lon}: load it first, \`await vicinage.load({ bbox: [west, south, east, north]${option && `, ${option}`} })\`.`,
    'place_not_loaded',
  )
}

/** The same for every place of a box. */
export function assertBoxLoaded(loaded: Boxes | null, box: Box, what: string, option = ''): void {
  if (loaded === null || loaded.holds(box)) return
  const bbox = box.map((degrees, i) => (i < 2 ? Math.floor(degrees * 1e4) : Math.ceil(degrees * 1e4)) / 1e4).join(', ')
  throw new NotLoadedError(
    `${what} is not loaded everywhere in the area: load it first, \`await vicinage.load({ bbox: [${bbox}]${option && `, ${option}`} })\`.`,
    'place_not_loaded',
  )
}

/** A dimension, and where it is in memory. */
interface Located {
  readonly loaded: Boxes | null
  readonly dimension: { readonly id: string; readonly name: string }
}

/** @throws {NotLoadedError} when the dimension is not in memory at a place */
export function assertScored({ loaded, dimension: { id, name } }: Located, lon: number, lat: number): void {
  assertPlaceLoaded(loaded, lon, lat, name, `dimensions: ['${id}']`)
}

/** The same for every place of a box. */
export function assertAllScored(dimensions: readonly Located[], box: Box): void {
  for (const { loaded, dimension } of dimensions)
    assertBoxLoaded(loaded, box, dimension.name, `dimensions: ['${dimension.id}']`)
}
