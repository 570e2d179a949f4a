import { refusedArgument } from '../../base/errors.ts'
import { assertScored } from '../../base/geo/loaded-boxes.ts'
import { isCoordinate } from '../../base/geo/place.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import type { Geography } from '../../data/geography.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import { BASES } from '../dimensions/intervals.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import type { ScoreColumns, ScoreColumnsRequest } from './answers.ts'
import type { IntervalColumns } from './column-scorer.ts'
import type { ScoredData } from './scored-data.ts'
import { STATUS, zeroBytes } from './status.ts'

/** Functions that score columns of points. */
export interface ColumnFunctions<Id extends string = DimensionId> {
  /**
   * Scores columns of points. Returns one Uint8Array per dimension, as long as the columns. Allocates nothing per
   * point.
   *
   * @throws {ValidationError} `input_invalid`, when the columns differ in length, or there is no such dimension
   * @throws {NotLoadedError} `dimension_not_loaded`, when a dimension was left out; `state_not_loaded`, when a point is
   * in a state that the data was copied without (with `statusColumn`, such points get a status instead)
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
   * Throws as `scoreColumns` does.
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
      const also = request.interval === true ? intervalColumnsFor(data, request) : null
      const columns = columnsOf(data, 'score', request, also)
      const all = {
        ...columns,
        ...(request.percentiles === true ? percentileColumns(data, request, columns) : {}),
        ...(also === null ? {} : endColumns(data, columns, also)),
        ...(request.statusColumn === true ? { statusColumn: statusColumn(data, request, columns) } : {}),
      }
      return all as ScoreColumns<Id, Percentiles, Status, WithInterval>
    },

    basisColumns<Id extends string>(request: ScoreColumnsRequest<Id>) {
      return columnsOf(data, 'basis', request) as ScoreColumns<Id>
    },
  }
}

function columnsOf(
  data: ScoredData,
  what: 'score' | 'basis',
  request: ScoreColumnsRequest<string>,
  also: IntervalColumns | null = null,
): Columns {
  checkOptions<object>(request, columnsRequest)
  const { lat, lon, dimensions: ids, statusColumn: status = false } = request
  if (!(lat instanceof Float64Array && lon instanceof Float64Array) || lat.length !== lon.length) {
    const name = lat instanceof Float64Array ? 'lon' : 'lat'
    throw refusedArgument(name, `${what}Columns expects lat and lon as Float64Arrays of the same length.`, null)
  }
  const chosen: readonly string[] = ids ?? [...data.loaded.keys()]
  const loaded = chosen.map((id) => data.loadedOf(id))
  const columns = chosen.map(() => new Uint8Array(lat.length))
  data.scorer.score(lon, lat, loaded, columns, also)
  if (what === 'basis') data.scorer.basis(lon, lat, loaded, columns)
  if (status) clearNotLoaded(data.geography, request, loaded, columns)
  else assertColumnsPresent(data.geography, request, loaded)
  return Object.fromEntries(chosen.map((id, i) => [id, columns[i]]))
}

/** Throws `NotLoadedError` if a point is in a state that the data folder was copied without, or is not in memory. */
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
    // Custom dimensions may have scores outside the coverage. A score of any other dimension proves that the place is
    // inside.
    const tells = loaded.get(id as DimensionId)?.dimension.group === 'layers' ? 0 : 0x01010101
    const columnWords = new Int32Array(column.buffer, 0, words)
    for (let w = 0; w < words; w++) {
      const missing = zeroBytes(columnWords[w]) >>> 7 // STATUS.noData in each byte
      statusWords[w] |= missing
      insideWords[w] |= tells & ~missing
    }
    for (let i = words * 4; i < column.length; i++) {
      if (column[i] === 0) status[i] = STATUS.noData
      else inside[i] |= tells & 1
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
  data.geography.stateColumn(lon, lat, state)
  return Object.fromEntries(
    Object.entries(scores).map(([id, score]) => {
      const percentile = new Uint8Array(lon.length)
      data.loadedOf(id).percentileColumn(score, state, percentile)
      return [`${id}_percentile`, percentile]
    }),
  )
}

/** Returns empty columns for the values that the intervals of a request need. */
function intervalColumnsFor(data: ScoredData, { lat, dimensions }: ScoreColumnsRequest<string>): IntervalColumns {
  const length = lat instanceof Float64Array ? lat.length : 0
  const varies = (id: string) => {
    const loaded = data.loadedOf(id)
    return loaded.onlyBasis === null && loaded.intervals !== null
  }
  return {
    classes: data.placeClasses,
    placeClass: new Uint8Array(length),
    basisAndClass: (dimensions ?? [...data.loaded.keys()]).map((id) => (varies(id) ? new Uint8Array(length) : null)),
  }
}

/** Returns the ends of the intervals of all scores, by `<id>_low` and `<id>_high`; 0 where there is no interval. */
function endColumns(data: ScoredData, scores: Columns, { placeClass, basisAndClass }: IntervalColumns): Columns {
  const ends: Record<string, Uint8Array> = {}
  Object.entries(scores).forEach(([id, score], d) => {
    const low = new Uint8Array(score.length)
    const high = new Uint8Array(score.length)
    ends[`${id}_low`] = low
    ends[`${id}_high`] = high
    const { intervals, onlyBasis } = data.loadedOf(id)
    if (intervals === null) return
    const own = basisAndClass[d]
    if (own !== null) takeEnds(intervals.byBasis, score, own, low, high)
    else takeEnds(intervals.byBasis.subarray(BASES.indexOf(onlyBasis!) << 12), score, placeClass, low, high)
  })
  return ends
}

/**
 * Writes the low and high ends from a table by row and score; `rows` has the row of each point. Reads and writes four points at once, which takes half
 * the time.
 */
function takeEnds(table: Uint16Array, score: Uint8Array, rows: Uint8Array, low: Uint8Array, high: Uint8Array) {
  const words = score.length >> 2
  const [scores, rowWords, lows, highs] = [score, rows, low, high].map(({ buffer }) => new Int32Array(buffer, 0, words))
  for (let w = 0; w < words; w++) {
    const s = scores[w]
    const r = rowWords[w]
    const a = table[((r & 0xff) << 8) | (s & 0xff)]
    const b = table[(r & 0xff00) | ((s >> 8) & 0xff)]
    const c = table[((r >> 8) & 0xff00) | ((s >> 16) & 0xff)]
    const d = table[((r >> 16) & 0xff00) | (s >>> 24)]
    lows[w] = (a & 0xff) | ((b & 0xff) << 8) | ((c & 0xff) << 16) | (d << 24)
    highs[w] = (a >> 8) | (b & 0xff00) | ((c & 0xff00) << 8) | ((d & 0xff00) << 16)
  }
  for (let i = words * 4; i < score.length; i++) {
    const both = table[(rows[i] << 8) | score[i]]
    low[i] = both
    high[i] = both >> 8
  }
}
