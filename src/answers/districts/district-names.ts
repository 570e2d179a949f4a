import { keptBy } from '../../data/bundle/once.ts'
import type { Districts } from './districts.ts'

/** Endings of district names, as people write them. */
const DISTRICT_NAME =
  /\b(?:C?ISD|USD|UHSD|JUHSD|ESD|Unified|School District|(?:Public )?Schools)\s*(?:,\s*[A-Za-z ]+)?$/i

/** Checks whether a string looks like a school district name: "Austin ISD", "Los Angeles Unified". */
export function isDistrictName(text: string): boolean {
  return DISTRICT_NAME.test(text)
}

const IN_FULL: readonly (readonly [RegExp, string])[] = [
  [/\bCISD\b/, 'CONSOLIDATED INDEPENDENT SCHOOL DISTRICT'],
  [/\bISD\b/, 'INDEPENDENT SCHOOL DISTRICT'],
  [/\bJUHSD\b/, 'JOINT UNION HIGH SCHOOL DISTRICT'],
  [/\bUHSD\b/, 'UNION HIGH SCHOOL DISTRICT'],
  [/\bUSD\b/, 'UNIFIED SCHOOL DISTRICT'],
  [/\bESD\b/, 'ELEMENTARY SCHOOL DISTRICT'],
  [/\bUNIFIED$/, 'UNIFIED SCHOOL DISTRICT'],
  [/\b(?:PUBLIC )?SCHOOLS$/, 'SCHOOL DISTRICT'],
]

/** Returns the districts with this name ("Austin ISD" or the full name), in one state or in all states. */
export function districtsNamed(districts: Districts, name: string, stateFips: string | null): readonly number[] {
  const named = indicesByName(districts).get(nameKey(name)) ?? []
  return stateFips === null ? named : named.filter((index) => districts.describe(index).state_fp === stateFips)
}

const indicesByName = keptBy((districts: Districts) => {
  const indices = new Map<string, number[]>()
  for (let index = 0; index < districts.count; index++) {
    const key = nameKey(districts.describe(index).name)
    indices.set(key, [...(indices.get(key) ?? []), index])
  }
  return indices
})

function nameKey(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
  return IN_FULL.reduce((text, [short, full]) => text.replace(short, full), words)
}
