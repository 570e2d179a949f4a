import { writePercentiles } from '../../answers/dimensions/percentile-column.ts'
import { refusedArgument } from '../../base/errors.ts'
import { assertScored } from '../../base/geo/loaded-boxes.ts'
import { isCoordinate } from '../../base/geo/place.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import type { Geography } from '../../data/geography.ts'
import { writeStates } from '../../data/geography-columns.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import { BASES, type Basis } from '../dimensions/dimension.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import type { ScoreColumns, ScoreColumnsRequest } from './answers.ts'
import { CLASS_BITS, CLASS_MASK, createScorer, type IntervalColumns, type Kinds } from './column-scorer.ts'
import type { ScoredData } from './scored-data.ts'
import { STATUS, zeroBytes } from './status.ts'

export { createScorer } from './column-scorer.ts'

/** Functions that score columns of points. */
export interface ColumnFunctions<Id extends string = DimensionId> {
  /**
   * Scores columns of points. Returns one Uint8Array per dimension, as long as the coordinate columns, in the order of
   * `dimensions`. If `dimensions` is omitted, the order is that of the catalog. A point without a score has 0.
   * Allocates nothing per point.
   *
   * @throws {ValidationError} `input_invalid`, when the columns differ in length, or a dimension does not exist
   * @throws {NotLoadedError} `dimension_not_loaded`, when a dimension is not loaded; `state_not_loaded`, when a point
   * is in a state that was omitted from the data copy (with `statusColumn`, such points get a status instead)
   */
  scoreColumns<
    const Chosen extends Id = Id,
    const Percentiles extends boolean = false,
    const Status extends boolean = false,
    const WithInterval extends boolean = false,
  >(
    request: ScoreColumnsRequest<Chosen, Percentiles, Status, WithInterval>,
  ): ScoreColumns<Chosen, Percentiles, Status, WithInterval>

  /**
   * Returns the basis of the scores at columns of points: 1 measured, 2 modeled, 3 estimate, or 0 without a score.
   * Throws the same errors as `scoreColumns`.
   */
  basisColumns<const Chosen extends Id = Id>(request: ScoreColumnsRequest<Chosen>): ScoreColumns<Chosen>
}

const columnsRequest: OptionNames<ScoreColumnsRequest> = {
  lat: true,
  lon: true,
  dimensions: 'list',
  percentiles: true,
  interval: 'boolean',
  statusColumn: true,
}

type Points = Pick<ScoreColumnsRequest, 'lat' | 'lon'>
type Columns = Readonly<Record<string, Uint8Array>>

export function columnFunctions(data: ScoredData): ColumnFunctions<string> {
  return {
    scoreColumns<Id extends string, Percentiles extends boolean, Status extends boolean, WithInterval extends boolean>(
      request: ScoreColumnsRequest<Id, Percentiles, Status, WithInterval>,
    ) {
      const intervals = request.interval === true ? intervalColumnsFor(data, request) : null
      const columns = getColumns(data, 'score', request, intervals)
      const all = {
        ...columns,
        ...(request.percentiles === true ? percentileColumns(data, request, columns) : {}),
        ...(intervals === null ? {} : endColumns(data, columns, intervals)),
        ...(request.statusColumn === true ? { statusColumn: statusColumn(data, request, columns) } : {}),
      }
      return all as ScoreColumns<Id, Percentiles, Status, WithInterval>
    },

    basisColumns<Id extends string>(request: ScoreColumnsRequest<Id>) {
      return getColumns(data, 'basis', request) as ScoreColumns<Id>
    },
  }
}

function getColumns(
  data: ScoredData,
  kind: 'score' | 'basis',
  request: ScoreColumnsRequest<string>,
  intervals: IntervalColumns | null = null,
): Columns {
  checkOptions<object>(request, columnsRequest)
  const { lat, lon, dimensions: ids, statusColumn: status = false } = request
  if (!(lat instanceof Float64Array && lon instanceof Float64Array) || lat.length !== lon.length) {
    const name = lat instanceof Float64Array ? 'lon' : 'lat'
    throw refusedArgument(name, `${kind}Columns needs lat and lon as Float64Arrays of the same length.`, null)
  }
  const chosen: readonly string[] = ids ?? [...data.loaded.keys()]
  const loaded = chosen.map((id) => data.getLoaded(id))
  const columns = chosen.map(() => new Uint8Array(lat.length))
  const scorer = createScorer(data)
  scorer.score(lon, lat, loaded, columns, intervals)
  if (kind === 'basis') scorer.basis(lon, lat, loaded, columns)
  if (status) clearNotLoaded(data.geography, request, loaded, columns)
  else assertColumnsPresent(data.geography, request, loaded)
  return Object.fromEntries(chosen.map((id, i) => [id, columns[i]]))
}

/** Throws `NotLoadedError` if a point is not in memory, or is in a state that was omitted from the data copy. */
export function assertColumnsPresent(
  geography: Geography,
  { lat, lon }: Points,
  dimensions: readonly LoadedDimension[],
): void {
  if (geography.loaded !== null)
    for (let i = 0; i < lat.length; i++) {
      if (!isCoordinate(lat[i], lon[i])) continue
      geography.assertPlace(lon[i], lat[i])
      for (const dimension of dimensions) assertScored(dimension, lon[i], lat[i])
    }
  if (!geography.isCut) return
  for (let i = 0; i < lat.length; i++)
    if (geography.zoneAt(lon[i], lat[i]) === 0) geography.assertPresent(lon[i], lat[i])
}

/** Sets the scores of places that are not in memory to 0. */
function clearNotLoaded(
  { loaded: places }: Geography,
  { lat, lon }: Points,
  loaded: readonly LoadedDimension[],
  columns: readonly Uint8Array[],
): void {
  if (places !== null)
    loaded.forEach((dimension, d) => {
      for (let i = 0; i < lat.length; i++)
        if (!places.has(lon[i], lat[i]) || !(dimension.loaded?.has(lon[i], lat[i]) ?? true)) columns[d][i] = 0
    })
}

function statusColumn({ geography, loaded }: ScoredData, { lat, lon }: Points, columns: Columns): Uint8Array {
  const status = new Uint8Array(lat.length)
  const inside = new Uint8Array(lat.length)
  const scores = Object.values(columns)
  const { loaded: places } = geography
  const isLoaded = (at: number) =>
    places === null ||
    (places.has(lon[at], lat[at]) &&
      Object.keys(columns).every((id) => loaded.get(id as DimensionId)?.loaded?.has(lon[at], lat[at]) ?? true))
  const words = lat.length >> 2
  const statusWords = new Int32Array(status.buffer, 0, words)
  const insideWords = new Int32Array(inside.buffer, 0, words)
  for (const [id, column] of Object.entries(columns)) {
    // Custom dimensions may have scores outside the coverage area. A score in any other dimension proves that the place
    // is inside.
    const insideBytes = loaded.get(id as DimensionId)?.dimension.group === 'layers' ? 0 : 0x01010101
    const columnWords = new Int32Array(column.buffer, 0, words)
    for (let w = 0; w < words; w++) {
      const missing = zeroBytes(columnWords[w]) >>> 7 // sets the byte of each row without a score to STATUS.noData
      statusWords[w] |= missing
      insideWords[w] |= insideBytes & ~missing
    }
    for (let i = words * 4; i < column.length; i++) {
      if (column[i] === 0) status[i] = STATUS.noData
      else inside[i] |= insideBytes & 1
    }
  }
  for (let i = 0; i < status.length; i++) {
    if (places === null && inside[i] === 1) continue
    if (status[i] === STATUS.scored && scores.length > 0) continue
    if (!isCoordinate(lat[i], lon[i])) status[i] = STATUS.badCoordinate
    else if (!isLoaded(i)) status[i] = STATUS.notLoaded
    else if (status[i] !== STATUS.scored && geography.zoneAt(lon[i], lat[i]) === 0)
      status[i] = geography.isAbsent(lon[i], lat[i]) ? STATUS.notLoaded : STATUS.outside
  }
  return status
}

function percentileColumns(data: ScoredData, { lon, lat }: Points, scores: Columns): Columns {
  const state = new Uint8Array(lon.length)
  writeStates(data.geography, lon, lat, state)
  return Object.fromEntries(
    Object.entries(scores).map(([id, score]) => {
      const percentile = new Uint8Array(lon.length)
      writePercentiles(data.getLoaded(id).shares(), score, state, percentile)
      return [`${id}_percentile`, percentile]
    }),
  )
}

/**
 * Creates the columns that the intervals of a request need: the crowding class of each point, and the basis of its
 * scores.
 */
function intervalColumnsFor(data: ScoredData, { lat, dimensions }: ScoreColumnsRequest<string>): IntervalColumns {
  const length = lat instanceof Float64Array ? lat.length : 0
  let shift = CLASS_BITS
  const basisShifts = (dimensions ?? [...data.loaded.keys()]).map((id) => {
    const { onlyBasis, intervals } = data.getLoaded(id)
    if (onlyBasis !== null || intervals === null) return null
    shift += 2
    return shift - 2
  })
  const kinds = shift > 16 ? new Uint32Array(length) : new Uint16Array(length)
  return { classes: data.placeClasses, kinds, basisShifts }
}

/** Number of points whose interval ends are looked up at a time, so that their rows stay in the L1 cache. */
const pointsTogether = 4096

/** Table rows of the points in the current batch. */
const rows = new Uint8Array(pointsTogether)

/** Returns the interval ends of all scores as columns `<id>_low` and `<id>_high`; 0 where there is no interval. */
function endColumns(data: ScoredData, scores: Columns, { kinds, basisShifts }: IntervalColumns): Columns {
  const ends: Record<string, Uint8Array> = {}
  const lookups: EndLookup[] = []
  Object.entries(scores).forEach(([id, score], d) => {
    const low = new Uint8Array(score.length)
    const high = new Uint8Array(score.length)
    ends[`${id}_low`] = low
    ends[`${id}_high`] = high
    const { intervals, onlyBasis } = data.getLoaded(id)
    if (intervals !== null) lookups.push(new EndLookup(intervals.byBasis, onlyBasis, basisShifts[d], score, low, high))
  })
  for (let from = 0; from < kinds.length; from += pointsTogether) {
    const count = Math.min(pointsTogether, kinds.length - from)
    takeRows(kinds, from, count, null)
    for (const lookup of lookups) if (lookup.basisShift === null) lookup.take(from, count)
    for (const lookup of lookups) {
      if (lookup.basisShift === null) continue
      takeRows(kinds, from, count, lookup.basisShift)
      lookup.take(from, count)
    }
  }
  return ends
}

/**
 * Writes the table row of each point to `rows`. A row is the point's class, with the basis in the upper four bits if it
 * varies.
 */
function takeRows(kinds: Kinds, from: number, count: number, basisShift: number | null): void {
  if (basisShift === null) for (let i = 0; i < count; i++) rows[i] = kinds[from + i] & CLASS_MASK
  else
    for (let i = 0; i < count; i++) {
      const kind = kinds[from + i]
      rows[i] = (((kind >>> basisShift) & 3) << CLASS_BITS) | (kind & CLASS_MASK)
    }
}

/** Looks up the interval ends of one dimension in a table by row and score. */
class EndLookup {
  readonly #table: Uint32Array
  readonly #scoreWords: Int32Array
  readonly #lowWords: Int32Array
  readonly #highWords: Int32Array

  constructor(
    byBasis: Uint32Array,
    onlyBasis: Basis | null,
    readonly basisShift: number | null,
    private readonly score: Uint8Array,
    private readonly low: Uint8Array,
    private readonly high: Uint8Array,
  ) {
    this.#table = basisShift === null ? byBasis.subarray(BASES.indexOf(onlyBasis) << 12) : byBasis
    const words = score.length >> 2
    this.#scoreWords = new Int32Array(score.buffer, 0, words)
    this.#lowWords = new Int32Array(low.buffer, 0, words)
    this.#highWords = new Int32Array(high.buffer, 0, words)
  }

  /** Writes the interval ends of points whose rows are in `rows`. Handling four points at once takes half the time. */
  take(from: number, count: number): void {
    takeWords(this.#table, this.#scoreWords, from >> 2, count >> 2, this.#lowWords, this.#highWords)
    for (let i = count & ~3; i < count; i++) {
      const both = this.#table[(rows[i] << 8) | this.score[from + i]]
      this.low[from + i] = both
      this.high[from + i] = both >> 16
    }
  }
}

const rowWords = new Int32Array(rows.buffer)

function takeWords(
  table: Uint32Array,
  scores: Int32Array,
  from: number,
  count: number,
  low: Int32Array,
  high: Int32Array,
): void {
  for (let w = 0; w < count; w++) {
    const score = scores[from + w]
    const row = rowWords[w]
    const first = table[((row & 0xff) << 8) | (score & 0xff)] | (table[(row & 0xff00) | ((score >> 8) & 0xff)] << 8)
    const second =
      table[((row >> 8) & 0xff00) | ((score >> 16) & 0xff)] | (table[((row >> 16) & 0xff00) | (score >>> 24)] << 8)
    low[from + w] = (first & 0xffff) | (second << 16)
    high[from + w] = (first >>> 16) | (second & 0xffff0000)
  }
}
