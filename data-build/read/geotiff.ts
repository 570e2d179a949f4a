import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { fromArrayBuffer, fromFile, type GeoTIFFImage, type TypedArray } from 'geotiff'
import type { Box } from '../../src/base/geo/box.ts'
import { projectionOf } from './projection.ts'
import { reasonOf, SourceError } from './source-error.ts'
import type { SourceFolder, SourcePath } from './source-folder.ts'

/** Where the cells of a raster are. */
export interface GeoTiffGrid {
  readonly width: number
  readonly height: number
  /** Outer corner of the first cell (top left as a rule), in the units of the projection. */
  readonly origin: readonly [x: number, y: number]
  /** Size of a cell; y is negative when rows run southwards. */
  readonly cell: readonly [x: number, y: number]
  /** EPSG code or proj string. */
  readonly projection: string
  /** The value that means no data, or null. */
  readonly noData: number | null
}

export interface GeoTiffRaster extends GeoTiffGrid {
  /** Row by row, `width × height`. */
  readonly values: TypedArray
  /** The value of the cell that holds a point in degrees; NaN outside and where there is no data. */
  valueAt(lon: number, lat: number): number
}

const USER_DEFINED = 32767
const ALBERS = 11

/**
 * Reads the first band of a GeoTIFF or BigTIFF into memory. Throws a `SourceError` when damaged or not placed on the
 * earth.
 */
export async function readGeoTiff(folder: SourceFolder, path: SourcePath): Promise<GeoTiffRaster> {
  const { file, bytes } = await folder.open(path)
  const { image, values } = await decode(bytes, file)
  const grid = gridOf(image, file)
  const { width, height, origin, cell, noData } = grid
  if (values.length !== width * height) {
    throw new SourceError({ file, found: `${values.length} values`, expectation: `${width} × ${height}` })
  }
  const { fromDegrees } = projectionOf(grid.projection, file)

  function valueAt(lon: number, lat: number): number {
    const [px, py] = fromDegrees(lon, lat)
    const column = Math.floor((px - origin[0]) / cell[0])
    const row = Math.floor((py - origin[1]) / cell[1])
    if (!(column >= 0 && column < width && row >= 0 && row < height)) return Number.NaN
    const value = values[row * width + column]
    return value === noData ? Number.NaN : value
  }

  return { ...grid, values, valueAt }
}

/** A raster that is too large for memory, read in windows. */
export interface OpenGeoTiff extends GeoTiffGrid {
  /**
   * The values of columns and rows from the first two to before the last two, row by row.
   * @throws {SourceError} when they cannot be decoded
   */
  window(left: number, top: number, right: number, bottom: number): Promise<TypedArray>
  close(): Promise<void>
}

/**
 * Opens the first band of a GeoTIFF or BigTIFF on disk.
 * @throws {SourceError} when it is missing, cut short, not a GeoTIFF or not placed on the earth
 */
export async function openGeoTiff(path: string): Promise<OpenGeoTiff> {
  const file = basename(path)
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new SourceError({ file, found: reasonOf(cause), expectation: 'a GeoTIFF' }, { cause })
  })
  const tiff = await decoding(file, () => fromFile(path))
  const close = async () => void (await tiff.close())
  try {
    const image = await decoding(file, () => tiff.getImage())
    const end = await decoding(file, () => endOfData(image))
    // Reading beyond the end would give zeros.
    if (end > size)
      throw new SourceError({ file, found: `${size} bytes of ${end}`, expectation: 'a whole file; download it again' })
    return {
      ...gridOf(image, file),
      window: (...window) =>
        decoding(file, async () => (await image.readRasters({ window, samples: [0], interleave: true })) as TypedArray),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Bytes from the beginning of the file to the end of the last tile or strip. */
async function endOfData({ fileDirectory }: GeoTIFFImage): Promise<number> {
  const [offsets, counts] = (await fileDirectory.hasTag('TileOffsets'))
    ? [await fileDirectory.loadValue('TileOffsets'), await fileDirectory.loadValue('TileByteCounts')]
    : [await fileDirectory.loadValue('StripOffsets'), await fileDirectory.loadValue('StripByteCounts')]
  let end = 0
  for (let i = 0; i < (offsets?.length ?? 0); i++) end = Math.max(end, Number(offsets?.[i]) + Number(counts?.[i]))
  return end
}

/** The box of a raster in degrees, by places along its border. */
export function extentOf({ origin, cell, width, height, projection }: GeoTiffGrid, path: string): Box {
  const { toDegrees } = projectionOf(projection, path)
  const box = { west: 180, south: 90, east: -180, north: -90 }
  const PLACES = 32
  for (let i = 0; i <= PLACES; i++)
    for (const [x, y] of [
      [i / PLACES, 0],
      [i / PLACES, 1],
      [0, i / PLACES],
      [1, i / PLACES],
    ]) {
      const [lon, lat] = toDegrees(origin[0] + x * width * cell[0], origin[1] + y * height * cell[1])
      box.west = Math.min(box.west, lon)
      box.east = Math.max(box.east, lon)
      box.south = Math.min(box.south, lat)
      box.north = Math.max(box.north, lat)
    }
  // A border that bends between two of the places.
  const margin = 0.01
  return { west: box.west - margin, south: box.south - margin, east: box.east + margin, north: box.north + margin }
}

function gridOf(image: GeoTIFFImage, file: string): GeoTiffGrid {
  const [x, y, stepX, stepY] = placeOf(image, file)
  return {
    ...{ width: image.getWidth(), height: image.getHeight(), origin: [x, y], cell: [stepX, stepY] },
    ...{ projection: definitionOf(image, file), noData: image.getGDALNoData() },
  }
}

async function decode(bytes: Uint8Array, file: string) {
  return decoding(file, async () => {
    // The library wants an ArrayBuffer that holds the file and nothing else.
    const whole = new Uint8Array(bytes).buffer
    const image = await (await fromArrayBuffer(whole)).getImage()
    const values: TypedArray = await image.readRasters({ samples: [0], interleave: true })
    return { image, values }
  })
}

async function decoding<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    const found = `a raster that cannot be decoded (${reasonOf(cause)})`
    throw new SourceError({ file, found, expectation: 'a whole GeoTIFF; download the file again' }, { cause })
  }
}

function placeOf(image: GeoTIFFImage, file: string): readonly [x: number, y: number, stepX: number, stepY: number] {
  try {
    const [x, y] = image.getOrigin()
    const [stepX, stepY] = image.getResolution()
    // RasterPixelIsPoint: the tie point is the middle of the cell, not its corner.
    return image.pixelIsArea() ? [x, y, stepX, stepY] : [x - stepX / 2, y - stepY / 2, stepX, stepY]
  } catch (cause) {
    const found = `no place on the earth (${reasonOf(cause)})`
    throw new SourceError({ file, found, expectation: 'tie points and pixel scale of a GeoTIFF' }, { cause })
  }
}

/** The projection from the GeoKeys: an EPSG code, or the parameters of the Albers projection of USGS's land cover. */
function definitionOf(image: GeoTIFFImage, file: string): string {
  const keys: Readonly<Record<string, unknown>> = image.getGeoKeys() ?? {}
  const projected = keys.ProjectedCSTypeGeoKey
  if (typeof projected === 'number' && projected !== USER_DEFINED) return `EPSG:${projected}`
  if (keys.ProjCoordTransGeoKey === ALBERS) {
    const of = (name: string) => {
      const value = keys[name]
      if (typeof value === 'number') return value
      throw new SourceError({ file, found: `Albers without ${name}`, expectation: 'all parameters of the projection' })
    }
    return (
      `+proj=aea +lat_0=${of('ProjNatOriginLatGeoKey')} +lon_0=${of('ProjNatOriginLongGeoKey')} ` +
      `+lat_1=${of('ProjStdParallel1GeoKey')} +lat_2=${of('ProjStdParallel2GeoKey')} ` +
      `+x_0=${of('ProjFalseEastingGeoKey')} +y_0=${of('ProjFalseNorthingGeoKey')} +datum=NAD83 +units=m +no_defs`
    )
  }
  const geographic = keys.GeographicTypeGeoKey
  if (keys.GTModelTypeGeoKey === 2 && typeof geographic === 'number') return `EPSG:${geographic}`
  throw new SourceError({ file, found: 'GeoKeys without a projection', expectation: 'an EPSG code or Albers' })
}
