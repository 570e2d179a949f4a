import * as z from 'zod'

/** The bundle kind of a shard, and the version of its meta and sections. */
export const SHARD_KIND = 'streets'
export const SHARD_VERSION = 1

const count = z.int().nonnegative()
const texts = z.array(z.string())

/** What a shard's header says of it. */
export const shardMeta = z.strictObject({
  version: z.literal(SHARD_VERSION),
  /** Two letters. */
  state: z.string().regex(/^[A-Z]{2}$/),
  /** 5-digit FIPS code of the county. */
  county: z.string().regex(/^\d{5}$/),
  zips: z.array(z.string().regex(/^\d{5}$/)),
  /** As `normaliseCity` writes them; those that address points name. */
  cities: texts,
  /** Street suffixes that occur. */
  suffixes: texts,
  /** What stands before the house numbers: `94-`. */
  prefixes: texts,
  /** What stands behind them: `B`, `1/2`. */
  extras: texts,
  names: count,
  streets: count,
  ranges: count,
  points: count,
  edges: count,
  vertices: count,
})
export type ShardMeta = Readonly<z.infer<typeof shardMeta>>

/** A shard as its header describes it. */
export interface ShardHead {
  /** `streets-30059.bundle` */
  readonly file: string
  readonly path: string
  /** Of the file. */
  readonly bytes: number
  readonly meta: ShardMeta
}
