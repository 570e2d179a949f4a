import { ifLoaded } from '../../base/errors.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Place } from '../../base/geo/place.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type {
  Explanation,
  Score,
  ScoreOptions,
  Scores,
  ScoresAround,
  ScoresAroundRequest,
  ScoresOptions,
} from './answers.ts'
import type { ScoreFunctions } from './score-functions.ts'

/** What answers by any id, whatever is loaded. Throws `NotLoadedError` about the rest. */
interface AnyScores extends Pick<ScoreFunctions, 'dimensions'> {
  /** Of one dimension, as `vicinage.score`. */
  score(dimension: string, place: Place, options?: ScoreOptions): Score<boolean>
  /** As `vicinage.scores`. */
  scores(place: Place, options?: ScoresOptions<string>): Readonly<Record<string, Score<boolean>>>
  /** As `vicinage.explain`. */
  explain(dimension: string, place: Place, options?: Pick<ScoreOptions, 'units'>): Explanation
  /** As `vicinage.scoresAround`. */
  scoresAround(request: ScoresAroundRequest<string>): ScoresAround<string>
}

/** The answer of `score`; about what is not loaded, score 0 and why, as the faces of the service say it. */
export function scoreIfLoaded(
  vicinage: AnyScores,
  id: DimensionId,
  place: Place,
  options: ScoreOptions = {},
): Score<boolean> {
  return ifLoaded(
    () => vicinage.score(id, place, options),
    ({ message }) => {
      const answer = { score: 0, description: options.description === false ? null : message }
      return options.percentiles ? { ...answer, percentile: null } : answer
    },
  )
}

/** The same of several dimensions; of a place that is known only roughly they come with bands. */
export function scoresIfLoaded(
  vicinage: AnyScores,
  place: Place,
  ids: readonly DimensionId[],
  options: ScoreOptions,
): Scores {
  const loaded = (place.radius ?? 0) > EXACT ? loadedOf(vicinage, ids) : []
  const bands = loaded.length > 0 ? vicinage.scores(place, { ...options, dimensions: loaded }) : null
  const { lat, lon } = place
  const entries = ids.map((id) => [id, bands?.[id] ?? scoreIfLoaded(vicinage, id, { lat, lon }, options)])
  return Object.fromEntries(entries)
}

function loadedOf(vicinage: AnyScores, ids: readonly DimensionId[]): readonly DimensionId[] {
  const loaded = new Set(vicinage.dimensions().flatMap(({ id, loaded }) => (loaded ? [id] : [])))
  return ids.filter((id) => loaded.has(id))
}

/** The answer of `scoresAround`; a dimension that is not loaded has score 0 and no percentiles. */
export function scoresAroundIfLoaded(
  vicinage: AnyScores,
  { dimensions, ...circle }: ScoresAroundRequest & { readonly dimensions: readonly DimensionId[] },
): ScoresAround {
  const { scores, ...around } = vicinage.scoresAround({ ...circle, dimensions: loadedOf(vicinage, dimensions) })
  const none = { score: 0, p10: null, p90: null, reliable: false, without_data: 1, note: null }
  return {
    ...around,
    scores: Object.fromEntries(dimensions.map((id) => [id, scores[id] ?? none])) as ScoresAround['scores'],
  }
}

/** The answer of `explain`; about what is not loaded, score 0 and why. */
export function explainIfLoaded(
  vicinage: AnyScores,
  id: DimensionId,
  place: Place,
  options?: Pick<ScoreOptions, 'units'>,
): Explanation {
  const nothing = { basis: null, inputs: [], percentile: null, sources: [] }
  return ifLoaded(
    () => vicinage.explain(id, place, options),
    ({ message }) => ({ dimension: id, score: 0, description: message, ...nothing }),
  )
}
