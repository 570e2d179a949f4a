import type { Geography } from '../../data/geography.ts'
import { writeCoverage, writeZones } from '../../data/geography-columns.ts'
import {
  CellPool,
  InterleavedPages,
  MAX_INTERLEAVED,
  newRows,
  type Rows,
  takeFourLanes,
  takeLane,
} from '../../data/raster/interleaved-pages.ts'
import { blockBits, type PagedRaster } from '../../data/raster/paged-raster.ts'
import {
  interpolateLocated,
  locatePoints,
  newPositions,
  type Positions,
  sharePositions,
} from '../../data/raster/raster-columns.ts'
import { replaceByBases, writeScores, writeSurfaceBases } from '../dimensions/dimension-columns.ts'
import type { Batch, LoadedDimension } from '../dimensions/loaded-dimension.ts'

/** Maximum number of points in a batch. The scratch columns of a batch fit into the L2 cache. */
export const batchSize = 4096
// Number of points that are sorted spatially at a time. Uses 22 MB of scratch memory, plus 1 MB per dimension.
const chunkSize = 1 << 20
const maxInterleavedBytes = 88 << 20 // beyond this limit, the surfaces of a page are read one by one
const maxDirectoryBytes = 32 << 20 // memory for the page directories that threads share
const quarterCells = 1 << (blockBits - 1)
const minSorted = 2048 // minimum number of points for which sorting pays off

/** Placeholder columns for lanes whose values a call does not need. */
const unwanted: readonly Uint8Array[] = Array.from({ length: 4 }, () => new Uint8Array(batchSize))

let cellsOfThreads: SharedArrayBuffer | undefined

/** Allocates shared memory for copies of the raster pages in use. All threads with the same data share the copies. */
export function newCellsOfThreads(): SharedArrayBuffer {
  return new SharedArrayBuffer(maxInterleavedBytes + maxDirectoryBytes)
}

/** Makes this thread use shared memory, so that a page in use is copied once for all threads. */
export function shareCells(cells: SharedArrayBuffer): void {
  cellsOfThreads = cells
}

/** Values needed for intervals, in addition to the scores. */
export interface IntervalColumns {
  /** Classes of the block groups; see `crowdingClasses`. */
  readonly classes: Uint8Array
  /**
   * Class of each point in the lowest four bits, valid only where there is a score. For each dimension whose basis
   * varies, two higher bits contain the basis: 0 none, 1 measured, 2 modeled, 3 estimate.
   */
  readonly kinds: Kinds
  /** Position of the two basis bits for each dimension; null if all of its scores have the same basis. */
  readonly basisShifts: readonly (number | null)[]
}

/**
 * Computes a value per point of a batch from the point's scores. `scores` has one column per dimension, which may be
 * longer than the batch.
 */
export type Combine = (scores: readonly Uint8Array[], lon: Float64Array, lat: Float64Array, out: Uint8Array) => void

/** Writes the results for a batch of points to parts of the columns. */
type FillBatch = (lon: Float64Array, lat: Float64Array, parts: readonly Uint8Array[], kinds: Kinds | null) => void

/**
 * Basis and class bits per point. 16 bits are enough for six dimensions whose basis varies, and 16-bit elements are
 * faster than 32-bit elements.
 */
export type Kinds = Uint16Array | Uint32Array

/** Number of bits of `kinds` that contain the class of a point. */
export const CLASS_BITS = 4
export const CLASS_MASK = (1 << CLASS_BITS) - 1

/** Scores columns of points, batch by batch. Keeps its scratch arrays between calls. */
export class ColumnScorer {
  readonly #batch: Batch = {
    lon: new Float64Array(0),
    lat: new Float64Array(0),
    zone: new Uint16Array(batchSize),
    blockGroup: new Uint16Array(batchSize),
    area: new Uint16Array(batchSize),
    count: 0,
  }
  /** Results in the spatially sorted order of the points, one column per output column. */
  readonly #ordered: Uint8Array[] = []
  #orderedKinds: Kinds = new Uint16Array(0)
  /** Bases of the scores in a batch, one column per dimension whose basis varies. */
  readonly #bases: Uint8Array[] = []
  /** Scores of a batch, as input for `combine`, one column per dimension. */
  readonly #combined: Uint8Array[] = []
  readonly #lattices: Lattice[] = []
  #scratch: Scratch | undefined
  /** Surfaces to read for the dimensions of the last call. */
  #plan: Plan | undefined

  /**
   * @param together dimensions whose surfaces are read together if most of them are requested; other surfaces are read
   * one by one
   */
  constructor(
    private readonly geography: Geography,
    together: Iterable<LoadedDimension> = [],
  ) {
    for (const dimension of together) this.#addSurface(dimension)
    const pool = new CellPool(maxInterleavedBytes, cellsOfThreads)
    for (const lattice of this.#lattices) lattice.interleaved = new InterleavedPages(lattice.rasters, pool, batchSize)
  }

  /**
   * Writes the scores of each dimension to its column.
   *
   * @param intervals values needed for intervals, if intervals were requested
   */
  score(
    lon: Float64Array,
    lat: Float64Array,
    dimensions: readonly LoadedDimension[],
    columns: readonly Uint8Array[],
    intervals: IntervalColumns | null = null,
  ): void {
    const plan = this.#getPlan(dimensions)
    const fill: FillBatch = (batchLon, batchLat, parts, kinds) => {
      const batchIntervals = intervals === null || kinds === null ? null : { ...intervals, kinds }
      this.#scoreBatch(plan, batchLon, batchLat, parts, batchIntervals)
    }
    this.#inBatches(lon, lat, columns, fill, intervals?.kinds ?? null)
  }

  /**
   * Writes one value per point, computed by `combine` from the scores of a batch of points. The scores stay in the
   * cache, and only the results are written back in the original order of the points.
   */
  combine(
    lon: Float64Array,
    lat: Float64Array,
    dimensions: readonly LoadedDimension[],
    combine: Combine,
    out: Uint8Array,
  ): void {
    const plan = this.#getPlan(dimensions)
    const scores = dimensions.map((_, d) => this.#combinedColumn(d))
    this.#inBatches(lon, lat, [out], (batchLon, batchLat, [results]) => {
      this.#scoreBatch(plan, batchLon, batchLat, scores, null)
      combine(scores, batchLon, batchLat, results)
    })
  }

  /**
   * Calls `fill` for batches of points, each with the parts of the columns to write. If there are many points, sorts
   * them spatially first and writes their results and kinds back in the original order.
   */
  #inBatches(
    lon: Float64Array,
    lat: Float64Array,
    columns: readonly Uint8Array[],
    fill: FillBatch,
    kinds: Kinds | null = null,
  ): void {
    if (lon.length < minSorted) {
      fill(lon, lat, columns, kinds)
      return
    }
    for (let from = 0; from < lon.length; from += chunkSize) {
      const count = Math.min(chunkSize, lon.length - from)
      const chunk = columns.map((column) => column.subarray(from, from + count))
      const ordered = this.#orderByQuarter(lon.subarray(from, from + count), lat.subarray(from, from + count))
      const placesLon = ordered?.lon ?? lon.subarray(from, from + count)
      const placesLat = ordered?.lat ?? lat.subarray(from, from + count)
      const targets = ordered === null ? chunk : chunk.map((_, c) => this.#orderedColumn(c, count))
      const chunkKinds = kinds?.subarray(from, from + count) ?? null
      const targetKinds = ordered === null || chunkKinds === null ? chunkKinds : this.#kindsInOrder(chunkKinds, count)
      for (let start = 0; start < count; start += batchSize) {
        const end = Math.min(start + batchSize, count)
        const parts = targets.map((target) => target.subarray(start, end))
        const partKinds = targetKinds?.subarray(start, end) ?? null
        fill(placesLon.subarray(start, end), placesLat.subarray(start, end), parts, partKinds)
      }
      if (ordered === null) continue
      if (chunkKinds !== null) scatterKinds(targetKinds!, ordered.order, count, chunkKinds)
      chunk.forEach((column, c) => {
        scatter(targets[c], ordered.order, count, column)
      })
    }
  }

  /**
   * Returns the plan for these dimensions. Reuses the previous plan if it fits: callers that score a few places per
   * call usually request the same dimensions each time.
   */
  #getPlan(dimensions: readonly LoadedDimension[]): Plan {
    const last = this.#plan?.dimensions
    if (last?.length !== dimensions.length || !last.every((dimension, d) => dimension === dimensions[d])) {
      for (const dimension of dimensions) this.#addSurface(dimension)
      this.#plan = {
        dimensions: [...dimensions],
        surfaces: this.#lattices.flatMap((lattice) => surfacesOn(lattice, dimensions) ?? []),
        needsBlockGroups: dimensions.some((dimension) => dimension.needsBlockGroups),
      }
    }
    return this.#plan!
  }

  #scoreBatch(
    { dimensions, surfaces, needsBlockGroups }: Plan,
    lon: Float64Array,
    lat: Float64Array,
    columns: readonly Uint8Array[],
    intervals: IntervalColumns | null,
  ): void {
    const batch = this.#locate(lon, lat, needsBlockGroups || intervals !== null)
    for (let d = 0; d < dimensions.length; d++)
      writeScores(dimensions[d], batch, columns[d], intervals === null ? null : this.#basisColumn(intervals, d))
    for (const wanted of surfaces) readSurfaces(wanted, batch, columns)
    if (intervals === null) return
    takeClasses(batch, intervals)
    for (let d = 0; d < dimensions.length; d++) {
      const bases = this.#basisColumn(intervals, d)
      if (bases === null) continue
      writeSurfaceBases(dimensions[d], batch, columns[d], bases)
      addBases(bases, batch.count, intervals.basisShifts[d]!, intervals.kinds)
    }
  }

  /** Returns the scratch column for the bases of a dimension in a batch; null if its basis does not vary. */
  #basisColumn({ basisShifts }: IntervalColumns, d: number): Uint8Array | null {
    if (basisShifts[d] === null) return null
    this.#bases[d] ??= new Uint8Array(batchSize)
    return this.#bases[d]
  }

  #combinedColumn(d: number): Uint8Array {
    this.#combined[d] ??= new Uint8Array(batchSize)
    return this.#combined[d]
  }

  #kindsInOrder({ BYTES_PER_ELEMENT: bytes }: Kinds, count: number): Kinds {
    const { length, BYTES_PER_ELEMENT } = this.#orderedKinds
    if (length < count || BYTES_PER_ELEMENT !== bytes)
      this.#orderedKinds = bytes === 2 ? new Uint16Array(roomFor(count)) : new Uint32Array(roomFor(count))
    return this.#orderedKinds
  }

  /** Replaces scores with their basis: 1 measured, 2 modeled, 3 estimate. Zeros are unchanged. */
  basis(
    lon: Float64Array,
    lat: Float64Array,
    dimensions: readonly LoadedDimension[],
    columns: readonly Uint8Array[],
  ): void {
    for (let start = 0; start < lon.length; start += batchSize) {
      const end = Math.min(start + batchSize, lon.length)
      const batch = this.#locate(lon.subarray(start, end), lat.subarray(start, end), true)
      for (let d = 0; d < dimensions.length; d++) replaceByBases(dimensions[d], batch, columns[d].subarray(start, end))
    }
  }

  #locate(lon: Float64Array, lat: Float64Array, withBlockGroups: boolean): Batch {
    const batch = this.#batch
    const count = lon.length
    batch.lon = lon
    batch.lat = lat
    batch.count = count
    if (withBlockGroups) {
      writeZones(this.geography, lon, lat, count, batch.zone)
      this.geography.blockGroups(lon, lat, batch.zone, count, batch.blockGroup)
    } else writeCoverage(this.geography, lon, lat, count, batch.zone)
    return batch
  }

  /**
   * Adds a surface to a lattice with the same positions. Runs once per surface, because comparing page directories is
   * slow.
   */
  #addSurface(dimension: LoadedDimension): void {
    const raster = dimension.surfaceRaster
    if (raster === null || this.#lattices.some(({ rasters }) => rasters.includes(raster))) return
    const lattice = this.#lattices.find(
      ({ rasters, interleaved }) =>
        interleaved === null && rasters.length < MAX_INTERLEAVED && sharePositions(rasters[0], raster),
    )
    if (lattice) lattice.rasters.push(raster)
    else
      this.#lattices.push({
        rasters: [raster],
        positions: newPositions(batchSize),
        rows: newRows(batchSize),
        interleaved: null,
      })
  }

  #orderedColumn(d: number, count: number): Uint8Array {
    if (!this.#ordered[d] || this.#ordered[d].length < count) this.#ordered[d] = new Uint8Array(roomFor(count))
    return this.#ordered[d]
  }

  /**
   * Sorts a chunk of points by the zone raster's blocks and their quarters (a counting sort), so that points on the
   * same page are read together. Sorted access is several times faster than random access. Returns null if there are
   * few points or they are already sorted.
   */
  #orderByQuarter(lon: Float64Array, lat: Float64Array): Scratch | null {
    const count = lon.length
    if (count < minSorted) return null
    const { perDegree, meta, arrays } = this.geography.zoneRaster
    const { x, y, width, height } = meta
    const { top, pages } = arrays
    const perQuarter = perDegree / quarterCells
    const outside = pages.length / 64
    if (!this.#scratch || this.#scratch.key.length < count) this.#scratch = newScratch(outside, roomFor(count))
    const { key, starts, order, lon: orderedLon, lat: orderedLat } = this.#scratch
    starts.fill(0)
    let changes = 0
    let previous = -1
    for (let i = 0; i < count; i++) {
      const qx = ((lon[i] + 180) * perQuarter) | 0
      const qy = ((lat[i] + 90) * perQuarter) | 0
      const bx = (qx >> 1) - x
      const by = (qy >> 1) - y
      const block = bx >>> 0 < width && by >>> 0 < height ? top[by * width + bx] : 0
      const quarter = block === 0 ? outside : ((block - 1) << 2) | ((qy & 1) << 1) | (qx & 1)
      key[i] = quarter
      starts[quarter + 1]++
      if (quarter >> 2 !== previous) changes++
      previous = quarter >> 2
    }
    if (changes < count / 8) return null
    for (let quarter = 1; quarter < starts.length; quarter++) starts[quarter] += starts[quarter - 1]
    for (let i = 0; i < count; i++) {
      const at = starts[key[i]]++
      order[at] = i
      orderedLon[at] = lon[i]
      orderedLat[at] = lat[i]
    }
    return this.#scratch
  }
}

/** Data whose scorer is created on first use. */
interface Scored {
  readonly geography: Geography
  readonly loaded: ReadonlyMap<string, LoadedDimension>
  scorer: ColumnScorer | undefined
}

/** Returns the scorer of the data. All calls with the same data return the same scorer. */
export function createScorer(data: Scored): ColumnScorer {
  data.scorer ??= new ColumnScorer(data.geography, data.loaded.values())
  return data.scorer
}

function takeClasses({ blockGroup, count }: Batch, { classes, kinds }: IntervalColumns): void {
  for (let i = 0; i < count; i++) kinds[i] = classes[blockGroup[i]]
}

function addBases(bases: Uint8Array, count: number, shift: number, kinds: Kinds): void {
  for (let i = 0; i < count; i++) kinds[i] |= bases[i] << shift
}

/** Surfaces that share positions, with scratch memory for a batch of points. */
interface Lattice {
  readonly rasters: PagedRaster[]
  readonly positions: Positions
  readonly rows: Rows
  interleaved: InterleavedPages | null
}

/** The requested surfaces of one lattice, each with its raster, its lane in a row, and its output column. */
interface WantedSurfaces {
  readonly lattice: Lattice
  /** Interleaved pages; null if the surfaces are read one by one. */
  readonly interleaved: InterleavedPages | null
  readonly surfaces: readonly WantedSurface[]
}

interface WantedSurface {
  readonly raster: PagedRaster
  readonly lane: number
  readonly column: number
  /** Whether the dimension has only a surface, without scores by area or block group. */
  readonly isAlone: boolean
}

interface Plan {
  readonly dimensions: readonly LoadedDimension[]
  readonly surfaces: readonly WantedSurfaces[]
  readonly needsBlockGroups: boolean
}

/**
 * Returns the requested surfaces of a lattice, or null if none are requested. Reading all surfaces together pays off if
 * more than half of them are requested.
 */
function surfacesOn(lattice: Lattice, dimensions: readonly LoadedDimension[]): WantedSurfaces | null {
  const surfaces = dimensions.flatMap((dimension, column) => {
    const raster = dimension.surfaceRaster
    const lane = raster ? lattice.rasters.indexOf(raster) : -1
    return raster && lane >= 0
      ? [{ raster, lane, column, isAlone: !dimension.needsBlockGroups && dimension.areasPerDegree === null }]
      : []
  })
  const areMost = surfaces.length > 2 && surfaces.length * 2 > lattice.rasters.length
  return surfaces.length === 0 ? null : { lattice, interleaved: areMost ? lattice.interleaved : null, surfaces }
}

/** Writes surface scores to columns of the batch where they are still 0. */
function readSurfaces(
  { lattice, interleaved, surfaces }: WantedSurfaces,
  batch: Batch,
  columns: readonly Uint8Array[],
): void {
  const { lon, lat, zone, count } = batch
  const { positions, rows } = lattice
  if (interleaved) {
    interleaved.interpolate(lon, lat, zone, count, rows)
    for (const lane of [0, 4]) takeLanes(rows, lane, count, surfaces, columns)
  } else {
    locatePoints(lattice.rasters[0], lon, lat, zone, count, positions)
    for (const { raster, column } of surfaces) interpolateLocated(raster, positions, zone, count, columns[column])
  }
}

/**
 * Writes the lanes starting at `first` to their columns. If at least two of the columns belong to dimensions with only
 * a surface, these columns are written together, which is faster. In other columns, existing area and block group
 * scores take precedence.
 */
function takeLanes(
  rows: Rows,
  first: number,
  count: number,
  surfaces: WantedSurfaces['surfaces'],
  columns: readonly Uint8Array[],
): void {
  const wanted = surfaces.filter(({ lane }) => lane >= first && lane < first + 4)
  const alone = wanted.filter(({ isAlone, column }) => isAlone && columns[column].byteOffset % 4 === 0)
  if (alone.length > 1) {
    const four = [...unwanted]
    for (const { lane, column } of alone) four[lane - first] = columns[column]
    takeFourLanes(rows, first, count, four)
  }
  for (const surface of wanted)
    if (alone.length < 2 || !alone.includes(surface)) takeLane(rows, surface.lane, count, columns[surface.column])
}

/** A chunk of points sorted by quarters of blocks, and the arrays used to sort them. */
interface Scratch {
  readonly key: Uint32Array
  readonly starts: Uint32Array
  /** Original index of each point. */
  readonly order: Uint32Array
  readonly lon: Float64Array
  readonly lat: Float64Array
}

/** Rounds a size up to the next power of two, so that columns of similar length reuse the scratch memory. */
function roomFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(count))
}

function newScratch(quarters: number, size: number): Scratch {
  return {
    key: new Uint32Array(size),
    starts: new Uint32Array(quarters + 2),
    order: new Uint32Array(size),
    lon: new Float64Array(size),
    lat: new Float64Array(size),
  }
}

/** Writes scores back in the original order of their points. */
function scatter(ordered: Uint8Array, order: Uint32Array, count: number, column: Uint8Array): void {
  for (let i = 0; i < count; i++) column[order[i]] = ordered[i]
}

/** Writes classes and bases back in the original order of their points. */
function scatterKinds(ordered: Kinds, order: Uint32Array, count: number, kinds: Kinds): void {
  for (let i = 0; i < count; i++) kinds[order[i]] = ordered[i]
}
