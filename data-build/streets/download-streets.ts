import { existsSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { LayerError } from '../../src/library/user-data/layer-error.ts'
import type { DownloadOptions, DownloadSummary } from '../../src/library/user-data/shipped-pipeline.ts'
import { StreetFileError } from '../../src/library/user-data/streets.ts'
import { Editions } from '../fetch/editions.ts'
import { type FileResult, fetchSources } from '../fetch/fetch-sources.ts'
import { type FetchedFile, FetchedRecord } from '../fetch/fetched-record.ts'
import type { PlannedFile } from '../fetch/plan.ts'
import { byHandText, type FetchSettings, fetchSettings, TransferError } from '../fetch/request.ts'
import { SourceError } from '../read/source-error.ts'
import { systemFault, withLayerFolder } from '../user-data/layer-folder.ts'
import { addStreets, getShard, SHA_DIGITS } from './add-streets.ts'

const CENSUS = 'https://www2.census.gov/geo/tiger/'

/** Returns the folder URL of an edition's ADDRFEAT zips at the Census Bureau. */
export function addrfeatFolder(year: number): string {
  return `${CENSUS}TIGER${year}/ADDRFEAT/`
}

/** Subfolder for downloads: unfinished zips, and `fetched.json`. */
export const DOWNLOADS = 'downloads'

/**
 * Number of consecutive failures after which a run stops. So many failures mean that the server, the URL or the
 * connection is the problem.
 */
const MAX_CONSECUTIVE = 3

/** Number of counties after which the remaining time is estimated. */
const FIRST_COUNTIES = 3

/**
 * Minimum size of a zip in bytes. A county with a handful of streets has a zip of 1,700 bytes (Hoonah-Angoon and
 * Sweetwater counties, 2014).
 */
const MIN_BYTES = 800

/** See `DataBuild`. */
export async function downloadStreets(
  counties: readonly string[],
  folder: string,
  options: DownloadOptions,
): Promise<DownloadSummary> {
  return withLayerFolder(folder, async () => {
    try {
      return await new Download(folder, options).run([...new Set(counties)])
    } catch (cause) {
      throw cause instanceof SourceError ? new LayerError(cause.message, { cause }) : cause
    } finally {
      // The folder is only removed if it is empty.
      await rmdir(join(folder, DOWNLOADS)).catch(() => {})
    }
  })
}

/** A run of downloads into a folder that this process has locked. */
class Download {
  readonly #folder: string
  readonly #downloads: string
  readonly #options: DownloadOptions
  readonly #began = performance.now()
  /** Controller that is aborted when further downloads would be pointless. */
  readonly #over = new AbortController()
  readonly #failed = new Map<string, { readonly reason: string; readonly isFinal: boolean }>()
  #fault: LayerError | undefined
  readonly #editions: Editions
  #all = 0
  #written = 0
  #kept = 0
  #received = 0
  #inARow = 0

  constructor(folder: string, options: DownloadOptions) {
    this.#folder = folder
    this.#downloads = join(folder, DOWNLOADS)
    this.#options = options
    this.#editions = new Editions(this.#years)
  }

  async run(counties: readonly string[]): Promise<DownloadSummary> {
    const { renew } = this.#options
    const isInPlace = (county: string) => this.#years.includes(getShard(this.#folder, county)?.year ?? 0)
    const wanted = renew ? counties : counties.filter((county) => !isInPlace(county))
    this.#all = wanted.length
    const built = counties.filter((county) => !wanted.includes(county))
    // Removes the downloads of runs that were killed after writing a shard.
    for (const county of built)
      for (const year of this.#years) await rm(join(this.#downloads, this.#planned(county, year).path), { force: true })
    if (wanted.length > 0) {
      this.#noteUntried()
      await this.#fetch(wanted)
      const retried = wanted.filter((county) => this.#failed.get(county)?.isFinal === false)
      // Tries again, because the Census Bureau's server sometimes responds with an error page and serves the file a
      // little later.
      if (retried.length > 0 && !this.#isOver) {
        this.#options.onNote(
          `${retried.length === 1 ? 'One file' : `${retried.length} files`} failed: trying once more.`,
        )
        this.#inARow = 0
        await this.#fetch(retried, { busyTries: 1 })
      }
    }
    const failed = [...this.#failed].map(([county, { reason }]) => ({ county, reason }))
    const remaining = wanted.length - this.#written - this.#kept - failed.length
    return {
      written: this.#written,
      kept: built.length + this.#kept,
      failed,
      left: remaining,
      received: this.#received,
    }
  }

  get #isOver(): boolean {
    return this.#options.signal.aborted || this.#over.signal.aborted
  }

  /** Notes that the Census Bureau's URL is untested, unless a file has already been downloaded from there. */
  #noteUntried(): void {
    const { mirror, onNote, year } = this.#options
    const record = new FetchedRecord(this.#downloads)
    if (mirror === undefined && !record.has(({ url }) => url.startsWith(CENSUS)))
      onNote(
        `Downloading from ${addrfeatFolder(year)}. This address was looked up but not tested before this version was released: if it fails, download the files with a browser and add them with: vicinage streets add FILE...`,
      )
  }

  /** Downloads counties one after the other, using the newest edition available for each. */
  async #fetch(counties: readonly string[], changes: Partial<FetchSettings> = {}): Promise<void> {
    const { signal, userAgent, patience } = this.#options
    const settings = { ...fetchSettings(userAgent, patience), ...changes }
    for (const county of counties) {
      if (this.#isOver) break
      await this.#editions
        .newest(async (year) => {
          const [result] = await this.#fetchCounty(county, year, settings, AbortSignal.any([signal, this.#over.signal]))
          if (result.cause instanceof TransferError && result.cause.missing) throw result.cause
        })
        .catch((error) => {
          if (!(error instanceof TransferError)) throw error
        })
      if (this.#fault) throw this.#fault
    }
  }

  #fetchCounty(county: string, year: number, settings: FetchSettings, signal: AbortSignal) {
    const isLast = year === this.#years.at(-1)
    return fetchSources([this.#planned(county, year)], this.#downloads, settings, signal, {
      arrived: (file, chunk, bytes, total) => {
        this.#received += chunk
        this.#progress(file.path, total === null ? null : bytes / total)
      },
      report: this.#options.onNote,
      isInUse: (listed) => this.#isBuiltFrom(listed),
      finished: (result) => {
        const isMissing = result.cause instanceof TransferError && result.cause.missing
        return isMissing && !isLast ? undefined : this.#finish(result)
      },
    })
  }

  get #years(): readonly number[] {
    return [this.#options.year, ...(this.#options.before ?? [])]
  }

  #planned(county: string, year: number): PlannedFile {
    const { mirror } = this.#options
    const path = `tl_${year}_${county}_addrfeat.zip`
    const base = mirror === undefined ? addrfeatFolder(year) : mirror.replace(/\/*$/, '/')
    return { source: county, path, url: base + path, kind: 'zip', leastBytes: MIN_BYTES }
  }

  /** Builds the shard of a downloaded file and removes the file. */
  async #finish(result: FileResult): Promise<void> {
    const { file, state, notes, cause } = result
    const county = file.source
    if (state === 'interrupted') return
    if (state === 'failed') {
      this.#fault = systemFault(cause, this.#folder) ?? undefined
      if (this.#fault) return this.#over.abort()
      const byHand = byHandText({ open: [file.url], files: [file.path] }, 'vicinage streets add')
      const fault = cause instanceof TransferError ? cause : null
      this.#fail(county, `${notes[0]}. ${byHand}`, fault?.missing === true || fault?.certificate === true)
      // If the certificate cannot be verified, all other counties would fail the same way.
      if (fault?.certificate) this.#over.abort()
      return
    }
    const zip = join(this.#downloads, file.path)
    if (existsSync(zip)) {
      const reason = await this.#build(county, zip, file.url)
      if (this.#fault) return this.#over.abort()
      await rm(zip, { force: true })
      if (reason !== null) return this.#fail(county, reason, false)
    } else this.#kept++
    this.#failed.delete(county)
    this.#inARow = 0
    this.#progress(file.path, 1)
  }

  /** Returns the reason why the shard cannot be built, or null on success. */
  async #build(county: string, zip: string, url: string): Promise<string | null> {
    try {
      const shards = await addStreets([zip], this.#folder, { county, onShard: this.#options.onShard })
      if (shards.length > 0) this.#written++
      else this.#kept++
      return null
    } catch (error) {
      if (error instanceof StreetFileError) return `${error.message} Downloaded from ${url}`
      this.#fault = systemFault(error, this.#folder) ?? undefined
      if (this.#fault === undefined) throw error
      return this.#fault.message
    }
  }

  #fail(county: string, reason: string, isFinal: boolean): void {
    this.#failed.set(county, { reason, isFinal })
    this.#inARow++
    if (this.#inARow >= MAX_CONSECUTIVE) this.#over.abort()
  }

  #isBuiltFrom({ source, sha256 }: FetchedFile): boolean {
    return getShard(this.#folder, source)?.sha256 === sha256.slice(0, SHA_DIGITS)
  }

  #progress(file: string, share: number | null): void {
    const done = this.#written + this.#kept
    const all = this.#all
    const received = this.#received
    const seconds = (performance.now() - this.#began) / 1000
    const secondsLeft = done < FIRST_COUNTIES ? null : (seconds / done) * (all - done)
    this.#options.onProgress({ done, all, received, file, share, secondsLeft })
  }
}
