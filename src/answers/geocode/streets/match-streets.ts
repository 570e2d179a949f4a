import { tolerance } from '../../../base/geo/edit-distance.ts'
import { keptBy } from '../../../data/bundle/once.ts'
import { isSpelledAlike, PhoneticNames, SimilarTexts } from '../gazetteer/similar-names.ts'
import type { ParsedStreet } from '../parse/parse-address.ts'
import { startsWithDigit } from '../parse/tokens.ts'
import { getHash, getMeaning } from '../parse/vocabulary.ts'
import type { Shard } from './shard.ts'
import { DIRECTIONS, getSuffix, nameIndex } from './street-text.ts'

/** Streets less similar than this are treated as different streets. */
const MIN_SIMILARITY = 0.5

/** Loss of similarity per differing letter. */
const PER_EDIT = 0.105
/**
 * Similarity of a name with the same sound. It is lower than for a name with two differing letters, but high enough for
 * a match if everything else fits.
 */
const BY_SOUND = 0.78

/** Similarity above which alternative forms of a name are not tried. */
const GOOD = 0.9

/** Called with a street that may be meant. Returns the best similarity on the street, including the house number. */
type Visit = (street: number, similarity: number) => number

/** How to search for street names: as written, by similar names if the written name is unknown, or both. */
export type Spelling = 'written' | 'misspelled' | 'any'

/**
 * Visits the streets that may be meant: first by name, then by alternative forms of the name. If the shard has none of
 * these names, visits names with a typo, and finally names that sound alike.
 */
export function visitStreets(shard: Shard, query: StreetQuery, visit: Visit, spelling: Spelling = 'any'): void {
  const { written } = query
  const exact = nameIndex(shard, written.name, written.hash)
  if (exact >= 0 && spelling === 'misspelled') return
  if (exact >= 0 && visitName(shard, exact, written.suffix, 1, query, visit) >= GOOD) return
  let isKnown = exact >= 0
  for (const { name, suffix, similarity, hash } of query.others()) {
    const index = nameIndex(shard, name, hash)
    if (index < 0) continue
    if (spelling === 'misspelled') return
    isKnown = true
    visitName(shard, index, suffix, similarity, query, visit)
  }
  if (isKnown || spelling === 'written') return
  const { name, suffix } = written
  const similar = similarNames(shard, name)
  for (const { name: index, edits } of similar) visitName(shard, index, suffix, 1 - PER_EDIT * edits, query, visit)
  // Known streets have too many shards to keep phonetic codes for all names in memory.
  if (similar.length > 0 || shard.meta.unit !== undefined) return
  const sounding = soundingName(shard, name)
  if (sounding >= 0) visitName(shard, sounding, suffix, BY_SOUND, query, visit)
}

/** Visits the matching streets with a name. Returns the best similarity among them. */
function visitName(
  shard: Shard,
  index: number,
  suffix: string,
  similarity: number,
  { pre, post, written }: StreetQuery,
  visit: Visit,
): number {
  let best = 0
  for (let street = shard.streetFirst[index]; street < shard.streetFirst[index + 1]; street++) {
    const fit =
      similarity *
      suffixFit(getSuffix(shard, street), suffix, written.name) *
      directionsFit(shard.streetDirections[street], pre, post)
    if (fit >= MIN_SIMILARITY) best = Math.max(best, visit(street, fit))
  }
  return best
}

/** An alternative form of a street name. */
interface Way {
  readonly name: string
  readonly suffix: string
  readonly similarity: number
}

interface HashedWay extends Way {
  readonly hash: number
}

/** A street to look for in several shards. */
export interface StreetQuery {
  readonly pre: string
  readonly post: string
  readonly written: HashedWay
  /** Returns alternative forms of the name. The first call creates them. */
  others(): readonly HashedWay[]
}

/** Creates the query for the street of an address. The address must have a street. */
export function streetQuery({ predirectional, street, suffix, postdirectional }: ParsedStreet): StreetQuery {
  const name = street!.text
  const ending = suffix?.text ?? ''
  let others: readonly HashedWay[] | undefined
  return {
    pre: predirectional?.text ?? '',
    post: postdirectional?.text ?? '',
    written: hashed({ name, suffix: ending, similarity: 1 }),
    others: () => (others ??= otherWays(name, ending).map((way) => hashed(way))),
  }
}

/** Adds the hash of the name. Lists all fields, because spreading an object is ten times slower. */
function hashed({ name, suffix, similarity }: Way): HashedWay {
  return { name, suffix, similarity, hash: getHash(name) }
}

/** Systems of numbered roads that HIGHWAY alone may mean, with the similarity of each. */
const SYSTEMS = [
  ['US HIGHWAY ', 0.95],
  ['STATE ROAD ', 0.95],
  ['INTERSTATE ', 0.9],
  ['FM ', 0.9],
  ['COUNTY ROAD ', 0.9],
] as const

/** Returns alternative forms of a street name, such as `HIGHWAY 1` for `US HIGHWAY 1`. */
export function otherWays(name: string, suffix: string): Way[] {
  const ways: Way[] = []
  const isSeveralWords = name.includes(' ')
  for (const [system, similarity] of isSeveralWords ? SYSTEMS : []) {
    if (name.startsWith('HIGHWAY ')) ways.push({ name: system + name.slice(8), suffix, similarity })
    else if (name.startsWith(system))
      ways.push({ name: `HIGHWAY ${name.slice(system.length)}`, suffix, similarity: 0.93 })
  }
  // "10919 W Rd" is on West Rd if a street has that name.
  const direction = suffix === '' ? '' : directionWord(name)
  if (direction !== '') ways.push({ name: direction, suffix, similarity: 0.97 })
  // Many lists use "IH 35 FRONTAGE RD", "I-35 SVC RD" and the interstate itself for the same address.
  const side = isSeveralWords ? SIDE_ROAD.exec(name) : null
  if (side !== null && side[1] !== name) {
    // The direction of traffic is rarely part of the name, so "IH 35 NB FRONTAGE RD" and "IH 35 SB" are also tried
    // without it.
    const [, road, word = ''] = side
    for (const other of SIDE_ROADS)
      if (name !== `${road} ${other}`) ways.push({ name: `${road} ${other}`, suffix: suffix || 'RD', similarity: 0.95 })
    ways.push({ name: road, suffix: '', similarity: word === '' ? 0.95 : 0.92 })
  }
  if (name === 'LBJ') ways.push({ name: 'LYNDON B JOHNSON', suffix, similarity: 0.98 })
  if (name === 'LYNDON B JOHNSON') ways.push({ name: 'LBJ', suffix, similarity: 0.98 })
  // "TURTLE CREEK" in an address is TURTLE CREEK DR, not TURTLE CRK.
  if (suffix !== '') {
    ways.push({ name: `${name} ${getMeaning(suffix).suffixName}`, suffix: '', similarity: 0.98 })
    ways.push({ name: `${name} ${suffix}`, suffix: '', similarity: 0.98 })
  }
  // "AVENUE B" and "B AVE" are the same street if only one of the names is known.
  if (suffix === 'AVE' && LETTER.test(name)) ways.push({ name: `AVENUE ${name}`, suffix: '', similarity: 0.97 })
  if (name.startsWith('AVENUE ') && LETTER.test(name.slice(7)))
    ways.push({ name: name.slice(7), suffix: 'AVE', similarity: 0.97 })
  // "TURTLE CREEK DR" in an address may be TURTLE CRK.
  const cut = name.lastIndexOf(' ')
  const last = cut > 0 ? getMeaning(name.slice(cut + 1)).suffix : ''
  if (last !== '') ways.push({ name: name.slice(0, cut), suffix: last, similarity: suffix === '' ? 0.98 : 0.9 })
  return ways
}

const SIDE_ROADS = ['FRONTAGE', 'SERVICE', 'SVC', 'ACCESS', 'FEEDER']
const SIDE_ROAD =
  /^((?:INTERSTATE|US HIGHWAY|STATE ROAD|HIGHWAY|FM|LOOP|STATE LOOP) [^ ]+(?: [^ ]+)??)(?: (?:[NSEW]B|(?:NORTH|SOUTH|EAST|WEST)BOUND))?(?: (FRONTAGE|FRNTG|FRNTGE|FRONTG|FRTG|SERVICE|SERV|SVC|SRVC|ACCESS|FEEDER|FDR))?$/

/** Returns `WEST` for `W`, `W` for `WEST`, and '' for other words. */
function directionWord(name: string): string {
  const { direction, directionName } = getMeaning(name)
  if (direction === '') return ''
  return name === direction ? directionName : direction
}

const LETTER = /^(?:[A-Z]|\d{1,2})$/

function suffixFit(suffix: string, query: string, name: string): number {
  if (suffix === query) return 1
  if (suffix === '' || query === '') return 0.95
  // 16TH AVE and 16TH ST are different streets, but OAK LN and OAK DR are often confused.
  return startsWithDigit(name) ? 0.6 : 0.8
}

const COUNT = DIRECTIONS.length

function directionsFit(byte: number, queryPre: string, queryPost: string): number {
  const pre = DIRECTIONS[Math.floor(byte / COUNT)]
  const post = DIRECTIONS[byte % COUNT]
  if (pre === queryPre && post === queryPost) return 1
  // "SW 1ST AVE" and "1ST AVE SW" are the same street.
  if (pre === queryPost && post === queryPre) return 0.97
  const directions = pre + post
  const queryDirections = queryPre + queryPost
  // People omit directions more often than lists do, so a direction that is missing in the address lowers the
  // similarity less.
  if (queryDirections === '') return 0.9
  if (directions === '') return 0.87
  if (directions.includes(queryDirections) || queryDirections.includes(directions)) return 0.8
  return 0.6
}

/** A name that was probably meant, and its number of edits. */
interface SimilarName {
  readonly name: number
  readonly edits: number
}

/**
 * Returns at most 5 names within the typo tolerance of a name, fewest edits first. Only compares names with the same
 * first letter, or with the first two letters swapped. Digits must match: 16TH is not 15TH.
 */
function similarNames(shard: Shard, name: string): SimilarName[] {
  const most = tolerance(name.length)
  if (most === 0) return []
  const similar: SimilarName[] = []
  scan(shard, name, most, 0, similar)
  if (name[0] !== name[1]) {
    const swapped = name[1] + name[0] + name.slice(2)
    const index = nameIndex(shard, swapped)
    if (index >= 0) similar.push({ name: index, edits: 1 })
    else if (most > 1) scan(shard, swapped, most - 1, 1, similar)
  }
  return similar.sort((a, b) => a.edits - b.edits || a.name - b.name).slice(0, 5)
}

/** Returns the name that sounds like the text, or -1 if no name or several names do. */
function soundingName(shard: Shard, name: string): number {
  const lists = listsOf(shard)
  lists.sounds ??= new PhoneticNames(lists.texts)
  const alike = lists.sounds.alike(name)
  return alike.length === 1 && isSpelledAlike(name, alike[0]) ? nameIndex(shard, alike[0]) : -1
}

/**
 * Adds the names within `most` edits that have the same first letter and digits. Adds `before` to the number of edits
 * of each name.
 */
function scan(shard: Shard, name: string, most: number, before: number, similarNames: SimilarName[]): void {
  const { texts, similar } = listsOf(shard)
  const first = getBucket(name.charCodeAt(0), Math.max(1, name.length - most))
  similar.near(name, first, getBucket(name.charCodeAt(0), name.length + most), most, (index, edits) => {
    if (getDigits(texts[index]) === getDigits(name)) similarNames.push({ name: index, edits: before + edits })
  })
}

/** Names of a shard, prepared for the first misspelled query. */
interface Lists {
  readonly texts: readonly string[]
  /** Names by first letter and length. */
  readonly similar: SimilarTexts
  /** Names by sound, created for the first query that resembles no other name. */
  sounds: PhoneticNames | null
}

const listsOf = keptBy(({ nameBytes, nameFirst }: Shard): Lists => {
  const allNames = new TextDecoder().decode(nameBytes)
  const texts = Array.from({ length: nameFirst.length - 1 }, (_, name) =>
    allNames.slice(nameFirst[name], nameFirst[name + 1]),
  )
  const similar = new SimilarTexts(texts, (text) => getBucket(text.charCodeAt(0), text.length), BUCKETS)
  return { texts, similar, sounds: null }
})

/** Maximum length of names with a separate bucket. Longer names share a bucket. */
const LONGEST = 63
/** Number of buckets: one for each combination of an ASCII first letter and a length. */
const BUCKETS = 128 * (LONGEST + 1)

function getBucket(firstLetter: number, length: number): number {
  return (firstLetter & 127) * (LONGEST + 1) + Math.min(length, LONGEST)
}

function getDigits(name: string): string {
  let digits = ''
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    if (code >= 48 && code <= 57) digits += name[i]
  }
  return digits
}
