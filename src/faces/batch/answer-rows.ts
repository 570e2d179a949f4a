import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import type { Units } from '../../answers/dimensions/words.ts'
import {
  type GeocodeAnswer,
  type GeocodedPlace,
  type LocatedAddress,
  unreadable,
} from '../../answers/geocode/answer.ts'
import type { GeocodeOptions } from '../../answers/geocode/geocode-methods.ts'
import { isCoarser, type Layer } from '../../answers/geocode/layers.ts'
import { getLocator } from '../../answers/geocode/locator.ts'
import type { SchoolMethods } from '../../answers/schools/answers.ts'
import { schoolsIfLoaded } from '../../answers/schools/school-methods.ts'
import type { Scores } from '../../answers/scores/answers.ts'
import { getLoaded, scoreIfLoaded } from '../../answers/scores/if-loaded.ts'
import { STATUS, zeroBytes } from '../../answers/scores/status.ts'
import { type Note, NotLoadedError } from '../../base/errors.ts'
import { EXACT } from '../../base/geo/distance.ts'
import { outsideText } from '../../base/open-water.ts'
import { coveredStates } from '../../base/states.ts'
import type { Vicinage } from '../../library/vicinage.ts'
import { BandColumns } from './bands.ts'
import { type BatchQuestion, prioritiesIn } from './batch-question.ts'
import { FitColumn } from './fit-column.ts'
import type { Points } from './points.ts'

/** A column that is added to each row. */
export interface AnswerColumn {
  readonly name: string
  /**
   * Kind of value. `score` columns contain 0-255 and are stored in `Answers.scores`. The last column contains the
   * results of `Answers.reason`. All other columns are stored in `Answers.values`.
   */
  readonly kind: 'score' | 'number' | 'text'
}

/**
 * Answers for a chunk of rows, stored by column. Call `reason` before the next chunk is read, because `reason` uses the
 * `errors` of the places, which are cleared when the next chunk is read.
 */
export interface Answers {
  /** 1 if the row has scores; 0 if `reason` explains why the scores are missing. */
  readonly scored: Uint8Array
  /** Scores for each `score` column, in column order. 0 means no data. */
  readonly scores: readonly Uint8Array[]
  /** Whether a score of 0 is written as 0. Otherwise the field is empty. */
  readonly zeros: boolean
  /** Values for every other column except the last, in column order. null means an empty field. */
  readonly values: readonly (readonly (string | number | null)[])[]
  /**
   * Returns the value of the last column: why any of the row's scores are missing, and how its address contradicts the
   * place that was found. Returns null if no score is missing and the address fits the place.
   */
  reason(row: number): Note | null
  /** Whether any row has a reason that is not in `shared`. */
  readonly hasOwnReasons: boolean
  /**
   * Reasons that many rows can share. `rows` contains, for each row, the index of its reason in `notes`. The index is 0
   * if the row has no reason, or a reason that is not in `notes`.
   */
  readonly shared: { readonly rows: Uint32Array; readonly notes: readonly Note[] }
  readonly counts: Counts
  /** Number of rows whose address was not found but would be located by `zipCentroids`. */
  readonly zipOnly: number
}

/** Outcome of a row, as used in the counts of a run. */
export type Outcome = 'scored' | 'rough' | 'outside' | 'empty' | 'failed'
const OUTCOMES: readonly Outcome[] = ['scored', 'rough', 'outside', 'empty', 'failed']
const [SCORED, ROUGH, OUTSIDE_ROW, EMPTY, FAILED] = OUTCOMES.keys()

/** Unprefixed name of the column that contains the outcome of each row. */
const OUTCOME = 'vicinage_outcome'
/** Unprefixed name of the last column, which contains the reason for missing scores. */
const ERROR = 'vicinage_error'

/** Address columns of the input. Empty if rows have no address. */
interface Addressed {
  readonly address: readonly unknown[]
}

/**
 * Returns the columns that a question adds, in order: scores, score bands, fit, percentiles, intervals, descriptions,
 * districts, schools, geocoding, `vicinage_outcome`, and `vicinage_error`.
 */
export function answerColumns(question: BatchQuestion, place: Addressed): readonly AnswerColumn[] {
  const bands = hasBands(question, place) ? question.dimensions.flatMap((id) => [`${id}_p10`, `${id}_p90`]) : []
  const scores = [...question.dimensions, ...bands].map((name) => ({ name, kind: 'score' }) as const)
  const percentiles = question.percentiles === true ? question.dimensions.map((id) => `${id}_percentile`) : []
  const ends = question.interval === true ? question.dimensions.flatMap(endNames) : []
  const others = [
    ...(prioritiesIn(question) === null ? [] : [{ name: 'fit', kind: 'number' } as const]),
    ...[...percentiles, ...ends].map((name) => ({ name, kind: 'number' }) as const),
    ...answerGroups(question, place).flatMap(({ columns }) => columns),
    ...(question.outcome === true ? [{ name: OUTCOME, kind: 'text' } as const] : []),
  ]
  const all = [...scores, ...others, { name: ERROR, kind: 'text' } as const]
  return all.map(({ name, kind }) => ({ name: `${question.prefix}${name}`, kind }))
}

/** Returns the names of the two columns with the low and high end of a dimension's interval. */
function endNames(id: DimensionId): readonly string[] {
  return [`${id}_low`, `${id}_high`]
}

/**
 * Returns the number of rows to answer together. In larger batches, more rows share each raster page, but text answers
 * stay in memory until they are written.
 */
export function mostRowsTogether({ descriptions, districts, schools }: BatchQuestion): number {
  return descriptions || districts || schools > 0 ? 1024 : 1 << 20
}

/**
 * Checks that the data for the school and district columns is loaded. Otherwise, the columns would be empty and no row
 * would say why.
 *
 * @throws {NotLoadedError} if schools or districts are requested but not loaded
 */
export function assertSchoolsLoaded(methods: SchoolMethods, { schools, districts }: BatchQuestion): void {
  // Any request throws if the data is not loaded.
  if (schools > 0) methods.nearestCampuses({ lat: 0, lon: 0, limit: 1 })
  if (districts) methods.districts({ lat: 0, lon: 0 })
}

/** Answers rows chunk by chunk. */
export class RowAnswerer {
  readonly #schools: SchoolMethods
  /** Requested dimensions that are loaded. All other dimensions have no data. */
  readonly #loaded: readonly DimensionId[]
  readonly #groups: readonly AnswerGroup[]
  /** Bands to add as columns, or null if there are none. */
  readonly #bands: BandColumns | null
  /** Intervals of imprecisely located addresses, or null if there are none to add. */
  readonly #intervals: BandColumns | null
  readonly #gaps: GapColumn
  readonly #fits: FitColumn | null
  /** Counties of ZIP centroids, keyed by latitude and longitude. */
  readonly #countyOfCentroid = new Map<string, string | null>()

  constructor(
    private readonly vicinage: Vicinage,
    private readonly question: BatchQuestion,
    place: Addressed,
  ) {
    this.#schools = schoolsIfLoaded(vicinage.schools)
    const loaded = new Set(vicinage.dimensions().flatMap((entry) => (entry.loaded ? [entry.id] : [])))
    this.#loaded = question.dimensions.filter((id) => loaded.has(id))
    this.#groups = answerGroups(question, place)
    const circles = new BandColumns(vicinage, question.dimensions, this.#loaded, question.interval === true)
    this.#bands = hasBands(question, place) ? circles : null
    this.#intervals = question.interval === true && place.address.length > 0 ? circles : null
    this.#gaps = new GapColumn(question.dimensions)
    const priorities = prioritiesIn(question)
    this.#fits = priorities === null ? null : new FitColumn(vicinage, priorities.request)
  }

  /**
   * Answers the rows of `places`. Adds the coordinates found for addresses, and the errors of rows that cannot be
   * answered, to `places`.
   */
  answer(places: Points): Answers {
    const { count, errors } = places
    const { dimensions, percentiles = false, interval = false, noData } = this.question
    const zeros = noData === 0
    const counts = noCounts()
    const values = this.#groups.map(({ columns }) =>
      columns.map(() => new Array<string | number | null>(count).fill(null)),
    )
    const radius = this.#bands === null ? null : new Float64Array(count)
    const intervalRadius = this.#intervals === null ? null : new Float64Array(count)
    const rough = new Map<number, Note>()
    const elsewhere = new Map<number, Note>()
    const zipOnly = this.#geocode(places, counts, (row, geocoded, address, located) => {
      const roughness = geocoded.ok ? getRoughness(geocoded, this.question) : null
      if (roughness !== null) rough.set(row, this.#withAdvice(roughness, address, located.answer))
      if (located.elsewhere !== null) elsewhere.set(row, located.elsewhere)
      if (radius !== null) radius[row] = geocoded.radius ?? 0
      if (intervalRadius !== null) intervalRadius[row] = geocoded.radius ?? 0
      for (const [g, group] of this.#groups.entries()) group.ofAddress?.(geocoded, row, values[g])
    })
    const lat = places.lat.subarray(0, count)
    const lon = places.lon.subarray(0, count)
    const columns: Readonly<Record<string, Uint8Array | undefined>> & { readonly statusColumn: Uint8Array } =
      this.vicinage.scoreColumns({ lat, lon, dimensions: this.#loaded, percentiles, interval, statusColumn: true })
    const scores = dimensions.map((id) => columns[id] ?? new Uint8Array(count))
    const status = columns.statusColumn
    // Sets the radius to 0 for places in a state that is not loaded, so that they get no bands. Requesting bands for
    // them would throw.
    for (let row = 0; row < count; row++) if (radius !== null && status[row] === STATUS.notLoaded) radius[row] = 0
    const bands = radius === null ? [] : this.#bands!.columns(scores, lat, lon, radius)
    const scored = new Uint8Array(count)
    const gaps = this.#gaps.numbers(scores, count)
    const outcomes = new Uint8Array(count)
    const rowsByGaps = new Uint32Array(this.#gaps.notes.length)
    for (let row = 0; row < count; row++) {
      if (errors.size > 0 && errors.has(row)) {
        status[row] = STATUS.badCoordinate
        outcomes[row] = errors.get(row)!.code === 'place_outside' ? OUTSIDE_ROW : FAILED
      } else if (status[row] === STATUS.badCoordinate) {
        errors.set(row, misplaced(lat[row], lon[row]))
        outcomes[row] = FAILED
        if (isNearCoverage(lon[row], lat[row])) counts.swapped++
      } else if (status[row] === STATUS.notLoaded) {
        errors.set(row, this.#notLoadedAt(lat[row], lon[row]))
        status[row] = STATUS.badCoordinate
        outcomes[row] = FAILED
      } else if (status[row] === STATUS.outside) {
        outcomes[row] = OUTSIDE_ROW
        if (isNearCoverage(lon[row], lat[row])) counts.swapped++
        gaps[row] = this.#gaps.outside(lat[row], lon[row])
        if (zeros) scored[row] = 1
      } else {
        rowsByGaps[gaps[row]]++
        if (this.#gaps.isEmpty(gaps[row])) outcomes[row] = EMPTY
        scored[row] = 1
      }
      if (zeros || status[row] === STATUS.badCoordinate) gaps[row] = 0
    }
    const subject: Subject = {
      vicinage: this.vicinage,
      schools: this.#schools,
      bands: this.#bands,
      lat: 0,
      lon: 0,
      radius: 0,
    }
    this.#groups.forEach(({ ofPlace }, g) => {
      if (ofPlace === undefined) return
      for (let row = 0; row < count; row++) {
        if (status[row] === STATUS.badCoordinate || (radius === null && rough.has(row))) continue
        subject.lat = lat[row]
        subject.lon = lon[row]
        subject.radius = radius?.[row] ?? 0
        ofPlace(subject, row, values[g])
      }
    })
    for (const row of rough.keys()) if (outcomes[row] === SCORED) outcomes[row] = ROUGH
    this.#count(counts, rowsByGaps, outcomes)
    if (this.question.counties === true)
      for (let row = 0; row < count; row++) {
        if (status[row] === STATUS.badCoordinate || status[row] === STATUS.outside) continue
        const county = this.#countyAt(lat[row], lon[row])
        if (county !== null) countCounty(counts, 'byCounty', county)
      }
    const fits = this.#fits?.values(lat, lon, radius, status) ?? []
    for (const row of rough.keys()) for (const column of fits) column[row] = null
    const { notes } = this.#gaps
    /** Reasons that are not in `notes`, by row. */
    const rowNotes = new Map(rough)
    // Removes the scores of imprecise addresses. Keeps the counts, and the bands, which describe the whole area around
    // an address.
    for (const row of rough.keys()) {
      for (const column of scores) column[row] = 0
      if (radius === null) scored[row] = 0
    }
    for (const [row, note] of elsewhere) {
      if (errors.has(row)) continue
      counts.elsewhere++
      const missing = rough.get(row) ?? (gaps[row] === 0 ? null : notes[gaps[row]])
      rowNotes.set(
        row,
        missing === null
          ? { code: 'placed_elsewhere', text: note.text }
          : { code: missing.code, text: `${missing.text} ${note.text}` },
      )
    }
    const reasonOfGap = (row: number) => (gaps[row] === 0 ? (errors.get(row) ?? null) : notes[gaps[row]])
    const reason = (row: number) => errors.get(row) ?? rowNotes.get(row) ?? reasonOfGap(row)
    for (const row of rowNotes.keys()) gaps[row] = 0
    const ranks = percentiles
      ? dimensions.map((id) =>
          Array.from({ length: count }, (_, row) =>
            (radius?.[row] ?? 0) > EXACT || rough.has(row) ? null : rankAt(columns[`${id}_percentile`]?.[row]),
          ),
        )
      : []
    // Without bands, a row with an imprecise address has no values at all.
    const hasInterval = (row: number) => radius !== null || !rough.has(row)
    const endAt = (name: string, end: number, row: number): number => {
      const meters = intervalRadius?.[row] ?? 0
      if (status[row] === STATUS.badCoordinate || !hasInterval(row)) return 0
      if (meters > EXACT) return this.#intervals!.intervalAt(lat[row], lon[row], meters)[end]
      return rough.has(row) ? 0 : (columns[name]?.[row] ?? 0)
    }
    const ends = interval
      ? dimensions
          .flatMap(endNames)
          .map((name, end) => Array.from({ length: count }, (_, row) => endAt(name, end, row) || null))
      : []
    const outcomeNames = this.question.outcome === true ? [Array.from(outcomes, (outcome) => OUTCOMES[outcome])] : []
    return {
      scored,
      scores: [...scores, ...bands],
      zeros,
      values: [...fits, ...ranks, ...ends, ...values.flat(), ...outcomeNames],
      reason,
      hasOwnReasons: errors.size + rowNotes.size > 0,
      shared: { rows: gaps, notes },
      counts,
      zipOnly,
    }
  }

  /** Counts the rows by outcome, and the rows without data by dimension. */
  #count(counts: Counts, rowsByGaps: Uint32Array, outcomes: Uint8Array): void {
    rowsByGaps.forEach((count, gaps) => {
      if (count === 0 || gaps === 0) return
      for (const id of this.#gaps.missing(gaps)) counts.withoutData[id] = (counts.withoutData[id] ?? 0) + count
    })
    counts.rows = outcomes.length
    const byOutcome = new Uint32Array(OUTCOMES.length)
    for (let row = 0; row < outcomes.length; row++) byOutcome[outcomes[row]]++
    OUTCOMES.forEach((name, outcome) => {
      counts[name] = byOutcome[outcome]
    })
  }

  /** Geocodes the addresses. Returns the number of addresses not found that `zipCentroids` would locate. */
  #geocode(
    { lat, lon, addresses, errors }: Points,
    counts: Counts,
    each: (row: number, answer: GeocodeAnswer, address: string, located: LocatedAddress) => void,
  ): number {
    let zipOnly = 0
    for (const [row, address] of addresses) {
      if (errors.has(row)) continue
      const unread = unreadable(address)
      if (unread !== null) {
        errors.set(row, unread)
        continue
      }
      const located = this.#locate(address, row, errors)
      if (located === null) continue
      let { answer } = located
      if (!answer.ok && answer.code === 'city_not_at_zip') {
        if (this.question.zipCentroids) answer = this.vicinage.geocode(answer.parsed.zip!)
        else zipOnly++
      }
      each(row, answer, address, located)
      if (!answer.ok) {
        errors.set(row, { code: answer.code, text: answer.message })
        continue
      }
      lat[row] = answer.lat
      lon[row] = answer.lon
      counts.layers[answer.layer] = (counts.layers[answer.layer] ?? 0) + 1
      if (answer.layer === 'zip' && answer.parsed.street !== null) {
        const county = this.#countyOfZip(answer.lat, answer.lon)
        if (county !== null) countCounty(counts, 'placedByZip', county)
      }
    }
    return zipOnly
  }

  #countyOfZip(lat: number, lon: number): string | null {
    const key = `${lat} ${lon}`
    const cached = this.#countyOfCentroid.get(key)
    if (cached !== undefined) return cached
    const county = this.#countyAt(lat, lon)
    this.#countyOfCentroid.set(key, county)
    return county
  }

  /**
   * Returns the FIPS code of the county that contains a place. Returns null if the place is outside the coverage area
   * or its state is not loaded.
   */
  #countyAt(lat: number, lon: number): string | null {
    try {
      return this.vicinage.place({ lat, lon })?.blockGroup.slice(0, 5) ?? null
    } catch (error) {
      if (!(error instanceof NotLoadedError)) throw error
      return null
    }
  }

  /**
   * Adds advice to the message that an address is too imprecise. The advice says what to change in the address or in
   * the data.
   */
  #withAdvice({ code, text, limits }: Roughness, address: string, answer: GeocodeAnswer): Note {
    const advice =
      limits === null || !answer.ok
        ? null
        : getLocator(this.vicinage).getAdvice(address, answer, limits.minLayer ?? null)
    return { code, text: advice === null ? text : `${text} ${advice}` }
  }

  /** Returns the reason why a place in a state that is not loaded has no answer. */
  #notLoadedAt(lat: number, lon: number): Note {
    try {
      this.vicinage.place({ lat, lon })
      return outsideNote(lat, lon)
    } catch (error) {
      return notLoaded(error)
    }
  }

  /** Geocodes the address of a row. Without a geocoder, returns null and notes the reason in `errors`. */
  #locate(address: string, row: number, errors: Map<number, Note>): LocatedAddress | null {
    try {
      return getLocator(this.vicinage).locate(address)
    } catch (error) {
      errors.set(row, notLoaded(error))
      return null
    }
  }
}

function notLoaded(error: unknown): Note {
  if (!(error instanceof NotLoadedError)) throw error
  return { code: error.code, text: error.fact }
}

/** Layers that represent a city or a larger area. The center of such an area says nothing about an address. */
const WIDE_LAYERS: ReadonlySet<Layer> = new Set(['city', 'county', 'state'])
/** Radius in meters above which a street without a house number, such as a highway, is too imprecise to have scores. */
const WIDE_STREET = 5000

/** Options of `geocode` with which it would reject a place as too imprecise. */
type Limits = Pick<GeocodeOptions, 'minLayer' | 'maxRadius'>

/** Returns the default limits that a place exceeds, or null if it is within them. */
function getDefaultLimits({ layer, radius }: GeocodedPlace): Limits | null {
  if (WIDE_LAYERS.has(layer)) return { minLayer: 'zip' }
  return layer === 'street' && radius > WIDE_STREET ? { maxRadius: WIDE_STREET } : null
}

/** Returns the limits of a question that a place exceeds, or null if it is within them. */
function getExceeded(place: GeocodedPlace, { maxRadius, minLayer }: BatchQuestion): Limits | null {
  if (maxRadius !== undefined && place.radius > maxRadius) return { maxRadius }
  if (minLayer !== undefined && isCoarser(place.layer, minLayer)) return { minLayer }
  // If `minLayer` accepts whole cities, the user wants imprecise places, too, so the default limits do not apply.
  return maxRadius !== undefined || WIDE_LAYERS.has(minLayer ?? 'zip') ? null : getDefaultLimits(place)
}

/** Reason why an address is too imprecise for the score columns. Its bands are kept. */
interface Roughness extends Note {
  /** Limits of `geocode` that refuse the address. null if only its confidence is too low. */
  readonly limits: Limits | null
}

/**
 * Returns the reason why an address is too imprecise for the score columns, or null if the address is precise enough.
 */
function getRoughness(place: GeocodedPlace, question: BatchQuestion): Roughness | null {
  const limits = getExceeded(place, question)
  if (limits === null && place.confidence >= (question.minConfidence ?? 0)) return null
  const { layer, radius, confidence, label } = place
  const found = `Found only as ${label} (${layer}, radius ${Math.round(radius)} m, confidence ${confidence})`
  if (limits !== null) {
    const isLayer = question.minLayer !== undefined && limits.minLayer === question.minLayer
    const option = isLayer ? 'choose a coarser minLayer (--min-layer)' : 'raise maxRadius (--max-radius)'
    return { code: 'place_too_rough', text: `${found}: to fill the score columns, ${option}.`, limits }
  }
  return {
    code: 'confidence_too_low',
    text: `${found}: to fill the score columns, lower minConfidence (--min-confidence).`,
    limits,
  }
}

function rankAt(percentile = 255): number | null {
  return percentile === 255 ? null : percentile
}

function outsideNote(lat: number, lon: number): Note {
  return { code: 'point_outside', text: outsideText(lat, lon) }
}

/**
 * Assigns a number to each distinct reason for missing data: a set of missing dimensions, or a place outside the
 * coverage area.
 */
class GapColumn {
  /** Notes by reason number. 0 means that nothing is missing. */
  readonly notes: Note[] = [{ code: '', text: '' }]
  /**
   * Indices of the missing dimensions, by reason number. The list is empty if the reason is that a place is outside the
   * coverage area.
   */
  readonly #missing: (readonly number[])[] = [[]]
  /** Reason numbers for places outside the coverage area, by text. */
  readonly #outside = new Map<string, number>()
  /**
   * Reason numbers for sets with one more missing dimension: `#next[number][d]` is the number of the set that consists
   * of set `number` and dimension `d`. 0 if that set has no number yet.
   */
  readonly #next: Uint32Array[] = []

  constructor(private readonly dimensions: readonly DimensionId[]) {}

  /** Returns the reason number of each row. `scores` has one column per dimension. */
  numbers(scores: readonly Uint8Array[], count: number): Uint32Array {
    const numbers = new Uint32Array(count)
    scores.forEach((column, d) => {
      let last = -1
      let next = 0
      const words = new Int32Array(column.buffer, 0, count >> 2)
      for (let from = 0; from < count; from += 4) {
        if (zeroBytes(words[from >> 2]) === 0) continue
        for (let row = from; row < from + 4; row++) {
          if (column[row] !== 0) continue
          if (numbers[row] !== last) {
            last = numbers[row]
            next = this.#withOneMore(last, d)
          }
          numbers[row] = next
        }
      }
    })
    return numbers
  }

  /** Returns the reason number for a place outside the coverage area. */
  outside(lat: number, lon: number): number {
    const note = outsideNote(lat, lon)
    const existing = this.#outside.get(note.text)
    if (existing !== undefined) return existing
    const added = this.notes.length
    this.#outside.set(note.text, added)
    this.#missing.push([])
    this.notes.push(note)
    return added
  }

  missing(number: number): readonly DimensionId[] {
    return this.#missing[number].map((d) => this.dimensions[d])
  }

  /** Checks whether all dimensions are missing. */
  isEmpty(number: number): boolean {
    return number > 0 && this.#missing[number].length === this.dimensions.length
  }

  #withOneMore(number: number, d: number): number {
    this.#next[number] ??= new Uint32Array(this.dimensions.length)
    const existing = this.#next[number][d]
    if (existing !== 0) return existing
    const missing = [...this.#missing[number], d]
    const added = this.notes.length
    this.#next[number][d] = added
    this.#missing.push(missing)
    const isAll = missing.length === this.dimensions.length
    this.notes.push(
      isAll
        ? { code: 'no_data', text: 'No data.' }
        : { code: 'no_data_of_some', text: `No data: ${this.missing(added).join(', ')}.` },
    )
    return added
  }
}

function isNearCoverage(lat: number, lon: number): boolean {
  return coveredStates.some(
    ({ box: { west, south, east, north } }) => lon >= west && lon <= east && lat >= south && lat <= north,
  )
}

function misplaced(lat: number, lon: number): Note {
  if (Number.isNaN(lat) || Number.isNaN(lon)) return { code: 'coordinate_missing', text: 'There are no coordinates.' }
  const isLongitude = lat >= -90 && lat <= 90
  const text = isLongitude
    ? `The longitude ${lon} is not between -180 and 180.`
    : `The latitude ${lat} is not between -90 and 90.`
  return { code: 'coordinate_invalid', text }
}

/** Place of a row. One object is reused for all rows. */
interface Subject {
  readonly vicinage: Vicinage
  /** School methods. If schools are not loaded, the school columns are empty. */
  readonly schools: SchoolMethods
  /** Bands of imprecisely located places; null if the question requests no bands. */
  readonly bands: BandColumns | null
  lat: number
  lon: number
  /** Radius of uncertainty in meters. */
  radius: number
}

type Column = (string | number | null)[]

/** Columns other than scores that are answered together. In both methods, `into` has one array per column. */
interface AnswerGroup {
  readonly columns: readonly { readonly name: string; readonly kind: 'number' | 'text' }[]
  ofPlace?(subject: Subject, row: number, into: readonly Column[]): void
  /** Fills the columns for a row with an address, whether or not the address was found. */
  ofAddress?(geocoded: GeocodeAnswer, row: number, into: readonly Column[]): void
}

/** Returns the column groups that a question requires, in output order. */
function answerGroups(question: BatchQuestion, place: Addressed): readonly AnswerGroup[] {
  const { dimensions, descriptions, units, districts, schools, geocodeDetails, bands } = question
  return [
    ...(descriptions ? [getDescriptions(dimensions, units)] : []),
    ...(districts ? [DISTRICTS] : []),
    ...(schools > 0 ? [schoolsAround(schools)] : []),
    ...(geocodeDetails || (bands && place.address.length > 0) ? [GEOCODING] : []),
    ...(geocodeDetails ? [GEOCODING_DETAILS] : []),
  ]
}

function getDescriptions(dimensions: readonly DimensionId[], units: Units | undefined): AnswerGroup {
  const options = units === undefined ? {} : { units }
  let loaded: readonly DimensionId[] | undefined
  return {
    columns: dimensions.map((id) => ({ name: `${id}_description`, kind: 'text' })),
    ofPlace({ vicinage, bands, lat, lon, radius }, row, into) {
      if (radius > EXACT && bands !== null) {
        const words = bands.wordsAt(lat, lon, radius)
        for (let d = 0; d < dimensions.length; d++) into[d][row] = words[d]
        return
      }
      // One call for all dimensions locates the place only once.
      loaded ??= getLoaded(vicinage, dimensions)
      const place = { lat, lon }
      const scores: Partial<Scores> =
        loaded.length === 0 ? {} : vicinage.scores(place, { ...options, dimensions: loaded })
      for (let d = 0; d < dimensions.length; d++) {
        const score = scores[dimensions[d]] ?? scoreIfLoaded(vicinage, dimensions[d], place, options)
        into[d][row] = score.description
      }
    },
  }
}

const TYPES = ['Unified', 'Elementary', 'Secondary']

/**
 * School districts of a place: a unified district, or an elementary and a secondary district. On a border, only the
 * first district is listed.
 */
const DISTRICTS: AnswerGroup = {
  columns: TYPES.flatMap((type) => [
    { name: `district_${type.toLowerCase()}_geoid`, kind: 'text' } as const,
    { name: `district_${type.toLowerCase()}_name`, kind: 'text' } as const,
  ]),
  ofPlace(subject, row, into) {
    for (const { sd_type: type, geoid, name } of subject.schools.districts(subject).districts) {
      const at = 2 * TYPES.indexOf(type)
      if (at < 0 || into[at][row] !== null) continue
      into[at][row] = geoid
      into[at + 1][row] = name
    }
  },
}

const SCHOOL = ['nces_id', 'name', 'level', 'rating', 'distance_meters'] as const

function schoolsAround(limit: number): AnswerGroup {
  return {
    columns: Array.from({ length: limit }, (_, i) =>
      SCHOOL.map(
        (field) =>
          ({
            name: `school_${i + 1}_${field}`,
            kind: field === 'rating' || field === 'distance_meters' ? 'number' : 'text',
          }) as const,
      ),
    ).flat(),
    ofPlace({ schools, lat, lon, radius }, row, into) {
      schools.nearestCampuses({ lat, lon, limit }).schools.forEach((school, i) => {
        SCHOOL.forEach((field, f) => {
          const isFiner = field === 'distance_meters' && radius > EXACT && (school[field] ?? 0) < radius
          into[i * SCHOOL.length + f][row] = isFiner ? null : school[field]
        })
      })
    },
  }
}

const GEOCODING: AnswerGroup = {
  columns: [
    { name: 'geocode_layer', kind: 'text' },
    { name: 'geocode_radius_m', kind: 'number' },
  ],
  ofAddress({ layer, radius }, row, into) {
    into[0][row] = layer ?? null
    into[1][row] = radius ?? null
  },
}

const GEOCODING_DETAILS: AnswerGroup = {
  columns: [
    { name: 'geocode_lat', kind: 'number' },
    { name: 'geocode_lon', kind: 'number' },
    { name: 'geocode_confidence', kind: 'number' },
    { name: 'geocode_address', kind: 'text' },
    { name: 'geocode_message', kind: 'text' },
  ],
  ofAddress({ lat, lon, confidence, label, note }, row, into) {
    ;[lat, lon, confidence, label, note?.text].forEach((value, i) => {
      into[i][row] = value ?? null
    })
  },
}

function hasBands({ bands, dimensions }: BatchQuestion, { address }: Addressed): boolean {
  return bands && address.length > 0 && dimensions.length > 0
}

/** Counts of rows by outcome. */
export interface Counts {
  /** All rows. */
  rows: number
  /** Rows with at least one score. */
  scored: number
  /**
   * Rows whose address is too imprecise for a score, such as a city center. `maxRadius`, `minLayer` and `minConfidence`
   * set the limits.
   */
  rough: number
  /** Rows outside the coverage area. */
  outside: number
  /**
   * Rows that failed or are outside the coverage area, but would be in or near it if latitude and longitude were
   * swapped.
   */
  swapped: number
  /** Rows inside the coverage area where none of the dimensions has data. */
  empty: number
  /**
   * Rows that cannot be read, or whose address is not found. `rows` is the sum of `scored`, `rough`, `outside`, `empty`
   * and `failed`.
   */
  failed: number
  /**
   * Rows that were placed outside the city, state or ZIP that their address names. `vicinage_error` says how the
   * address and the place differ. These rows also count as `scored`, `rough`, `outside` or `empty`.
   */
  elsewhere: number
  /** Line breaks within fields of a CSV file. Omitted if there are none. */
  lineBreaks?: number
  /**
   * Rows of a CSV file that seem to contain other rows, because a quote is missing or is not doubled. `line` is the line
   * in which the first of these rows begins, from 1. Omitted if there are none.
   */
  merged?: { readonly rows: number; readonly line: number }
  /** Rows inside the coverage area without data, by dimension ID. */
  readonly withoutData: Partial<Record<string, number>>
  /** Addresses found, by layer. */
  readonly layers: Partial<Record<Layer, number>>
  /**
   * Addresses with a street that were placed at their ZIP centroid, by county (5-digit FIPS code). The county's street
   * index would place them more precisely. Omitted if there are no such addresses.
   */
  placedByZip?: Partial<Record<string, number>>
  /** Rows inside the coverage area, by county (5-digit FIPS code). Present if `counties` is set. */
  byCounty?: Partial<Record<string, number>>
}

export function noCounts(): Counts {
  return {
    rows: 0,
    scored: 0,
    rough: 0,
    outside: 0,
    swapped: 0,
    empty: 0,
    failed: 0,
    elsewhere: 0,
    withoutData: {},
    layers: {},
  }
}

/** Adds the counts of the rows that follow. */
export function addCounts(sum: Counts, more: Counts): void {
  if (more.merged !== undefined) {
    const { rows, line } = more.merged
    const first = sum.merged?.line ?? sum.rows + (sum.lineBreaks ?? 0) + line
    sum.merged = { rows: (sum.merged?.rows ?? 0) + rows, line: first }
  }
  if (more.lineBreaks !== undefined) sum.lineBreaks = (sum.lineBreaks ?? 0) + more.lineBreaks
  sum.rows += more.rows
  sum.scored += more.scored
  sum.rough += more.rough
  sum.outside += more.outside
  sum.swapped += more.swapped
  sum.empty += more.empty
  sum.failed += more.failed
  sum.elsewhere += more.elsewhere
  for (const [id, count] of Object.entries(more.withoutData)) sum.withoutData[id] = (sum.withoutData[id] ?? 0) + count!
  for (const [layer, count] of Object.entries(more.layers)) {
    const name = layer as Layer
    sum.layers[name] = (sum.layers[name] ?? 0) + count
  }
  for (const field of ['placedByZip', 'byCounty'] as const)
    for (const [county, count] of Object.entries(more[field] ?? {})) countCounty(sum, field, county, count!)
}

/** Returns the counts of a run. Its rows follow a header, so lines are counted from the beginning of the input. */
export function countsAfter(header: ArrayLike<number>, counts: Counts): Counts {
  if (counts.merged === undefined) return counts
  const { rows, line } = counts.merged
  return { ...counts, merged: { rows, line: line + Array.from(header).filter((byte) => byte === 0x0a).length } }
}

function countCounty(counts: Counts, field: 'placedByZip' | 'byCounty', county: string, count = 1): void {
  counts[field] ??= {}
  counts[field][county] = (counts[field][county] ?? 0) + count
}
