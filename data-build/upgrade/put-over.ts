import { getDimension } from '../../src/answers/dimensions/catalog.ts'
import type { FactMeta } from '../../src/answers/dimensions/facts.ts'
import { dimensionMeta } from '../../src/answers/dimensions/loaded-dimension.ts'
import { columnIn, TextColumn } from '../../src/data/bundle/columns.ts'
import { type Bundle, getMeta } from '../../src/data/bundle/read.ts'
import { CENTERS_IN_BLOCK, type Geography } from '../../src/data/geography.ts'
import { RasterBuilder } from '../../src/data/raster/build.ts'
import { rasterIn } from '../../src/data/raster/in-bundle.ts'
import { PagedRaster } from '../../src/data/raster/paged-raster.ts'
import type { FactSpec, StateFips } from '../context.ts'
import { columnsOfRows, distinctRows, type PackedAreas, type PackedColumns } from '../pack/areas.ts'
import type { PackedContent } from '../pack/blocks.ts'
import { type DimensionLayers, dimensionBundle, type People } from '../pack/dimension-bundle.ts'
import type { Part } from './part.ts'
import { type PaintedZones, zonesIn } from './part-bundle.ts'

/**
 * Overlays a dimension's bundle with official maps, in order. Cells without a value in any map keep the bundle's
 * values. Percentiles are recomputed.
 */
export function putZonesOver(base: Bundle, parts: readonly Part[], geography: Geography): PackedContent {
  const dimension = getDimension(base.id)
  const layers = getLayers(base, geography)
  const painted = parts.map(zonesIn)
  const facts = [...layers.areaFacts]
  for (const fact of painted.flatMap((zones) => zones.facts))
    if (!facts.some(({ id }) => id === fact.id)) facts.push(fact)
  const areas = stacked(layers.areas, painted, facts)
  return dimensionBundle(
    dimension,
    { ...layers, areas, areaFacts: facts, ...(layers.centers && { centers: withFacts(layers.centers, facts) }) },
    geography,
    getPeople(geography),
  )
}

/** Returns where the residents of the geography live. */
export function getPeople(geography: Geography): People {
  const centers = Array.from({ length: geography.size }, (_, blockGroup) => geography.getCenter(blockGroup))
  return {
    lon: Float64Array.from(centers, ({ lon }) => lon),
    lat: Float64Array.from(centers, ({ lat }) => lat),
    state: centers.map((_, blockGroup) => geography.getState(blockGroup) as StateFips),
    population: Float64Array.from(geography.people),
  }
}

/** Returns the input that a bundle was packed from: the inverse of `dimensionBundle`. */
export function getLayers(bundle: Bundle, geography: Geography): DimensionLayers {
  const meta = getMeta(bundle, dimensionMeta)
  const bytes = (name: string) => bundle.section(name, 'u8')
  const perCenter = (name: string) => columnIn(bundle, name, 'u8', CENTERS_IN_BLOCK, geography.size)
  const at = (...kinds: readonly FactMeta['at'][]) => meta.facts.filter((fact) => kinds.includes(fact.at))
  const ofAreas = at('areas', 'both')
  const onAreas = (side: string, read: (name: string) => Uint8Array) =>
    new Map(ofAreas.map(({ id }) => [id, read(`fact.${id}.${side}`)]))
  return {
    areas: meta.areas && {
      raster: rasterParts(rasterIn(bundle, 'areas', meta.areas.raster)),
      score: bytes('areas.score'),
      basis: bytes('areas.basis'),
      facts: onAreas('areas', bytes),
      ...(meta.areas.notes && { notes: getTexts(new TextColumn(bundle, 'areas.notes')) }),
    },
    // A bundle with both areas and block groups stores the same facts for both.
    centers: meta.centres
      ? {
          score: perCenter('centres.score'),
          basis: perCenter('centres.basis'),
          facts: meta.areas ? onAreas('centres', perCenter) : new Map(),
        }
      : null,
    areaFacts: ofAreas.map(getSpec),
    surface: meta.surface && {
      ...rasterParts(rasterIn(bundle, 'surface', meta.surface.raster)),
      basis: meta.surface.basis,
    },
    centerFacts: at('centres').map((fact) => ({ fact: getSpec(fact), bytes: perCenter(`fact.${fact.id}.centres`) })),
    surfaceFacts: at('surface').map((fact) => ({
      fact: getSpec(fact),
      ...rasterParts(rasterIn(bundle, `fact.${fact.id}`, fact.raster!)),
    })),
    scoreFacts: at('scores').map((fact) => ({ fact: getSpec(fact), bytes: bytes(`fact.${fact.id}.scores`) })),
  }
}

function rasterParts({ meta, arrays }: PagedRaster) {
  return { meta, arrays }
}

function getTexts(column: TextColumn): (string | null)[] {
  return Array.from({ length: column.length }, (_, row) => column.at(row))
}

function getSpec({ at: _, raster: __, log, of, ...fact }: FactMeta): FactSpec {
  const about = of === undefined ? {} : { of }
  return log ? { ...fact, ...about, log } : { ...fact, ...about }
}

/** Returns columns with all facts. Missing facts are filled with "unknown". */
function withFacts(columns: PackedColumns, facts: readonly FactSpec[]): PackedColumns {
  const none = new Uint8Array(columns.score.length)
  return { ...columns, facts: new Map(facts.map(({ id }) => [id, columns.facts.get(id) ?? none])) }
}

/**
 * Combines the areas of all maps into one raster. Each cell has the value of the last map that covers it, otherwise the
 * value of the base. Equal areas share a number.
 */
function stacked(
  base: PackedAreas | null,
  painted: readonly PaintedZones[],
  facts: readonly FactSpec[],
): PackedAreas | null {
  const layers: Omit<PaintedZones, 'facts'>[] = [
    ...(base === null ? [] : [{ raster: new PagedRaster(base.raster.meta, base.raster.arrays), columns: base }]),
    ...painted,
  ]
  if (layers.length === 0) return null
  const all = joined(layers.map(({ columns }) => withFacts(columns, facts)))
  const { numbers, rows } = distinctRows(all)
  let first = 0
  const numbered = layers.map(({ raster, columns }) => {
    const from = first
    first += columns.score.length
    return { raster, numbers: numbers.subarray(from, first) }
  })
  const builder = new RasterBuilder(layers[0].raster.meta.step, true)
  for (const [x, y] of getBlocks(layers.map(({ raster }) => raster))) {
    const values = new Uint16Array(65_536)
    for (const layer of numbered) overlay(values, layer.raster, layer.numbers, x, y)
    builder.add({ x, y, values })
  }
  return { raster: builder.finish(), ...columnsOfRows(all, rows) }
}

function joined(columns: readonly PackedColumns[]): PackedColumns {
  const bytes = (of: (column: PackedColumns) => Uint8Array) =>
    Uint8Array.from(columns.flatMap((column) => [...of(column)]))
  return {
    score: bytes(({ score }) => score),
    basis: bytes(({ basis }) => basis),
    facts: new Map([...columns[0].facts.keys()].map((id) => [id, bytes(({ facts }) => facts.get(id)!)])),
    notes: columns.flatMap(({ notes, score }) => notes ?? Array.from(score, () => null)),
  }
}

/** Returns the columns and rows of the blocks that exist in any raster, in order. */
function getBlocks(rasters: readonly PagedRaster[]): [x: number, y: number][] {
  const present = new Map<string, [number, number]>()
  for (const { meta, arrays } of rasters)
    arrays.top.forEach((block, at) => {
      const x = meta.x + (at % meta.width)
      const y = meta.y + Math.floor(at / meta.width)
      if (block !== 0) present.set(`${x} ${y}`, [x, y])
    })
  return [...present.values()].sort(([x, y], [otherX, otherY]) => y - otherY || x - otherX)
}

/** Overwrites a block of 256 × 256 cells with the area numbers of a raster, if the raster has the block. */
function overlay(values: Uint16Array, raster: PagedRaster, numbers: Uint16Array, x: number, y: number): void {
  const west = x * 256
  const south = y * 256
  for (let page = 0; page < 256; page++) {
    const left = (page & 15) << 4
    const bottom = (page >> 4) << 4
    if (raster.constantAround(west + left, south + bottom) === 0) continue
    for (let row = bottom; row < bottom + 16; row++)
      for (let column = left; column < left + 16; column++) {
        const area = raster.cell(west + column, south + row)
        if (area !== 0) values[row * 256 + column] = numbers[area]
      }
  }
}
