import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPointDensity, meanOfKnown } from '../../../data-build/score/vibe-inputs.ts'

describe('meanOfKnown', () => {
  it('returns the known value if the other is unknown', () => {
    const mean = meanOfKnown(
      Float64Array.of(4, Number.NaN, 6, Number.NaN),
      Float64Array.of(8, 3, Number.NaN, Number.NaN),
    )
    expect([...mean]).toEqual([6, 3, 6, Number.NaN])
  })
})

describe('createPointDensity', () => {
  it('returns the height of a Gaussian at a single point', () => {
    const density = createPointDensity(Float64Array.of(30), Float64Array.of(-97), 1)
    // 1 / (2π) per km² at the point, and e^-½ of it one σ north. 1 km is 1/111.195 degrees.
    const [here, north] = density({ lat: Float64Array.of(30, 30 + 1 / 111.195), lon: Float64Array.of(-97, -97) })
    expect(here).toBeCloseTo(0.159155, 5)
    expect(north).toBeCloseTo(0.096532, 5)
  })

  it('returns the sum over all points within 3.3 σ', () => {
    const lat = fc.double({ min: 25, max: 25.3, noNaN: true })
    const lon = fc.double({ min: -80.4, max: -80.1, noNaN: true })
    const point = fc.tuple(lat, lon)
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 40 }), point, (points, [y, x]) => {
        const density = createPointDensity(
          Float64Array.from(points, (one) => one[0]),
          Float64Array.from(points, (one) => one[1]),
          1,
        )
        let sum = 0
        for (const [south, west] of points) {
          const up = (south - y) * 111.195
          const across = (west - x) * 111.195 * Math.cos((y * Math.PI) / 180)
          const square = up * up + across * across
          if (square < 3.3 ** 2) sum += Math.exp(-square / 2) / (2 * Math.PI)
        }
        expect(density({ lat: Float64Array.of(y), lon: Float64Array.of(x) })[0]).toBeCloseTo(sum, 5)
      }),
    )
  })

  it('returns zero far from all points, and without points', () => {
    const away = { lat: Float64Array.of(40, -10), lon: Float64Array.of(-120, 60) }
    expect([...createPointDensity(Float64Array.of(30), Float64Array.of(-97), 1)(away)]).toEqual([0, 0])
    expect([...createPointDensity(new Float64Array(0), new Float64Array(0), 1)(away)]).toEqual([0, 0])
  })
})
