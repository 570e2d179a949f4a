import { CharacterFilter } from '../character-filter.ts'
import { editDistance, tolerance } from '../similar.ts'
import { SoundingNames } from '../sounding-names.ts'
import { nameIndex } from './names.ts'
import type { Shard } from './shard.ts'

/** A name that was probably meant, and how many letters it takes. */
export interface SimilarName {
  readonly name: number
  readonly edits: number
}

/**
 * Names within the tolerance of a misspelt one, fewest edits first, at most 5: among those with its first letter, or with its first
 * two letters swapped. Digits are never misspelt: 16TH is not 15TH.
 */
export function similarNames(shard: Shard, name: string): SimilarName[] {
  const most = tolerance(name.length)
  if (most === 0) return []
  const found: SimilarName[] = []
  scan(shard, name, most, 0, found)
  if (name[0] !== name[1]) {
    const swapped = name[1] + name[0] + name.slice(2)
    const index = nameIndex(shard, swapped)
    if (index >= 0) found.push({ name: index, edits: 1 })
    else if (most > 1) scan(shard, swapped, most - 1, 1, found)
  }
  return found.sort((a, b) => a.edits - b.edits || a.name - b.name).slice(0, 5)
}

/** The name that sounds like one which is similar to none, or -1; -1, too, where two sound alike. */
export function soundingName(shard: Shard, name: string): number {
  const known = listsOf(shard)
  known.sounds ??= new SoundingNames(known.texts)
  const alike = known.sounds.alike(name)
  return alike.length === 1 && known.sounds.isSpeltAlike(name, alike[0]) ? alike[0] : -1
}

/** Adds the names with the same first letter and digits that are within so many edits, each with `before` edits more. */
function scan(shard: Shard, name: string, most: number, before: number, found: SimilarName[]): void {
  const { texts, order, filter, start } = listsOf(shard)
  filter.ask(name)
  const first = bucketOf(name.charCodeAt(0), Math.max(1, name.length - most))
  const last = bucketOf(name.charCodeAt(0), name.length + most)
  for (let at = start[first]; at < start[last + 1]; at++) {
    if (!filter.passes(at, most)) continue
    const text = texts[order[at]]
    const edits = editDistance(name, text, most)
    if (edits <= most && digitsOf(text) === digitsOf(name)) found.push({ name: order[at], edits: before + edits })
  }
}

/** The names of a shard for those that are misspelt: made when that happens for the first time. */
interface Lists {
  readonly texts: readonly string[]
  /** The names by first letter and length; those of a bucket from `start` on. */
  readonly order: Uint32Array
  readonly start: Uint32Array
  /** In this order. */
  readonly filter: CharacterFilter
  /** Made when a name is similar to none for the first time. */
  sounds: SoundingNames | null
}

const LISTS = new WeakMap<Shard, Lists>()

function listsOf(shard: Shard): Lists {
  let made = LISTS.get(shard)
  if (made === undefined) {
    made = madeLists(shard)
    LISTS.set(shard, made)
  }
  return made
}

function madeLists({ nameBytes, nameFirst }: Shard): Lists {
  const whole = new TextDecoder().decode(nameBytes)
  const texts = Array.from({ length: nameFirst.length - 1 }, (_, name) =>
    whole.slice(nameFirst[name], nameFirst[name + 1]),
  )
  const buckets = Uint16Array.from(texts, (text) => bucketOf(text.charCodeAt(0), text.length))
  const start = new Uint32Array(BUCKETS + 1)
  for (const bucket of buckets) start[bucket + 1]++
  for (let bucket = 0; bucket < BUCKETS; bucket++) start[bucket + 1] += start[bucket]
  const next = start.slice()
  const order = new Uint32Array(texts.length)
  buckets.forEach((bucket, name) => {
    order[next[bucket]++] = name
  })
  const filter = new CharacterFilter(Array.from(order, (name) => texts[name]))
  return { texts, order, start, filter, sounds: null }
}

/** Longer names share a bucket. */
const LONGEST = 63
/** Names are ASCII. */
const BUCKETS = 128 * (LONGEST + 1)

function bucketOf(firstLetter: number, length: number): number {
  return (firstLetter & 127) * (LONGEST + 1) + Math.min(length, LONGEST)
}

function digitsOf(name: string): string {
  let digits = ''
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    if (code >= 48 && code <= 57) digits += name[i]
  }
  return digits
}
