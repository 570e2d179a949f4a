import { rankCorrelation } from '../../statistics.ts'
import { readBlockGroupSample } from '../../validate/block-group-sample.ts'
import { type Checker, hitRate, spearman } from '../../validate/check.ts'
import { downtowns, placesInTopDecile } from '../../validate/known-places.ts'

const dimension = 'walkability'

/**
 * Does not repeat the trial's ranking of cities (0.848 over 684 cities), because the published table that it was
 * compared with is not a source file.
 */
export const check: Checker = async (context) => {
  const epa = rankCorrelation(context.centerScores(dimension), context.eji('E_WLKIND'))
  const sample = await readBlockGroupSample(context.sources)
  const streets = rankCorrelation(context.scores(dimension, sample.lat, sample.lon), sample.intersections)
  const { hits } = placesInTopDecile(context, dimension, downtowns)
  return [
    {
      check: 'EPA walkability index of the tract (one of five inputs: agreement, not proof), at block-group centers',
      ...spearman(epa),
    },
    {
      check: 'street intersections per square mile (EPA Smart Location Database), Texas block groups',
      ...spearman(streets),
    },
    { check: 'downtowns of large cities in the top tenth of their county', ...hitRate(hits, downtowns.length) },
  ]
}
