import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { Geography } from '../../../src/data/geography.ts'

/**
 * Maximum distance in kilometers between a population center and the land of its block group: `PEOPLE_AROUND` (11)
 * minus twice the distance of the farthest home from its center (3).
 */
const FARTHEST = 5

describe('population centers in the built data', () => {
  it(`are within ${FARTHEST} km of land that belongs to their block group`, async () => {
    const bytes = new Uint8Array(readFileSync('dist-data/geography.bundle'))
    const geography = new Geography(await readBundle(bytes, 'geography.bundle'))
    const isOf = (blockGroup: number, lon: number, lat: number) => {
      const zone = geography.zoneAt(lon, lat)
      return zone > 0 && geography.blockGroupsOfZone(zone).includes(blockGroup)
    }
    let away = 0
    for (let blockGroup = 0; blockGroup < geography.size; blockGroup++) {
      const { lon, lat } = geography.getCenter(blockGroup)
      if (geography.people[blockGroup] === 0 || isOf(blockGroup, lon, lat)) continue
      away++
      expect(
        isNear(lon, lat, (x, y) => isOf(blockGroup, x, y)),
        `block group ${blockGroup}`,
      ).toBe(true)
    }
    expect(away).toBeGreaterThan(0)
  })
})

/**
 * Checks whether `is` returns true for a cell within `FARTHEST` km of a place. Tries the 2″ cells in rings around the
 * place.
 */
function isNear(lon: number, lat: number, is: (lon: number, lat: number) => boolean): boolean {
  const step = 2 / 3600
  const across = Math.cos((lat * Math.PI) / 180)
  const rings = Math.floor(FARTHEST / 111.195 / step)
  for (let ring = 1; ring <= rings; ring++)
    for (let i = -ring; i <= ring; i++)
      for (const [x, y] of [
        [i, ring],
        [i, -ring],
        [ring, i],
        [-ring, i],
      ])
        if (Math.hypot(x * across, y) <= rings && is(lon + x * step, lat + y * step)) return true
  return false
}
