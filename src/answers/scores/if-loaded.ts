import { ifLoaded } from '../../base/errors.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { Place } from '../../base/geo/place.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type {
  DimensionEntry,
  Explanation,
  Score,
  ScoreOptions,
  Scores,
  ScoresAround,
  ScoresAroundRequest,
  ScoresOptions,
} from './answers.ts'
import type { ScoreFunctions } from './score-functions.ts'

/** Score functions for any dimension ID. They throw `NotLoadedError` if the dimension is not loaded. */
export interface AnyScores extends Pick<ScoreFunctions, 'place'> {
  dimensions(): readonly DimensionEntry[]
  /** Scores one dimension, like `vicinage.score`. */
  score(dimension: string, place: Place, options?: ScoreOptions): Score<boolean, boolean>
  /** Scores several dimensions, like `vicinage.scores`. */
  scores(place: Place, options?: ScoresOptions<string>): Readonly<Record<string, Score<boolean, boolean>>>
  /** Explains a score, like `vicinage.explain`. */
  explain(dimension: string, place: Place, options?: Pick<ScoreOptions, 'units' | 'interval'>): Explanation
  /** Scores a circle, like `vicinage.scoresAround`. */
  scoresAround(request: ScoresAroundRequest<string>): ScoresAround<string>
}

/**
 * Returns the answer of `score`. If the dimension is not loaded, returns score 0 with the reason as its description.
 */
export function scoreIfLoaded(
  vicinage: Pick<AnyScores, 'score'>,
  id: DimensionId,
  place: Place,
  options: ScoreOptions = {},
): Score<boolean, boolean> {
  return ifLoaded(
    () => withoutMap(vicinage.score(id, place, options)),
    ({ fact: message }) => {
      const answer = { score: 0, description: options.description === false ? null : message }
      return {
        ...answer,
        ...(options.percentiles ? { percentile: null } : {}),
        ...(options.interval ? { interval: null } : {}),
      }
    },
  )
}

/**
 * Returns the scores of several dimensions, with bands if the place is only roughly located. Dimensions that are not
 * loaded score 0.
 */
export function scoresIfLoaded(
  vicinage: Pick<AnyScores, 'dimensions' | 'score' | 'scores'>,
  place: Place,
  ids: readonly DimensionId[],
  options: ScoreOptions,
): Scores<DimensionId, boolean, boolean> {
  const loaded = (place.radius ?? 0) > EXACT ? getLoaded(vicinage, ids) : []
  const bands = loaded.length > 0 ? vicinage.scores(place, { ...options, dimensions: loaded }) : null
  const { lat, lon } = place
  const entries = ids.map((id) => {
    const wide = bands?.[id]
    return [id, wide ? withoutMap(wide) : scoreIfLoaded(vicinage, id, { lat, lon }, options)]
  })
  return Object.fromEntries(entries)
}

/** Removes the official map's zones and date, which only the library's own answers contain. */
function withoutMap(answer: Score<boolean, boolean>): Score<boolean, boolean> {
  if (!('mapped' in answer)) return answer
  const { mapped: _, zone: __, zones: ___, map_date: ____, ...score } = answer
  return score
}

/** Returns the loaded dimensions of a list. */
export function getLoaded(
  vicinage: Pick<AnyScores, 'dimensions'>,
  ids: readonly DimensionId[],
): readonly DimensionId[] {
  const loaded = new Set(vicinage.dimensions().flatMap(({ id, loaded }) => (loaded ? [id] : [])))
  return ids.filter((id) => loaded.has(id))
}

/** Returns the answer of `scoresAround`. Dimensions that are not loaded have score 0 and no percentiles. */
export function scoresAroundIfLoaded(
  vicinage: Pick<AnyScores, 'dimensions' | 'scoresAround'>,
  { dimensions, ...circle }: ScoresAroundRequest & { readonly dimensions: readonly DimensionId[] },
): ScoresAround {
  const { scores, ...around } = vicinage.scoresAround({ ...circle, dimensions: getLoaded(vicinage, dimensions) })
  const noScore = { score: 0, p10: null, p90: null, narrow: false, without_data: 1, note: null }
  return {
    ...around,
    scores: Object.fromEntries(dimensions.map((id) => [id, scores[id] ?? noScore])) as ScoresAround['scores'],
  }
}

/**
 * Returns the answer of `explain`. If the dimension is not loaded, returns score 0 with the reason as its description.
 */
export function explainIfLoaded(
  vicinage: AnyScores,
  id: DimensionId,
  place: Place,
  options?: Pick<ScoreOptions, 'units' | 'interval'>,
): Explanation {
  const noEvidence = { basis: null, inputs: [], percentile: null, sources: [] }
  return ifLoaded(
    () => vicinage.explain(id, place, options),
    ({ fact: message }) => ({
      dimension: id,
      score: 0,
      description: message,
      ...noEvidence,
      ...(options?.interval ? { interval: null } : {}),
    }),
  )
}
