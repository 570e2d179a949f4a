import { Gunzip } from 'fflate'
import { BatchError } from '../library.ts'

/** Advice for a file that the page does not accept. The dialog "About this page" shows the command. */
export const BEYOND_THE_PAGE = 'The command line can score it: see “About this page”.'

/** Maximum number of rows that the page accepts; `vicinage batch` has no limit. */
export const MAX_ROWS = 100_000
/** Maximum size in bytes of the file and of its decompressed content. */
export const MAX_BYTES = 50 << 20

/**
 * Returns the text of a dropped file as bytes, in UTF-8 or one of the older single-byte encodings. Gzip is decompressed,
 * and UTF-16 from spreadsheets is converted.
 *
 * @throws {BatchError} if the file is too large, cannot be read, or has an unsupported format
 */
export async function fileText(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > MAX_BYTES)
    throw new BatchError(
      `The file is ${Math.ceil(file.size / (1 << 20))} MB; this page scores up to ${MAX_BYTES >> 20} MB. ${BEYOND_THE_PAGE}`,
    )
  const stored = await file.arrayBuffer().catch(() => {
    throw new BatchError('The file cannot be read. It may be a folder, or it may have been moved or changed.')
  })
  const bytes = new Uint8Array(stored)
  const text = begins(bytes, [0x1f, 0x8b]) ? await gunzip(bytes, MAX_BYTES) : bytes
  if (text.length === 0) throw new BatchError('The file is empty.', 'input_empty')
  refuseOtherFiles(text)
  return asUtf8(text)
}

const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly reason: string }[] = [
  {
    bytes: [0x50, 0x4b, 3, 4],
    reason:
      'The file is a workbook or a ZIP archive: save the sheet as CSV (in Excel “CSV UTF-8”) and drop the CSV file here.',
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    reason:
      'The file is an old Excel workbook: save the sheet as CSV (in Excel “CSV UTF-8”) and drop the CSV file here.',
  },
  { bytes: [0x50, 0x41, 0x52, 0x31], reason: `The file is Parquet, which this page cannot read. ${BEYOND_THE_PAGE}` },
  { bytes: [0x25, 0x50, 0x44, 0x46], reason: 'The file is a PDF: drop a CSV file instead.' },
]

function refuseOtherFiles(text: Uint8Array): void {
  const other = SIGNATURES.find(({ bytes }) => begins(text, bytes))
  if (other !== undefined) throw new BatchError(other.reason)
  const first = new TextDecoder().decode(text.subarray(0, 1000)).trimStart()
  if (/^[[{]\s*["{\]}]/.test(first))
    throw new BatchError(`The file is JSON, which this page cannot read. ${BEYOND_THE_PAGE}`)
}

/**
 * Converts UTF-16 to UTF-8. Keeps a byte order mark, so that the spreadsheet that wrote the file can read the result.
 */
function asUtf8(text: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const encoding = begins(text, [0xff, 0xfe]) ? 'utf-16le' : begins(text, [0xfe, 0xff]) ? 'utf-16be' : null
  if (encoding === null) return text
  return new TextEncoder().encode(new TextDecoder(encoding, { ignoreBOM: true }).decode(text))
}

function begins(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => bytes[i] === byte)
}

/** Number of compressed bytes processed at once, which limits the memory used for the decompressed data. */
const CHUNK = 1 << 16

/**
 * Decompresses gzip data with one or more members. Browsers reject files with several members, which `vicinage batch`
 * writes.
 *
 * @param most maximum number of decompressed bytes
 * @throws {BatchError} when the data is damaged, truncated, or decompresses to more
 */
async function gunzip(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const members: Uint8Array<ArrayBuffer>[] = []
  const starts = memberStarts(packed, most)
  for (const [i, start] of starts.entries()) members.push(await inflated(packed.subarray(start, starts[i + 1])))
  return new Uint8Array(await new Blob(members).arrayBuffer())
}

/**
 * Returns the start offset of each member. fflate is only used to find the members, because it does not verify
 * checksums. The browser then decompresses them again.
 */
function memberStarts(packed: Uint8Array, most: number): number[] {
  const starts = [0]
  let length = 0
  const gunzip = new Gunzip((bytes) => {
    length += bytes.length
  })
  gunzip.onmember = (start) => starts.push(start)
  for (let at = 0; at < packed.length; at += CHUNK) {
    try {
      gunzip.push(packed.subarray(at, at + CHUNK), at + CHUNK >= packed.length)
    } catch (cause) {
      throw damaged(cause)
    }
    if (length > most)
      throw new BatchError(
        `The file holds more than ${most >> 20} MB when decompressed, which is more than this page accepts. ${BEYOND_THE_PAGE}`,
      )
  }
  return starts
}

async function inflated(member: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([member]).stream().pipeThrough(new DecompressionStream('gzip'))
  const bytes = await new Response(stream).arrayBuffer().catch((cause) => {
    throw damaged(cause)
  })
  return new Uint8Array(bytes)
}

function damaged(cause: unknown): BatchError {
  const error = new BatchError('The gzip data is damaged or cut off.')
  error.cause = cause
  return error
}
