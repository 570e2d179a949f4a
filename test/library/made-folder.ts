import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type DimensionLayers, dimensionBundle, memoryBundle } from '../../data-build/pack/dimension-bundle.ts'
import { geographyBundle } from '../../data-build/pack/geography-bundle.ts'
import { writeFolder } from '../../data-build/pack/write-folder.ts'
import { type DimensionId, dimensions } from '../../src/answers/dimensions/catalog.ts'
import type { DataFolder } from '../../src/data/bundle/folder.ts'
import { type Bundle, hex, readBundle, readHead } from '../../src/data/bundle/read.ts'
import { Geography } from '../../src/data/geography.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { madeGeography } from './made-geography.ts'
import { madeLayers } from './made-layers.ts'

/** Ids of the dimensions that the made folder holds, in the order of the catalog. */
export const madeDimensions = [
  'walkability',
  'noise-levels',
  'insurance-coverage',
  'ideological-lean',
  'fire',
] satisfies DimensionId[]

let whole: Promise<string> | undefined

/** A complete data folder by the pipeline's own writers, made once per process. Tests must not change it. */
export function madeFolder(): Promise<string> {
  whole ??= writeData((made) => made)
  return whole
}

/** A copy of the made folder for one test to damage. */
export async function copiedFolder(): Promise<string> {
  const directory = emptyFolder()
  cpSync(await madeFolder(), directory, { recursive: true })
  return directory
}

/** Writes a data folder of the made geography by the pipeline's own writers; `layersOf` says which dimensions it has. */
export async function writeData(
  layersOf: (made: ReturnType<typeof madeLayers>) => Partial<Record<DimensionId, DimensionLayers>>,
): Promise<string> {
  const directory = emptyFolder()
  const geography = madeGeography(join(directory, 'sources'))
  const shared = await geographyBundle(geography)
  const loaded = new Geography(memoryBundle(shared))
  const layers = layersOf(madeLayers(geography))
  const bundles = dimensions.flatMap((dimension) => {
    const own = layers[dimension.id]
    return own ? [{ content: dimensionBundle(dimension, own, loaded, geography.blockGroups), rows: 6 }] : []
  })
  const data = join(directory, 'data')
  const all = [{ content: shared, rows: 4 }, ...bundles]
  await writeFolder(data, shared.build, 'made 1.0', all, geography.sources.used())
  return data
}

/** A bundle of a folder, by the name of its file. */
export async function openFile(folder: DataFolder, file: string): Promise<Bundle> {
  return readBundle((await folder.read(file))!, file)
}

/** Lets the manifest of a folder describe its bundles as they are now. */
export async function renewManifest(data: string): Promise<void> {
  const path = join(data, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  for (const entry of manifest.bundles) {
    const bytes = readFileSync(join(data, entry.file))
    const head = await readHead(bytes, bytes.length, entry.file)
    Object.assign(entry, { bytes: bytes.length, sha256: hex(head.digest), start: head.layout.startBytes })
  }
  writeFileSync(path, JSON.stringify(manifest))
}
