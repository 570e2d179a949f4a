import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tileHasCoverage } from '../../src/explorer/map/coverage.ts'
import { openVicinage } from '../../src/index.ts'
import { createMap } from '../../src/map/index.ts'
import { latOf, lonOf, worldX, worldY } from '../../src/map/mercator.ts'

describe('tiles without coverage are not asked for', () => {
  it('those that hold a city are', () => {
    // Tile numbers by hand: x = 2^z (lon + 180) / 360, y from the north.
    expect(tileHasCoverage(0, 0, 0)).toBe(true)
    expect(tileHasCoverage(5, 7, 13)).toBe(true) // Austin
    expect(tileHasCoverage(5, 5, 12)).toBe(true) // Los Angeles
    expect(tileHasCoverage(5, 8, 13)).toBe(true) // Miami
    expect(tileHasCoverage(5, 16, 10)).toBe(false) // Paris
    expect(tileHasCoverage(7, 28, 48)).toBe(false) // Colorado
  })

  it('what is left out is empty: every tile of zoom 6 of the southern United States', async () => {
    const map = createMap(await openVicinage({ dimensions: ['walkability'], schools: false, geocoder: false }))
    const empty = map.renderTile('walkability', 6, 0, 0)
    let left = 0
    for (let x = 9; x <= 18; x++)
      for (let y = 22; y <= 28; y++) {
        if (tileHasCoverage(6, x, y)) continue
        left++
        expect(Buffer.compare(map.renderTile('walkability', 6, x, y), empty), `tile ${x}/${y}`).toBe(0)
      }
    expect(left).toBeGreaterThan(30)
  })

  it('places come back from the world of web mercator', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -85, max: 85, noNaN: true }),
        (lon, lat) => {
          expect(lonOf(worldX(lon))).toBeCloseTo(lon, 9)
          expect(latOf(worldY(lat))).toBeCloseTo(lat, 9)
        },
      ),
    )
    expect(worldY(85.0511287798066)).toBeCloseTo(0, 12)
    expect(worldY(0)).toBe(0.5)
  })
})
