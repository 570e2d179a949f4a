import type { DimensionId } from '../../src/answers/dimensions/catalog.ts'
import type { Basis, Dimension } from '../../src/answers/dimensions/dimension.ts'
import type { FactMeta } from '../../src/answers/dimensions/facts.ts'
import { BundledDimension, type LoadedDimension, type Spot } from '../../src/answers/dimensions/loaded-dimension.ts'
import { getPercentiles } from '../../src/answers/dimensions/percentile-shares.ts'
import { PERCENTILES } from '../../src/answers/dimensions/percentiles.ts'
import { ROWS, rowParts, textSections } from '../../src/data/bundle/columns.ts'
import { ELEMENT_ARRAYS, type SectionArray } from '../../src/data/bundle/format.ts'
import { type Bundle, openImage } from '../../src/data/bundle/read.ts'
import { getType, type SectionContent, type SectionData } from '../../src/data/bundle/write.ts'
import { CENTERS_IN_BLOCK, type Geography as LoadedGeography } from '../../src/data/geography.ts'
import { type NamedRaster, rasterSections } from '../../src/data/raster/in-bundle.ts'
import type { RasterArrays, RasterMeta } from '../../src/data/raster/paged-raster.ts'
import { type Feed, sourcesOfFeed } from '../catalog/catalog.ts'
import type { BlockGroups, FactSpec } from '../context.ts'
import type { PackedAreas, PackedColumns } from './areas.ts'
import type { PackedContent } from './blocks.ts'

interface RasterParts {
  readonly meta: RasterMeta
  readonly arrays: RasterArrays
}

/** Everything that the pipeline computed for one dimension. */
export interface DimensionLayers {
  readonly areas: PackedAreas | null
  readonly centers: PackedColumns | null
  readonly areaFacts: readonly FactSpec[]
  readonly surface: (RasterParts & { readonly basis: Basis }) | null
  readonly centerFacts: readonly { readonly fact: FactSpec; readonly bytes: Uint8Array }[]
  readonly surfaceFacts: readonly (RasterParts & { readonly fact: FactSpec })[]
  /** Columns of 256 bytes, indexed by score. */
  readonly scoreFacts: readonly { readonly fact: FactSpec; readonly bytes: Uint8Array }[]
}

/** Location, state and population of each block group. */
export type People = Pick<BlockGroups, 'lon' | 'lat' | 'state' | 'population'>

/** Builds the bundle of a dimension, including how the scores are distributed over the people of each state. */
export function dimensionBundle(
  dimension: Dimension<DimensionId>,
  layers: DimensionLayers,
  geography: LoadedGeography,
  blockGroups: People,
): PackedContent {
  const { areas, centers, surface } = layers
  const sections: SectionContent[] = []
  const rasters: NamedRaster[] = []
  /** Columns with one element per block group. */
  const columns: Record<string, Uint8Array> = {}
  const facts: FactMeta[] = []
  if (areas) {
    rasters.push({ name: 'areas', ...areas.raster })
    sections.push({ name: 'areas.score', data: areas.score }, { name: 'areas.basis', data: areas.basis })
    if (areas.notes) sections.push(...textSections('areas.notes', areas.notes))
  }
  if (centers) {
    columns['centres.score'] = centers.score
    columns['centres.basis'] = centers.basis
  }
  if (surface) rasters.push({ name: 'surface', meta: surface.meta, arrays: surface.arrays })
  for (const { fact, bytes } of layers.scoreFacts) {
    facts.push(factMeta(fact, 'scores'))
    sections.push({ name: `fact.${fact.id}.scores`, data: bytes })
  }
  for (const fact of layers.areaFacts) {
    facts.push(factMeta(fact, areas && centers ? 'both' : areas ? 'areas' : 'centres'))
    if (centers) columns[`fact.${fact.id}.centres`] = centers.facts.get(fact.id)!
    if (areas) sections.push({ name: `fact.${fact.id}.areas`, data: areas.facts.get(fact.id)! })
  }
  for (const { fact, bytes } of layers.centerFacts) {
    facts.push(factMeta(fact, 'centres'))
    columns[`fact.${fact.id}.centres`] = bytes
  }
  for (const { fact, meta, arrays } of layers.surfaceFacts) {
    facts.push({ ...factMeta(fact, 'surface'), raster: meta })
    rasters.push({ name: `fact.${fact.id}`, meta, arrays })
  }
  const tiles = rasterSections(rasters)
  const content = (percentiles: Uint16Array): PackedContent => ({
    kind: 'dimension',
    id: dimension.id,
    meta: {
      build: geography.build,
      areas: areas && { raster: areas.raster.meta, ...(areas.notes && { notes: true }) },
      centres: centers !== null,
      surface: surface && { raster: surface.meta, basis: surface.basis },
      facts,
    },
    sources: sourcesOfFeed(dimension.id as Feed),
    sections: [...sections, { name: 'percentiles', data: percentiles }, ...(rasters.length > 0 ? tiles.sections : [])],
    blocks: [
      ...(rasters.length > 0 ? tiles.blocks : []),
      ...(Object.keys(columns).length > 0 ? [{ name: ROWS, sections: rowParts(columns, CENTERS_IN_BLOCK) }] : []),
    ],
  })
  const bundle: Bundle = memoryBundle(content(new Uint16Array(PERCENTILES)))
  const scores = scoresAtCenters(new BundledDimension(dimension, bundle, geography), geography, blockGroups)
  return content(getPercentiles(scores, blockGroups.state, blockGroups.population))
}

function factMeta({ id, label, unit, offset, step, log, digits, of }: FactSpec, at: FactMeta['at']): FactMeta {
  return { id, label, unit, offset, step, log: log === true, digits, at, ...(of && { of }) }
}

function scoresAtCenters(loaded: LoadedDimension, geography: LoadedGeography, { lon, lat }: People): Uint8Array {
  const place: Spot = { lon: 0, lat: 0, zone: 0, blockGroup: 0 }
  return Uint8Array.from(lon, (_, i) => {
    place.lon = lon[i]
    place.lat = lat[i]
    place.zone = geography.zoneAt(lon[i], lat[i])
    if (place.zone === 0) return 0
    place.blockGroup = geography.blockGroupIn(place.zone, lon[i], lat[i])
    return loaded.score(place)
  })
}

/** Converts unwritten content to the bundle that a reader of the written bytes would return. */
export function memoryBundle({ kind, id, meta, sources, sections, blocks = [] }: PackedContent): Bundle {
  // Copies the data because readers may modify the arrays they receive.
  const stored = [
    ...sections.map(({ name, data }) => ({ name, type: getType(data), array: data.slice() as SectionArray })),
    ...blocks.flatMap((list) =>
      list.sections.map(({ name, parts }) => ({ name, type: getType(parts[0]), array: joined(parts) })),
    ),
  ]
  return openImage({
    kind,
    id,
    meta: meta ?? {},
    sources: sources ?? [],
    file: `${id}.bundle`,
    sections: stored.map(({ name, type, array }) => ({ name, type, length: array.length })),
    arrays: stored.map(({ array }) => array),
    blocks: blocks.map(({ name, sections }) => ({
      name,
      count: sections[0].parts.length,
      numbers: Uint32Array.from(sections[0].parts, (_, block) => block),
      starts: new Map(sections.map(({ name, parts }) => [name, getStarts(parts)])),
    })),
    decoded: new Set(),
  })
}

function getStarts(parts: readonly { readonly length: number }[]): Uint32Array {
  const starts = new Uint32Array(parts.length + 1)
  parts.forEach(({ length }, i) => {
    starts[i + 1] = starts[i] + length
  })
  return starts
}

function joined(parts: readonly SectionData[]): SectionArray {
  const starts = getStarts(parts)
  const whole = new ELEMENT_ARRAYS[getType(parts[0])](starts[parts.length])
  parts.forEach((part, i) => {
    whole.set(part, starts[i])
  })
  return whole
}
