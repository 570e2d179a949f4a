import { constants, deflateRawSync } from 'node:zlib'
import { ByteWriter } from '../../../data/bundle/bytes.ts'
import type { BlockContent } from '../../../data/bundle/columns.ts'
import type { ManifestEntry, SquareListing } from '../../../data/bundle/data-folder.ts'
import { crc32, sha256 } from '../../../data/bundle/format.ts'
import type { BundleHeader } from '../../../data/bundle/header.ts'
import { hex, readBundle, readHead } from '../../../data/bundle/read.ts'
import { getBytes, getType, type SectionContent, type SectionData, writeBundle } from '../../../data/bundle/write.ts'
import { writeMsgpack } from '../../../data/bundle/write-msgpack.ts'
import { rasterIn, rasterSections, TILE_SECONDS, TILES } from '../../../data/raster/in-bundle.ts'
import { DIRECTORY_KIND, HEAD_KIND, HEADER_SECTION } from '../../../data/raster/square-file.ts'
import { ROW_DIRECTORY } from '../../../data/raster/square-listing.ts'
import { createTileGrid } from '../../../data/raster/tiles.ts'
import { buildRasters } from './cut-bundle.ts'

/**
 * Grid of the squares, whose sides are 16 arc-minutes long. Smaller squares would divide the pages of the coarsest
 * raster.
 */
const grid = createTileGrid(960)

const FILE = 'places.squares'

/** A bundle divided by map squares. */
interface DividedBundle {
  readonly entry: ManifestEntry
  readonly header: BundleHeader
  readonly sections: readonly SectionContent[]
  readonly squares: ReadonlyMap<number, Uint8Array>
  readonly rows: ReadonlyMap<number, Uint8Array>
}

/** Writes the map square file of a copied data folder; see docs/reference/bundle-format.md. */
export class SquareFileWriter {
  readonly #bundles: DividedBundle[] = []

  /** Adds a bundle of the kind `geography` or `dimension`. */
  async add(entry: ManifestEntry, bytes: Uint8Array): Promise<void> {
    const bundle = await divideBundle(entry, bytes)
    // All readers need the geography and the directory of row blocks, so the two are stored next to each other.
    if (entry.kind === 'geography') this.#bundles.unshift(bundle)
    else this.#bundles.push(bundle)
  }

  /** Returns the file and its entry in the manifest. */
  async finish(): Promise<{ readonly bytes: Uint8Array; readonly listing: SquareListing }> {
    const bundles = this.#bundles
    const key = await digestNames(bundles)
    const blocks = [...new Set(bundles.flatMap(({ rows }) => [...rows.keys()]))].sort((a, b) => a - b)
    const squares = [...new Set(bundles.flatMap(({ squares }) => [...squares.keys()]))].sort((a, b) => a - b)
    const strips = new Map<number, number[]>()
    for (const square of squares) {
      const row = Math.floor(square / grid.columns)
      strips.set(row, [...(strips.get(row) ?? []), square])
    }
    const records = [
      collectRecords(
        ROW_DIRECTORY,
        blocks,
        bundles.map(({ rows }) => rows),
      ),
      ...[...strips].map(([row, numbers]) =>
        collectRecords(
          String(row),
          numbers,
          bundles.map(({ squares }) => squares),
        ),
      ),
    ]
    const heads = await Promise.all(bundles.map((bundle) => writeHead(bundle, key)))
    const directories = await writeDirectories(records, heads, key)
    const listing = {
      file: FILE,
      bytes: 0,
      key,
      seconds: grid.seconds,
      heads: Object.fromEntries([
        [ROW_DIRECTORY, directories[0].length],
        ...bundles.map(({ entry }, i) => [entry.id, heads[i].length]),
      ]),
      strips: Object.fromEntries(records.slice(1).map(({ name }, i) => [name, directories[i + 1].length])),
    }
    const parts = [directories[0], ...heads, ...directories.slice(1), ...records.flatMap(({ parts }) => parts)]
    const bytes = Buffer.concat(parts)
    return { bytes, listing: { ...listing, bytes: bytes.length } }
  }
}

/** Splits the rasters of a bundle into squares. Row blocks stay unchanged. */
async function divideBundle(entry: ManifestEntry, bytes: Uint8Array): Promise<DividedBundle> {
  const head = await readHead(bytes, bytes.length, entry.file)
  const bundle = await readBundle(bytes, entry.file)
  const rasters = buildRasters(head).map(([name, meta]) => ({
    name,
    meta,
    arrays: rasterIn(bundle, name, meta).arrays,
  }))
  const tiled = rasters.length === 0 ? null : rasterSections(rasters, grid)
  const at = tiled?.sections.find(({ name }) => name === `${TILES}.at`)?.data
  const content = tiled?.blocks[0]
  const squares = new Map<number, Uint8Array>()
  at?.forEach((square, number) => {
    squares.set(square, encodeBlock(content!, number))
  })
  const rows = new Map<number, Uint8Array>()
  head.header.blocks.forEach((list, i) => {
    if (list.name === TILES) return
    const { starts } = head.directory.blocks[i]
    for (let number = 0; number < list.count; number++)
      rows.set(number, bytes.subarray(starts[number], starts[number + 1]))
  })
  const sections = head.header.sections.map(({ name, type }) => ({
    name,
    data: at !== undefined && name === `${TILES}.at` ? at : bundle.section(name, type),
  }))
  const header = {
    ...head.header,
    meta: { ...head.header.meta, [TILE_SECONDS]: grid.seconds },
    sections: sections.map(({ name, data }) => ({
      name,
      type: getType(data),
      codec: 'none' as const,
      bytes: data.byteLength,
      length: data.length,
    })),
    blocks: head.header.blocks.map((list) =>
      list.name === TILES && content !== undefined ? describeList(content) : list,
    ),
  }
  return { entry, header, sections, squares, rows }
}

function describeList({ name, sections }: BlockContent): BundleHeader['blocks'][number] {
  return {
    name,
    count: sections[0].parts.length,
    sections: sections.map(({ name, parts }) => ({
      name,
      type: getType(parts[0]),
      length: parts.reduce((sum, part) => sum + part.length, 0),
    })),
  }
}

/** Encodes a block in the same format as bundles. Uses Node's zlib, which is ten times as fast as `fflate`. */
function encodeBlock({ sections }: BlockContent, block: number): Uint8Array {
  const writer = new ByteWriter()
  const stored = sections.map(({ parts }) => deflated(parts[block]))
  stored.forEach((part, i) => {
    writer.varint(part.length)
    writer.varint(sections[i].parts[block].length)
  })
  for (const part of stored) writer.put(part)
  return writer.finish()
}

function deflated(part: SectionData): Uint8Array {
  return part.length === 0 ? NOTHING : deflateRawSync(getBytes(part), { finishFlush: constants.Z_FULL_FLUSH })
}

const NOTHING = new Uint8Array(0)

/**
 * Contents of a directory. Each number identifies a square or a block of rows. For each number, there is one part per
 * bundle.
 */
interface Records {
  readonly name: string
  readonly numbers: readonly number[]
  readonly parts: readonly Uint8Array[]
}

function collectRecords(
  name: string,
  numbers: readonly number[],
  bundles: readonly ReadonlyMap<number, Uint8Array>[],
): Records {
  return { name, numbers, parts: numbers.flatMap((number) => bundles.map((parts) => parts.get(number) ?? NOTHING)) }
}

function writeHead({ entry, header, sections }: DividedBundle, key: string): Promise<Uint8Array> {
  const data = writeMsgpack(header, entry.file)
  return writeBundle({
    kind: HEAD_KIND,
    id: entry.id,
    meta: { key, sha256: entry.sha256 },
    sources: [],
    sections: [{ name: HEADER_SECTION, data }, ...sections],
  })
}

/**
 * Writes the directories, which contain the file offsets of the squares and row blocks. These offsets depend on the
 * length of all directories, so the directories are written once to measure them and once more with the offsets.
 */
async function writeDirectories(
  records: readonly Records[],
  heads: readonly Uint8Array[],
  key: string,
): Promise<Uint8Array[]> {
  const write = (starts: readonly number[]) =>
    Promise.all(
      records.map(({ name, numbers, parts }, i) =>
        writeBundle({
          kind: DIRECTORY_KIND,
          id: name,
          meta: { key },
          sources: [],
          sections: [
            { name: 'start', data: Uint32Array.of(starts[i]), codec: 'none' },
            { name: 'numbers', data: Uint32Array.from(numbers) },
            { name: 'lengths', data: Uint32Array.from(parts, ({ length }) => length) },
            { name: 'checks', data: Uint32Array.from(parts, crc32) },
          ],
        }),
      ),
    )
  const lengths = (await write(records.map(() => 0))).map(({ length }) => length)
  let next = [...lengths, ...heads.map(({ length }) => length)].reduce((sum, length) => sum + length, 0)
  const starts = records.map(({ parts }) => {
    const start = next
    for (const { length } of parts) next += length
    return start
  })
  return write(starts)
}

/** Returns a digest of the ids and checksums of the bundles. It is the `key` stored in all heads and directories. */
async function digestNames(bundles: readonly DividedBundle[]): Promise<string> {
  const digests = bundles.map(({ entry }) => `${entry.id} ${entry.sha256}\n`).join('')
  return hex((await sha256(new TextEncoder().encode(digests)))!).slice(0, 16)
}
