import { NotLoadedError } from '../errors.ts'
import type { Box } from './box.ts'
import type { Boxes } from './boxes.ts'
import { pointText } from './place.ts'

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
    `${subject} is not loaded at ${pointText({ lat, lon })}.`,
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
