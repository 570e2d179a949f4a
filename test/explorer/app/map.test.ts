import fc from 'fast-check'
import { distance } from 'geokdbush'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DimensionId } from '../../../src/answers/dimensions/catalog.ts'
import { coverageBox } from '../../../src/base/states.ts'
import type { Filter } from '../../../src/explorer/app/engine/engine.ts'
import { getScale, imperial, metric } from '../../../src/explorer/app/map/controls.ts'
import { latestOnly } from '../../../src/explorer/app/map/latest-only.ts'
import { circle, dotFeatures } from '../../../src/explorer/app/map/layers.ts'
import { needsHatching } from '../../../src/explorer/app/map/map-state.ts'
import { exactView, getTiles, pictureView, placeAt, wholeCoverage } from '../../../src/explorer/app/map/picture-view.ts'
import { partEstimated, readTileAddress, tileAddresses, tileHasCoverage } from '../../../src/explorer/app/map/tiles.ts'
import { getPixel } from '../../../src/faces/map/draw-layers.ts'
import { createMap } from '../../../src/faces/map/index.ts'
import { getLat, getLon, worldX, worldY } from '../../../src/faces/map/mercator.ts'
import { builtVicinage } from '../../library/built.ts'

describe('the latest request', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is sent when the current request has finished, and intermediate requests are skipped', async () => {
    const asked: number[] = []
    const told: number[] = []
    const latest = latestOnly(
      async (n: number) => {
        asked.push(n)
        return 10 * n
      },
      (answer) => told.push(answer),
      60,
    )
    for (const n of [1, 2, 3, 4]) latest.call(n)
    expect(asked).toEqual([1])
    await vi.advanceTimersByTimeAsync(59)
    expect(asked).toEqual([1])
    expect(told).toEqual([10])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toEqual([1, 4])
    expect(told).toEqual([10, 40])
    await vi.advanceTimersByTimeAsync(600)
    expect(asked).toEqual([1, 4])
    latest.call(5)
    expect(asked).toEqual([1, 4, 5])
  })

  it('yields no result if it was canceled, and is sent even after a failed request', async () => {
    const told: number[] = []
    const answers: ((answer: number) => void)[] = []
    const latest = latestOnly(
      (n: number) =>
        n < 0 ? Promise.reject(new Error('no')) : new Promise<number>((resolve) => answers.push(resolve)),
      (answer) => told.push(answer),
      60,
    )
    latest.call(1)
    latest.forget()
    answers[0](1)
    await vi.advanceTimersByTimeAsync(60)
    latest.call(-1)
    await vi.advanceTimersByTimeAsync(60)
    latest.call(2)
    answers[1](2)
    await vi.advanceTimersByTimeAsync(60)
    expect(told).toEqual([2])
  })
})

describe('map tiles', () => {
  it('are requested if they contain a city in the covered states', () => {
    // These tile numbers were computed by hand: x = 2^z (lon + 180) / 360, and y is counted from the north.
    expect(tileHasCoverage(0, 0, 0)).toBe(true)
    expect(tileHasCoverage(5, 7, 13)).toBe(true) // Austin
    expect(tileHasCoverage(5, 5, 12)).toBe(true) // Los Angeles
    expect(tileHasCoverage(5, 8, 13)).toBe(true) // Miami
    expect(tileHasCoverage(5, 16, 10)).toBe(false) // Paris
    expect(tileHasCoverage(7, 28, 48)).toBe(false) // Colorado
  })

  it('at zoom 6 over the southern United States are skipped only if they are empty', async () => {
    const map = createMap(await builtVicinage())
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

  it('convert positions to coordinates and back', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -85, max: 85, noNaN: true }),
        (lon, lat) => {
          expect(getLon(worldX(lon))).toBeCloseTo(lon, 9)
          expect(getLat(worldY(lat))).toBeCloseTo(lat, 9)
        },
      ),
    )
    expect(worldY(85.0511287798066)).toBeCloseTo(0, 12)
    expect(worldY(0)).toBe(0.5)
  })
})

const camera = fc.record({
  lat: fc.double({ min: 20, max: 45, noNaN: true }),
  lon: fc.double({ min: -130, max: -75, noNaN: true }),
  zoom: fc.double({ min: 1, max: 18, noNaN: true }),
})
const side = fc.integer({ min: 50, max: 1500 })

describe('the plain map', () => {
  it('is centered on the camera, and a click maps to the place drawn there', () => {
    fc.assert(
      fc.property(camera, side, side, (at, width, height) => {
        const view = pictureView(at, width, height)
        const middle = placeAt(view, width / 2, height / 2)
        expect(middle.lat).toBeCloseTo(at.lat, 7)
        expect(middle.lon).toBeCloseTo(at.lon, 7)
        const corner = placeAt(view, 3, 7)
        const [x, y] = getPixel(view, corner.lon, corner.lat)
        expect(x).toBeCloseTo(3, 3)
        expect(y).toBeCloseTo(7, 3)
      }),
    )
  })

  it.each([
    ['at a whole zoom', pictureView],
    ['at the exact zoom of the map', exactView],
  ])('draws every covered tile at its position, %s', (_, viewOf) => {
    fc.assert(
      fc.property(camera, side, side, fc.nat(100), fc.nat(100), (at, width, height, right, down) => {
        const view = viewOf(at, width, height)
        const tiles = getTiles(view)
        const [px, py] = [(right / 101) * width, (down / 101) * height]
        const { lat, lon } = placeAt(view, px, py)
        const z = Math.min(Math.round(view.zoom), 14)
        const x = Math.floor(2 ** z * ((lon + 180) / 360))
        const y = Math.floor(2 ** z * (0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)))
        const there = tiles.filter(
          ({ left, top, size }) => px >= left && px < left + size && py >= top && py < top + size,
        )
        expect(there.map((tile) => [tile.z, tile.x, tile.y])).toEqual(tileHasCoverage(z, x, y) ? [[z, x, y]] : [])
      }),
    )
  })

  it('shows all three states initially, on phones and wide screens', () => {
    for (const [width, height] of [
      [320, 350],
      [560, 630],
      [1900, 1000],
    ]) {
      const view = pictureView(wholeCoverage(width, height), width, height)
      const [left, top] = getPixel(view, coverageBox.west, coverageBox.north)
      const [right, bottom] = getPixel(view, coverageBox.east, coverageBox.south)
      expect(Math.min(left, top), `${width} × ${height}`).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
      expect(bottom).toBeLessThanOrEqual(height)
    }
  })
})

const place = fc.record({
  lat: fc.double({ min: 24, max: 43, noNaN: true }),
  lon: fc.double({ min: -125, max: -79, noNaN: true }),
})

describe('the circle around a geocoded place', () => {
  it('matches the stated width on the ground', () => {
    fc.assert(
      fc.property(place, fc.integer({ min: 10, max: 500_000 }), ({ lat, lon }, meters) => {
        const [ring] = circle({ lat, lon }, meters).coordinates
        for (const [x, y] of ring) {
          // geokdbush uses 6371 km as the Earth's radius. The circle uses 6371.0088 km.
          expect((1000 * distance(lon, lat, x, y)) / meters).toBeCloseTo(1, 4)
        }
        expect(ring[0]).toEqual(ring.at(-1))
      }),
    )
  })
})

describe('dots of a scored file', () => {
  it('are drawn once each, with unscored dots at the bottom', () => {
    const dot = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
      score: fc.option(fc.integer({ min: 0, max: 255 })),
    })
    fc.assert(
      fc.property(fc.array(dot), (dots) => {
        const { features } = dotFeatures(dots)
        const drawn = features.flatMap(({ properties, geometry }) =>
          geometry.coordinates.map(([lon, lat]) => ({ lat, lon, score: properties.score })),
        )
        const asked = dots.map(({ lat, lon, score }) => ({ lat, lon, score: score ?? 0 }))
        const words = (all: typeof drawn) => all.map((one) => JSON.stringify(one)).sort()
        expect(words(drawn)).toEqual(words(asked))
        const scores = features.map(({ properties }) => properties.score)
        expect(scores).toEqual([...new Set(scores)].sort((a, b) => a - b))
      }),
    )
  })

  it('are grouped into few map features, even for 100,000 dots', () => {
    const dots = Array.from({ length: 100_000 }, (_, i) => ({ lat: 30 + i / 1e5, lon: -97, score: i % 256 }))
    expect(dotFeatures(dots).features).toHaveLength(256)
  })
})

describe('tileAddresses()', () => {
  it('returns addresses that identify the tile, regardless of the conditions', () => {
    const filter = fc.record({ dimension: fc.string(), from: fc.integer(), to: fc.integer() })
    fc.assert(
      fc.property(fc.string(), fc.array(filter), fc.nat(14), fc.nat(), fc.nat(), (dimension, only, z, x, y) => {
        const address = tileAddresses('score', { dimension: dimension as DimensionId, only: only as Filter[] })
        expect(address.startsWith('score://')).toBe(true)
        const filled = address.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
        expect(readTileAddress(filled)).toEqual({ dimension, only, z, x, y })
      }),
    )
  })
})

describe('the scale bar', () => {
  it('is the longest round length that fits', () => {
    const texts = (meters: number) =>
      [metric, imperial].map((units) => getScale(meters, units).text.replace('\u00a0', ' '))
    expect(texts(3290)).toEqual(['3 km', '2 mi'])
    expect(texts(1000)).toEqual(['1 km', '3000 ft'])
    expect(texts(999)).toEqual(['500 m', '3000 ft'])
    expect(texts(1609.344)).toEqual(['1 km', '1 mi'])
    expect(texts(99_999)).toEqual(['50 km', '50 mi'])
    fc.assert(
      fc.property(fc.double({ min: 1, max: 2e7, noNaN: true }), fc.constantFrom(metric, imperial), (meters, units) => {
        const { length, text } = getScale(meters, units)
        const [number, name] = text.split('\u00a0')
        expect(length * meters).toBeCloseTo(Number(number) * units.find(([unit]) => unit === name)![1], 6)
        expect(length).toBeGreaterThan(0.4)
        expect(length).toBeLessThanOrEqual(1 + 1e-12)
      }),
    )
  })
})

describe('hatching in a view', () => {
  const tile = (hasEstimates: boolean, hasMeasured: boolean) => ({ hasEstimates, hasMeasured })

  it.each([
    ['nothing', [tile(false, true), tile(false, false), undefined]],
    ['all', [tile(true, false), tile(false, false)]],
    ['part', [tile(true, false), tile(false, true)]],
    ['part', [tile(true, true)]],
  ] as const)('depends on how much of the land is estimated: %s', (part, tiles) => {
    expect(partEstimated(tiles)).toBe(part)
  })

  it('is omitted if everything is an estimate, except for hazards', () => {
    expect(['nothing', 'part', 'all'].map((part) => needsHatching('noise-levels', part as 'all'))).toEqual([
      false,
      true,
      false,
    ])
    expect(needsHatching('fire', 'all')).toBe(true)
    expect(needsHatching('flood', 'all')).toBe(true)
  })
})
