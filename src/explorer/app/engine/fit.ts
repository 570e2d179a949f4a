import { scoreOfFit } from '../fit/fit-colors.ts'
import type { FitRequest, LatLon } from '../library.ts'
import type { AnswerData } from './answer-data.ts'
import { coveredLatitudes } from './boxes.ts'
import type { PlaceFit, Priority } from './engine.ts'
import { NO_FIT } from './library.ts'
import { FIT, type ScoreSource } from './map-library.ts'

/**
 * Returns a source with an additional column: the fit of each place to the priorities. The column ranges from 1 for a
 * fit of 0 to 255 for a fit of 100, and is 0 without a fit.
 */
export function fitSource(source: ScoreSource, data: AnswerData, priorities: readonly Priority[]): ScoreSource {
  const fitsOf = fitsOfPoints(data, priorities)
  return {
    scoreColumns({ lat, lon, dimensions = [] }) {
      const scores = source.scoreColumns({ lat, lon, dimensions: dimensions.filter((id) => id !== FIT) })
      const fits = fitsOf?.(lat, lon).map((fit) => (fit === NO_FIT ? 0 : scoreOfFit(fit)))
      return { ...scores, [FIT]: fits ?? new Uint8Array(lat.length) }
    },
  }
}

/**
 * Returns a function that computes the fit of each point, 0-100 or `NO_FIT`. Returns null if there is no data for any
 * priority.
 */
export function fitsOfPoints(data: AnswerData, priorities: readonly Priority[]): FitsOf | null {
  const { request } = fitRequest(data, priorities)
  if (request === null) return null
  return (lat, lon) =>
    data.vicinage.fitColumns({ ...request, lat: coveredLatitudes(data.loader.within, { lat, lon }), lon })
}

/** Returns the fit of each point, 0-100, or `NO_FIT`. */
export type FitsOf = (lat: Float64Array, lon: Float64Array) => Uint8Array

/** Returns the fit of a place whose data is loaded, or null if there is no data for any of the priorities. */
export function fitAt(
  data: AnswerData,
  place: LatLon & { readonly radius: number },
  priorities: readonly Priority[],
): PlaceFit | null {
  const { request, unavailable } = fitRequest(data, priorities)
  return request && { ...data.vicinage.fit(place, request), unavailable }
}

/** Converts priorities to a library request, without the dimensions that are missing from the data folder. */
function fitRequest(data: AnswerData, priorities: readonly Priority[]) {
  const available = priorities.filter(({ dimension }) => data.dimension(dimension).current !== null)
  const request: FitRequest = {
    weights: Object.fromEntries(available.map(({ dimension, weight }) => [dimension, Math.abs(weight)])),
    // The library accepts demographics only with this option. The page offers them as priorities only if the host
    // allows it.
    demographics: true,
    want: Object.fromEntries(available.map(({ dimension, weight }) => [dimension, weight < 0 ? 'low' : 'high'])),
  }
  return {
    request: available.length === 0 ? null : request,
    unavailable: priorities.flatMap(({ dimension }) => (data.dimension(dimension).current === null ? [dimension] : [])),
  }
}
