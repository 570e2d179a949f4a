import { constants, deflateRawSync } from 'node:zlib'
import { dimensionMeta } from '../../../answers/dimensions/loaded-dimension.ts'
import { BundleError } from '../../../base/errors.ts'
import { ByteReader, ByteWriter } from '../../../data/bundle/bytes.ts'
import { ROWS } from '../../../data/bundle/columns.ts'
import { elementBytes } from '../../../data/bundle/format.ts'
import type { BlockListEntry } from '../../../data/bundle/header.ts'
import { getMeta, type Head, readHead, readSections } from '../../../data/bundle/read.ts'
import { type EncodedBlocks, type SectionContent, writeBundle } from '../../../data/bundle/write.ts'
import { geographyMeta } from '../../../data/geography.ts'
import { TILES } from '../../../data/raster/in-bundle.ts'
import type { RasterMeta } from '../../../data/raster/paged-raster.ts'
import { tileColumns, tileSeconds } from '../../../data/raster/tiles.ts'

/** The tiles and the blocks of block group rows to keep. */
export interface Kept {
  /** Numbers of the tiles to keep. */
  readonly tiles: ReadonlySet<number>
  /** Numbers of the row blocks to keep. A row block stores a range of block groups. */
  readonly rows: ReadonlySet<number>
}

/** Metadata and sections to add to a cut bundle. */
export interface Added {
  readonly meta: Readonly<Record<string, unknown>>
  readonly sections: readonly SectionContent[]
}

/**
 * Cuts a bundle to the given tiles and block groups. Blocks are copied unchanged. Omitted rows are filled with zeros,
 * so that block groups keep their numbers. Neighboring tiles are also kept, because surfaces are interpolated across
 * tile borders.
 *
 * @param bytes bytes of the whole bundle, already checked
 */
export async function cutBundle(bytes: Uint8Array, file: string, kept: Kept, added: Added): Promise<Uint8Array> {
  const head = await readHead(bytes, bytes.length, file)
  const { header } = head
  const arrays = await readSections(head, bytes)
  const sections = header.sections.map(({ name }, i) => ({ name, data: arrays[i] }))
  const at = sections.find(({ name }) => name === `${TILES}.at`)
  const places = at === undefined ? [] : Array.from(at.data)
  const near = withNeighbors(kept.tiles)
  const numbers = places.flatMap((place, number) => (near.has(place) ? [number] : []))
  if (at !== undefined) at.data = Uint32Array.from(numbers.length === 0 ? [0] : numbers, (number) => places[number])
  for (const [name, meta] of buildRasters(head)) {
    const blocks = sections.find((section) => section.name === `${name}.blocks`)
    if (blocks !== undefined) blocks.data = presentIn(meta, blocks.data as Uint8Array, near)
  }
  const lists = header.blocks.map((list, i) => {
    const { starts } = head.directory.blocks[i]
    const stored = (number: number) => bytes.subarray(starts[number], starts[number + 1])
    if (list.name === TILES) return getList(list, numbers.length === 0 ? [emptyBlock(list)] : numbers.map(stored), file)
    const zeros = zeroBlocks(list, file)
    const blocks = Array.from({ length: list.count }, (_, number) =>
      list.name !== ROWS || kept.rows.has(number) ? stored(number) : zeros(stored(number)),
    )
    return getList(list, blocks, file)
  })
  const { kind, id, meta, sources } = header
  return writeBundle(
    { kind, id, meta: { ...meta, ...added.meta }, sources, sections: [...sections, ...added.sections] },
    lists,
  )
}

/** Returns the tiles and their eight neighbors. */
function withNeighbors(tiles: ReadonlySet<number>): Set<number> {
  const near = new Set<number>()
  for (const tile of tiles)
    for (const row of [-tileColumns, 0, tileColumns]) for (const column of [-1, 0, 1]) near.add(tile + row + column)
  return near
}

/** Returns the rasters of a bundle by name. */
export function buildRasters({ header, file }: Head): [name: string, meta: RasterMeta][] {
  const bundle = { ...header, file }
  if (header.kind === 'geography') {
    const { tracts, density } = getMeta(bundle, geographyMeta)
    return density
      ? [
          ['tracts', tracts],
          ['density', density.raster],
        ]
      : [['tracts', tracts]]
  }
  const { areas, surface, facts } = getMeta(bundle, dimensionMeta)
  return [
    ...(areas ? [['areas', areas.raster] as [string, RasterMeta]] : []),
    ...(surface ? [['surface', surface.raster] as [string, RasterMeta]] : []),
    ...facts.flatMap(({ id, raster }) => (raster ? [[`fact.${id}`, raster] as [string, RasterMeta]] : [])),
  ]
}

/** Returns 1 for each block of a raster that is present and overlaps a kept tile, otherwise 0. */
function presentIn(meta: RasterMeta, present: Uint8Array, tiles: ReadonlySet<number>): Uint8Array<ArrayBuffer> {
  const across = (meta.step * 256) / tileSeconds
  return Uint8Array.from(present, (block, at) => {
    if (block === 0) return 0
    const column = meta.x + (at % meta.width)
    const row = meta.y + Math.floor(at / meta.width)
    for (let y = Math.floor(row * across); y < (row + 1) * across; y++)
      for (let x = Math.floor(column * across); x < (column + 1) * across; x++)
        if (tiles.has(y * tileColumns + x)) return 1
    return 0
  })
}

function getList(list: BlockListEntry, blocks: readonly Uint8Array[], file: string): EncodedBlocks {
  const lengths = list.sections.map(() => 0)
  for (const block of blocks)
    getElements(list, block, file).forEach((elements, i) => {
      lengths[i] += elements
    })
  return {
    name: list.name,
    sections: list.sections.map(({ name, type }, i) => ({ name, type, length: lengths[i] })),
    blocks,
  }
}

/** Returns the number of elements that each section has in a block. */
function getElements(list: BlockListEntry, block: Uint8Array, file: string): number[] {
  const reader = new ByteReader(block, (problem) => {
    throw new BundleError(`${file} has a block of '${list.name}' whose lengths ${problem}.`)
  })
  return list.sections.map(() => {
    reader.varint()
    return reader.varint()
  })
}

/** Creates an empty block, for lists that must contain at least one block. */
function emptyBlock(list: BlockListEntry): Uint8Array {
  return new Uint8Array(list.sections.length * 2)
}

/** Returns a function that replaces a block with zeros and keeps its number of elements. */
function zeroBlocks(list: BlockListEntry, file: string): (block: Uint8Array) => Uint8Array {
  const zerosOfSize = new Map<number, Uint8Array>()
  const zeros = (bytes: number) => {
    const options = { level: 9, finishFlush: constants.Z_FULL_FLUSH }
    const stored = zerosOfSize.get(bytes) ?? new Uint8Array(deflateRawSync(new Uint8Array(bytes), options))
    zerosOfSize.set(bytes, stored)
    return stored
  }
  return (block) => {
    const lengths = getElements(list, block, file)
    const writer = new ByteWriter()
    const parts = lengths.map((length, i) =>
      length === 0 ? new Uint8Array() : zeros(length * elementBytes(list.sections[i].type)),
    )
    parts.forEach((part, i) => {
      writer.varint(part.length)
      writer.varint(lengths[i])
    })
    for (const part of parts) writer.put(part)
    return writer.finish()
  }
}
