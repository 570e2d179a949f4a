import type { Vicinage } from '../../src/index.ts'

/** Columns of coordinates in degrees. */
export interface Points {
  readonly lat: Float64Array
  readonly lon: Float64Array
}

/** Returns a generator of random numbers in [0, 1) for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns `count` places spread evenly over the covered land, in random order. */
export function randomPlaces(vicinage: Vicinage, count: number, seed: number): Points {
  const random = seeded(seed)
  const lat = new Float64Array(count)
  const lon = new Float64Array(count)
  for (let drawn = 0; drawn < count; ) {
    const y = 24.4 + random() * 17.7
    const x = -124.5 + random() * 44.7
    if (vicinage.place({ lat: y, lon: x }) === null) continue
    lat[drawn] = y
    lon[drawn++] = x
  }
  return { lat, lon }
}

/** Sorts places from southwest to northeast in strips of about 1.5 km. */
export function inOrder({ lat, lon }: Points): Points {
  const strip = (i: number) => Math.floor(lat[i] * 75)
  const order = Uint32Array.from(lat, (_, i) => i).sort((a, b) => strip(a) - strip(b) || lon[a] - lon[b])
  return { lat: Float64Array.from(order, (i) => lat[i]), lon: Float64Array.from(order, (i) => lon[i]) }
}

/**
 * Returns `count` places around centers, such as those of towns, in random order. Each is at most 1 km north or south
 * and 1 km east or west of a random center.
 */
export function clusteredPlaces(centers: Points, count: number, seed: number): Points {
  const random = seeded(seed)
  const lat = new Float64Array(count)
  const lon = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const center = Math.floor(random() * centers.lat.length)
    lat[i] = centers.lat[center] + (random() * 2 - 1) / 111.2
    lon[i] = centers.lon[center] + (random() * 2 - 1) / (111.2 * Math.cos((lat[i] * Math.PI) / 180))
  }
  return { lat, lon }
}
