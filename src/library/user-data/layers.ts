import { atPath, BundleError } from '../../base/errors.ts'
import { type Bundle, readBundle } from '../../data/bundle/read.ts'
import { userLayerFolder } from './folder.ts'
import { readOwnBundle } from './own-file.ts'

/** Options that choose custom dimensions. */
export interface LayersChoice {
  /** Whether to use the custom dimensions in the user's data folder. Default: true. */
  readonly userData?: boolean | undefined
  /** Ids of the custom dimensions to use. Default: all. */
  readonly dimensions?: readonly string[] | undefined
}

const LAYER_FILE = /^([a-z][a-z0-9-]*)\.bundle$/

/**
 * Returns the sorted ids of the custom dimensions in a folder, by default the folder that `vicinage layer add` writes
 * to. Returns an empty array outside Node, or if the folder does not exist or cannot be read.
 */
export function layerIds(folder = userLayerFolder('layers')): string[] {
  const fs = globalThis.process?.getBuiltinModule?.('node:fs')
  if (fs === undefined || folder === null) return []
  try {
    return fs
      .readdirSync(folder)
      .flatMap((file) => LAYER_FILE.exec(file)?.[1] ?? [])
      .sort()
  } catch {
    return []
  }
}

/**
 * Opens the bundles of the user's custom dimensions.
 *
 * @throws {BundleError} when a bundle is damaged
 */
export async function layerBundles({ userData = true, dimensions }: LayersChoice): Promise<Bundle[]> {
  const ids = userData ? layerIds().filter((id) => dimensions?.includes(id) ?? true) : []
  return Promise.all(ids.map((id) => openLayer(`${userLayerFolder('layers')}/${id}.bundle`, id)))
}

/**
 * Opens the bundle of a custom dimension.
 *
 * @throws {BundleError} when the bundle is damaged; the message says how to remove it
 */
export async function openLayer(path: string, id: string): Promise<Bundle> {
  try {
    return await readBundle(await readOwnBundle(path), path)
  } catch (cause) {
    const reason =
      cause instanceof BundleError
        ? cause.message
        : `${path} cannot be read: ${(cause as { code?: string }).code ?? String(cause)}.`
    const error = new BundleError(`${reason} Add the layer again, or run \`vicinage layer remove ${id}\`.`, { cause })
    throw atPath(error, path)
  }
}

/** Returns a hash of the bundles of the user's custom dimensions, 16 hexadecimal digits. */
export async function layersIdentity(ids: readonly string[]): Promise<string> {
  const { createHash } = globalThis.process.getBuiltinModule('node:crypto')
  const hash = createHash('sha256')
  for (const id of ids) hash.update(await readOwnBundle(`${userLayerFolder('layers')}/${id}.bundle`))
  return hash.digest('hex').slice(0, 16)
}
