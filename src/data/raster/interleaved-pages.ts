import { copyAround, getConstant } from './page-around.ts'
import { bilinear, type PagedRaster } from './paged-raster.ts'
import { interpolateLocated, locatePoints, newPositions, type Positions } from './raster-columns.ts'

/** Maximum number of interleaved rasters: a row has 8 bytes. */
export const MAX_INTERLEAVED = 8

// Cells of a page plus those of its neighbors to the east and north that interpolation reaches: 17 × 17.
const side = 17
const cellsOfPage = side * side

/**
 * Number of points after which a page is interleaved. Interleaving takes as long as reading about ten points directly,
 * but a page with this many points usually gets many more.
 */
const worthwhile = 4

const pass = 512 // points whose addresses are computed before the first of them is read

// A directory entry describes a page in four words: the address of its cells, its state, and two words with one byte
// per raster. These bytes contain the values of rasters that are constant on the page. The following constants are the
// fields of the state.
const lanesMask = 15 // number of rasters that vary on the page
const mixed = 16 // some of the rasters have cells without a value
const done = 32 // the page is interleaved
const variesShift = 8 // position of a mask with one bit for each raster that varies on the page
const pointsShift = 16

/**
 * Memory for interleaved cells, shared by all `InterleavedPages` of a scorer. It is allocated when the first page is
 * interleaved. If threads read the same rasters and share the memory, each page is copied only once for all of them.
 */
export class CellPool {
  cells: Uint8Array = new Uint8Array(256)
  /** View of the same memory, for reading words at any address. */
  view = new DataView(this.cells.buffer)
  /**
   * Number of reserved bytes. Code that touches memory or reads four rasters at a time may access a few bytes beyond
   * them.
   */
  readonly #taken: Int32Array
  #directories: number

  /**
   * @param capacity maximum number of bytes; the operating system allocates memory only when it is written
   * @param shared memory that threads share: `capacity` bytes for cells, followed by space for the directories
   */
  constructor(
    private readonly capacity: number,
    private readonly shared: SharedArrayBuffer | undefined = undefined,
  ) {
    this.#taken = shared === undefined ? new Int32Array(1) : new Int32Array(shared, 0, 1)
    this.#directories = capacity
    if (shared !== undefined) this.#setCells(new Uint8Array(shared, 0, capacity))
  }

  /** Reserves bytes and returns their address, or -1 if there is not enough memory left. */
  take(bytes: number): number {
    const most = this.capacity - bytes - 2 * spare
    // Check first, so that threads that find no space do not add to the total.
    if (Atomics.load(this.#taken, 0) > most) return -1
    if (this.cells.length < this.capacity) this.#setCells(new Uint8Array(this.capacity))
    const taken = Atomics.add(this.#taken, 0, bytes)
    return taken > most ? -1 : taken + spare
  }

  #setCells(cells: Uint8Array): void {
    this.cells = cells
    this.view = new DataView(cells.buffer, cells.byteOffset, cells.length)
  }

  /**
   * Returns space for the directory of an `InterleavedPages` in the memory that threads share, or null if there is no
   * such memory or not enough space. All threads must call this method in the same order, so that they get the same
   * space.
   */
  directory(words: number): Uint32Array | null {
    const { shared } = this
    const start = this.#directories
    this.#directories += words * 4
    return shared === undefined || this.#directories > shared.byteLength ? null : new Uint32Array(shared, start, words)
  }
}

const spare = 256 // bytes before and after the cells

/**
 * Reads several byte rasters at once, which must share positions. The cells of busy pages are copied so that the values
 * of all rasters are side by side. A point then finds all of its values in two or three cache lines, instead of two or
 * three per raster. First all addresses are computed, then the memory is touched without branches, then the means are
 * computed, so that the cache misses of many points overlap. Pages with few points are read without interleaving by
 * `PagedRaster.interpolateLocated`, which returns the same values.
 */
export class InterleavedPages {
  readonly #directory: Uint32Array
  /** Directory shared by all threads. The state of an entry is written last and read first. */
  readonly #shared: Uint32Array | null
  readonly #plain: Plain

  constructor(
    private readonly rasters: readonly PagedRaster[],
    private readonly pool: CellPool,
    batchSize: number,
  ) {
    // The first entry is for points that are not on a page. Such a point may still have a value if it is next to a
    // block. The value is read without interleaving.
    this.#directory = new Uint32Array((rasters[0].arrays.pages.length + 1) * 4)
    this.#shared = pool.directory(this.#directory.length)
    this.#plain = newPlain(batchSize)
  }

  /**
   * Writes bilinear values at the first `count` points of two columns to `rows`: 8 bytes per point, one per raster in
   * order; 0 if the point's `zone` is 0. Allocates nothing.
   */
  interpolate(lon: Float64Array, lat: Float64Array, zone: Uint16Array, count: number, rows: Rows): void {
    this.#plain.count = 0
    for (let start = 0; start < count; start += pass) {
      const end = Math.min(start + pass, count)
      this.#locate(lon, lat, zone, start, end)
      this.#touch(end - start)
      this.#blend(start, end, rows)
    }
    if (this.#plain.count > 0) this.#interpolatePlain(rows.bytes)
  }

  readonly #entry = new Int32Array(pass)
  readonly #address = new Int32Array(pass)
  readonly #east = new Uint16Array(pass)
  readonly #north = new Uint16Array(pass)
  /** Receives the sum of the touched bytes, so that compilers do not remove the touch. */
  protected touched = 0

  #locate(lon: Float64Array, lat: Float64Array, zone: Uint16Array, start: number, end: number): void {
    const directory = this.#directory
    const entry = this.#entry
    const address = this.#address
    const east = this.#east
    const north = this.#north
    const raster = this.rasters[0]
    const { perDegree } = raster
    for (let i = start, k = 0; i < end; i++, k++) {
      const fx = (lon[i] + 180) * perDegree - 0.5
      const fy = (lat[i] + 90) * perDegree - 0.5
      const x = fx | 0
      const y = fy | 0
      const at = zone[i] === 0 ? 0 : (raster.getPage(x, y) + 1) << 2
      if (zone[i] !== 0 && (directory[at + 1] & done) === 0 && (at === 0 || !this.#visit(at, x, y)))
        addPlainPoint(this.#plain, i, lon[i], lat[i], zone[i])
      entry[k] = at
      address[k] = directory[at] + Math.imul((y & 15) * side + (x & 15), directory[at + 1] & lanesMask)
      east[k] = (fx - x) * ONE
      north[k] = (fy - y) * ONE
    }
  }

  #touch(count: number): void {
    const address = this.#address
    const { cells } = this.pool
    const above = side * this.rasters.length
    let touched = 0
    for (let k = 0; k < count; k++) touched += cells[address[k]] + cells[address[k] + above]
    this.touched = touched
  }

  #blend(start: number, end: number, { bytes, words }: Rows): void {
    const directory = this.#directory
    const entry = this.#entry
    const address = this.#address
    const east = this.#east
    const north = this.#north
    const { cells, view } = this.pool
    for (let i = start, k = 0; i < end; i++, k++) {
      const at = entry[k]
      const state = directory[at + 1]
      words[i * 2] = directory[at + 2]
      words[i * 2 + 1] = directory[at + 3]
      const lanes = state & lanesMask
      if (lanes === 0) continue
      const tx = east[k]
      const ty = north[k]
      const varies = ((state >>> variesShift) & 255) * 8
      const above = side * lanes
      const first = address[k]
      const row = i * 8
      if ((state & mixed) !== 0) {
        for (let lane = 0, q = first; lane < lanes; lane++, q++) {
          const [sw, se, nw, ne] = [cells[q], cells[q + lanes], cells[q + above], cells[q + above + lanes]]
          bytes[row + rasterOf[varies + lane]] = bilinear(sw, se, nw, ne, tx, ty)
        }
        continue
      }
      // Weights of the four cells, which add up to 2^20.
      const ne = Math.imul(tx, ty)
      const nw = (ty << 10) - ne
      const se = (tx << 10) - ne
      const sw = ONE * ONE - nw - se - ne
      // Process four lanes at a time, with one word per cell.
      for (let lane = 0; lane < lanes; lane += 4) {
        const q = first + lane
        const a = view.getInt32(q, true)
        const b = view.getInt32(q + lanes, true)
        const c = view.getInt32(q + above, true)
        const d = view.getInt32(q + above + lanes, true)
        const to = varies + lane
        bytes[row + rasterOf[to]] = weighted(a, b, c, d, sw, se, nw, ne)
        if (lane + 1 === lanes) break
        bytes[row + rasterOf[to + 1]] = weighted(a >> 8, b >> 8, c >> 8, d >> 8, sw, se, nw, ne)
        if (lane + 2 === lanes) break
        bytes[row + rasterOf[to + 2]] = weighted(a >> 16, b >> 16, c >> 16, d >> 16, sw, se, nw, ne)
        if (lane + 3 === lanes) break
        bytes[row + rasterOf[to + 3]] = weighted(a >> 24, b >> 24, c >> 24, d >> 24, sw, se, nw, ne)
      }
    }
  }

  /** Counts a point on a page that is not interleaved yet. Returns whether the page is interleaved afterwards. */
  #visit(at: number, x: number, y: number): boolean {
    const directory = this.#directory
    const shared = this.#shared
    if (shared !== null && (Atomics.load(shared, at + 1) & done) !== 0) {
      for (let word = at; word < at + 4; word++) directory[word] = shared[word]
      return true
    }
    const points = (directory[at + 1] >>> pointsShift) + 1
    if (points > worthwhile) return false // the pool was full
    directory[at + 1] = points << pointsShift
    return points === worthwhile && this.#interleave(at, x, y)
  }

  #interleave(at: number, x: number, y: number): boolean {
    const { rasters, pool } = this
    const directory = this.#directory
    const raster = rasters[0]
    const around = {
      page: raster.getPage(x, y),
      east: raster.getPage(x + 16, y),
      north: raster.getPage(x, y + 16),
      corner: raster.getPage(x + 16, y + 16),
    }
    let lanes = 0
    let varies = 0
    for (let r = 0; r < rasters.length; r++) {
      const constant = getConstant(rasters[r], around)
      constants[r] = Math.max(0, constant)
      if (constant >= 0) continue
      lanes++
      varies |= 1 << r
    }
    const address = pool.take(lanes * cellsOfPage)
    if (address < 0) return false
    let state = done
    for (let r = 0, lane = 0; r < rasters.length; r++) {
      if (((varies >> r) & 1) === 0) continue
      if (copyAround(rasters[r], around, pool.cells, address + lane, lanes)) state |= mixed
      lane++
    }
    directory[at] = address
    directory[at + 1] = state | lanes | (varies << variesShift)
    directory.set(constantWords, at + 2)
    if (this.#shared !== null) {
      for (const word of [at, at + 2, at + 3]) this.#shared[word] = directory[word]
      Atomics.store(this.#shared, at + 1, directory[at + 1])
    }
    return true
  }

  /** Interpolates the points on pages that are not interleaved. */
  #interpolatePlain(rows: Uint8Array): void {
    const { lon, lat, zone, count, positions, from, out } = this.#plain
    const { rasters } = this
    locatePoints(rasters[0], lon, lat, zone, count, positions)
    for (let r = 0; r < rasters.length; r++) {
      out.fill(0, 0, count)
      interpolateLocated(rasters[r], positions, zone, count, out)
      for (let k = 0; k < count; k++) rows[from[k] * 8 + r] = out[k]
    }
  }
}

/** Results: 8 bytes per point, and a view of the same memory as words. */
export interface Rows {
  readonly bytes: Uint8Array
  readonly words: Uint32Array
}

export function newRows(size: number): Rows {
  const bytes = new Uint8Array(size * 8)
  return { bytes, words: new Uint32Array(bytes.buffer) }
}

/** Writes the values of one raster from the rows to `out` where it is still 0. */
export function takeLane({ bytes }: Rows, lane: number, count: number, out: Uint8Array): void {
  for (let i = 0, at = lane; i < count; i++, at += 8) if (out[i] === 0) out[i] = bytes[at]
}

/** Writes the values of four rasters, starting at `lane`, to four word-aligned columns, four points at a time. */
export function takeFourLanes({ bytes, words }: Rows, lane: number, count: number, out: readonly Uint8Array[]): void {
  const whole = count >> 2
  const [first, second, third, fourth] = out.map((column) => new Int32Array(column.buffer, column.byteOffset, whole))
  for (let i = 0, at = lane >> 2; i < whole; i++, at += 8) {
    const [a, b, c, d] = [words[at], words[at + 2], words[at + 4], words[at + 6]]
    // Combine bytes 0 and 2 of two points, then bytes 1 and 3.
    const evenOfAb = (a & 0x00ff00ff) | ((b & 0x00ff00ff) << 8)
    const evenOfCd = (c & 0x00ff00ff) | ((d & 0x00ff00ff) << 8)
    const oddOfAb = ((a >>> 8) & 0x00ff00ff) | (b & 0xff00ff00)
    const oddOfCd = ((c >>> 8) & 0x00ff00ff) | (d & 0xff00ff00)
    first[i] = (evenOfAb & 0xffff) | (evenOfCd << 16)
    second[i] = (oddOfAb & 0xffff) | (oddOfCd << 16)
    third[i] = (evenOfAb >>> 16) | (evenOfCd & 0xffff0000)
    fourth[i] = (oddOfAb >>> 16) | (oddOfCd & 0xffff0000)
  }
  for (let i = whole * 4; i < count; i++) for (let k = 0; k < 4; k++) out[k][i] = bytes[i * 8 + lane + k]
}

const ONE = 1024 // weights are in units of 1/1024, as in PagedRaster
const half = (ONE * ONE) / 2

/** Returns the weighted mean of the lowest bytes of four words. The weights add up to 2^20. */
function weighted(a: number, b: number, c: number, d: number, sw: number, se: number, nw: number, ne: number): number {
  const sum = Math.imul(a & 255, sw) + Math.imul(b & 255, se) + Math.imul(c & 255, nw) + Math.imul(d & 255, ne)
  return (sum + half) >> 20
}

// Values of the rasters that are constant on the page being interleaved, one byte per raster.
const constants = new Uint8Array(MAX_INTERLEAVED)
// The same memory as words.
const constantWords = new Uint32Array(constants.buffer)

/**
 * Raster of each lane, for every set of varying rasters. Each set has eight lanes, and its index is a bit mask of its
 * rasters.
 */
const rasterOf = new Uint8Array(256 * 8)
for (let bits = 0; bits < 256; bits++)
  for (let r = 0, lane = 0; r < 8; r++) if ((bits >> r) & 1) rasterOf[bits * 8 + lane++] = r

/** Points that are read without interleaving, and their indexes in the batch. */
interface Plain {
  count: number
  readonly lon: Float64Array
  readonly lat: Float64Array
  readonly zone: Uint16Array
  readonly from: Uint16Array
  readonly positions: Positions
  readonly out: Uint8Array
}

function newPlain(size: number): Plain {
  return {
    count: 0,
    lon: new Float64Array(size),
    lat: new Float64Array(size),
    zone: new Uint16Array(size),
    from: new Uint16Array(size),
    positions: newPositions(size),
    out: new Uint8Array(size),
  }
}

function addPlainPoint(plain: Plain, i: number, lon: number, lat: number, zone: number): void {
  const k = plain.count++
  plain.lon[k] = lon
  plain.lat[k] = lat
  plain.zone[k] = zone
  plain.from[k] = i
}
