import { TransferError } from './request.ts'

/**
 * Editions of the files of a run, newest first. A file is taken of the newest edition that has it. An edition is
 * published file by file over weeks: one that lacks the first file is not asked for the others.
 */
export class Editions {
  readonly #years: readonly number[]
  readonly #there = new Set<number>()
  readonly #missing = new Set<number>()

  /** @param years newest first, one or more */
  constructor(years: readonly number[]) {
    this.#years = years
  }

  /**
   * What `read` brings of the newest edition that has it; a `TransferError` that is `missing` leads to the edition
   * before.
   * @throws {TransferError} that of the oldest edition, where none has it
   */
  async newest<T>(read: (year: number) => Promise<T>): Promise<T> {
    for (const [i, year] of this.#years.entries()) {
      const isLast = i + 1 === this.#years.length
      if (!isLast && this.#missing.has(year) && !this.#there.has(year)) continue
      try {
        const came = await read(year)
        this.#there.add(year)
        return came
      } catch (error) {
        if (isLast || !(error instanceof TransferError && error.missing)) throw error
        this.#missing.add(year)
      }
    }
    throw new RangeError('There are no editions.')
  }
}
