import { atPath, BundleError } from '../../../base/errors.ts'
import * as shape from '../../../data/bundle/check-shape.ts'
import { DIGEST_BYTES, PREAMBLE_BYTES } from '../../../data/bundle/format.ts'
import { type BundleSource, checkPreamble, decodeHeader, getHeadBytes, printable } from '../../../data/bundle/header.ts'
import { type Bundle, hex, readNow, readWhole } from '../../../data/bundle/read.ts'

/** Inflated sections of a shard. */
export interface ShardSections {
  readonly meta: ShardMeta
  readonly file: string
  /** @throws {BundleError} when the byte section does not exist */
  section(name: string): Uint8Array
}

/** Returns the Node modules that synchronous reading needs. */
function node() {
  const get = globalThis.process?.getBuiltinModule
  if (get === undefined) throw new BundleError('The street index is read from files, which needs Node.')
  return { fs: get('node:fs'), crypto: get('node:crypto') }
}

/**
 * Reads only the header of a shard.
 *
 * @throws {BundleError} when the header is damaged or of a different type
 */
export function readHead(path: string, file: string): ShardHead {
  const { fs } = node()
  const descriptor = reading(path, () => fs.openSync(path, 'r'))
  try {
    const { size } = fs.fstatSync(descriptor)
    const preamble = new Uint8Array(Math.min(PREAMBLE_BYTES, size))
    fs.readSync(descriptor, preamble, 0, preamble.length, 0)
    const header = new Uint8Array(checkPreamble(preamble, size, path))
    fs.readSync(descriptor, header, 0, header.length, PREAMBLE_BYTES)
    const decoded = decodeHeader(header, path)
    const digest = new Uint8Array(DIGEST_BYTES)
    fs.readSync(descriptor, digest, 0, DIGEST_BYTES, getHeadBytes(decoded, header.length) - DIGEST_BYTES)
    return { file, path, bytes: size, digest: hex(digest), meta: getMeta(decoded, path), sources: decoded.sources }
  } catch (error) {
    throw atPath(error, path)
  } finally {
    fs.closeSync(descriptor)
  }
}

/**
 * Reads a whole shard synchronously.
 *
 * @throws {BundleError} for the same reasons as `readBundle`
 */
export function readShard(path: string): ShardSections {
  const { fs } = node()
  const bundle = readNow(
    reading(path, () => fs.readFileSync(path)),
    path,
    'add the streets of this county again',
  )
  return getSections(bundle, path)
}

function getSections(bundle: Bundle, path: string): ShardSections {
  return { meta: getMeta(bundle, path), file: path, section: (name) => bundle.section(name, 'u8') }
}

/**
 * Reads a shard from the bytes of its file, for platforms without a file system.
 *
 * @throws {BundleError} for the same reasons as `readShard`
 */
export async function shardFrom(bytes: Uint8Array, file: string, path: string): Promise<ShardHead> {
  const { bundle, digest } = await readWhole(bytes, path)
  const sections = getSections(bundle, path)
  const { meta } = sections
  return { file, path, bytes: bytes.length, digest: hex(digest), meta, sources: bundle.sources, sections }
}

/** @throws {BundleError} when the file cannot be read */
function reading<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw atPath(new BundleError(`${path} cannot be read: ${code ?? String(cause)}.`, { cause }), path)
  }
}

function getMeta({ kind, meta }: Pick<Bundle, 'kind' | 'meta'>, path: string): ShardMeta {
  if (kind !== SHARD_KIND)
    throw new BundleError(`${path} is a bundle of kind '${kind}', expected '${SHARD_KIND}': it is not a street index.`)
  const result = shape.checkShape(shardMeta, meta)
  if (result.success) return result.data
  throw new BundleError(
    `${path} has an unexpected '${printable(result.field)}' in its metadata (${printable(result.message)}); add the streets of this county again.`,
  )
}

/**
 * File names used by `vicinage streets add`. The ranges and points of a county are in separate files so that each can
 * be updated separately.
 */
const SHARD_FILE = /^(streets|points)-\d{5}\.bundle$/

/**
 * Reads the headers of the shards in a folder, sorted by file name. Returns no headers if the folder does not exist.
 */
export function listShards(folder: string): ShardHead[] {
  return shardFiles(folder).map((file) => readHead(`${folder}/${file}`, file))
}

/** Checks whether a folder contains shards. Opens no file. */
export function holdsShards(folder: string): boolean {
  return shardFiles(folder).length > 0
}

/** Returns 16 hexadecimal digits that identify shards by their contents and are the same on every machine. */
export function shardsIdentity(shards: readonly ShardHead[]): string {
  const { createHash } = node().crypto
  return createHash('sha256')
    .update(shards.map(({ file, digest }) => `${file} ${digest}\n`).join(''))
    .digest('hex')
    .slice(0, 16)
}

function shardFiles(folder: string): string[] {
  const { fs } = node()
  try {
    return fs
      .readdirSync(folder)
      .filter((file) => SHARD_FILE.test(file))
      .sort()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw atPath(new BundleError(`${folder} cannot be read: ${code ?? String(cause)}.`, { cause }), folder)
  }
}

/** Bundle type of a shard. */
export const SHARD_KIND = 'streets'
/** Version of the meta and the sections of a shard. */
export const SHARD_VERSION = 1

const count = shape.int(0)
const texts = shape.array(shape.string)

/** Meta section of a shard. */
export const shardMeta = shape.strictObject({
  version: shape.oneOf(SHARD_VERSION),
  /** Two-letter state code. */
  state: shape.matching(/^[A-Z]{2}$/),
  /** 5-digit FIPS code of the county. */
  county: shape.matching(/^\d{5}$/),
  zips: shape.array(shape.matching(/^\d{5}$/)),
  /** Cities of address points, normalized by `normalizeCity`. */
  cities: texts,
  /** Street suffixes in the shard. */
  suffixes: texts,
  /** House number prefixes: `94-`. */
  prefixes: texts,
  /** House number letters and fractions: `B`, `1/2`. */
  extras: texts,
  names: count,
  streets: count,
  ranges: count,
  points: count,
  edges: count,
  vertices: count,
  /** Unit of the point coordinates in 1e-6 degrees. Default: 1. */
  unit: shape.optional(shape.int(1, 1000)),
  /**
   * Grids of numbered streets (`Grid`). Each grid covers the streets of one ZIP that have the same directions and
   * suffix. `of` contains the `directionsByte` and the suffix index plus 1.
   */
  grids: shape.optional(
    shape.array(
      shape.strictObject({
        zip: shape.matching(/^\d{5}$/),
        of: shape.array(shape.int(0)),
        grid: shape.array(shape.int(-1e9)),
      }),
    ),
  ),
})
export type ShardMeta = Readonly<shape.Of<typeof shardMeta>>

/** A shard to search. It is opened when an address requires it. */
export interface ShardRef {
  /** File name: `streets-30059.bundle` */
  readonly file: string
  readonly path: string
  readonly meta: Pick<ShardMeta, 'state' | 'county' | 'zips'>
  /** Whether this shard is only one of several parts of its county. True for known streets. */
  readonly isPart?: boolean
  /** Sections of a shard that is in memory, not in a file. */
  readonly sections?: ShardSections
}

/** A shard as described by its header. */
export interface ShardHead extends ShardRef {
  /** File size in bytes. */
  readonly bytes: number
  /**
   * Hexadecimal SHA-256 of the bundle header. It covers the whole file because the header contains a checksum of the
   * rest.
   */
  readonly digest: string
  readonly meta: ShardMeta
  /** Files that the shard was built from. */
  readonly sources: readonly BundleSource[]
}
