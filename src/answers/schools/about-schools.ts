import { stateName } from '../../base/all-states.ts'
import type { SchoolSearchResponse } from './answers.ts'
import type { SchoolLevel } from './level.ts'
import { type DirectoryMeta, FIGURE, type SchemeMeta } from './school-columns.ts'

/** Fields of a school answer, except the schools. */
export type AboutSchools = Omit<SchoolSearchResponse, 'schools'>

/** Maximum number of states listed by name. For more states, only their number is given. */
const MAX_STATES = 3

/** Descriptions of the facts that a list of schools may contain. */
const facts = {
  students: 'number of students',
  teachers: 'number of teachers',
  race: 'students by race',
  sex: 'students by sex',
  rating: 'rating',
} as const

/**
 * Describes the lists that the schools come from: their names, the year of the oldest list, and remarks. The remarks
 * give the year of each list, the publishers of the ratings, and the facts that are missing. Individual schools are not
 * described.
 */
export function aboutSchools(directories: readonly DirectoryMeta[], schemes: readonly SchemeMeta[]): AboutSchools {
  const used = directories.filter(({ schools }) => schools > 0)
  return {
    data_source: directories.map(({ name }) => name).join('; '),
    data_vintage: Math.min(...directories.map(({ year }) => year)),
    additional_info:
      used.length === 0
        ? null
        : [listing(used), ...used.flatMap(({ note }) => note ?? []), ...ratings(used, schemes), ...gaps(used)].join(
            ' ',
          ),
  }
}

function listing(directories: readonly DirectoryMeta[]): string {
  const lists = directories.map(({ states, year, name }) => `${getStates(states)} as of ${year} (${name})`)
  return (
    `Schools are listed for ${joinedWithAnd(lists)}; schools opened since then may be missing, and some schools may have ` +
    'closed.'
  )
}

function ratings(directories: readonly DirectoryMeta[], schemes: readonly SchemeMeta[]): string[] {
  const numbers = [...new Set(directories.flatMap((directory) => directory.schemes))].sort((a, b) => a - b)
  if (numbers.length === 0) return []
  const agencies = numbers.map((number) => schemes[number].source).join('; ')
  return [
    "A rating (1-10, 10 best) is the decile of the school's figure among schools in the same state, level and " +
      `year; the figures come from: ${agencies}.`,
  ]
}

function gaps(directories: readonly DirectoryMeta[]): string[] {
  return directories.flatMap(({ states, schools, known: published }) => {
    const names = Object.keys(facts) as (keyof typeof facts)[]
    const never = names.filter((fact) => published[fact] === 0)
    const seldom = names.filter((fact) => published[fact] > 0 && published[fact] < schools / 2)
    const sentences: string[] = []
    if (never.length > 0)
      sentences.push(`Not known for schools of ${getStates(states)}: ${never.map((fact) => facts[fact]).join(', ')}.`)
    if (seldom.length > 0)
      sentences.push(
        `Known for fewer than half of the schools of ${getStates(states)}: ${seldom
          .map((fact) => `${facts[fact]} (${share(published[fact], schools)})`)
          .join(', ')}.`,
      )
    return sentences
  })
}

function share(published: number, schools: number): string {
  const percent = Math.round((100 * published) / schools)
  return percent === 0 ? 'under 1%' : `${percent}%`
}

function getStates(states: readonly string[]): string {
  return states.length > MAX_STATES ? `${states.length} states and territories` : joinedWithAnd(states.map(stateName))
}

function joinedWithAnd(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

const kinds: Readonly<Record<SchoolLevel, string>> = {
  Elementary: 'elementary schools',
  Middle: 'middle schools',
  High: 'high schools',
  Combined: 'combined schools',
  Prekindergarten: 'pre-kindergarten schools',
  'Adult Education': 'adult education schools',
  Ungraded: 'ungraded schools',
}

/**
 * Describes a rating:
 * `8 of 10: overall score of 92, in the 8th tenth of the elementary schools of Texas rated in 2022.`
 *
 * @param state postal code
 * @param letter letter grade from the agency, which may differ from the decile among the schools of the state
 */
export function describeRating(
  rating: number,
  figure: number,
  scheme: SchemeMeta,
  {
    level,
    state,
    letter,
  }: { readonly level: SchoolLevel | null; readonly state: string; readonly letter: string | null },
): string {
  const among = `the ${level === null ? 'schools' : kinds[level]} of ${stateName(state)} rated in ${scheme.year}`
  // Avoid '-0.0' for a small negative figure.
  const printed = figure.toFixed(scheme.digits).replace(/^-(0(\.0+)?)$/, '$1')
  const graded = letter === null ? '' : ` (the agency's grade: ${letter})`
  return `${rating} of 10: ${scheme.figure.replace(FIGURE, printed)}${graded}, in the ${tenthInWords(rating)} of ${among}.`
}

/** Names a decile, counted from the lowest: `lowest tenth`, `8th tenth`, `highest tenth`. */
export function tenthInWords(rating: number): string {
  if (rating === 1) return 'lowest tenth'
  if (rating === 10) return 'highest tenth'
  return `${rating}${['th', 'th', 'nd', 'rd'][rating] ?? 'th'} tenth`
}
