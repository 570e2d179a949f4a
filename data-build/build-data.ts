import type { BundleContent } from '../src/bundle/write.ts'
import { dimensions } from '../src/dimensions/catalogue.ts'
import { factByte } from '../src/dimensions/fact.ts'
import { Geography as LoadedGeography } from '../src/geography/geography.ts'
import { createContext, type Geography } from './create-context.ts'
import { packAreas, packColumns } from './pack/areas.ts'
import { SurfaceHelpers } from './pack/build-surfaces.ts'
import { type DimensionLayers, dimensionBundle } from './pack/dimension-bundle.ts'
import { geographyBundle } from './pack/geography-bundle.ts'
import { memoryBundle } from './pack/memory-bundle.ts'
import type { PreparedSurface, SurfaceRasters } from './pack/surfaces.ts'
import { type WrittenBundle, writeFolder } from './pack/write-folder.ts'
import { prepareSurfaces } from './prepare-surfaces.ts'
import { scorers } from './scorers.ts'

export interface BuildOptions {
  readonly sources: string
  readonly out: string
  /** Dimension ids; all when left out. The geography is always built. */
  readonly only?: readonly string[]
  /** Name and version for the manifest. */
  readonly builder: string
  readonly report: (line: string) => void
}

/**
 * Reads the published files, computes the scores and writes the bundles.
 *
 * @throws {SourceError} when a published file is missing, damaged or not as expected; nothing is replaced then
 */
export async function buildData({ sources, out, only, builder, report }: BuildOptions): Promise<WrittenBundle[]> {
  const ids = only ?? Object.keys(scorers)
  for (const id of ids)
    if (!Object.hasOwn(scorers, id))
      throw new RangeError(`no layer '${id}'; there are ${Object.keys(scorers).join(', ')}`)
  const helpers = new SurfaceHelpers(sources, ids)
  try {
    return await packAll(await createContext(sources, report), helpers, { ids, out, builder, report })
  } finally {
    await helpers.stop()
  }
}

async function packAll(
  geography: Geography,
  helpers: SurfaceHelpers,
  { ids, out, builder, report }: Omit<BuildOptions, 'sources' | 'only'> & { readonly ids: readonly string[] },
): Promise<WrittenBundle[]> {
  const shared = await geographyBundle(geography)
  const loaded = new LoadedGeography(memoryBundle(shared))
  report(`geography packed, build ${shared.build}`)
  const prepared = await prepareSurfaces(geography, ids)
  const rasters = await helpers.build(geography, prepared, report)

  const bundles: { content: BundleContent; rows: number }[] = [{ content: shared, rows: geography.zones.geoid.length }]
  for (const dimension of dimensions) {
    if (!ids.includes(dimension.id)) continue
    const layers = await layersOf(dimension.id, geography, prepared, rasters)
    const content = dimensionBundle(dimension, layers, loaded, geography.blockGroups)
    bundles.push({
      content,
      rows: layers.areas?.score.length ?? geography.blockGroups.count,
    })
    report(`${dimension.id} packed`)
  }
  return writeFolder(out, shared.build, builder, bundles, geography.sources.used())
}

async function layersOf(
  id: string,
  geography: Geography,
  prepared: readonly PreparedSurface[],
  rasters: SurfaceRasters,
): Promise<DimensionLayers> {
  const { area, surface } = scorers[id]
  const values = area ? await area.prepare(geography) : null
  const run = prepared.find(({ scorer }) => scorer === surface?.scorer)?.run
  const scorer = surface?.scorer
  const atCentres = run && scorer && scorer.centreFacts.length > 0 ? run(geography.centres, 'facts').facts : {}
  return {
    areas: values && area ? packAreas(values, area.facts, geography) : null,
    centres: values?.blockGroups && area ? packColumns(values.blockGroups, area.facts) : null,
    areaFacts: area?.facts ?? [],
    surface: scorer && surface ? { ...rasters.raster(id, 'score'), basis: surface.basis } : null,
    centreFacts: (scorer?.centreFacts ?? []).map((fact) => ({
      fact,
      bytes: Uint8Array.from(atCentres[fact.id], (value) => factByte(fact, value)),
    })),
    surfaceFacts: (scorer?.surfaceFacts ?? []).map((fact) => ({ fact, ...rasters.raster(id, fact.id) })),
  }
}
