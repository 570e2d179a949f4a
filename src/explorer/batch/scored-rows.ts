import type { Answers } from '../../batch/answer-rows.ts'
import type { Points } from '../../batch/points.ts'
import { type ReasonGroup, RowReasons } from './reasons.ts'

/** Rows with scores, in their order. */
export interface ScoredPoints {
  /** Degrees, WGS 84; of addresses, where they were found. */
  readonly lat: Float64Array<ArrayBuffer>
  readonly lon: Float64Array<ArrayBuffer>
  /** By id of the dimension, 0-255. */
  readonly scores: Readonly<Record<string, Uint8Array<ArrayBuffer>>>
}

export interface ScoredRowsSummary {
  readonly points: ScoredPoints
  /** Why rows have no scores, the most frequent first. */
  readonly reasons: readonly ReasonGroup[]
}

/** Where the rows of a file are, degrees; NaN where that is not known. */
export interface RowPlaces {
  readonly lat: Float64Array<ArrayBuffer>
  readonly lon: Float64Array<ArrayBuffer>
}

/** Keeps of answers, chunk by chunk, what the page shows beside the file. */
export class ScoredRows {
  readonly #dimensions: readonly string[]
  readonly #chunks: {
    readonly lat: Float64Array
    readonly lon: Float64Array
    readonly scores: readonly Uint8Array[]
  }[] = []
  readonly #places: { readonly lat: Float64Array; readonly lon: Float64Array }[] = []
  readonly #reasons = new RowReasons()

  constructor(dimensions: readonly string[]) {
    this.#dimensions = dimensions
  }

  /** @param before rows of earlier chunks */
  add(before: number, { count, lat, lon }: Points, { scored, scores, reason }: Answers): void {
    const isScored = (_: number, row: number) => scored[row] === 1
    this.#chunks.push({
      lat: lat.subarray(0, count).filter(isScored),
      lon: lon.subarray(0, count).filter(isScored),
      scores: scores.map((column) => column.subarray(0, count).filter(isScored)),
    })
    this.#places.push({ lat: lat.slice(0, count), lon: lon.slice(0, count) })
    for (let row = 0; row < count; row++) this.#reasons.add(before + row + 1, reason(row))
  }

  places(): RowPlaces {
    return joinedPlaces(this.#places)
  }

  summary(): ScoredRowsSummary {
    const chunks = this.#chunks
    const columnOf = (d: number) => chunks.map((chunk) => chunk.scores[d])
    const scores = this.#dimensions.map((id, d) => [id, joined(Uint8Array, columnOf(d))])
    return {
      points: { ...joinedPlaces(chunks), scores: Object.fromEntries(scores) },
      reasons: this.#reasons.groups(),
    }
  }
}

function joinedPlaces(parts: readonly { readonly lat: Float64Array; readonly lon: Float64Array }[]): RowPlaces {
  const column = (name: 'lat' | 'lon') => parts.map((part) => part[name])
  return { lat: joined(Float64Array, column('lat')), lon: joined(Float64Array, column('lon')) }
}

function joined<T extends Uint8Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  Column: new (length: number) => T,
  parts: readonly ArrayLike<number>[],
): T {
  const whole = new Column(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
