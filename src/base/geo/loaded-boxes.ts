import { NotLoadedError } from '../errors.ts'
import { type Box, isWithin } from './box.ts'

/** The union of several boxes. */
export class Boxes {
  constructor(readonly all: readonly Box[]) {}

  /** Checks whether a point, in degrees, is in any of the boxes. */
  has(lon: number, lat: number): boolean {
    for (const { west, south, east, north } of this.all)
      if (lon >= west && lon <= east && lat >= south && lat <= north) return true
    return false
  }

  /** Checks whether the boxes together cover every point of `box`. */
  holds(box: Box): boolean {
    return isCovered(box, this.all, 0)
  }

  /** Returns these boxes plus `more`, without boxes that are inside another box. */
  with(more: readonly Box[]): Boxes {
    const kept: Box[] = []
    for (const box of [...this.all, ...more])
      if (!kept.some((other) => isWithin(box, other)))
        kept.splice(0, kept.length, ...kept.filter((other) => !isWithin(other, box)), box)
    return new Boxes(kept)
  }
}

/**
 * Checks whether the boxes starting at index `from` cover `box`. Subtracts the first overlapping box from `box`, then
 * checks the remaining pieces (at most four) against the later boxes.
 */
function isCovered(box: Box, others: readonly Box[], from: number): boolean {
  const { west, south, east, north } = box
  for (let i = from; i < others.length; i++) {
    const { west: w, south: s, east: e, north: n } = others[i]
    if (west > e || east < w || south > n || north < s) continue
    const left = Math.max(west, w)
    const right = Math.min(east, e)
    const remainder: Box[] = []
    if (west < w) remainder.push({ west, south, east: w, north })
    if (east > e) remainder.push({ west: e, south, east, north })
    if (south < s) remainder.push({ west: left, south, east: right, north: s })
    if (north > n) remainder.push({ west: left, south: n, east: right, north })
    return remainder.every((piece) => isCovered(piece, others, i + 1))
  }
  return false
}

/**
 * Throws if the point, in degrees, is in none of the loaded boxes.
 *
 * @param loaded the loaded boxes; null if everything is loaded
 * @param subject subject of the message, such as `Walkability`
 * @param option what to pass to `load` in addition to the box, such as `dimensions: ['walkability']`
 * @throws {NotLoadedError} when the point is in none of the boxes
 */
export function assertPlaceLoaded(loaded: Boxes | null, lon: number, lat: number, subject: string, option = ''): void {
  if (loaded === null || loaded.has(lon, lat)) return
  throw new NotLoadedError(
    `${subject} is not loaded at ${lat}, ${lon}.`,
    'place_not_loaded',
    `Load it first with \`await vicinage.load({ box: { west, south, east, north }${option && `, ${option}`} })\`.`,
  )
}

/**
 * Checks that every point of `box` is loaded.
 *
 * @throws {NotLoadedError} when part of the box is not loaded
 */
export function assertBoxLoaded(loaded: Boxes | null, box: Box, subject: string, option = ''): void {
  if (loaded === null || loaded.holds(box)) return
  const { west, south, east, north } = box
  const [w, s] = [west, south].map((degrees) => Math.floor(degrees * 1e4) / 1e4)
  const [e, n] = [east, north].map((degrees) => Math.ceil(degrees * 1e4) / 1e4)
  const sides = `{ west: ${w}, south: ${s}, east: ${e}, north: ${n} }`
  throw new NotLoadedError(
    `${subject} is loaded only in part.`,
    'place_not_loaded',
    `Load the rest first with \`await vicinage.load({ box: ${sides}${option && `, ${option}`} })\`.`,
  )
}

/** A dimension and the boxes that are loaded for it. */
interface Located {
  readonly loaded: Boxes | null
  readonly dimension: { readonly id: string; readonly name: string }
}

/**
 * Throws if the dimension is not loaded at the point.
 *
 * @throws {NotLoadedError}
 */
export function assertScored({ loaded, dimension: { id, name } }: Located, lon: number, lat: number): void {
  assertPlaceLoaded(loaded, lon, lat, name, `dimensions: ['${id}']`)
}

/**
 * Checks that all dimensions are loaded everywhere in the box.
 *
 * @throws {NotLoadedError} when part of the box is not loaded for one of the dimensions
 */
export function assertAllScored(dimensions: readonly Located[], box: Box): void {
  for (const { loaded, dimension } of dimensions)
    assertBoxLoaded(loaded, box, dimension.name, `dimensions: ['${dimension.id}']`)
}
