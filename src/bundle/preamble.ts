import { BundleError } from '../errors.ts'
import {
  FORMAT_VERSION,
  HEADER_BYTES_AT,
  MAGIC,
  MAXIMUM_HEADER_BYTES,
  MINIMUM_BYTES,
  TOTAL_BYTES_AT,
  VERSION_AT,
} from './layout.ts'
import { printable } from './printable.ts'

/** Sections become typed arrays as they lie in the file, so the machine must order bytes as the file does. */
const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/**
 * Checks the fixed first bytes of a file of `size` bytes, of which `bytes` are the first or all, and answers the length of
 * the header.
 * @throws BundleError one sentence: the file, what was found, what was expected
 */
export function checkPreamble(bytes: Uint8Array, size: number, file: string): number {
  const refuse = (found: string): never => {
    throw new BundleError(`${file} ${found}.`)
  }
  if (!LITTLE_ENDIAN) refuse('cannot be read here: this machine is big endian, expected a little endian one')
  if (size < MINIMUM_BYTES)
    refuse(
      `is ${size === 0 ? 'empty' : `only ${size} bytes long`}, expected a bundle of at least ${MINIMUM_BYTES} bytes`,
    )
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length))
  if (magic !== MAGIC) refuse(`starts with "${printable(magic)}", expected "${MAGIC}": it is not a bundle`)

  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const version = view.getUint32(VERSION_AT, true)
  if (version > FORMAT_VERSION)
    refuse(
      `has format version ${version}, expected ${FORMAT_VERSION}: it was written by a newer vicinage, update the package`,
    )
  if (version < FORMAT_VERSION)
    refuse(`has format version ${version}, expected ${FORMAT_VERSION}: build the data again`)

  const total = view.getUint32(TOTAL_BYTES_AT, true) + view.getUint32(TOTAL_BYTES_AT + 4, true) * 2 ** 32
  if (total !== size) {
    const fault = size < total ? 'cut short' : 'followed by bytes that are not its own'
    refuse(`is ${size} bytes long, expected ${total} as it declares itself: it is ${fault}`)
  }

  const headerBytes = view.getUint32(HEADER_BYTES_AT, true)
  const most = Math.min(MAXIMUM_HEADER_BYTES, size - MINIMUM_BYTES)
  if (headerBytes > most) refuse(`declares a header of ${headerBytes} bytes, expected ${most} at most`)
  return headerBytes
}
