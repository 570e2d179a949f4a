import type { District } from '../districts/district.ts'
import type { School } from './school.ts'

/** Counties whose LEA ids left the order of district numbers when Dade was renamed Miami-Dade. */
const movedCounties: ReadonlyMap<number, string> = new Map([
  [55, '1201740'],
  [56, '1201770'],
  [57, '1201650'],
  [58, '1201680'],
  [59, '1201710'],
])

/** Districts that are no county. */
const others: ReadonlyMap<number, readonly [leaId: string, name: string]> = new Map([
  [68, ['1202016', 'Florida School for the Deaf and the Blind']],
  [71, ['1200002', 'Florida Virtual School']],
  [72, ['1202012', 'Florida Atlantic University Laboratory School']],
  [73, ['1202013', 'Florida State University Laboratory School']],
  [74, ['1202014', 'Florida A&M University Laboratory School']],
  [75, ['1202015', 'University of Florida Laboratory School']],
])

/** Number of counties, each a district. */
const COUNTIES = 67

/** The LEA id (7 digits) of a district number of the Florida Department of Education; null for numbers without one. */
export function floridaLea(district: number): string | null {
  const known = movedCounties.get(district) ?? others.get(district)?.[0]
  if (known) return known
  return district >= 1 && district <= COUNTIES ? `12${String(30 * district).padStart(5, '0')}` : null
}

/** `Alachua County School District` for a county's name in capitals; null for numbers without a known name. */
export function floridaDistrictName(district: number, county: string): string | null {
  if (district < 1 || district > COUNTIES || county === '') return others.get(district)?.[1] ?? null
  const name = county.toLowerCase().replace(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase())
  return `${name.replace(/^Desoto$/, 'DeSoto')} County School District`
}

/**
 * The districts with Florida's under the names that its Department of Education uses now: the Census Bureau's files of 2016
 * still say Dade County.
 */
export function withFloridaNames(districts: readonly District[], schools: readonly School[]): District[] {
  const names = new Map(schools.map(({ leaId, leaName }) => [leaId, leaName]))
  return districts.map((district) =>
    district.state === '12' ? { ...district, name: names.get(district.geoid) ?? district.name } : district,
  )
}
