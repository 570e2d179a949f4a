import { describe, expect, it } from 'vitest'
import type { FactSpec } from '../../../data-build/context.ts'
import { bytesByScore } from '../../../data-build/pack/by-score.ts'
import { factValue } from '../../../src/answers/dimensions/facts.ts'

const fact: FactSpec = { id: 'homes', label: 'Homes', unit: '', offset: 0, step: 1, digits: 0 }
const valuesOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => factValue(fact, byte))

describe('bytesByScore()', () => {
  it('interpolates between places with nearby scores', () => {
    const values = valuesOf(bytesByScore(fact, Float32Array.of(201, 1, 101), Float32Array.of(0, 200, 100)))
    expect([51, 101, 151, 200].map((score) => values[score])).toEqual([150, 100, 50, 1])
    expect(values[0]).toBeNaN()
  })

  it('averages over the places at each end of the scale', () => {
    const values = valuesOf(bytesByScore(fact, Float32Array.of(1, 2, 254, 255), Float32Array.of(200, 100, 50, 10)))
    expect([values[1], values[255]]).toEqual([150, 30])
  })

  it('returns values that never increase with the score if the values of the places decrease', () => {
    const scores = Float32Array.from({ length: 500 }, (_, i) => 1 + (i * 0.508) ** 1.01)
    const values = valuesOf(
      bytesByScore(
        fact,
        scores,
        scores.map((score) => 250 - score * 0.9),
      ),
    )
    for (let score = 2; score < 256; score++) expect(values[score]).toBeLessThanOrEqual(values[score - 1])
  })

  it('returns only missing values if there are no places', () => {
    expect(bytesByScore(fact, Float32Array.of(Number.NaN), Float32Array.of(3)).every((byte) => byte === 0)).toBe(true)
  })
})
