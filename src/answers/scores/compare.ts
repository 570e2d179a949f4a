import { type Note, refusedArgument, ValidationError } from '../../base/errors.ts'
import { EXACT } from '../../base/geo/distance.ts'
import type { MaybePlace, Place } from '../../base/geo/place.ts'
import { checkPlace, getCoordinate } from '../../base/parameters/check-place.ts'
import { checkOptions, describe } from '../../base/parameters/options.ts'
import { COVERAGE } from '../../base/states.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import { getCatalog } from '../dimensions/get-catalog.ts'
import type { Interval } from '../dimensions/intervals.ts'
import type { GeocodeAnswer } from '../geocode/answer.ts'
import type { ScoreBand } from './answers.ts'
import { type AnyScores, scoreIfLoaded, scoresAroundIfLoaded, scoresIfLoaded } from './if-loaded.ts'

/** Function that compares places. */
export interface CompareFunctions<Id extends string = DimensionId> {
  /**
   * Compares the scores of 2 to 100 places side by side, with one row per dimension, greatest difference first. A place
   * is `{ lat, lon }`, a geocoder result, or an address string. `label` names a place in the answer. Unlabeled places
   * are numbered: `place 1`. By default, all loaded dimensions are compared.
   *
   * @throws {ValidationError} `input_invalid`, when a place or an option is invalid, or a dimension does not exist
   * @throws {ValidationError} `not_found`, when an address is not found; the message includes the address
   * @throws {NotLoadedError} `dimension_not_loaded`, `areas_not_loaded`, or, for an address, `geocoder_not_loaded`
   */
  compare<const Chosen extends Id = Id>(
    places: readonly (MaybePlace | string)[],
    options?: CompareOptions<Chosen>,
  ): Comparison<Chosen>
}

/** Options for `compare`. */
export interface CompareOptions<Id extends string = DimensionId> {
  /** Dimension IDs; defaults to all loaded dimensions. */
  readonly dimensions?: readonly Id[] | undefined
  /** Whether to include the 80% interval of each score, as in `score`; false by default. */
  readonly interval?: boolean | undefined
}

/** Result of `compare`. */
export interface Comparison<Id extends string = string> {
  /** Places in the order of the request, with the labels used in the rows. */
  readonly places: readonly ComparedPlace[]
  /** One row per dimension, greatest spread first, then in catalog order. Rows without a spread come last. */
  readonly dimensions: readonly ComparedDimension<Id>[]
  /**
   * Sentences about places outside the coverage area, roughly located places with the same coordinates, and addresses
   * that the geocoder has a note about. Null if there are no such places.
   */
  readonly note: string | null
}

/** A place in a comparison. */
export interface ComparedPlace {
  /** Place name. If two places have the same name, all places are numbered: `Home (1)`. */
  readonly label: string
  /** Latitude in degrees, WGS 84. */
  readonly lat: number
  /** Longitude in degrees, WGS 84. */
  readonly lon: number
  /** Radius in meters; absent if the place has no radius. */
  readonly radius?: number
}

/** One dimension of a comparison. */
export interface ComparedDimension<Id extends string = string> {
  /** Dimension ID. */
  readonly dimension: Id
  /** Meaning of 1 and 255: `car dependent - pedestrian priority`. The highest score is not always the best. */
  readonly scale: string
  /**
   * One score per place, 1-255, at its center; 0 if there is no data. If the place has a band, `spread`, `highest` and
   * `lowest` use the middle of the band instead.
   */
  readonly scores: readonly number[]
  /**
   * Score range of 80% of the people in each place's circle. Present only if a place has a radius over 150 m. Null for
   * an exact place, and for a place without data. If the bands of two places overlap, their actual scores could be
   * equal. Even if the bands do not overlap, the scores could be equal, because bands do not include the errors of the
   * scores. To allow for these errors, compare the `intervals`.
   */
  readonly bands?: readonly (readonly [low: number, high: number] | null)[]
  /**
   * 80% interval of each place's true score, 1-255, as in `score`. The interval usually comes from measured errors. No
   * outside data measures privacy, visual appeal and dog friendliness, so their intervals come from how much the inputs
   * vary between neighboring block groups. Present only with `interval: true`. Null for a place without data, or if the
   * accuracy is unknown. If the intervals of two places overlap, their true scores could be equal.
   */
  readonly intervals?: readonly (readonly [low: number, high: number] | null)[]
  /**
   * Highest minus lowest score, 0-254; null if fewer than two places have data. For a band, its middle is used as the
   * score.
   */
  readonly spread: number | null
  /** Labels of the places with the highest score; absent if all are equal. */
  readonly highest?: readonly string[]
  /** Labels of the places with the lowest score; absent if all are equal. */
  readonly lowest?: readonly string[]
  /**
   * Labels of the places without data, which are ignored in `spread`, `highest` and `lowest`; absent if there are none.
   */
  readonly without_data?: readonly string[]
  /**
   * Present if it is uncertain which place has the highest or the lowest score. With code `bands_overlap`, the band of
   * another place overlaps with the band or the score of the place in `highest` or `lowest`. With code
   * `intervals_overlap`, which requires `interval: true`, only the intervals overlap.
   */
  readonly note?: Note
}

const MAX_PLACES = 100

/** Functions that a comparison calls. */
type ComparedScores = Omit<AnyScores, 'explain'>

/**
 * Creates `compare`.
 *
 * @param geocode finds places that are passed as strings
 * @param selectIds returns the IDs to compare, and throws if a dimension is not loaded
 */
export function compareFunctions(
  scores: ComparedScores,
  geocode: (address: string) => GeocodeAnswer,
  selectIds: (ids: readonly string[] | undefined) => readonly string[],
): CompareFunctions<string> {
  return {
    compare<Id extends string>(input: readonly (MaybePlace | string)[], options: CompareOptions<Id> = {}) {
      checkOptions<CompareOptions<Id>>(options, { dimensions: 'list', interval: 'boolean' })
      if (!Array.isArray(input) || input.length < 2 || input.length > MAX_PLACES)
        throw refusedArgument(
          'places',
          `compare() needs 2 to ${MAX_PLACES} places; got ${Array.isArray(input) ? input.length : describe(input)}.`,
          null,
        )
      const ids = selectIds(options.dimensions) as readonly DimensionId[]
      const notes: string[] = []
      const places = input.map((place, at) => inList(at, () => getPlace(place, geocode, notes)))
      const comparison = compareScores(scores, places, ids, options.interval) as Comparison<Id>
      return { ...comparison, note: joined([comparison.note, ...notes]) }
    },
  }
}

/** Returns a place to compare. Adds the geocoder's note about an address to `notes`. */
export function getPlace(
  input: MaybePlace | string,
  geocode: (address: string) => GeocodeAnswer,
  notes: string[],
): Place {
  if (typeof input !== 'string') return labeled(input, null)
  const answer = geocode(input)
  if (answer.ok && answer.note !== null) notes.push(`"${input.trim().slice(0, 80)}": ${answer.note.text}`)
  return labeled(answer, input.trim())
}

function labeled(place: MaybePlace, text: string | null): Place {
  checkPlace(place)
  const { label, radius } = place
  return { ...getCoordinate(place), radius, label: label ?? text }
}

/** Joins the notes, skipping nulls. Returns null if there are none. */
export function joined(notes: readonly (string | null)[]): string | null {
  return notes.filter((note) => note !== null).join(' ') || null
}

/** Adds the position of the place in the list to an error. */
function inList<Answer>(at: number, ask: () => Answer): Answer {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const detail = error.detail.map((problem) => ({ ...problem, loc: ['places', at, ...problem.loc.slice(-1)] }))
    throw new ValidationError(detail, `places[${at}]: ${error.message}`, error.code)
  }
}

/**
 * Compares checked places. Dimensions that are not loaded count as without data.
 *
 * @param interval whether to include the intervals of the scores
 */
export function compareScores(
  vicinage: ComparedScores,
  places: readonly Place[],
  ids: readonly DimensionId[],
  interval = false,
): Comparison<DimensionId> {
  const labels = getLabels(places)
  const bandsOfPlaces = places.map((place) => getBands(vicinage, place, ids))
  const someRough = places.some(isRough)
  const withIntervals = interval
    ? places.map((place) => scoresIfLoaded(vicinage, place, ids, { description: false, interval }))
    : null
  const rows = getCatalog(vicinage)
    .filter(({ id }) => ids.includes(id))
    .map(({ id, ends }) => {
      const bands = bandsOfPlaces.map((bands) => bands?.get(id) ?? null)
      const scores = places.map(
        ({ lat, lon }) => scoreIfLoaded(vicinage, id, { lat, lon }, { description: false }).score,
      )
      const ranks = scores.map((score, at) => (isRough(places[at]) ? findMiddle(bands[at]) : score))
      const scale = `${ends[0]} - ${ends[1]}`
      const intervals = withIntervals?.map((scores) => getEnds(scores[id].interval))
      return {
        dimension: id,
        scale,
        scores,
        ...(someRough ? { bands } : {}),
        ...(intervals && { intervals }),
        ...extremes(ranks, labels),
        ...overlapNote(ranks, bands, intervals),
      }
    })
  return {
    places: places.map(({ lat, lon, radius }, at) => ({ label: labels[at], lat, lon, ...(radius && { radius }) })),
    dimensions: rows.sort((a, b) => (b.spread ?? -1) - (a.spread ?? -1)),
    note: noteOn(vicinage, places, labels),
  }
}

function getEnds(interval: Interval | null | undefined): [low: number, high: number] | null {
  return interval ? [interval.low, interval.high] : null
}

/** Returns the score that represents a band, or 0 if there is no band. */
function findMiddle(band: readonly [number, number] | null): number {
  return band === null ? 0 : (band[0] + band[1]) >> 1
}

function extremes(scores: readonly number[], labels: readonly string[]) {
  const scored = scores.filter((score) => score !== 0)
  const [high, low] = [Math.max(...scored), Math.min(...scored)]
  const scoring = (wanted: number) => labels.filter((_, at) => scores[at] === wanted)
  return {
    spread: scored.length < 2 ? null : high - low,
    ...(high > low && { highest: scoring(high), lowest: scoring(low) }),
    ...(scored.length < scores.length && { without_data: scoring(0) }),
  }
}

type Range = readonly [low: number, high: number] | null

/**
 * Returns a note if the order is uncertain, because the band of the highest or lowest place overlaps with another band.
 * If no bands overlap, compares the intervals.
 */
function overlapNote(
  ranks: readonly number[],
  bands: readonly Range[],
  intervals: readonly Range[] | undefined,
): { readonly note?: Note } {
  const banded = bands.map((band, at): Range => band ?? [ranks[at], ranks[at]])
  const inBands = describeOverlap(ranks, banded)
  if (inBands !== null) return { note: { code: 'bands_overlap', text: `Bands overlap: ${inBands}.` } }
  const inIntervals = intervals === undefined ? null : describeOverlap(ranks, intervals)
  if (inIntervals === null) return {}
  return { note: { code: 'intervals_overlap', text: `Intervals overlap: ${inIntervals}.` } }
}

/** Describes what is uncertain if the range of the highest or lowest place overlaps with the range of another place. */
function describeOverlap(ranks: readonly number[], ranges: readonly Range[]): string | null {
  const scored = ranks.filter((rank) => rank !== 0)
  const overlaps = (end: number) =>
    ranks.some((rank, at) => rank === end && ranks.some((other, i) => other !== 0 && other !== end && meets(at, i)))
  const meets = (at: number, other: number) => {
    const [a, b] = [ranges[at], ranges[other]]
    return a !== null && b !== null && a[0] <= b[1] && b[0] <= a[1]
  }
  const isHighestOpen = overlaps(Math.max(...scored))
  const isLowestOpen = overlaps(Math.min(...scored))
  if (isHighestOpen && isLowestOpen) return 'the order is uncertain'
  if (isHighestOpen) return 'another place may be highest'
  return isLowestOpen ? 'another place may be lowest' : null
}

/** Checks whether a place is too roughly located for a single score to represent it. */
export function isRough({ radius }: Place): boolean {
  return (radius ?? 0) > EXACT
}

/** Returns distinct names for the places. If any two places have the same name, all places are numbered. */
export function getLabels(places: readonly Place[]): readonly string[] {
  const names = places.map(({ label }, at) => label ?? `place ${at + 1}`)
  return new Set(names).size === names.length ? names : names.map((name, at) => `${name} (${at + 1})`)
}

/**
 * Returns the band of each dimension around a roughly located place, or null for an exact place. A band without data is
 * null.
 */
export function getBands(
  vicinage: ComparedScores,
  place: Place,
  dimensions: readonly DimensionId[],
): ReadonlyMap<DimensionId, [number, number] | null> | null {
  if (!isRough(place)) return null
  const { lat, lon, radius } = place
  const { scores } = scoresAroundIfLoaded(vicinage, { lat, lon, radius: radius ?? 0, dimensions })
  return new Map(dimensions.map((id) => [id, getBand(scores[id])]))
}

export function getBand({ p10, p90 }: Pick<ScoreBand, 'p10' | 'p90'>): [number, number] | null {
  return p10 === null || p90 === null ? null : [p10, p90]
}

function noteOn(vicinage: ComparedScores, places: readonly Place[], labels: readonly string[]): string | null {
  return joined([outsideNote(vicinage, places, labels), sameCenterNote(places, labels)])
}

function outsideNote(vicinage: ComparedScores, places: readonly Place[], labels: readonly string[]): string | null {
  const outside = labels.filter((_, at) => vicinage.place(places[at]) === null)
  if (outside.length === 0) return null
  return `Outside the coverage (${COVERAGE}): ${outside.join(', ')}.`
}

/**
 * Returns a note about places that share their coordinates with another place if either place is only roughly located.
 * Returns null if there are no such places.
 */
export function sameCenterNote(places: readonly Place[], labels: readonly string[]): string | null {
  const isSame = (a: Place, b: Place) => a !== b && a.lat === b.lat && a.lon === b.lon
  const same = labels.filter((_, at) =>
    places.some((other) => isSame(places[at], other) && (isRough(places[at]) || isRough(other))),
  )
  if (same.length === 0) return null
  return (
    `These places cannot be told apart: ${same.join(', ')} have the same coordinates, the center of an area. Their equal ` +
    'scores do not mean that the places are alike; use more complete addresses.'
  )
}
