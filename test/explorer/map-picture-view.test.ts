import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tileHasCoverage } from '../../src/explorer/map/coverage.ts'
import { pictureView, pixelOf, placeAt, tilesOf, wholeCoverage } from '../../src/explorer/map/picture-view.ts'
import { coverageBox } from '../../src/states.ts'

const camera = fc.record({
  lat: fc.double({ min: 20, max: 45, noNaN: true }),
  lon: fc.double({ min: -130, max: -75, noNaN: true }),
  zoom: fc.double({ min: 1, max: 18, noNaN: true }),
})
const side = fc.integer({ min: 50, max: 1500 })

describe('the plain picture of the map', () => {
  it('has the camera in its middle, and a click means the place that is drawn there', () => {
    fc.assert(
      fc.property(camera, side, side, (at, width, height) => {
        const view = pictureView(at, width, height)
        const middle = placeAt(view, width / 2, height / 2)
        expect(middle.lat).toBeCloseTo(at.lat, 7)
        expect(middle.lon).toBeCloseTo(at.lon, 7)
        const corner = placeAt(view, 3, 7)
        const [x, y] = pixelOf(view, corner.lon, corner.lat)
        expect(x).toBeCloseTo(3, 3)
        expect(y).toBeCloseTo(7, 3)
      }),
    )
  })

  it('is laid with every tile that has coverage, each where its numbers say', () => {
    fc.assert(
      fc.property(camera, side, side, fc.nat(100), fc.nat(100), (at, width, height, right, down) => {
        const view = pictureView(at, width, height)
        const tiles = tilesOf(view)
        const [px, py] = [(right / 101) * width, (down / 101) * height]
        const { lat, lon } = placeAt(view, px, py)
        const z = Math.min(view.zoom, 14)
        const x = Math.floor(2 ** z * ((lon + 180) / 360))
        const y = Math.floor(2 ** z * (0.5 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / (2 * Math.PI)))
        const there = tiles.filter(
          ({ left, top, size }) => px >= left && px < left + size && py >= top && py < top + size,
        )
        expect(there.map((tile) => [tile.z, tile.x, tile.y])).toEqual(tileHasCoverage(z, x, y) ? [[z, x, y]] : [])
      }),
    )
  })

  it('shows all three states at first, on a phone as on a wide screen', () => {
    for (const [width, height] of [
      [320, 350],
      [560, 630],
      [1900, 1000],
    ]) {
      const view = pictureView(wholeCoverage(width, height), width, height)
      const [left, top] = pixelOf(view, coverageBox.west, coverageBox.north)
      const [right, bottom] = pixelOf(view, coverageBox.east, coverageBox.south)
      expect(Math.min(left, top), `${width} × ${height}`).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
      expect(bottom).toBeLessThanOrEqual(height)
    }
  })
})
