import { existsSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { UpgradableLayer, UpgradeOptions } from '../../src/library/user-data/shipped-pipeline.ts'
import { countFeatures, isAnswering, readFeatureService, type ServiceLayer } from '../fetch/feature-service.ts'
import { fetchSources } from '../fetch/fetch-sources.ts'
import { FetchedRecord } from '../fetch/fetched-record.ts'
import type { PlannedFile } from '../fetch/plan.ts'
import { type FetchSession, fetchSettings, hostLocks, TransferError } from '../fetch/request.ts'
import { SourceError } from '../read/source-error.ts'
import type { UsedFile } from '../read/source-folder.ts'
import type { Part } from './part.ts'
import type { Layer } from './read-layers.ts'

/** Folder for unfinished downloads, inside the upgrades folder. */
const DOWNLOADS = 'downloads'

/** A request to an agency. */
export interface Wanted {
  /** ID of the requested part of the layer. */
  readonly id: string
  /** Human-readable description, such as `flood zones of county 48201`. */
  readonly description: string
}

/** A file served by an agency. */
export interface WantedFile extends Pick<PlannedFile, 'url' | 'also' | 'kind' | 'leastBytes' | 'mayBeMissing'> {
  /** Name of the file on disk. */
  readonly name: string
}

export interface DownloadedFile {
  readonly file: string
  /** URL that served the file. */
  readonly url: string
  readonly used: UsedFile
}

/** Reads parts from their agency, one after the other. */
export class AgencyReader {
  readonly #options: UpgradeOptions
  readonly #parts: readonly Part[]
  readonly #session: FetchSession
  #received = 0

  constructor(options: UpgradeOptions, parts: readonly Part[]) {
    this.#options = options
    this.#parts = parts
    this.#session = {
      settings: fetchSettings(options.userAgent, options.patience),
      locks: hostLocks(),
      interrupted: options.signal,
    }
  }

  /** Notes once that a URL is untested, unless a part has already been downloaded from the agency's own URL. */
  noteUntried(layer: UpgradableLayer, address: string): void {
    const { mirror, onNote } = this.#options
    const cameBefore = this.#parts.some(({ files }) => files.some(({ path }) => path.startsWith(address)))
    if (mirror === undefined && !cameBefore)
      onNote(
        `Downloading from ${address}. This address was looked up but not tested before this version was released: if it fails, download the file with a browser and add it with: vicinage data upgrade ${layer} --from FILE...`,
      )
  }

  /**
   * Returns layers of feature services, or null if the installed part has the same layers.
   * @throws {TransferError} if a service does not deliver a layer
   */
  async features(part: Wanted, layers: readonly ServiceLayer[]): Promise<readonly Layer[] | null> {
    const done = this.#parts.find(({ id }) => id === part.id)
    const first: (Layer | null)[] = []
    for (const [i, layer] of layers.entries()) first.push(await this.#layer(part, layer, i, done?.files[i]?.path))
    if (first.every((layer) => layer === null)) return null
    const read: Layer[] = []
    // If one layer has changed, the unchanged layers are needed as well.
    for (const [i, layer] of first.entries()) read.push(layer ?? (await this.#layer(part, layers[i], i, undefined))!)
    return read
  }

  /** See `countFeatures`. */
  count(url: string, fields: readonly string[], value: string): Promise<number | null> {
    return countFeatures(url, fields, value, this.#session, this.#options.onNote)
  }

  /** See `isAnswering`. */
  isAnswering(url: string): Promise<boolean> {
    return isAnswering(url, this.#session)
  }

  /** Returns null if the layer has not changed. */
  async #layer(part: Wanted, layer: ServiceLayer, i: number, previous: string | undefined): Promise<Layer | null> {
    const { onNote, onProgress } = this.#options
    const path = (state: string) => `${layer.url}?where=${encodeURIComponent(layer.where)}#${state}`
    const received = this.#received
    const served = await readFeatureService(layer, join(this.getFolder(part), String(i)), this.#session, {
      report: onNote,
      progress: (done, all, bytes) => {
        this.#received = received + bytes
        onProgress({ what: part.description, done, all, unit: 'features', received: this.#received })
      },
      isKnown: (state) => path(state) === previous,
    })
    if (served === null) return null
    const { features, state, edited, sha256, bytes, withoutOutline, coarse } = served
    const name = [
      /[^/]+\/(Map|Feature)Server\/\d+$/.exec(layer.url)?.[0] ?? layer.url,
      ...(edited === null ? [] : [`edited ${edited}`]),
    ].join(', ')
    const used = [{ path: path(state), sha256, bytes }]
    return { features, skipped: withoutOutline.length, withoutOutline, coarse, name, used }
  }

  /**
   * Downloads the wanted files, or returns null if the installed part already has them. The files stay in the part's
   * folder until the part is committed.
   * @throws {TransferError} if a file cannot be downloaded
   */
  async files(part: Wanted, wanted: readonly WantedFile[]): Promise<readonly DownloadedFile[] | null> {
    const folder = this.getFolder(part)
    const before = this.#parts.find(({ id }) => id === part.id)?.files ?? []
    const plans = wanted.map((file): PlannedFile => ({ ...file, path: file.name, source: part.id }))
    this.#rememberFiles(folder, plans, before)
    await this.#fetch(part, plans, folder, true)
    const missing = plans.filter(({ path }) => !existsSync(join(folder, path)))
    if (missing.length === plans.length) return null
    // If one file has changed, the unchanged files are needed as well.
    if (missing.length > 0) await this.#fetch(part, missing, folder, false)
    const record = new FetchedRecord(folder)
    // Missing optional files are skipped.
    const downloaded = plans.filter(({ path }) => existsSync(join(folder, path)))
    return downloaded.map(({ path }) => {
      const { url, etag, lastModified, sha256, bytes } = record.get(path)!
      const state = new URLSearchParams({ ...(etag && { etag }), ...(lastModified && { modified: lastModified }) })
      return { file: join(folder, path), url, used: { path: `${url}#${state}`, sha256, bytes } }
    })
  }

  /** Records the files of the installed part, so that the server only sends files that have changed. */
  #rememberFiles(folder: string, plans: readonly PlannedFile[], before: Part['files']): void {
    const record = new FetchedRecord(folder)
    for (const { path, url, also = [], source } of plans) {
      const reused = before.find((used) => [url, ...also].includes(used.path.replace(/#.*/, '')))
      if (reused === undefined || record.get(path) !== undefined) continue
      const [address, state] = reused.path.split('#')
      const { etag = null, modified = null } = Object.fromEntries(new URLSearchParams(state))
      const { sha256, bytes } = reused
      record.put({
        path,
        source,
        url: address,
        finalUrl: address,
        sha256,
        bytes,
        servedBytes: bytes,
        etag,
        lastModified: modified,
        time: '',
      })
    }
  }

  async #fetch(part: Wanted, plans: readonly PlannedFile[], folder: string, isKept: boolean): Promise<void> {
    const { onNote, onProgress } = this.#options
    const { settings, interrupted } = this.#session
    const results = await fetchSources(plans, folder, settings, interrupted, {
      arrived: (_, chunk, bytes, total) => {
        this.#received += chunk
        onProgress({ what: part.description, done: bytes, all: total, unit: 'bytes', received: this.#received })
      },
      report: onNote,
      isInUse: () => isKept,
      finished: () => {},
    })
    interrupted.throwIfAborted()
    const [failed, ...others] = results.filter(({ state }) => state === 'failed')
    if (failed === undefined) return
    const undelivered = [failed, ...others].map(({ file }) => file)
    const byHand = {
      open: undelivered.map(({ url }) => url),
      files: plans.map(({ path }) => (undelivered.some((file) => file.path === path) ? path : join(folder, path))),
    }
    // Any other error, such as a full disk, is not the server's fault and is rethrown.
    if (failed.cause instanceof TransferError || failed.cause instanceof SourceError)
      throw new TransferError(failed.notes[0], {
        missing: failed.cause instanceof TransferError && failed.cause.missing,
        certificate: failed.cause instanceof TransferError && failed.cause.certificate,
        byHand,
      })
    throw failed.cause
  }

  /** Removes a part's downloads after the part is stored. */
  async done(part: Wanted): Promise<void> {
    if (this.#options.keepsDownloads) return
    await rm(this.getFolder(part), { recursive: true, force: true })
  }

  /** Removes the download folder if it is empty. */
  async end(): Promise<void> {
    await rmdir(join(this.#options.folder, DOWNLOADS)).catch(() => {})
  }

  /** Returns the download folder of a part. */
  getFolder({ id }: Wanted): string {
    return join(this.#options.folder, DOWNLOADS, id)
  }
}
