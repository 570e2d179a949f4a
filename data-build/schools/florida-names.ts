import { floridaLea } from './florida-districts.ts'
import type { FloridaSchool } from './florida-grades.ts'

/** A school of the national directory, which has no state numbers. */
export interface NamedSchool {
  readonly ncesId: string
  readonly leaId: string
  /** As the source writes it, in capitals. */
  readonly name: string
}

/** The national directory cuts names off at this many letters. */
const CUT = 60

/**
 * The state's rows by NCES id, joined by district and name: first names that agree but for punctuation, then, among what is
 * left on both sides, names that the national directory cut short. Only names that are unique in their district join.
 */
export function joinByName<R extends FloridaSchool>(
  rows: readonly R[],
  schools: readonly NamedSchool[],
): { readonly byId: ReadonlyMap<string, R>; readonly unmatched: readonly R[] } {
  const byId = new Map<string, R>()
  const named = unique(schools, (school) => `${school.leaId} ${letters(school.name)}`)
  for (const [key, row] of unique(rows, (row) => `${floridaLea(row.district)} ${letters(row.name)}`)) {
    const school = named.get(key)
    if (school) byId.set(school.ncesId, row)
  }
  const joined = new Set(byId.values())
  for (const school of schools) {
    // The blanks where a comma stood count too, and blanks at the end are lost.
    if (byId.has(school.ncesId) || school.name.length < CUT - 2) continue
    const longer = rows.filter((row) => !joined.has(row) && isCutOf(school, row))
    if (longer.length !== 1) continue
    byId.set(school.ncesId, longer[0])
    joined.add(longer[0])
  }
  return { byId, unmatched: rows.filter((row) => !joined.has(row)) }
}

function isCutOf(school: NamedSchool, row: FloridaSchool): boolean {
  return floridaLea(row.district) === school.leaId && isBeginningOf(school.name, row.name)
}

/** Whether a name is the beginning of a longer one, but for punctuation. */
export function isBeginningOf(name: string, longer: string): boolean {
  const beginning = letters(name)
  const whole = letters(longer)
  return whole.length > beginning.length && whole.startsWith(beginning)
}

/** By key, the items whose key no other has. */
function unique<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T> {
  const found = new Map<string, T | null>()
  for (const item of items) found.set(keyOf(item), found.has(keyOf(item)) ? null : item)
  return new Map([...found].filter((entry): entry is [string, T] => entry[1] !== null))
}

/** Letters and digits alone, with `&` and `@` in words: the national directory writes them so or drops the marks. */
function letters(name: string): string {
  return name
    .toUpperCase()
    .replaceAll('&', ' AND ')
    .replaceAll('@', ' AT ')
    .replace(/[^A-Z0-9]/g, '')
}
