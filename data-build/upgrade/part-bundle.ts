import { createHash } from 'node:crypto'
import * as shape from '../../src/bundle/check-shape.ts'
import { TextColumn, textSections } from '../../src/bundle/columns.ts'
import type { BundleSource } from '../../src/bundle/header.ts'
import { type Bundle, metaOf, readBundle } from '../../src/bundle/read.ts'
import { factFields } from '../../src/dimensions/facts.ts'
import { rasterIn, rasterMeta, rasterSections } from '../../src/raster/in-bundle.ts'
import { PagedRaster } from '../../src/raster/paged-raster.ts'
import type { FactSpec } from '../context.ts'
import { type CountyCells, type PackedColumns, packAreas } from '../pack/areas.ts'
import { writePacked } from '../pack/blocks.ts'
import type { UsedFile } from '../read/source-folder.ts'
import type { ZoneMap } from './zone-map.ts'

/** A painted map: what `upgrades/parts` keeps of what was downloaded or given, so that it can be put over other data without its files. */
const partMeta = shape.object({
  /** Id of the dimension. */
  layer: shape.string,
  raster: rasterMeta,
  facts: shape.array(shape.object(factFields)),
  files: shape.array(shape.object({ path: shape.string, sha256: shape.string, bytes: shape.number() })),
})

/** A painted map as it was read back. */
export interface Part {
  readonly id: string
  readonly layer: string
  readonly raster: PagedRaster
  readonly columns: PackedColumns
  readonly facts: readonly FactSpec[]
  readonly source: BundleSource
  readonly files: readonly UsedFile[]
  /** Of the file. */
  readonly sha256: string
}

/** The file of a painted map. Null where nothing of it is in the data. */
export async function partBytes(
  layer: string,
  { id, values, source, files }: ZoneMap,
  facts: readonly FactSpec[],
  cells: CountyCells,
): Promise<Uint8Array | null> {
  const areas = packAreas(values, facts, cells)
  if (areas === null || areas.score.length === 1) return null
  const { meta, arrays } = areas.raster
  if (!isInCoverage(new PagedRaster(meta, arrays), cells.zoneRaster)) return null
  const rasters = rasterSections([{ name: 'areas', ...areas.raster }])
  return writePacked({
    kind: 'upgrade-part',
    id,
    meta: {
      layer,
      raster: areas.raster.meta,
      facts: facts.map(({ log, of: _, ...fact }) => ({ ...fact, log: log === true })),
      files: files.map(({ path, sha256, bytes }) => ({ path, sha256, bytes })),
    },
    sources: [source],
    sections: [
      { name: 'areas.score', data: areas.score },
      { name: 'areas.basis', data: areas.basis },
      ...facts.map((fact) => ({ name: `fact.${fact.id}`, data: areas.facts.get(fact.id)! })),
      ...textSections('areas.notes', areas.notes ?? []),
      ...rasters.sections,
    ],
    blocks: rasters.blocks,
  })
}

/** Whether a cell that has a value is in a zone of the geography. */
function isInCoverage(areas: PagedRaster, zones: PagedRaster): boolean {
  const { meta, arrays } = areas
  const scale = areas.perDegree / zones.perDegree
  for (let at = 0; at < arrays.top.length; at++) {
    if (arrays.top[at] === 0) continue
    const [west, south] = [(meta.x + (at % meta.width)) * 256, (meta.y + Math.floor(at / meta.width)) * 256]
    for (let y = south; y < south + 256; y++)
      for (let x = west; x < west + 256; x++)
        if (areas.cell(x, y) > 0 && zones.cell(Math.floor(x / scale), Math.floor(y / scale)) > 0) return true
  }
  return false
}

/** @throws {BundleError} when the file is damaged */
export async function readPart(bytes: Uint8Array, file: string): Promise<Part> {
  const bundle: Bundle = await readBundle(bytes, file)
  const meta = metaOf(bundle, partMeta)
  const notes = new TextColumn(bundle, 'areas.notes')
  return {
    id: bundle.id,
    layer: meta.layer,
    raster: rasterIn(bundle, 'areas', meta.raster),
    columns: {
      score: bundle.section('areas.score', 'u8'),
      basis: bundle.section('areas.basis', 'u8'),
      facts: new Map(meta.facts.map(({ id }) => [id, bundle.section(`fact.${id}`, 'u8')])),
      notes: Array.from({ length: notes.length }, (_, row) => notes.at(row)),
    },
    facts: meta.facts.map(({ log, ...fact }) => ({ ...fact, ...(log && { log: true as const }) })),
    source: bundle.sources[0],
    files: meta.files,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}
