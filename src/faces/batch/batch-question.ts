import { type DimensionId, dimensions } from '../../answers/dimensions/catalog.ts'
import type { Units } from '../../answers/dimensions/words.ts'
import { MOST_NEAREST } from '../../answers/schools/nearest.ts'
import type { OptionNames } from '../../base/parameters/options.ts'
import { BatchError, checkBatchOptions } from './errors.ts'
import type { PlaceColumns } from './place-columns.ts'

/** What to add to every row. JSON. */
export interface BatchQuestion {
  /** Ids of dimensions, in the order of their columns. */
  readonly dimensions: readonly DimensionId[]
  /** Beside each score, the percent of the people of the state who live at a lower one, 0-100. Default false. */
  readonly percentiles?: boolean
  /** A text beside each score. */
  readonly descriptions: boolean
  /** Of the descriptions; `us` when left out. */
  readonly units?: Units
  /** The school districts of the place. */
  readonly districts: boolean
  /** Number of nearest schools, 0-50. */
  readonly schools: number
  /** All about the match of an address: layer, radius, coordinate, confidence, address, message. */
  readonly geocodeDetails: boolean
  /**
   * Of addresses, what they were found as, the radius, and for each dimension the 10th and 90th percentile of the
   * scores within it.
   */
  readonly bands: boolean
  /**
   * Whether an address whose city is unknown is answered by the centroid of its ZIP, where that is of a covered state.
   * Default false.
   */
  readonly zipCentroids?: boolean
  /** Whether the summary counts rows by county. Default false. */
  readonly counties?: boolean
  /** What stands for a score where there are no data: null, an empty field in CSV, or the 0 of the service. */
  readonly noData: 0 | null
  /** Prefix for added column names. */
  readonly prefix: string
}

/**
 * Whether rows become strings on the way to their answers: those take many times the bytes of rows that stay numbers.
 */
export function makesStrings(
  { descriptions, districts, percentiles, schools }: BatchQuestion,
  { address }: PlaceColumns<unknown>,
): boolean {
  return address.length > 0 || percentiles === true || descriptions || districts || schools > 0
}

/** What has to be loaded for a question: what no row needs is not. `address`: columns of one, where there are any. */
export function needsOf(
  { dimensions, districts, schools }: BatchQuestion,
  { address }: { readonly address: readonly unknown[] },
): { dimensions: readonly DimensionId[]; schools: boolean; geocoder: boolean } {
  return { dimensions, schools: districts || schools > 0, geocoder: address.length > 0 }
}

export const questionOptions: OptionNames<BatchQuestion> = {
  dimensions: 'list',
  percentiles: 'boolean',
  descriptions: 'boolean',
  units: true,
  districts: 'boolean',
  schools: true,
  geocodeDetails: 'boolean',
  bands: 'boolean',
  zipCentroids: 'boolean',
  counties: true,
  noData: true,
  prefix: 'string',
}

/** Those of the options that are of a question. */
export function questionIn(options: Partial<BatchQuestion>): Partial<BatchQuestion> {
  return Object.fromEntries(
    (Object.keys(questionOptions) as (keyof BatchQuestion)[]).flatMap((name) =>
      options[name] === undefined ? [] : [[name, options[name]]],
    ),
  )
}

/**
 * The question with its defaults; `own` are the ids of own layers, which are dimensions, too. Throws a `BatchError` for
 * an unknown option or dimension, a wrong number of schools, or other units or another sign of no data than there are.
 */
export function completeQuestion(given: Partial<BatchQuestion> = {}, own: readonly string[] = []): BatchQuestion {
  checkBatchOptions<Partial<BatchQuestion>>(given, questionOptions)
  const ids = [...dimensions.map(({ id }) => id), ...(own as readonly DimensionId[])]
  const question: BatchQuestion = {
    dimensions: ids,
    descriptions: false,
    districts: false,
    schools: 0,
    geocodeDetails: false,
    bands: true,
    noData: null,
    prefix: '',
    ...given,
  }
  for (const id of question.dimensions)
    if (!ids.includes(id)) throw new BatchError(`There is no dimension '${id}'; there are ${ids.join(', ')}.`)
  const { schools, noData, units = 'us' } = question
  if (!(Number.isInteger(schools) && schools >= 0 && schools <= MOST_NEAREST))
    throw new BatchError(`schools is ${schools}: give a whole number from 0 to ${MOST_NEAREST}.`)
  if (noData !== null && noData !== 0) throw new BatchError(`noData is ${noData}: give null or 0.`)
  if (units !== 'us' && units !== 'metric') throw new BatchError(`units is ${units}: give us or metric.`)
  return { ...question, dimensions: [...new Set(question.dimensions)] }
}
