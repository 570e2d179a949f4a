import type { GeocodeAnswer } from '../geocode/answer.ts'
import type { Vicinage } from '../vicinage.ts'
import { type AnswerGroup, answerGroups, type Subject } from './answer-groups.ts'
import { type Counts, noCounts } from './counts.ts'
import type { Places } from './places.ts'
import type { BatchQuestion } from './question.ts'

/** A column that is added to the rows. */
export interface AnswerColumn {
  readonly name: string
  /** `score`: 0-255, in `scores`; the last column is `errors`; the others are in `values`. */
  readonly kind: 'score' | 'number' | 'text'
}

/** The answers to some rows, by column. `errors` is that of the places, the others are made anew by each call. */
export interface Answers {
  /** Whether a row has answers: 1, or 0 where `errors` says why not. */
  readonly scored: Uint8Array
  /** For each column of kind `score`, in their order, the scores of the rows. */
  readonly scores: readonly Uint8Array[]
  /** For each other column but the last, in their order, the value of each row; null: empty. */
  readonly values: readonly (readonly (string | number | null)[])[]
  /** The last column, by row. */
  readonly errors: ReadonlyMap<number, string>
  readonly counts: Counts
}

/** Name of the last column, without the prefix: why a row could not be answered. */
const ERROR = 'vicinage_error'

/** The columns that a question adds, in their order: scores, descriptions, districts, schools, geocoding, `vicinage_error`. */
export function answerColumns(question: BatchQuestion): readonly AnswerColumn[] {
  const scores = question.dimensions.map((name) => ({ name, kind: 'score' }) as const)
  const others = answerGroups(question).flatMap(({ columns }) => columns)
  const all = [...scores, ...others, { name: ERROR, kind: 'text' } as const]
  return all.map(({ name, kind }) => ({ name: `${question.prefix}${name}`, kind }))
}

/** Answers rows, chunk by chunk. */
export class RowAnswerer {
  readonly #vicinage: Vicinage
  readonly #dimensions: readonly string[]
  readonly #groups: readonly AnswerGroup[]

  constructor(vicinage: Vicinage, question: BatchQuestion) {
    this.#vicinage = vicinage
    this.#dimensions = question.dimensions
    this.#groups = answerGroups(question)
  }

  /** Answers the rows of `places`; the coordinates of addresses, and further errors, are put into `places`. */
  answer(places: Places): Answers {
    const { count, errors } = places
    const counts = noCounts()
    const values = this.#groups.map(({ columns }) =>
      columns.map(() => new Array<string | number | null>(count).fill(null)),
    )
    const subject: Subject = { vicinage: this.#vicinage, lat: 0, lon: 0 }
    this.#geocode(places, counts, (row, geocoded) => {
      for (const [g, group] of this.#groups.entries()) group.ofAddress?.(geocoded, row, values[g])
    })
    const scored = new Uint8Array(count)
    for (let row = 0; row < count; row++) {
      if (errors.size > 0 && errors.has(row)) continue
      const reason = misplaced(places.lat[row], places.lon[row])
      if (reason === null) scored[row] = 1
      else errors.set(row, reason)
    }
    const lat = places.lat.subarray(0, count)
    const lon = places.lon.subarray(0, count)
    const columns = this.#vicinage.scoreColumns({ lat, lon, dimensions: this.#dimensions })
    this.#groups.forEach(({ ofPlace }, g) => {
      if (ofPlace === undefined) return
      for (let row = 0; row < count; row++) {
        if (scored[row] === 0) continue
        subject.lat = lat[row]
        subject.lon = lon[row]
        ofPlace(subject, row, values[g])
      }
    })
    counts.rows = count
    counts.failed = errors.size
    counts.scored = count - errors.size
    return { scored, scores: this.#dimensions.map((id) => columns[id]), values: values.flat(), errors, counts }
  }

  #geocode(
    { lat, lon, addresses, errors }: Places,
    counts: Counts,
    each: (row: number, answer: GeocodeAnswer) => void,
  ): void {
    for (const [row, address] of addresses) {
      if (errors.has(row)) continue
      const unread = unreadable(address)
      if (unread !== null) {
        errors.set(row, unread)
        continue
      }
      const answer = this.#vicinage.geocode(address)
      each(row, answer)
      if (answer.lat === null || answer.lon === null || answer.layer === null) {
        errors.set(row, answer.message ?? 'The address is not found.')
        continue
      }
      lat[row] = answer.lat
      lon[row] = answer.lon
      counts.layers[answer.layer] = (counts.layers[answer.layer] ?? 0) + 1
    }
  }
}

function unreadable(address: string): string | null {
  if (address.trim() === '') return 'The address is empty.'
  if (address.length > 300) return `The address has ${address.length} characters, at most 300 are read.`
  return null
}

function misplaced(lat: number, lon: number): string | null {
  if (lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180) return null
  if (Number.isNaN(lat) || Number.isNaN(lon)) return 'There is no coordinate.'
  if (lat >= -90 && lat <= 90) return `The longitude ${lon} is not in -180…180.`
  return `The latitude ${lat} is not in -90…90.`
}
