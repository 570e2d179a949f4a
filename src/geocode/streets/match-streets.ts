import { startsWithDigit } from '../numbers.ts'
import type { ParsedStreet } from '../parsed-address.ts'
import { meaningOf } from '../vocabulary.ts'
import { DIRECTIONS } from './directions.ts'
import { similarNames, soundingName } from './misspelt-names.ts'
import { nameIndex } from './names.ts'
import type { Shard } from './shard.ts'

/** Streets less similar than this are others. */
const LEAST_SIMILARITY = 0.5

/** Similarity of a name found by its sound: below two edits, and enough where all else fits. */
const BY_SOUND = 0.78

/** From this similarity on other ways to write a name are not looked for. */
const GOOD = 0.9

/** Called with a street that may be meant; answers the similarity of the best that it found there, house number included. */
type Visit = (street: number, similarity: number) => number

/**
 * Visits the streets that a street of an address may be: by its name, then by other ways to write that name, and where
 * none of these names is in the shard, by those a typing error away, at last by its sound.
 */
export function visitStreets(shard: Shard, asked: ParsedStreet, visit: Visit): void {
  if (asked.street === null) return
  const name = asked.street.text
  const suffix = asked.suffix?.text ?? ''
  const pre = asked.predirectional?.text ?? ''
  const post = asked.postdirectional?.text ?? ''
  let best = 0
  let known = false
  const visitName = (index: number, suffixAsked: string, similarity: number) => {
    if (index < 0) return
    known = true
    for (let street = shard.streetFirst[index]; street < shard.streetFirst[index + 1]; street++) {
      const fit =
        similarity *
        suffixFit(shard, street, suffixAsked, name) *
        directionsFit(shard.streetDirections[street], pre, post)
      if (fit >= LEAST_SIMILARITY) best = Math.max(best, visit(street, fit))
    }
  }
  visitName(nameIndex(shard, name), suffix, 1)
  if (best >= GOOD) return
  for (const other of otherWays(name, suffix)) visitName(nameIndex(shard, other.name), other.suffix, other.similarity)
  if (known) return
  for (const { name: index, edits } of similarNames(shard, name)) visitName(index, suffix, 1 - 0.08 * edits)
  if (!known) visitName(soundingName(shard, name), suffix, BY_SOUND)
}

interface OtherWay {
  readonly name: string
  readonly suffix: string
  readonly similarity: number
}

/** Systems of numbered roads that a bare HIGHWAY may belong to, and how likely. */
const SYSTEMS = [
  ['US HIGHWAY', 0.95],
  ['STATE ROAD', 0.95],
  ['INTERSTATE', 0.9],
  ['FM', 0.9],
  ['COUNTY ROAD', 0.9],
] as const

function otherWays(name: string, suffix: string): OtherWay[] {
  const ways: OtherWay[] = []
  if (name.startsWith('HIGHWAY '))
    for (const [system, similarity] of SYSTEMS) ways.push({ name: system + name.slice(7), suffix, similarity })
  for (const [system] of SYSTEMS)
    if (name.startsWith(`${system} `))
      ways.push({ name: `HIGHWAY${name.slice(system.length)}`, suffix, similarity: 0.93 })
  // "TURTLE CREEK" of an address is TURTLE CREEK DR, not TURTLE CRK.
  if (suffix !== '') {
    ways.push({ name: `${name} ${meaningOf(suffix).suffixName}`, suffix: '', similarity: 0.98 })
    ways.push({ name: `${name} ${suffix}`, suffix: '', similarity: 0.98 })
  }
  // "TURTLE CREEK DR" of an address may be TURTLE CRK.
  const cut = name.lastIndexOf(' ')
  const last = cut > 0 ? meaningOf(name.slice(cut + 1)).suffix : ''
  if (last !== '') ways.push({ name: name.slice(0, cut), suffix: last, similarity: suffix === '' ? 0.98 : 0.9 })
  return ways
}

function suffixFit({ meta, streetSuffix }: Shard, street: number, asked: string, name: string): number {
  const index = streetSuffix[street]
  const suffix = index === 0 ? '' : meta.suffixes[index - 1]
  if (suffix === asked) return 1
  if (suffix === '' || asked === '') return 0.95
  // 16TH AVE is another street than 16TH ST; OAK LN and OAK DR are mixed up.
  return startsWithDigit(name) ? 0.6 : 0.8
}

const COUNT = DIRECTIONS.length

function directionsFit(byte: number, askedPre: string, askedPost: string): number {
  const pre = DIRECTIONS[Math.floor(byte / COUNT)]
  const post = DIRECTIONS[byte % COUNT]
  if (pre === askedPre && post === askedPost) return 1
  // "SW 1ST AVE" and "1ST AVE SW"
  if (pre === askedPost && post === askedPre) return 0.97
  const has = pre + post
  const asks = askedPre + askedPost
  if (has === '' || asks === '') return 0.9
  if (has.includes(asks) || asks.includes(has)) return 0.8
  return 0.6
}
