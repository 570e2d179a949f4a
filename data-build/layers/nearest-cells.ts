import type { FeatureAnswers } from '../../src/answers/layers/feature-answers.ts'
import type { EdgeIndex } from '../../src/answers/layers/feature-index.ts'
import { widened } from '../../src/base/geo/box.ts'
import { EARTH_RADIUS, METERS_PER_DEGREE, RADIANS } from '../../src/base/geo/distance.ts'

/** A square of cells whose side is a power of two. */
export interface CellSquare {
  /** Longitude of the west side in degrees. */
  readonly west: number
  /** Latitude of the south side in degrees. */
  readonly south: number
  /** Cells per degree. */
  readonly perDegree: number
  /** Number of cells along a side. */
  readonly size: number
}

/** Receives the nearest feature of a cell. Cells are numbered by row from the southwest corner. */
export type TakeNearest = (cell: number, meters: number, feature: number) => void

/**
 * Maximum side, in cells, of a square that is not split further. Each of its cells is compared with the remaining
 * candidates.
 */
const LEAF = 4
/**
 * Safety factor for distances. Distances to lines are measured on a plane around each place, which makes them wrong by
 * a few percent at 100 km.
 */
const SLACK = 1.1
/**
 * Feature number for cells inside a polygon or with several equally near features. `FeatureAnswers` then chooses the
 * feature.
 */
export const TIED = -2

/**
 * Growable list of candidates. The distance of each candidate is measured from the center of the square for which the
 * list was filtered.
 */
class Candidates {
  ids = new Uint32Array(64)
  meters = new Float64Array(64)
  count = 0

  reserve(count: number): void {
    if (count <= this.ids.length) return
    this.ids = new Uint32Array(2 * count)
    this.meters = new Float64Array(2 * count)
  }

  set(ids: readonly number[]): void {
    this.reserve(ids.length)
    this.ids.set(ids)
    this.count = ids.length
  }

  /** Copies the candidates in `all` that are within a distance in meters of the center. */
  filter(all: Candidates, within: number): void {
    this.reserve(all.count)
    this.count = 0
    for (let i = 0; i < all.count; i++) if (all.meters[i] <= within) this.ids[this.count++] = all.ids[i]
  }
}

/**
 * Finds the nearest feature of every cell in a square. Squares are split into quarters until few features can be the
 * nearest to any of their cells. A feature is ruled out if it is farther from the center than the nearest feature by
 * more than the square's diagonal. In the end, each cell is compared with only a handful of features, regardless of the
 * total number.
 */
export class NearestCells {
  /** Unit vectors of points. Squared distances between the vectors sort like distances on the sphere. */
  readonly #vectors: Float64Array
  /** Feature of each point; `TIED` if features share its position. */
  readonly #pointFeature: Int32Array
  /** Lists of candidate points, one for each depth of subdivision. */
  readonly #points: Candidates[] = []
  readonly #edges: readonly { readonly index: EdgeIndex; readonly isBorder: boolean; readonly lists: Candidates[] }[]
  readonly #hasPolygons: boolean

  /** @param farthest maximum distance in meters at which a feature counts */
  constructor(
    private readonly answers: FeatureAnswers,
    private readonly farthest: number,
  ) {
    const { points, polygons } = answers.shapes
    this.#pointFeature = Int32Array.from(points.feature, (feature, point) =>
      answers.points.isShared(point) ? TIED : feature,
    )
    this.#vectors = new Float64Array(points.feature.length * 3)
    for (let i = 0; i < points.feature.length; i++)
      putVector(this.#vectors, 3 * i, points.coordinates[2 * i], points.coordinates[2 * i + 1])
    this.#hasPolygons = polygons.feature.length > 0
    this.#edges = [
      { index: answers.lines, isBorder: false, lists: [] },
      ...(this.#hasPolygons ? [{ index: answers.borders, isBorder: true, lists: [] }] : []),
    ]
  }

  #square!: CellSquare
  #take!: TakeNearest
  /** Cosines and sines of the longitudes of cell centers by column, and of the latitudes by row. */
  #cosLon = new Float64Array(0)
  #sinLon = new Float64Array(0)
  #cosLat = new Float64Array(0)
  #sinLat = new Float64Array(0)
  readonly #center = new Float64Array(3)

  /**
   * Calls `take` for the cells with a feature within `farthest`. The distance is 0 if a polygon contains the center.
   * Returns false if no cell can have a feature.
   */
  fill(square: CellSquare, take: TakeNearest): boolean {
    const { west, south, perDegree, size } = square
    const half = size / 2 / perDegree
    const lon = west + half
    const lat = south + half
    const reach = findReach(square, 0, size)
    const nearest = this.answers.metersTo(lon, lat, this.farthest + reach)
    if (nearest >= this.farthest + reach) return false
    const box = widened({ west: lon, south: lat, east: lon, north: lat }, (nearest + 2 * reach) * SLACK)
    const points = this.#listAt(this.#points, 0)
    points.set(this.answers.points.inBox(box))
    for (const { index, lists } of this.#edges) this.#listAt(lists, 0).set(index.inBox(box))
    this.#square = square
    this.#take = take
    this.#measureAxes(square)
    this.#descend(0, 0, 0, size, !this.#hasPolygons)
    return true
  }

  #measureAxes({ west, south, perDegree, size }: CellSquare): void {
    if (this.#cosLon.length < size) {
      this.#cosLon = new Float64Array(size)
      this.#sinLon = new Float64Array(size)
      this.#cosLat = new Float64Array(size)
      this.#sinLat = new Float64Array(size)
    }
    for (let i = 0; i < size; i++) {
      const lon = (west + (i + 0.5) / perDegree) * RADIANS
      const lat = (south + (i + 0.5) / perDegree) * RADIANS
      this.#cosLon[i] = Math.cos(lon)
      this.#sinLon[i] = Math.sin(lon)
      this.#cosLat[i] = Math.cos(lat)
      this.#sinLat[i] = Math.sin(lat)
    }
  }

  #listAt(lists: Candidates[], depth: number): Candidates {
    lists[depth] ??= new Candidates()
    return lists[depth]
  }

  /** @param isOutside whether no polygon contains any cell of the square */
  #descend(depth: number, column: number, row: number, side: number, isOutside: boolean): void {
    const { west, south, perDegree } = this.#square
    const lon = west + (column + side / 2) / perDegree
    const lat = south + (row + side / 2) / perDegree
    const reach = findReach(this.#square, row, side)
    let nearest = this.#measurePoints(this.#points[depth], lon, lat)
    let border = Number.POSITIVE_INFINITY
    for (const { index, lists, isBorder } of this.#edges) {
      const meters = measureEdges(index, lists[depth], lon, lat)
      if (isBorder) border = meters
      nearest = Math.min(nearest, meters)
    }
    let outside = isOutside
    if (!outside && border > reach * SLACK) {
      if (this.answers.isInside(lon, lat)) {
        this.#takeAll(column, row, side)
        return
      }
      outside = true
    }
    if (outside && nearest > this.farthest + reach) return
    const within = Math.min(nearest + 2 * reach, this.farthest + reach) * SLACK
    this.#listAt(this.#points, depth + 1).filter(this.#points[depth], within)
    for (const { lists } of this.#edges) this.#listAt(lists, depth + 1).filter(lists[depth], within)
    if (side <= LEAF) {
      this.#measureCells(depth + 1, column, row, side, outside)
      return
    }
    const half = side / 2
    for (let quarter = 0; quarter < 4; quarter++)
      this.#descend(depth + 1, column + (quarter & 1) * half, row + (quarter >> 1) * half, half, outside)
  }

  #takeAll(column: number, row: number, side: number): void {
    const { size } = this.#square
    for (let y = row; y < row + side; y++)
      for (let x = column; x < column + side; x++) this.#take(y * size + x, 0, TIED)
  }

  #measurePoints(points: Candidates, lon: number, lat: number): number {
    const center = this.#center
    putVector(center, 0, lon, lat)
    const [x, y, z] = center
    const vectors = this.#vectors
    let least = Number.POSITIVE_INFINITY
    for (let i = 0; i < points.count; i++) {
      const at = 3 * points.ids[i]
      const dx = vectors[at] - x
      const dy = vectors[at + 1] - y
      const dz = vectors[at + 2] - z
      const meters = Math.sqrt(dx * dx + dy * dy + dz * dz) * EARTH_RADIUS
      points.meters[i] = meters
      if (meters < least) least = meters
    }
    return least
  }

  #measureCells(depth: number, column: number, row: number, side: number, isOutside: boolean): void {
    const { west, south, perDegree, size } = this.#square
    const points = this.#points[depth]
    const vectors = this.#vectors
    const hasEdges = this.#edges.some(({ lists }) => lists[depth].count > 0)
    for (let r = row; r < row + side; r++) {
      const lat = south + (r + 0.5) / perDegree
      for (let c = column; c < column + side; c++) {
        const lon = west + (c + 0.5) / perDegree
        if (!isOutside && this.answers.isInside(lon, lat)) {
          this.#take(r * size + c, 0, TIED)
          continue
        }
        const x = this.#cosLat[r] * this.#cosLon[c]
        const y = this.#cosLat[r] * this.#sinLon[c]
        const z = this.#sinLat[r]
        let least = Number.POSITIVE_INFINITY
        let feature = -1
        for (let i = 0; i < points.count; i++) {
          const id = points.ids[i]
          const dx = vectors[3 * id] - x
          const dy = vectors[3 * id + 1] - y
          const dz = vectors[3 * id + 2] - z
          const square = dx * dx + dy * dy + dz * dz
          if (square > least) continue
          feature = square === least && this.#pointFeature[id] !== feature ? TIED : this.#pointFeature[id]
          least = square
        }
        let meters = 2 * Math.asin(Math.min(1, Math.sqrt(least) / 2)) * (METERS_PER_DEGREE / RADIANS)
        if (feature === -1) meters = Number.POSITIVE_INFINITY
        if (hasEdges)
          for (const { index, lists } of this.#edges) {
            const { ids, count } = lists[depth]
            const cos = planeAt(lat)
            for (let i = 0; i < count; i++) {
              const far = index.metersTo(ids[i], lon, lat, cos)
              if (far > meters) continue
              feature = far === meters && index.getFeature(ids[i]) !== feature ? TIED : index.getFeature(ids[i])
              meters = far
            }
          }
        if (meters <= this.farthest) this.#take(r * size + c, meters, feature)
      }
    }
  }
}

function measureEdges(index: EdgeIndex, edges: Candidates, lon: number, lat: number): number {
  const cos = planeAt(lat)
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < edges.count; i++) {
    const meters = index.metersTo(edges.ids[i], lon, lat, cos)
    edges.meters[i] = meters
    if (meters < least) least = meters
  }
  return least
}

/**
 * Returns the length of a degree of longitude in degrees of latitude, computed in the same way as in `FeatureAnswers`.
 */
function planeAt(lat: number): number {
  return Math.max(0.01, Math.cos(lat * RADIANS))
}

/** Returns the maximum distance in meters from the center of a square within a block to its corners. */
function findReach({ south, perDegree }: CellSquare, row: number, side: number): number {
  const half = side / 2 / perDegree
  const low = south + row / perDegree
  const high = south + (row + side) / perDegree
  const widest = low <= 0 && high >= 0 ? 0 : Math.min(Math.abs(low), Math.abs(high))
  return Math.hypot(half, half * Math.cos(widest * RADIANS)) * METERS_PER_DEGREE * 1.001
}

function putVector(vectors: Float64Array, at: number, lon: number, lat: number): void {
  const cos = Math.cos(lat * RADIANS)
  vectors[at] = cos * Math.cos(lon * RADIANS)
  vectors[at + 1] = cos * Math.sin(lon * RADIANS)
  vectors[at + 2] = Math.sin(lat * RADIANS)
}
