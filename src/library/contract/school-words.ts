import type { Units } from '../../answers/dimensions/words.ts'
import type { District } from '../../answers/districts/districts.ts'
import type { ListedSchool, SchoolSummary } from '../../answers/schools/answers.ts'
import type { SchoolKind } from '../../answers/schools/school-kind.ts'

/**
 * Returns the level and grades of a school: `Elementary K-5`, `Prekindergarten`, `K-5`, `High 9-12 program`,
 * `High 9-12, not open yet`. Returns undefined if neither is known.
 */
export function levelWords(school: SchoolSummary & Partial<Pick<ListedSchool, 'kind'>>): string | undefined {
  const { level, lowest_grade: lowest, highest_grade: highest, kind = 'campus' } = school
  const grades = lowest === null || highest === null ? undefined : formatSpan(gradeCode(lowest), gradeCode(highest))
  const isImplied = level !== null && grades !== undefined && impliedGrades.has(grades)
  const words = join(level, isImplied ? undefined : grades)
  return kind === 'campus' ? words : `${words ?? 'School'}${kindWords[kind]}`
}

const kindWords = {
  program: ' program',
  planned: ', not open yet',
  repeated: ', listed twice',
} as const satisfies Record<Exclude<SchoolKind, 'campus'>, string>

/** Returns the type and grades of a district: `Unified PK-12`. */
export function districtWords({ sd_type, lograde, higrade }: District): string | undefined {
  return join(
    sd_type,
    lograde === null || higrade === null ? undefined : formatSpan(plainGrade(lograde), plainGrade(higrade)),
  )
}

/**
 * Formats a rating as `8/10 (2025)`, as `8/10 (A, 2025)` with the agency's letter, or as `8/10` without year and
 * letter. Returns a dash if there is no rating.
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
  const details = [letter, year].filter((word) => word !== null && word !== undefined).join(', ')
  if (rating !== null) return `${rating}/10${details === '' ? '' : ` (${details})`}`
  return unicode ? '–' : '-'
}

/**
 * Formats a distance as `150 ft (50 m)`, `0.7 mi (1.2 km)` or `24 mi (38 km)`, or only as the metric part. Returns an
 * empty string for null, which is the distance in a search without a point.
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

/** Formats a number as `1,234.5`, with at most `digits` decimals. */
export function numberWords(value: number, digits: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: digits })
}

/** Grades that repeat the name of the level, such as `PK` after `Prekindergarten`. */
const impliedGrades: ReadonlySet<string> = new Set(['PK', 'UG', 'AE'])

/** Returns the NCES code of a grade: PK, K, 1-12, UG (ungraded) or AE (adult education). */
function gradeCode(grade: number): string {
  return grade >= 1 && grade <= 12 ? String(grade) : ({ [-1]: 'PK', 0: 'K', 13: 'UG', 14: 'AE' }[grade] ?? '?')
}

/** Converts a grade of the Census Bureau to the notation used for schools: `KG` to `K`, `01` to `1`. */
function plainGrade(label: string): string {
  return label === 'KG' ? 'K' : label.replace(/^0(?=\d)/, '')
}

function formatSpan(lowest: string, highest: string): string {
  return lowest === highest ? lowest : `${lowest}-${highest}`
}

function join(...words: (string | null | undefined)[]): string | undefined {
  return words.filter((word) => word).join(' ') || undefined
}
