import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { BundleSource } from '../../src/data/bundle/header.ts'
import { FEDERAL } from '../catalog/source.ts'
import type { CoarseFeature } from '../fetch/feature-service.ts'
import type { FeatureLayer } from '../read/feature.ts'
import { featureFilesIn, readFeatureFile } from '../read/feature-file.ts'
import type { UsedFile } from '../read/source-folder.ts'

/** Features with the name of their source. */
export interface Layer extends FeatureLayer {
  readonly name: string
  readonly used: readonly UsedFile[]
  /** Object IDs of the features without an outline, if the service provides IDs. */
  readonly withoutOutline?: readonly number[]
  /** Features whose outline is coarser than published. */
  readonly coarse?: readonly CoarseFeature[]
}

/** Returns the date when files were read and their digest, such as `read 2026-11-22, SHA-256 1a2b3c4d5e6f7081`. */
export function readOn(files: readonly UsedFile[]): string {
  const digest = createHash('sha256')
  for (const { sha256 } of files) digest.update(sha256)
  const [first, ...others] = files
  const sha256 = first !== undefined && others.length === 0 ? first.sha256 : digest.digest('hex')
  return `read ${new Date().toISOString().slice(0, 10)}, SHA-256 ${sha256.slice(0, 16)}`
}

/** URL where the Census Bureau publishes maps. */
export const CENSUS = 'https://www2.census.gov/geo/tiger/'

/**
 * Returns the edition in the name of a Census Bureau file as the beginning of a text, such as `2024; `. Returns an
 * empty string if the name has no edition.
 */
function getEdition(name: string): string {
  const year = /(?:cb|tl)_(\d{4})_/i.exec(name)?.[1]
  return year === undefined ? '' : `${year}; `
}

/** Names a map by its first file, so that reading the same file again replaces it. */
export function fileId([first]: readonly string[]): string {
  const name = first.replace(/[\\/]+$/, '').replace(/^.*[\\/]/, '')
  const slug = name.toLowerCase().replace(/\.(zip|shp|fgb|gz|(geo)?json)/g, '')
  return `file-${slug
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)}`
}

/** Reads the layers of the given files, and of the files in the given folders. */
export async function layersAt(paths: readonly string[], layer?: string): Promise<readonly Layer[]> {
  const layers: Layer[] = []
  for (const path of paths)
    for (const file of await featureFilesIn(path))
      layers.push({ ...(await readFeatureFile(file, layer === undefined ? {} : { layer })), name: basename(file) })
  return layers
}

/** Describes a source of Census Bureau maps, based on the file name. */
export function censusSource(
  id: string,
  title: string,
  file: string,
  page: 'cartographic-boundary' | 'tiger-line-file',
  used: readonly UsedFile[],
): BundleSource {
  return {
    id: `census-${id}`,
    agency: 'U.S. Census Bureau',
    title,
    vintage: `${getEdition(file)}${readOn(used)}`,
    licence: FEDERAL,
    address: `https://www.census.gov/geographies/mapping-files/time-series/geo/${page}.html`,
  }
}
