import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LAYER_KIND } from '../../src/answers/dimensions/loaded-dimension.ts'
import { FeatureAnswers, getLayerInfo } from '../../src/answers/layers/feature-answers.ts'
import type { LayerInfo, LayerOptions } from '../../src/answers/layers/layer.ts'
import { BEYOND, layerInfoIn } from '../../src/answers/layers/layer-bundle.ts'
import { checkLayerId, FACTS } from '../../src/answers/layers/layer-record.ts'
import { ValidationError } from '../../src/base/errors.ts'
import { isWithin } from '../../src/base/geo/boxes.ts'
import { writeWhole } from '../../src/base/locks/write-whole.ts'
import { coveredStates } from '../../src/base/states.ts'
import { type NamedRaster, rasterSections } from '../../src/data/raster/in-bundle.ts'
import { LayerError } from '../../src/library/user-data/layer-error.ts'
import { layerIds, openLayer } from '../../src/library/user-data/layers.ts'
import type { AddedLayer, InstalledLayer } from '../../src/library/user-data/shipped-pipeline.ts'
import { fileOnDisk } from '../fetch/partial-file.ts'
import { type PackedContent, writePacked } from '../pack/blocks.ts'
import { getExtent } from '../read/geotiff.ts'
import { SourceError } from '../read/source-error.ts'
import { withLayerFolder } from '../user-data/layer-folder.ts'
import { readUnchanged } from '../user-data/unchanged.ts'
import {
  beyondBoxes,
  type PaintedAreas,
  type PaintedRaster,
  paintDistances,
  paintFeatures,
  paintRaster,
} from './paint-layer.ts'
import { readLayerFile } from './read-layer.ts'

/** Implements `DataBuild.addLayer`. */
export async function addLayer(
  path: string,
  folder: string,
  options: Omit<LayerOptions, 'features'> & { readonly replace?: boolean },
): Promise<AddedLayer> {
  try {
    checkLayerId(options.id)
    return await withLayerFolder(folder, async () => {
      if (options.replace !== true && layerIds(folder).includes(options.id))
        throw new LayerError(
          `There is already a layer '${options.id}': remove it with \`vicinage layer remove ${options.id}\`, or replace it with --replace.`,
        )
      const { content, ...added } = await readUnchanged(path, () => getContent(path, options))
      const bytes = await writePacked(content, 'quick')
      const file = join(folder, `${options.id}.bundle`)
      await writeWhole(file, bytes)
      return { file, ...added, bytes: bytes.length }
    })
  } catch (cause) {
    const isOurs = cause instanceof SourceError || cause instanceof ValidationError || cause instanceof RangeError
    throw isOurs
      ? new LayerError(/^Feature /.test(cause.message) ? `${basename(path)}: ${cause.message}` : cause.message, {
          cause,
        })
      : cause
  }
}

async function getContent(
  path: string,
  options: Omit<LayerOptions, 'features'>,
): Promise<{ content: PackedContent } & Pick<AddedLayer, 'features' | 'isClipped'>> {
  const layer = await readLayerFile(path)
  const { info, rule } = getLayerInfo(options, layer.kind === 'features' ? layer.features : [])
  const source = {
    id: 'own-layer',
    agency: 'your own file',
    title: basename(path),
    vintage: (await stat(path)).mtime.toISOString().slice(0, 10),
    licence: `as stated in the file; SHA-256 ${(await fileOnDisk(path))!.sha256}`,
  }
  if (layer.kind === 'raster') {
    if (rule.rule === 'distance' || rule.within !== null)
      throw new LayerError(
        `${path} is a raster, which is scored by its pixels: use --score value or --classes value=map.json.`,
      )
    const extent = getExtent(layer.raster, path)
    const painted = paintRaster(layer.raster, rule, extent)
    checkPainted(painted)
    return {
      content: packed(info, source, painted, null, null),
      features: layer.raster.width * layer.raster.height,
      isClipped: !coveredStates.some(({ box }) => isWithin(extent, box)),
    }
  }
  const answers = new FeatureAnswers(layer.features, rule, 'copied')
  const isSurface = rule.rule === 'distance'
  const [areas, surface] = isSurface ? [null, paintDistances(answers)] : [paintFeatures(answers), null]
  const beyond = beyondBoxes(answers)
  const isAnsweredBeyond = beyond !== null && beyond !== 'null' && answers.columns.scores.some((score) => score > 0)
  if (areas !== null && !isAnsweredBeyond) checkPainted(areas)
  const content = packed(info, source, areas, surface, beyond ?? 'null')
  return { content, features: layer.features.length, isClipped: beyond === null }
}

/** @throws {LayerError} if no cell has a score */
function checkPainted(areas: PaintedAreas): void {
  if (areas.score.length > 1) return
  throw new LayerError(
    'Nothing in the file has a score in California, Texas or Florida: check its coordinates and the field that gives the score.',
  )
}

function packed(
  info: LayerInfo,
  source: NonNullable<PackedContent['sources']>[number],
  areas: PaintedAreas | null,
  surface: PaintedRaster | null,
  beyond: string | null,
): PackedContent {
  const rasters: NamedRaster[] = [
    ...(areas ? [{ name: 'areas', ...areas.raster }] : []),
    ...(surface ? [{ name: 'surface', ...surface }] : []),
  ]
  const tiles = rasterSections(rasters)
  const fact = { id: FACTS.class, label: info.field, unit: '', offset: 0, step: 1, log: false, digits: 0, at: 'areas' }
  const isClassed = areas !== null && info.rule === 'classes'
  return {
    kind: LAYER_KIND,
    id: info.id,
    meta: {
      info,
      build: '',
      areas: areas && { raster: areas.raster.meta },
      centres: false,
      surface: surface && { raster: surface.meta, basis: 'measured' },
      facts: isClassed ? [fact] : [],
    },
    sources: [source],
    sections: [
      ...(areas
        ? [
            { name: 'areas.score', data: areas.score },
            { name: 'areas.basis', data: new Uint8Array(areas.score.length) },
          ]
        : []),
      ...(isClassed ? [{ name: `fact.${FACTS.class}.areas`, data: areas.classOf }] : []),
      ...(beyond === null ? [] : [{ name: BEYOND, data: new TextEncoder().encode(beyond) }]),
      ...tiles.sections,
    ],
    blocks: tiles.blocks,
  }
}

/** Implements `DataBuild.installedLayers`. */
export async function installedLayers(folder: string): Promise<readonly InstalledLayer[]> {
  return Promise.all(
    layerIds(folder).map(async (id) => {
      const file = join(folder, `${id}.bundle`)
      const { size } = await stat(file)
      try {
        const bundle = await openLayer(file, id)
        const { name, low, high } = layerInfoIn(bundle)
        const [source] = bundle.sources
        return { id, name, low, high, bytes: size, source: source?.title ?? null, vintage: source?.vintage ?? null }
      } catch {
        return { id, name: null, low: null, high: null, bytes: size, source: null, vintage: null }
      }
    }),
  )
}

/** Implements `DataBuild.removeLayers`. */
export async function removeLayers(ids: readonly string[], folder: string): Promise<readonly string[]> {
  const layerNames = layerIds(folder)
  const unknown = ids.find((id) => !layerNames.includes(id))
  if (unknown !== undefined)
    throw new LayerError(
      layerNames.length === 0
        ? `There are no layers in ${folder}: '${unknown}' cannot be removed.`
        : `There is no layer '${unknown}' in ${folder}; choose from ${layerNames.join(', ')}.`,
    )
  if (ids.length === 0) return []
  return withLayerFolder(folder, async () => {
    for (const id of ids) await rm(join(folder, `${id}.bundle`), { force: true })
    return ids
  })
}
