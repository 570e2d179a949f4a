import { refusedArgument } from '../../base/errors.ts'
import { isWide, type MaybePlace, type Point } from '../../base/geo/place.ts'
import { outsideText } from '../../base/open-water.ts'
import { checkPlace } from '../../base/parameters/check-place.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import { coveredStates } from '../../base/states.ts'
import { getStateOfZone, writeStates } from '../../data/geography-columns.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import type { ScoresAround, ScoresAroundRequest } from '../scores/answers.ts'
import { assertColumnsPresent } from '../scores/column-functions.ts'
import { batchSize, createScorer } from '../scores/column-scorer.ts'
import type { ScoredData } from '../scores/scored-data.ts'
import { basisWithin, intervalWithin, spotsWithin } from '../scores/within-radius.ts'
import type { Fit, FitColumnsRequest, FitContribution, FitRequest } from './answers.ts'
import { getInterval, NO_SCORE, type ScoreRange } from './fit-interval.ts'
import { describeFit } from './fit-words.ts'
import { comparedWith, fitOptions, OUTSIDE, type Priorities, parsePriorities } from './priorities.ts'

/** Functions that combine scores by personal weights. */
export interface FitFunctions<Id extends string = DimensionId> {
  /**
   * Returns how well a place fits personal priorities, 0-100:
   * `fit(place, { weights: { walkability: 3, 'noise-levels': 2 }, want: { 'urban-rural': 'low' } })`. Each score is
   * converted to a percentage: how many of the state's people with data live where the dimension matches the preference
   * equally well or worse. The fit is the weighted mean of these percentages. Dimensions without data are skipped and
   * listed in the answer. If they have more than half of the weight, the fit is null. For a place with a radius over
   * 150 m, the middles of its bands are used as scores, and the interval also covers the bands.
   *
   * @throws {ValidationError} `input_invalid`, when the place, a weight or a preference is invalid, a dimension is
   *   unknown or about residents, or no weight is positive
   * @throws {NotLoadedError} `dimension_not_loaded`, when a weighted dimension is not loaded; `areas_not_loaded`, when
   *   areas are not loaded
   */
  fit<const Chosen extends Id = Id>(place: MaybePlace, request: FitRequest<Chosen>): Fit<Chosen>

  /**
   * Returns the fit of each point in the columns, 0-100, or 255 for a point without a fit. The values are the same as
   * those from `fit`. Throws the same errors as `fit` and `scoreColumns`.
   */
  fitColumns(request: FitColumnsRequest<Id>): Uint8Array
}

const columnsRequest: OptionNames<FitColumnsRequest> = { ...fitOptions, lat: true, lon: true }

/**
 * Creates `fit` and `fitColumns`.
 *
 * @param around scores places whose location is only roughly known
 */
export function fitFunctions(
  data: ScoredData,
  around: (request: ScoresAroundRequest) => ScoresAround,
): FitFunctions<string> {
  const scoresAt = (place: MaybePlace, { dimensions }: Priorities): readonly ScoreRange[] => {
    const { lat, lon, radius } = place as { lat: number; lon: number; radius: number }
    if (isWide({ lat, lon, radius })) return scoresWithin({ lat, lon, radius }, dimensions)
    const spot = data.locate({ lat, lon })
    return dimensions.map((dimension) => {
      const score = data.scoreAt(dimension, spot)
      const basis = data.basisAt(dimension, score, spot)
      const interval = data.intervalAt(dimension, score, spot) ?? { low: score, high: score }
      const estimated = basis === 'estimate' ? 'all' : 'none'
      return { score, band: { low: score, high: score }, interval, basis, estimated }
    })
  }

  const scoresWithin = (
    circle: { readonly lat: number; readonly lon: number; readonly radius: number },
    dimensions: readonly LoadedDimension[],
  ): readonly ScoreRange[] => {
    const { scores } = around({ ...circle, dimensions: dimensions.map(({ dimension }) => dimension.id) })
    const center = data.locate(circle)
    const spots = spotsWithin(data, circle)
    return dimensions.map((loaded) => {
      const atCenter = scores[loaded.dimension.id]
      const { score, p10, p90 } = atCenter
      if (p10 === null || p90 === null) return NO_SCORE
      const band = { low: p10, high: p90 }
      // Extend the band to the score at the center, because the place could be there even if few people live there.
      const spread = score === 0 ? band : { low: Math.min(p10, score), high: Math.max(p90, score) }
      const interval = intervalWithin(data, loaded, center, spots, atCenter) ?? spread
      return { score: (p10 + p90) >> 1, band: spread, interval, ...basisWithin(data, loaded, center, spots) }
    })
  }

  return {
    fit<Id extends string>(place: MaybePlace, request: FitRequest<Id>) {
      checkPlace(place)
      const priorities = parsePriorities(request as FitRequest<string>, data)
      const scores = scoresAt(place, priorities)
      const { zone } = data.locate(place as Point)
      const state = zone === 0 ? OUTSIDE : getStateOfZone(data.geography, zone)
      const { lat, lon } = place as Point
      const answer = fitOfScores(priorities, scores, state, isWide(place as Point))
      const description = state === OUTSIDE ? outsideText(lat, lon) : describeFit(answer, priorities, scores, state)
      return { ...answer, description } as Fit<Id>
    },

    fitColumns(request) {
      checkOptions<object>(request, columnsRequest)
      const { lat, lon, ...fit } = request ?? {}
      if (!(lat instanceof Float64Array && lon instanceof Float64Array) || lat.length !== lon.length) {
        const name = lat instanceof Float64Array ? 'lon' : 'lat'
        throw refusedArgument(name, 'fitColumns expects lat and lon as Float64Arrays of the same length.', null)
      }
      const priorities = parsePriorities(fit, data)
      const { dimensions } = priorities
      // Points outside the coverage area get an arbitrary state unless exact states are computed. Only custom
      // dimensions need exact states, because catalog dimensions score 0 outside.
      const isExact = dimensions.some(({ dimension }) => dimension.group === 'layers') || !areStatesApart
      const state = new Uint8Array(batchSize)
      const fits = new Uint8Array(lat.length)
      createScorer(data).combine(
        lon,
        lat,
        dimensions,
        (columns, batchLon, batchLat, out) => {
          if (isExact) writeStates(data.geography, batchLon, batchLat, state, OUTSIDE)
          else statesByLongitude(batchLon, state)
          priorities.column(columns, state, out)
        },
        fits,
      )
      assertColumnsPresent(data.geography, { lat, lon }, dimensions)
      return fits
    },
  }
}

/** Indexes into `coveredStates`, from west to east. */
const eastward = [...coveredStates.keys()].sort((a, b) => coveredStates[a].box.west - coveredStates[b].box.west)

/** Whether every two covered states are separated by a meridian. */
const areStatesApart = eastward.every((state, i) => i === 0 || coveredStates[eastward[i - 1]].box.east < west(state))

function west(state: number): number {
  return coveredStates[state].box.west
}

/**
 * Writes the state of each covered point. Points outside the coverage area are assigned an arbitrary state, which is
 * much faster than finding exact states.
 */
function statesByLongitude(lon: Float64Array, state: Uint8Array): void {
  state.fill(eastward[0])
  for (const next of eastward.slice(1)) {
    const from = west(next)
    for (let i = 0; i < lon.length; i++) if (lon[i] >= from) state[i] = next
  }
}

function fitOfScores(
  priorities: Priorities,
  scores: readonly ScoreRange[],
  state: number,
  isWide: boolean,
): Omit<Fit<string>, 'description'> {
  const { all } = priorities
  const row = 256 * priorities.getRow(state)
  const fit = priorities.getFit(
    scores.map(({ score }) => score),
    state,
  )
  const getMatch = (d: number, score: number) => all[d].matches[row + score]
  const isKnown = all.map((_, d) => !Number.isNaN(getMatch(d, scores[d].score)))
  const weightKnown = all.reduce((sum, { weight }, d) => sum + (isKnown[d] ? weight : 0), 0)
  const contributions = all.map(({ dimension, want, weight }, d): FitContribution<string> => {
    const match = getMatch(d, scores[d].score)
    return {
      dimension: dimension.dimension.id,
      want,
      weight: rounded(weight, 1000),
      score: isKnown[d] ? scores[d].score : null,
      basis: isKnown[d] ? scores[d].basis : null,
      match: isKnown[d] ? rounded(match, 10) : null,
      people_with_data: isKnown[d] ? rounded(comparedWith(all[d], row / 256).share, 1000) : null,
      points: isKnown[d] && fit !== null ? rounded((match * weight) / weightKnown, 100) : null,
    }
  })
  const missing = all.flatMap(({ dimension }, d) => (isKnown[d] ? [] : [dimension.dimension.id]))
  const order = [...all.keys()].sort((a, b) => all[b].weight - all[a].weight || a - b)
  return {
    fit,
    interval: fit === null ? null : getInterval(all, scores, row, isWide),
    contributions: order.map((d) => contributions[d]),
    missing,
    missing_weight: rounded(1 - weightKnown, 1000),
  }
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts
}
