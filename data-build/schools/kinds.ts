import type { SchoolKind } from '../../src/answers/schools/school-kind.ts'
import type { School } from './school.ts'

/** Returns the kind of each school that families do not choose, keyed by its row in `schools`. Rows are ascending. */
export function unusualKinds(schools: readonly School[]): ReadonlyMap<number, SchoolKind> {
  const repeated = repeatedRows(schools)
  const kinds = new Map<number, SchoolKind>()
  schools.forEach((school, row) => {
    if (isProgram(school)) kinds.set(row, 'program')
    else if (isPlanned(school)) kinds.set(row, 'planned')
    else if (isUncounted(school)) kinds.set(row, 'program')
    else if (repeated.has(row)) kinds.set(row, 'repeated')
  })
  return kinds
}

/** Lowest grade of schools that only adults attend. */
const ADULT_EDUCATION = 14

/**
 * Names of programs: schooling at home, in hospitals, in custody and after expulsions, for adults, for teenage parents,
 * and special education that teachers bring to other schools.
 */
const PROGRAM = new RegExp(
  [
    String.raw`\b(hospital.{0,5}homebound|home ?bound|home ?based|home (and|&) hosp(ital)?|hospital programs?)\b`,
    String.raw`\b(jjaep|jja|daep|aep|tjjd|rjc)\b`,
    String.raw`\b(st(ate)?|children'?s|devereux|home) hospital|\bhospital instruction\b|\bchildren'?s medical center\b`,
    String.raw`\bbehavior(al)? (health|services)\b|\baddiction\b|\brecovery (campus|education|home)\b|\byouth recovery\b`,
    String.raw`\b(disciplin(e|ary)\b.*(alternative|center|placement|campus)|juvenil{1,2}e\b|detention|correction(s|al)\b)`,
    String.raw`\b(jail|sheriff'?s|boot camp|boys'? base|halfway house|county court|court woodside|adjudicated)\b`,
    String.raw`\b(youth treatment|(day|residential) treatment|(residential|treatment) (center|program|facility|services|placement))\b`,
    String.raw`\byouth (center|village|ranch|development center|multi-service center)\b|\bcenter for youth\b|\bami ?kids\b`,
    String.raw`\bcontracted (residential|services)\b|\bcontract site\b|\bcommunity day\b|\bmigrant education\b`,
    String.raw`\badults?\b|\bnight school\b|\b(teen(age)?|young|aged) paren(t|ts|ting)?\b|\btapp?\b`,
    String.raw`\bitinerant\b|\bnon-?\s?(school|enrolled)\b|\b(county|district|dist|system)[- ]?wide\b`,
    String.raw`\bcounty special education\b|\bspecial (education )?(programs?|services)\b|\bspecial education ssa\b`,
    String.raw`\b(ppcd|ecse)\b|\b(pre-?k|birth|pk) ese\b|\bese (birth|other|related|special)\b|\bese services\b`,
  ].join('|'),
  'i',
)
/**
 * Names of schools that teach online or at home: `Escambia Virtual Academy Franchise`, `Kings Canyon Online`,
 * `Citrus eSchool K-5`, `Tracy Independent Study Charter`.
 */
const REMOTE = new RegExp(
  [
    String.raw`\b(virtual|on-?line|e-?learning|distance learning|digital learning)\b`,
    String.raw`\b(e-?school|teleschool|cyber charter|connections academy|digital academy of)\b`,
    String.raw`\b(independent study|home study|home school academy|home education)\b|\(home school\)`,
  ].join('|'),
  'i',
)
/** In Florida, a "youth academy" is a residential facility of the Department of Juvenile Justice. */
const FLORIDA_PROGRAM = /\byouth academy\b/i
/** Texas operators whose schools are all in prisons, juvenile facilities or treatment centers, or only for adults. */
const TEXAS_OPERATORS = new RegExp(
  [
    '^(windham school district|lone star school district|excel academy|academy for academic excellence)',
    '^(university of texas university charter school|trinity charter school|ki charter|meadowland charter district)',
    '^(ranch academy|raven school|the excel center)',
  ].join('|'),
  'i',
)

/** Checks whether a school is a program or teaches remotely, according to its agency, operator, grades or name. */
function isProgram({ listedAs, lowestGrade, name, state, leaName }: School): boolean {
  if (listedAs === 'program' || lowestGrade === ADULT_EDUCATION || PROGRAM.test(name) || REMOTE.test(name)) return true
  if (state === 'FL') return FLORIDA_PROGRAM.test(name)
  return state === 'TX' && TEXAS_OPERATORS.test(leaName ?? '')
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

/** Checks whether a school has no students and no figure, and a placeholder name or an unfinished building. */
function isPlanned(school: School): boolean {
  return isWithoutStudents(school) && (school.listedAs === 'unopened' || UNNAMED.test(school.name))
}

/** Checks whether no source counts students at a school, and its agency says that there are none. */
function isUncounted(school: School): boolean {
  return isWithoutStudents(school) && school.listedAs === 'uncounted'
}

function isWithoutStudents({ students, figure }: School): boolean {
  return !students && figure === null
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
