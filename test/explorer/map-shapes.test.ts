import fc from 'fast-check'
import { distance } from 'geokdbush'
import { describe, expect, it } from 'vitest'
import { circle } from '../../src/explorer/map/circle.ts'
import { dotFeatures } from '../../src/explorer/map/dot-features.ts'
import { readTileAddress, tileAddresses } from '../../src/explorer/map/tile-address.ts'

const place = fc.record({
  lat: fc.double({ min: 24, max: 43, noNaN: true }),
  lon: fc.double({ min: -125, max: -79, noNaN: true }),
})

describe('the circle around a geocoded place', () => {
  it('is as wide on the ground as it says', () => {
    fc.assert(
      fc.property(place, fc.integer({ min: 10, max: 500_000 }), ({ lat, lon }, metres) => {
        const [ring] = circle({ lat, lon }, metres).coordinates
        for (const [x, y] of ring) {
          // geokdbush takes the Earth as 6371 km, the circle as 6371.0088 km.
          expect((1000 * distance(lon, lat, x, y)) / metres).toBeCloseTo(1, 4)
        }
        expect(ring[0]).toEqual(ring.at(-1))
      }),
    )
  })
})

describe('dots of a file', () => {
  it('are all drawn once, those without a score below the others', () => {
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

  it('are few features, however many they are', () => {
    const dots = Array.from({ length: 100_000 }, (_, i) => ({ lat: 30 + i / 1e5, lon: -97, score: i % 256 }))
    expect(dotFeatures(dots).features).toHaveLength(256)
  })
})

describe('addresses of tiles', () => {
  it('say the tile, whatever the conditions', () => {
    const filter = fc.record({ dimension: fc.string(), from: fc.integer(), to: fc.integer() })
    fc.assert(
      fc.property(fc.string(), fc.array(filter), fc.nat(14), fc.nat(), fc.nat(), (dimension, only, z, x, y) => {
        const address = tileAddresses('score', dimension, only)
        expect(address.startsWith('score://')).toBe(true)
        const filled = address.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
        expect(readTileAddress(filled)).toEqual({ dimension, only, z, x, y })
      }),
    )
  })
})
