import { openAsBlob } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { readFlatGeobuf } from './flatgeobuf.ts'
import { readGeoJson } from './geojson.ts'
import { readShapefile, type ShapefileOptions } from './shapefile.ts'
import { SourceError } from './source-error.ts'
import { isFolder, SourceFolder } from './source-folder.ts'
import { openZip } from './zip.ts'

/** Extensions of the files that `readFeatureFile` reads. */
const FEATURE_FILES = /\.(zip|shp|fgb|(geojson|json)(\.gz)?)$/i

/**
 * Reads the features of a file in degrees: GeoJSON, plain or gzipped; a shapefile, zipped or with its `.dbf` beside it;
 * or FlatGeobuf. Also returns the files that were read. Throws a `SourceError` if the file is missing, damaged or in
 * another format.
 */
export async function readFeatureFile(path: string, options: ShapefileOptions = {}) {
  const name = basename(path)
  if (!FEATURE_FILES.test(name)) {
    const expectation = 'GeoJSON (.geojson, .json, also .gz), a shapefile (.zip, .shp) or FlatGeobuf (.fgb)'
    throw new SourceError({ file: path, found: 'a file of an unsupported kind', expectation })
  }
  if (/\.zip$/i.test(name)) await refuseGeodatabase(path, options.layer)
  const folder = new SourceFolder(dirname(path))
  const layer = /\.(zip|shp)$/i.test(name)
    ? await readShapefile(folder, name, options)
    : /\.fgb$/i.test(name)
      ? await readFlatGeobuf(folder, name, options)
      : await readGeoJson(folder, name, options)
  return { ...layer, used: folder.used() }
}

/**
 * Returns the path itself if it is a file. If it is a folder, returns its files that `readFeatureFile` can read,
 * sorted.
 */
export async function featureFilesIn(path: string): Promise<readonly string[]> {
  if (!(await isFolder(path))) return [path]
  if (/\.gdb[\\/]*$/i.test(path)) throw geodatabaseError(path, path, undefined)
  const names = (await readdir(path)).filter((name) => FEATURE_FILES.test(name)).sort()
  if (names.length > 0) return names.map((name) => join(path, name))
  throw new SourceError({
    file: path,
    found: 'no such file in this folder',
    expectation: 'GeoJSON files, shapefiles or FlatGeobuf',
  })
}

/** @throws {SourceError} when a zip contains a file geodatabase and no shapefile, like FEMA's state products */
async function refuseGeodatabase(path: string, layer: string | undefined): Promise<void> {
  const names = await openAsBlob(path)
    .then((bytes) => openZip(bytes, path))
    .then(({ members }) => members.map(({ name }) => name))
    // If the zip cannot be opened, the shapefile reader reports why.
    .catch((): string[] => [])
  const database = names.map((name) => /^(.*?\.gdb)\//i.exec(name)?.[1]).find((name) => name !== undefined)
  if (database === undefined || names.some((name) => /\.shp$/i.test(name))) return
  throw geodatabaseError(path, `/vsizip/${path}/${database}`, layer)
}

function geodatabaseError(path: string, input: string, layer = 'LAYER'): SourceError {
  const line = `ogr2ogr -f FlatGeobuf -t_srs EPSG:4326 ${layer}.fgb "${input}" ${layer}`
  return new SourceError({
    file: path,
    found: 'a file geodatabase, which is not supported',
    expectation: `a shapefile, GeoJSON or FlatGeobuf; convert it with: ${line}`,
  })
}
