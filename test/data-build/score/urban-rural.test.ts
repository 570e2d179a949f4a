import { describe, expect, it } from 'vitest'
import { runningMean, ruralness, settlement, urbanity } from '../../../data-build/score/urban-rural/score.ts'
import { urbanRural } from '../../../src/answers/dimensions/urban-rural.ts'
import { reading } from './reading.ts'

describe('settlement density', () => {
  it('is the mean logarithm of both densities', () => {
    // log10(0.1 + 999.9) = 3, log10(0.1 + 9.9) = 1
    expect(settlement(Float32Array.of(999.9), Float32Array.of(9.9))[0]).toBeCloseTo(2, 5)
  })

  it('is finite without residents', () => {
    expect(settlement(Float32Array.of(0), Float32Array.of(0))[0]).toBeCloseTo(-1, 6)
  })
})

describe('urbanity', () => {
  it('is 0.25 higher (in powers of ten) where people walk, but only in towns', () => {
    const density = Float32Array.of(3, 3, 3)
    const values = urbanity(density, Float32Array.of(0, 1, 1), Float32Array.of(1, 1, 0))
    expect([...values]).toEqual([3, 3.25, 3])
  })
})

describe('runningMean', () => {
  const ramp = Float32Array.from({ length: 2001 }, (_, i) => i / 100)

  it('reproduces a straight line to its ends', () => {
    const mean = runningMean(ramp, ramp)
    for (const at of [0, 0.5, 7, 19, 20]) expect(mean(at)).toBeCloseTo(at, 4)
  })

  it('averages out noise', () => {
    const noisy = ramp.map((x, i) => x + (i % 2 === 0 ? 1 : -1))
    expect(Math.abs(runningMean(ramp, noisy)(10) - 10)).toBeLessThan(0.01)
  })

  it('returns the first or last mean beyond the ends of the line', () => {
    const mean = runningMean(ramp, ramp)
    expect([mean(-5), mean(99)]).toEqual([ramp[0], ramp[2000]])
  })
})

describe('ruralness', () => {
  it('ranges from 1 to 255 after conversion to a score', () => {
    expect(1 + 254 * ruralness(4.2, 0)).toBe(1)
    expect(1 + 254 * ruralness(-1, 1)).toBe(255)
  })

  it('clamps the density part at the ends of the scale', () => {
    expect(ruralness(5, 0)).toBe(0)
    expect(ruralness(-3, 0)).toBeCloseTo(0.4, 12)
  })

  it('weights the rank by 0.6 and the density by 0.4', () => {
    // (4.2 - 1.85) / 4.7 = 0.5
    expect(ruralness(1.85, 0.5)).toBeCloseTo(0.5, 12)
    expect(ruralness(1.85, 1)).toBeCloseTo(0.8, 12)
  })
})

describe('the description of urban and rural places', () => {
  it('contains the density that corresponds to the score', () => {
    expect(urbanRural.describe(reading(12, { around_km2: 9771 }))).toBe(
      'Dense urban core: about 25,000 people per square mile (9,800 per km²) within about 3 miles (5 km), averaged over day and night (2020-24).',
    )
    expect(urbanRural.describe({ ...reading(1, { around_km2: 20_400 }), units: 'metric' })).toBe(
      'Dense urban core: more than 20,000 people per km² within about 5 km, averaged over day and night (2020-24).',
    )
  })

  it('contains "hardly anyone" for very low densities', () => {
    expect(urbanRural.describe(reading(251, { around_km2: 0.2 }))).toBe(
      'Rural: hardly anyone within about 3 miles (5 km), averaged over day and night (2020-24).',
    )
  })

  it('omits unknown facts, and states whether it is an estimate', () => {
    expect(urbanRural.describe(reading(240, {}))).toBe('Rural (2020-24).')
    expect(urbanRural.describe(reading(130, {}, 'estimate'))).toBe('Suburban (estimate) (2020-24).')
  })
})
