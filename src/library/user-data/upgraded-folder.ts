import { atPath, BundleError } from '../../base/errors.ts'
import { dataFolder, type Manifest, manifestText, parseManifest } from '../../data/bundle/data-folder.ts'
import type { DataFolder } from '../../data/bundle/folder.ts'
import { userLayerFolder } from './folder.ts'
import { refuseLarge } from './own-file.ts'

/** Returns the embedded folder with bundles of the user's data folder replacing its own, if there are any. */
export function withUpgrades(embedded: DataFolder): DataFolder {
  const upgrades = upgradesOfUser()
  return upgrades === null ? embedded : upgradedFolder(embedded, upgrades)
}

/** Updated bundles: their folder, and the manifest that lists them. */
interface Upgrades {
  readonly folder: DataFolder
  readonly manifest: Manifest
}

/**
 * Returns the user's official updates; null outside Node, and if there are none. A home folder that this process may
 * not read, as for a service, has none.
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

/** Returns the embedded folder with some bundles replaced. */
export function upgradedFolder(embedded: DataFolder, { folder, manifest }: Upgrades): DataFolder {
  const upgraded = new Set(manifest.bundles.map(({ file }) => file))
  const of = (file: string) => (upgraded.has(file) ? folder : embedded)
  return {
    name: `${embedded.name} with the upgrades of ${folder.name}`,
    pathOf: (file) => (MERGED.has(file) ? null : (of(file).pathOf?.(file) ?? null)),
    async read(file, wanted) {
      const bytes = await of(file).read(file, wanted)
      if (bytes === null || !MERGED.has(file)) return bytes
      if (file === 'manifest.json') return textBytes(mergedManifest(parseManifest(bytes, embedded), manifest, folder))
      return textBytes(mergedSources(bytes, await folder.read(file)))
    },
    has: (file) => of(file).has(file),
    stamp: async (file) => of(file).stamp?.(file) ?? '',
  }
}

/** Files that are merged from both folders. */
const MERGED: ReadonlySet<string> = new Set(['manifest.json', 'sources.json'])

function mergedManifest(embedded: Manifest, upgrades: Manifest, { name }: DataFolder): string {
  if (upgrades.build !== embedded.build) {
    const error = new BundleError(
      `The upgrades in ${name} belong to the data build ${upgrades.build}, but this vicinage has ` +
        `${embedded.build}: apply them again with \`vicinage data upgrade --again\`, which downloads nothing.`,
      { code: 'bundle_mismatched' },
    )
    throw atPath(error, name)
  }
  // Bundles that the package lacks are added.
  const bundles = new Map([...embedded.bundles, ...upgrades.bundles].map((entry) => [entry.id, entry]))
  // Without the file of map squares, which has parts of the embedded bundles.
  const { squares: _, ...rest } = embedded
  return manifestText({ ...rest, bundles: [...bundles.values()] })
}

/** Merges both lists. If both have a source, the official update's version wins. */
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
