import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../../src/base/locks/write-whole.ts'

/** Pages of a layer, stored on disk so that an interrupted run can resume. */
export class KeptPages {
  readonly #folder: string
  /** Last id of each page, keyed by the first id. */
  readonly #lastOf: ReadonlyMap<number, number>

  private constructor(folder: string, lastOf: ReadonlyMap<number, number>) {
    this.#folder = folder
    this.#lastOf = lastOf
  }

  /**
   * Opens the stored pages of a layer state. Removes pages of a different state, or of a run that began too long ago.
   *
   * @param mostMs maximum age in milliseconds
   */
  static async of(folder: string, state: string, mostMs: number): Promise<KeptPages> {
    const file = join(folder, 'state')
    const before = await readFile(file, 'utf8').catch(() => null)
    const begun = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
    if (before !== state || Date.now() - begun > mostMs) {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true })
      await writeFile(file, state)
    }
    const names = (await readdir(folder)).map((name) => /^(\d+)-(\d+)\.json$/.exec(name))
    return new KeptPages(folder, new Map(names.flatMap((name) => (name ? [[Number(name[1]), Number(name[2])]] : []))))
  }

  /** Returns the number of ids on the page that begins with the id at `from`, or undefined if there is no such page. */
  sizeAt(ids: readonly number[], from: number): number | undefined {
    const last = this.#lastOf.get(ids[from])
    if (last === undefined || this.#asked.has(ids[from])) return undefined
    let size = 1
    while (from + size < ids.length && ids[from + size] <= last) size++
    return size
  }

  /**
   * First ids of pages that were read from disk. If such a page is needed again, its content was damaged, so it must be
   * requested from the service.
   */
  readonly #asked = new Set<number>()

  /** Returns the page of these ids as it was written, or null if it is missing or damaged. */
  async read(ids: readonly number[]): Promise<unknown> {
    if (this.#lastOf.get(ids[0]) !== ids[ids.length - 1]) return null
    this.#asked.add(ids[0])
    return readFile(this.#getPath(ids), 'utf8')
      .then(JSON.parse)
      .catch(() => null)
  }

  async write(ids: readonly number[], page: unknown): Promise<void> {
    await writeWhole(this.#getPath(ids), Buffer.from(JSON.stringify(page)))
  }

  #getPath(ids: readonly number[]): string {
    return join(this.#folder, `${ids[0]}-${ids[ids.length - 1]}.json`)
  }
}
