import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seclusion } from '../../data-build/score/privacy/score.ts'
import type { Basis } from '../../src/dimensions/dimension.ts'
import { privacy } from '../../src/dimensions/privacy.ts'

describe('seclusion', () => {
  it('is minus the mean logarithm of the two densities', () => {
    // log10(3 + 97) = 2, log10(3 + 9,997) = 4
    expect(seclusion(Float32Array.of(97), Float32Array.of(9997))[0]).toBeCloseTo(-3, 6)
  })

  it('is the same for none and finite everywhere', () => {
    expect(seclusion(Float32Array.of(0), Float32Array.of(0))[0]).toBeCloseTo(-Math.log10(3), 6)
  })

  it('never grows with neighbors', () => {
    const density = fc.float({ min: 0, max: 50_000, noNaN: true })
    fc.assert(
      fc.property(density, density, density, (near, far, more) => {
        const alone = seclusion(Float32Array.of(near), Float32Array.of(far))[0]
        expect(seclusion(Float32Array.of(near + more), Float32Array.of(far))[0]).toBeLessThanOrEqual(alone)
      }),
    )
  })
})

describe('describe', () => {
  const place = (homes: number, score = 128, basis: Basis = 'modelled') => ({ score, basis, fact: () => homes })

  it('counts homes per acre', () => {
    expect(privacy.describe(place(247.1 * 3.44))).toBe(
      'Typical suburban privacy: about 3.4 homes per acre of land nearby.',
    )
    expect(privacy.describe(place(247.1 * 20.2, 4))).toBe(
      'High density, little privacy: about 20 homes per acre of land nearby.',
    )
  })

  it('counts acres per home where homes are few', () => {
    expect(privacy.describe(place(247.1 / 12, 230))).toBe(
      'Estate-like seclusion: about one home per 12 acres of land nearby.',
    )
    expect(privacy.describe(place(1, 250))).toBe('Estate-like seclusion: less than one home per 200 acres nearby.')
  })

  it('passes from homes per acre to acres per home', () => {
    expect(privacy.describe(place(247.1 * 0.95))).toContain('about 1.0 homes per acre')
    expect(privacy.describe(place(247.1 * 0.94))).toContain('about one home per acre of land')
  })

  it('leaves out an unknown density and names an estimate', () => {
    expect(privacy.describe(place(Number.NaN, 50, 'estimate'))).toBe('Close neighbors (estimate).')
  })
})
