import { type DimensionId, dimensions } from '../../answers/dimensions/catalog.ts'
import type { Units } from '../../answers/dimensions/words.ts'
import type { FitRequest } from '../../answers/fit/answers.ts'
import { checkedPriorities } from '../../answers/fit/priorities.ts'
import { checkedMinLayer, type Layer } from '../../answers/geocode/layers.ts'
import { MAX_NEAREST } from '../../answers/schools/nearest.ts'
import { ValidationError } from '../../base/errors.ts'
import type { OptionNames } from '../../base/parameters/options.ts'
import { BatchError, checkBatchOptions } from './errors.ts'
import type { PlaceColumns } from './place-columns.ts'

/** Columns to add to every row. Serializable as JSON. */
export interface BatchQuestion {
  /** Dimension IDs, in column order. */
  readonly dimensions: readonly DimensionId[]
  /**
   * Whether to add the percentile of each score: the percentage of the state's residents with a lower score, 0-100.
   * Default: false.
   */
  readonly percentiles?: boolean
  /**
   * Whether to add two columns per score, `<id>_low` and `<id>_high`, with the range that contains the true score in
   * 80% of cases. For an address with a radius over 150 m, the range covers the whole circle, as in
   * `score(place, { interval: true })`. The columns are empty if the accuracy is unknown. Default: false.
   */
  readonly interval?: boolean
  /** Weights by dimension, for the added column `fit`. */
  readonly weights?: FitRequest['weights'] | undefined
  /** Direction to prefer by dimension: `high` (default), `low`, or `{ around: 128 }`. */
  readonly want?: FitRequest['want'] | undefined
  /**
   * Population that a place is compared with for the fit: the residents of its state (default), or of the whole
   * coverage area.
   */
  readonly among?: FitRequest['among'] | undefined
  /** Whether `weights` and `want` can contain dimensions about residents. Default: false. */
  readonly demographics?: boolean | undefined
  /** Whether to add a description to each score. */
  readonly descriptions: boolean
  /** Units of the descriptions. Default: `us`. */
  readonly units?: Units
  /** Whether to add the school districts of the place. */
  readonly districts: boolean
  /** Number of nearest schools to add, 0-50. */
  readonly schools: number
  /** Whether to add all details of an address match: layer, radius, coordinates, confidence, address, and message. */
  readonly geocodeDetails: boolean
  /**
   * Whether to add, for addresses, the matched layer, the radius, and the 10th and 90th percentile of each dimension's
   * scores within the radius.
   */
  readonly bands: boolean
  /**
   * Whether to place an address with an unknown city at the centroid of its ZIP, if the ZIP is in a covered state.
   * Default: false.
   */
  readonly zipCentroids?: boolean
  /**
   * Largest radius in meters at which an address gets values in the score columns. Bands are added at any radius. By
   * default, the score columns are empty for addresses found only as a city, county or state, or as a street with a
   * radius above 5 km.
   */
  readonly maxRadius?: number
  /**
   * Least exact layer at which an address gets values in the score columns, as in `geocode`: `street` for houses, `zip`
   * for anything from a house to a ZIP. `city`, `county` and `state` also accept long streets. Rows with coordinates of
   * their own are always exact enough.
   */
  readonly minLayer?: Layer
  /** Lowest confidence, 0-1, at which an address gets values in the score columns. Default: 0. */
  readonly minConfidence?: number
  /**
   * Whether to add the column `vicinage_outcome`: `scored`, `rough` (the address is too imprecise for a score),
   * `outside` (outside the coverage area), `empty` (no dimension has data) or `failed` (the row cannot be read or the
   * address was not found). Default: false.
   */
  readonly outcome?: boolean
  /** Whether the summary counts rows by county. Default: false. */
  readonly counties?: boolean
  /** Value for a missing score: null (an empty field in CSV), or 0 as in the HTTP service. */
  readonly noData: 0 | null
  /** Prefix for added column names. */
  readonly prefix: string
}

/**
 * Checks whether the rows have addresses, or need answers other than scores and a fit. Such rows are handled as
 * strings, which take many times the memory of numbers.
 */
export function makesStrings(
  { descriptions, districts, interval, outcome, percentiles, schools }: BatchQuestion,
  { address }: PlaceColumns<unknown>,
): boolean {
  const hasValues = percentiles === true || interval === true || outcome === true
  return address.length > 0 || hasValues || descriptions || districts || schools > 0
}

/**
 * Returns the data that the answers to a question need. `address` lists the address columns. The geocoder is only
 * needed if there are any.
 */
export function getNeeds(
  question: BatchQuestion,
  { address }: { readonly address: readonly unknown[] },
): { dimensions: readonly DimensionId[]; schools: boolean; geocoder: boolean } {
  const { dimensions, districts, schools } = question
  const weighed = prioritiesIn(question)?.dimensions ?? []
  return {
    dimensions: [...new Set([...dimensions, ...weighed])],
    schools: districts || schools > 0,
    geocoder: address.length > 0,
  }
}

/**
 * Returns the priorities of a question and the dimensions they need, or null if the question has neither `weights` nor
 * `want`.
 */
export function prioritiesIn({
  weights,
  want,
  among,
  demographics,
}: BatchQuestion): { readonly request: FitRequest; readonly dimensions: readonly DimensionId[] } | null {
  if (weights === undefined && want === undefined) return null
  const wanted = Object.keys(want ?? {}).filter((id) => !(id in (weights ?? {})))
  const weighed = Object.entries(weights ?? {}).flatMap(([id, weight]) => (weight > 0 ? [id] : []))
  return {
    request: { weights: weights ?? {}, want, among, demographics },
    dimensions: [...weighed, ...wanted] as DimensionId[],
  }
}

export const questionOptions: OptionNames<BatchQuestion> = {
  dimensions: 'list',
  percentiles: 'boolean',
  interval: 'boolean',
  weights: 'object',
  want: 'object',
  among: 'string',
  demographics: 'boolean',
  descriptions: 'boolean',
  units: true,
  districts: 'boolean',
  schools: true,
  geocodeDetails: 'boolean',
  bands: 'boolean',
  zipCentroids: 'boolean',
  maxRadius: 'number',
  minLayer: 'string',
  minConfidence: 'number',
  outcome: 'boolean',
  counties: true,
  noData: true,
  prefix: 'string',
}

/** Checks an option before any data is opened. Throws a `BatchError` if `check` throws a `ValidationError`. */
function checkBefore(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new BatchError(error.message)
  }
}

/** Selects the options that belong to a question. */
export function questionIn(options: Partial<BatchQuestion>): Partial<BatchQuestion> {
  return Object.fromEntries(
    (Object.keys(questionOptions) as (keyof BatchQuestion)[]).flatMap((name) =>
      options[name] === undefined ? [] : [[name, options[name]]],
    ),
  )
}

/**
 * Fills in the defaults of a question. `layers` are the IDs of custom dimensions. Throws a `BatchError` for an unknown
 * option, dimension, layer or unit, an invalid number, a `noData` other than null or 0, or priorities that `fit` would
 * reject.
 */
export function completeQuestion(options: Partial<BatchQuestion> = {}, layers: readonly string[] = []): BatchQuestion {
  checkBatchOptions<Partial<BatchQuestion>>(options, questionOptions)
  const ids = [...dimensions.map(({ id }) => id), ...(layers as readonly DimensionId[])]
  const question: BatchQuestion = {
    dimensions: ids,
    descriptions: false,
    districts: false,
    schools: 0,
    geocodeDetails: false,
    bands: true,
    noData: null,
    prefix: '',
    ...options,
  }
  for (const id of question.dimensions)
    if (!ids.includes(id))
      throw new BatchError(`There is no dimension '${id}'; choose from ${ids.join(', ')}.`, 'dimension_unknown')
  const { schools, noData, units = 'us' } = question
  const request = prioritiesIn(question)?.request
  checkBefore(() => {
    if (request !== undefined) checkedPriorities(request, ids)
    if (question.minLayer !== undefined) checkedMinLayer(question.minLayer)
  })
  if (!(Number.isInteger(schools) && schools >= 0 && schools <= MAX_NEAREST))
    throw new BatchError(`schools must be a whole number from 0 to ${MAX_NEAREST}, not ${schools}.`)
  if (noData !== null && noData !== 0) throw new BatchError(`noData must be null or 0, not ${noData}.`)
  const { maxRadius = 0, minConfidence = 0 } = question
  if (!(maxRadius >= 0)) throw new BatchError(`maxRadius must be at least 0 meters, not ${maxRadius}.`)
  if (!(minConfidence >= 0 && minConfidence <= 1))
    throw new BatchError(`minConfidence must be a number from 0 to 1, not ${minConfidence}.`)
  if (units !== 'us' && units !== 'metric') throw new BatchError(`units must be us or metric, not ${units}.`)
  return { ...question, dimensions: [...new Set(question.dimensions)] }
}
