import { levelOf, type SchoolLevel } from '../../src/schools/level.ts'

/** The agencies' own words for levels, in small letters. */
const words: ReadonlyMap<string, SchoolLevel> = new Map(
  Object.entries({
    // California, EILName
    elementary: 'Elementary',
    'intermediate/middle/junior high': 'Middle',
    'high school': 'High',
    'elementary-high combination': 'Combined',
    adult: 'Adult Education',
    preschool: 'Prekindergarten',
    ungraded: 'Ungraded',
    // Texas, School Type
    'middle school': 'Middle',
    'elem/secondary': 'Combined',
    // HIFLD, LEVEL_
    middle: 'Middle',
    high: 'High',
    secondary: 'High',
    prekindergarten: 'Prekindergarten',
    'adult education': 'Adult Education',
  } as const),
)

/** The level by the grades where they are known, else by the first of the agency's words that names one; else null. */
export function schoolLevel(
  grades: readonly [low: number, high: number] | null,
  ...agencyWords: readonly string[]
): SchoolLevel | null {
  if (grades) return levelOf(...grades)
  for (const word of agencyWords) {
    const level = words.get(word.trim().toLowerCase())
    if (level) return level
  }
  return null
}
