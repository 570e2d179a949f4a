import { Unpackr } from 'msgpackr/unpack'
import * as z from 'zod'
import { BundleError } from '../errors.ts'
import { ELEMENT_ARRAYS, type ElementType } from './layout.ts'
import { checkMsgpack } from './msgpack-check.ts'
import { printable } from './printable.ts'

const elementTypes = Object.keys(ELEMENT_ARRAYS) as [ElementType, ...ElementType[]]

const text = z.string().min(1)
const name = z.string().regex(/^\w[\w.:/-]{0,63}$/, 'expected a name of up to 64 letters, digits and _.:/- signs')
const count = z.int().nonnegative()

const source = z.strictObject({
  id: text,
  agency: text,
  title: text,
  vintage: text,
  licence: text,
  address: text.exactOptional(),
})

const sectionEntry = z.strictObject({
  name,
  type: z.enum(elementTypes),
  codec: z.enum(['none', 'deflate-raw']),
  offset: count,
  bytes: count,
  length: count,
})

// Strict on purpose: a field that this version does not know could change what the others mean.
const header = z.strictObject({
  kind: name,
  id: name,
  meta: z.record(z.string(), z.json()),
  sources: z.array(source),
  sections: z.array(sectionEntry),
})

/** A public data file that the figures of a bundle were computed from. */
export type BundleSource = Readonly<z.infer<typeof source>>

/** One row of the section table: `offset` and `bytes` as stored in the file, `length` in elements once decoded. */
export type SectionEntry = Readonly<z.infer<typeof sectionEntry>>

/** The msgpack map that follows the preamble. */
export type BundleHeader = z.infer<typeof header>

const unpackr = new Unpackr({ useRecords: false, mapsAsObjects: true })

/**
 * Decodes the msgpack header of a bundle.
 * @throws BundleError when the bytes are not one plain msgpack value, or not a header.
 */
export function decodeHeader(bytes: Uint8Array, file: string): BundleHeader {
  checkMsgpack(bytes, file)
  return validateHeader(unpack(bytes, file), file)
}

/** @throws BundleError naming the first field that is missing, unknown or of another kind. */
export function validateHeader(value: unknown, file: string): BundleHeader {
  const result = header.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue?.path.join('.') || 'its top level'
  const found = printable(`${field}: ${issue?.message}`)
  throw new BundleError(`${file} has a header that does not follow the bundle format at ${found}.`)
}

function unpack(bytes: Uint8Array, file: string): unknown {
  try {
    return unpackr.unpack(bytes)
  } catch (cause) {
    throw new BundleError(`${file} has a header of ${bytes.length} bytes that is not valid msgpack.`, { cause })
  }
}
