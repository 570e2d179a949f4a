import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { describe, expect, it } from 'vitest'
import { Districts } from '../../../src/answers/districts/districts.ts'
import { borderLines, getPolygons } from '../../../src/answers/districts/polygons.ts'
import { dataFolder } from '../../../src/data/bundle/disk-folder.ts'
import { boxRing } from '../../data/geography/box-ring.ts'
import { randomNumbers } from '../../data/raster/random-raster.ts'
import { openFile } from '../../library/fixtures/folder.ts'

/** Returns a square around a point, clockwise like the outer rings of shapefiles. */
function square(lon: number, lat: number, half: number): Float64Array {
  const [w, e, s, n] = [lon - half, lon + half, lat - half, lat + half]
  return Float64Array.of(w, s, w, n, e, n, e, s, w, s)
}

/** Returns twice the signed area, by the shoelace formula. */
function shoelace(ring: number[][]): number {
  return ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i][0] * y - x * ring[i][1], 0)
}

describe('polygonsOf()', () => {
  it('places holes inside the surrounding ring and islands next to it, in any order', () => {
    const [outer, hole, island, pond, far] = [
      square(0, 0, 8),
      square(2, 2, 4),
      square(2, 2, 2),
      square(2, 2, 1),
      square(40, 0, 1),
    ]
    for (const rings of [
      [outer, hole, island, pond, far],
      [pond, far, island, outer, hole],
    ]) {
      const polygons = getPolygons(rings)
      const sizes = polygons.map((polygon) => polygon.map((ring) => Math.round(shoelace(ring))))
      expect(sizes.sort((a, b) => b[0] - a[0])).toEqual([[512, -128], [32, -8], [8]])
    }
  })

  it('separates rings that touch at a vertex', () => {
    const left = Float64Array.of(0, 0, 2, 0, 2, 2, 0, 2, 0, 0)
    const right = Float64Array.of(2, 2, 4, 2, 4, 4, 2, 4, 2, 2)
    const inner = Float64Array.of(0, 0, 1, 0.25, 0.25, 1, 0, 0)
    expect(getPolygons([left, right, inner]).map((polygon) => polygon.length)).toEqual([2, 1])
  })

  it('drops rings without an area', () => {
    expect(getPolygons([])).toEqual([])
    expect(getPolygons([Float64Array.of(1, 1, 2, 2, 1, 1), new Float64Array(0)])).toEqual([])
  })

  it('closes every ring and preserves its vertices', () => {
    const [[ring]] = getPolygons([square(-97, 30, 1)])
    expect(ring).toEqual(boxRing(-98, 29, -96, 31))
  })

  it('returns polygons that cover the same points as the built districts', async () => {
    const districts = new Districts((await openFile(dataFolder(), 'districts.bundle'))!)
    const random = randomNumbers(7)
    const found = new Int32Array(districts.most)
    let holes = 0
    let parts = 0
    for (let district = 0; district < districts.count; district++) {
      const rings = districts.outline(district)
      const coordinates = getPolygons(rings)
      expect(coordinates.flat().length).toBe(rings.length)
      const hasHole = coordinates.some((polygon) => polygon.length > 1)
      if (hasHole) holes++
      if (coordinates.length > 1) parts++
      if (!hasHole && district % 100 > 0) continue
      for (const [outer, ...inner] of coordinates) {
        expect(shoelace(outer)).toBeGreaterThan(0)
        for (const ring of inner) expect(shoelace(ring)).toBeLessThan(0)
      }
      // Points are near the vertices of every ring, where a hole mistaken for an island would show.
      for (const ring of rings)
        for (let k = 0; k < 10; k++) {
          const at = 2 * random(ring.length / 2)
          const point = [ring[at] + (random(201) - 100) / 3e4, ring[at + 1] + (random(201) - 100) / 3e4]
          const count = districts.at(point[0], point[1], found)
          const expected = found.subarray(0, count).includes(district)
          expect(booleanPointInPolygon(point, { type: 'MultiPolygon', coordinates })).toBe(expected)
        }
    }
    expect(holes).toBeGreaterThan(10)
    expect(parts).toBeGreaterThan(10)
  })
})

/** Returns a key for an edge. An edge has the same key in both directions. */
function edge(a: readonly number[], b: readonly number[]): string {
  return [a.join(), b.join()].sort().join(' ')
}

function edgesOf(lines: readonly number[][][]): string[] {
  return lines.flatMap((line) => line.slice(1).map((to, i) => edge(line[i], to)))
}

describe('borderLines()', () => {
  it('returns a shared border only once', () => {
    const west = Float64Array.of(0, 0, 1, 0, 1, 1, 1, 2, 0, 2, 0, 0)
    const east = Float64Array.of(1, 0, 2, 0, 2, 2, 1, 2, 1, 1, 1, 0)
    expect(borderLines([[west], [east]])).toEqual([
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [1, 2],
        [0, 2],
        [0, 0],
      ],
      [
        [1, 0],
        [2, 0],
        [2, 2],
        [1, 2],
      ],
    ])
  })

  it('continues a line after a shared stretch', () => {
    const first = Float64Array.of(0, 0, 1, 0, 1, 1, 0, 0)
    const around = Float64Array.of(2, 5, -1, 0, 0, 0, 1, 0, 2, 5)
    expect(borderLines([[first], [around]]).slice(1)).toEqual([
      [
        [2, 5],
        [-1, 0],
        [0, 0],
      ],
      [
        [1, 0],
        [2, 5],
      ],
    ])
  })

  it('returns nothing if there are no rings', () => {
    expect(borderLines([])).toEqual([])
    expect(borderLines([[], [new Float64Array(0), Float64Array.of(1, 1)]])).toEqual([])
  })

  it('returns every edge of the first 300 built districts exactly once', async () => {
    const districts = new Districts((await openFile(dataFolder(), 'districts.bundle'))!)
    const outlines = Array.from({ length: 300 }, (_, i) => districts.outline(i))
    const rings = outlines
      .flat()
      .map((ring) => Array.from({ length: ring.length / 2 }, (_, i) => [...ring.subarray(2 * i, 2 * i + 2)]))
    const expected = new Set(edgesOf(rings))
    const drawn = edgesOf(borderLines(outlines))
    expect(new Set(drawn).size).toBe(drawn.length)
    // Edges are identified by their rounded midpoints, so a few edges shorter than a meter may be mistaken for a
    // neighboring edge and left out.
    expect(drawn.length).toBeGreaterThan(expected.size - 50)
    for (const each of drawn) if (!expected.has(each)) expect.fail(`${each} is no edge`)
  })
})
