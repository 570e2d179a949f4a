import type { NameWords } from './public-places-columns.ts'
import { hashOf } from './public-places-hash.ts'
import { INDISTINCT } from './public-places-names.ts'

/** More than there are house numbers, or words of names, that differ. */
const BUCKETS = 1 << 15

/** Rows by a hash; those of other hashes may be among them. */
export interface Bucketed {
  readonly rows: Uint16Array
  /** Where the rows of a hash begin. */
  start(hash: number): number
  /** After the last of them. */
  end(hash: number): number
}

/** Rows 0, 1, 2 … by the hash of each; those of hash 0 have none. */
export function bucketsOf(hashes: Uint32Array): Bucketed {
  return buckets(hashes, null)
}

/** The rows of names by each word that tells places apart. */
export function bucketsOfDistinct({ hash, row }: NameWords): Bucketed {
  const common = new Set(INDISTINCT.map(hashOf))
  const kept = hash.map((value) => (common.has(value) ? 0 : value))
  return buckets(kept, row)
}

function buckets(hashes: Uint32Array, rowOf: Uint16Array | null): Bucketed {
  const ends = new Uint32Array(BUCKETS + 1)
  for (let i = 0; i < hashes.length; i++) if (hashes[i] !== 0) ends[(hashes[i] & (BUCKETS - 1)) + 1]++
  for (let bucket = 0; bucket < BUCKETS; bucket++) ends[bucket + 1] += ends[bucket]
  const rows = new Uint16Array(ends[BUCKETS])
  const next = ends.slice()
  for (let i = 0; i < hashes.length; i++)
    if (hashes[i] !== 0) rows[next[hashes[i] & (BUCKETS - 1)]++] = rowOf === null ? i : rowOf[i]
  return {
    rows,
    start: (hash) => ends[hash & (BUCKETS - 1)],
    end: (hash) => ends[(hash & (BUCKETS - 1)) + 1],
  }
}
