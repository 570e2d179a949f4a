import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RoadLine } from '../../../data-build/read/roads.ts'
import { roadPairs } from '../../../data-build/score/noise-levels/road-pairs.ts'
import {
  decay,
  decayOfLine,
  energyOfTraffic,
  highwayNoise,
  roadPieces,
  screening,
} from '../../../data-build/score/noise-levels/roads.ts'
import { getLevel } from '../../../data-build/score/noise-levels/score.ts'
import { fitAssumedTraffic, getTraffic } from '../../../data-build/score/noise-levels/traffic.ts'

/** Degrees per meter at the equator. */
const meter = 1 / 111_195

describe('the noise level of a road', () => {
  it('is 78 dB at 15 m from a freeway with 150,000 vehicles a day, and lower with less traffic', () => {
    expect(getLevel(energyOfTraffic(150_000, true))).toBeCloseTo(78, 9)
    expect(getLevel(energyOfTraffic(15_000, true))).toBeCloseTo(68, 9)
    expect(getLevel(energyOfTraffic(15_000, false))).toBeCloseTo(66, 9)
  })

  it('decreases by 10 dB per tenfold distance to 100 m, by 15 dB beyond, and by 5 dB per km of air', () => {
    expect(getLevel(decay(0))).toBeCloseTo(getLevel(decay(15)), 9)
    expect(getLevel(decay(100))).toBeCloseTo(-10 * Math.log10(100 / 15) - 0.5, 9)
    expect(getLevel(decay(1000))).toBeCloseTo(-10 * Math.log10(100 / 15) - 15 - 5, 9)
    expect(decay(3000)).toBe(0)
  })

  it('decreases by 3 dB behind the first row of houses, by 1.5 dB behind each further row, and by at most 10 dB', () => {
    expect([50, 80, 130, 180, 320, 2000].map((meters) => Math.round(10 * screening(meters)))).toEqual([
      0, 30, 45, 60, 100, 100,
    ])
  })

  it('decreases with every step away from an inexact line, but by less than 3 dB within 75 m', () => {
    const table = decayOfLine(false)
    for (let i = 1; i < 300; i++) expect(table[i]).toBeLessThan(table[i - 1])
    // 75 m to either side of the line it is less than 3 dB quieter than on the line.
    expect(getLevel(table[0]) - getLevel((table[7] + table[8]) / 2)).toBeLessThan(3)
  })
})

describe('road noise', () => {
  const counted = { aadt: 150_000, counted: true }
  const noiseOf = (roads: readonly RoadLine[], x: number, y: number, people = 0) =>
    highwayNoise(roadPieces(roads, () => counted))(
      { size: 1, lat: Float64Array.of(y * meter), lon: Float64Array.of(x * meter) } as never,
      Float64Array.of(people),
    ).energy[0]

  it('depends on the distance to the nearest point of the road', () => {
    const table = decayOfLine(false)
    fc.assert(
      fc.property(fc.double({ min: -2500, max: 9000, noNaN: true }), fc.integer({ min: -280, max: 280 }), (x, tens) => {
        const distance = Math.hypot(x < 0 ? x : Math.max(0, x - 6500), 10 * tens)
        const expected = distance < 2990 ? 10 ** 7.8 * between(table, distance / 10) : 0
        const energy = noiseOf([road('5', [0, 0], [6500, 0])], x, 10 * tens)
        if (distance < 2980) expect(energy / expected).toBeCloseTo(1, 2)
        else expect(energy).toBeLessThan(10)
      }),
      { seed: 5, numRuns: 60 },
    )
  })

  it('includes parallel carriageways of one road once, and different roads separately', () => {
    const alone = noiseOf([road('5', [0, 0], [5000, 0])], 2500, 200)
    const carriageways = [road('5', [0, 0], [5000, 0]), road('5', [5000, -40], [0, -40])]
    expect(noiseOf(carriageways, 2500, 200)).toBe(alone)
    expect(noiseOf([road('5', [0, 0], [5000, 0]), road('8', [0, 0], [5000, 0])], 2500, 200)).toBeCloseTo(2 * alone, 6)
  })

  it('is screened by houses where people live', () => {
    const roads = [road('5', [0, 0], [5000, 0])]
    const screened = (y: number, people: number) =>
      getLevel(noiseOf(roads, 2500, y)) - getLevel(noiseOf(roads, 2500, y, people))
    expect(screened(1000, 2500)).toBeCloseTo(10, 6)
    expect(screened(1000, 9000)).toBeCloseTo(10, 6)
    expect(screened(1000, 1250)).toBeCloseTo(-10 * Math.log10(0.55), 6)
    expect(screened(0, 9000)).toBeLessThan(1)
  })

  it('ignores straight links parallel to a drawn road, and links that bypass intermediate points of a route', () => {
    const drawn = [road('5', [0, 0], [3000, 800], [6000, 0])]
    expect(roadPieces([...drawn, joined('5', [100, 0], [5900, 0])], () => counted).count).toBe(
      roadPieces(drawn, () => counted).count,
    )
    const places = [joined('1', [0, 0], [2000, 300]), joined('1', [2000, 300], [4000, 0])]
    expect(noiseOf([...places, joined('1', [0, 0], [4000, 0])], 2000, -700)).toBe(noiseOf(places, 2000, -700))
  })

  it('includes only the shorter of two overlapping links', () => {
    const pieces = roadPieces([joined('1', [0, 0], [4000, 0]), joined('1', [1500, 100], [5600, 0])], () => counted)
    expect(pieces.count).toBe(2)
    expect(pieces.ends[0] / meter).toBeCloseTo(1500, 6)
  })
})

describe('the traffic of a road', () => {
  const interstate = road('10', [0, 0], [1000, 0])
  const count = { state: 'TX', county: 'Made', route: '10', lon: 0.05, lat: 0, aadt: 90_000 }

  it('is the count of the road, a nearby count of its route, or an assumption', () => {
    const traffic = getTraffic(
      [count],
      () => 5000,
      () => 12_345,
    )
    expect(traffic({ ...interstate, aadt: 77 }, 0, 0)).toEqual({ aadt: 77, counted: true })
    expect(traffic(interstate, 0, 0)).toEqual({ aadt: 90_000, counted: true })
    expect(traffic(interstate, 1, 0)).toEqual({ aadt: 12_345, counted: false })
    expect(traffic({ ...interstate, route: '20' }, 0, 0).counted).toBe(false)
    expect(traffic({ ...interstate, state: 'FL' }, 0, 0).counted).toBe(false)
  })

  it('is interpolated linearly in logarithms if assumed', () => {
    const assumed = fitAssumedTraffic([
      { aadt: 10_000, people: 0 },
      { aadt: 100_000, people: 99_000 },
    ])
    expect(assumed(0)).toBeCloseTo(10_000, 6)
    expect(assumed(9000)).toBeCloseTo(10_000 * 10 ** 0.5, 6)
    expect(assumed(99_000)).toBeCloseTo(100_000, 6)
  })
})

describe('pairs of places on and beside roads', () => {
  it('are 250 m apart and extend 500 m to either side, except toward another road', () => {
    const pairs = roadPairs([Float64Array.of(0, 0, 1000 * meter, 0)])
    expect(pairs).toHaveLength(8)
    expect(pairs[0].on.lon / meter).toBeCloseTo(125, 6)
    expect(Math.abs(pairs[0].off.lat / meter)).toBeCloseTo(500, 6)
    const other = Float64Array.of(0, 700 * meter, 1000 * meter, 700 * meter)
    const clear = roadPairs([Float64Array.of(0, 0, 1000 * meter, 0)], [Float64Array.of(0, 0, 1000 * meter, 0), other])
    expect(clear).toHaveLength(4)
    expect(clear.every((pair) => pair.off.lat < 0)).toBe(true)
  })
})

function road(route: string, ...points: readonly (readonly [number, number])[]): RoadLine {
  const line = Float64Array.from(points.flat(), (meters) => meters * meter)
  return { state: 'TX', route, interstate: true, drawn: true, line, aadt: null }
}

function joined(route: string, ...points: readonly (readonly [number, number])[]): RoadLine {
  return { ...road(route, ...points), drawn: false }
}

function between(table: Float64Array, at: number): number {
  const floor = Math.floor(at)
  return table[floor] + (at - floor) * (table[floor + 1] - table[floor])
}
