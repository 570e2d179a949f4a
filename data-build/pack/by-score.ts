import { factByte } from '../../src/answers/dimensions/facts.ts'
import type { FactSpec } from '../context.ts'

/**
 * Tabulates a quantity that depends only on the score, as one byte per score. Each value is interpolated between two
 * places: the place with the nearest unrounded score (1-255) below the score, and the place with the nearest unrounded
 * score above it. Below the lowest and above the highest of these scores, the value is constant.
 */
export function bytesByScore(fact: FactSpec, scores: Float32Array, values: Float32Array): Uint8Array {
  const places = Array.from(scores.keys())
    .filter((i) => !Number.isNaN(scores[i]) && !Number.isNaN(values[i]))
    .sort((a, b) => scores[a] - scores[b])
  const bytes = new Uint8Array(256)
  if (places.length === 0) return bytes
  let next = 0
  for (let score = 1; score < 256; score++) {
    // Score 1 stands for all unrounded scores below 1.5, and score 255 for all above 254.5, including those beyond the
    // scale. They use the values at 1.5 and 254.5.
    const wanted = Math.min(254.5, Math.max(1.5, score))
    while (next < places.length - 1 && scores[places[next]] < wanted) next++
    const above = places[next]
    const below = places[Math.max(0, next - 1)]
    const span = scores[above] - scores[below]
    const part = span > 0 ? Math.min(1, Math.max(0, (wanted - scores[below]) / span)) : 1
    bytes[score] = factByte(fact, values[below] + part * (values[above] - values[below]))
  }
  return bytes
}
