import { NotLoadedError } from '../errors.ts'
import { type Box, isWithin } from './box.ts'

/** What boxes hold, all of them together. */
export class Boxes {
  constructor(readonly all: readonly Box[]) {}

  /** Whether a place, degrees, is in one of them. */
  has(lon: number, lat: number): boolean {
    for (const { west, south, east, north } of this.all)
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

/**
 * Takes from the box what the first of the others holds, and looks for what is left, up to four boxes, in those after
 * it.
 */
function isCovered(box: Box, others: readonly Box[], from: number): boolean {
  const { west, south, east, north } = box
  for (let i = from; i < others.length; i++) {
    const { west: w, south: s, east: e, north: n } = others[i]
    if (west > e || east < w || south > n || north < s) continue
    const left = Math.max(west, w)
    const right = Math.min(east, e)
    const rest: Box[] = []
    if (west < w) rest.push({ west, south, east: w, north })
    if (east > e) rest.push({ west: e, south, east, north })
    if (south < s) rest.push({ west: left, south, east: right, north: s })
    if (north > n) rest.push({ west: left, south: n, east: right, north })
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
    `${what} is not loaded at ${lat}, ${lon}: load it first, \`await vicinage.load({ box: { west, south, east, north }${option && `, ${option}`} })\`.`,
    'place_not_loaded',
  )
}

/** The same for every place of a box. */
export function assertBoxLoaded(loaded: Boxes | null, box: Box, what: string, option = ''): void {
  if (loaded === null || loaded.holds(box)) return
  const { west, south, east, north } = box
  const [w, s] = [west, south].map((degrees) => Math.floor(degrees * 1e4) / 1e4)
  const [e, n] = [east, north].map((degrees) => Math.ceil(degrees * 1e4) / 1e4)
  const sides = `{ west: ${w}, south: ${s}, east: ${e}, north: ${n} }`
  throw new NotLoadedError(
    `${what} is not loaded everywhere in the area: load it first, \`await vicinage.load({ box: ${sides}${option && `, ${option}`} })\`.`,
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
