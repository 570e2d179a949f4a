import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fromArrayBuffer, fromFile, type GeoTIFF, type GeoTIFFImage, type TypedArray } from 'geotiff'
import type { Box } from '../../src/base/geo/box.ts'
import { definitionInKeys } from './geo-keys.ts'
import { getProjection } from './projection.ts'
import { getReason, SourceError } from './source-error.ts'
import type { SourceFolder, SourcePath } from './source-folder.ts'
import { registerDecoders } from './tiff-decoders.ts'
import { checkEncoding } from './tiff-encoding.ts'

registerDecoders()

/** Position and size of the cells of a raster. */
export interface GeoTiffGrid {
  readonly width: number
  readonly height: number
  /** Outer corner of the first cell (usually top left), in the units of the projection. */
  readonly origin: readonly [x: number, y: number]
  /** Size of a cell. y is negative if rows run southwards. */
  readonly cell: readonly [x: number, y: number]
  /** Change of x per row and of y per column; 0 unless the raster is rotated or sheared. */
  readonly skew: readonly [xByRow: number, yByColumn: number]
  /** Projection as an EPSG code, WKT or proj string. */
  readonly projection: string
  /** Value that means no data; null if the file declares no such value. */
  readonly noData: number | null
}

export interface GeoTiffRaster extends GeoTiffGrid {
  /** Values row by row, `width × height`. */
  readonly values: TypedArray
  /**
   * Returns the value of the cell that contains a point in degrees. Returns NaN outside the raster and for cells
   * without data.
   */
  valueAt(lon: number, lat: number): number
}

/** Returns the fractional column and row of a point in projection units. */
export function pixelAt({ origin, cell, skew }: GeoTiffGrid, x: number, y: number): readonly [number, number] {
  const dx = x - origin[0]
  const dy = y - origin[1]
  if (skew[0] === 0 && skew[1] === 0) return [dx / cell[0], dy / cell[1]]
  const determinant = cell[0] * cell[1] - skew[0] * skew[1]
  return [(dx * cell[1] - dy * skew[0]) / determinant, (dy * cell[0] - dx * skew[1]) / determinant]
}

/**
 * Reads the first band of a GeoTIFF or BigTIFF into memory. Pixels hidden by an internal mask or an alpha band have no
 * data. Throws a `SourceError` if the file is damaged, not georeferenced, or in an unsupported encoding.
 */
export async function readGeoTiff(folder: SourceFolder, path: SourcePath): Promise<GeoTiffRaster> {
  const { file, bytes } = await folder.open(path)
  // The library needs an ArrayBuffer that contains only the file.
  const tiff = await decoding(file, () => fromArrayBuffer(new Uint8Array(bytes).buffer))
  const pages = await pagesIn(tiff, file)
  const grid = buildGrid(pages.image, file)
  const { width, height, noData } = grid
  const window = [0, 0, width, height] as const
  const values = await decoding(file, () => valuesIn(pages.image, window, 0))
  if (values.length !== width * height) {
    throw new SourceError({ file, found: `${values.length} values`, expectation: `${width} × ${height}` })
  }
  const mask = await decoding(file, () => maskIn(pages, window))
  const { fromDegrees } = getProjection(grid.projection, file)

  function valueAt(lon: number, lat: number): number {
    const [px, py] = fromDegrees(lon, lat)
    const pixel = pixelAt(grid, px, py)
    const column = Math.floor(pixel[0])
    const row = Math.floor(pixel[1])
    if (!(column >= 0 && column < width && row >= 0 && row < height)) return Number.NaN
    const at = row * width + column
    return values[at] === noData || mask?.[at] === 0 ? Number.NaN : values[at]
  }

  return { ...grid, values, valueAt }
}

/** A raster that is too large for memory and is read in windows. */
export interface OpenGeoTiff extends GeoTiffGrid {
  /**
   * Reads pixels row by row, from `left` and `top` up to, but not including, `right` and `bottom`. Pixels hidden by a
   * mask are NaN.
   * @throws {SourceError} when the pixels cannot be decoded
   */
  window(left: number, top: number, right: number, bottom: number): Promise<TypedArray>
  close(): Promise<void>
}

/**
 * Opens the first band of a GeoTIFF or BigTIFF on disk.
 * @throws {SourceError} when it is missing, truncated, not a GeoTIFF or not georeferenced
 */
export async function openGeoTiff(path: string): Promise<OpenGeoTiff> {
  const file = basename(path)
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new SourceError({ file, found: getReason(cause), expectation: 'a GeoTIFF' }, { cause })
  })
  const tiff = await decoding(file, () => fromFile(path))
  const close = async () => void (await tiff.close())
  try {
    const pages = await pagesIn(tiff, file)
    const { image } = pages
    const end = await decoding(file, () => endOfData(image))
    // Reading beyond the end of the file would return zeros instead of an error.
    if (end > size)
      throw new SourceError({
        file,
        found: `${size} bytes of ${end}`,
        expectation: 'a complete file; download it again',
      })
    return {
      ...buildGrid(image, file),
      window: (...window) =>
        decoding(file, async () => {
          const values = await valuesIn(image, window, 0)
          const mask = await maskIn(pages, window)
          return mask === null ? values : Float64Array.from(values, (value, i) => (mask[i] === 0 ? Number.NaN : value))
        }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns the offset of the end of the last tile or strip. */
async function endOfData({ fileDirectory }: GeoTIFFImage): Promise<number> {
  const [offsets, counts] = (await fileDirectory.hasTag('TileOffsets'))
    ? [await fileDirectory.loadValue('TileOffsets'), await fileDirectory.loadValue('TileByteCounts')]
    : [await fileDirectory.loadValue('StripOffsets'), await fileDirectory.loadValue('StripByteCounts')]
  let end = 0
  for (let i = 0; i < (offsets?.length ?? 0); i++) end = Math.max(end, Number(offsets?.[i]) + Number(counts?.[i]))
  return end
}

/** Returns the box of a raster in degrees, from points along its border. */
export function getExtent({ origin, cell, skew, width, height, projection }: GeoTiffGrid, path: string): Box {
  const { toDegrees } = getProjection(projection, path)
  const box = { west: 180, south: 90, east: -180, north: -90 }
  const PLACES = 32
  for (let i = 0; i <= PLACES; i++)
    for (const [x, y] of [
      [i / PLACES, 0],
      [i / PLACES, 1],
      [0, i / PLACES],
      [1, i / PLACES],
    ]) {
      const column = x * width
      const row = y * height
      const [lon, lat] = toDegrees(
        origin[0] + column * cell[0] + row * skew[0],
        origin[1] + column * skew[1] + row * cell[1],
      )
      box.west = Math.min(box.west, lon)
      box.east = Math.max(box.east, lon)
      box.south = Math.min(box.south, lat)
      box.north = Math.max(box.north, lat)
    }
  // Adds a margin because borders may bend between two sample points.
  const margin = 0.01
  return { west: box.west - margin, south: box.south - margin, east: box.east + margin, north: box.north + margin }
}

/** The image of a file, with the mask or band that hides some of its pixels. */
interface Pages {
  readonly image: GeoTIFFImage
  readonly mask: GeoTIFFImage | null
  /** Index of the alpha band; null if there is none. */
  readonly alpha: number | null
}

/** Bits of NewSubfileType. */
const REDUCED = 1
const MASK = 4
const MAX_PAGES = 256

async function pagesIn(tiff: GeoTIFF, file: string): Promise<Pages> {
  return decoding(file, async () => {
    const count = Math.min(await tiff.getImageCount(), MAX_PAGES)
    let image: GeoTIFFImage | undefined
    let mask: GeoTIFFImage | null = null
    for (let page = 0; page < count; page++) {
      const candidate = await tiff.getImage(page)
      const kind = Number((await candidate.fileDirectory.loadValue('NewSubfileType')) ?? 0)
      if ((kind & (REDUCED | MASK)) === 0) image ??= candidate
      if ((kind & (REDUCED | MASK)) === MASK) mask ??= candidate
    }
    image ??= await tiff.getImage(0)
    await checkEncoding(image, file)
    if (mask !== null) {
      await checkEncoding(mask, file)
      if (mask.getWidth() !== image.getWidth() || mask.getHeight() !== image.getHeight())
        throw new Error('its mask and its image differ in size')
    }
    const extra = Array.from((await image.fileDirectory.loadValue('ExtraSamples')) ?? [], Number)
    const opacity = extra.findIndex((kind) => kind === 1 || kind === 2)
    const alpha = opacity < 0 ? null : image.getSamplesPerPixel() - extra.length + opacity
    return { image, mask, alpha: alpha !== null && alpha > 0 ? alpha : null }
  })
}

type Window = readonly [left: number, top: number, right: number, bottom: number]

async function valuesIn(image: GeoTIFFImage, window: Window, band: number): Promise<TypedArray> {
  return (await image.readRasters({ window: [...window], samples: [band], interleave: true })) as TypedArray
}

/**
 * Returns one value per pixel, which is 0 if the mask or the alpha band hides the pixel. Returns null if the file has
 * neither a mask nor an alpha band.
 */
async function maskIn({ image, mask, alpha }: Pages, window: Window): Promise<TypedArray | null> {
  const shown = mask === null ? null : await valuesIn(mask, window, 0)
  const opacity = alpha === null ? null : await valuesIn(image, window, alpha)
  if (shown === null || opacity === null) return shown ?? opacity
  return Uint8Array.from(shown, (value, i) => (value === 0 || opacity[i] === 0 ? 0 : 1))
}

/** @throws {SourceError} when the keys contradict the rest of the file */
function geoKeysOf(image: GeoTIFFImage, file: string) {
  try {
    return image.getGeoKeys() ?? {}
  } catch (cause) {
    const found = 'contradictory coordinate-system keys'
    throw new SourceError({ file, found, expectation: 'an undamaged GeoTIFF' }, { cause })
  }
}

function buildGrid(image: GeoTIFFImage, file: string): GeoTiffGrid {
  const projection = definitionInKeys(geoKeysOf(image, file), file)
  return {
    width: image.getWidth(),
    height: image.getHeight(),
    ...getPlace(image, file),
    projection,
    noData: noDataIn(image),
  }
}

async function decoding<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    if (cause instanceof SourceError) throw cause
    const found = `a raster that cannot be decoded (${getReason(cause)})`
    throw new SourceError({ file, found, expectation: 'a complete GeoTIFF; download the file again' }, { cause })
  }
}

/** Returns the value of GDAL_NODATA, a string that may end with a zero byte. */
function noDataIn(image: GeoTIFFImage): number | null {
  const text = String(image.fileDirectory.getValue('GDAL_NODATA') ?? '')
    .replace(/\0[\s\S]*$/, '')
    .trim()
  if (text === '') return null
  const value = /^[-+]?inf/i.test(text) ? (text.startsWith('-') ? -1 : 1) * Number.POSITIVE_INFINITY : Number(text)
  // Rounds the value to a 32-bit float like the pixels, so that the two can be compared.
  const isFloat = image.getSampleFormat() === 3 && image.getBitsPerSample() === 32
  return isFloat ? Math.fround(value) : value
}

const POINT = 2 // RasterPixelIsPoint

/**
 * Returns the affine transformation from pixels to the projection, from the first tie point and the pixel scale, or
 * from the matrix.
 */
function getPlace(image: GeoTIFFImage, file: string): Pick<GeoTiffGrid, 'origin' | 'cell' | 'skew'> {
  const list = (name: 'ModelPixelScale' | 'ModelTiepoint' | 'ModelTransformation') =>
    Array.from((image.fileDirectory.getValue(name) as ArrayLike<number> | undefined) ?? [], Number)
  const scale = list('ModelPixelScale')
  const tie = list('ModelTiepoint')
  const matrix = list('ModelTransformation')
  const expectation = 'a tie point and pixel scale, or a transformation matrix; `gdalwarp` creates them'
  let x = 0
  let xByColumn = 0
  let xByRow = 0
  let y = 0
  let yByColumn = 0
  let yByRow = 0
  if (scale.length >= 2 && tie.length >= 6) {
    const [column, row, , tieX, tieY] = tie
    if (scale[1] < 0)
      throw new SourceError({
        file,
        found: `a pixel scale of ${scale[1]} from row to row, which some programs read as northward and others as southward`,
        expectation: 'a scale above 0; `gdal_translate old.tif new.tif` writes one',
      })
    ;[xByColumn, yByRow] = [scale[0], -scale[1]]
    x = tieX - column * xByColumn
    y = tieY - row * yByRow
  } else if (matrix.length === 16) {
    ;[xByColumn, xByRow, , x] = matrix
    ;[yByColumn, yByRow, , y] = matrix.slice(4)
  } else throw new SourceError({ file, found: 'no georeferencing', expectation })
  const determinant = xByColumn * yByRow - xByRow * yByColumn
  if (!Number.isFinite(x + y) || !Number.isFinite(1 / determinant))
    throw new SourceError({ file, found: 'pixels without a size', expectation })
  // With this raster type, the transformation refers to the centers of cells, so it is moved to their corners.
  if (image.getGeoKeys()?.GTRasterTypeGeoKey === POINT) {
    x -= (xByColumn + xByRow) / 2
    y -= (yByColumn + yByRow) / 2
  }
  return { origin: [x, y], cell: [xByColumn, yByRow], skew: [xByRow, yByColumn] }
}
