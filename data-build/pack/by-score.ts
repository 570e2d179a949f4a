import { factByte } from '../../src/answers/dimensions/facts.ts'
import type { FactSpec } from '../context.ts'

/**
 * Tabulates a quantity that the score determines, as one byte per score. It is interpolated between the places next to
 * each whole score, given by their unrounded scores (1-255) and values. Beyond the first and the last place, the value
 * is constant.
 */
export function bytesByScore(fact: FactSpec, scores: Float32Array, values: Float32Array): Uint8Array {
  const places = Array.from(scores.keys())
    .filter((i) => !Number.isNaN(scores[i]) && !Number.isNaN(values[i]))
    .sort((a, b) => scores[a] - scores[b])
  const bytes = new Uint8Array(256)
  if (places.length === 0) return bytes
  let next = 0
  for (let score = 1; score < 256; score++) {
    // The ends of the scale stand for everything beyond them, so they take the value at which they begin.
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
