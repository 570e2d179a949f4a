import { editDistance, tolerance } from '../similar.ts'
import type { Shard } from './shard.ts'

/** The name of a street in a shard; -1 where it has none. */
export function nameIndex({ nameBytes, nameFirst }: Shard, name: string): number {
  let low = 0
  let high = nameFirst.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = compareAt(nameBytes, nameFirst[middle], nameFirst[middle + 1], name)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle
  }
  return -1
}

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
  const letters = lettersOf(name)
  scan(shard, name, letters, name.charCodeAt(0), most, found)
  if (name.charCodeAt(0) !== name.charCodeAt(1)) scan(shard, name, letters, name.charCodeAt(1), most, found, true)
  return found.sort((a, b) => a.edits - b.edits || a.name - b.name).slice(0, 5)
}

/** The text of a name. */
export function nameText({ nameBytes, nameFirst }: Shard, name: number): string {
  let text = ''
  for (let at = nameFirst[name]; at < nameFirst[name + 1]; at++) text += String.fromCharCode(nameBytes[at])
  return text
}

function scan(
  shard: Shard,
  name: string,
  letters: number,
  first: number,
  most: number,
  found: SimilarName[],
  swapped = false,
): void {
  const { texts, masks } = textsOf(shard)
  const end = firstAfter(shard, first)
  for (let at = firstAfter(shard, first - 1); at < end; at++) {
    // An edit changes two letters at most, so that most names need no closer look.
    if (bits(masks[at] ^ letters) > most * 2) continue
    const text = texts[at]
    if (Math.abs(text.length - name.length) > most || (swapped && text[1] !== name[0])) continue
    const edits = editDistance(name, text, most)
    if (edits <= most && digitsOf(text) === digitsOf(name)) found.push({ name: at, edits })
  }
}

/** The first name whose first letter comes after `code`. */
function firstAfter({ nameBytes, nameFirst }: Shard, code: number): number {
  let low = 0
  let high = nameFirst.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (nameBytes[nameFirst[middle]] <= code) low = middle + 1
    else high = middle
  }
  return low
}

/** The names of a shard as texts, and which letters each has, a bit for each: made when a name is misspelt for the first time. */
interface Texts {
  readonly texts: readonly string[]
  readonly masks: Uint32Array
}

const TEXTS = new WeakMap<Shard, Texts>()

function textsOf(shard: Shard): Texts {
  let made = TEXTS.get(shard)
  if (made === undefined) {
    const whole = new TextDecoder().decode(shard.nameBytes)
    const texts = Array.from({ length: shard.nameFirst.length - 1 }, (_, name) =>
      whole.slice(shard.nameFirst[name], shard.nameFirst[name + 1]),
    )
    made = { texts, masks: Uint32Array.from(texts, lettersOf) }
    TEXTS.set(shard, made)
  }
  return made
}

function lettersOf(name: string): number {
  let mask = 0
  for (let i = 0; i < name.length; i++) mask |= 1 << (name.charCodeAt(i) & 31)
  return mask
}

function bits(mask: number): number {
  let left = mask - ((mask >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

function digitsOf(name: string): string {
  let digits = ''
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    if (code >= 48 && code <= 57) digits += name[i]
  }
  return digits
}

function compareAt(bytes: Uint8Array, first: number, end: number, name: string): number {
  const length = Math.min(end - first, name.length)
  for (let i = 0; i < length; i++) {
    const difference = bytes[first + i] - name.charCodeAt(i)
    if (difference !== 0) return difference
  }
  return end - first - name.length
}
