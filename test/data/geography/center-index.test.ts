import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CenterIndex, kmPerDegree, nearestCenters } from '../../../data-build/geography/center-index.ts'

const lon = fc.oneof(
  { weight: 3, arbitrary: fc.double({ min: -98, max: -97.6, noNaN: true }) },
  fc.double({ min: -106, max: -93.5, noNaN: true }),
)
const lat = fc.oneof(
  { weight: 3, arbitrary: fc.double({ min: 30.1, max: 30.5, noNaN: true }) },
  fc.double({ min: 25.8, max: 36.5, noNaN: true }),
)
const centers = (fewest: number) => fc.array(fc.tuple(lon, lat), { minLength: fewest, maxLength: 120 })

describe('the nearest block group centers', () => {
  it('match a search of all centers, for any grouping of the places', () => {
    fc.assert(
      fc.property(centers(24), centers(1), fc.constantFrom(1, 8, 24), fc.boolean(), (all, places, k, together) => {
        const index = indexOf(all)
        const groups = together ? [places.map((_, i) => i)] : places.map((_, i) => [i])
        const columns = columnsOf(places)
        const found = nearestCenters(index, columns.lon, columns.lat, groups, k)
        expect(found.k).toBe(k)
        places.forEach((place, i) => {
          const expected = byDistance(all, place).slice(0, k)
          for (let j = 0; j < k; j++) {
            const own = distance(all[found.index[i * k + j]], place)
            expect(own).toBeCloseTo(expected[j].km, 9)
            expect(found.distance[i * k + j]).toBeCloseTo(expected[j].km, 3)
          }
          expect(new Set(found.index.subarray(i * k, i * k + k)).size).toBe(k)
        })
      }),
      { numRuns: 150 },
    )
  })

  it('are the lower-numbered centers in a tie', () => {
    const all = Array.from({ length: 30 }, (_, i) => [-97 + (i % 3) * 0.5, 30] as const)
    const columns = columnsOf([[-97, 30]])
    expect([...nearestCenters(indexOf(all), columns.lon, columns.lat, [[0]], 8).index]).toEqual([
      0, 3, 6, 9, 12, 15, 18, 21,
    ])
  })

  it('are rejected if there are too few centers', () => {
    const columns = columnsOf([[-97, 30]])
    expect(() => nearestCenters(indexOf([[-97, 30]]), columns.lon, columns.lat, [[0]], 2)).toThrow(
      'fewer than 2 centers to search',
    )
  })
})

describe('a rectangle search', () => {
  it('returns each point inside once and no others', () => {
    fc.assert(
      fc.property(centers(1), lon, lon, lat, lat, (all, lonA, lonB, latA, latB) => {
        const [west, east] = [Math.min(lonA, lonB), Math.max(lonA, lonB)]
        const [south, north] = [Math.min(latA, latB), Math.max(latA, latB)]
        const visited: number[] = []
        indexOf(all).search(west, south, east, north, (i) => visited.push(i))
        const inside = all.flatMap(([x, y], i) => (x >= west && x <= east && y >= south && y <= north ? [i] : []))
        expect(visited.sort((a, b) => a - b)).toEqual(inside)
      }),
      { numRuns: 300 },
    )
  })

  it('includes points on the borders', () => {
    let visits = 0
    indexOf([[-97.5, 30.25]]).search(-97.5, 30.25, -97.5, 30.25, () => visits++)
    expect(visits).toBe(1)
  })
})

type Place = readonly [lon: number, lat: number]

function columnsOf(places: readonly Place[]) {
  return { lon: Float64Array.from(places, ([x]) => x), lat: Float64Array.from(places, ([, y]) => y) }
}

function indexOf(places: readonly Place[]): CenterIndex {
  const columns = columnsOf(places)
  return new CenterIndex(columns.lon, columns.lat)
}

/** Returns the distance in km between two places, on a plane scaled at the latitude of the second place. */
function distance([x, y]: Place, [lon, lat]: Place): number {
  return Math.hypot((x - lon) * Math.cos((lat * Math.PI) / 180), y - lat) * kmPerDegree
}

function byDistance(all: readonly Place[], place: Place) {
  return all.map((center, i) => ({ i, km: distance(center, place) })).sort((a, b) => a.km - b.km || a.i - b.i)
}
