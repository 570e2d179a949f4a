import { fromArrayBuffer, type GeoTIFFImage, type TypedArray } from 'geotiff'
import { projectionOf } from './projection.ts'
import { reasonOf, SourceError } from './source-error.ts'
import type { SourceFolder, SourcePath } from './source-folder.ts'

export interface GeoTiffRaster {
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
  /** Row by row, `width × height`. */
  readonly values: TypedArray
  /** The value of the cell that holds a point in degrees; NaN outside and where there is no data. */
  valueAt(lon: number, lat: number): number
}

export interface GeoTiffOptions {
  /** 0-based band. Default 0. */
  readonly band?: number
  /** EPSG code, WKT or proj string that overrides the file's own. */
  readonly projection?: string
}

const USER_DEFINED = 32767
const ALBERS = 11

/** Reads one band of a GeoTIFF or BigTIFF into memory. Throws a `SourceError` when damaged or not placed on the earth. */
export async function readGeoTiff(
  folder: SourceFolder,
  path: SourcePath,
  options: GeoTiffOptions = {},
): Promise<GeoTiffRaster> {
  const { file, bytes } = await folder.open(path)
  const { image, values } = await decode(bytes, file, options.band ?? 0)
  const width = image.getWidth()
  const height = image.getHeight()
  if (values.length !== width * height) {
    throw new SourceError({ file, found: `${values.length} values`, expectation: `${width} × ${height}` })
  }
  const [x, y, stepX, stepY] = placeOf(image, file)
  const definition = options.projection ?? definitionOf(image, file)
  const { fromDegrees } = projectionOf(definition, file)
  const noData = image.getGDALNoData()

  function valueAt(lon: number, lat: number): number {
    const [px, py] = fromDegrees(lon, lat)
    const column = Math.floor((px - x) / stepX)
    const row = Math.floor((py - y) / stepY)
    if (!(column >= 0 && column < width && row >= 0 && row < height)) return Number.NaN
    const value = values[row * width + column]
    return value === noData ? Number.NaN : value
  }

  return { width, height, origin: [x, y], cell: [stepX, stepY], projection: definition, noData, values, valueAt }
}

async function decode(bytes: Uint8Array, file: string, band: number) {
  try {
    // The library wants an ArrayBuffer that holds the file and nothing else.
    const whole = new Uint8Array(bytes).buffer
    const image = await (await fromArrayBuffer(whole)).getImage()
    const values: TypedArray = await image.readRasters({ samples: [band], interleave: true })
    return { image, values }
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
