import { inflateSync } from 'node:zlib'
import { addDecoder, BaseDecoder, type ImageFileDirectory } from 'geotiff'

const LZW = 5
const DEFLATE = [8, 32946]
const CLEAR = 256
const END = 257
const LONGEST_CODE = 12

/**
 * Registers LZW and Deflate decoders with the geotiff package. The package's own decoders do not support the LZW bit
 * order used before TIFF 6, and can exhaust the memory on damaged input. The decoders here stop once a block is full.
 */
export function registerDecoders(): void {
  addDecoder(LZW, async () => LzwDecoder, parametersOfImage, false)
  addDecoder(DEFLATE, async () => DeflateDecoder, parametersOfImage, false)
}

/** Returns the decoder parameters, including the block size. `RowsPerStrip` may be 4,294,967,295, meaning all rows. */
async function parametersOfImage(directory: ImageFileDirectory): Promise<BaseDecoder['parameters']> {
  const isTiled = !directory.hasTag('StripOffsets')
  const height = (await directory.loadValue('ImageLength')) ?? 0
  const rows = isTiled ? await directory.loadValue('TileLength') : await directory.loadValue('RowsPerStrip')
  return {
    tileWidth: (await directory.loadValue(isTiled ? 'TileWidth' : 'ImageWidth')) ?? 0,
    tileHeight: isTiled ? (rows ?? 0) : Math.min(rows || height, height),
    planarConfiguration: (await directory.loadValue('PlanarConfiguration')) ?? 1,
    bitsPerSample: (await directory.loadValue('BitsPerSample')) ?? 1,
    predictor: (await directory.loadValue('Predictor')) || 1,
  }
}

/** Returns the size of a decoded tile or strip. */
function blockBytes({ tileWidth, tileHeight, bitsPerSample, planarConfiguration }: BaseDecoder['parameters']): number {
  const bits = typeof bitsPerSample === 'number' ? [bitsPerSample] : Array.from(bitsPerSample ?? [1])
  const samples = planarConfiguration === 2 ? Math.max(...bits) : bits.reduce((sum, each) => sum + each, 0)
  return Math.ceil((tileWidth * samples) / 8) * tileHeight
}

class DeflateDecoder extends BaseDecoder {
  override decodeBlock(buffer: ArrayBufferLike): ArrayBufferLike {
    // Allows more than a block, because some writers pad the last strip of an image.
    const bytes = inflateSync(new Uint8Array(buffer), { maxOutputLength: blockBytes(this.parameters) + 65_536 })
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  }
}

class LzwDecoder extends BaseDecoder {
  override decodeBlock(buffer: ArrayBufferLike): ArrayBufferLike {
    return unpackLzw(new Uint8Array(buffer), blockBytes(this.parameters)).buffer
  }
}

/**
 * Decodes the LZW variant of TIFF. Codes are packed from the highest bit of each byte, and get longer one code before
 * the table is full. In files from before TIFF 6, codes are packed from the lowest bit, and get longer when the table
 * is full. A stream begins with the code 256, whose bytes tell the two variants apart.
 * @param most maximum number of bytes to decode; further bytes are ignored
 * @throws {Error} when a code is invalid or the stream ends before `most` bytes
 */
export function unpackLzw(stream: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const isOld = stream.length >= 2 && stream[0] === 0 && (stream[1] & 1) === 1
  const early = isOld ? 0 : 1
  const unpacked = new Uint8Array(most)
  // Each entry of the table is a run of bytes that has already been written.
  const startAt = new Uint32Array(1 << LONGEST_CODE)
  const lengthAt = new Uint32Array(1 << LONGEST_CODE)
  let length = 0
  let bits = 9
  let next = END + 1
  let position = 0
  let last = -1
  let lastStart = 0
  let lastLength = 0
  while (length < most) {
    const code = isOld ? lowBits(stream, position, bits) : highBits(stream, position, bits)
    position += bits
    if (code === END || code < 0) break
    if (code === CLEAR) {
      bits = 9
      next = END + 1
      last = -1
      continue
    }
    const start = length
    if (code < CLEAR) unpacked[length++] = code
    else {
      const isNew = code === next && last >= 0
      if (!isNew && (code >= next || code <= END)) throw new Error(`an LZW code ${code} that points nowhere`)
      const from = isNew ? lastStart : startAt[code]
      const count = isNew ? lastLength + 1 : lengthAt[code]
      for (let i = 0; i < count && length < most; i++) unpacked[length++] = unpacked[from + i]
    }
    if (last >= 0 && next < 1 << LONGEST_CODE) {
      startAt[next] = lastStart
      lengthAt[next] = lastLength + 1
      next++
    }
    last = code
    lastStart = start
    lastLength = length - start
    if (next + early >= 1 << bits && bits < LONGEST_CODE) bits++
  }
  return length === most ? unpacked : unpacked.slice(0, length)
}

/** Returns the code at a bit position, highest bit first; -1 at the end of the stream. */
function highBits(stream: Uint8Array, position: number, bits: number): number {
  if (position + bits > stream.length * 8) return -1
  const at = position >> 3
  const word = (stream[at] << 16) | ((stream[at + 1] ?? 0) << 8) | (stream[at + 2] ?? 0)
  return (word >> (24 - (position & 7) - bits)) & ((1 << bits) - 1)
}

/** Returns the code at a bit position, lowest bit first; -1 at the end of the stream. */
function lowBits(stream: Uint8Array, position: number, bits: number): number {
  if (position + bits > stream.length * 8) return -1
  const at = position >> 3
  const word = stream[at] | ((stream[at + 1] ?? 0) << 8) | ((stream[at + 2] ?? 0) << 16)
  return (word >> (position & 7)) & ((1 << bits) - 1)
}
