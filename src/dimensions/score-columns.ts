import type { Geography } from '../geography.ts'
import { blockBits, type PagedRaster, type Positions } from '../raster/paged-raster.ts'
import type { Batch, LoadedDimension } from './loaded-dimension.ts'

const batchSize = 4096 // points: the scratch columns of a batch stay in the second-level cache
const chunkSize = 1 << 20 // points that are brought into spatial order together: 22 MB of scratch, one more per dimension
const fewest = 2048 // points from which ordering pays

/** What `statusColumn` holds of a point. */
export const STATUS = Object.freeze({
  /** Every dimension has a score there. */
  scored: 0,
  /** Inside the coverage, but one or more dimensions have no data there: their score is 0. */
  noData: 1,
  /** Outside the coverage: every score is 0. */
  outside: 2,
  /** Not a coordinate: not a finite number, a latitude beyond ±90 or a longitude beyond ±180. */
  badCoordinate: 3,
})

/** Scores columns of points, batch by batch; keeps its scratch arrays from call to call. */
export class ColumnScorer {
  private readonly batch: Batch = {
    lon: new Float64Array(0),
    lat: new Float64Array(0),
    zone: new Uint16Array(batchSize),
    blockGroup: new Uint16Array(batchSize),
    area: new Uint16Array(batchSize),
    count: 0,
  }
  /** Scores in the order of the blocks, one column per requested dimension. */
  private readonly ordered: Uint8Array[] = []
  /** One per group of rasters that share positions. */
  private readonly lattices: Lattice[] = []
  /** The lattice of each surface seen so far: to compare directories once is enough. */
  private readonly known = new Map<PagedRaster, Lattice>()
  private scratch: Scratch | undefined

  constructor(private readonly geography: Geography) {}

  /** Scores of the dimensions, or their basis, each into its column. A null dimension leaves its column as it is. */
  score(
    lon: Float64Array,
    lat: Float64Array,
    dimensions: readonly (LoadedDimension | null)[],
    columns: readonly Uint8Array[],
    what: 'score' | 'basis' = 'score',
  ): void {
    const used = dimensions.map((dimension) => (dimension === null ? null : this.latticeOf(dimension)))
    const withBlockGroups = what === 'basis' || dimensions.some((dimension) => dimension?.needsBlockGroups)
    for (let from = 0; from < lon.length; from += chunkSize) {
      const count = Math.min(chunkSize, lon.length - from)
      const ordered = this.orderByBlock(lon.subarray(from, from + count), lat.subarray(from, from + count))
      const placesLon = ordered?.lon ?? lon.subarray(from, from + count)
      const placesLat = ordered?.lat ?? lat.subarray(from, from + count)
      const targets = columns.map((column, d) =>
        ordered === null ? column.subarray(from, from + count) : this.orderedColumn(d, count),
      )
      for (let start = 0; start < count; start += batchSize) {
        const end = Math.min(start + batchSize, count)
        this.batch.lon = placesLon.subarray(start, end)
        this.batch.lat = placesLat.subarray(start, end)
        this.batch.count = end - start
        this.prepare(withBlockGroups, used)
        for (let d = 0; d < dimensions.length; d++) {
          const target = targets[d].subarray(start, end)
          dimensions[d]?.scoreBatch(this.batch, used[d]?.positions ?? null, target)
          if (what === 'basis') dimensions[d]?.basisBatch(this.batch, target)
        }
      }
      if (ordered === null) continue
      for (let d = 0; d < dimensions.length; d++)
        if (dimensions[d] !== null) scatter(targets[d], ordered.order, count, columns[d].subarray(from, from + count))
    }
  }

  private prepare(withBlockGroups: boolean, used: readonly (Lattice | null)[]): void {
    const { lon, lat, zone, blockGroup, count } = this.batch
    if (withBlockGroups) {
      this.geography.zones(lon, lat, count, zone)
      this.geography.blockGroups(lon, lat, zone, count, blockGroup)
    } else this.geography.coverage(lon, lat, count, zone)
    for (const lattice of this.lattices)
      if (used.includes(lattice)) lattice.raster.locate(lon, lat, zone, count, lattice.positions)
  }

  private orderedColumn(d: number, count: number): Uint8Array {
    if (!this.ordered[d] || this.ordered[d].length < count) this.ordered[d] = new Uint8Array(roomFor(count))
    return this.ordered[d]
  }

  private latticeOf(dimension: LoadedDimension): Lattice | null {
    const raster = dimension.surfaceRaster
    if (raster === null) return null
    const known = this.known.get(raster) ?? this.lattices.find((lattice) => lattice.raster.sharesPositions(raster))
    const lattice = known ?? newLattice(raster)
    if (known === undefined) this.lattices.push(lattice)
    this.known.set(raster, lattice)
    return lattice
  }

  /**
   * A chunk of points in the order of the zone raster's blocks (a counting sort), so that points which share pages are read
   * together: sorted access is several times cheaper than random. Null where the points are few or already come that way.
   */
  private orderByBlock(lon: Float64Array, lat: Float64Array): Scratch | null {
    const count = lon.length
    if (count < fewest) return null
    const { perDegree, meta } = this.geography.zoneRaster
    const { x, y, width, height } = meta
    const blocksPerDegree = perDegree / (1 << blockBits)
    const outside = width * height
    if (outside > 65535) return null // block numbers are kept in 16 bits
    if (!this.scratch || this.scratch.key.length < count) this.scratch = newScratch(outside, roomFor(count))
    const { key, starts, order, lon: orderedLon, lat: orderedLat } = this.scratch
    starts.fill(0)
    let changes = 0
    let previous = -1
    for (let i = 0; i < count; i++) {
      const bx = (((lon[i] + 180) * blocksPerDegree) | 0) - x
      const by = (((lat[i] + 90) * blocksPerDegree) | 0) - y
      const block = bx >>> 0 < width && by >>> 0 < height ? by * width + bx : outside
      key[i] = block
      starts[block + 1]++
      if (block !== previous) changes++
      previous = block
    }
    if (changes < count / 8) return null
    for (let block = 1; block < starts.length; block++) starts[block] += starts[block - 1]
    for (let i = 0; i < count; i++) {
      const at = starts[key[i]]++
      order[at] = i
      orderedLon[at] = lon[i]
      orderedLat[at] = lat[i]
    }
    return this.scratch
  }
}

/** Rasters that share positions: the first of them, and room for the positions of a batch. */
interface Lattice {
  readonly raster: PagedRaster
  readonly positions: Positions
}

function newLattice(raster: PagedRaster): Lattice {
  return {
    raster,
    positions: {
      page: new Int32Array(batchSize * 4),
      cell: new Uint8Array(batchSize),
      east: new Uint16Array(batchSize),
      north: new Uint16Array(batchSize),
    },
  }
}

/** A chunk of points in the order of blocks, and what it takes to bring them there. */
interface Scratch {
  readonly key: Uint16Array
  readonly starts: Uint32Array
  /** Where each point came from. */
  readonly order: Uint32Array
  readonly lon: Float64Array
  readonly lat: Float64Array
}

/** Scratch grows to the next power of two, so that columns of about one length reuse it. */
function roomFor(count: number): number {
  return 2 ** Math.ceil(Math.log2(count))
}

function newScratch(blocks: number, size: number): Scratch {
  return {
    key: new Uint16Array(size),
    starts: new Uint32Array(blocks + 2),
    order: new Uint32Array(size),
    lon: new Float64Array(size),
    lat: new Float64Array(size),
  }
}

/** Puts scores back to where their points came from. */
function scatter(ordered: Uint8Array, order: Uint32Array, count: number, column: Uint8Array): void {
  for (let i = 0; i < count; i++) column[order[i]] = ordered[i]
}
