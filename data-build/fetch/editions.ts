import { TransferError } from './request.ts'

/**
 * Editions of the files in a run, newest first. An edition is published file by file over weeks, so each file comes
 * from the newest edition that has it. If the first file requested from an edition is missing, the edition counts as
 * unpublished and is not requested for the other files.
 */
export class Editions {
  readonly #years: readonly number[]
  readonly #there = new Set<number>()
  readonly #missing = new Set<number>()

  /** @param years non-empty list of years, newest first */
  constructor(years: readonly number[]) {
    this.#years = years
  }

  /**
   * Calls `read` for the newest edition, and for the next older edition whenever `read` fails with a `missing`
   * `TransferError`.
   *
   * @throws {TransferError} the error for the oldest edition if no edition has the file
   */
  async newest<T>(read: (year: number) => Promise<T>): Promise<T> {
    for (const [i, year] of this.#years.entries()) {
      const isLast = i + 1 === this.#years.length
      if (!isLast && this.#missing.has(year) && !this.#there.has(year)) continue
      try {
        const result = await read(year)
        this.#there.add(year)
        return result
      } catch (error) {
        if (isLast || !(error instanceof TransferError && error.missing)) throw error
        this.#missing.add(year)
      }
    }
    throw new RangeError('There are no editions to try.')
  }
}
