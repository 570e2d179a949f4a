import { describe, expect, it } from 'vitest'
import { type CellSquare, NearestCells, TIED } from '../../../data-build/layers/nearest-cells.ts'
import { FeatureAnswers } from '../../../src/answers/layers/feature-answers.ts'
import { getRule } from '../../../src/answers/layers/feature-scores.ts'
import type { Geometry, LayerFeature } from '../../../src/answers/layers/layer.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { randomFrom } from '../upgrade/fixtures/data.ts'

const FARTHEST = 2000
const square: CellSquare = { west: -97.8, south: 30.2, perDegree: 1200, size: 64 }
const random = randomFrom(47)
const within = (low: number, high: number) => low + random() * (high - low)
const place = (): [number, number] => [within(-97.9, -97.65), within(30.1, 30.35)]
const feature = (geometry: Geometry): LayerFeature => ({ type: 'Feature', properties: {}, geometry })

const kinds: Readonly<Record<string, () => Geometry>> = {
  point: () => ({ type: 'Point', coordinates: place() }),
  line: () => {
    const [lon, lat] = place()
    const coordinates = Array.from({ length: 40 }, (_, i) => [lon + i * 0.0007, lat + within(-0.004, 0.004)])
    return { type: 'LineString', coordinates }
  },
  polygon: () => {
    const [lon, lat] = place()
    const side = within(0.0002, 0.02)
    const corners = [
      [lon, lat],
      [lon + side, lat],
      [lon + side, lat + side],
      [lon, lat + side],
      [lon, lat],
    ]
    const hole = corners.map(([x, y]) => [lon + (x - lon) / 2 + side / 8, lat + (y - lat) / 2 + side / 8])
    return { type: 'Polygon', coordinates: [corners, hole] }
  },
}

const answersOf = (features: readonly LayerFeature[]) =>
  new FeatureAnswers(features, getRule({ distance: { 0: 255, [FARTHEST]: 1 } }, features), 'copied')

/**
 * Compares the meters of a filled square with those of single cells. Returns the largest difference and the number of
 * cells with a feature nearby. -1 stands for no feature nearby.
 */
function filledAndAlone(answers: FeatureAnswers, meters: (lon: number, lat: number) => number, at = square) {
  const filled = new Float64Array(at.size ** 2).fill(-1)
  new NearestCells(answers, FARTHEST).fill(at, (cell, far) => {
    if (far < FARTHEST) filled[cell] = far
  })
  const alone = filled.map((_, cell) => {
    const lon = at.west + ((cell % at.size) + 0.5) / at.perDegree
    const lat = at.south + (Math.floor(cell / at.size) + 0.5) / at.perDegree
    const far = meters(lon, lat)
    return far < FARTHEST ? far : -1
  })
  const difference = filled.reduce((most, far, cell) => Math.max(most, Math.abs(far - alone[cell])), 0)
  return { difference, near: alone.filter((far) => far >= 0).length }
}

describe('the nearest feature of every cell', () => {
  it.each([1, 30, 3000])('matches a brute-force search of %i points', (count) => {
    const points = Array.from({ length: count }, place)
    const features = points.map((coordinates) => feature({ type: 'Point', coordinates }))
    const { difference, near } = filledAndAlone(answersOf(features), (lon, lat) =>
      points.reduce((least, [x, y]) => Math.min(least, metersBetween(lat, lon, y, x)), Number.POSITIVE_INFINITY),
    )
    expect(difference).toBeLessThan(1e-6)
    expect(near).toBeGreaterThan(count === 1 ? -1 : 500)
  })

  it.each([
    ['lines', ['line'], 12],
    ['polygons with holes', ['polygon'], 40],
    ['points, lines and polygons together', ['point', 'line', 'polygon'], 20],
  ])('matches the in-memory layer for %s', (_, names, count) => {
    const features = names.flatMap((name) => Array.from({ length: count }, () => feature(kinds[name]())))
    const answers = answersOf(features)
    const { difference, near } = filledAndAlone(answers, (lon, lat) => answers.metersTo(lon, lat))
    expect(difference).toBeLessThan(1e-6)
    expect(near).toBeGreaterThan(500)
  })

  it('is 0 meters away in a square inside a polygon, and missing in a square far from it', () => {
    const around = (lon: number, side: number) => {
      const [west, south, east, north] = [lon - side, 30.2 - side, lon + side, 30.2 + side]
      const ring = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ]
      return answersOf([feature({ type: 'Polygon', coordinates: [ring] })])
    }
    expect(filledAndAlone(around(-97.8, 1), () => 0)).toEqual({ difference: 0, near: 64 ** 2 })
    expect(filledAndAlone(around(-92, 1), () => FARTHEST)).toEqual({ difference: 0, near: 0 })
  })

  it('is found correctly and quickly if 300,000 features are at the same position', () => {
    const answers = answersOf(
      Array.from({ length: 300_000 }, () => feature({ type: 'Point', coordinates: [-97.78, 30.22] })),
    )
    const start = process.cpuUsage()
    const { difference } = filledAndAlone(answers, (lon, lat) => metersBetween(lat, lon, 30.22, -97.78))
    expect(difference).toBeLessThan(1e-6)
    // Measuring each cell against each point takes seconds.
    expect(process.cpuUsage(start).user).toBeLessThan(1_500_000)
  })

  it('is marked as tied only if its nearest point belongs to several features', () => {
    const places: (readonly [lon: number, lat: number])[] = Array.from({ length: 200 }, place)
    // Place i belongs to i % 3 + 1 features. A feature with the same point twice does not tie with itself.
    const features = places.flatMap(([lon, lat], i) =>
      Array.from({ length: (i % 3) + 1 }, () =>
        feature({
          type: 'MultiPoint',
          coordinates: [
            [lon, lat],
            [lon, lat],
          ],
        }),
      ),
    )
    const numbers = places.map((_, i) => places.slice(0, i).reduce((sum, _, before) => sum + (before % 3) + 1, 0))
    const { west, south, perDegree, size } = square
    let wrong = 0
    new NearestCells(answersOf(features), FARTHEST).fill(square, (cell, _, found) => {
      const lon = west + ((cell % size) + 0.5) / perDegree
      const lat = south + (Math.floor(cell / size) + 0.5) / perDegree
      const meters = places.map(([x, y]) => metersBetween(lat, lon, y, x))
      const nearest = meters.indexOf(Math.min(...meters))
      if (found !== (nearest % 3 === 0 ? numbers[nearest] : TIED)) wrong++
    })
    expect(wrong).toBe(0)
  })

  it('is found on both sides of the equator', () => {
    const at = { ...square, west: 10, south: -32 / 1200 }
    const features = Array.from({ length: 50 }, () =>
      feature({ type: 'Point', coordinates: [within(9.95, 10.1), within(-0.05, 0.05)] }),
    )
    const answers = answersOf(features)
    expect(filledAndAlone(answers, (lon, lat) => answers.metersTo(lon, lat), at).difference).toBeLessThan(1e-6)
  })

  it('is computed in time proportional to the number of cells, not features', () => {
    const features = Array.from({ length: 20_000 }, () => feature(kinds.point()))
    const answers = answersOf(features)
    let taken = 0
    const nearest = new NearestCells(answers, FARTHEST)
    const start = performance.now()
    nearest.fill(square, () => taken++)
    expect(taken).toBe(64 ** 2)
    // Measuring each cell against each point would take minutes.
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
