import type { Budget } from './budget.ts'

/**
 * Connected areas of lattice cells. Cells are connected if they share a side (4-neighborhood); cells that only touch at
 * a corner are separate. Cells are stored as runs, which are stretches of a row, and runs are joined by union-find
 * while rows are added from south to north.
 */
export class CellAreas {
  /** Row, first column, column after the last column, and union-find parent of each run. */
  readonly #row: number[] = []
  readonly #start: number[] = []
  readonly #end: number[] = []
  readonly #parent: number[] = []
  /** Next run of the row below to compare with the current row. */
  #below = 0
  /** First run of the current row. */
  #current = 0

  /** Number of runs. */
  get runs(): number {
    return this.#row.length
  }

  /**
   * Adds the cells of a row, given as columns in ascending order. Only elements `from` to `to` - 1 of `columns` are
   * read. Rows must be added in ascending order, each row once.
   */
  addRow(row: number, columns: ArrayLike<number>, from = 0, to = columns.length): void {
    const isNext = this.runs > 0 && this.#row[this.runs - 1] === row - 1
    this.#below = isNext ? this.#current : this.runs
    this.#current = this.runs
    for (let i = from; i < to; ) {
      const start = columns[i]
      let end = start + 1
      for (i++; i < to && columns[i] === end; i++) end++
      this.#addRun(row, start, end)
    }
  }

  #addRun(row: number, start: number, end: number): void {
    const run = this.runs
    this.#row.push(row)
    this.#start.push(start)
    this.#end.push(end)
    this.#parent.push(run)
    while (this.#below < this.#current && this.#end[this.#below] <= start) this.#below++
    for (let other = this.#below; other < this.#current && this.#start[other] < end; other++) this.#join(other, run)
  }

  #join(a: number, b: number): void {
    const first = this.#getRoot(a)
    const second = this.#getRoot(b)
    if (first < second) this.#parent[second] = first
    else this.#parent[first] = second
  }

  #getRoot(run: number): number {
    let root = run
    while (this.#parent[root] !== root) {
      this.#parent[root] = this.#parent[this.#parent[root]]
      root = this.#parent[root]
    }
    return root
  }

  /** Returns the areas, ordered by first run. Each area is a list of runs from southwest to northeast. */
  areas(budget: Spending = FREE): CellRuns[] {
    const byRoot = new Map<number, Run[]>()
    for (let run = 0; run < this.runs; run++) {
      budget.spend(1)
      const root = this.#getRoot(run)
      const cellRun = { row: this.#row[run], start: this.#start[run], end: this.#end[run] }
      const runs = byRoot.get(root)
      if (runs === undefined) byRoot.set(root, [cellRun])
      else runs.push(cellRun)
    }
    return [...byRoot.values()]
  }

  /** Returns the `areas()` index of each run's area. */
  #areaOfRuns(): Uint32Array {
    const area = new Uint32Array(this.runs)
    let count = 0
    // The root is the first run of its area.
    for (let run = 0; run < this.runs; run++) area[run] = this.#parent[run] === run ? count++ : area[this.#getRoot(run)]
    return area
  }

  /** Returns a function that finds the `areas()` index of the area that contains a cell, or -1. */
  lookUp(): (column: number, row: number) => number {
    const rows = this.#row
    const start = this.#start
    const end = this.#end
    const area = this.#areaOfRuns()
    return (column, row) => {
      let low = 0
      let high = rows.length
      // Find the first run that ends after the cell.
      while (low < high) {
        const middle = (low + high) >> 1
        if (rows[middle] < row || (rows[middle] === row && end[middle] <= column)) low = middle + 1
        else high = middle
      }
      return low < rows.length && rows[low] === row && start[low] <= column ? area[low] : -1
    }
  }
}

interface Run {
  readonly row: number
  /** First column. */
  readonly start: number
  /** Column after the last column. */
  readonly end: number
}

/** Cells of one area. */
export type CellRuns = readonly Run[]

/** The part of a budget that limits the computing time. */
type Spending = Pick<Budget, 'spend'>

const FREE: Spending = { spend() {} }

/** Number of budget steps charged per outline edge. */
const EDGE = 4

/** Column and row offsets in the four directions: east, north, west and south. */
const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const

/**
 * Returns the rings around the cells of a connected area, each as a list of cell corners. The outer ring comes first
 * and is counterclockwise. The holes are clockwise. No ring touches itself. A hole may touch another ring at a corner.
 */
export function getOutline(area: CellRuns, budget: Spending = FREE): Corner[][] {
  const edges = getEdges(area, budget)
  const walked = new Set<number>()
  const rings: Corner[][] = []
  for (const [start, directions] of edges)
    for (const first of directions) {
      if (walked.has(start * 4 + first)) continue
      const ring: Corner[] = []
      let at = start
      let direction = first
      do {
        budget.spend(EDGE)
        walked.add(at * 4 + direction)
        at += STEPS[direction][0] + STEPS[direction][1] * WIDTH
        const ahead = edges.get(at)!
        // Where two cells touch only at this corner, turn right, so that no ring touches itself.
        const next = ahead.length === 1 ? ahead[0] : (direction + 3) % 4
        if (next !== direction) ring.push([at % WIDTH, Math.floor(at / WIDTH)])
        direction = next
      } while (at !== start || direction !== first)
      rings.push([...ring, ring[0]])
    }
  const isOuter = (ring: readonly Corner[]) => signedArea(ring) > 0
  return [...rings.filter(isOuter), ...rings.filter((ring) => !isOuter(ring))]
}

/** Multiplier that combines a row and a column into one number; larger than any column. */
const WIDTH = 2 ** 20

type Corner = readonly [column: number, row: number]

/**
 * Returns, for each corner, the directions of the boundary sides that start there. The area is on the left of each
 * side.
 */
function getEdges(area: CellRuns, budget: Spending): Map<number, number[]> {
  const edges = new Map<number, number[]>()
  const add = (column: number, row: number, direction: number) => {
    budget.spend(EDGE)
    const key = row * WIDTH + column
    const directions = edges.get(key)
    if (directions === undefined) edges.set(key, [direction])
    else directions.push(direction)
  }
  // Runs are sorted by row and column, so a cursor that only moves forward finds the runs of an adjacent row.
  const below = new Beside(area, -1)
  const above = new Beside(area, 1)
  for (const { row, start, end } of area) {
    add(start, row + 1, 3)
    add(end, row, 1)
    below.eachFree(row, start, end, (column) => add(column, row, 0))
    above.eachFree(row, start, end, (column) => add(column + 1, row + 1, 2))
  }
  return edges
}

/** Cursor over the runs of an adjacent row. Queries must come in ascending order. */
class Beside {
  #next = 0

  constructor(
    private readonly area: CellRuns,
    private readonly away: 1 | -1,
  ) {}

  /** Calls `take` for each column from `start` to `end` that no run of the adjacent row covers. */
  eachFree(row: number, start: number, end: number, take: (column: number) => void): void {
    const { area } = this
    const adjacentRow = row + this.away
    const isBefore = (run: Run) => run.row < adjacentRow || (run.row === adjacentRow && run.end <= start)
    while (this.#next < area.length && isBefore(area[this.#next])) this.#next++
    let from = start
    for (let i = this.#next; i < area.length && area[i].row === adjacentRow && area[i].start < end; i++) {
      for (; from < area[i].start; from++) take(from)
      from = Math.max(from, area[i].end)
    }
    for (; from < end; from++) take(from)
  }
}

function signedArea(ring: readonly Corner[]): number {
  let sum = 0
  for (let i = 0; i + 1 < ring.length; i++) sum += ring[i][0] * ring[i + 1][1] - ring[i + 1][0] * ring[i][1]
  return sum
}
