import type { EmbeddedData } from '../embedded.ts'
import type { Vicinage } from '../library.ts'
import { areaOperations } from './area-operations.ts'
import type { Engine } from './engine.ts'
import { EngineData } from './engine-data.ts'
import { type LibraryNeeds, openLibrary } from './open-library.ts'
import { placeOperations } from './place-operations.ts'
import { scoreOperations } from './score-operations.ts'

/** The engine, and the library it opens for files of rows. */
export interface OpenEngine extends Engine {
  /** Opens the library with everything that is requested, for all places, so that it then answers immediately. */
  open(needs: LibraryNeeds): Promise<Vicinage>
}

/**
 * Opens the engine over a folder of bundles, which are loaded place by place. Runs in Node as it does in a worker.
 *
 * @param source address or path of the data folder, or the data that is in the page itself
 * @param manifest the folder's manifest, if it was already requested; null if it did not arrive
 */
export function openEngine(source: string | URL | EmbeddedData, manifest?: Promise<Uint8Array | null>): OpenEngine {
  const data = new EngineData(source, manifest)
  return {
    ...scoreOperations(data),
    ...placeOperations(data),
    ...areaOperations(data),
    open: (needs) => openLibrary(data, needs),
    onLoading: (tell) => data.loader.onLoading(tell),
  }
}
