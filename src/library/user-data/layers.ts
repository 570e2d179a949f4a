import { BundleError } from '../../base/errors.ts'
import { type Bundle, readBundle } from '../../data/bundle/read.ts'
import { userLayerFolder } from './folder.ts'

/** Which own layers are wanted. */
export interface LayersChoice {
  /** Whether those of the user's data folder are. Default true. */
  readonly userData?: boolean | undefined
  /** Ids; all when left out. */
  readonly dimensions?: readonly string[] | undefined
}

const LAYER_FILE = /^([a-z][a-z0-9-]*)\.bundle$/

/**
 * The ids of the layers that `vicinage layer add` put into a folder, by default the user's, in order; none outside
 * Node, and where there is no folder or this process may not look into it.
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
 * The bundles of the user's own layers.
 * @throws {BundleError} when one is damaged
 */
export async function layerBundles({ userData = true, dimensions }: LayersChoice): Promise<Bundle[]> {
  const ids = userData ? layerIds().filter((id) => dimensions?.includes(id) ?? true) : []
  return Promise.all(ids.map((id) => openLayer(`${userLayerFolder('layers')}/${id}.bundle`, id)))
}

/** @throws {BundleError} which says how to be rid of it, when a layer is damaged */
export async function openLayer(path: string, id: string): Promise<Bundle> {
  const { readFile } = globalThis.process.getBuiltinModule('node:fs/promises')
  try {
    return await readBundle(await readFile(path), path)
  } catch (cause) {
    const reason =
      cause instanceof BundleError
        ? cause.message
        : `${path} cannot be read: ${(cause as { code?: string }).code ?? String(cause)}.`
    throw new BundleError(`${reason} Add the layer again, or \`vicinage layer remove ${id}\`.`, { cause })
  }
}

/** Names layers of the user's data folder by their contents: 16 hexadecimal digits. */
export async function layersIdentity(ids: readonly string[]): Promise<string> {
  const { createHash } = globalThis.process.getBuiltinModule('node:crypto')
  const { readFile } = globalThis.process.getBuiltinModule('node:fs/promises')
  const hash = createHash('sha256')
  for (const id of ids) hash.update(await readFile(`${userLayerFolder('layers')}/${id}.bundle`))
  return hash.digest('hex').slice(0, 16)
}
