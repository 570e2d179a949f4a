import { refusedArgument } from '../../base/errors.ts'
import { isWide, type MaybePlace, type Place, type PlaceNotFound, type Point } from '../../base/geo/place.ts'
import { SWAPPED } from '../../base/open-water.ts'
import { checkPlace } from '../../base/parameters/check-place.ts'
import { alreadyGuarded, codedError } from '../../base/parameters/guard.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import { type DimensionId, type GroupIds, groupMethods } from '../dimensions/catalog.ts'
import type { LoadedDimension, Spot } from '../dimensions/loaded-dimension.ts'
import { getScaleWords } from '../dimensions/words.ts'
import type {
  DimensionEntry,
  Score,
  ScoreMethods,
  ScoreOptions,
  Scores,
  ScoresOptions,
  Source,
  Surroundings,
} from './answers.ts'
import { describe, mapAt, readingAt } from './reading.ts'
import type { ScoredData } from './scored-data.ts'

/** Functions that score one place. `Id` is the union of the loaded dimensions' ids. */
export interface ScoreFunctions<Id extends string = DimensionId> {
  /**
   * Character of the surroundings: `vibe.walkability({ lat, lon })`. Each method returns the response of its endpoint
   * and throws the same errors as `score`.
   */
  readonly vibe: ScoreMethods<'vibe', Id>
  /** Noise, air and industry: `environment.noiseLevels({ lat, lon })`. */
  readonly environment: ScoreMethods<'environment', Id>
  /** Residents: `demographics.insuranceCoverage({ lat, lon })`. */
  readonly demographics: ScoreMethods<'demographics', Id>
  /** Flood and fire: `risk.flood({ lat, lon })`. */
  readonly risk: ScoreMethods<'risk', Id>

  /**
   * Returns the score of one dimension at a place, with a short description. The score is 1-255 on the dimension's
   * scale, or 0 if there is no data. With `{ description: false }`, the description is null, which is faster. With
   * `{ percentiles: true }`, the result includes the percentage of people with a lower score:
   * `{ state: 62, coverage: 58, text: 'Quieter than where 62% of Texans live.' }`, or null for score 0. The description
   * uses US units with metric units in parentheses, or only metric units with `{ units: 'metric' }`. With
   * `{ interval: true }`, the result includes the 80% interval of the true score: `{ low: 96, high: 171 }`, or null if
   * there is no data or the accuracy is unknown. The interval usually comes from measured errors. No outside data
   * measures privacy, visual appeal and dog friendliness, so their intervals come from how much the inputs vary between
   * neighboring block groups. The field `of` in `explain` tells which of the two was used.
   *
   * For a place with a radius over 150 m, which the geocoder may return, `score` is the score at the center and `band`
   * is the score range of the surrounding people. The description uses the labels of both ends of the band and says on
   * how much of the circle's land there is a hazard that the labels do not tell, such as fine particles above the
   * federal limit. The interval covers the whole circle, and there is no percentile.
   *
   * Flood and fire also return `mapped`, `zone` and `map_date` of the official map, and `zones` for a place with a
   * radius over 150 m, except with `{ description: false }`.
   *
   * @throws {ValidationError} `input_invalid`, when lat is not in -90…90, lon is not in -180…180, or the dimension does
   *   not exist; `option_unknown`
   * @throws {ValidationError} `not_found`, when the place is a `geocode` result for an address that was not found
   * @throws {NotLoadedError} `dimension_not_loaded`, when the dimension is not loaded; `place_not_loaded`, when only
   *   other places are loaded; `areas_not_loaded`, when the place has a radius over 150 m and areas are not loaded
   */
  score<const Percentiles extends boolean = false, const WithInterval extends boolean = false>(
    dimension: Id,
    place: MaybePlace,
    options?: ScoreOptions<Percentiles, WithInterval>,
  ): Score<Percentiles, WithInterval>

  /**
   * Returns the scores of several dimensions at one place, keyed by dimension ID. Defaults to all loaded dimensions:
   * `scores(place)`, `scores(place, { dimensions: ['fire'] })`. Each score has the same form as in `score`. Throws the
   * same errors as `score`.
   */
  scores<
    const Chosen extends Id = Id,
    const Percentiles extends boolean = false,
    const WithInterval extends boolean = false,
  >(
    place: MaybePlace,
    options?: ScoresOptions<Chosen, Percentiles, WithInterval>,
  ): Scores<Chosen, Percentiles, WithInterval>

  /**
   * Returns the census areas that contain a place: 12-digit block group, county (`Travis County`) and state. Returns
   * null outside the coverage area. Throws the same errors as `score`.
   */
  place(point: Point | PlaceNotFound): Surroundings | null

  /**
   * Returns the catalog: the meaning, score labels, method and sources of each dimension. Sources are empty if the
   * dimension is not loaded. The return type lists the IDs of all dimensions, loaded or not, and of added layers.
   */
  dimensions<Listed extends string = Id | DimensionId>(): readonly DimensionEntry<Listed>[]
}

/** Scores a roughly located place: returns the score at its center and a band for each dimension. */
export type ScoresWithin = <Id extends string>(
  place: Place,
  ids: readonly Id[],
  options: ScoreOptions | undefined,
) => Scores<Id, boolean, boolean>

const scoreOptions: OptionNames<ScoreOptions> = {
  description: true,
  percentiles: true,
  interval: 'boolean',
  units: true,
}
const scoresOptions: OptionNames<ScoresOptions> = { ...scoreOptions, dimensions: 'list' }

/**
 * Creates the functions that score a single place.
 *
 * @param scoresWithin scores roughly located places
 */
export function scoreFunctions(data: ScoredData, scoresWithin: ScoresWithin): ScoreFunctions<string> {
  const getMethods = <G extends keyof GroupIds>(group: G): ScoreMethods<G, string> =>
    groupMethods(group, (id) => (point: Point) => ({ result: withoutHint(scoreAt(data, id, point)) }))

  // Converts errors itself instead of through `guarded`, because that extra call would take longer than the scoring
  // itself.
  const score = alreadyGuarded(
    (dimension: string, place: MaybePlace, options?: ScoreOptions): Score<boolean, boolean> => {
      try {
        return answer(dimension, place, options)
      } catch (error) {
        throw codedError(error, 'score(dimension: string, place: object, options?: object)', [
          dimension,
          place,
          options,
        ])
      }
    },
  )

  const answer = (dimension: string, place: MaybePlace, options?: ScoreOptions): Score<boolean, boolean> => {
    // The option names are written out, because looking them up in a table would take noticeable time in millions of
    // calls.
    for (const name in options)
      if (
        name !== 'description' &&
        name !== 'percentiles' &&
        (name !== 'interval' || typeof options![name] !== 'boolean')
      )
        checkOptions(options, scoreOptions)
    checkPlace(place)
    if (isWide(place)) return scoresWithin(place, [dimension], options)[dimension]
    const spot = data.locate(place)
    return mappedScore(data, data.getLoaded(dimension), spot, options)
  }

  return {
    vibe: getMethods('vibe'),
    environment: getMethods('environment'),
    demographics: getMethods('demographics'),
    risk: getMethods('risk'),
    score: score as ScoreFunctions<string>['score'],

    scores<const Id extends string, Percentiles extends boolean, WithInterval extends boolean>(
      place: MaybePlace,
      options: ScoresOptions<Id, Percentiles, WithInterval> = {},
    ): Scores<Id, Percentiles, WithInterval> {
      // Reject options among the place's fields, otherwise they would be silently ignored.
      const { dimensions: misplaced } = (place ?? {}) as { readonly dimensions?: unknown }
      if (Array.isArray(misplaced) && misplaced.some((id) => (data.ids as readonly unknown[]).includes(id)))
        throw refusedArgument(
          'dimensions',
          "'dimensions' is an option: scores(place, { dimensions })",
          place,
          'option_unknown',
        )
      checkPlace(place)
      checkOptions<object>(options, scoresOptions)
      const ids = options.dimensions ?? (data.idsAt(place) as readonly string[] as readonly Id[])
      if (isWide(place)) return scoresWithin(place, ids, options) as Scores<Id, Percentiles, WithInterval>
      const answers: Record<string, Score<boolean, boolean>> = {}
      if (ids.length === 0) return answers as Scores<Id, Percentiles, WithInterval>
      const spot = data.locate(place)
      for (const id of ids) answers[id] = mappedScore(data, data.getLoaded(id), spot, options)
      return answers as Scores<Id, Percentiles, WithInterval>
    },

    place(point) {
      checkPlace(point)
      const spot = data.locate(point)
      if (spot.zone === 0) return null
      data.findBlockGroup(spot)
      return data.geography.describe(spot.blockGroup)
    },

    dimensions<Listed extends string>() {
      return data.catalog.map(({ id, group, name, scale, ladder, method }) => ({
        id: id as string as Listed,
        group,
        path: `/v1/${group}/${id}`,
        name,
        scale,
        words: getScaleWords(ladder),
        method,
        loaded: data.loaded.has(id),
        sources: getSources(data.loaded.get(id)),
      }))
    },
  }
}

/** Removes the hint that coordinates look swapped, because the mirrored endpoints do not have it. */
function withoutHint(answer: Score): Score {
  const { score, description } = answer
  if (score !== 0 || !description?.endsWith(SWAPPED)) return answer
  return { ...answer, description: description.slice(0, -SWAPPED.length) }
}

/** Returns the score at the center of a place, ignoring its radius. */
export function scoreAt(
  data: ScoredData,
  dimension: string,
  point: Point,
  options?: ScoreOptions,
): Score<boolean, boolean> {
  const spot = data.locate(point)
  return scoreOn(data, data.getLoaded(dimension), spot, options)
}

/**
 * Returns a score with the zone and the date of the official map, if the score has a description and the dimension has
 * official maps.
 */
function mappedScore(
  data: ScoredData,
  loaded: LoadedDimension,
  spot: Spot,
  options: ScoreOptions | undefined,
): Score<boolean, boolean> {
  if (loaded.dimension.getZone === undefined || options?.description === false)
    return scoreOn(data, loaded, spot, options)
  const score = data.scoreAt(loaded, spot)
  const reading = readingAt(data, loaded, score, spot, options?.units)
  const answer = completed(data, loaded, spot, options, score, describe(data, loaded, spot, reading))
  // Changes `answer` in place, because copying the score and the map fields into a third object takes longer than the
  // scoring itself.
  return Object.assign(answer, mapAt(data, loaded, spot, reading))
}

function scoreOn(
  data: ScoredData,
  loaded: LoadedDimension,
  spot: Spot,
  options?: ScoreOptions,
): Score<boolean, boolean> {
  const score = data.scoreAt(loaded, spot)
  const description =
    options?.description === false
      ? null
      : describe(data, loaded, spot, readingAt(data, loaded, score, spot, options?.units))
  return completed(data, loaded, spot, options, score, description)
}

/** Adds the percentile and the interval to a score, if they were requested. */
function completed(
  data: ScoredData,
  loaded: LoadedDimension,
  spot: Spot,
  options: ScoreOptions | undefined,
  score: number,
  description: string | null,
): Score<boolean, boolean> {
  if (options?.interval === true) {
    const interval = data.intervalAt(loaded, score, spot)
    return options.percentiles === true
      ? { score, description, percentile: data.percentileAt(loaded, score, spot), interval }
      : { score, description, interval }
  }
  if (options?.percentiles !== true) return { score, description }
  return { score, description, percentile: data.percentileAt(loaded, score, spot) }
}

/** Returns the sources of a dimension, or an empty list if the dimension is not loaded. */
export function getSources(loaded: LoadedDimension | undefined): readonly Source[] {
  return (loaded?.sources ?? []).map(({ agency, title, vintage, licence }) => ({
    agency,
    title,
    vintage,
    license: licence,
  }))
}
