import { Gunzip } from 'fflate'
import { BatchError } from '../../batch/errors.ts'

/** Bytes that are looked through at once: memory for so many, inflated, is needed for a moment. */
const CHUNK = 1 << 16

/**
 * Decompresses gzip of one member or, as `vicinage batch` writes it, of many behind each other, which browsers do not take.
 *
 * @param most bytes of the text
 * @throws {BatchError} when the data are damaged, cut off, or inflate to more
 */
export async function gunzip(packed: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const members: Uint8Array<ArrayBuffer>[] = []
  const starts = memberStarts(packed, most)
  for (const [i, start] of starts.entries()) members.push(await inflated(packed.subarray(start, starts[i + 1])))
  return new Uint8Array(await new Blob(members).arrayBuffer())
}

/** Where members begin. fflate finds them but checks no sums, so that the browser inflates them a second time. */
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
        `The file holds more than ${most >> 20} MB when it is decompressed, more than this page takes.`,
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
  const error = new BatchError('The file is no intact gzip data: it is damaged or cut off.')
  error.cause = cause
  return error
}
