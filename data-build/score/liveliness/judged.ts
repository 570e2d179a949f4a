import { getPoints, nearestCenter } from '../../geography/center-index.ts'
import type { BuiltContext } from '../../validate/built-context.ts'
import { type Judged, onScale } from '../../validate/intervals/judged.ts'
import { florida, foodDensity, texas } from './validate.ts'

/** Evaluates the mean scores of ZIP areas against their number of restaurants and bars. */
export async function judgedFood(context: BuiltContext): Promise<Judged> {
  const lists = await Promise.all([florida, texas].map((list) => foodDensity(context, list)))
  const scores = lists.flatMap(({ areas, mean, density }) => {
    const rounded = mean.map((score) => Math.round(score) || 0)
    const truth = onScale(density, rounded)
    const nearest = nearestCenter(context.blockGroups, getPoints(areas))
    return areas.flatMap((_, i) =>
      truth[i] > 0 ? [{ blockGroup: nearest[i], basis: 'modeled' as const, score: rounded[i], truth: truth[i] }] : [],
    )
  })
  return {
    by: `restaurants and bars per km² in ${scores.length.toLocaleString('en-US')} ZIP areas of Florida and Texas`,
    of: 'errors',
    scores,
  }
}
