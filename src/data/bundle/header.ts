import { BundleError } from '../../base/errors.ts'
import * as shape from './check-shape.ts'
import {
  BLOCK_CHECK_BYTES,
  DIGEST_BYTES,
  ELEMENT_ARRAYS,
  type ElementType,
  EXPANSION_ALLOWANCE,
  elementBytes,
  FORMAT_VERSION,
  HEADER_BYTES_AT,
  MAGIC,
  MAXIMUM_EXPANSION,
  MAXIMUM_HEADER_BYTES,
  MINIMUM_BYTES,
  mostRawBytes,
  PREAMBLE_BYTES,
  SECTION_CHECK_BYTES,
  TOTAL_BYTES_AT,
  VERSION_AT,
} from './format.ts'
import { readMsgpack } from './msgpack.ts'

/** Maximum number of blocks in a list. A file with more blocks is broken. */
const MAX_BLOCKS = 65_536

const elementTypes = Object.keys(ELEMENT_ARRAYS) as [ElementType, ...ElementType[]]

const name = shape.matching(/^\w[\w.:/-]{0,63}$/, 'a name of up to 64 letters, digits and the characters _.:/-')
const count = shape.int(0)

const source = shape.strictObject({
  id: shape.words,
  agency: shape.words,
  title: shape.words,
  vintage: shape.words,
  licence: shape.words,
  address: shape.optional(shape.words),
})

const sectionEntry = shape.strictObject({
  name,
  type: shape.oneOf(...elementTypes),
  codec: shape.oneOf('none', 'deflate-raw'),
  bytes: count,
  length: count,
})

const blockList = shape.strictObject({
  name,
  count: shape.int(0, MAX_BLOCKS),
  sections: shape.array(shape.strictObject({ name, type: shape.oneOf(...elementTypes), length: count }), 1),
})

// Strict on purpose: a field unknown to this version could change the meaning of other fields.
const header = shape.strictObject({
  kind: name,
  id: name,
  meta: shape.record(shape.json),
  sources: shape.array(source),
  sections: shape.array(sectionEntry),
  blocks: shape.array(blockList),
})

/** A public data file that a bundle's figures were computed from. */
export type BundleSource = Readonly<shape.Of<typeof source>>

/** A row of the section table. `bytes` is the stored size; `length` is the number of decoded elements. */
export type SectionEntry = Readonly<shape.Of<typeof sectionEntry>>

/**
 * Sections stored in blocks. Every block contains a part of each section. `length` counts the elements of all parts.
 */
export type BlockListEntry = Readonly<shape.Of<typeof blockList>>

/** The msgpack map after the preamble. */
export type BundleHeader = shape.Of<typeof header>

/**
 * Decodes the msgpack header of a bundle.
 *
 * @throws {BundleError} when the bytes are not one plain msgpack value, or not a header
 */
export function decodeHeader(bytes: Uint8Array, file: string): BundleHeader {
  return validateHeader(readMsgpack(bytes, file), file)
}

/**
 * Checks a header.
 *
 * @throws {BundleError} naming the first field that is missing, unknown or of the wrong type
 */
export function validateHeader(value: unknown, file: string): BundleHeader {
  const result = shape.checkShape(header, value)
  if (result.success) return result.data
  const problem = printable(`${result.field || 'its top level'}: ${result.message}`)
  throw new BundleError(`${file} has a header that does not follow the bundle format at ${problem}.`)
}

/**
 * Whether the machine is little endian. Sections become typed arrays exactly as stored, so the machine must use the
 * byte order of the file.
 */
const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/**
 * Checks the fixed first bytes of a file of `size` bytes and returns the length of its header. `bytes` are the first
 * bytes of the file, or all of them.
 *
 * @throws {BundleError} with the file, what was found, and what was expected
 */
export function checkPreamble(bytes: Uint8Array, size: number, file: string): number {
  const refuse = (problem: string): never => {
    throw new BundleError(`${file} ${problem}.`)
  }
  if (!LITTLE_ENDIAN)
    refuse('cannot be read here: this machine is big-endian, and bundles can only be read on little-endian machines')
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
      `has format version ${version}, expected ${FORMAT_VERSION}: it was written by a newer vicinage; update the package`,
    )
  if (version < FORMAT_VERSION)
    refuse(
      `has format version ${version}, expected ${FORMAT_VERSION}: it was written for an older vicinage; fetch or build the data again`,
    )

  const total = view.getUint32(TOTAL_BYTES_AT, true) + view.getUint32(TOTAL_BYTES_AT + 4, true) * 2 ** 32
  if (total !== size) {
    const fault = size < total ? 'cut short' : 'followed by extra bytes'
    refuse(`is ${size} bytes long, expected ${total} as its header declares: it is ${fault}`)
  }

  const headerBytes = view.getUint32(HEADER_BYTES_AT, true)
  const most = Math.min(MAXIMUM_HEADER_BYTES, size - MINIMUM_BYTES)
  if (headerBytes > most) refuse(`declares a header of ${headerBytes} bytes, expected at most ${most}`)
  return headerBytes
}

/** Byte positions of the parts of a file, computed from its header. */
export interface Layout {
  /** Length in bytes of preamble, header, directory and digest. */
  readonly headBytes: number
  /** First byte of each section, plus the end of the last section that is not in blocks. */
  readonly sections: readonly number[]
  /** Number of bytes before the first block. */
  readonly startBytes: number
}

/**
 * Returns the length of the head of a file. The length depends on the header because the head contains a checksum of
 * every section and block.
 */
export function getHeadBytes(header: BundleHeader, headerBytes: number): number {
  const blocks = header.blocks.reduce((sum, { count }) => sum + count, 0)
  return (
    PREAMBLE_BYTES +
    headerBytes +
    header.sections.length * SECTION_CHECK_BYTES +
    blocks * BLOCK_CHECK_BYTES +
    DIGEST_BYTES
  )
}

/**
 * Checks the section table before allocating anything, and returns the positions of the sections, which follow the head
 * one after another.
 *
 * @throws {BundleError} when a section extends past the end of the file, repeats a name or declares an impossible size
 */
export function getLayout(header: BundleHeader, headerBytes: number, fileBytes: number, file: string): Layout {
  const names = new Set<string>()
  const headBytes = getHeadBytes(header, headerBytes)
  let free = headBytes
  let rawTotal = 0
  const most = mostRawBytes(fileBytes)
  const refuse = (name: string, problem: string): never => {
    throw new BundleError(`${file} has a section '${name}' that ${problem}.`)
  }
  const add = (section: Pick<SectionEntry, 'name' | 'type' | 'length'>) => {
    if (names.has(section.name)) refuse(section.name, 'appears twice, expected unique names')
    names.add(section.name)
    rawTotal += rawBytes(section)
    if (rawTotal > most)
      refuse(section.name, `brings the bundle to ${rawTotal} decoded bytes, expected at most ${most}`)
  }
  if (headBytes > fileBytes)
    throw new BundleError(`${file} has a head of ${headBytes} bytes, expected at most ${fileBytes}.`)
  const sections = header.sections.map((section) => {
    const offset = free
    free += section.bytes
    if (free > fileBytes) refuse(section.name, `ends at byte ${free}, expected at most ${fileBytes}`)
    checkRawSize(section, section.bytes, (problem) => refuse(section.name, problem))
    add(section)
    return offset
  })
  for (const list of header.blocks) for (const section of list.sections) add(section)
  return { headBytes, sections, startBytes: free }
}

/** Directory entries of the blocks of a list. */
export interface BlockDirectory {
  /** First byte of each block in the file, plus the end of the last. */
  readonly starts: Float64Array
  readonly checks: Uint32Array
}

/** Part of the head between header and digest. */
export interface Directory {
  readonly sections: Uint32Array
  readonly blocks: readonly BlockDirectory[]
}

/**
 * Reads the directory of a head whose digest was checked.
 *
 * @throws {BundleError} when the blocks do not exactly fill the rest of the file, or declare an impossible size
 */
export function getDirectory(
  head: Uint8Array,
  header: BundleHeader,
  layout: Layout,
  fileBytes: number,
  file: string,
): Directory {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const blocks = header.blocks.reduce((sum, { count }) => sum + count, 0)
  let at = layout.headBytes - DIGEST_BYTES - blocks * BLOCK_CHECK_BYTES - header.sections.length * SECTION_CHECK_BYTES
  const next = () => {
    at += 4
    return view.getUint32(at - 4, true)
  }
  const sections = Uint32Array.from(header.sections, next)
  let free = layout.startBytes
  const lists = header.blocks.map((list) => {
    const starts = new Float64Array(list.count + 1)
    const checks = new Uint32Array(list.count)
    starts[0] = free
    for (let i = 0; i < list.count; i++) {
      free += next()
      starts[i + 1] = free
      checks[i] = next()
    }
    for (const section of list.sections)
      checkRawSize({ ...section, codec: 'deflate-raw' }, free - starts[0], (problem) => {
        throw new BundleError(`${file} has a section '${section.name}' in blocks that ${problem}.`)
      })
    return { starts, checks }
  })
  if (free !== fileBytes)
    throw new BundleError(`${file} has blocks that end at byte ${free}, expected ${fileBytes}, the end of the file.`)
  return { sections, blocks: lists }
}

/** Returns the size in bytes of a decoded section. */
export function rawBytes({ type, length }: Pick<SectionEntry, 'type' | 'length'>): number {
  return length * elementBytes(type)
}

function checkRawSize(
  { type, codec, length }: Pick<SectionEntry, 'type' | 'codec' | 'length'>,
  bytes: number,
  refuse: (problem: string) => never,
): void {
  const raw = rawBytes({ type, length })
  if (codec === 'none' && raw !== bytes)
    refuse(`stores ${bytes} uncompressed bytes, expected ${raw} for its ${length} elements`)
  const most = MAXIMUM_EXPANSION * bytes + EXPANSION_ALLOWANCE
  if (raw > most) refuse(`declares ${raw} decoded bytes, expected at most ${most} from its ${bytes} stored bytes`)
}

/**
 * Makes text from a file safe for a message, because the text could contain terminal escape sequences. Replaces
 * everything except printable ASCII, and limits the length to 200 characters.
 */
export function printable(words: string): string {
  return words.replace(/[^ -~]/g, '?').slice(0, 200)
}
