import { type EmbeddedData, embeddedBytes } from '../embedded.ts'
import type { Box, Bundle, DataFolder, Manifest, ManifestEntry, Span, Wanted } from '../library.ts'
import type { Loading } from './engine.ts'
import { LoadError } from './load-error.ts'
import { checkShape, manifestSchema, readBundle } from './map-library.ts'
import { getFiles } from './served-files.ts'

/** Files that were requested before the engine started. Files that failed to load are null and are requested again. */
export interface EarlyFiles {
  readonly manifest: Promise<Uint8Array | null>
  /** Beginning of each bundle, up to the first block, keyed by `file?v=sha256`. */
  readonly heads: Map<string, Promise<Uint8Array | null>>
}

/**
 * Loads whole bundles or parts of bundles on demand and reports progress. Failures are not cached, so that loading can
 * be tried again.
 */
export class BundleLoader {
  /** Data folder. Reports everything that is read from it. */
  readonly folder: DataFolder
  readonly #files: Pick<DataFolder, 'name' | 'read'>
  /**
   * Whether the manifest that was requested early has not been used yet. It is used only once, so that a retry requests
   * the manifest again.
   */
  #isEarly = true
  /** Id of the data build, taken from the first manifest that was loaded. */
  #build: string | undefined
  /** SHA-256 checksum of each bundle, by file. */
  #versions: ReadonlyMap<string, string> = new Map()
  /** Name to report for each file: `base-map.bundle` for the upgraded `base-map-de4f7210.bundle`. */
  #names: ReadonlyMap<string, string> = new Map()
  readonly #made = new Map<string, Promise<unknown>>()
  readonly #loadings = new Map<string, Loading>()
  readonly #listeners: ((loading: Loading) => void)[] = []

  /** Box outside which there is no data; undefined for no limit. */
  readonly within: Box | undefined

  /** See `openEngine`. */
  constructor(
    data: string | URL | EmbeddedData,
    private readonly early?: EarlyFiles,
  ) {
    const isHere = typeof data === 'object' && 'files' in data
    this.within = isHere ? data.box : undefined
    const files = isHere
      ? {
          name: data.city,
          read: async (file: string, { span }: Wanted = {}) => embeddedBytes(data, file, span) as Uint8Array | null,
        }
      : getFiles(data, undefined, (file) => this.#versions.get(file))
    this.#files = files
    this.folder = {
      name: files.name,
      read: async (file, wanted) => {
        const { span } = wanted ?? {}
        const loading = this.#loadings.get(this.#getName(file))
        if (span && loading?.state === 'loading')
          this.#tell({ ...loading, bytes: loading.bytes + span.end - span.start })
        const bytes = (span && (await this.#takeEarly(file, span))) ?? (await files.read(file, wanted))
        if (bytes === null) throw new LoadError(file, 404)
        return bytes
      },
      has: async () => true,
    }
  }

  /**
   * Loads a bundle once and returns the result of `make`, or null if the folder does not have the bundle. Rejects with
   * a LoadError.
   *
   * @param id bundle ID, such as `places` for `places.bundle`; all calls with the same ID must pass the same `make`
   */
  load<T>(id: string, make: (bundle: Bundle) => T | Promise<T>): Promise<T | null> {
    return this.#once(id, () => this.read(id, async (entry) => make(await this.whole(entry))))
  }

  async whole({ file, bytes }: ManifestEntry): Promise<Bundle> {
    const loading = this.#loadings.get(this.#getName(file))
    if (loading) this.#tell({ ...loading, bytes })
    return readBundle((await this.folder.read(file))!, file)
  }

  /**
   * Runs `read` and reports that a bundle, or part of a bundle, is loading. Returns null if the folder does not have
   * the bundle. Rejects with a LoadError.
   */
  async read<T>(id: string, read: (entry: ManifestEntry) => Promise<T>): Promise<T | null> {
    const name = getName(id)
    let file = name
    try {
      const listed = (await this.#manifest()).bundles.find((bundle) => bundle.id === id)
      if (listed === undefined) return null
      file = listed.file
      this.#tell({ file: name, bytes: 0, state: 'loading' })
      const data = await read(listed)
      this.#tell({ ...this.#loadings.get(name)!, state: 'ready' })
      return data
    } catch (error) {
      const failure = await this.#explained(file, error)
      const state = failure.trouble === 'outdated' ? 'outdated' : 'failed'
      this.#tell({ file: name, bytes: this.#loadings.get(name)?.bytes ?? 0, state, reason: failure.message })
      if (failure.trouble === 404 && failure.file === file) return null
      throw failure
    }
  }

  /** Reports the state of every bundle requested so far, and all later changes. */
  onLoading(tell: (loading: Loading) => void): void {
    for (const loading of this.#loadings.values()) tell(loading)
    this.#listeners.push(tell)
  }

  #manifest(): Promise<Manifest> {
    return this.#once('manifest', async () => {
      const early = this.#isEarly ? await this.early?.manifest : null
      this.#isEarly = false
      const bytes = early ?? (await this.#files.read('manifest.json'))
      if (bytes === null) throw new LoadError('manifest.json', 404)
      const manifest = checkShape(manifestSchema, parseJson(bytes))
      if (!manifest.success) throw new LoadError('manifest.json', 'damaged')
      this.#build ??= manifest.data.build
      this.#versions = new Map(manifest.data.bundles.map(({ file, sha256 }) => [file, sha256]))
      this.#names = new Map(manifest.data.bundles.map(({ file, id }) => [file, getName(id)]))
      return manifest.data
    })
  }

  /**
   * Returns the beginning of a bundle if it was requested early. A second call for the same bundle returns null, so
   * that a retry requests the bundle again.
   */
  async #takeEarly(file: string, { start, end }: Span): Promise<Uint8Array | null> {
    const address = `${file}?v=${this.#versions.get(file)}`
    const head = start === 0 && this.early?.heads.get(address)
    if (!head) return null
    this.early?.heads.delete(address)
    const bytes = await head
    return bytes?.length === end ? bytes : null
  }

  async #explained(file: string, error: unknown): Promise<LoadError> {
    const failure = error instanceof LoadError ? error : new LoadError(file, 'damaged')
    const isFile = failure.file === file && (failure.trouble === 'damaged' || typeof failure.trouble === 'number')
    return isFile && (await this.#isOutdated()) ? new LoadError(file, 'outdated') : failure
  }

  /** Checks whether the folder now has a different version than the loaded data. */
  async #isOutdated(): Promise<boolean> {
    if (this.#build === undefined) return false
    const bytes = await this.#files.read('manifest.json').catch(() => null)
    // Reads only `build`, because a future version of the manifest may not have the other fields.
    const { build } = (bytes && (parseJson(bytes) as Partial<Manifest> | null)) ?? {}
    return build !== undefined && build !== this.#build
  }

  /** Returns the same promise for a name unless the promise was rejected. */
  #once<T>(name: string, make: () => Promise<T>): Promise<T> {
    let opening = this.#made.get(name) as Promise<T> | undefined
    if (opening === undefined) {
      opening = make()
      opening.catch(() => this.#made.delete(name))
      this.#made.set(name, opening)
    }
    return opening
  }

  #getName(file: string): string {
    return this.#names.get(file) ?? file
  }

  #tell(loading: Loading): void {
    this.#loadings.set(loading.file, loading)
    for (const tell of this.#listeners) tell(loading)
  }
}

function getName(id: string): string {
  return `${id}.bundle`
}

/** Parses JSON, or returns null. */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
