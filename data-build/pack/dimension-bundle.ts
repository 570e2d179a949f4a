import type { Bundle } from '../../src/bundle/read.ts'
import type { BundleContent, SectionContent } from '../../src/bundle/write.ts'
import type { DimensionId } from '../../src/dimensions/catalog.ts'
import type { Basis, Dimension, FactMeta } from '../../src/dimensions/dimension.ts'
import { LoadedDimension, type Place } from '../../src/dimensions/loaded-dimension.ts'
import { BundleError } from '../../src/errors.ts'
import type { Geography as LoadedGeography } from '../../src/geography.ts'
import { rasterSections } from '../../src/raster/in-bundle.ts'
import type { RasterArrays, RasterMeta } from '../../src/raster/paged-raster.ts'
import { coveredStates } from '../../src/states.ts'
import { type Feed, sourcesOfFeed } from '../catalog/catalog.ts'
import type { BlockGroups, FactSpec } from '../context.ts'
import type { PackedAreas, PackedColumns } from './areas.ts'

interface RasterParts {
  readonly meta: RasterMeta
  readonly arrays: RasterArrays
}

/** All that the pipeline computed for one dimension. */
export interface DimensionLayers {
  readonly areas: PackedAreas | null
  readonly centers: PackedColumns | null
  readonly areaFacts: readonly FactSpec[]
  readonly surface: (RasterParts & { readonly basis: Basis }) | null
  readonly centerFacts: readonly { readonly fact: FactSpec; readonly bytes: Uint8Array }[]
  readonly surfaceFacts: readonly (RasterParts & { readonly fact: FactSpec })[]
  /** 256 bytes each, by score. */
  readonly scoreFacts: readonly { readonly fact: FactSpec; readonly bytes: Uint8Array }[]
}

/** The bundle of a dimension, with the distribution of its scores over the people of each state. */
export function dimensionBundle(
  dimension: Dimension<DimensionId>,
  layers: DimensionLayers,
  geography: LoadedGeography,
  blockGroups: BlockGroups,
): BundleContent {
  const { areas, centers, surface } = layers
  const sections: SectionContent[] = []
  const facts: FactMeta[] = []
  if (areas) {
    sections.push(...rasterSections('areas', areas.raster.meta.full, areas.raster.arrays))
    sections.push({ name: 'areas.score', data: areas.score }, { name: 'areas.basis', data: areas.basis })
  }
  if (centers) {
    sections.push({ name: 'centres.score', data: centers.score }, { name: 'centres.basis', data: centers.basis })
  }
  if (surface) sections.push(...rasterSections('surface', surface.meta.full, surface.arrays))
  for (const { fact, bytes } of layers.scoreFacts) {
    facts.push(factMeta(fact, 'scores'))
    sections.push({ name: `fact.${fact.id}.scores`, data: bytes })
  }
  for (const fact of layers.areaFacts) {
    facts.push(factMeta(fact, areas && centers ? 'both' : areas ? 'areas' : 'centres'))
    if (centers) sections.push({ name: `fact.${fact.id}.centres`, data: centers.facts.get(fact.id)! })
    if (areas) sections.push({ name: `fact.${fact.id}.areas`, data: areas.facts.get(fact.id)! })
  }
  for (const { fact, bytes } of layers.centerFacts) {
    facts.push(factMeta(fact, 'centres'))
    sections.push({ name: `fact.${fact.id}.centres`, data: bytes })
  }
  for (const { fact, meta, arrays } of layers.surfaceFacts) {
    facts.push({ ...factMeta(fact, 'surface'), raster: meta })
    sections.push(...rasterSections(`fact.${fact.id}`, meta.full, arrays))
  }
  const content = (percentiles: Uint16Array): BundleContent => ({
    kind: 'dimension',
    id: dimension.id,
    meta: {
      build: geography.build,
      areas: areas && { raster: areas.raster.meta },
      centres: centers !== null,
      surface: surface && { raster: surface.meta, basis: surface.basis },
      facts,
    },
    sources: sourcesOfFeed(dimension.id as Feed),
    sections: [...sections, { name: 'percentiles', data: percentiles }],
  })
  const bundle: Bundle = memoryBundle(content(new Uint16Array((coveredStates.length + 1) * 256)))
  const scores = scoresAtCenters(new LoadedDimension(dimension, bundle, geography), geography, blockGroups)
  return content(percentilesOf(scores, blockGroups))
}

function factMeta({ id, label, unit, offset, step, log, digits, of }: FactSpec, at: FactMeta['at']): FactMeta {
  return { id, label, unit, offset, step, log: log === true, digits, at, ...(of && { of }) }
}

function scoresAtCenters(loaded: LoadedDimension, geography: LoadedGeography, { lon, lat }: BlockGroups): Uint8Array {
  const place: Place = { lon: 0, lat: 0, zone: 0, blockGroup: 0 }
  return Uint8Array.from(lon, (_, i) => {
    place.lon = lon[i]
    place.lat = lat[i]
    place.zone = geography.zoneAt(lon[i], lat[i])
    if (place.zone === 0) return 0
    place.blockGroup = geography.blockGroupIn(place.zone, lon[i], lat[i])
    return loaded.score(place)
  })
}

/** Share of people at a score or lower, in 1/10,000, among those with a score: per state, then over all. */
function percentilesOf(scores: Uint8Array, { state, population }: BlockGroups): Uint16Array {
  const percentiles = new Uint16Array((coveredStates.length + 1) * 256)
  const fill = (row: number, counts: (i: number) => boolean) => {
    const people = new Float64Array(256)
    for (let i = 0; i < scores.length; i++) if (scores[i] > 0 && counts(i)) people[scores[i]] += population[i]
    const total = people.reduce((sum, value) => sum + value, 0)
    let below = 0
    for (let score = 1; score < 256; score++) {
      below += people[score]
      percentiles[row * 256 + score] = total > 0 ? Math.round((below / total) * 10_000) : 0
    }
  }
  coveredStates.forEach(({ fips }, row) => {
    fill(row, (i) => state[i] === fips)
  })
  fill(coveredStates.length, () => true)
  return percentiles
}

/** A bundle that was not written yet, as its reader would give it. */
export function memoryBundle({ kind, id, meta, sources, sections }: BundleContent): Bundle {
  return {
    kind,
    id,
    meta: meta ?? {},
    sources: sources ?? [],
    file: `${id}.bundle`,
    sections: [],
    arrays: [],
    decoded: new Set(),
    section(name) {
      const found = sections.find((section) => section.name === name)
      if (!found) throw new BundleError(`${id} has no section '${name}' yet.`)
      // A copy: readers may change what they get.
      return found.data.slice() as never
    },
  }
}
