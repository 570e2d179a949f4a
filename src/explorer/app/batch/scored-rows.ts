import { type Answers, COVERAGE, joined, type Note, type Points } from '../library.ts'

/** Rows with scores, in file order. A row with an address has the coordinates where the address was found. */
export interface ScoredPoints extends RowPlaces {
  /** Scores, 0-255, by dimension id. */
  readonly scores: Readonly<Record<string, Uint8Array<ArrayBuffer>>>
}

export interface ScoredRowsSummary {
  readonly points: ScoredPoints
  /** Reasons why rows have no scores, most frequent first. */
  readonly reasons: readonly ReasonGroup[]
}

/** WGS 84 coordinates of a file's rows in degrees; NaN if unknown. */
export interface RowPlaces {
  readonly lat: Float64Array<ArrayBuffer>
  readonly lon: Float64Array<ArrayBuffer>
}

/** Collects, chunk by chunk, the data that the page shows in addition to the file. */
export class ScoredRows {
  readonly #dimensions: readonly string[]
  readonly #chunks: (RowPlaces & { readonly scores: readonly Uint8Array[] })[] = []
  readonly #places: RowPlaces[] = []
  readonly #reasons = new RowReasons()

  constructor(dimensions: readonly string[]) {
    this.#dimensions = dimensions
  }

  /** @param before number of rows in earlier chunks */
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
    const scores = this.#dimensions.map((id, d) => [id, joined(chunks.map((chunk) => chunk.scores[d]))])
    return {
      points: { ...joinedPlaces(chunks), scores: Object.fromEntries(scores) },
      reasons: this.#reasons.groups(),
    }
  }
}

function joinedPlaces(parts: readonly RowPlaces[]): RowPlaces {
  const column = (name: 'lat' | 'lon') => Float64Array.from(parts.flatMap((part) => [...part[name]]))
  return { lat: column('lat'), lon: column('lon') }
}

/** Rows that have no scores for the same reason. */
export interface ReasonGroup {
  /** Common reason as a sentence. */
  readonly title: string
  readonly rows: number
  /** Numbers of the first of these rows, counted from 1 without the header. */
  readonly first: readonly number[]
  /** Details of the first row's reason that are not in the title; null if there are none. */
  readonly example: string | null
}

const ROUGH = 'place_too_rough'
/** Codes of notes on rows that have scores. */
const SCORED: ReadonlySet<string> = new Set(['no_data_of_some', 'placed_elsewhere'])

/** Returns the number of rows that have ranges instead of scores because their places are only approximate. */
export function roughRows(reasons: readonly ReasonGroup[]): number {
  return reasons.find(({ title }) => title === TITLES[ROUGH])?.rows ?? 0
}

/** Titles by code, for reasons whose text contains details of their row. */
const TITLES: Readonly<Record<string, string>> = {
  address_abroad: 'The address is outside the United States.',
  address_too_long: 'The address is too long.',
  city_not_at_zip: 'No city with that name is near the ZIP.',
  no_data: 'No data.',
  coordinate_invalid: 'The coordinates are invalid.',
  confidence_too_low: 'The confidence is lower than requested.',
  place_outside: `The address is outside ${COVERAGE}.`,
  [ROUGH]: 'Only a city, county or state was found, so each score is a range for the people who live there.',
  place_unknown: `There is no city or ZIP with that name in ${COVERAGE}.`,
  state_missing: 'The city may be in another state: add the state or the ZIP.',
  zip_and_city_apart: 'The ZIP and the city are far apart.',
}

const FIRST = 3
/** Maximum number of titles, so that a hostile file cannot produce thousands of table rows. */
const MOST = 20
const OTHERS = 'Other reasons.'

/** Groups the reasons of rows without scores. */
export class RowReasons {
  readonly #groups = new Map<string, { title: string; rows: number; first: number[]; example: string | null }>()

  /**
   * @param row number of the row, from 1
   * @param reason why the row has no scores, or null if nothing is missing; ignored if the row has scores or lacks only
   * some of them
   */
  add(row: number, reason: Note | null): void {
    if (reason === null || SCORED.has(reason.code)) return
    const reasonTitle = TITLES[reason.code] ?? reason.text
    const title = this.#groups.has(reasonTitle) || this.#groups.size < MOST ? reasonTitle : OTHERS
    let group = this.#groups.get(title)
    if (group === undefined) {
      group = { title, rows: 0, first: [], example: getExample(reason, title) }
      this.#groups.set(title, group)
    }
    group.rows++
    if (group.first.length < FIRST) group.first.push(row)
  }

  /** Returns the groups, most frequent first. */
  groups(): readonly ReasonGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.rows - a.rows)
  }
}

/**
 * Returns details of the first row's reason that are not in the title, without options that only the command line has.
 */
function getExample({ code, text }: Note, title: string): string | null {
  if (title === text) return null
  return code === ROUGH ? `${text.slice(0, text.indexOf(' ('))}.` : getDetails(text, title)
}

/** Returns the details of a reason that are not in its title: `ZIP 00001 is not covered.` */
function getDetails(reason: string, title: string): string {
  const stem = title.replace(/\.$/, ': ')
  return reason.startsWith(stem) ? reason.slice(stem.length) : reason
}
