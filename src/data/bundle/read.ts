import { BundleError } from '../../base/errors.ts'
import { ByteReader } from './bytes.ts'
import { checkShape, type Shape } from './check-shape.ts'
import {
  crc32,
  DEFLATE_END,
  DIGEST_BYTES,
  ELEMENT_ARRAYS,
  type ElementType,
  nodeZlib,
  PREAMBLE_BYTES,
  type SectionArray,
  type SectionArrays,
  sha256,
} from './format.ts'
import {
  type BlockListEntry,
  type BundleHeader,
  type BundleSource,
  checkPreamble,
  type Directory,
  decodeHeader,
  getDirectory,
  getHeadBytes,
  getLayout,
  type Layout,
  rawBytes,
  type SectionEntry,
} from './header.ts'
import { once } from './once.ts'

/** Blocks of a list that are in memory. */
export interface LoadedBlocks {
  readonly name: string
  /** Number of blocks in the file. */
  readonly count: number
  /** Numbers of the loaded blocks, ascending. */
  readonly numbers: Uint32Array
  /**
   * For each section of the list, the index of the first element of each loaded block's part, plus the end of the last
   * part.
   */
  readonly starts: ReadonlyMap<string, Uint32Array>
}

/**
 * An opened bundle. Each section is decoded no later than its first use. A section that is stored in blocks contains
 * only the loaded parts.
 */
export interface Bundle {
  /** Kind of content, such as a raster or a place index, which determines the reader. */
  readonly kind: string
  /** Id, unique within a data folder. */
  readonly id: string
  /** JSON-like metadata for the reader of this kind, which checks it. */
  readonly meta: Readonly<Record<string, unknown>>
  readonly sources: readonly BundleSource[]
  /** Name that the bundle was opened under, for messages. */
  readonly file: string
  readonly sections: readonly Pick<SectionEntry, 'name' | 'type' | 'length'>[]
  /** Elements of each section, in the order of `sections`. */
  readonly arrays: SectionArray[]
  readonly blocks: readonly LoadedBlocks[]
  /** Names of the rasters whose sections were already decoded in place. They must not be decoded again. */
  readonly decoded: Set<string>
  /**
   * Returns the elements of a section. The array covers its whole ArrayBuffer. Every call returns the same array.
   *
   * @throws {BundleError} when there is no such section, its elements have another type, or inflating fails
   */
  section<T extends ElementType>(name: string, type: T): SectionArrays[T]
  /** Returns the number of elements of a section without inflating it. Throws as `section` does. */
  lengthOf(name: string, type: ElementType): number
}

/**
 * Reads a bundle (docs/reference/bundle-format.md). The bytes are not trusted. Every length and offset is checked
 * before use. The head is checked against its SHA-256, and every section and block is checked against its CRC-32 in the
 * head. Browser pages without a secure context cannot compute SHA-256 and skip the check of the head.
 *
 * @param file name for messages
 * @throws {BundleError} with the file, what was found, and what was expected
 */
export async function readBundle(bytes: Uint8Array, file: string): Promise<Bundle> {
  return (await readWhole(bytes, file)).bundle
}

/**
 * Reads a bundle and the SHA-256 of its head.
 *
 * @param later whether to inflate sections on first use, if the platform can do so synchronously (Node). All checks are
 * made now, so a section that is inflated later cannot turn out to be damaged.
 */
export async function readWhole(
  bytes: Uint8Array,
  file: string,
  later = false,
): Promise<{ bundle: Bundle; digest: Uint8Array }> {
  const head = await readHead(bytes, bytes.length, file)
  const { header, directory } = head
  const zlib = later ? nodeZlib() : undefined
  const sections = zlib ? sectionsLater(head, bytes, zlib) : await readSections(head, bytes)
  const lists = await Promise.all(
    header.blocks.map((list, i) => {
      const { starts } = directory.blocks[i]
      const blockAt = (block: number) => bytes.subarray(starts[block], starts[block + 1])
      for (let block = 0; block < list.count; block++) checkBlock(head, i, block, blockAt(block))
      const stored = () => Array.from({ length: list.count }, (_, block) => blockAt(block))
      return zlib ? blocksLater(list, stored, file, zlib) : decodeBlocks(list, stored(), file)
    }),
  )
  const bundle = bundleOfParts(
    head,
    sections,
    lists.map((parts) => ({ numbers: null, parts })),
  )
  return { bundle, digest: head.digest }
}

/** The head of a file, which precedes the sections. */
export interface Head {
  readonly file: string
  readonly header: BundleHeader
  readonly layout: Layout
  readonly directory: Directory
  /**
   * SHA-256 of the rest of the head. The head contains checksums of everything after it, so the hash identifies the
   * content.
   */
  readonly digest: Uint8Array
  /** Advice if the file is damaged. */
  readonly repair: string
}

/**
 * Reads the head of a file of `fileBytes` bytes, given its first `bytes`.
 *
 * @throws {BundleError} as `readBundle` does
 */
export async function readHead(bytes: Uint8Array, fileBytes: number, file: string): Promise<Head> {
  const written = writtenHead(bytes, fileBytes, file)
  return checkedHead(written, await sha256(written.digested), 'fetch or build the file again')
}

/**
 * Reads a bundle without blocks synchronously; needs Node.
 *
 * @param repair what to do if the bundle is damaged
 * @throws {BundleError} as `readBundle` does
 */
export function readNow(bytes: Uint8Array, file: string, repair: string): Bundle {
  const written = writtenHead(bytes, bytes.length, file)
  const { createHash } = globalThis.process.getBuiltinModule('node:crypto')
  const head = checkedHead(written, createHash('sha256').update(written.digested).digest(), repair)
  return bundleOfParts(head, sectionsLater(head, bytes, nodeZlib()!), [])
}

/** Reads a head without checking its digest. */
function writtenHead(bytes: Uint8Array, fileBytes: number, file: string) {
  const headerBytes = checkPreamble(bytes, fileBytes, file)
  const headerEnd = PREAMBLE_BYTES + headerBytes
  if (headerEnd > bytes.length)
    throw new BundleError(
      `${file} has a header up to byte ${headerEnd}, expected it to end within the first ${bytes.length} bytes.`,
    )
  const header = decodeHeader(new Uint8Array(bytes.subarray(PREAMBLE_BYTES, headerEnd)), file)
  const headBytes = getHeadBytes(header, headerBytes)
  if (headBytes > bytes.length)
    throw new BundleError(`${file} has a head of ${headBytes} bytes, expected at most ${bytes.length}.`)
  const digest = bytes.slice(headBytes - DIGEST_BYTES, headBytes)
  return { bytes, fileBytes, file, header, headerBytes, digest, digested: bytes.subarray(0, headBytes - DIGEST_BYTES) }
}

/** @param actual digest of the bytes; undefined if SHA-256 is not available */
function checkedHead(
  { bytes, fileBytes, file, header, headerBytes, digest }: ReturnType<typeof writtenHead>,
  actual: Uint8Array | undefined,
  repair: string,
): Head {
  if (actual !== undefined && !actual.every((byte, i) => byte === digest[i]))
    throw new BundleError(
      `${file} is damaged: its head has SHA-256 ${hex(actual)}, expected ${hex(digest)}; ${repair}.`,
    )
  const layout = getLayout(header, headerBytes, fileBytes, file)
  const directory = getDirectory(bytes, header, layout, fileBytes, file)
  return { file, header, layout, directory, digest, repair }
}

/** Reads the sections that are not in blocks, from the first `layout.startBytes` bytes of the file. */
export function readSections(head: Head, bytes: Uint8Array): Promise<SectionArray[]> {
  return Promise.all(storedSections(head, bytes, (stored, section) => decodeSection(stored, section, head.file)))
}

/** Returns the sections that are not in blocks, each inflated on first use. */
function sectionsLater(head: Head, bytes: Uint8Array, zlib: Zlib): Elements[] {
  return storedSections(head, bytes, (stored, section) => {
    // Copy the bytes, so that the whole file does not stay in memory.
    const copy = new Uint8Array(stored)
    if (section.codec === 'none') return new ELEMENT_ARRAYS[section.type](copy.buffer)
    return () => inflateNow(zlib, copy, section, head.file)
  })
}

function storedSections<Made>(
  head: Head,
  bytes: Uint8Array,
  make: (stored: Uint8Array, section: SectionEntry) => Made,
): Made[] {
  const { header, layout, directory } = head
  return header.sections.map((section, i) => {
    const stored = bytes.subarray(layout.sections[i], layout.sections[i] + section.bytes)
    if (crc32(stored) !== directory.sections[i]) throw damaged(head, `section '${section.name}'`)
    return make(stored, section)
  })
}

/**
 * Checks a block.
 *
 * @throws {BundleError} if the block does not match the directory
 */
export function checkBlock(head: Head, list: number, block: number, stored: Uint8Array): void {
  if (crc32(stored) !== head.directory.blocks[list].checks[block])
    throw damaged(head, `block ${block} of '${head.header.blocks[list].name}'`)
}

function damaged({ file, repair }: Head, part: string): BundleError {
  return new BundleError(
    `${file} is damaged, or changed while being read: its ${part} has a different CRC-32 than its head says; ${repair}.`,
  )
}

/** Elements of a section, or a function that inflates them on first use. */
type Elements = SectionArray | (() => SectionArray)

/**
 * Sections of a list, in the order of the list. Each section consists of the joined parts of some blocks. `starts`
 * contains the index at which each part begins.
 */
export interface BlockParts {
  readonly arrays: readonly Elements[]
  readonly lengths: readonly number[]
  readonly starts: readonly Uint32Array[]
}

/** Decodes blocks of a list whose CRC-32 was checked. */
export async function decodeBlocks(
  list: BlockListEntry,
  blocks: readonly Uint8Array[],
  file: string,
): Promise<BlockParts> {
  const { streams, starts } = splitBlocks(list, blocks, file)
  const lengths = starts.map((ends) => ends[blocks.length])
  const arrays = await Promise.all(
    streams.map((stream, s) => decodeSection(stream, getEntry(list, s, stream, lengths[s]), file)),
  )
  return { arrays, lengths, starts }
}

/** Returns all blocks of a list, with each section inflated on first use. */
function blocksLater(list: BlockListEntry, blocks: () => readonly Uint8Array[], file: string, zlib: Zlib): BlockParts {
  const split = once(splitLater(list, blocks, file))
  return {
    arrays: list.sections.map(({ length }, s) => () => {
      const { streams } = split()
      const array = inflateNow(zlib, streams[s], getEntry(list, s, streams[s], length), file)
      streams[s] = NOTHING
      return array
    }),
    lengths: list.sections.map(({ length }) => length),
    get starts() {
      return split().starts
    },
  }
}

/**
 * Returns a function that splits blocks on first use. It is separate from `blocksLater`, whose closures live longer and
 * would keep parts of the file in memory.
 */
function splitLater(list: BlockListEntry, blocks: () => readonly Uint8Array[], file: string): () => SplitBlocks {
  return () => splitBlocks(list, blocks(), file)
}

/** Joined parts of each section of a list, and the start of each part in elements. */
interface SplitBlocks {
  readonly streams: Uint8Array[]
  readonly starts: readonly Uint32Array[]
}

/**
 * Splits blocks of a list by section. The parts of a section form a single deflate stream that was flushed to whole
 * bytes after each part, so joining them before inflating is as fast as if they had never been split.
 */
function splitBlocks(list: BlockListEntry, blocks: readonly Uint8Array[], file: string): SplitBlocks {
  const count = list.sections.length
  const stored: Uint8Array[][] = list.sections.map(() => [])
  const starts = list.sections.map(() => new Uint32Array(blocks.length + 1))
  blocks.forEach((block, i) => {
    const refuse = (problem: string): never => {
      throw new BundleError(`${file} has a block ${i} of '${list.name}' whose lengths ${problem}.`)
    }
    const reader = new ByteReader(block, refuse)
    const bytes: number[] = []
    for (let s = 0; s < count; s++) {
      bytes.push(reader.varint())
      starts[s][i + 1] = starts[s][i] + reader.varint()
    }
    let at = reader.at
    for (let s = 0; s < count; s++) {
      stored[s].push(block.subarray(at, at + bytes[s]))
      at += bytes[s]
    }
    if (at !== block.length) refuse(`add up to ${at} bytes, expected ${block.length}`)
  })
  list.sections.forEach(({ name, length }, s) => {
    const elements = starts[s][blocks.length]
    if (elements > length || (blocks.length === list.count && elements !== length))
      throw new BundleError(`${file} has ${elements} elements of '${name}' in its blocks, expected ${length}.`)
  })
  return { streams: stored.map(joinedStream), starts }
}

function getEntry({ sections }: BlockListEntry, s: number, stream: Uint8Array, length: number): SectionEntry {
  const { name, type } = sections[s]
  return { name, type, codec: 'deflate-raw', bytes: stream.length, length }
}

const NOTHING = new Uint8Array(0)

function joinedStream(parts: readonly Uint8Array[]): Uint8Array {
  const stream = new Uint8Array(parts.reduce((sum, { length }) => sum + length, DEFLATE_END.length))
  let at = 0
  for (const part of parts) {
    stream.set(part, at)
    at += part.length
  }
  stream.set(DEFLATE_END, at)
  return stream
}

/**
 * Creates a bundle from its sections and, for each list, the parts of the blocks in `numbers` (null for all blocks).
 */
export function bundleOfParts(
  { header, file }: Pick<Head, 'header' | 'file'>,
  sections: readonly Elements[],
  lists: readonly { readonly numbers: Uint32Array | null; readonly parts: BlockParts }[],
): Bundle {
  const { kind, id, meta, sources } = header
  const inBlocks = header.blocks.flatMap((list, i) =>
    list.sections.map(({ name, type }, s) => {
      const { arrays, lengths } = lists[i].parts
      return { name, type, length: lengths[s], elements: arrays[s] }
    }),
  )
  return openImage({
    kind,
    id,
    meta,
    sources,
    file,
    sections: [...header.sections, ...inBlocks.map(({ name, type, length }) => ({ name, type, length }))],
    arrays: getArrays([...sections, ...inBlocks.map(({ elements }) => elements)]),
    blocks: header.blocks.map(({ name, count, sections }, i) => ({
      name,
      count,
      numbers: lists[i].numbers ?? new Uint32Array(count).map((_, block) => block),
      get starts() {
        return new Map(sections.map((section, s) => [section.name, lists[i].parts.starts[s]]))
      },
    })),
    decoded: new Set(),
  })
}

/** Creates an array whose deferred elements are inflated when they are first read. */
function getArrays(elements: readonly Elements[]): SectionArray[] {
  const arrays = new Array<SectionArray>(elements.length)
  for (const [i, element] of elements.entries()) {
    const keep = (value: SectionArray) =>
      Object.defineProperty(arrays, i, { value, writable: true, enumerable: true, configurable: true })
    if (typeof element !== 'function') keep(element)
    else
      Object.defineProperty(arrays, i, {
        get: () => keep(element())[i],
        set: keep,
        enumerable: true,
        configurable: true,
      })
  }
  return arrays
}

/** Replaces a section with the array that a reader decoded from it. */
export function replaceSection(bundle: Bundle, name: string, array: SectionArray): void {
  bundle.arrays[bundle.sections.findIndex((section) => section.name === name)] = array
}

/** A bundle as plain data that can be sent to another thread. */
export type BundleImage = Omit<Bundle, 'section' | 'lengthOf'>

/** Creates a bundle from its image. The bundle does not keep the file's bytes in memory. */
export function openImage(image: BundleImage): Bundle {
  const { kind, sections, arrays, file } = image
  const byName = new Map(sections.map(({ name, type, length }, index) => [name, { type, length, index }]))
  const find = (name: string, type: ElementType) => {
    const section = byName.get(name)
    if (section === undefined) {
      const present = [...byName.keys()].join(', ') || 'none'
      throw new BundleError(
        `${file} has no section '${name}', which is expected in a bundle of kind '${kind}'; it has: ${present}.`,
      )
    }
    if (section.type !== type)
      throw new BundleError(`${file} has a section '${name}' of type ${section.type}, expected ${type}.`)
    return section
  }
  return {
    ...image,
    section: <T extends ElementType>(name: string, type: T) => arrays[find(name, type).index] as SectionArrays[T],
    lengthOf: (name, type) => find(name, type).length,
  }
}

/** Returns the bundle's metadata, checked against the shape of its kind. */
export function getMeta<T>(bundle: Pick<Bundle, 'kind' | 'meta' | 'file'>, shape: Shape<T>, kind?: string): T {
  if (kind !== undefined) assertKind(bundle, kind)
  const parsed = checkShape(shape, bundle.meta)
  if (parsed.success) return parsed.data
  throw new BundleError(
    `${bundle.file} has a meta field '${parsed.field}' that does not fit a bundle of kind '${bundle.kind}': ${parsed.message}.`,
  )
}

/**
 * Checks the kind of a bundle.
 *
 * @throws {BundleError} if the bundle is of another kind
 */
export function assertKind({ file, kind }: Pick<Bundle, 'kind' | 'file'>, expected: string): void {
  if (kind !== expected) throw new BundleError(`${file} is a bundle of kind '${kind}', expected '${expected}'.`)
}

async function decodeSection(stored: Uint8Array, section: SectionEntry, file: string): Promise<SectionArray> {
  const raw = section.codec === 'none' ? new Uint8Array(stored).buffer : await inflateSection(stored, section, file)
  return new ELEMENT_ARRAYS[section.type](raw)
}

async function inflateSection(stored: Uint8Array, section: SectionEntry, file: string): Promise<ArrayBuffer> {
  try {
    return await inflate(stored, rawBytes(section))
  } catch (cause) {
    throw notInflated(stored, section, file, cause)
  }
}

function inflateNow(
  zlib: Pick<Zlib, 'inflateRawSync'>,
  stored: Uint8Array,
  section: SectionEntry,
  file: string,
): SectionArray {
  const expected = rawBytes(section)
  try {
    const result = zlib.inflateRawSync(stored, zlibOptions(expected))
    return new ELEMENT_ARRAYS[section.type](checkInflated(result as unknown as InflateInfo, stored, expected))
  } catch (cause) {
    throw notInflated(stored, section, file, tooLong(cause as Error) ? tooLongError(expected) : cause)
  }
}

function notInflated(stored: Uint8Array, section: SectionEntry, file: string, cause: unknown): BundleError {
  const problem = cause instanceof Error ? cause.message : String(cause)
  return new BundleError(
    `${file} has a section '${section.name}' whose ${stored.length} compressed bytes are damaged (${problem}), expected exactly ${rawBytes(section)} bytes.`,
    { cause },
  )
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Inflates a raw deflate stream (RFC 1951) of known raw size into its own ArrayBuffer. Uses Node's zlib if available,
 * because its thread pool inflates sections in parallel. Otherwise uses the web's DecompressionStream.
 *
 * @throws {Error} when the stream is damaged or its raw size is not the declared size
 */
export async function inflate(stored: Uint8Array, rawBytes: number): Promise<ArrayBuffer> {
  const zlib = nodeZlib()
  return zlib ? inflateWithZlib(zlib, stored, rawBytes) : inflateWithStream(stored, rawBytes)
}

type Zlib = Pick<typeof import('node:zlib'), 'inflateRaw' | 'inflateRawSync'>

/** Minimum chunk size that zlib accepts. */
const MINIMUM_CHUNK_BYTES = 64

/** Result of zlib's `info` option, which its typings do not describe. */
interface InflateInfo {
  readonly buffer: Uint8Array<ArrayBuffer>
  readonly engine: { readonly bytesWritten: number }
}

export function inflateWithZlib(
  zlib: Pick<Zlib, 'inflateRaw'>,
  stored: Uint8Array,
  rawBytes: number,
): Promise<ArrayBuffer> {
  return new Promise((resolve, reject) => {
    zlib.inflateRaw(stored, zlibOptions(rawBytes), (error, result) => {
      if (error) return reject(tooLong(error) ? tooLongError(rawBytes) : error)
      try {
        resolve(checkInflated(result as unknown as InflateInfo, stored, rawBytes))
      } catch (wrong) {
        reject(wrong)
      }
    })
  })
}

/**
 * Returns options for a single chunk of the declared size, so that zlib fills it in place and joins nothing afterwards.
 */
function zlibOptions(rawBytes: number) {
  return {
    chunkSize: Math.max(MINIMUM_CHUNK_BYTES, rawBytes),
    maxOutputLength: Math.max(1, rawBytes),
    info: true,
  }
}

function checkInflated({ buffer, engine }: InflateInfo, stored: Uint8Array, rawBytes: number): ArrayBuffer {
  if (buffer.length !== rawBytes) throw new Error(`inflates to ${buffer.length} bytes`)
  if (engine.bytesWritten !== stored.length) throw new Error(`ends after ${engine.bytesWritten} stored bytes`)
  return ownBuffer(buffer)
}

export async function inflateWithStream(stored: Uint8Array, rawBytes: number): Promise<ArrayBuffer> {
  const raw = new Uint8Array(rawBytes)
  const inflater = new DecompressionStream('deflate-raw')
  // Uses a writer, because a Blob would be copied through another process. Writes a copy, because browsers reject views
  // of shared memory here.
  const writer = inflater.writable.getWriter()
  // Ignores errors because the reader below reports the same errors.
  Promise.all([writer.write(new Uint8Array(stored)), writer.close()]).catch(() => {})
  const reader = inflater.readable.getReader()
  let filled = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (filled + value.length > rawBytes) {
      await reader.cancel().catch(() => undefined)
      throw new Error(`inflates to more than ${rawBytes} bytes`)
    }
    raw.set(value, filled)
    filled += value.length
  }
  if (filled !== rawBytes) throw new Error(`inflates to ${filled} bytes`)
  return raw.buffer
}

function tooLongError(rawBytes: number): Error {
  return new Error(`inflates to more than ${rawBytes} bytes`)
}

/**
 * Checks for zlib's error "Cannot create a Buffer larger than …". Callers replace it, because its message does not
 * mention the stream.
 */
function tooLong(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ERR_BUFFER_TOO_LARGE'
}

/**
 * Copies small results, which Node returns as views of a shared pool. Index structures, which use their whole buffer,
 * need a buffer that contains only their bytes.
 */
function ownBuffer(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const whole = bytes.byteOffset === 0 && bytes.byteLength === bytes.buffer.byteLength
  return whole ? bytes.buffer : new Uint8Array(bytes).buffer
}
