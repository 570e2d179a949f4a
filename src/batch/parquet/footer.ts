import { BatchError, BatchFailure } from '../rows.ts'
import { type ByteRange, type InputFile, readRange } from './input-file.ts'
import { ThriftError } from './thrift.ts'

/** What a Parquet file begins and ends with. */
export const MAGIC = 'PAR1'

const ENCRYPTED = 'PARE'
const shortest = 12 // bytes: the magic text twice, and the length of the footer
const longest = 2 ** 27 // bytes of a footer, 128 MiB: hundreds of thousands of chunks

/**
 * Where the footer of a Parquet file lies.
 * @throws {BatchError} when the file is not one, or is encrypted
 */
export async function footerRange(file: InputFile): Promise<ByteRange> {
  const { byteLength } = file
  if (byteLength < shortest) throw new BatchError(`The input is not a Parquet file: it has ${byteLength} bytes.`)
  const head = await readRange(file, { start: 0, end: 4 })
  const tail = await readRange(file, { start: byteLength - 8, end: byteLength })
  const first = latin(head)
  const last = latin(tail.subarray(4))
  if (last === ENCRYPTED) throw encrypted()
  if (first !== MAGIC) throw new BatchError(`The input is not a Parquet file: it does not begin with ${MAGIC}.`)
  if (last !== MAGIC)
    throw new BatchFailure(`The input is not a whole Parquet file: it does not end with ${MAGIC}. It may be cut short.`)
  const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true)
  if (length > byteLength - shortest) throw damaged(`its footer of ${length} bytes is longer than the file`)
  if (length > longest)
    throw new BatchError(`The footer of the Parquet file has ${length} bytes, at most ${longest} are read.`)
  return { start: byteLength - 8 - length, end: byteLength - 8 }
}

export function encrypted(): BatchError {
  return new BatchError('The Parquet file is encrypted. Decrypt it first.')
}

/** Runs `read`, and says of bytes that make no sense to it that the file is damaged. */
export function reading<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ThriftError)) throw error
    throw damaged(`in its footer ${error.message}`)
  }
}

export function damaged(what: string): BatchFailure {
  return new BatchFailure(`The Parquet file is damaged: ${what}.`)
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
