import { isDigits } from '../parse/numbers.ts'
import { hashOf } from '../text-hash.ts'
import type { NamedStreets, Shard } from './shard.ts'

/** An address in one line: `101 N MAIN ST, FORT PIERCE, FL 34950`. */
export function addressLine(
  shard: Shard,
  street: number,
  number: string,
  city: string | null,
  zip: string | null,
): string {
  const last = zip === null ? shard.meta.state : `${shard.meta.state} ${zip}`
  const first = number === '' ? streetText(shard, street) : `${number} ${streetText(shard, street)}`
  return city === null ? `${first}, ${last}` : `${first}, ${city}, ${last}`
}

/** `N MAIN ST` */
export function streetText(shard: Shard, street: number): string {
  const directions = shard.streetDirections[street]
  const pre = DIRECTIONS[Math.floor(directions / DIRECTIONS.length)]
  const post = DIRECTIONS[directions % DIRECTIONS.length]
  const suffix = shard.streetSuffix[street]
  let text = nameText(shard, shard.streetName[street])
  if (pre !== '') text = `${pre} ${text}`
  if (suffix !== 0) text += ` ${shard.meta.suffixes[suffix - 1]}`
  return post === '' ? text : `${text} ${post}`
}

/** The name of a street in a shard; -1 where it has none. */
export function nameIndex(
  { nameBytes, nameFirst, nameSlots }: NamedStreets,
  name: string,
  hash: number = hashOf(name),
): number {
  const last = nameSlots.length - 1
  for (let slot = hash & last; nameSlots[slot] !== 0; slot = (slot + 1) & last) {
    const index = nameSlots[slot] - 1
    if (compareAt(nameBytes, nameFirst[index], nameFirst[index + 1], name) === 0) return index
  }
  return -1
}

/** The text of a name. */
export function nameText({ nameBytes, nameFirst }: NamedStreets, name: number): string {
  let text = ''
  for (let at = nameFirst[name]; at < nameFirst[name + 1]; at++) text += String.fromCharCode(nameBytes[at])
  return text
}

function compareAt(bytes: Uint8Array, first: number, end: number, name: string): number {
  const length = Math.min(end - first, name.length)
  for (let i = 0; i < length; i++) {
    const difference = bytes[first + i] - name.charCodeAt(i)
    if (difference !== 0) return difference
  }
  return end - first - name.length
}

/** The directionals of streets by the number that a shard stores; '' for none. */
export const DIRECTIONS = ['', 'N', 'S', 'E', 'W', 'NE', 'NW', 'SE', 'SW'] as const

/** A pre- and a postdirectional as one byte; unknown words count as none. */
export function directionsByte(pre: string, post: string): number {
  return indexOf(pre) * DIRECTIONS.length + indexOf(post)
}

function indexOf(direction: string): number {
  return Math.max(0, (DIRECTIONS as readonly string[]).indexOf(direction))
}

/**
 * A house number as ranges compare it: `94-210` is 210 after `94-`, `45B` is 45 before `B`, `123 1/2` is 123 before
 * `1/2`.
 */
export interface NumberKey {
  /** What is before the number that counts, upper case; '' mostly. */
  readonly prefix: string
  /** 0 to 999,999,999. */
  readonly value: number
  /** Letter or fraction after it; '' mostly. */
  readonly extra: string
}

/** The key of a house number as written in an address or a file; null where there is no number in it. */
export function numberKey(written: string): NumberKey | null {
  if (isDigits(written)) return written.length > 9 ? null : { prefix: '', value: Number(written), extra: '' }
  const text = written.trim().toUpperCase()
  if (text.length > MOST) return null
  const parts = SHAPE.exec(text)
  if (parts === null) return null
  return { prefix: parts[1] ?? '', value: Number(parts[2]), extra: parts[3] ?? '' }
}

/** No house number is longer. */
const MOST = 20
const SHAPE = /^((?:[A-Z0-9]*[A-Z-])?)(\d{1,9})(?:[ -]?([A-Z]{1,2}|[1-9]\/[1-9]))?$/

/**
 * The first number of two that a hyphen joins: `100-104` may mean a building from 100 to 104. Null where that is not
 * its shape.
 */
export function firstOfTwo({ prefix, value, extra }: NumberKey): NumberKey | null {
  const first = prefix.slice(0, -1)
  return prefix.endsWith('-') && extra === '' && isDigits(first) && Number(first) < value
    ? { prefix: '', value: Number(first), extra: '' }
    : null
}
