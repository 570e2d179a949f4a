import { BlobReader, configure, type FileEntry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { boundedBytes } from '../../src/base/bounded-bytes.ts'
import { getReason, SourceError } from './source-error.ts'

configure({ useWebWorkers: false, chunkSize: 1 << 19 })

/** Selects a member of a zip by name, or by a pattern that matches only one name. */
export type MemberName = string | RegExp
/**
 * Selects a member of a zip by name or pattern, or a member of a nested zip by a list of names and patterns, outermost
 * first.
 */
export type MemberPath = MemberName | readonly MemberName[]

export interface ZipArchive {
  /** Name of the archive in errors. */
  readonly file: string
  /** Members in code-unit order of their names, without folders. */
  readonly members: readonly ZipMember[]
  has(name: MemberName): boolean
  /**
   * Returns the only member with this name in any folder of the zip. Throws a `SourceError` if no member or several
   * members match.
   */
  member(name: MemberName): ZipMember
}

export interface ZipMember {
  /** Name of the member in errors. */
  readonly file: string
  readonly name: string
  /** Inflated size according to the zip's directory. */
  readonly size: number
  readonly encrypted: boolean
  /** Whether the compression method is supported: Stored, Deflate, or Deflate64, which Windows uses from 2 GB on. */
  readonly supported: boolean
  /** Yields the inflated bytes in chunks. Throws a `SourceError` unless size and CRC match the directory. */
  chunks(): AsyncGenerator<Uint8Array>
  /** Returns the inflated bytes. */
  bytes(): Promise<Uint8Array>
}

/**
 * Maximum bytes of a file, a member or a gzip to hold in memory. A command has 1 GB in total. No published file is
 * larger than a tenth of this limit.
 */
export const MAX_INFLATED = 3 * 2 ** 28

const METHODS: readonly number[] = [0, 8, 9]

/**
 * Opens a zip in memory or on disk (`openAsBlob`). Members are inflated on demand. Throws a `SourceError` that names
 * `file` if the zip is incomplete.
 */
export async function openZip(source: Uint8Array | Blob, file: string): Promise<ZipArchive> {
  return buildArchive(
    (await entriesOf(source, file)).map((entry) => memberOfEntry(entry, file)),
    file,
  )
}

/** Creates an archive with its members in code-unit order of their names. */
export function buildArchive(unsorted: readonly ZipMember[], file: string): ZipArchive {
  const members = [...unsorted].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  return {
    file,
    members,
    has: (name) => members.some((member) => matches(member, name)),
    member: (name) => onlyMatch(members, name, file),
  }
}

/** Follows a path of members through nested zips. */
export async function memberAt(archive: ZipArchive, path: MemberPath): Promise<ZipMember> {
  const [first, ...rest]: readonly MemberName[] = typeof path === 'string' || path instanceof RegExp ? [path] : path
  const member = archive.member(first)
  return rest.length === 0 ? member : memberAt(await openZip(await member.bytes(), member.file), rest)
}

async function entriesOf(source: Uint8Array | Blob, file: string): Promise<FileEntry[]> {
  try {
    const reader = new ZipReader(source instanceof Uint8Array ? new Uint8ArrayReader(source) : new BlobReader(source))
    return (await reader.getEntries()).filter((entry) => !entry.directory)
  } catch (cause) {
    const found = `not a complete zip (${getReason(cause)})`
    throw new SourceError({ file, found, expectation: 'a zip archive; download the file again' }, { cause })
  }
}

function memberOfEntry(entry: FileEntry, archive: string): ZipMember {
  const { filename: name, uncompressedSize: size, encrypted, compressionMethod } = entry
  const file = `${archive} > ${name}`
  const chunks = () => inflated(entry, file)
  const supported = METHODS.includes(compressionMethod)
  return { file, name, size, encrypted, supported, chunks, bytes: () => joined(chunks(), size, file) }
}

async function* inflated(entry: FileEntry, file: string): AsyncGenerator<Uint8Array> {
  if (entry.encrypted || !METHODS.includes(entry.compressionMethod)) {
    const found = entry.encrypted ? 'an encrypted member' : `compression method ${entry.compressionMethod}`
    throw new SourceError({ file, found, expectation: 'Deflate or Deflate64 without a password; unpack it yourself' })
  }
  let stream: TransformStreamDefaultController<Uint8Array>
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      stream = controller
    },
  })
  // Handles the error here because an error before the first byte would leave the stream open.
  const written = entry.getData(writable, { checkSignature: true }).catch((error) => stream.error(error))
  let size = 0
  try {
    // Node can iterate over streams, but the browser's types do not allow it.
    for await (const chunk of readable as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > entry.uncompressedSize) throw wrongSize(size, entry.uncompressedSize, file)
      yield chunk
    }
    await written
  } catch (cause) {
    if (cause instanceof SourceError) throw cause
    const found = `the member cannot be decompressed (${getReason(cause)})`
    throw new SourceError({ file, found, expectation: 'an undamaged zip; download the file again' }, { cause })
  }
  if (size !== entry.uncompressedSize) throw wrongSize(size, entry.uncompressedSize, file)
}

async function joined(chunks: AsyncIterable<Uint8Array>, size: number, file: string): Promise<Uint8Array> {
  const refuse = (): never => {
    const expectation = `at most ${MAX_INFLATED}; split it, or convert it to FlatGeobuf`
    throw new SourceError({ file, found: `${size} bytes`, expectation })
  }
  if (size > MAX_INFLATED) refuse()
  return boundedBytes(chunks, { most: MAX_INFLATED, expected: size, refuse })
}

function wrongSize(size: number, declared: number, file: string): SourceError {
  const found = `${size > declared ? 'more than ' : ''}${Math.min(size, declared)} bytes inflated`
  return new SourceError({ file, found, expectation: `${declared} bytes, as the zip's directory says` })
}

function onlyMatch(members: readonly ZipMember[], wanted: MemberName, file: string): ZipMember {
  const matching = members.filter((member) => matches(member, wanted))
  if (matching.length === 1) return matching[0]
  const names = (matching.length === 0 ? members : matching).map(({ name }) => name)
  const listed = `${names.slice(0, 8).join(', ') || 'none'}${names.length > 8 ? ' …' : ''}`
  const words =
    matching.length === 0 ? `no member ${wanted} among ${listed}` : `several members match ${wanted}: ${listed}`
  throw new SourceError({ file, found: words, expectation: 'exactly one' })
}

function matches({ name }: ZipMember, wanted: MemberName): boolean {
  if (typeof wanted === 'string') return name === wanted || name.endsWith(`/${wanted}`)
  return name.search(wanted) !== -1
}
