import { orient2d } from 'robust-predicates'
import type { Box } from '../../base/geo/box.ts'
import type { Budget } from './budget.ts'

/**
 * Maximum number of entries (edges listed in cells) per edge. A shape whose edges cross more cells uses a coarser grid.
 */
const ENTRIES_PER_EDGE = 64
/** Maximum number of grid cells per edge of the shape. */
const CELLS_PER_EDGE = 4
/** Maximum number of grid cells. */
const MAX_CELLS = 1 << 20
/** Minimum cell size in degrees, about a millimeter. Grid coordinates are accurate to a thousandth of this size. */
const SMALLEST_CELL = 1e-8
/** Margin around a cell, as a fraction of its size. Edges within the margin are also stored in the cell. */
const SLACK = 0.01
/** Distance from an edge, as a fraction of a cell, below which the side of a reference point is uncertain. */
const DOUBT = 2e-5
/** Value of a cell whose reference point is on an unknown side. */
const UNKNOWN = 2
/**
 * Position of the reference point within its cell. Shape corners often have round coordinates. An uneven fraction makes
 * it unlikely that a reference point lines up with a corner.
 */
const REFERENCE = 0.4871

/**
 * Tests points against a polygon with many edges, using a grid. Each cell has a list of the edges that pass through the
 * cell, and a reference point whose side (inside or outside) is known. The path from a point follows its parallel, then
 * a meridian to the reference point. Each edge crossed on the way switches between inside and outside (J. Li and W.
 * Wang, Point-in-polygon tests by determining grid center points in advance, 2013). Crossings are decided by exact
 * predicates. If a path touches a corner or ends on an edge, `exact` decides, so the results always equal those of
 * `exact`. The cell size adapts to the edges: for a comb of 100,000 teeth, the cells are as narrow as the teeth.
 *
 * @param rings closed rings of lon, lat pairs; inside by the even-odd rule over all rings
 * @param exact slower test of all edges; a point on an edge is inside
 */
export function gridContains(
  rings: readonly Float64Array[],
  { west, south, east, north }: Box,
  exact: (lon: number, lat: number) => boolean,
): (lon: number, lat: number) => boolean {
  const edges = getEdges(rings)
  const grid = gridFor(edges, west, south, east - west, north - south)
  const { columns, rows, perLon, perLat } = grid
  const { start, entries } = getEntries(edges, grid)
  const isInside = referencesInside(edges, grid)

  return (lon, lat) => {
    if (!(lon >= west && lon <= east && lat >= south && lat <= north)) return false
    const column = Math.min(columns - 1, Math.floor((lon - west) * perLon))
    const row = Math.min(rows - 1, Math.floor((lat - south) * perLat))
    const cell = row * columns + column
    if (isInside[cell] === UNKNOWN) return exact(lon, lat)
    const end = start[cell + 1]
    let inside = isInside[cell] === 1
    const toLon = west + (column + REFERENCE) / perLon
    const toLat = south + (row + REFERENCE) / perLat
    const low = Math.min(lon, toLon)
    const high = Math.max(lon, toLon)
    for (let i = start[cell]; i < end; i++) {
      const at = entries[i]
      const x1 = edges[at]
      const y1 = edges[at + 1]
      const x2 = edges[at + 2]
      const y2 = edges[at + 3]
      if (y1 === lat || y2 === lat || x1 === toLon || x2 === toLon) return exact(lon, lat)
      const spansLat = y1 < lat !== y2 < lat && (x1 >= low || x2 >= low) && (x1 <= high || x2 <= high)
      const spansLon = x1 < toLon !== x2 < toLon
      if (!spansLat && !spansLon) continue
      const corner = orient2d(x1, y1, x2, y2, toLon, lat)
      if (spansLat) {
        const side = orient2d(x1, y1, x2, y2, lon, lat)
        if (side === 0 || corner === 0) return exact(lon, lat)
        if (side < 0 !== corner < 0) inside = !inside
      }
      if (spansLon) {
        const side = orient2d(x1, y1, x2, y2, toLon, toLat)
        if (side === 0 || corner === 0) return exact(lon, lat)
        if (side < 0 !== corner < 0) inside = !inside
      }
    }
    return inside
  }
}

/** Returns the longitude and latitude of both ends of each edge. */
function getEdges(rings: readonly Float64Array[]): Float64Array {
  const edges = new Float64Array(rings.reduce((sum, ring) => sum + Math.max(0, ring.length - 2), 0) * 2)
  let at = 0
  for (const ring of rings)
    for (let i = 0; i + 3 < ring.length; i += 2) {
      edges[at++] = ring[i]
      edges[at++] = ring[i + 1]
      edges[at++] = ring[i + 2]
      edges[at++] = ring[i + 3]
    }
  return edges
}

interface Grid {
  /** West edge in degrees. */
  readonly west: number
  /** South edge in degrees. */
  readonly south: number
  readonly columns: number
  readonly rows: number
  /** Number of columns per degree. */
  readonly perLon: number
  /** Number of rows per degree. */
  readonly perLat: number
}

/** Chooses the number of columns and rows from the total width and height that the edges span. */
function gridFor(edges: Float64Array, west: number, south: number, width: number, height: number): Grid {
  let across = 0
  let along = 0
  for (let at = 0; at < edges.length; at += 4) {
    across += Math.abs(edges[at + 2] - edges[at]) / width
    along += Math.abs(edges[at + 3] - edges[at + 1]) / height
  }
  const count = edges.length / 4
  const cells = Math.min(MAX_CELLS, count * CELLS_PER_EDGE)
  const most = (crossings: number, length: number) =>
    Math.max(1, Math.floor(Math.min((count * ENTRIES_PER_EDGE) / crossings, length / SMALLEST_CELL)))
  const mostColumns = most(across, width)
  const mostRows = most(along, height)
  const columns = Math.min(mostColumns, Math.max(Math.ceil(Math.sqrt(cells)), Math.ceil(cells / mostRows)))
  const rows = Math.min(mostRows, Math.max(Math.ceil(Math.sqrt(cells)), Math.ceil(cells / mostColumns)))
  return { west, south, columns, rows, perLon: columns / width, perLat: rows / height }
}

/**
 * Lists, for each cell, the edges that pass through or near the cell, as indexes into `edges`. The entries of cell c
 * are at `start[c]` to `start[c + 1] - 1`.
 */
function getEntries(edges: Float64Array, { west, south, columns, rows, perLon, perLat }: Grid) {
  const start = new Uint32Array(columns * rows + 2)
  eachEntry((cell) => {
    start[cell + 2]++
  })
  for (let cell = 2; cell < start.length; cell++) start[cell] += start[cell - 1]
  const entries = new Uint32Array(start[start.length - 1])
  eachEntry((cell, edge) => {
    entries[start[cell + 1]++] = edge
  })
  return { start, entries }

  function eachEntry(take: (cell: number, edge: number) => void): void {
    for (let at = 0; at < edges.length; at += 4) {
      const x1 = (edges[at] - west) * perLon
      const y1 = (edges[at + 1] - south) * perLat
      const x2 = (edges[at + 2] - west) * perLon
      const y2 = (edges[at + 3] - south) * perLat
      const last = within(Math.max(y1, y2) + SLACK, rows)
      for (let row = within(Math.min(y1, y2) - SLACK, rows); row <= last; row++) {
        const a = crossing(x1, y1, x2, y2, row - SLACK, x1)
        const b = crossing(x1, y1, x2, y2, row + 1 + SLACK, x2)
        const end = row * columns + within(Math.max(a, b) + SLACK, columns)
        for (let cell = row * columns + within(Math.min(a, b) - SLACK, columns); cell <= end; cell++) take(cell, at)
      }
    }
  }
}

/**
 * Returns, for each cell, 1 if its reference point is inside, 0 if outside, or `UNKNOWN`. Along a row's parallel, each
 * crossed edge switches between inside and outside.
 */
function referencesInside(edges: Float64Array, { west, south, columns, rows, perLon, perLat }: Grid): Uint8Array {
  // At first, each element is 1 if an odd number of edges cross between the cell's reference point and the next
  // reference point to the east.
  const inside = new Uint8Array(columns * rows)
  const doubtful = new Set<number>()
  for (let at = 0; at < edges.length; at += 4) {
    const x1 = (edges[at] - west) * perLon - REFERENCE
    const y1 = (edges[at + 1] - south) * perLat - REFERENCE
    const x2 = (edges[at + 2] - west) * perLon - REFERENCE
    const y2 = (edges[at + 3] - south) * perLat - REFERENCE
    const low = Math.min(y1, y2)
    const high = Math.max(y1, y2)
    const last = Math.min(rows - 1, Math.floor(high + DOUBT))
    for (let row = Math.max(0, Math.ceil(low - DOUBT)); row <= last; row++) {
      const a = crossing(x1, y1, x2, y2, row - DOUBT, x1)
      const b = crossing(x1, y1, x2, y2, row + DOUBT, x2)
      const farthest = Math.min(columns - 1, Math.floor(Math.max(a, b) + DOUBT))
      for (let column = Math.max(0, Math.ceil(Math.min(a, b) - DOUBT)); column <= farthest; column++)
        doubtful.add(row * columns + column)
      if (low > row || high <= row) continue
      const column = Math.min(columns, Math.ceil(crossing(x1, y1, x2, y2, row, x1))) - 1
      if (column >= 0) inside[row * columns + column] ^= 1
    }
  }
  for (let row = 0; row < rows; row++)
    for (let column = columns - 2; column >= 0; column--)
      inside[row * columns + column] ^= inside[row * columns + column + 1]
  for (const cell of doubtful) inside[cell] = UNKNOWN
  return inside
}

function within(scaled: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(scaled)))
}

/**
 * Returns the x where an edge crosses a given y. Returns the x of the nearer end if the edge does not reach y, or
 * `level` if the edge is horizontal.
 */
function crossing(x1: number, y1: number, x2: number, y2: number, y: number, level: number): number {
  return y1 === y2 ? level : x1 + (x2 - x1) * Math.min(1, Math.max(0, (y - y1) / (y2 - y1)))
}

/** Returns the longitude intervals inside any of the polygons (even-odd rule), along ascending parallels. */
export function spansOfPolygons(
  polygons: readonly (readonly Float64Array[])[],
  lats: Float64Array,
  budget: Budget,
): number[][] {
  const all: number[][] = []
  for (let line = 0; line < lats.length; line++) all.push([])
  for (const rings of polygons) {
    const crossings: number[][] = polygons.length === 1 ? all : []
    for (const ring of rings)
      for (let i = 0; i + 3 < ring.length; i += 2) {
        const x1 = ring[i]
        const y1 = ring[i + 1]
        const x2 = ring[i + 2]
        const y2 = ring[i + 3]
        const [low, high] = y1 < y2 ? [y1, y2] : [y2, y1]
        for (let line = firstFrom(lats, low); line < lats.length && lats[line] < high; line++) {
          budget.spend(1)
          crossings[line] ??= []
          crossings[line].push(x1 + ((lats[line] - y1) / (y2 - y1)) * (x2 - x1))
        }
      }
    crossings.forEach((lineCrossings, line) => {
      if (lineCrossings.length > FEW) lineCrossings.sort((a, b) => a - b)
      else sortFew(lineCrossings)
      if (crossings !== all) for (const lon of lineCrossings) all[line].push(lon)
    })
  }
  return polygons.length === 1 ? all : all.map(joined)
}

/** Lists up to this length are sorted by insertion sort, which is faster for short lists. */
const FEW = 16

function sortFew(numbers: number[]): void {
  for (let i = 1; i < numbers.length; i++) {
    const value = numbers[i]
    let at = i
    for (; at > 0 && numbers[at - 1] > value; at--) numbers[at] = numbers[at - 1]
    numbers[at] = value
  }
}

/** Returns the index of the first parallel at or above `low`. */
function firstFrom(lats: Float64Array, low: number): number {
  let from = 0
  let to = lats.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (lats[middle] < low) from = middle + 1
    else to = middle
  }
  return from
}

/** Merges overlapping intervals and sorts them. */
function joined(flat: readonly number[]): number[] {
  const order = Array.from({ length: flat.length >> 1 }, (_, i) => 2 * i).sort((a, b) => flat[a] - flat[b])
  const spans: number[] = []
  for (const i of order) {
    const last = spans.length - 1
    if (last > 0 && flat[i] <= spans[last]) spans[last] = Math.max(spans[last], flat[i + 1])
    else spans.push(flat[i], flat[i + 1])
  }
  return spans
}
