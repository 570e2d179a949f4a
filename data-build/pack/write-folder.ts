import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkShape } from '../../src/data/bundle/check-shape.ts'
import { type Manifest, manifestSchema, manifestText } from '../../src/data/bundle/data-folder.ts'
import { hex, readHead } from '../../src/data/bundle/read.ts'
import { type Source, sourceOfFile, sources } from '../catalog/catalog.ts'
import { DATA_VERSION } from '../data-version.ts'
import type { UsedFile } from '../read/source-folder.ts'
import { type PackedContent, writePacked } from './blocks.ts'

/** Kinds of bundles that do not depend on a geography. They are kept when the new scores belong to another build. */
const ofNoBuild: ReadonlySet<string> = new Set([
  'schools',
  'districts',
  'places',
  'public-places',
  'neighborhoods',
  'base-map',
  'known-streets',
])

/** A bundle ready to be written. */
export interface PackedBundle {
  readonly content: PackedContent
  readonly rows: number
}

export interface WrittenBundle {
  readonly file: string
  readonly bytes: number
  readonly rows: number
}

interface FolderContent {
  /** Build id of the geography that the scores belong to; null if none of the new bundles depends on a geography. */
  readonly build: string | null
  readonly builder: string
  readonly bundles: readonly PackedBundle[]
  /** Source files that were read. */
  readonly used: readonly UsedFile[]
  /** Packs a bundle, possibly on another thread. */
  readonly write?: ((content: PackedContent) => Promise<Uint8Array<ArrayBuffer>>) | undefined
  /** Reads a source file that is copied unchanged, such as a copyright notice. */
  readonly sourceText?: (path: string) => Promise<string>
}

/**
 * Writes bundles and the manifest into a folder. Files are written under temporary names and renamed when all files are
 * complete, so that an interrupted build does not damage the existing bundles. Bundles that were not rebuilt are kept
 * if they belong to the same build or do not depend on a geography.
 */
export async function writeFolder(
  directory: string,
  { build, builder, bundles, used, write = writePacked, sourceText = noSourceText }: FolderContent,
): Promise<WrittenBundle[]> {
  await mkdir(directory, { recursive: true })
  const entries: Manifest['bundles'] = []
  const files: string[] = []
  const writeText = async (file: string, text: string) => {
    files.push(file)
    await writeFile(join(directory, `${file}.new`), text)
  }
  try {
    const written = bundles.map(({ content }) => write(content))
    await Promise.all(written)
    for (const [i, { content, rows }] of bundles.entries()) {
      const file = `${content.id}.bundle`
      const bytes = await written[i]
      files.push(file)
      await writeFile(join(directory, `${file}.new`), bytes)
      const { digest, layout } = await readHead(bytes, bytes.length, file)
      const ids = (content.sources ?? []).map(({ id }) => id)
      entries.push({
        file,
        kind: content.kind,
        id: content.id,
        bytes: bytes.length,
        sha256: hex(digest),
        start: layout.startBytes,
        rows,
        sources: ids,
      })
    }
    const previous = await previousManifest(directory)
    const sameBuild = build === null || build === previous?.build
    const kept = (previous?.bundles ?? []).filter(
      ({ file, kind }) =>
        (sameBuild || ofNoBuild.has(kind)) && !files.includes(file) && existsSync(join(directory, file)),
    )
    const sourcesOfKept = new Set(kept.flatMap(({ sources }) => sources))
    const keptSources = (previous === null ? [] : await previousSources(directory)).filter(
      ({ id }) => sameBuild || sourcesOfKept.has(id),
    )
    const manifest: Manifest = {
      format: 2,
      builder,
      build: build ?? previous?.build ?? 'none',
      version: DATA_VERSION,
      bundles: [...entries, ...kept].sort((a, b) => (a.file < b.file ? -1 : 1)),
    }
    await writeText('manifest.json', manifestText(manifest))
    const described = await describeSources(used, keptSources, sourceText)
    await writeText('sources.json', `${JSON.stringify({ sources: described }, null, 2)}\n`)
  } catch (cause) {
    await Promise.allSettled(files.map((file) => rm(join(directory, `${file}.new`), { force: true })))
    throw cause
  }
  for (const file of files) await rename(join(directory, `${file}.new`), join(directory, file))
  return entries.map(({ file, bytes, rows }) => ({ file, bytes, rows }))
}

/** Reads the manifest of the folder. Returns null if it is missing or unreadable, in which case it is replaced. */
async function previousManifest(directory: string): Promise<Manifest | null> {
  const path = join(directory, 'manifest.json')
  if (!existsSync(path)) return null
  const parsed = checkShape(manifestSchema, parseJson(await readFile(path, 'utf8')))
  return parsed.success ? parsed.data : null
}

/** Reads which sources the kept bundles were built from. Returns an empty list if the file is unreadable. */
async function previousSources(directory: string): Promise<ManifestSource[]> {
  const path = join(directory, 'sources.json')
  const manifest = existsSync(path) ? parseJson(await readFile(path, 'utf8')) : null
  return (manifest as { sources?: ManifestSource[] } | null)?.sources ?? []
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An entry of `sources.json`: the catalog's entry and the files that were read, with their SHA-256. */
type ManifestSource = Omit<Source, 'path' | 'feeds' | 'licenseTexts' | 'copyright'> & {
  readonly files: readonly UsedFile[]
  /**
   * License texts that must be passed on with the data, by name. They are included here so that every copy of the
   * folder contains them.
   */
  readonly license_texts?: Readonly<Record<string, string>>
}

/**
 * Lists the catalog entries of all files from which this build or the kept bundles were made. Entries that were removed
 * from the catalog are kept unchanged.
 */
async function describeSources(
  used: readonly UsedFile[],
  kept: readonly ManifestSource[],
  sourceText: (path: string) => Promise<string>,
): Promise<ManifestSource[]> {
  const files = new Map<string, UsedFile>()
  for (const source of kept)
    for (const file of source.files ?? []) if (sourceOfFile(file.path)) files.set(file.path, file)
  for (const file of used) files.set(file.path, file)
  const paths = [...files.keys()].sort()
  const uncataloged = paths.filter((path) => !sourceOfFile(path))
  if (uncataloged.length > 0)
    throw new RangeError(
      `Files without an entry in the catalog: ${uncataloged.join(', ')}. Add them to data-build/catalog/.`,
    )
  const former = kept.flatMap((source) => {
    const unlisted = source.files.filter(({ path }) => !sourceOfFile(path))
    return unlisted.length === 0 || sources.some(({ id }) => id === source.id) ? [] : [{ ...source, files: unlisted }]
  })
  const listed: ManifestSource[] = []
  for (const { id, agency, title, address, vintage, license, licenseTexts, copyright } of sources) {
    const sourceFiles = paths.filter((path) => sourceOfFile(path)?.id === id).map((path) => files.get(path)!)
    if (sourceFiles.length === 0) continue
    const notice = copyright && { [copyright.name]: await sourceText(copyright.path) }
    const texts = licenseTexts && { license_texts: { ...notice, ...getTexts(licenseTexts) } }
    listed.push({ id, agency, title, address, vintage, license, ...texts, files: sourceFiles })
  }
  return [...listed, ...former]
}

function getTexts(names: readonly string[]): Record<string, string> {
  const text = (name: string) => readFileSync(new URL(`../catalog/licenses/${name}`, import.meta.url), 'utf8')
  return Object.fromEntries(names.map((name) => [name, text(name)]))
}

async function noSourceText(path: string): Promise<string> {
  throw new RangeError(`${path} must be copied with the data, but no folder of source files was given.`)
}
