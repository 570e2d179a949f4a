import { atPath, BundleError } from '../../base/errors.ts'
import { type Manifest, manifestText, parseManifest } from '../../data/bundle/data-folder.ts'
import { dataFolder } from '../../data/bundle/disk-folder.ts'
import type { DataFolder } from '../../data/bundle/folder.ts'
import { userLayerFolder } from './folder.ts'
import { refuseLarge } from './own-file.ts'

/** Returns the embedded folder with the official updates of the user's data folder, if there are any. */
export function withUpgrades(embedded: DataFolder): DataFolder {
  const upgrades = upgradesOfUser()
  return upgrades === null ? embedded : upgradedFolder(embedded, upgrades)
}

/** Folder of updated bundles, and its manifest. */
interface Upgrades {
  readonly folder: DataFolder
  readonly manifest: Manifest
}

/**
 * Returns the user's official updates. Returns null outside Node, if there are no updates, or if this process may not
 * read the home folder, for example in a service.
 */
function upgradesOfUser(): Upgrades | null {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs')
  const path = userLayerFolder('upgrades')
  if (fs === undefined || path === null) return null
  let bytes: Uint8Array
  try {
    refuseLarge(`${path}/manifest.json`, fs.statSync(`${path}/manifest.json`).size)
    bytes = fs.readFileSync(`${path}/manifest.json`)
  } catch (cause) {
    if (cause instanceof BundleError) throw atPath(cause, path)
    const { code } = cause as { code?: string }
    if (code === 'ENOENT' || code === 'ENOTDIR' || !globalThis.process.env.VICINAGE_DATA_HOME) return null
    throw atPath(new BundleError(`manifest.json in ${path} cannot be read: ${code}.`, { cause }), path)
  }
  const folder = dataFolder(path)
  try {
    return { folder, manifest: parseManifest(bytes, folder) }
  } catch (error) {
    throw atPath(error, path)
  }
}

/** Returns a folder with the updated bundles, and the embedded bundles that have no update. */
export function upgradedFolder(embedded: DataFolder, { folder, manifest }: Upgrades): DataFolder {
  const upgraded = new Set(manifest.bundles.map(({ file }) => file))
  const folderOf = (file: string) => (upgraded.has(file) ? folder : embedded)
  return {
    name: `${embedded.name} with the upgrades of ${folder.name}`,
    pathOf: (file) => (MERGED.has(file) ? null : (folderOf(file).pathOf?.(file) ?? null)),
    async read(file, part) {
      const bytes = await folderOf(file).read(file, part)
      if (bytes === null || !MERGED.has(file)) return bytes
      if (file === 'manifest.json') return textBytes(mergedManifest(parseManifest(bytes, embedded), manifest, folder))
      return textBytes(mergedSources(bytes, await folder.read(file)))
    },
    has: (file) => folderOf(file).has(file),
    stamp: async (file) => folderOf(file).stamp?.(file) ?? '',
  }
}

/** Files whose content is merged from both folders. */
const MERGED: ReadonlySet<string> = new Set(['manifest.json', 'sources.json'])

function mergedManifest(embedded: Manifest, upgrades: Manifest, { name }: DataFolder): string {
  if (upgrades.build !== embedded.build) {
    const error = new BundleError(
      `The upgrades in ${name} are for the data build ${upgrades.build}, but this version of vicinage has ` +
        `${embedded.build}: apply them again with \`vicinage data upgrade --again\`, which downloads nothing.`,
      { code: 'bundle_mismatched' },
    )
    throw atPath(error, name)
  }
  // An update replaces the bundle with the same id, or adds a bundle that the package does not contain.
  const bundles = new Map([...embedded.bundles, ...upgrades.bundles].map((entry) => [entry.id, entry]))
  // Omit the map-square file, because it contains parts of the embedded bundles.
  const { squares: _, ...entries } = embedded
  return manifestText({ ...entries, bundles: [...bundles.values()] })
}

/** Merges both lists of sources. If a source is in both lists, the entry of the official update is used. */
function mergedSources(embedded: Uint8Array, upgrades: Uint8Array | null): string {
  const listed = [upgrades, embedded].flatMap((bytes) => (bytes === null ? [] : sourcesIn(bytes)))
  const sources = listed.filter(({ id }, i) => listed.findIndex((other) => other.id === id) === i)
  return `${JSON.stringify({ sources }, null, 2)}\n`
}

function sourcesIn(bytes: Uint8Array): readonly { readonly id: string }[] {
  return (JSON.parse(new TextDecoder().decode(bytes)) as { sources: { id: string }[] }).sources
}

function textBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
