import type { LatLon } from '../../../base/geo/distance.ts'
import { tolerance } from '../../../base/geo/edit-distance.ts'
import { prefixDistance } from '../../../base/geo/prefix-distance.ts'
import { inBuckets } from '../gazetteer/similar-names.ts'
import { normalizeCity } from '../parse/tokens.ts'

/** Match in which the text is the whole name. */
export const EXACT = 0
/** Match in which the name, or a later word of the name, begins with the text. */
export const BEGINS = 1
/** Match in which the name begins with the text after one or two edits. */
export const MISTYPED = 2

/** Ways to write the location of a place, with the usual form first: `AUSTIN TX`, `AUSTIN TEXAS`, `TX`, `TEXAS`. */
export type Where = readonly [string, ...string[]]

/** A name that can be suggested. */
export interface Name {
  /** Name normalized by `plainText`. */
  readonly text: string
  readonly where: Where
  /**
   * Whether the name is a code, such as an airport code. A code is never an exact match, so that cities that begin with
   * the same letters come before it.
   */
  readonly isCode?: boolean
}

/** Text to complete. */
export interface Query {
  readonly name: string
  /** The text after the comma. Null if there is no comma. */
  readonly where: string | null
}

/**
 * Called with the number of a name, its match (such as `EXACT`) and a weight factor, which is lower for matches at
 * later words and for each edit.
 */
export type Visit = (name: number, match: number, share: number) => void

/** Weight factor for a match at a later word, and for each edit. */
const PENALTY = 0.1
/** Words that are too common to search for. */
const COMMON = new Set(
  'OF THE AT AND FOR IN SCHOOL ELEMENTARY MIDDLE HIGH JUNIOR SENIOR ACADEMY CENTER LIBRARY COUNTY PUBLIC BRANCH'.split(
    ' ',
  ),
)

/** Number of character codes: letters, digits and the space, plus 0 for the end. */
const CODES = 38
/** Number of leading characters that select a bucket. They must be typed correctly. */
export const FIXED = 3
export const BUCKETS = CODES ** FIXED

/** Index of names by the first three characters of each word. */
export class NameIndex {
  /** Each name followed by its location. */
  readonly #lines: readonly string[]
  readonly #length: Uint16Array
  /** First word of each bucket, followed by the end of the last bucket. */
  readonly #starts: Uint32Array
  /** Index of the name that each word belongs to. */
  readonly #nameOf: Uint32Array
  /** Offset of each word in its name. */
  readonly #offset: Uint16Array

  constructor(private readonly names: readonly Name[]) {
    this.#lines = names.map(({ text, where }) => `${text} ${where[0]}`)
    this.#length = Uint16Array.from(names, ({ text }) => text.length)
    const offsets: number[] = []
    const nameOf: number[] = []
    const buckets: number[] = []
    names.forEach(({ text }, i) => {
      for (let at = 0; at >= 0; at = nextWord(text, at)) {
        offsets.push(at)
        nameOf.push(i)
        buckets.push(getBucket(text, at))
      }
    })
    const { order, start } = inBuckets(buckets, BUCKETS)
    this.#nameOf = order.map((word) => nameOf[word])
    this.#offset = Uint16Array.from(order, (word) => offsets[word])
    this.#starts = start
  }

  /** Visits the names that begin with the text, in no particular order. May visit a name more than once. */
  beginningWith(query: Query, visit: Visit): void {
    const { name: text, where } = query
    const first = getBucket(text, 0)
    const end = this.#starts[first + CODES ** Math.max(0, FIXED - text.length)]
    const isShort = text.length <= FIXED && where === null
    for (let at = this.#starts[first]; at < end; at++) {
      const name = this.#nameOf[at]
      const offset = this.#offset[at]
      if (!isShort && !this.#fits(name, offset, query)) continue
      const isWhole = offset === 0 && this.#length[name] <= text.length && !this.names[name].isCode
      visit(name, isWhole ? EXACT : BEGINS, offset === 0 ? 1 : PENALTY)
    }
  }

  /**
   * Visits the names that begin with the text except for one or two typos. The first three characters must be correct.
   */
  mistyped({ name: text, where }: Query, visit: Visit): void {
    const most = tolerance(text.length)
    if (most === 0) return
    const bucket = getBucket(text, 0)
    for (let at = this.#starts[bucket]; at < this.#starts[bucket + 1]; at++) {
      const name = this.#nameOf[at]
      const offset = this.#offset[at]
      if (where !== null && !this.#isThere(name, where)) continue
      const edits = prefixDistance(
        text,
        where === null ? this.#lines[name] : this.names[name].text,
        offset,
        FIXED,
        most,
      )
      if (offset === 0 && areWordsOf(text, this.names[name].text)) visit(name, MISTYPED, 1)
      else if (edits <= most) visit(name, MISTYPED, (offset === 0 ? 1 : PENALTY) * PENALTY ** edits)
    }
  }

  #fits(name: number, offset: number, { name: text, where }: Query): boolean {
    const line = this.#lines[name]
    const left = this.#length[name] - offset
    let same = 0
    while (same < text.length && text.charCodeAt(same) === line.charCodeAt(offset + same)) same++
    if (where !== null) return same === text.length && same <= left && this.#isThere(name, where)
    if (same === text.length) return true
    return same >= left && text[left] === ' ' && this.#isThere(name, text.slice(left + 1))
  }

  #isThere(name: number, typed: string): boolean {
    return this.names[name].where.some((where) => where.startsWith(typed))
  }
}

/** Normalizes a name to uppercase letters, digits and single spaces: `HAIGHT ASHBURY`, `ST EDWARDS`. */
export function plainText(name: string): string {
  const upper = name.toUpperCase()
  if (PLAIN.test(upper)) return upper
  return upper
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()
}

/** Writes out the abbreviations in all words but the last: `FORT P` for `ft p`. The last word may be incomplete. */
export function expandedText(typed: string): string {
  const [, head, last] = /^(.*?)([\p{L}\p{N}]*)$/su.exec(typed)!
  return (plainText(normalizeCity(`${head} Q`)).slice(0, -1) + plainText(last)).trimStart()
}

const PLAIN = /^[A-Z0-9]+(?: [A-Z0-9]+)*$/

/**
 * Checks whether the words of the text begin words of a name in the same order: `PLANO SEN` matches PLANO EAST SENIOR
 * HIGH SCHOOL.
 */
function areWordsOf(text: string, name: string): boolean {
  let from = 0
  for (const word of text.split(' ')) {
    while (from >= 0 && !name.startsWith(word, from)) from = name.indexOf(' ', from) + 1 || -1
    if (from < 0) return false
    from = name.indexOf(' ', from) + 1 || name.length
  }
  return true
}

/** Returns the offset of the next searchable word, or -1 after the last word. */
function nextWord(text: string, from: number): number {
  for (let at = text.indexOf(' ', from) + 1; at > 0; at = text.indexOf(' ', at) + 1) {
    const end = text.indexOf(' ', at)
    if (!COMMON.has(end < 0 ? text.slice(at) : text.slice(at, end))) return at
  }
  return -1
}

/** Returns the bucket of the word at a position. */
export function getBucket(text: string, at: number): number {
  return (codeAt(text, at) * CODES + codeAt(text, at + 1)) * CODES + codeAt(text, at + 2)
}

function codeAt(text: string, at: number): number {
  if (at >= text.length) return 0
  const code = text.charCodeAt(at)
  if (code >= 65) return code - 64
  return code >= 48 ? code - 21 : CODES - 1
}

/** A place whose surroundings are preferred, with the kilometers per degree of longitude there. */
export interface Near extends LatLon {
  readonly east: number
}

/** Kilometers per degree of latitude. */
const DEGREE = 111.2
/**
 * Distance in kilometers at which the weight of a place is halved. At much greater distances, the weight falls with the
 * square of the distance.
 */
const HALF = 5

export function nearOf({ lat, lon }: LatLon): Near {
  return { lat, lon, east: DEGREE * Math.cos((lat * Math.PI) / 180) }
}

/** Returns the weight factor (0-1) of a place by its distance from `near`. */
export function nearness(near: Near, lat: number, lon: number): number {
  const x = (lon - near.lon) * near.east
  const y = (lat - near.lat) * DEGREE
  return 1 / (1 + (x * x + y * y) / (HALF * HALF))
}
