import { atPath, BundleError } from '../../base/errors.ts'
import * as shape from './check-shape.ts'
import { type DataFolder, MAX_BYTES } from './folder.ts'
import { type Bundle, hex, readWhole } from './read.ts'

/**
 * The map-square file: copies of bundles, arranged by place, so that a web page can load the data around its first
 * place in few requests; see `SquareFile`. Readers may ignore the file and read the bundles instead.
 */
const squareListing = shape.object({
  file: shape.matching(/^[a-z0-9-]+\.squares$/),
  bytes: shape.int(0, MAX_BYTES),
  /**
   * Key that all heads and directories in the file repeat. If they have a different key, the file does not belong to
   * this manifest.
   */
  key: shape.words,
  /** Side of a square in arc-seconds. */
  seconds: shape.int(1),
  /**
   * Sizes in bytes of the row directory and of the head of each bundle, keyed by name. The directory and the heads are
   * stored one after another, starting at byte 0.
   */
  heads: shape.record(shape.int(0, MAX_BYTES)),
  /**
   * Sizes in bytes of the directories of squares, one directory for each row of squares. Keys are row numbers,
   * ascending. The directories follow the heads.
   */
  strips: shape.record(shape.int(0, MAX_BYTES)),
})
export type SquareListing = shape.Of<typeof squareListing>

/** Content of `manifest.json`: the bundles of a data folder. `sources.json` lists what they were built from. */
export const manifestSchema = shape.object({
  format: shape.oneOf(2),
  builder: shape.string,
  /** Name of the build, which every bundle repeats. */
  build: shape.string,
  /** Edition of the data: the year and month of its build, such as `2026.11`. */
  version: shape.optional(shape.string),
  /** Postal codes of the states that `vicinage data copy --states` kept; absent if all were kept. */
  states: shape.optional(shape.array(shape.string)),
  bundles: shape.array(
    shape.object({
      file: shape.matching(/^[a-z0-9-]+\.bundle$/),
      kind: shape.string,
      id: shape.string,
      bytes: shape.int(0, MAX_BYTES),
      /**
       * SHA-256 stored in the head of the bundle. The head contains checksums of all other data, so this hash
       * identifies the file.
       */
      sha256: shape.string,
      /** Number of bytes before the first block, which a reader of single blocks fetches first. */
      start: shape.int(0, MAX_BYTES),
      rows: shape.int(),
      sources: shape.array(shape.string),
      /** Name of the official update that `vicinage data upgrade` applied to the package's bundle. */
      upgraded: shape.optional(shape.string),
      /** Description of a custom dimension that the operator of the folder added, as JSON. */
      layer: shape.optional(shape.string),
    }),
  ),
  squares: shape.optional(squareListing),
})
export type Manifest = shape.Of<typeof manifestSchema>
export type ManifestEntry = Manifest['bundles'][number]

/**
 * Formats `manifest.json` without spaces and with one line per bundle. The file must be small because web pages load it
 * first.
 */
export function manifestText(manifest: Manifest): string {
  const lines = manifest.bundles.map((entry) => `\n${JSON.stringify(entry)}`)
  return `${JSON.stringify({ ...manifest, bundles: [] }).replace('"bundles":[]', () => `"bundles":[${lines}\n]`)}\n`
}

/** Reads the folder's manifest. Throws a clear error if the folder is missing, empty or contains something else. */
export async function readManifest(folder: DataFolder): Promise<Manifest> {
  const bytes = await folder.read('manifest.json')
  if (bytes === null)
    throw new BundleError(
      `There is no vicinage data in ${folder.name} (no manifest.json): pass another folder as \`data\`, or create one with \`vicinage data copy --out DIR\` (in a clone of the repository: \`npm run data:build\`).`,
      { code: 'bundle_missing' },
    )
  const manifest = parseManifest(bytes, folder)
  const total = manifest.bundles.reduce((sum, entry) => sum + entry.bytes, 0)
  if (folder.most !== undefined && total > folder.most)
    throw new BundleError(
      `manifest.json in ${folder.name} lists ${total} bytes of bundles, expected at most ${folder.most}: pass another URL as \`data\`, or copy the data to this machine.`,
    )
  return manifest
}

export function parseManifest(bytes: Uint8Array, folder: Pick<DataFolder, 'name'>): Manifest {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new BundleError(`manifest.json in ${folder.name} is not JSON: fetch or build the data again.`, { cause })
  }
  const manifest = shape.checkShape(manifestSchema, json)
  if (manifest.success) return manifest.data
  const { format } = (json ?? {}) as { format?: unknown }
  if (format === 1)
    throw new BundleError(
      `manifest.json in ${folder.name} has format 1, expected 2: it was written for an older vicinage; fetch or build the data again.`,
      { code: 'bundle_mismatched' },
    )
  throw new BundleError(
    `manifest.json in ${folder.name} has an unexpected '${manifest.field}' (${manifest.message}): fetch or build the data again.`,
  )
}

/**
 * Bundles read from directories, kept while they are being read or used. Opening the same folder again reuses their
 * bytes.
 */
const bundles = new Map<string, Promise<Bundle> | WeakRef<Bundle>>()

/**
 * Opens a bundle listed in the manifest.
 *
 * @throws {BundleError} when the file is missing, damaged, or not the one in the manifest
 */
export async function openBundle(folder: DataFolder, entry: ManifestEntry, signal?: AbortSignal): Promise<Bundle> {
  const stamp = await folder.stamp?.(entry.file)
  if (!stamp) return readBundle(folder, entry, signal)
  const key = `${entry.sha256} ${stamp}`
  const cached = bundles.get(key)
  // The promise is stored before it settles, so that simultaneous calls share one read.
  const shared = cached instanceof WeakRef ? cached.deref() : cached
  if (shared !== undefined) return shared
  const reading = readBundle(folder, entry)
  bundles.set(key, reading)
  try {
    const bundle = await reading
    bundles.set(key, new WeakRef(bundle))
    return bundle
  } catch (error) {
    bundles.delete(key)
    throw error
  }
}

async function readBundle(folder: DataFolder, entry: ManifestEntry, signal?: AbortSignal): Promise<Bundle> {
  const name = `${entry.file} in ${folder.name}`
  try {
    const bytes = await folder.read(entry.file, { bytes: entry.bytes, signal })
    if (bytes === null) throw bundleMissing(folder, entry.file)
    const { bundle, digest } = await readWhole(bytes, name, true)
    checkEntry(entry, bytes.length, digest, name)
    return bundle
  } catch (error) {
    throw atPath(error, folder.pathOf?.(entry.file))
  }
}

/**
 * Checks a file against the manifest.
 *
 * @throws {BundleError} when it is not the file that the manifest describes
 */
export function checkEntry(entry: ManifestEntry, bytes: number, digest: Uint8Array, name: string): void {
  const actual = hex(digest)
  if (bytes === entry.bytes && actual === entry.sha256) return
  const [found, expected] =
    bytes === entry.bytes ? [`SHA-256 ${actual}`, entry.sha256] : [`${bytes} bytes`, String(entry.bytes)]
  throw new BundleError(
    `${name} has ${found}, expected ${expected} as manifest.json says: they belong to different builds; fetch or build the data again.`,
    { code: 'bundle_mismatched' },
  )
}

/** Creates the error for a missing bundle that the manifest lists. */
export function bundleMissing(folder: DataFolder, file: string): BundleError {
  return new BundleError(
    `${file} is missing from ${folder.name}, though manifest.json lists it: fetch or build the data again.`,
    { code: 'bundle_missing' },
  )
}

/** Creates the error for a bundle that was requested but is not in the manifest. */
export function bundleNotListed(folder: DataFolder, id: string): BundleError {
  return new BundleError(
    `${id}.bundle was requested but is not in ${folder.name}: remove it from the options, or fetch or build the data again.`,
    { code: 'bundle_missing' },
  )
}

export function geographyMissing(folder: DataFolder): BundleError {
  return new BundleError(
    `geography.bundle is missing from ${folder.name}: every score needs it; fetch or build the data again.`,
    { code: 'bundle_missing' },
  )
}
