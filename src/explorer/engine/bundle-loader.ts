import type { Bundle } from '../../bundle/read.ts'
import { type DataFolder, dataFolder, openBundle, readManifest } from '../../data-folder.ts'
import type { Loading } from './engine.ts'

/** Loads bundles of a folder when they are asked for, each once, and tells of it. What fails is forgotten, so that it can be tried again. */
export class BundleLoader {
  readonly folder: DataFolder
  readonly #made = new Map<string, Promise<unknown>>()
  readonly #loadings = new Map<string, Loading>()
  readonly #listeners: ((loading: Loading) => void)[] = []

  /** `data`: address or path of the folder. */
  constructor(data: string | URL) {
    this.folder = dataFolder(data)
  }

  /**
   * What `make` makes of a bundle; null where the folder does not have it. Rejects with the BundleError of manifest, bundle or `make`.
   *
   * @param id `walkability`, of `walkability.bundle`; always with the same `make`
   */
  load<T>(id: string, make: (bundle: Bundle) => T | Promise<T>): Promise<T | null> {
    return this.#once(id, async () => {
      const file = `${id}.bundle`
      let bytes = 0
      try {
        const listed = (await this.#manifest()).bundles.find((bundle) => bundle.file === file)
        if (listed === undefined) return null
        bytes = listed.bytes
        this.#tell({ file, bytes, state: 'loading' })
        const bundle = await openBundle(this.folder, file)
        const made = bundle === null ? null : await make(bundle)
        if (made === null)
          this.#tell({ file, bytes, state: 'failed', reason: `${file} is not in ${this.folder.name}.` })
        else this.#tell({ file, bytes, state: 'ready' })
        return made
      } catch (error) {
        this.#tell({ file, bytes, state: 'failed', reason: error instanceof Error ? error.message : String(error) })
        throw error
      }
    })
  }

  /** Lets the next call look for a bundle again. */
  forget(id: string): void {
    this.#made.delete(id)
  }

  /** Tells of every bundle that was asked for, as it stands, and of all that happens from now on. */
  onLoading(tell: (loading: Loading) => void): void {
    for (const loading of this.#loadings.values()) tell(loading)
    this.#listeners.push(tell)
  }

  #manifest() {
    return this.#once('manifest', () => readManifest(this.folder))
  }

  /** One promise per name, until it fails. */
  #once<T>(name: string, make: () => Promise<T>): Promise<T> {
    let made = this.#made.get(name) as Promise<T> | undefined
    if (made === undefined) {
      made = make()
      made.catch(() => this.#made.delete(name))
      this.#made.set(name, made)
    }
    return made
  }

  #tell(loading: Loading): void {
    this.#loadings.set(loading.file, loading)
    for (const tell of this.#listeners) tell(loading)
  }
}
