import type { Dimension } from '../../dimensions/dimension.ts'

export type Part = 'low' | 'middle' | 'high'

/** The outer fifths of a scale are near its ends. Farther in, the words of an end would say more than the score does. */
const [LOW, HIGH] = [51, 205]
/** Where the descriptions of scales with a middle say that it is there. */
const [FROM, TO] = [120, 136]

/** The end of the scale that a score from 1 to 255 is near to, or the middle where the scale has one; null between them. */
export function near({ scale }: Pick<Dimension, 'scale'>, score: number): Part | null {
  if (score <= LOW) return 'low'
  if (score >= HIGH) return 'high'
  return scale.middle !== null && score >= FROM && score <= TO ? 'middle' : null
}
