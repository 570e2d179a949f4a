import { checkShape } from '../../bundle/check-shape.ts'
import { dataFolder, type Manifest, manifestSchema } from '../../bundle/data-folder.ts'
import { type Bundle, readBundle } from '../../bundle/read.ts'
import type { Loading } from './engine.ts'
import { LoadError, PATIENCE } from './load-error.ts'

/** Loads bundles of a folder when they are asked for, each once, and tells of it. What fails is forgotten, so that it can be tried again. */
export class BundleLoader {
  readonly #read: (file: string) => Promise<Uint8Array | null>
  /** That of the first manifest. */
  #build: string | undefined
  readonly #made = new Map<string, Promise<unknown>>()
  readonly #loadings = new Map<string, Loading>()
  readonly #listeners: ((loading: Loading) => void)[] = []

  /** `data`: address or path of the folder. */
  constructor(data: string | URL) {
    this.#read = /^https?:/.test(String(data)) ? readServed(String(data)) : dataFolder(data).read
  }

  /**
   * What `make` makes of a bundle; null where the folder does not have it. Rejects with a LoadError.
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
        const stored = await this.#read(file)
        if (stored === null) throw new LoadError(file, 404)
        const made = await make(await readBundle(stored, file))
        this.#tell({ file, bytes, state: 'ready' })
        return made
      } catch (error) {
        const failure = await this.#explained(file, error)
        const state = failure.trouble === 'outdated' ? 'outdated' : 'failed'
        this.#tell({ file, bytes, state, reason: failure.message })
        if (failure.trouble === 404 && failure.file === file) return null
        throw failure
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

  #manifest(): Promise<Manifest> {
    return this.#once('manifest', async () => {
      const bytes = await this.#read('manifest.json')
      if (bytes === null) throw new LoadError('manifest.json', 404)
      const manifest = checkShape(manifestSchema, jsonOf(bytes))
      if (!manifest.success) throw new LoadError('manifest.json', 'damaged')
      this.#build ??= manifest.data.build
      return manifest.data
    })
  }

  async #explained(file: string, error: unknown): Promise<LoadError> {
    const failure = error instanceof LoadError ? error : new LoadError(file, 'damaged')
    const isFile = failure.file === file && (failure.trouble === 'damaged' || typeof failure.trouble === 'number')
    return isFile && (await this.#isOutdated()) ? new LoadError(file, 'outdated') : failure
  }

  /** Whether the folder holds another version by now than what is loaded already. */
  async #isOutdated(): Promise<boolean> {
    if (this.#build === undefined) return false
    const bytes = await this.#read('manifest.json').catch(() => null)
    // Of the manifest of a version to come, nothing is known but this.
    const { build } = (bytes && (jsonOf(bytes) as Partial<Manifest> | null)) ?? {}
    return build !== undefined && build !== this.#build
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

/** Null where it is none. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

/**
 * Reads files below an address, for readers of a page: rejects with a LoadError, and with one where the server falls silent, too. Null
 * where there is no such file.
 *
 * @param patience milliseconds without a byte, of this file or of another: on a slow line some wait in the browser's queue
 */
export function readServed(address: string, patience = PATIENCE * 1000): (file: string) => Promise<Uint8Array | null> {
  const requested = new Set<string>()
  /** One for each file on its way. */
  const clocks = new Set<() => void>()

  return async (file) => {
    const silence = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), patience)
    }
    clocks.add(restart)
    restart()
    // What a cache holds may be older than what is loaded beside it; of a file that is asked for again, it may be what failed.
    const cache = requested.has(file) ? 'reload' : 'no-cache'
    requested.add(file)
    try {
      const answer = await fetch(new URL(file, address), { cache, signal: silence.signal })
      if (answer.status === 404) return null
      if (!answer.ok) throw new LoadError(file, answer.status)
      return await bytesOf(answer, () => {
        for (const restart of clocks) restart()
      })
    } catch (error) {
      if (error instanceof LoadError) throw error
      if (silence.signal.aborted) throw new LoadError(file, 'stalled')
      throw new LoadError(file, globalThis.navigator?.onLine === false ? 'offline' : 'unreachable')
    } finally {
      clearTimeout(timer)
      clocks.delete(restart)
    }
  }
}

/** @param tell is called with every piece that comes */
async function bytesOf({ body }: Response, tell: () => void): Promise<Uint8Array> {
  const told = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      tell()
      controller.enqueue(piece)
    },
  })
  return new Uint8Array(await new Response(body?.pipeThrough(told)).arrayBuffer())
}
