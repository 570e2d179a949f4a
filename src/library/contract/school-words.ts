import type { Units } from '../../answers/dimensions/words.ts'
import type { District } from '../../answers/districts/districts.ts'
import type { ListedSchool, SchoolSummary } from '../../answers/schools/answers.ts'
import type { SchoolKind } from '../../answers/schools/school-columns.ts'

/**
 * Writes level and grades: `Elementary K-5`, `Prekindergarten`, `K-5`, `High 9-12 program`, `High 9-12, not open yet`.
 * Undefined if neither is known.
 */
export function levelWords(school: SchoolSummary & Partial<Pick<ListedSchool, 'kind'>>): string | undefined {
  const { level, lowest_grade: lowest, highest_grade: highest, kind = 'campus' } = school
  const grades = lowest === null || highest === null ? undefined : span(gradeCode(lowest), gradeCode(highest))
  const words = join(level, level !== null && grades !== undefined && sameInWords.has(grades) ? undefined : grades)
  return kind === 'campus' ? words : `${words ?? 'School'}${kindWords[kind]}`
}

const kindWords = {
  program: ' program',
  planned: ', not open yet',
  repeated: ', listed twice',
} as const satisfies Record<Exclude<SchoolKind, 'campus'>, string>

/** Writes type and grades of a district: `Unified PK-12`. */
export function districtWords({ sd_type, lograde, higrade }: District): string | undefined {
  return join(
    sd_type,
    lograde === null || higrade === null ? undefined : span(plainGrade(lograde), plainGrade(higrade)),
  )
}

/**
 * Writes a rating as `8/10 (2025)`, with the agency's letter as `8/10 (A, 2025)`, or `8/10` without either. A dash if
 * there is no rating.
 */
export function ratingWords(
  {
    rating,
    rating_year: year,
    agency_letter: letter,
  }: {
    readonly rating: number | null
    readonly rating_year?: number | null
    readonly agency_letter?: string | null
  },
  { unicode }: { readonly unicode: boolean },
): string {
  const beside = [letter, year].filter((word) => word !== null && word !== undefined).join(', ')
  if (rating !== null) return `${rating}/10${beside === '' ? '' : ` (${beside})`}`
  return unicode ? '–' : '-'
}

/**
 * Writes a distance as `150 ft (50 m)`, `0.7 mi (1.2 km)` or `24 mi (38 km)`, or in metric units only. Empty for a
 * search without a point.
 */
export function distanceWords(meters: number | null, units: Units = 'us'): string {
  if (meters === null) return ''
  const metric = metricWords(meters)
  if (units === 'metric') return metric
  const feet = Math.round(meters / FOOT / 50) * 50
  const miles = meters / FOOT / 5280
  if (feet === 0) return `< 30 ft (${metric})`
  if (miles < 0.095) return `${feet} ft (${metric})`
  return `${Math.round(miles * 10) < 100 ? miles.toFixed(1) : numberWords(miles, 0)} mi (${metric})`
}

const FOOT = 0.3048

function metricWords(meters: number): string {
  const tens = Math.round(meters / 10) * 10
  if (tens === 0) return '< 10 m'
  if (tens < 1000) return `${tens} m`
  const km = meters / 1000
  return `${Math.round(km * 10) < 100 ? km.toFixed(1) : numberWords(km, 0)} km`
}

/** Writes a number as `1,234.5`, with at most `digits` decimals. */
export function numberWords(value: number, digits: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}

/** Grades that the name of the level already implies. */
const sameInWords: ReadonlySet<string> = new Set(['PK', 'UG', 'AE'])

/** NCES codes: PK, K, 1-12, UG = ungraded, AE = adult education. */
function gradeCode(grade: number): string {
  return grade >= 1 && grade <= 12 ? String(grade) : ({ [-1]: 'PK', 0: 'K', 13: 'UG', 14: 'AE' }[grade] ?? '?')
}

/** Converts the Census Bureau's `KG` and `01` to the notation used for schools. */
function plainGrade(label: string): string {
  return label === 'KG' ? 'K' : label.replace(/^0(?=\d)/, '')
}

function span(lowest: string, highest: string): string {
  return lowest === highest ? lowest : `${lowest}-${highest}`
}

function join(...words: (string | null | undefined)[]): string | undefined {
  return words.filter((word) => word).join(' ') || undefined
}
