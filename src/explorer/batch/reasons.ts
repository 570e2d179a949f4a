import { COVERAGE } from '../../states.ts'

/** Rows that have no scores for one reason. */
export interface ReasonGroup {
  /** What they have in common, as a sentence. */
  readonly title: string
  readonly rows: number
  /** The first of them, from 1, the header not counted. */
  readonly first: readonly number[]
  /** What the reason of the first row says beyond the title; null where that is all. */
  readonly example: string | null
}

/** Reasons that name something of their row, and what they have in common. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^There is no .* near ZIP \d{5}/, 'No city of that name is near the ZIP.'],
  [/^There is no .*: (check the spelling|add the city)/, `No such city or ZIP is in ${COVERAGE}.`],
  [/^The address is outside the United States/, 'The address is outside the United States.'],
  [/^The address is outside .* is not covered\.$/, `The address is outside ${COVERAGE}.`],
  [
    /may be a place outside .*: add the state or the ZIP\.$/,
    'The city may be in another state: add the state or the ZIP.',
  ],
  [/^The address has \d+ characters/, 'The address is too long.'],
  [/^The (latitude|longitude) /, 'The coordinate is not one.'],
]

const FIRST = 3
/** Titles that are told apart: a hostile file must not make a table of thousands. */
const MOST = 20
const OTHERS = 'Other reasons.'

/** Groups the reasons of rows without scores. */
export class RowReasons {
  readonly #groups = new Map<string, { title: string; rows: number; first: number[]; example: string | null }>()

  /**
   * @param row from 1
   * @param reason null where nothing is missing; rows that only some of the scores have no data for do not count
   */
  add(row: number, reason: string | null): void {
    if (reason === null || reason.startsWith('No data:')) return
    const found = KINDS.find(([pattern]) => pattern.test(reason))?.[1] ?? reason
    const title = this.#groups.has(found) || this.#groups.size < MOST ? found : OTHERS
    let group = this.#groups.get(title)
    if (group === undefined) {
      group = { title, rows: 0, first: [], example: title === reason ? null : beyond(reason, title) }
      this.#groups.set(title, group)
    }
    group.rows++
    if (group.first.length < FIRST) group.first.push(row)
  }

  /** The most frequent first. */
  groups(): readonly ReasonGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.rows - a.rows)
  }
}

/** `ZIP 00001 is not covered.` of a reason that begins as its title does. */
function beyond(reason: string, title: string): string {
  const stem = title.replace(/\.$/, ': ')
  return reason.startsWith(stem) ? reason.slice(stem.length) : reason
}
