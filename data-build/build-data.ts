import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OutlinedPlaces } from '../src/answers/areas/outlined-places.ts'
import { dimensions, getDimension } from '../src/answers/dimensions/catalog.ts'
import { factByte } from '../src/answers/dimensions/facts.ts'
import { ROWS, rowParts } from '../src/data/bundle/columns.ts'
import { dataFolder } from '../src/data/bundle/disk-folder.ts'
import { CENTERS_IN_BLOCK, Geography as LoadedGeography } from '../src/data/geography.ts'
import { areasBundle } from './areas/areas-bundle.ts'
import { hasZipPeople, readOutlinedAreas } from './areas/read-areas.ts'
import { createPattern, getSources, type Source } from './catalog/catalog.ts'
import type { SurfaceScorer } from './context.ts'
import { createContext, type Geography, type SurfaceGeography } from './create-context.ts'
import { bundledGeography } from './geography/bundled-geography.ts'
import { density } from './geography/density.ts'
import { homeParts } from './geography/home-parts.ts'
import { loadWaterShares } from './geography/water-shares.ts'
import { packAreas, packColumns } from './pack/areas.ts'
import type { PackedContent } from './pack/blocks.ts'
import { BuildThreads } from './pack/build-threads.ts'
import { bytesByScore } from './pack/by-score.ts'
import { type DimensionLayers, dimensionBundle, memoryBundle } from './pack/dimension-bundle.ts'
import { geographyBundle } from './pack/geography-bundle.ts'
import { type PreparedSurface, prepareSurfaces, type SurfaceRasters, SurfaceWorkers } from './pack/surfaces.ts'
import { type PackedBundle, type WrittenBundle, writeFolder } from './pack/write-folder.ts'
import { lookupLayers, packLookups } from './pack-lookups.ts'
import { SourceFolder, type UsedFile } from './read/source-folder.ts'
import { scorers } from './scorers.ts'

export interface BuildOptions {
  readonly sources: string
  readonly out: string
  /**
   * Layers to build: dimension ids and names in `lookupLayers`. Default: all. Building any dimension also builds the
   * geography.
   */
  readonly only?: readonly string[]
  /** Name and version written to the manifest. */
  readonly builder: string
  readonly report: (line: string) => void
}

export interface BuiltData {
  readonly written: readonly WrittenBundle[]
  /** Text report on how the school files were joined; null if no schools were built. */
  readonly joins: string | null
}

/** Names that `only` accepts. */
export const layers: readonly string[] = [...Object.keys(scorers), ...lookupLayers]

/**
 * Reads the published files, computes the scores and writes the bundles.
 *
 * @throws {SourceError} when a published file is missing, damaged or not as expected; in that case no bundle is
 * replaced
 */
export async function buildData({ sources, out, only, builder, report }: BuildOptions): Promise<BuiltData> {
  for (const id of only ?? [])
    if (!layers.includes(id)) throw new RangeError(`There is no layer '${id}'. Layers: ${layers.join(', ')}.`)
  const isWanted = (id: string) => only === undefined || only.includes(id)
  const ids = Object.keys(scorers).filter(isWanted)
  const pack = isOnBundles(sources, ids) ? packOnBundles : packScores
  const wanted = lookupLayers.filter(isWanted)
  // For a single bundle, threads take longer to start than they save.
  const threads = ids.length > 1 && wanted.length > 1 ? new BuildThreads(report) : null
  try {
    const [lookups, scores] = await Promise.all([
      wanted.length === 0 ? null : threads ? threads.lookups(sources, wanted) : packLookups(sources, wanted, report),
      ids.length === 0 ? null : pack(sources, ids, report, out),
    ])
    const bundles = [...(scores?.bundles ?? []), ...(lookups?.bundles ?? [])]
    const used = [...(scores?.used ?? []), ...(lookups?.used ?? [])]
    const sourceText = (path: string) => readFile(join(sources, path), 'utf8')
    const written = await writeFolder(out, {
      build: scores?.build ?? null,
      builder,
      bundles,
      used,
      write: threads?.write,
      sourceText,
    })
    return { written, joins: lookups?.joins ?? null }
  } finally {
    await threads?.stop()
  }
}

/**
 * Scores that can be built from direct downloads alone, using the geography and the earlier bundles in the output
 * folder.
 */
const onBundles: readonly string[] = ['air-quality']

/**
 * Checks whether the scores can be built without the geography files: all are in `onBundles`, and the folder has none
 * of the geography files that must be downloaded by hand.
 */
function isOnBundles(directory: string, ids: readonly string[]): boolean {
  const byHand = getSources('geography').filter(({ downloads }) => downloads === undefined)
  const files = new SourceFolder(directory)
  const isThere = ({ path }: Source) =>
    files.has(dirname(path)) && files.list(dirname(path)).some((file) => createPattern(path).test(file))
  return ids.length > 0 && ids.every((id) => onBundles.includes(id)) && !byHand.some(isThere)
}

async function packOnBundles(
  directory: string,
  ids: readonly string[],
  report: (line: string) => void,
  out: string,
): Promise<PackedScores> {
  const sources = new SourceFolder(directory)
  const { geography, loaded } = await bundledGeography(sources, dataFolder(out), report)
  report(`${ids.join(', ')}: building from the agencies' files and, for everything else, the bundles in ${out}`)
  const prepared = await prepareSurfaces(geography, ids)
  const rasters = await new SurfaceWorkers(directory, []).build(geography, prepared, report)
  const bundles = await Promise.all(
    prepared.map(async ({ scorer: { id }, run }): Promise<PackedBundle> => {
      const layers = { ...surfaceLayers(geography, scorers[id].surface!, run, rasters), ...noAreas }
      const content = dimensionBundle(getDimension(id), layers, loaded, geography.blockGroups)
      return { content, rows: geography.blockGroups.count }
    }),
  )
  return { build: loaded.build, bundles, used: sources.used() }
}

interface PackedScores {
  /** Build id of the geography that the scores belong to. */
  readonly build: string
  readonly bundles: readonly PackedBundle[]
  readonly used: readonly UsedFile[]
}

/** Packs the geography and the dimensions that depend on it. */
async function packScores(
  directory: string,
  ids: readonly string[],
  report: (line: string) => void,
): Promise<PackedScores> {
  const helpers = new SurfaceWorkers(directory, ids)
  try {
    const geography = await createContext(directory, report)
    const prepared = await prepareSurfaces(geography, [density.id, ...ids])
    const rasters = await helpers.build(geography, prepared, report)
    const people = rasters.raster(density.id, density.surfaceFacts[0].id)
    const shared = await withHomesAndWater(await geographyBundle(geography, people), geography, report)
    const loaded = new LoadedGeography(memoryBundle(shared))
    report(`geography packed, build ${shared.build}`)
    const bundles: PackedBundle[] = [{ content: shared, rows: geography.zones.geoid.length }]
    for (const dimension of dimensions) {
      if (!ids.includes(dimension.id)) continue
      const layers = await layersOf(dimension.id, geography, prepared, rasters)
      const content = dimensionBundle(dimension, layers, loaded, geography.blockGroups)
      bundles.push({ content, rows: layers.areas?.score.length ?? geography.blockGroups.count })
      report(`${dimension.id} packed`)
    }
    return { build: shared.build, bundles, used: geography.sources.used() }
  } finally {
    await helpers.stop()
  }
}

/**
 * Adds each home's share of its block group's residents, and the percentage of each block group's 2010 tract that is
 * water. Like the populations, both are excluded from the geography digest, because the area numbers do not depend on
 * them.
 */
async function withHomesAndWater<Content extends PackedContent>(
  shared: Content,
  { sources, blockGroups }: Geography,
  report: (line: string) => void,
): Promise<Content> {
  if (!hasZipPeople(sources)) {
    report('the sources have no population by ZIP, so all homes of a block group count equally')
    return shared
  }
  const outlines = new OutlinedPlaces(memoryBundle(areasBundle(await readOutlinedAreas(sources), [])))
  const parts = homeParts(new LoadedGeography(memoryBundle(shared)), outlines)
  const shares = await loadWaterShares(sources)
  const water = Uint8Array.from(blockGroups.tract2010, (tract) => Math.round(100 * (shares.get(tract) ?? 0)))
  const columns = rowParts({ 'centre.homes': parts, 'centre.water': water }, CENTERS_IN_BLOCK)
  const blocks = shared.blocks?.map((list) =>
    list.name === ROWS ? { ...list, sections: [...list.sections, ...columns] } : list,
  )
  return { ...shared, blocks }
}

async function layersOf(
  id: string,
  geography: Geography,
  prepared: readonly PreparedSurface[],
  rasters: SurfaceRasters,
): Promise<DimensionLayers> {
  const { area, surface } = scorers[id]
  const values = area ? await area.prepare(geography) : null
  const counties = geography.zones.geoid.map((geoid) => geoid.slice(0, 5))
  const cells = { zoneRaster: geography.zoneRaster, countyOf: (zone: number) => counties[zone - 1] }
  const run = prepared.find(({ scorer }) => scorer === surface)?.run
  return {
    areas: values && area ? packAreas(values, area.facts, cells) : null,
    centers: values?.blockGroups && area ? packColumns(values.blockGroups, area.facts) : null,
    areaFacts: area?.facts ?? [],
    ...(surface && run ? surfaceLayers(geography, surface, run, rasters) : noSurface),
  }
}

type SurfaceLayers = Pick<DimensionLayers, 'surface' | 'centerFacts' | 'scoreFacts' | 'surfaceFacts'>

const noSurface: SurfaceLayers = { surface: null, centerFacts: [], scoreFacts: [], surfaceFacts: [] }
const noAreas: Omit<DimensionLayers, keyof SurfaceLayers> = { areas: null, centers: null, areaFacts: [] }

function surfaceLayers(
  geography: SurfaceGeography,
  surface: SurfaceScorer,
  run: PreparedSurface['run'],
  rasters: SurfaceRasters,
): SurfaceLayers {
  const { id, basis, centerFacts, surfaceFacts, scoreFacts = [] } = surface
  const records = surface.records?.(geography) ?? {}
  const { score, facts } = run(geography.centers)
  return {
    surface: { ...rasters.raster(id, 'score'), basis },
    centerFacts: centerFacts.map((fact) => ({
      fact,
      bytes: Uint8Array.from(records[fact.id] ?? facts[fact.id](), (value) => factByte(fact, value)),
    })),
    scoreFacts: scoreFacts.map((fact) => ({ fact, bytes: bytesByScore(fact, score(), facts[fact.id]()) })),
    surfaceFacts: surfaceFacts.map((fact) => ({ fact, ...rasters.raster(id, fact.id) })),
  }
}
