import { createHash } from 'node:crypto'
import { mkdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BundleError } from '../../src/base/errors.ts'
import { namesIn, removeLeftOvers, writeWhole } from '../../src/base/locks/write-whole.ts'
import {
  type Manifest,
  type ManifestEntry,
  manifestText,
  openBundle,
  readManifest,
} from '../../src/data/bundle/data-folder.ts'
import { dataFolder } from '../../src/data/bundle/disk-folder.ts'
import type { DataFolder } from '../../src/data/bundle/folder.ts'
import { hex, readHead } from '../../src/data/bundle/read.ts'
import { Geography } from '../../src/data/geography.ts'
import { LayerError } from '../../src/library/user-data/layer-error.ts'
import { readOwnBundle } from '../../src/library/user-data/own-file.ts'
import type { UpgradableLayer, UpgradedBundle, UpgradesPlace } from '../../src/library/user-data/shipped-pipeline.ts'
import { upgradedFolder } from '../../src/library/user-data/upgraded-folder.ts'
import { type PackedContent, StoredParts, writePacked } from '../pack/blocks.ts'
import { layerUpgrades } from './layers.ts'
import type { NewPart, Part } from './part.ts'
import { getDigest, partBytes, readPart } from './part-bundle.ts'

/**
 * An upgrades folder. `parts/` contains the painted maps, `<dimension>-<digest>.bundle` are the upgraded bundles, and
 * `manifest.json` lists the bundles in the format of a data folder. Bundles of the previous manifest are only removed
 * two changes later, because other programs may still be reading them.
 */
export class UpgradesFolder {
  readonly path: string
  readonly #base: DataFolder
  readonly #manifest: Manifest
  readonly geography: Geography

  private constructor(path: string, base: DataFolder, manifest: Manifest, geography: Geography) {
    this.path = path
    this.#base = base
    this.#manifest = manifest
    this.geography = geography
  }

  /**
   * Opens an upgrades folder.
   *
   * @param data folder whose bundles are upgraded; undefined for the embedded data
   */
  static async open(path: string, data: string | undefined): Promise<UpgradesFolder> {
    const base = dataFolder(data)
    const manifest = await readManifest(base)
    const geography = new Geography(await openBundle(base, getEntry(manifest, 'geography', base)))
    return new UpgradesFolder(path, base, manifest, geography)
  }

  /**
   * Replaces the parts with the same names. If the content of a part is invalid, no part is replaced. Returns the IDs
   * of the parts that contribute to the data.
   */
  async putParts(layer: UpgradableLayer, parts: readonly NewPart[]): Promise<readonly string[]> {
    const kept: { readonly id: string; readonly bytes: Uint8Array }[] = []
    for (const part of parts) {
      const content = await part.content(this.geography)
      if (content !== null) kept.push({ id: part.id, bytes: await partBytes(layer, part, content) })
    }
    if (kept.length > 0) await mkdir(join(this.path, PARTS), { recursive: true })
    for (const { id, bytes } of kept) await writeWhole(join(this.path, PARTS, `${layer}-${id}.bundle`), bytes)
    return kept.map(({ id }) => id)
  }

  /** Returns the painted maps of one layer or of all layers, in name order. */
  async parts(layer?: string): Promise<readonly Part[]> {
    const names = await bundlesIn(join(this.path, PARTS))
    const wanted = names.filter((name) => layer === undefined || name.startsWith(`${layer}-`))
    return Promise.all(
      wanted.map(async (name) => {
        const path = join(this.path, PARTS, name)
        return readOwnBundle(path)
          .then((bytes) => readPart(bytes, path))
          .catch((error) => refusePart(error, name))
      }),
    )
  }

  /** Removes a layer's painted maps. Returns the number of removed maps. */
  async removeParts(layer: string): Promise<number> {
    const names = (await bundlesIn(join(this.path, PARTS))).filter((name) => name.startsWith(`${layer}-`))
    for (const name of names) await rm(join(this.path, PARTS, name))
    // The folder is only removed if it is empty.
    await rmdir(join(this.path, PARTS)).catch(() => {})
    return names.length
  }

  /**
   * Creates the missing bundles of painted maps and a manifest that lists all of them. The manifest is replaced last,
   * in one step.
   */
  async publish({ builder, out }: UpgradesPlace): Promise<readonly UpgradedBundle[]> {
    const parts = await this.parts()
    const layers = [...new Set(parts.map(({ layer }) => layer))].sort()
    const before = await this.#entries()
    await this.#removeAllBut(before)
    for (const folder of [join(this.path, PARTS), ...(out === undefined ? [] : [out])]) await removeLeftOvers(folder)
    const entries: ManifestEntry[] = []
    for (const layer of layers) entries.push(await this.#made(layer, parts, before, builder))
    if (entries.length === 0) {
      for (const name of ['manifest.json', 'sources.json']) await rm(join(this.path, name), { force: true })
      await this.#removeAllBut([])
      if (out !== undefined) await this.#writeData(out, null)
      return []
    }
    await writeWhole(join(this.path, 'sources.json'), getBytes(sourcesText(parts)))
    const manifest: Manifest = { format: 2, builder, build: this.#manifest.build, bundles: entries }
    await writeWhole(join(this.path, 'manifest.json'), getBytes(manifestText(manifest)))
    if (out !== undefined) await this.#writeData(out, manifest)
    return entries.map(({ id, file, bytes }) => ({
      id,
      file,
      bytes,
      sources: parts.filter(({ layer }) => layer === id).map(({ source }) => `${source.title}, ${source.vintage}`),
    }))
  }

  /**
   * Writes a complete data folder that includes the upgrades. Bundles that the folder already has are not written
   * again. The manifest is replaced after all bundles are written. Then, bundles that it no longer lists are removed.
   */
  async #writeData(out: string, manifest: Manifest | null): Promise<void> {
    const data =
      manifest === null ? this.#base : upgradedFolder(this.#base, { folder: dataFolder(this.path), manifest })
    const { bundles } = await readManifest(data)
    const before = await readManifest(dataFolder(out)).catch(() => null)
    const names = ['sources.json', 'manifest.json']
    for (const { file, sha256 } of bundles) {
      const isThere = before?.bundles.some((entry) => entry.file === file && entry.sha256 === sha256)
      if (!isThere || !(await dataFolder(out).has(file))) names.unshift(file)
    }
    for (const name of names) {
      const bytes = await data.read(name)
      if (bytes !== null) await writeWhole(join(out, name), bytes)
    }
    const listed = new Set(bundles.map(({ file }) => file))
    for (const { file } of before?.bundles ?? []) if (!listed.has(file)) await rm(join(out, file), { force: true })
  }

  async #made(
    layer: string,
    all: readonly Part[],
    before: readonly ManifestEntry[],
    builder: string,
  ): Promise<ManifestEntry> {
    const parts = all.filter((part) => part.layer === layer)
    if (!Object.hasOwn(layerUpgrades, layer))
      throw new LayerError(`${this.path} contains parts of '${layer}', which this version of vicinage does not know.`)
    const entry = getEntry(this.#manifest, layer, this.#base)
    // The digest covers the inputs of an upgraded bundle: the program, the embedded bundle and the maps.
    const digest = createHash('sha256').update(builder).update(entry.sha256)
    for (const { sha256 } of parts) digest.update(sha256)
    const file = `${layer}-${digest.digest('hex').slice(0, 8)}.bundle`
    const listed = before.find((entry) => entry.file === file)
    if (listed !== undefined && (await this.#isWhole(listed))) return listed
    const base = await openBundle(this.#base, entry)
    let packed: Omit<PackedContent, 'sources'>
    try {
      packed = layerUpgrades[layer as UpgradableLayer].putOver(base, parts, this.geography)
    } catch (error) {
      return refusePart(error, `${layer}-`)
    }
    const named = [...parts.map(({ source }) => source), ...base.sources]
    const sources = named.filter(({ id }, i) => named.findIndex((other) => other.id === id) === i)
    const upgraded = `${layer}-${getDigest(parts)}`
    const content = { ...packed, sources, meta: { ...packed.meta, upgraded } }
    // Blocks that are not covered by a map do not change, so their stored bytes are reused.
    const stored = await this.#base.read(entry.file, { bytes: entry.bytes })
    const bytes = await writePacked(content, 'quick', stored ? await StoredParts.of(stored, entry.file) : undefined)
    await writeWhole(join(this.path, file), bytes)
    const { digest: sha256, layout } = await readHead(bytes, bytes.length, file)
    return {
      file,
      kind: content.kind,
      id: layer,
      bytes: bytes.length,
      sha256: hex(sha256),
      start: layout.startBytes,
      rows: content.sections.find(({ name }) => name === 'areas.score')?.data.length ?? entry.rows,
      sources: sources.map(({ id }) => id),
      upgraded,
    }
  }

  /**
   * Returns the entries of the manifest. Returns no entries if there is no manifest, or if it is from another build or
   * version.
   */
  async #entries(): Promise<readonly ManifestEntry[]> {
    const manifest = await readManifest(dataFolder(this.path)).catch(() => null)
    return manifest?.build === this.#manifest.build ? manifest.bundles : []
  }

  async #isWhole(entry: ManifestEntry): Promise<boolean> {
    return openBundle(dataFolder(this.path), entry).then(
      () => true,
      () => false,
    )
  }

  async #removeAllBut(entries: readonly ManifestEntry[]): Promise<void> {
    for (const name of await bundlesIn(this.path))
      if (!entries.some(({ file }) => file === name)) await rm(join(this.path, name), { force: true })
  }
}

const PARTS = 'parts'

/**
 * Throws the error for a damaged part. A retry would fail again.
 * @param name file name of the part, which begins with the layer
 */
function refusePart(error: unknown, name: string): never {
  const layer = Object.keys(layerUpgrades).find((id) => name.startsWith(`${id}-`))
  if (!(error instanceof BundleError) || layer === undefined) throw error
  const repair = `remove the upgrade with \`vicinage data upgrade ${layer} --remove\`, then run the upgrade again`
  throw new LayerError(`${error.message.replace(/[.;][^.;]*\.$|\.$/, '')}: ${repair}.`, { cause: error })
}

function getEntry({ bundles }: Manifest, id: string, { name }: DataFolder): ManifestEntry {
  const entry = bundles.find((bundle) => bundle.id === id)
  if (entry !== undefined) return entry
  throw new LayerError(`${id} is not in ${name}, so it cannot be upgraded: use a folder with the complete data.`)
}

/** Returns the names of the painted maps in an upgrades folder, as `<layer>-<id>`. */
export async function partNames(folder: string): Promise<readonly string[]> {
  return (await bundlesIn(join(folder, PARTS))).map((name) => name.replace(/\.bundle$/, ''))
}

/** Returns the names of the bundles in a folder. */
function bundlesIn(folder: string): Promise<readonly string[]> {
  return namesIn(folder, (name) => name.endsWith('.bundle'))
}

/** Writes `sources.json`: the sources of the painted maps, with the SHA-256 of every file. */
function sourcesText(parts: readonly Part[]): string {
  return `${JSON.stringify({ sources: parts.map(({ source, files }) => ({ ...source, files })) }, null, 2)}\n`
}

function getBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
