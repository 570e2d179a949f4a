import fc from 'fast-check'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../data-build/statistics.ts'
import { ANY_LEVEL, campusesOnly, NearestSchools } from '../../../src/answers/schools/nearest.ts'

interface Point {
  readonly lon: number
  readonly lat: number
}

/** Returns the great-circle distance in meters by the haversine formula. */
function haversine(a: Point, b: Point): number {
  const rad = Math.PI / 180
  const half = (angle: number) => Math.sin((angle * rad) / 2) ** 2
  const h = half(a.lat - b.lat) + Math.cos(a.lat * rad) * Math.cos(b.lat * rad) * half(a.lon - b.lon)
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.sqrt(h)))
}

function indexOf(points: readonly Point[], nodeSize = 16): KDBush {
  const index = new KDBush(points.length, nodeSize, Int32Array)
  for (const { lon, lat } of points) index.add(Math.round(lon * 1e6), Math.round(lat * 1e6))
  return index.finish()
}

function searcher(points: readonly Point[], levels = new Uint8Array(points.length), nodeSize = 16): NearestSchools {
  return new NearestSchools(indexOf(points, nodeSize), 1e6, levels)
}

function found(nearest: NearestSchools, count: number): { ids: number[]; meters: number[] } {
  const ids = Array.from(nearest.found.subarray(0, count))
  return { ids, meters: ids.map((_, rank) => nearest.meters(rank)) }
}

/** Returns the nearest points by measuring all of them. Ties are sorted by number. */
function bruteForce(points: readonly Point[], place: Point, limit: number, wanted: (id: number) => boolean) {
  const all = points.map((point, id) => ({ id, meters: haversine(place, point) })).filter(({ id }) => wanted(id))
  return all.sort((a, b) => a.meters - b.meters || a.id - b.id).slice(0, limit)
}

/**
 * Expects the same distances to within a hundredth of a millimeter. Points may differ only if they are equally far
 * away.
 */
function expectSame(answer: ReturnType<typeof found>, judge: ReturnType<typeof bruteForce>, tolerance = 1e-5): void {
  expect(answer.ids.length).toBe(judge.length)
  expect(new Set(answer.ids).size).toBe(judge.length)
  const apart = answer.meters.map((meters, rank) => Math.abs(meters - judge[rank].meters))
  expect(Math.max(0, ...apart)).toBeLessThanOrEqual(tolerance)
}

const round6 = (value: number) => Math.round(value * 1e6) / 1e6

/** Returns points clustered in towns and scattered over the land in between, like schools. */
function towns(count: number, seed: number): Point[] {
  const random = seededRandom(seed)
  const centers = Array.from({ length: 40 }, () => ({ lon: -106 + random() * 26, lat: 25 + random() * 11 }))
  return Array.from({ length: count }, () => {
    const town = centers[Math.floor(random() * 40)]
    const spread = random() < 0.8 ? 0.2 : 6
    return { lon: round6(town.lon + (random() - 0.5) * spread), lat: round6(town.lat + (random() - 0.5) * spread) }
  })
}

const points = towns(3000, 1)
const random = seededRandom(2)
const levels = Uint8Array.from(points, () => [1, 1, 1, 2, 4, 3, 6, 7, 0][Math.floor(random() * 9)])
const places = Array.from({ length: 400 }, () => ({ lon: -108 + random() * 30, lat: 23 + random() * 15 }))

/** Every third school is a program without a campus. */
const programs = Uint8Array.from(points, (_, id) => Number(id % 3 === 0))

describe('the nearest schools from the index', () => {
  const nearest = new NearestSchools(indexOf(points), 1e6, levels, programs)
  const judge = new KDBush(points.length)
  for (const { lon, lat } of points) judge.add(lon, lat)
  judge.finish()

  it.each([
    ['at any level', ANY_LEVEL],
    ['at elementary level', 1],
    ['at middle level', 2],
    ['at high level', 4],
    ['at elementary or middle level', 3],
    ['at elementary or high level', 5],
    ['at middle or high level', 6],
    ['at any of the three levels', 7],
  ])('%s match geokdbush and a brute-force search, in the same order', (_, wanted) => {
    for (const [i, place] of places.entries()) {
      const limit = [1, 2, 10, 50][i % 4]
      const campuses = i % 8 > 3
      const isWanted = (id: number) =>
        (wanted === ANY_LEVEL || (levels[id] & wanted) !== 0) && !(campuses && programs[id] === 1)
      const bits = campuses ? campusesOnly(wanted) : wanted
      const answer = found(nearest, nearest.search(place.lon, place.lat, limit, bits))
      expect(answer.ids).toEqual(around(judge, place.lon, place.lat, limit, Number.POSITIVE_INFINITY, isWanted))
      const all = bruteForce(points, place, limit, isWanted)
      expect(answer.ids).toEqual(all.map(({ id }) => id))
      expectSame(answer, all)
    }
  })

  it('do not depend on the node size of the index', () => {
    for (const nodeSize of [2, 3, 7, 64, 2999, 5000]) {
      const other = searcher(points, levels, nodeSize)
      for (const { lon, lat } of places.slice(0, 50)) {
        const expected = found(nearest, nearest.search(lon, lat, 10, 4)).ids
        expect(found(other, other.search(lon, lat, 10, 4)).ids).toEqual(expected)
      }
    }
  })

  it('within given ranges of school numbers match a brute-force search', () => {
    for (const [i, { lon, lat }] of places.entries()) {
      const start = (i * 7) % 2900
      const runs = [start, start + 40, 2950, 2960, 2970, 2970]
      const inRuns = (id: number) => (id >= start && id < start + 40) || (id >= 2950 && id < 2960)
      const any = found(nearest, nearest.searchAmong(runs, { lon, lat }, 10, ANY_LEVEL)).ids
      expect(any).toEqual(bruteForce(points, { lon, lat }, 10, inRuns).map(({ id }) => id))
      const middle = found(nearest, nearest.searchAmong(runs, { lon, lat }, 50, 2)).ids
      const judged = bruteForce(points, { lon, lat }, 50, (id) => inRuns(id) && (levels[id] & 2) !== 0)
      expect(middle).toEqual(judged.map(({ id }) => id))
    }
    expect(nearest.searchAmong([], { lon: -97, lat: 30 }, 10, ANY_LEVEL)).toBe(0)
  })

  it('are an empty list if a coordinate of the location is not a number', () => {
    expect(nearest.search(Number.NaN, 30, 10, ANY_LEVEL)).toBe(0)
    expect(nearest.search(-97, Number.NaN, 10, ANY_LEVEL)).toBe(0)
  })
})

describe('the nearest schools in small sets', () => {
  it('are an empty list if there are no schools', () => {
    const none = searcher([])
    expect(none.search(-97, 30, 10, ANY_LEVEL)).toBe(0)
  })

  it('are all schools if the limit exceeds the number of schools', () => {
    for (const count of [1, 2, 3, 17, 18, 49]) {
      const few = points.slice(0, count)
      const nearest = searcher(few, levels.subarray(0, count), 2)
      for (const place of places.slice(0, 20)) {
        const answer = found(nearest, nearest.search(place.lon, place.lat, 50, ANY_LEVEL))
        expect(answer.ids).toEqual(bruteForce(few, place, 50, () => true).map(({ id }) => id))
      }
    }
  })

  it('are an empty list if no school has the requested level', () => {
    const nearest = searcher(points, new Uint8Array(points.length).fill(1))
    expect(nearest.search(-97, 30, 10, 2)).toBe(0)
    expect(nearest.search(-97, 30, 10, 3)).toBe(10)
  })

  it('are found in both directions across the antimeridian', () => {
    const line = [-179.9, -179.5, 179.8, 179.4, 0, 180, -180].map((lon) => ({ lon, lat: 10 }))
    const nearest = searcher(line, undefined, 2)
    expect(found(nearest, nearest.search(179.96, 10, 7, ANY_LEVEL)).ids).toEqual([5, 6, 0, 2, 1, 3, 4])
    expect(found(nearest, nearest.search(-180, 10, 2, ANY_LEVEL))).toEqual({ ids: [5, 6], meters: [0, 0] })
  })

  it('are found across the poles, which are the same point at any longitude', () => {
    const cap = [90, -90, 0, 180, 45].map((lon, i) => ({ lon, lat: i === 4 ? 90 : 89.9 - i / 100 }))
    const nearest = searcher([...cap, { lon: -120, lat: 90 }, { lon: 10, lat: -90 }], undefined, 2)
    const overThePole = found(nearest, nearest.search(-90, 89.95, 7, ANY_LEVEL))
    // The pole is 0.05° away, the school on this side of it 0.06°, and the school on the other side 0.15°.
    expect(overThePole.ids.slice(0, 3)).toEqual([4, 5, 1])
    expect(overThePole.ids.at(-1)).toBe(6)
    expect(overThePole.meters[0]).toBeCloseTo(((0.05 * Math.PI) / 180) * 6_371_008.8, 3)
    expect(found(nearest, nearest.search(33, 90, 2, ANY_LEVEL))).toEqual({ ids: [4, 5], meters: [0, 0] })
  })

  it('at one location are sorted by number, up to the limit', () => {
    const same = Array.from({ length: 500 }, (_, i) =>
      i % 5 === 0 ? { lon: -97.7, lat: 30.3 } : { lon: -98, lat: 31 },
    )
    for (const nodeSize of [2, 16]) {
      const nearest = searcher(same, undefined, nodeSize)
      const fives = Array.from({ length: 50 }, (_, i) => i * 5)
      expect(found(nearest, nearest.search(-97.7, 30.3, 50, ANY_LEVEL)).ids).toEqual(fives)
      expect(found(nearest, nearest.search(-90, 20, 3, ANY_LEVEL)).ids).toEqual([0, 5, 10])
      expect(found(nearest, nearest.search(-98, 31, 5, ANY_LEVEL)).ids).toEqual([1, 2, 3, 4, 6])
    }
  })

  it('on one line match a brute-force search', () => {
    const meridian = Array.from({ length: 300 }, (_, i) => ({ lon: -97, lat: round6(25 + ((i * 37) % 300) / 29) }))
    const parallel = Array.from({ length: 300 }, (_, i) => ({ lon: round6(-110 + ((i * 37) % 300) / 13), lat: 33 }))
    for (const line of [meridian, parallel]) {
      const nearest = searcher(line, undefined, 4)
      for (const place of places.slice(0, 60)) {
        const answer = found(nearest, nearest.search(place.lon, place.lat, 12, ANY_LEVEL))
        expectSame(
          answer,
          bruteForce(line, place, 12, () => true),
        )
      }
    }
  })

  it('anywhere on Earth match a brute-force search', () => {
    const place = fc.record({
      lon: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 0)).map(round6),
      lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0)).map(round6),
    })
    fc.assert(
      fc.property(fc.array(place, { maxLength: 120 }), place, fc.integer({ min: 1, max: 50 }), (all, at, limit) => {
        const nearest = searcher(all, undefined, 3)
        const answer = found(nearest, nearest.search(at.lon, at.lat, limit, ANY_LEVEL))
        // Near the antipode neither formula is accurate to a decimeter.
        expectSame(
          answer,
          bruteForce(all, at, limit, () => true),
          0.5,
        )
        expect(answer.meters).toEqual(answer.meters.toSorted((a, b) => a - b))
      }),
      { seed: 5 },
    )
  })
})
