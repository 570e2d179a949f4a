import type { SchoolKind } from '../../src/answers/schools/school-kind.ts'
import type { School } from './school.ts'

/** Returns the kind of each school that families do not choose, keyed by its row in `schools`. Rows are ascending. */
export function unusualKinds(schools: readonly School[]): ReadonlyMap<number, SchoolKind> {
  const repeated = repeatedRows(schools)
  const kinds = new Map<number, SchoolKind>()
  schools.forEach((school, row) => {
    if (isProgram(school)) kinds.set(row, 'program')
    else if (isPlanned(school)) kinds.set(row, 'planned')
    else if (repeated.has(row)) kinds.set(row, 'repeated')
  })
  return kinds
}

/**
 * Names of programs without a campus: homebound and hospital instruction, and schooling after expulsions or in custody.
 */
const PROGRAM = new RegExp(
  [
    String.raw`\b(hospital.{0,5}homebound|home ?bound|home (and|&) hosp(ital)?|hospital programs?|jjaep|jja|daep)\b`,
    String.raw`\b(st(ate)?|children'?s|devereux|home) hospital|\bhospital instruction\b`,
    String.raw`\b(disciplin(e|ary)\b.*(alternative|center|placement|campus)|juvenil{1,2}e\b|detention|correction(s|al)\b)`,
    String.raw`\b(jail|sheriff'?s|boot camp|halfway house|county court|court woodside|adjudicated)\b`,
    String.raw`\b(youth treatment|(residential|treatment) (center|program|facility|services|placement))\b`,
    String.raw`\bcontracted (residential|services)\b`,
  ].join('|'),
  'i',
)
/**
 * Names of schools that teach online: `Escambia Virtual Academy Franchise`, `Kings Canyon Online`,
 * `Citrus eSchool K-5`.
 */
const ONLINE = new RegExp(
  [
    String.raw`\b(virtual|on-?line|e-?learning|distance learning|digital learning)\b`,
    String.raw`\b(e-?school|cyber charter|connections academy|digital academy of)\b`,
  ].join('|'),
  'i',
)
/** In Florida, a "youth academy" is a residential facility of the Department of Juvenile Justice. */
const FLORIDA_PROGRAM = /\byouth academy\b/i

/** Checks whether a school is a program without a campus or teaches online, according to its agency or its name. */
function isProgram({ isProgram: listed, name, state }: School): boolean {
  return listed === true || PROGRAM.test(name) || ONLINE.test(name) || (state === 'FL' && FLORIDA_PROGRAM.test(name))
}

/**
 * Placeholder names of schools that have no name yet: `New Middle #9 at Gulf Way`, `7th High School - Northeast`,
 * `34-M-W-7`.
 */
const UNNAMED = new RegExp(
  [
    String.raw`\breserved for\b|\bplaceholder\b|^future\b|\bto be (named|determined)\b`,
    String.raw`^new (\d+(st|nd|rd|th) )?(elementary|middle|high|junior high)\b`,
    String.raw`^new .*\barea (elementary|middle|high)\b|^\d+(st|nd|rd|th) (elementary|middle|high)\b`,
    String.raw`^\d+-[a-z]+-[a-z]+-\d+`,
  ].join('|'),
  'i',
)

/** Checks whether a school has only a placeholder name, no students and no figure. */
function isPlanned({ name, students, figure }: School): boolean {
  return UNNAMED.test(name) && !students && figure === null
}

/**
 * Returns the rows of schools that repeat another school: the same name at the same point with a grade in common. The
 * school with the most students is kept. Programs may be listed once for each district that sends students.
 */
function repeatedRows(schools: readonly School[]): ReadonlySet<number> {
  const largest = new Map<string, number[]>()
  const repeated = new Set<number>()
  const bySize = [...schools.keys()].sort((a, b) => (schools[b].students ?? -1) - (schools[a].students ?? -1) || a - b)
  for (const row of bySize) {
    const { name, lat, lon } = schools[row]
    const key = `${name.toLowerCase().replace(/[^a-z0-9]/g, '')} ${lat.toFixed(4)} ${lon.toFixed(4)}`
    const larger = largest.get(key) ?? []
    if (larger.some((other) => sharesGrade(schools[other], schools[row]))) repeated.add(row)
    else largest.set(key, [...larger, row])
  }
  return repeated
}

function sharesGrade(a: School, b: School): boolean {
  if (a.lowestGrade === null || a.highestGrade === null || b.lowestGrade === null || b.highestGrade === null)
    return true
  return a.lowestGrade <= b.highestGrade && b.lowestGrade <= a.highestGrade
}
