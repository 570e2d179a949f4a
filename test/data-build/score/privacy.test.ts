import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seclusion } from '../../../data-build/score/privacy/score.ts'
import { privacy } from '../../../src/answers/dimensions/privacy.ts'
import { reading } from './reading.ts'

describe('seclusion', () => {
  it('is the negative mean logarithm of both densities', () => {
    // log10(3 + 97) = 2, log10(3 + 9,997) = 4
    expect(seclusion(Float32Array.of(97), Float32Array.of(9997))[0]).toBeCloseTo(-3, 6)
  })

  it('is constant without neighbors, and finite everywhere', () => {
    expect(seclusion(Float32Array.of(0), Float32Array.of(0))[0]).toBeCloseTo(-Math.log10(3), 6)
  })

  it('never increases if the number of neighbors increases', () => {
    const density = fc.float({ min: 0, max: 50_000, noNaN: true })
    fc.assert(
      fc.property(density, density, density, (near, far, more) => {
        const alone = seclusion(Float32Array.of(near), Float32Array.of(far))[0]
        expect(seclusion(Float32Array.of(near + more), Float32Array.of(far))[0]).toBeLessThanOrEqual(alone)
      }),
    )
  })
})

describe('the description of privacy', () => {
  const perAcre = 247.1

  it('contains homes per acre, counting the daytime population as homes', () => {
    expect(privacy.describe(reading(128, { neighbors_km2: 3.44 * perAcre }))).toBe(
      'Typical suburban privacy: about as crowded as 3.4 homes per acre (8.5 per hectare), counting homes and daytime visitors (2018-22).',
    )
    expect(privacy.describe({ ...reading(1, { neighbors_km2: 20.2 * perAcre }), units: 'metric' })).toContain(
      'High density, little privacy: more crowded than 50 homes per hectare',
    )
  })

  it('contains acres per home if homes are few', () => {
    expect(privacy.describe(reading(230, { neighbors_km2: perAcre / 12, homes_km2: 10 }))).toContain(
      'Estate-like seclusion: about as crowded as 1 home per 12 acres (4.9 hectares)',
    )
  })

  it('describes densities beyond the end of the scale', () => {
    expect(privacy.describe(reading(255, { neighbors_km2: 2, homes_km2: 1 }))).toBe(
      'Hardly any homes nearby: about 1 home per 247 acres (100 hectares) around (2018-22).',
    )
    expect(privacy.describe(reading(255, { neighbors_km2: 2, homes_km2: 5 }))).toContain(
      'less crowded than 1 home per 124',
    )
  })

  it('states that no homes are nearby if there are no residents', () => {
    expect(privacy.describe(reading(255, { neighbors_km2: 2, homes_km2: 0.01 }))).toBe('No homes nearby (2018-22).')
  })

  it('omits an unknown density, and states whether it is an estimate', () => {
    expect(privacy.describe(reading(50, {}, 'estimate'))).toBe('Close neighbors (estimate) (2018-22).')
  })
})
