import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { FeatureLayer, LayerOptions } from './feature.ts'
import { readFlatGeobuf } from './flatgeobuf.ts'
import { readGeoJson } from './geojson.ts'
import { readShapefile } from './shapefile.ts'
import { SourceError } from './source-error.ts'
import { isFolder, SourceFolder, type UsedFile } from './source-folder.ts'

export interface FeatureFileOptions extends LayerOptions {
  /** Name of the layer without extension, of a zip that holds several shapefiles. */
  readonly layer?: string
}

/** What a file on disk holds, in degrees, and the files that were read for it. */
export interface FeatureFile extends FeatureLayer {
  readonly used: readonly UsedFile[]
}

/** Endings of the files that `readFeatureFile` reads. */
export const FEATURE_FILES = /\.(zip|shp|fgb|(geojson|json)(\.gz)?)$/i

/**
 * Reads the features of a file that somebody names: GeoJSON, plain or gzipped, a shapefile, zipped or with its `.dbf`
 * beside it, or FlatGeobuf. Throws a `SourceError` when it is missing, of another kind, or damaged.
 */
export async function readFeatureFile(path: string, options: FeatureFileOptions = {}): Promise<FeatureFile> {
  const name = basename(path)
  if (!FEATURE_FILES.test(name)) {
    const expectation = 'GeoJSON (.geojson, .json, also .gz), a shapefile (.zip, .shp) or FlatGeobuf (.fgb)'
    throw new SourceError({ file: path, found: 'a file of another kind', expectation })
  }
  const folder = new SourceFolder(dirname(path))
  const layer = /\.(zip|shp)$/i.test(name)
    ? await readShapefile(folder, name, options)
    : /\.fgb$/i.test(name)
      ? await readFlatGeobuf(folder, name, options)
      : await readGeoJson(folder, name, options)
  return { ...layer, used: folder.used() }
}

/** A file itself; of a folder, the files in it that `readFeatureFile` reads, in order. */
export async function featureFilesIn(path: string): Promise<readonly string[]> {
  if (!(await isFolder(path))) return [path]
  const names = (await readdir(path)).filter((name) => FEATURE_FILES.test(name)).sort()
  if (names.length > 0) return names.map((name) => join(path, name))
  throw new SourceError({
    file: path,
    found: 'no such file in it',
    expectation: 'GeoJSON files, shapefiles or FlatGeobuf',
  })
}
