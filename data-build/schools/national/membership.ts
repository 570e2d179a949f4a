import { type ChunkedText, wholeRows } from '../../read/chunks.ts'
import { closestNames } from '../../read/closest-names.ts'
import { compileColumn, parseCsv } from '../../read/csv.ts'
import { type Refuse, type RowScan, scanRows } from '../../read/csv-rows.ts'
import { SourceError } from '../../read/source-error.ts'
import type { StudentGroups } from '../school.ts'
import { isReported, reported } from './directory.ts'

/** Students of one school; null if the file has no number, hides it, or does not list the school. */
export interface Membership {
  readonly students: number | null
  readonly groups: StudentGroups | null
}

const COLUMNS = ['NCESSCH', 'RACE_ETHNICITY', 'SEX', 'STUDENT_COUNT', 'TOTAL_INDICATOR', 'DMS_FLAG'] as const
type Field = (typeof COLUMNS)[number]

// Three of the seven row types are used. The other types are subtotals by grade and single cells.
const TOTAL = 'Education Unit Total'
const TOTAL_WITHOUT_ADULTS = 'Derived - Education Unit Total minus Adult Education Count'
const BY_RACE_AND_SEX = 'Derived - Subtotal by Race/Ethnicity and Sex minus Adult Education Count'

const RACES: Readonly<Record<string, number>> = {
  white: 0,
  asian: 1,
  'black or african american': 2,
  'hispanic/latino': 3,
  'native hawaiian or other pacific islander': 4,
  'american indian or alaska native': 5,
  'two or more races': 6,
  'not specified': 7,
}
const SEXES: Readonly<Record<string, number>> = { male: 0, female: 1, 'not specified': 2 }
const NOT_SPECIFIED = { race: 7, sex: 2 }

// Slots of a school: the total without adult education, the total with it, and the counts by race and sex.
const WITHOUT_ADULTS = 0
const WITH_ADULTS = 1
const GROUPS = 2
const SLOTS = GROUPS + 8 * 3
/** Value of a slot if the file has no row for it. */
const UNSEEN = -1
/** Value of a slot if its row has no count. */
const HIDDEN = -2

/**
 * Reads students by school, race and sex from CCD 052 in the long layout used since 2016-17: one row per school, grade,
 * race and sex, 12 million rows. Reads in chunks, so that memory only holds the requested schools.
 *
 * `students` excludes adult education, except in a school that only has adults. The count of a race is the sum over the
 * sexes, and the count of a sex is the sum over the races. A count is null if a part of its sum is missing or
 * suppressed, because the sum of the other parts would be too low. Throws a `SourceError` for another layout, a count
 * that is not a number, and a repeated row.
 */
export async function readMembership(
  text: ChunkedText,
  ncesIds: readonly string[],
): Promise<ReadonlyMap<string, Membership>> {
  const places = new Map(ncesIds.map((id, index) => [id, index * SLOTS]))
  const slots = new Int32Array(ncesIds.length * SLOTS).fill(UNSEEN)
  let rowsBefore = 0
  let headings: readonly string[] | undefined
  for await (const block of wholeRows(text.chunks, text.file)) {
    const refuse: Refuse = (row, problem) => {
      throw new SourceError({ file: text.file, row: rowsBefore + row, ...problem })
    }
    const scan = scanRows(block, ',', refuse)
    headings ??= getHeadings(scan, text.file)
    addRows(scan, headings, places, slots, refuse)
    rowsBefore += scan.row
  }
  if (headings === undefined) throw new SourceError({ file: text.file, found: 'no rows', expectation: 'headings' })
  return new Map(ncesIds.map((id, index) => [id, getMembership(slots.subarray(index * SLOTS, (index + 1) * SLOTS))]))
}

function getHeadings(scan: RowScan, file: string): readonly string[] {
  if (!scan.next()) throw new SourceError({ file, found: 'no rows', expectation: 'headings' })
  const last = scan.ends[scan.fields - 1] + 1
  const { headings } = parseCsv(scan.bytes.subarray(0, last), file, {})
  for (const name of COLUMNS) {
    if (headings.includes(name)) continue
    const found = `no column ${name} (nearest: ${closestNames(name, headings).join(', ')})`
    throw new SourceError({ file, row: 1, found, expectation: 'the long layout of 2016-17 and later' })
  }
  return headings
}

function addRows(
  scan: RowScan,
  headings: readonly string[],
  places: ReadonlyMap<string, number>,
  slots: Int32Array,
  refuse: Refuse,
): void {
  const { read } = compileColumn({ kind: 'text' }, scan, 'cp1252', refuse)
  const [id, race, sex, count, indicator, flag] = COLUMNS.map((name: Field) => headings.indexOf(name))
  while (scan.next()) {
    if (scan.fields !== headings.length) {
      if (scan.isEmpty()) continue
      refuse(scan.row, { found: `${scan.fields} fields`, expectation: `${headings.length}, one for each heading` })
    }
    // Nine out of ten rows have an unused type, which is recognized by its first letter without decoding the text.
    const letter = scan.bytes[scan.starts[indicator]]
    if (letter !== 0x44 && letter !== 0x45) continue
    const kind = read(indicator)
    const slot =
      kind === TOTAL_WITHOUT_ADULTS
        ? WITHOUT_ADULTS
        : kind === TOTAL
          ? WITH_ADULTS
          : kind === BY_RACE_AND_SEX
            ? groupSlot(read(race), read(sex), scan.row, refuse)
            : null
    const place = slot === null ? undefined : places.get(read(id))
    if (slot === null || place === undefined) continue
    if (slots[place + slot] !== UNSEEN) {
      refuse(scan.row, { found: `a second row of ${read(id)} for "${kind}"`, expectation: 'one of each' })
    }
    slots[place + slot] = getCount(read(count), read(flag), scan.row, refuse)
  }
}

function groupSlot(race: string, sex: string, row: number, refuse: Refuse): number {
  const r = RACES[race.toLowerCase()]
  const s = SEXES[sex.toLowerCase()]
  if (r === undefined || s === undefined) {
    refuse(row, { found: `the race "${race}" and the sex "${sex}"`, expectation: 'the names that NCES publishes' })
  }
  return GROUPS + 3 * r + s
}

function getCount(cell: string, flag: string, row: number, refuse: Refuse): number {
  const plain = reported(cell)
  if (plain === '' || !isReported(flag)) return HIDDEN
  if (/^\d{1,7}(\.0+)?$/.test(plain)) return Number(plain)
  return refuse(row, { found: `STUDENT_COUNT is "${cell}"`, expectation: 'a whole number' })
}

function getMembership(slots: Int32Array): Membership {
  const [withoutAdults, withAdults] = slots
  const adultsAlone = withoutAdults <= 0 && withAdults > 0
  const students = adultsAlone ? withAdults : withoutAdults >= 0 ? withoutAdults : withAdults >= 0 ? withAdults : null
  if (students === null || adultsAlone) return { students, groups: null }
  const ofRace = (race: number) => sum([0, 1, NOT_SPECIFIED.sex].map((sex) => slots[GROUPS + 3 * race + sex]))
  const ofSex = (sex: number) => sum([0, 1, 2, 3, 4, 5, 6, NOT_SPECIFIED.race].map((r) => slots[GROUPS + 3 * r + sex]))
  const groups = {
    white: ofRace(0),
    asian: ofRace(1),
    black: ofRace(2),
    hispanic: ofRace(3),
    pacificIslander: ofRace(4),
    nativeAmerican: ofRace(5),
    twoOrMore: ofRace(6),
    male: ofSex(0),
    female: ofSex(1),
  }
  return { students, groups: Object.values(groups).every((count) => count === null) ? null : groups }
}

/**
 * Returns the sum of the parts that have a count. The last part counts students who are "not specified", and may be
 * missing. Returns null if one of the other parts is hidden, or if none of them has a count.
 */
function sum(parts: readonly number[]): number | null {
  const unspecified = parts[parts.length - 1]
  const named = parts.slice(0, -1)
  if (named.includes(HIDDEN) || named.every((part) => part === UNSEEN)) return null
  return named.reduce((total, part) => total + Math.max(part, 0), Math.max(unspecified, 0))
}
