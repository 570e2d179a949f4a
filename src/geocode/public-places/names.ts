import { tokenize } from '../parse/tokens.ts'

/** Other ways to write a word of a name. */
const IN_FULL: ReadonlyMap<string, string> = new Map(
  [
    'ELEMENTARY ELEM ELEMENTRY',
    'SCHOOL SCH SCHL SCHOOLS',
    'HIGH SCHOOL=HS',
    'MIDDLE SCHOOL=MS',
    'JUNIOR HIGH=JH JRHIGH',
    'JUNIOR JR',
    'SENIOR SR',
    'INTERMEDIATE INTERMED',
    'ACADEMY ACAD',
    'PREPARATORY PREP',
    'CENTER CTR CENTRE',
    'SAINT ST',
    'MOUNT MT',
    'FORT FT',
    'COUNTY CO CNTY',
    'LIBRARY LIB LIBRARIES',
    'COMMUNITY COMM',
    'MEMORIAL MEM',
    'DOCTOR DR',
    'STREET STR',
    'AVENUE AVE AV',
    'ROAD RD',
    'MARTIN LUTHER KING=MLK',
  ].flatMap((line) => {
    const [full, others] = line.includes('=') ? line.split('=') : [line.split(' ')[0], line]
    return others.split(' ').map((word) => [word, full] as const)
  }),
)

/** Words that say what kind of place it is. */
const KINDS = new Set(
  'ELEMENTARY MIDDLE HIGH JUNIOR SENIOR INTERMEDIATE PRIMARY PRESCHOOL KINDERGARTEN ACADEMY ACADEMIES LIBRARY COLLEGE MAGNET CHARTER MONTESSORI CAMPUS PREPARATORY CONTINUATION COLLEGIATE K-5 K-6 K-8 K-12'.split(
    ' ',
  ),
)

/** Words that tell no place from another. */
const WEIGHTLESS: readonly string[] = ['SCHOOL', 'THE', 'OF', 'AT', 'AND', 'FOR', 'PUBLIC']
const weightless = new Set(WEIGHTLESS)

/** Words that tell too little to look a place up by. */
export const INDISTINCT: readonly string[] = [...KINDS, ...WEIGHTLESS]

/** Whether a word tells places apart, so that they are looked up by it. */
export function isDistinct(word: string): boolean {
  return word.length > 1 && !KINDS.has(word) && !weightless.has(word)
}

/** One wording of a place's name: upper case ASCII, words in full: `LOWELL HIGH SCHOOL` for "Lowell HS". */
export function placeName(name: string): string {
  const words: string[] = []
  for (const { text } of tokenize(name)) {
    const word = text.replace(/[^\x21-\x7b}~]/g, '')
    if (word === '' || word === '&' || word === '#') continue
    words.push(IN_FULL.get(word) ?? word)
  }
  return words.join(' ')
}

/** A name that is searched for, ready to be compared. */
export interface NameQuery {
  /** Without those that tell nothing. */
  readonly words: ReadonlySet<string>
  /** Its last word where that says what kind of place it is, '' for "school"; null where it does not. */
  readonly kind: string | null
  readonly weight: number
}

/** Null where a name says too little to look for. */
export function nameQuery(name: string): NameQuery | null {
  const all = placeName(name).split(' ')
  if (!all.some(isDistinct)) return null
  const words = new Set(all.filter((word) => !weightless.has(word)))
  return { words, kind: kindOf(all), weight: weigh(words) }
}

/**
 * How well a record's name fits: 1 where the words are the same, 0 where they are not each other's part. A shorter name
 * has to say the same kind of place at its end, as "Austin High School" does for Stephen F Austin High, but "Life
 * School" not for Life School Lancaster; a longer one may add nothing but the kind.
 */
export function nameSimilarity(query: NameQuery, known: string): number {
  const all = known.split(' ')
  const words = new Set(all.filter((word) => !weightless.has(word)))
  let shared = 0
  for (const word of query.words) if (words.has(word)) shared++
  if (shared === query.words.size && shared === words.size) return 1
  if (shared === query.words.size)
    return query.kind !== null && query.kind === kindOf(all) ? query.weight / weigh(words) : 0
  if (shared < words.size || all.includes('SCHOOL')) return 0
  for (const word of words) if (KINDS.has(word)) return 0
  for (const word of query.words) if (!words.has(word) && !KINDS.has(word)) return 0
  return weigh(words) / query.weight
}

/** The kind that a name ends with: `HIGH` of "Lowell High School", '' of "Lowell School", null of "Lowell". */
function kindOf(words: readonly string[]): string | null {
  let last = words.length - 1
  while (last > 0 && weightless.has(words[last])) last--
  return KINDS.has(words[last]) ? words[last] : words.at(-1) === 'SCHOOL' ? '' : null
}

function weigh(words: ReadonlySet<string>): number {
  let weight = 0
  for (const word of words) weight += KINDS.has(word) || word.length === 1 ? 1 : 2
  return weight
}
