import { DIRECTIONS } from './directions.ts'
import { nameText } from './names.ts'
import type { Shard } from './shard.ts'

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
