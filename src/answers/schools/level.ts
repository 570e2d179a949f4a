/** The levels that a school may have, by the grades it offers. */
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

/** What the `level` parameter may name. */
export type LevelFilter = 'elementary' | 'middle' | 'high'

/** Bits of `levelsServed`. */
export const levelBits = { elementary: 1, middle: 2, high: 4 } as const satisfies Record<LevelFilter, number>

const ALL_LEVELS = levelBits.elementary | levelBits.middle | levelBits.high

/** First and last grade of each level. */
const spans = { elementary: [0, 5], middle: [6, 8], high: [9, 12] } as const

/**
 * The level of a school with these grades (-1 = pre-kindergarten, 0 = kindergarten, 1-12, 13 = ungraded, 14 = adult),
 * by the rule of the NCES Common Core of Data: Elementary starts at grade 3 or below and ends at 8 or below, Middle
 * starts at 4-8 and ends at 9 or below, High starts at 7-8 and ends at 10 or above, or starts at 9 or above; all others
 * are Combined.
 */
export function levelOf(lowest: number, highest: number): SchoolLevel {
  if (lowest === 14) return 'Adult Education'
  if (lowest === 13) return 'Ungraded'
  if (highest === -1) return 'Prekindergarten'
  // Ungraded classes and adult education beside ordinary grades do not change the level.
  const last = Math.min(highest, 12)
  if (lowest >= 9 || (lowest >= 7 && last >= 10)) return 'High'
  if (lowest <= 3) return last <= 8 ? 'Elementary' : 'Combined'
  return last <= 9 ? 'Middle' : 'Combined'
}

/**
 * The levels under which a search finds a school, as bits: its own level, and every level of which it teaches two
 * grades or more (K-8 is elementary and middle, K-12 all three, K-6 elementary alone). A combined school whose grades
 * nobody gives is under all three, since it is of no one of them.
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
