import { checkOptions, describe, isOfKind, type OptionNames } from '../../base/parameters/options.ts'
import { coveredStates } from '../../base/states.ts'
import { keptBy, once } from '../../data/bundle/once.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import { refused, searchable } from '../dimensions/residents.ts'
import type { ScoredData } from '../scores/scored-data.ts'
import type { FitRequest, Want } from './answers.ts'

/** Maximum weight. Sums of larger weights could overflow. */
const MAX_WEIGHT = 1_000_000
/** Table row for the people of the whole coverage area, after the rows of the states. */
export const COVERAGE_ROW = coveredStates.length
/** Column value for a missing fit. */
export const NO_FIT = 255
/** State column value for a point outside the coverage area. Its row in the match tables contains only NaN. */
export const OUTSIDE = COVERAGE_ROW + 1
/** Number of points processed at a time. Their sums fit into the L1 cache. */
const CHUNK = 1024

/** One dimension in a set of personal priorities. */
export interface Priority {
  readonly dimension: LoadedDimension
  readonly want: Want
  /** Share of the total weight, 0-1. */
  readonly weight: number
  /** Matches, 0-100, by row and score; NaN if there is no data. See `getMatches`. */
  readonly matches: Float64Array
  /** Matches multiplied by the weight. */
  readonly points: Float64Array
}

export const fitOptions: OptionNames<FitRequest> = {
  weights: 'object',
  want: 'object',
  among: 'string',
  demographics: 'boolean',
}

/** Validated priorities, in catalog order, so that the order of the request does not change the fit. */
export class Priorities {
  readonly dimensions: readonly LoadedDimension[]
  /** Priorities in pairs, because `addPoints` adds two dimensions at once. */
  readonly #pairs: readonly (readonly [Priority, Priority])[]
  readonly #sum = new Float64Array(CHUNK)
  readonly #missing = new Float64Array(CHUNK)
  readonly #rows = new Uint16Array(CHUNK)
  /** Start index of each state's row in the tables. */
  readonly #rowStarts: Uint16Array

  /** @param among population that a place is compared with */
  constructor(
    readonly all: readonly Priority[],
    readonly among: 'state' | 'coverage',
  ) {
    this.dimensions = all.map(({ dimension }) => dimension)
    this.#rowStarts = Uint16Array.from({ length: OUTSIDE + 1 }, (_, state) => 256 * this.getRow(state))
    const padding = { ...all[0], weight: 0, points: new Float64Array((OUTSIDE + 1) * 256) }
    this.#pairs = all.flatMap((priority, d) => (d % 2 === 0 ? [[priority, all[d + 1] ?? padding] as const] : []))
  }

  /** Returns the table row for a place in a state, specified as an index into `coveredStates` or `OUTSIDE`. */
  getRow(state: number): number {
    return this.among === 'coverage' && state !== OUTSIDE ? COVERAGE_ROW : state
  }

  /**
   * Writes the fit of each point, 0-100, or `NO_FIT`.
   *
   * @param columns scores, one column per dimension
   * @param state index into `coveredStates` of each point, or `OUTSIDE`
   */
  column(columns: readonly Uint8Array[], state: Uint8Array, out: Uint8Array): void {
    for (let from = 0; from < out.length; from += CHUNK)
      this.#chunk(columns, state, out, from, Math.min(out.length, from + CHUNK))
  }

  #chunk(columns: readonly Uint8Array[], state: Uint8Array, out: Uint8Array, from: number, end: number): void {
    const count = end - from
    const sum = this.#sum.fill(0)
    const missing = this.#missing.fill(0)
    const rows = this.#rows
    const rowStarts = this.#rowStarts
    for (let i = 0; i < count; i++) rows[i] = rowStarts[state[from + i]]
    for (let d = 0; d < this.#pairs.length; d++)
      addPoints(this.#pairs[d], [columns[2 * d], columns[2 * d + 1] ?? columns[2 * d]], from, count, rows, sum, missing)
    for (let i = 0; i < count; i++) {
      const without = missing[i]
      if (without === 0) out[from + i] = sum[i] + 0.5
      else out[from + i] = without > HALF ? NO_FIT : sum[i] / (1 - without) + 0.5
    }
  }

  /** Returns the fit of scores in the order of the dimensions, 0-100, or null. `state`: see `column`. */
  getFit(scores: readonly number[], state: number): number | null {
    const out = new Uint8Array(1)
    const columns = scores.map((score) => Uint8Array.of(score))
    this.column(columns, Uint8Array.of(state), out)
    return out[0] === NO_FIT ? null : out[0]
  }
}

/**
 * Adds the points of two dimensions to the sum of each place. Where a dimension has no data, adds its weight to
 * `missing` instead. Handles two dimensions at once, because most of the time is spent on reading and writing the sums.
 *
 * @param rows start of each place's row in the tables
 */
function addPoints(
  [first, second]: readonly [Priority, Priority],
  [scores, secondScores]: readonly [Uint8Array, Uint8Array],
  from: number,
  count: number,
  rows: Uint16Array,
  sum: Float64Array,
  missing: Float64Array,
): void {
  const [points, secondPoints] = [first.points, second.points]
  for (let i = 0; i < count; i++) {
    const row = rows[i]
    const point = points[row + scores[from + i]]
    const secondPoint = secondPoints[row + secondScores[from + i]]
    const pair = point + secondPoint
    if (pair >= 0) sum[i] += pair
    else {
      if (point >= 0) sum[i] += point
      else missing[i] += first.weight
      if (secondPoint >= 0) sum[i] += secondPoint
      else missing[i] += second.weight
    }
  }
}

/** Maximum share of the weight that may be missing, with a tolerance for rounding errors in the sum. */
const HALF = 0.5 + 1e-9

interface CheckedRequest {
  /** Dimensions with a positive weight, in catalog order. */
  readonly ids: readonly string[]
  readonly weightOf: ReadonlyMap<string, number>
  readonly wantOf: ReadonlyMap<string, Want>
  readonly among: 'state' | 'coverage'
}

interface RequestContext {
  /** Path to the priorities in the call's arguments, for error messages. */
  readonly loc?: readonly string[] | undefined
  /** Whether dimensions about residents are allowed; defaults to the value in the request. */
  readonly demographics?: boolean | undefined
}

/**
 * Validates a request.
 *
 * @param ids IDs of all dimensions
 * @throws {ValidationError} when a weight or a preference is invalid, a dimension is unknown or about residents, or no
 * weight is positive
 */
export function checkedPriorities(
  request: FitRequest<string>,
  ids: readonly string[],
  { loc = [], demographics = request?.demographics ?? false }: RequestContext = {},
): CheckedRequest {
  checkOptions<FitRequest>(request, fitOptions)
  const { weights, want = {}, among = 'state' } = request ?? {}
  if (among !== 'state' && among !== 'coverage')
    throw refused([...loc, 'among'], "`among` must be 'state' or 'coverage'", among)
  if (!isOfKind(weights, 'object') || Array.isArray(weights) || !isOfKind(want, 'object') || Array.isArray(want))
    throw refused(
      [...loc, 'weights'],
      "A fit needs weights by dimension and can also have preferences: { weights: { walkability: 3 }, want: { privacy: 'low' } }",
    )
  const weightOf = new Map<string, number>()
  for (const [id, weight] of Object.entries(weights)) {
    searchable(id, [...loc, 'weights', id], demographics, ids)
    if (!(typeof weight === 'number' && weight >= 0 && weight <= MAX_WEIGHT))
      throw refused(
        [...loc, 'weights', id],
        `The weight of ${id} must be a number from 0 to 1,000,000, not ${describe(weight)}`,
      )
    weightOf.set(id, weight)
  }
  const wantOf = new Map<string, Want>()
  for (const [id, preference] of Object.entries(want)) {
    searchable(id, [...loc, 'want', id], demographics, ids)
    if (!isWant(preference))
      throw refused(
        [...loc, 'want', id],
        `want.${id} must be 'high', 'low' or { around: a score from 1 to 255 }, not ${describe(preference)}`,
      )
    wantOf.set(id, typeof preference === 'string' ? preference : { around: preference.around })
    if (!weightOf.has(id)) weightOf.set(id, 1)
  }
  const weighed = ids.filter((id) => (weightOf.get(id) ?? 0) > 0)
  if (weighed.length === 0) throw refused([...loc, 'weights'], 'A fit needs at least one weight above 0')
  return { ids: weighed, weightOf, wantOf, among }
}

/**
 * Validates a request and prepares it for the loaded data. Throws the same errors as `checkedPriorities`.
 *
 * @throws {NotLoadedError} when a dimension is not loaded
 */
export function parsePriorities(
  request: FitRequest<string>,
  data: Pick<ScoredData, 'ids' | 'getLoaded'>,
  checks?: RequestContext,
): Priorities {
  const { ids, weightOf, wantOf, among } = checkedPriorities(request, data.ids, checks)
  const total = ids.reduce((sum, id) => sum + weightOf.get(id)!, 0)
  const all = ids.map((id): Priority => {
    const dimension = data.getLoaded(id)
    const want = wantOf.get(id) ?? 'high'
    const weight = weightOf.get(id)! / total
    const matches = typeof want === 'string' ? matchTables(dimension)[want]() : getMatches(dimension, want)
    return { dimension, want, weight, matches, points: matches.map((match) => match * weight) }
  })
  return new Priorities(all, among)
}

function isWant(value: unknown): value is Want {
  if (value === 'high' || value === 'low') return true
  const { around, ...others } = Object(value) as { readonly around?: unknown }
  return (
    typeof value === 'object' &&
    Object.keys(others).length === 0 &&
    typeof around === 'number' &&
    Number.isInteger(around) &&
    around >= 1 &&
    around <= 255
  )
}

/** Match tables of the common preferences, computed on first use. */
const matchTables = keptBy((dimension: LoadedDimension) => ({
  high: once(() => getMatches(dimension, 'high')),
  low: once(() => getMatches(dimension, 'low')),
}))

/**
 * Returns a table with the match of each score, 0-100: the percentage of people with data who live at an equally good
 * or worse score. Each row has 256 values. The first value is NaN, because score 0 means no data. The table has one row
 * per state, one row for the coverage area, and one row of NaN for points outside. If nobody in a state has a score,
 * its row is a copy of the row for the coverage area.
 */
function getMatches(dimension: LoadedDimension, want: Want): Float64Array {
  const shares = dimension.shares()
  const matches = new Float64Array((OUTSIDE + 1) * 256).fill(Number.NaN)
  for (let row = 0; row <= COVERAGE_ROW; row++) {
    const source = getSourceRow(shares, row)
    if (shares[source * 256 + 255] === 0) continue
    /** Returns the share of people at or below a score, in 1/10,000. */
    const upTo = (score: number) => (score < 1 ? 0 : score >= 255 ? 10_000 : shares[source * 256 + score])
    for (let score = 1; score < 256; score++) matches[row * 256 + score] = noBetter(score, want, upTo) / 100
  }
  return matches
}

/**
 * Returns the table row to compare with: the given row, or the row of the coverage area if nobody in the state has a
 * score.
 */
function getSourceRow(shares: Uint16Array, row: number): number {
  return shares[row * 256 + 255] > 0 ? row : COVERAGE_ROW
}

/** People that a place is compared with in one dimension. */
export interface Compared {
  /** Index into `coveredStates`, or `COVERAGE_ROW`. */
  readonly row: number
  /** Share of these people who have a score, 0-1; 1 if nearly all do. */
  readonly share: number
}

/**
 * Returns the people that a place is compared with in a dimension.
 *
 * @param row table row of the place, from `getRow`
 */
export function comparedWith({ dimension }: Priority, row: number): Compared {
  const shares = dimension.shares()
  const source = getSourceRow(shares, row)
  // The first value of a row is 0 if nearly all people have a score.
  return { row: source, share: shares[source * 256] === 0 ? 1 : shares[source * 256] / 10_000 }
}

/**
 * Returns the percentage of people who live where a dimension is better than the given score, and the percentage who
 * live where it is equally good.
 *
 * @param row start of the state's row in the table
 */
export function sharesBeside(
  { matches, want }: Priority,
  row: number,
  score: number,
): { readonly better: number; readonly same: number } {
  const match = matches[row + score]
  const worse = nextWorse(score, want)
  return { better: 100 - match, same: match - (worse === null ? 0 : matches[row + worse]) }
}

/** Returns the nearest score that is worse for a preference, or null if there is none. */
function nextWorse(score: number, want: Want): number | null {
  if (want === 'high') return score > 1 ? score - 1 : null
  if (want === 'low') return score < 255 ? score + 1 : null
  const distance = Math.abs(score - want.around) + 1
  if (want.around - distance >= 1) return want.around - distance
  return want.around + distance <= 255 ? want.around + distance : null
}

function noBetter(score: number, want: Want, upTo: (score: number) => number): number {
  if (want === 'high') return upTo(score)
  if (want === 'low') return 10_000 - upTo(score - 1)
  const away = Math.abs(score - want.around)
  if (away === 0) return 10_000
  return upTo(want.around - away) + 10_000 - upTo(want.around + away - 1)
}
