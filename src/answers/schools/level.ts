/** School levels, determined by the grades offered. */
export const schoolLevels = [
  'Elementary',
  'Middle',
  'High',
  'Combined',
  'Prekindergarten',
  'Adult Education',
  'Ungraded',
] as const
export type SchoolLevel = (typeof schoolLevels)[number]

/** Values of the `level` parameter. */
export type LevelFilter = 'elementary' | 'middle' | 'high'

/** Bit of each level in the result of `levelsServed`. */
export const levelBits = { elementary: 1, middle: 2, high: 4 } as const satisfies Record<LevelFilter, number>

const ALL_LEVELS = levelBits.elementary | levelBits.middle | levelBits.high

/** First and last grade of each level. */
const spans = { elementary: [0, 5], middle: [6, 8], high: [9, 12] } as const

/**
 * Returns the level of a school from its grades (-1 = prekindergarten, 0 = kindergarten, 1-12, 13 = ungraded, 14 =
 * adult), following the rules of the NCES Common Core of Data. Elementary starts at grade 3 or below and ends at 8 or
 * below. Middle starts at 4-8 and ends at 9 or below. High starts at 7-8 and ends at 10 or above, or starts at 9 or
 * above. Everything else is Combined.
 */
export function getLevel(lowest: number, highest: number): SchoolLevel {
  if (lowest === 14) return 'Adult Education'
  if (lowest === 13) return 'Ungraded'
  if (highest === -1) return 'Prekindergarten'
  // Ungraded classes and adult education do not change the level of a school with ordinary grades.
  const last = Math.min(highest, 12)
  if (lowest >= 9 || (lowest >= 7 && last >= 10)) return 'High'
  if (lowest <= 3) return last <= 8 ? 'Elementary' : 'Combined'
  return last <= 9 ? 'Middle' : 'Combined'
}

/**
 * Returns the levels for which a search lists a school, as bits: the school's own level, and each level in which it
 * teaches two or more grades. K-8 is elementary and middle, K-12 is all three, and K-6 is elementary only. A combined
 * school with unknown grades is listed for all three levels.
 */
export function levelsServed(level: SchoolLevel | null, lowest: number | null, highest: number | null): number {
  let bits = ownLevel(level)
  if (lowest === null || highest === null) return level === 'Combined' ? ALL_LEVELS : bits
  if (lowest > 12) return bits
  for (const name of ['elementary', 'middle', 'high'] as const) {
    const [first, last] = spans[name]
    if (Math.min(highest, last) - Math.max(lowest, first) >= 1) bits |= levelBits[name]
  }
  return bits
}

function ownLevel(level: SchoolLevel | null): number {
  if (level === 'Elementary') return levelBits.elementary
  if (level === 'Middle') return levelBits.middle
  return level === 'High' ? levelBits.high : 0
}

/** Converts levels as spelled in responses (`High`, `Middle,High`) to parameter values. */
export function levelsIn(text: unknown): unknown {
  if (typeof text === 'string') return text.split(',').map(levelValue).join(',')
  return Array.isArray(text) ? text.map((item) => (typeof item === 'string' ? levelValue(item) : item)) : text
}

function levelValue(level: string): string {
  const lower = level.trim().toLowerCase()
  return lower in levelBits ? lower : level
}

/** Checks whether a level appears in school records but is not accepted by searches, such as `Combined`. */
export function isLevelOfSchool(level: unknown): boolean {
  return typeof level === 'string' && !(level in levelBits) && (schoolLevels as readonly string[]).includes(level)
}
