import type { HouseQuery } from './find-numbers.ts'
import { areaFit, type Found, radiusIn } from './rank.ts'
import type { Shard } from './shard.ts'
import { directionsByte, titledStreet } from './street-text.ts'

/**
 * Where numbered streets are a grid: a street and a number, their place, the steps of a street and of a hundred numbers (1e-6 degrees,
 * latitude first), the radius in meters, the least and greatest street and number that it places.
 */
export type Grid = readonly number[]

/** Below a known number of the street itself. */
const SIMILARITY = 0.92

/** Adds the place of a number on a numbered street of which no near number is known: `8700 SW 88TH ST` by the streets beside it. */
export function findInGrid({ meta }: Shard, { street, key, written, area }: HouseQuery, found: Found[]): void {
  if (meta.grids === undefined || key.prefix !== '') return
  const { pre, post } = street
  const { name, suffix } = street.written
  const numbered = Number(/^(\d{1,3})(?:ST|ND|RD|TH)$/.exec(name)?.[1])
  const directions = directionsByte(pre, post)
  for (const { zip, of, grid } of meta.grids) {
    if (area.zip === null ? !area.zips.includes(zip) : zip !== area.zip) continue
    if (of[0] !== directions || meta.suffixes[of[1] - 1] !== suffix) continue
    const [street0, number0, lat0, lon0, latOfStreet, lonOfStreet, latOfNumber, lonOfNumber, radius, ...most] = grid
    const [low, high, first, last] = most
    if (!(numbered >= low && numbered <= high) || key.value < first || key.value > last) continue
    const streets = numbered - street0
    const hundreds = (key.value - number0) / 100
    const line = titledStreet(pre, name, suffix, post)
    found.push({
      // Of several ZIPs the one in whose middle it is.
      rank: SIMILARITY * areaFit(zip, null, area) - (Math.abs(streets) + Math.abs(hundreds)) * 1e-6,
      candidate: () => ({
        layer: 'street',
        lat: (lat0 + streets * latOfStreet + hundreds * latOfNumber) / 1e6,
        lon: (lon0 + streets * lonOfStreet + hundreds * lonOfNumber) / 1e6,
        radius: radiusIn(meta.state, radius),
        address: `${written} ${line}, ${meta.state} ${zip}`,
        house: `${written} ${line}`,
        zip,
        city: null,
        state: meta.state,
        similarity: SIMILARITY,
        exactNumber: false,
      }),
    })
  }
}
