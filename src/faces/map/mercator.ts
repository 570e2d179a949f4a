import { refusedArgument } from '../../base/errors.ts'
import type { Box } from '../../base/geo/box.ts'

/**
 * A grid of pixels on the web-mercator world. The northwest corner of the world is (0, 0), and the southeast corner is
 * (1, 1).
 */
export interface View {
  readonly left: number
  readonly top: number
  /** Width of a pixel, as a fraction of the world. */
  readonly stepX: number
  /** Height of a pixel, as a fraction of the world. */
  readonly stepY: number
  /** Width in pixels. */
  readonly width: number
  /** Height in pixels. */
  readonly height: number
}

/** Latitude in degrees at the edge of the square web-mercator world: atan(sinh(π)). */
const latitudeLimit = degrees(Math.atan(Math.sinh(Math.PI)))
export const largestSide = 8192 // pixels

const tileSize = 256 // pixels
const deepestZoom = 20 // a pixel is 13 cm at 30° N, much smaller than the 2-arc-second cells

/** Returns the view of a tile. Throws a ValidationError when the tile does not exist. */
export function tileView(z: number, x: number, y: number): View {
  if (!(Number.isInteger(z) && z >= 0 && z <= deepestZoom))
    throw refusedArgument('z', `A tile's zoom must be a whole number from 0 to ${deepestZoom}; got ${z}.`, z)
  const across = 2 ** z
  checkTileNumber('x', x, z, across)
  checkTileNumber('y', y, z, across)
  // Doubles represent these fractions exactly, because the divisors are powers of two. Neighboring tiles therefore meet
  // without gaps.
  const step = 1 / (across * tileSize)
  return { left: x / across, top: y / across, stepX: step, stepY: step, width: tileSize, height: tileSize }
}

/**
 * Returns the view of a box. Throws a ValidationError when the box is empty or outside the world, or the picture would
 * be too large.
 */
export function boxView({ west, south, east, north }: Box, width: number): View {
  if (!(west >= -180 && east <= 180 && west < east))
    throw refusedArgument(
      'west',
      `A box must go from west to east within -180 to 180 degrees; got west ${west}, east ${east}.`,
      west,
    )
  if (!(south >= -latitudeLimit && north <= latitudeLimit && south < north))
    throw refusedArgument(
      'south',
      `A box must go from south to north within ±${latitudeLimit.toFixed(4)} degrees, the limits of Web Mercator; got south ${south}, north ${north}.`,
      south,
    )
  if (!(Number.isInteger(width) && width >= 1 && width <= largestSide))
    throw refusedArgument(
      'width',
      `The image width must be a whole number from 1 to ${largestSide} pixels; got ${width}.`,
      width,
    )
  const left = worldX(west)
  const top = worldY(north)
  const worldWidth = worldX(east) - left
  const worldHeight = worldY(south) - top
  const height = Math.max(1, Math.round((width * worldHeight) / worldWidth))
  if (height > largestSide)
    throw refusedArgument(
      'width',
      `The picture would be ${height} pixels high; the maximum is ${largestSide}. Choose a smaller width or a box with less height.`,
      width,
    )
  return { left, top, stepX: worldWidth / width, stepY: worldHeight / height, width, height }
}

/**
 * Fills the coordinates of pixel centers row by row, starting at `firstRow`, for as many rows as fit in `lat` and
 * `lon`.
 */
export function fillCenters(view: View, firstRow: number, lat: Float64Array, lon: Float64Array): void {
  const { width } = view
  for (let i = 0; i < width; i++) lon[i] = getLon(view.left + (i + 0.5) * view.stepX)
  for (let at = 0, row = firstRow; at < lat.length; at += width, row++) {
    if (at > 0) lon.copyWithin(at, 0, width)
    lat.fill(getLat(view.top + (row + 0.5) * view.stepY), at, at + width)
  }
}

function checkTileNumber(name: string, value: number, z: number, across: number): void {
  if (!(Number.isInteger(value) && value >= 0 && value < across))
    throw refusedArgument(
      name,
      `A tile's ${name} at zoom ${z} must be a whole number from 0 to ${across - 1}; got ${value}.`,
      value,
    )
}

/** Converts a longitude to its position in the world: 0 at the west end, 1 at the east end. */
export function worldX(lon: number): number {
  return (lon + 180) / 360
}

/** Converts a latitude to its position in the world: 0 at the north end, 1 at the south end. */
export function worldY(lat: number): number {
  return 0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)
}

export function getLon(worldX: number): number {
  return worldX * 360 - 180
}

export function getLat(worldY: number): number {
  return degrees(Math.atan(Math.sinh(Math.PI * (1 - 2 * worldY))))
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}
