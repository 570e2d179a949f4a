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

/** The text of a name. */
export function nameText({ nameBytes, nameFirst }: Shard, name: number): string {
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
