import { createHash } from 'node:crypto'
import { factFields } from '../../src/answers/dimensions/facts.ts'
import * as shape from '../../src/data/bundle/check-shape.ts'
import { TextColumn, textSections } from '../../src/data/bundle/columns.ts'
import { type Bundle, getMeta, readBundle } from '../../src/data/bundle/read.ts'
import { rasterIn, rasterMeta, rasterSections } from '../../src/data/raster/in-bundle.ts'
import { PagedRaster } from '../../src/data/raster/paged-raster.ts'
import type { AreaValues, FactSpec } from '../context.ts'
import { type PackedAreas, type PackedColumns, packAreas } from '../pack/areas.ts'
import { writePacked } from '../pack/blocks.ts'
import type { NewPart, Part, PartContent } from './part.ts'

/**
 * Metadata of a part in `upgrades/parts`. It contains everything needed to apply the part to other data without the
 * part's source files.
 */
const partMeta = shape.object({
  /** ID of the bundle that the part upgrades. */
  layer: shape.string,
  files: shape.array(shape.object({ path: shape.string, sha256: shape.string, bytes: shape.number() })),
})

const zonesMeta = shape.object({ raster: rasterMeta, facts: shape.array(shape.object(factFields)) })

/** A painted map of a score's areas, which is the content of a part for that score. */
export interface PaintedZones {
  readonly raster: PagedRaster
  readonly columns: PackedColumns
  readonly facts: readonly FactSpec[]
}

/** Returns the bytes of a part's file. */
export function partBytes(layer: string, { id, source, files }: NewPart, content: PartContent): Promise<Uint8Array> {
  return writePacked({
    ...content,
    kind: 'upgrade-part',
    id,
    sources: [source],
    meta: { ...content.meta, layer, files: files.map(({ path, sha256, bytes }) => ({ path, sha256, bytes })) },
  })
}

/** Creates a part from a zone map. The zones are painted when the part is stored. */
export function zonesPart(part: Omit<NewPart, 'content'>, values: AreaValues, facts: readonly FactSpec[]): NewPart {
  return {
    ...part,
    content(geography) {
      const { zoneRaster } = geography
      const getCounty = (zone: number) =>
        geography.describe(geography.blockGroupsOfZone(zone)[0]).blockGroup.slice(0, 5)
      const areas = packAreas(values, facts, { zoneRaster, countyOf: getCounty })
      return areas && paintedContent(areas, facts, zoneRaster)
    },
  }
}

/** Returns the painted areas in stored form, or null if no area is in the coverage area. */
export function paintedContent(
  areas: PackedAreas,
  facts: readonly FactSpec[],
  zoneRaster: PagedRaster,
): PartContent | null {
  const { meta, arrays } = areas.raster
  if (areas.score.length === 1 || !isInCoverage(new PagedRaster(meta, arrays), zoneRaster)) return null
  const rasters = rasterSections([{ name: 'areas', ...areas.raster }])
  return {
    meta: { raster: meta, facts: facts.map(({ log, of: _, ...fact }) => ({ ...fact, log: log === true })) },
    sections: [
      { name: 'areas.score', data: areas.score },
      { name: 'areas.basis', data: areas.basis },
      ...facts.map((fact) => ({ name: `fact.${fact.id}`, data: areas.facts.get(fact.id)! })),
      ...textSections('areas.notes', areas.notes ?? []),
      ...rasters.sections,
    ],
    blocks: rasters.blocks,
  }
}

/** Checks whether any cell with a value is in a zone of the geography. */
function isInCoverage(areas: PagedRaster, zones: PagedRaster): boolean {
  const { meta, arrays } = areas
  const scale = areas.perDegree / zones.perDegree
  for (let at = 0; at < arrays.top.length; at++) {
    if (arrays.top[at] === 0) continue
    const west = (meta.x + (at % meta.width)) * 256
    const south = (meta.y + Math.floor(at / meta.width)) * 256
    for (let y = south; y < south + 256; y++)
      for (let x = west; x < west + 256; x++)
        if (areas.cell(x, y) > 0 && zones.cell(Math.floor(x / scale), Math.floor(y / scale)) > 0) return true
  }
  return false
}

/** Returns a digest of several parts: 8 hexadecimal digits. */
export function getDigest(parts: readonly Part[]): string {
  const digest = createHash('sha256')
  for (const { sha256 } of parts) digest.update(sha256)
  return digest.digest('hex').slice(0, 8)
}

/** @throws {BundleError} if the file is damaged */
export async function readPart(bytes: Uint8Array, file: string): Promise<Part> {
  const bundle: Bundle = await readBundle(bytes, file)
  const { layer, files } = getMeta(bundle, partMeta)
  return {
    id: bundle.id,
    layer,
    files,
    bundle,
    source: bundle.sources[0],
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}

/** @throws {BundleError} if the part is damaged, or is not a painted map */
export function zonesIn({ bundle }: Part): PaintedZones {
  const meta = getMeta(bundle, zonesMeta)
  const notes = new TextColumn(bundle, 'areas.notes')
  return {
    raster: rasterIn(bundle, 'areas', meta.raster),
    columns: {
      score: bundle.section('areas.score', 'u8'),
      basis: bundle.section('areas.basis', 'u8'),
      facts: new Map(meta.facts.map(({ id }) => [id, bundle.section(`fact.${id}`, 'u8')])),
      notes: Array.from({ length: notes.length }, (_, row) => notes.at(row)),
    },
    facts: meta.facts.map(({ log, ...fact }) => ({ ...fact, ...(log && { log: true as const }) })),
  }
}
