import { getLevel, type SchoolLevel } from '../../src/answers/schools/level.ts'

/** Codes of the non-numeric grade names used by NCES, CDE and TEA. */
const codes: ReadonlyMap<string, number> = new Map([
  ...['PK', 'P', 'PREK', 'PRE-K', 'EE'].map((name) => [name, -1] as const),
  ...['KG', 'K', 'TK'].map((name) => [name, 0] as const),
  ...['UG', 'UNGRADED'].map((name) => [name, 13] as const),
  ...['AE', 'AD', 'ADULT', 'POST SECONDARY'].map((name) => [name, 14] as const),
])

/**
 * Converts a grade as written by NCES, California or Texas to a code: -1 = pre-kindergarten and early education, 0 =
 * kindergarten, 1-12, 13 = ungraded or grade 13, 14 = adult and post-secondary education. Returns null for "not
 * applicable" (`N`), "missing" (`M`), an empty string and anything else.
 */
export function gradeCode(raw: string): number | null {
  const name = raw.trim().replace(/^'/, '').trim().toUpperCase()
  if (/^(0?\d|1[0-3])$/.test(name)) return Number(name) === 0 ? null : Number(name)
  return codes.get(name) ?? null
}

/**
 * Returns the codes of the lowest and highest grade of a string such as `K-5`, `09 - 12`, `Adult` or `'EE KG-05`, or
 * null if it is empty or part of it is not a grade. Gaps are ignored: `'PK-04 08` gives -1 to 8.
 */
export function gradeRange(raw: string): readonly [low: number, high: number] | null {
  const text = raw.trim().replace(/^'/, '').trim()
  // A space also separates two grades, except around a dash and within "Post Secondary".
  const parts = text.replace(/post\s+secondary/i, 'AE').split(/\s*[-–]\s*|\s+/)
  const low: number[] = []
  for (const part of parts) {
    const code = gradeCode(part)
    if (code === null) return null
    low.push(code)
  }
  return [Math.min(...low), Math.max(...low)]
}

/**
 * Returns the codes of a lowest and a highest grade from separate columns, in ascending order. Returns null if either
 * grade is unknown.
 */
export function gradesBetween(low: string, high: string): readonly [low: number, high: number] | null {
  const first = gradeCode(low)
  const last = gradeCode(high)
  return first === null || last === null ? null : [Math.min(first, last), Math.max(first, last)]
}

/**
 * Returns `PK`, `KG`, `01` … `12`, as in the LOGRADE and HIGRADE fields of school districts. Returns null for codes
 * above 12 and for anything that is not a code.
 */
export function gradeLabel(code: number): string | null {
  if (code === -1) return 'PK'
  if (code === 0) return 'KG'
  return Number.isInteger(code) && code >= 1 && code <= 12 ? String(code).padStart(2, '0') : null
}

/** School levels by the agencies' terms in lowercase. */
const words: ReadonlyMap<string, SchoolLevel> = new Map(
  Object.entries({
    // Terms of California's `EILName` column
    elementary: 'Elementary',
    'intermediate/middle/junior high': 'Middle',
    'high school': 'High',
    'elementary-high combination': 'Combined',
    adult: 'Adult Education',
    preschool: 'Prekindergarten',
    ungraded: 'Ungraded',
    // Terms of Texas's `School Type` column
    'middle school': 'Middle',
    'elem/secondary': 'Combined',
    // Terms of HIFLD's `LEVEL_` column
    middle: 'Middle',
    high: 'High',
    secondary: 'High',
    prekindergarten: 'Prekindergarten',
    'adult education': 'Adult Education',
  } as const),
)

/**
 * Returns the level for the grades if they are known, otherwise for the first agency term that names a level. Returns
 * null if no term does.
 */
export function schoolLevel(
  grades: readonly [low: number, high: number] | null,
  ...agencyWords: readonly string[]
): SchoolLevel | null {
  if (grades) return getLevel(...grades)
  for (const word of agencyWords) {
    const level = words.get(word.trim().toLowerCase())
    if (level) return level
  }
  return null
}
