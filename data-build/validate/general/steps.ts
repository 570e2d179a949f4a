import { scorers } from '../../scorers.ts'
import type { BuiltContext } from '../built-context.ts'
import type { Check, ValidationContext } from '../check.ts'
import { type BorderPairs, borderPairs, type Pairs } from './border-pairs.ts'

const PAIRS = 3000
/** Mean difference that a line on the map may make over 100 m. */
const MOST = 5

const kinds = [
  ['tract', 'across a line between tracts'],
  ['county', 'across a line between counties'],
  ['within', 'inside one tract, to compare with'],
] as const satisfies readonly (readonly [keyof BorderPairs, string])[]

/**
 * The world is continuous: surfaces must not step where a line on a map is. Official zones (fire) may.
 * The three states share no border with each other, so there is no state line to look at.
 */
export function steps(context: BuiltContext): Check[] {
  const pairs = borderPairs(context.zones, (lon, lat) => context.zoneRaster.at(lon, lat), PAIRS)
  const surfaces = Object.keys(scorers).filter((id) => scorers[id].surface && id !== 'fire')
  return surfaces.flatMap((id) =>
    kinds.map(([kind, where]) => stepOf(context, id, pairs[kind], where, kind !== 'within')),
  )
}

/** Mean absolute difference over 100 m where both places have a score. */
export function stepOf(
  context: Pick<ValidationContext, 'scores'>,
  dimension: string,
  { a, b }: Pairs,
  where: string,
  asked: boolean,
): Check {
  const one = context.scores(dimension, a.lat, a.lon)
  const other = context.scores(dimension, b.lat, b.lon)
  let sum = 0
  let n = 0
  for (let i = 0; i < one.length; i++) {
    if (one[i] === 0 || other[i] === 0) continue
    sum += Math.abs(one[i] - other[i])
    n++
  }
  const value = sum / n
  const check = `step of the score over 100 m ${where}`
  return { dimension, check, statistic: 'mean points', value, n, trial: null, reached: asked ? value <= MOST : null }
}
