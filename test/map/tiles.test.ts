import fc from 'fast-check'
import { convertIndexedToRgb, decode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { createMap, ramp } from '../../src/map/index.ts'
import { chequered, madeScores, placeOf, worldOf } from './made-scores.ts'

const pixels = (png: Uint8Array) => decode(png, { checkCrc: true }).data

describe('renderTile', () => {
  it('shows at every pixel the score of the place at its centre', () => {
    const [z, x, y] = [11, 467, 843] // Austin
    const tile = pixels(createMap(madeScores(chequered)).renderTile('flood', z, x, y))
    const expected: number[] = []
    for (let j = 0; j < 256; j++)
      for (let i = 0; i < 256; i++) {
        const { lat, lon } = placeOf((x + (i + 0.5) / 256) / 2 ** z, (y + (j + 0.5) / 256) / 2 ** z)
        expected.push(chequered(lat, lon))
      }
    expect([...tile]).toEqual(expected)
    expect(new Set(expected).size).toBeGreaterThan(50)
  })

  it('is a PNG of 256 pixels in the colours of the ramp, transparent where the score is 0', () => {
    const image = decode(createMap(madeScores(chequered)).renderTile('ideological-lean', 11, 467, 843))
    expect(image).toMatchObject({ width: 256, height: 256, depth: 8 })
    const rgba = convertIndexedToRgb(image)
    const colours = ramp('ideological-lean')
    let holes = 0
    for (let i = 0; i < image.data.length; i++) {
      const score = image.data[i]
      const shown = [...rgba.subarray(4 * i, 4 * i + 4)]
      if (score === 0) holes++
      expect(shown).toEqual(score === 0 ? [0, 0, 0, 0] : [...colours.subarray(4 * score, 4 * score + 3), 255])
    }
    expect(holes).toBeGreaterThan(1000)
    expect(holes).toBeLessThan(60_000)
  })

  it('puts a place into the tile and pixel that the mercator formula names', () => {
    const zoom = fc.integer({ min: 0, max: 20 })
    const latitude = fc.double({ min: -85, max: 85, noNaN: true })
    const longitude = fc.double({ min: -179.9, max: 179.9, noNaN: true })
    const map = (scores: ReturnType<typeof madeScores>, z: number, x: number, y: number) =>
      createMap(scores).renderTile('fire', z, x, y)
    fc.assert(
      fc.property(zoom, latitude, longitude, (z, lat, lon) => {
        const { x, y } = worldOf(lat, lon)
        const side = 256 * 2 ** z
        const [pixelX, pixelY] = [Math.floor(x * side), Math.floor(y * side)]
        const scores = madeScores(() => 1)
        map(scores, z, pixelX >> 8, pixelY >> 8)
        const at = (pixelY & 255) * 256 + (pixelX & 255)
        const centre = worldOf(scores.asked.lat[at], scores.asked.lon[at])
        expect(Math.abs(centre.x - x) * side).toBeLessThanOrEqual(0.5 + 1e-4)
        expect(Math.abs(centre.y - y) * side).toBeLessThanOrEqual(0.5 + 1e-4)
      }),
      { numRuns: 60, seed: 3 },
    )
  })

  it('finds Austin where it was computed by hand: zoom 10, tile 233/421', () => {
    // x = 82.2569 / 360 · 1024 = 233.9752; y = (1 − ln(0.583585 + 1.157831) / π) / 2 · 1024 = 421.5982
    const dot = madeScores((lat, lon) => (Math.abs(lat - 30.2672) < 0.001 && Math.abs(lon + 97.7431) < 0.001 ? 9 : 0))
    const tile = pixels(createMap(dot).renderTile('flood', 10, 233, 421))
    const found = tile.indexOf(9)
    expect(Math.abs((found % 256) - 0.9752 * 256)).toBeLessThanOrEqual(1.5)
    expect(Math.abs(Math.floor(found / 256) - 0.5982 * 256)).toBeLessThanOrEqual(1.5)
  })

  it('meets its neighbours: four tiles are the picture of the box that they cover', () => {
    const map = createMap(madeScores(chequered))
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
        expect([...tile.subarray(j * 256, j * 256 + 256)]).toEqual([...box.data.subarray(row, row + 256)])
      }
    }
  })

  it('steps from tile to tile as from pixel to pixel, at the deepest zoom, too', () => {
    const [left, right] = [madeScores(() => 1), madeScores(() => 1)]
    createMap(left).renderTile('flood', 20, 239_600, 431_732)
    createMap(right).renderTile('flood', 20, 239_601, 431_732)
    const pixel = 360 / 2 ** 28
    expect(right.asked.lon[0] - left.asked.lon[255]).toBeCloseTo(pixel, 12)
    expect(left.asked.lon[255] - left.asked.lon[254]).toBeCloseTo(pixel, 12)
    expect(right.asked.lat[0]).toBe(left.asked.lat[255])
  })

  it('asks for one dimension only', () => {
    const scores = madeScores(() => 1)
    createMap(scores).renderTile('noise-levels', 0, 0, 0)
    expect(scores.asked.dimensions).toEqual(['noise-levels'])
    expect(scores.asked.lat).toHaveLength(65_536)
  })

  it.each([
    [-1, 0, 0, /zoom is a whole number 0 to 20; got -1/],
    [21, 0, 0, /zoom/],
    [1.5, 0, 0, /zoom/],
    [Number.NaN, 0, 0, /zoom/],
    [3, 8, 0, /x at zoom 3 is a whole number 0 to 7; got 8/],
    [3, -1, 0, /x at zoom 3/],
    [3, 0, 8, /y at zoom 3 is a whole number 0 to 7; got 8/],
    [3, 0, 0.5, /y at zoom 3/],
  ])('refuses tile %d/%d/%d', (z, x, y, reason) => {
    const map = createMap(madeScores(() => 1))
    expect(() => map.renderTile('flood', z, x, y)).toThrow(RangeError)
    expect(() => map.renderTile('flood', z, x, y)).toThrow(reason)
  })

  it("gives the library's own error for an unknown dimension", () => {
    const refusing = {
      scoreColumns: () => {
        throw new RangeError("There is no dimension 'beauty'")
      },
    }
    expect(() => createMap(refusing).renderTile('beauty', 0, 0, 0)).toThrow("There is no dimension 'beauty'")
  })
})
