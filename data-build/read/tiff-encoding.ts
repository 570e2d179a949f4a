import type { GeoTIFFImage } from 'geotiff'
import { SourceError } from './source-error.ts'

const MAX_PIXELS = 2 ** 32
const COLORS = new Map([
  [6, 'YCbCr'],
  [8, 'CIELab'],
])
/** Values of SampleFormat. */
const UNSIGNED = 1
const SIGNED = 2
const FLOAT = 3
/** Code numbers of the supported compressions. */
const COMPRESSIONS = [1, 5, 7, 8, 32946, 32773, 34887, 50000]

/**
 * Checks that the values of an image can be decoded correctly from its encoding.
 * @throws {SourceError} when the encoding is unsupported, or when blocks are missing
 */
export async function checkEncoding(image: GeoTIFFImage, file: string): Promise<void> {
  const refused = await refusal(image)
  if (refused !== null)
    throw new SourceError({
      file,
      found: refused,
      expectation: 'another encoding; convert the file with `gdal_translate -co COMPRESS=DEFLATE old.tif new.tif`',
    })
  const width = image.getWidth()
  const height = image.getHeight()
  if (!(width > 0 && height > 0))
    throw new SourceError({
      file,
      found: 'no width and height',
      expectation: 'a complete GeoTIFF; download the file again',
    })
  const blocks = await blockCount(image)
  const wanted =
    Math.ceil(width / image.getTileWidth()) *
    Math.ceil(height / image.getTileHeight()) *
    (image.planarConfiguration === 2 ? image.getSamplesPerPixel() : 1)
  if (width * height > MAX_PIXELS)
    throw new SourceError({ file, found: `${width} × ${height} pixels`, expectation: `at most ${MAX_PIXELS}` })
  if (!(wanted > 0) || blocks < wanted)
    throw new SourceError({
      file,
      found: `${blocks} blocks of pixels`,
      expectation: `${wanted > 0 ? wanted : 'more'}, a whole GeoTIFF`,
    })
}

async function blockCount({ fileDirectory, isTiled }: GeoTIFFImage): Promise<number> {
  const offsets = await fileDirectory.loadValue(isTiled ? 'TileOffsets' : 'StripOffsets')
  return Math.min(offsets?.length ?? 0, (await blockSizes(fileDirectory, isTiled)).length)
}

async function blockSizes(directory: GeoTIFFImage['fileDirectory'], isTiled: boolean): Promise<ArrayLike<unknown>> {
  return (await directory.loadValue(isTiled ? 'TileByteCounts' : 'StripByteCounts')) ?? []
}

/** Returns what is wrong with the encoding, or null if nothing is. */
async function refusal(image: GeoTIFFImage): Promise<string | null> {
  const { fileDirectory, littleEndian } = image
  const numbers = async (name: 'BitsPerSample' | 'SampleFormat') =>
    Array.from(((await fileDirectory.loadValue(name)) ?? []) as ArrayLike<number>, Number)
  const number = async (name: 'Compression' | 'FillOrder' | 'PhotometricInterpretation' | 'Predictor') =>
    Number((await fileDirectory.loadValue(name)) ?? 1)
  const bits = await numbers('BitsPerSample')
  const [format] = [...(await numbers('SampleFormat')), UNSIGNED]
  const [width] = bits
  const compression = await number('Compression')
  if (Number.isNaN(compression)) return 'no valid number for its compression'
  if (!COMPRESSIONS.includes(compression)) return `the compression ${compression}, which is not supported`
  if ((await number('FillOrder')) === 2) return 'bytes whose lowest bit comes first (FillOrder 2)'
  const color = COLORS.get(await number('PhotometricInterpretation'))
  if (color !== undefined) return `a picture in ${color} instead of values`
  const isWhole = width === 8 || width === 16 || width === 32
  const isRead =
    (format === FLOAT && (isWhole ? width > 8 : width === 64)) ||
    (format === SIGNED && isWhole) ||
    (format === UNSIGNED && (isWhole || width < 8 || (width < 16 && littleEndian)))
  if (width === undefined) return 'no number of bits for its values'
  if (!isRead || !(width > 0)) return `values of ${width} bits in the format ${format}, which are not supported`
  if (!isWhole && bits.some((each) => each !== width)) return `bands of ${bits.join(', ')} bits`
  const predictor = await number('Predictor')
  if (predictor > 1 && !littleEndian && width > 8) return 'a predictor for big-endian values'
  // The library fills missing blocks in this machine's byte order, so the values would be wrong in a big-endian file.
  const isFilled = fileDirectory.hasTag('GDAL_NODATA') && !littleEndian && width > 8
  const sizes = await blockSizes(fileDirectory, image.isTiled)
  if (isFilled && Array.from(sizes, Number).includes(0)) return 'empty blocks in a big-endian file'
  return null
}
