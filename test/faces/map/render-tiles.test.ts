import fc from 'fast-check'
import { convertIndexedToRgb, decode } from 'fast-png'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DimensionId } from '../../../src/answers/dimensions/catalog.ts'
import { ValidationError } from '../../../src/base/errors.ts'
import { createMap, ramp, type ScoreRange, tileProtocol } from '../../../src/faces/map/index.ts'
import { createTileServer } from '../../../src/faces/map/tile-server.ts'
import { openVicinage, type Vicinage } from '../../../src/index.ts'
import { runs } from '../../support/runs.ts'
import { checkered, placeOf, scoresFixture, worldOf } from './fixtures/scores.ts'

const pixels = (png: Uint8Array) => decode(png, { checkCrc: true }).data

describe('renderTile', () => {
  it('draws the score at the center of every pixel', () => {
    const [z, x, y] = [11, 467, 843] // Austin
    const tile = pixels(createMap(scoresFixture(checkered)).renderTile('flood', z, x, y))
    const expected: number[] = []
    for (let j = 0; j < 256; j++)
      for (let i = 0; i < 256; i++) {
        const { lat, lon } = placeOf((x + (i + 0.5) / 256) / 2 ** z, (y + (j + 0.5) / 256) / 2 ** z)
        expected.push(checkered(lat, lon))
      }
    expect([...tile]).toEqual(expected)
    expect(new Set(expected).size).toBeGreaterThan(50)
  })

  it('returns a PNG of 256 × 256 pixels in the colors of the ramp, transparent for score 0', () => {
    const image = decode(createMap(scoresFixture(checkered)).renderTile('ideological-lean', 11, 467, 843))
    expect(image).toMatchObject({ width: 256, height: 256, depth: 8 })
    const rgba = convertIndexedToRgb(image)
    const colors = ramp('ideological-lean')
    let holes = 0
    const expected = new Uint8Array(rgba.length)
    for (const [i, score] of image.data.entries()) {
      if (score === 0) holes++
      else expected.set([...colors.subarray(4 * score, 4 * score + 3), 255], 4 * i)
    }
    expect(Buffer.compare(rgba, expected)).toBe(0)
    expect(holes).toBeGreaterThan(1000)
    expect(holes).toBeLessThan(60_000)
  })

  it('uses the Mercator formula to find the tile and pixel of a place', () => {
    const zoom = fc.integer({ min: 0, max: 20 })
    const latitude = fc.double({ min: -85, max: 85, noNaN: true })
    const longitude = fc.double({ min: -179.9, max: 179.9, noNaN: true })
    const map = (scores: ReturnType<typeof scoresFixture>, z: number, x: number, y: number) =>
      createMap(scores).renderTile('fire', z, x, y)
    fc.assert(
      fc.property(zoom, latitude, longitude, (z, lat, lon) => {
        const { x, y } = worldOf(lat, lon)
        const side = 256 * 2 ** z
        const [pixelX, pixelY] = [Math.floor(x * side), Math.floor(y * side)]
        const scores = scoresFixture(() => 1)
        map(scores, z, pixelX >> 8, pixelY >> 8)
        const at = (pixelY & 255) * 256 + (pixelX & 255)
        const center = worldOf(scores.asked.lat[at], scores.asked.lon[at])
        expect(Math.abs(center.x - x) * side).toBeLessThanOrEqual(0.5 + 1e-4)
        expect(Math.abs(center.y - y) * side).toBeLessThanOrEqual(0.5 + 1e-4)
      }),
      { numRuns: runs(60, 20), seed: 3 },
    )
  })

  it('draws Austin at its hand-computed pixel in tile 10/233/421', () => {
    // x = 82.2569 / 360 · 1024 = 233.9752; y = (1 − ln(0.583585 + 1.157831) / π) / 2 · 1024 = 421.5982
    const dot = scoresFixture((lat, lon) =>
      Math.abs(lat - 30.2672) < 0.001 && Math.abs(lon + 97.7431) < 0.001 ? 9 : 0,
    )
    const tile = pixels(createMap(dot).renderTile('flood', 10, 233, 421))
    const pixel = tile.indexOf(9)
    expect(Math.abs((pixel % 256) - 0.9752 * 256)).toBeLessThanOrEqual(1.5)
    expect(Math.abs(Math.floor(pixel / 256) - 0.5982 * 256)).toBeLessThanOrEqual(1.5)
  })

  it('draws four neighboring tiles with the same pixels as the box that they cover', () => {
    const map = createMap(scoresFixture(checkered))
    const [z, x, y] = [12, 934, 1685]
    const { lat: north, lon: west } = placeOf(x / 2 ** z, y / 2 ** z)
    const { lat: south, lon: east } = placeOf((x + 2) / 2 ** z, (y + 2) / 2 ** z)
    const box = decode(map.renderBox('flood', { west, south, east, north }, { width: 512 }))
    expect([box.width, box.height]).toEqual([512, 512])
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]) {
      const tile = pixels(map.renderTile('flood', z, x + dx, y + dy))
      for (let j = 0; j < 256; j++) {
        const row = (dy * 256 + j) * 512 + dx * 256
        expect(
          Buffer.from(tile.subarray(j * 256, j * 256 + 256)).equals(Buffer.from(box.data.subarray(row, row + 256))),
        ).toBe(true)
      }
    }
  })

  it('samples pixels at equal distances across neighboring tiles, even at the deepest zoom', () => {
    const [left, right] = [scoresFixture(() => 1), scoresFixture(() => 1)]
    createMap(left).renderTile('flood', 20, 239_600, 431_732)
    createMap(right).renderTile('flood', 20, 239_601, 431_732)
    const pixel = 360 / 2 ** 28
    expect(right.asked.lon[0] - left.asked.lon[255]).toBeCloseTo(pixel, 12)
    expect(left.asked.lon[255] - left.asked.lon[254]).toBeCloseTo(pixel, 12)
    expect(right.asked.lat[0]).toBe(left.asked.lat[255])
  })

  it('requests only one dimension from the library', () => {
    const scores = scoresFixture(() => 1)
    createMap(scores).renderTile('noise-levels', 0, 0, 0)
    expect(scores.asked.dimensions).toEqual(['noise-levels'])
    expect(scores.asked.lat).toHaveLength(65_536)
  })

  it.each([
    [-1, 0, 0, /zoom must be a whole number from 0 to 20; got -1/],
    [21, 0, 0, /zoom/],
    [1.5, 0, 0, /zoom/],
    [Number.NaN, 0, 0, /zoom/],
    [3, 8, 0, /x at zoom 3 must be a whole number from 0 to 7; got 8/],
    [3, -1, 0, /x at zoom 3/],
    [3, 0, 8, /y at zoom 3 must be a whole number from 0 to 7; got 8/],
    [3, 0, 0.5, /y at zoom 3/],
  ])('rejects tile %d/%d/%d', (z, x, y, reason) => {
    const map = createMap(scoresFixture(() => 1))
    expect(() => map.renderTile('flood', z, x, y)).toThrow(ValidationError)
    expect(() => map.renderTile('flood', z, x, y)).toThrow(reason)
  })

  it("throws the library's own error for an unknown dimension", () => {
    const refusing = {
      scoreColumns: () => {
        throw new ValidationError([], "There is no dimension 'beauty'")
      },
    }
    expect(() => createMap(refusing).renderTile('beauty' as never, 0, 0, 0)).toThrow("There is no dimension 'beauty'")
  })
})

const bay = { west: -122.6, south: 37.2, east: -121.7, north: 38.1 }

describe('renderBox', () => {
  it('returns the height given by the projection, and the scores of all pixel centers', () => {
    const image = decode(createMap(scoresFixture(checkered)).renderBox('walkability', bay, { width: 700 }))
    const [from, to] = [worldOf(bay.north, bay.west), worldOf(bay.south, bay.east)]
    expect(image.width).toBe(700)
    expect(image.height).toBe(Math.round((700 * (to.y - from.y)) / (to.x - from.x)))
    expect(image.width * image.height).toBeGreaterThan(5 * 65_536)
    const wrong: string[] = []
    for (let j = 0; j < image.height; j++)
      for (let i = 0; i < image.width; i++) {
        const x = from.x + ((i + 0.5) / image.width) * (to.x - from.x)
        const y = from.y + ((j + 0.5) / image.height) * (to.y - from.y)
        const { lat, lon } = placeOf(x, y)
        if (image.data[j * image.width + i] !== checkered(lat, lon)) wrong.push(`${i},${j}`)
      }
    expect(wrong).toEqual([])
  })

  it('draws pictures of 1 to 8,192 pixels in width', () => {
    const map = createMap(scoresFixture(() => 7))
    expect([...decode(map.renderBox('flood', bay, { width: 1 })).data]).toEqual([7])
    const flat = { west: -180, south: 0, east: 180, north: 0.1 }
    const wide = decode(map.renderBox('flood', flat, { width: 8192 }))
    expect([wide.width, wide.height]).toEqual([8192, 2])
    expect(wide.data.every((score) => score === 7)).toBe(true)
  })

  it.each([
    [{ ...bay, east: bay.west }, 100, /west to east/],
    [{ ...bay, west: -121, east: -122 }, 100, /west to east/],
    [{ ...bay, west: -181 }, 100, /-180 to 180/],
    [{ ...bay, north: bay.south }, 100, /south to north/],
    [{ ...bay, north: 86 }, 100, /±85\.0511/],
    [{ ...bay, south: Number.NaN }, 100, /south to north/],
    [bay, 0, /whole number from 1 to 8192/],
    [bay, 99.5, /whole number from 1 to 8192/],
    [bay, 8193, /whole number from 1 to 8192/],
    [{ ...bay, north: 60 }, 1000, /pixels high; the maximum is 8192/],
  ])('rejects %j at %d pixels', (box, width, reason) => {
    const map = createMap(scoresFixture(() => 1))
    expect(() => map.renderBox('flood', box, { width })).toThrow(ValidationError)
    expect(() => map.renderBox('flood', box, { width })).toThrow(reason)
  })
})

const [z, x, y] = [10, 233, 421] // Austin
const scorePixels = (png: Uint8Array) => decode(png, { checkCrc: true }).data

let vicinage: Vicinage
let lat: Float64Array
let lon: Float64Array
beforeAll(async () => {
  vicinage = await openVicinage<DimensionId>({
    dimensions: ['walkability', 'noise-levels', 'fire'],
    schools: false,
    geocoder: false,
  })
  lat = new Float64Array(65_536)
  lon = new Float64Array(65_536)
  for (let i = 0; i < 65_536; i++) {
    const place = placeOf((x + ((i & 255) + 0.5) / 256) / 2 ** z, (y + ((i >> 8) + 0.5) / 256) / 2 ** z)
    lat[i] = place.lat
    lon[i] = place.lon
  }
})

/** Returns the scores of the tile by filtering a table of scores. */
function expected(dimension: DimensionId, only: readonly ScoreRange[]): number[] {
  const scores = vicinage.scoreColumns({ lat, lon })
  return Array.from(scores[dimension], (score, i) =>
    only.every((range) => scores[range.dimension][i] >= range.from && scores[range.dimension][i] <= range.to)
      ? score
      : 0,
  )
}

describe('a tile filtered by score ranges', () => {
  const quiet: ScoreRange = { dimension: 'noise-levels', from: 150, to: 255 }
  const walkable: ScoreRange = { dimension: 'walkability', from: 128, to: 200 }
  it.each([
    ['of another dimension', [quiet]],
    ['of its own dimension', [walkable]],
    ['of both dimensions', [walkable, quiet]],
    ['of both dimensions in the other order', [quiet, walkable]],
    ['and another range of the same dimension', [quiet, { ...quiet, from: 1, to: 170 }]],
    ['of a single score', [{ ...walkable, to: 128 }]],
  ])('shows only places within a range %s', (_, only) => {
    const tile = scorePixels(createMap(vicinage).renderTile('walkability', z, x, y, { only }))
    const wanted = expected('walkability', only)
    const shown = wanted.filter((score) => score > 0).length
    // The coordinates may differ in the last digit, so the scores at the edge of a cell may differ, too.
    const different = wanted.filter((score, i) => score !== tile[i]).length
    expect(different).toBeLessThan(20)
    expect(shown).toBeGreaterThan(50)
    expect(shown).toBeLessThan(65_000)
  })

  it('omits places without data, regardless of the range', () => {
    const map = createMap(vicinage)
    const everything = scorePixels(map.renderTile('walkability', z, x, y, { only: [{ ...quiet, from: 0 }] }))
    const data = scorePixels(map.renderTile('walkability', z, x, y, { only: [{ ...quiet, from: 1 }] }))
    expect(everything).toEqual(data)
    // Places in Texas are omitted, because there are no fire zones in Texas.
    const none = map.renderTile('walkability', z, x, y, { only: [{ dimension: 'fire', from: 0, to: 255 }] })
    expect(scorePixels(none).every((score) => score === 0)).toBe(true)
  })

  it.each([
    [200, 100],
    [Number.NaN, 255],
    [1, Number.NaN],
    [256, 300],
  ])('is empty if no score is in the range %d to %d', (from, to) => {
    const tile = scorePixels(createMap(vicinage).renderTile('walkability', z, x, y, { only: [{ ...quiet, from, to }] }))
    expect(tile.every((score) => score === 0)).toBe(true)
  })

  it('matches the unfiltered tile if there are no ranges', () => {
    const map = createMap(vicinage)
    expect(map.renderTile('walkability', z, x, y, { only: [] })).toEqual(map.renderTile('walkability', z, x, y))
  })

  it('is filtered like a box with the same ranges', () => {
    const map = createMap(vicinage)
    const box = { west: -98, south: 30, east: -97.5, north: 30.5 }
    const all = scorePixels(map.renderBox('walkability', box, { width: 700 }))
    const noise = scorePixels(map.renderBox('noise-levels', box, { width: 700 }))
    const some = scorePixels(map.renderBox('walkability', box, { width: 700, only: [quiet] }))
    expect([...some]).toEqual(Array.from(all, (score, i) => (noise[i] >= 150 ? score : 0)))
  })

  it('is rejected if a range names an unknown dimension', () => {
    const only = [{ dimension: 'beauty' as never, from: 1, to: 255 }]
    expect(() => createMap(vicinage).renderTile('walkability', z, x, y, { only })).toThrow(/beauty|dimension/)
  })
})

describe('the TypeScript types of a map', () => {
  it('accept the custom dimensions of a vicinage and reject other IDs', async () => {
    const plain = await openVicinage({ dimensions: ['walkability'], schools: false, geocoder: false })
    const features = [
      { type: 'Feature', geometry: { type: 'Point', coordinates: [-97.7431, 30.2672] }, properties: {} },
    ] as const
    const own = plain.withLayer({ id: 'office', features, score: { distance: { 0: 255, 5000: 1 } } })
    const map = createMap(own)
    expect(new Set(pixels(map.renderTile('office', 10, 233, 421))).size).toBeGreaterThan(20)
    const only = [{ dimension: 'office', from: 1, to: 255 }] as const
    expect(new Set(pixels(map.renderTile('walkability', 10, 233, 421, { only }))).size).toBeGreaterThan(20)
    // @ts-expect-error
    expect(() => map.renderTile('ofice', 10, 233, 421)).toThrow(ValidationError)
    // @ts-expect-error
    expect(() => createMap(plain).renderTile('office', 10, 233, 421)).toThrow(ValidationError)
    const texts = own as unknown as Vicinage<string>
    expect(createMap(texts).renderTile('office', 10, 233, 421).length).toBeGreaterThan(200)
    expect(createTileServer(own).has('office.json')).toBe(true)
    expect(typeof tileProtocol(own)).toBe('function')
  })
})
