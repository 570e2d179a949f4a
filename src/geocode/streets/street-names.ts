import { BundleError } from '../../errors.ts'
import { decodeNames, type NamedStreets } from './shard.ts'
import { readShard, type ShardRef } from './shard-file.ts'

/**
 * The streets of a shard by name, without their lines: what completes a name while it is typed. A street has a run of
 * stretches, one per ZIP.
 */
export interface StreetNames extends NamedStreets {
  /** First stretch of each street, and the end of the last. */
  readonly stretchFirst: Uint32Array
  /** Index in the meta's ZIPs, plus 1; 0 where none is known. */
  readonly stretchZip: Uint16Array
  /** Ranges and points there. */
  readonly stretchSize: Uint32Array
  /** The least and the greatest house number. */
  readonly stretchLow: Uint32Array
  readonly stretchHigh: Uint32Array
}

/**
 * Reads the names of a shard; null where it is damaged.
 * @throws whatever is not about the file
 */
export function readStreetNames({ path, sections }: ShardRef): StreetNames | null {
  try {
    return stretchesOf(decodeNames(sections ?? readShard(path)))
  } catch (error) {
    if (error instanceof BundleError) return null
    throw error
  }
}

/** The rows of a street are in the order of their ZIPs. */
function stretchesOf(shard: ReturnType<typeof decodeNames>): StreetNames {
  const { rangeFirst, rangeZip, rangeLow, rangeHigh, pointFirst, pointZip, pointNumber } = shard
  const { meta, nameBytes, nameFirst, nameSlots, streetFirst, streetName, streetDirections, streetSuffix } = shard
  const stretchFirst = new Uint32Array(meta.streets + 1)
  const zips: number[] = []
  const sizes: number[] = []
  const lows: number[] = []
  const highs: number[] = []
  for (let street = 0; street < meta.streets; street++) {
    const first = zips.length
    const add = (zip: number, low: number, high: number) => {
      let at = zips.length - 1
      while (at >= first && zips[at] !== zip) at--
      if (at < first) {
        zips.push(zip)
        sizes.push(1)
        lows.push(low)
        highs.push(high)
        return
      }
      sizes[at]++
      if (low < lows[at]) lows[at] = low
      if (high > highs[at]) highs[at] = high
    }
    for (let i = rangeFirst[street]; i < rangeFirst[street + 1]; i++) add(rangeZip[i], rangeLow[i], rangeHigh[i])
    for (let i = pointFirst[street]; i < pointFirst[street + 1]; i++) add(pointZip[i], pointNumber[i], pointNumber[i])
    stretchFirst[street + 1] = zips.length
  }
  return {
    ...{ meta, nameBytes, nameFirst, nameSlots, streetFirst, streetName, streetDirections, streetSuffix, stretchFirst },
    stretchZip: Uint16Array.from(zips),
    stretchSize: Uint32Array.from(sizes),
    stretchLow: Uint32Array.from(lows),
    stretchHigh: Uint32Array.from(highs),
  }
}
