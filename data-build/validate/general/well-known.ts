import type { BuiltContext } from '../built-context.ts'
import { type Check, scoresAt } from '../check.ts'
import { expectations } from '../well-known-places.ts'

/** How many well-known places score as somebody who knows them expects. */
export function wellKnown(context: BuiltContext): Check[] {
  return Object.entries(expectations).map(([dimension, places]) => {
    const scores = scoresAt(context, dimension, places)
    const value = places.filter(({ low, high }, i) => scores[i] >= low && scores[i] <= high).length / places.length
    const check = 'well-known places within the scores expected before looking'
    return { dimension, check, statistic: 'hit rate', value, n: places.length, trial: null, reached: null }
  })
}
