import { RasterBuilder } from '../../src/data/raster/build.ts'
import type { Ring } from '../read/feature.ts'

/**
 * Distance in cells from an edge within which cells count as touched. This is a million times the error of a cell
 * lookup, so rounding cannot move a point in an untouched cell across the border.
 */
const MARGIN = 1e-6
/**
 * Margin in cells that is added for each column that an edge spans within a row. It covers the rounding error of the
 * column at which the edge crosses the row.
 */
const SLANT = 1e-9
/**
 * Edges that rise by fewer cells than this count as horizontal: in each row that they touch, they cover all columns
 * from their west end to their east end.
 */
const FLAT = 1e-3

/**
 * Paints the raster of district sets. The set of a cell lists the districts that contain the whole cell and the
 * districts whose border touches it. Districts are numbered by index, and cells are `step` arc-seconds wide. Paints one
 * row of raster blocks at a time and keeps only blocks with a district.
 */
export function paintBorderCells(districts: readonly (readonly Ring[])[], step: number) {
  const perDegree = 3600 / step
  const rows = districts.map((rings) => rowRange(rings, perDegree))
  const first = rows.reduce((low, { south }) => Math.min(low, south), Number.POSITIVE_INFINITY)
  const last = rows.reduce((high, { north }) => Math.max(high, north), -1)
  const sets = new DistrictSets()
  const builder = new RasterBuilder(step, true)
  for (let block = first >> 8; block <= last >> 8; block++) {
    const band = new Band(block * 256)
    districts.forEach((rings, district) => {
      const { south, north } = rows[district]
      const low = Math.max(south, band.row)
      const high = Math.min(north, band.row + 255)
      if (low > high) return
      band.trace(rings, perDegree, low, high)
      band.paint(low, high, sets.joining(district, true), sets.joining(district, false))
    })
    for (const { x, cells } of band.blocks()) builder.add({ x, y: block, values: sets.getNumbers(cells) })
  }
  return { raster: builder.finish(), ...sets.finish() }
}

/** A band of 256 rows of cells. Each cell holds the path of a set in `DistrictSets`. */
class Band {
  readonly #cells: (Uint32Array | undefined)[] = []
  /**
   * For each row, `#touched` has the first and last column of each stretch that the border touches, in pairs, and
   * `#crossings` has the columns at which the border crosses the center line of the row.
   */
  readonly #touched: number[][] = Array.from({ length: 256 }, () => [])
  readonly #crossings: number[][] = Array.from({ length: 256 }, () => [])

  constructor(readonly row: number) {}

  /** Finds where the border of a district runs in the rows from `low` to `high`. */
  trace(rings: readonly Ring[], perDegree: number, low: number, high: number): void {
    for (const ring of rings)
      for (let i = 0; i + 3 < ring.length; i += 2) {
        const upward = ring[i + 1] <= ring[i + 3]
        const y0 = (ring[upward ? i + 1 : i + 3] + 90) * perDegree
        const y1 = (ring[upward ? i + 3 : i + 1] + 90) * perDegree
        const from = Math.max(low, Math.floor(y0 - MARGIN))
        const to = Math.min(high, Math.floor(y1 + MARGIN))
        if (from > to) continue
        const x0 = (ring[upward ? i : i + 2] + 180) * perDegree
        const x1 = (ring[upward ? i + 2 : i] + 180) * perDegree
        const slope = y1 - y0 < FLAT ? 0 : (x1 - x0) / (y1 - y0)
        const margin = MARGIN + Math.abs(slope) * SLANT
        const west = Math.min(x0, x1)
        const east = Math.max(x0, x1)
        for (let y = from; y <= to; y++) {
          let left = west
          let right = east
          if (slope !== 0) {
            const a = x0 + (Math.max(y0, y - MARGIN) - y0) * slope
            const b = x0 + (Math.min(y1, y + 1 + MARGIN) - y0) * slope
            left = Math.max(west, Math.min(a, b))
            right = Math.min(east, Math.max(a, b))
          }
          this.#touched[y - this.row].push(Math.max(0, Math.floor(left - margin)), Math.floor(right + margin))
          const center = y + 0.5
          if (y0 <= center && center < y1) this.#crossings[y - this.row].push(x0 + (center - y0) * slope)
        }
      }
  }

  /**
   * Adds the traced district to the district sets of two kinds of cells: those that its border touches, and those in
   * between that it contains.
   */
  paint(low: number, high: number, touch: (set: number) => number, contain: (set: number) => number): void {
    for (let y = low - this.row; y <= high - this.row; y++) {
      const touched = merged(this.#touched[y])
      const crossings = this.#crossings[y].sort((a, b) => a - b)
      for (let i = 0; i < touched.length; i += 2) this.#join(y, touched[i], touched[i + 1], touch)
      let gap = 0
      for (let i = 0; i + 1 < crossings.length; i += 2) {
        let x = Math.ceil(crossings[i] - 0.5)
        const end = Math.ceil(crossings[i + 1] - 0.5)
        while (x < end) {
          while (gap < touched.length && touched[gap + 1] < x) gap += 2
          const next = gap < touched.length ? touched[gap] : end
          if (x < next) this.#join(y, x, Math.min(end, next) - 1, contain)
          x = gap < touched.length ? Math.max(next, touched[gap + 1] + 1) : end
        }
      }
      this.#touched[y].length = 0
      this.#crossings[y].length = 0
    }
  }

  *blocks(): Generator<{ x: number; cells: Uint32Array }> {
    for (let x = 0; x < this.#cells.length; x++) {
      const cells = this.#cells[x]
      if (cells) yield { x, cells }
    }
  }

  #join(y: number, first: number, last: number, joined: (set: number) => number): void {
    for (let x = first; x <= last; ) {
      this.#cells[x >> 8] ??= new Uint32Array(65536)
      const cells = this.#cells[x >> 8] as Uint32Array
      const end = Math.min(last, x | 255)
      for (; x <= end; x++) {
        const at = (y << 8) | (x & 255)
        cells[at] = joined(cells[at])
      }
    }
  }
}

/** Merges intervals that overlap or adjoin. Returns their first and last numbers in pairs, ascending. */
function merged(intervals: readonly number[]): number[] {
  const order = Array.from({ length: intervals.length / 2 }, (_, i) => i * 2).sort(
    (a, b) => intervals[a] - intervals[b] || intervals[a + 1] - intervals[b + 1],
  )
  const joined: number[] = []
  for (const i of order) {
    const end = joined.length - 1
    if (end > 0 && intervals[i] <= joined[end] + 1) joined[end] = Math.max(joined[end], intervals[i + 1])
    else joined.push(intervals[i], intervals[i + 1])
  }
  return joined
}

function rowRange(rings: readonly Ring[], perDegree: number): { south: number; north: number } {
  let south = Number.POSITIVE_INFINITY
  let north = -1
  for (const ring of rings)
    for (let i = 1; i < ring.length; i += 2) {
      const y = (ring[i] + 90) * perDegree
      south = Math.min(south, Math.max(0, Math.floor(y - MARGIN)))
      north = Math.max(north, Math.floor(y + MARGIN))
    }
  return { south, north }
}

/** Maximum number of sets that a raster of 16-bit values can number, including the empty set. */
const MOST = 65_536

/**
 * Numbers the sets of districts that cells belong to. While districts are painted in ascending order, a cell holds the
 * *path* of its set, which grows by one member at a time (0 = empty). Once all districts are painted, `getNumbers`
 * turns paths into set numbers.
 */
class DistrictSets {
  /**
   * The shorter path that each path extends, and the member that was added: 2 · district, plus 1 if its border touches
   * the cell.
   */
  readonly #shorter = [0]
  readonly #member = [-1]
  readonly #longer = new Map<number, number>()
  /** Set number of each path that occurs in a painted cell. */
  readonly #numbers = new Map<number, number>([[0, 0]])

  /**
   * Returns a function that adds the district to the path of a cell. `touched` is whether the district's border touches
   * the cell; otherwise the district contains the whole cell.
   */
  joining(district: number, touched: boolean): (path: number) => number {
    const member = district * 2 + (touched ? 1 : 0)
    let last = -1
    let joined = 0
    // Neighboring cells mostly have the same path, so the last result is reused.
    return (path) => {
      if (path !== last) {
        last = path
        joined = this.#extend(path, member)
      }
      return joined
    }
  }

  /** Returns the set numbers of paths. Sets are numbered in the order of their first occurrence. */
  getNumbers(paths: Uint32Array): Uint16Array {
    const numbers = new Uint16Array(paths.length)
    for (let i = 0, last = 0, number = 0; i < paths.length; i++) {
      if (paths[i] !== last) {
        last = paths[i]
        number = this.#getNumber(last)
      }
      numbers[i] = number
    }
    return numbers
  }

  /**
   * Returns the sets. The members of set s are at `start[s]` to `start[s + 1]`, ascending: 2 · district, plus 1 if its
   * border touches the cell. Set 0 is empty.
   */
  finish(): { start: Uint32Array; members: Uint32Array } {
    const start = [0]
    const members: number[] = []
    for (const path of this.#numbers.keys()) {
      const cells: number[] = []
      for (let at = path; at !== 0; at = this.#shorter[at]) cells.push(this.#member[at])
      members.push(...cells.reverse())
      start.push(members.length)
    }
    return { start: Uint32Array.from(start), members: Uint32Array.from(members) }
  }

  #getNumber(path: number): number {
    let number = this.#numbers.get(path)
    if (number === undefined) {
      number = this.#numbers.size
      if (number === MOST)
        throw new RangeError(
          `The districts have more than ${MOST - 1} sets of neighbors, which is the most that a raster can hold: pack fewer states together.`,
        )
      this.#numbers.set(path, number)
    }
    return number
  }

  #extend(path: number, member: number): number {
    const key = path * 2 ** 21 + member
    let longer = this.#longer.get(key)
    if (longer === undefined) {
      longer = this.#shorter.length
      this.#shorter.push(path)
      this.#member.push(member)
      this.#longer.set(key, longer)
    }
    return longer
  }
}
