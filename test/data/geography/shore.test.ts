import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CellWindow } from '../../../data-build/geography/rasterize.ts'
import { clearSea, fitToShore } from '../../../data-build/geography/shore.ts'

const perDegree = 1800 // cells of 2 arc-seconds: 62 m from south to north
const size = 30
const middle = 15 * size + 15

describe('the shore rule', () => {
  it('assigns the nearest tract to cells on land or beside it, and no tract to water', () => {
    fc.assert(
      fc.property(boxes(6), boxes(3), fc.nat(60), (tracts, islands, latitude) => {
        const window = windowAt(-100, latitude)
        const given = paint(tracts, (number) => number)
        const land = Uint8Array.from(paint(islands, () => 1))
        const cells = given.slice()
        fitToShore(cells, land.slice(), window, perDegree)
        for (let i = 0; i < cells.length; i++) {
          const allowed = allowedTracts(given, land, window, i)
          if (!allowed.includes(cells[i])) expect.fail(`cell ${i} became ${cells[i]}, allowed is ${allowed}`)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('searches for a tract within 900 m', () => {
    // A row is 61.8 m high. 14 rows are 865 m, which is within the limit, and 15 rows are 927 m, which is not.
    for (const [rows, expected] of [
      [14, 7],
      [15, 0],
    ]) {
      const cells = new Uint16Array(size * size)
      const land = new Uint8Array(size * size)
      cells[middle] = 7
      land[middle - rows * size + (rows === 15 ? size : 0)] = 1
      if (rows === 15) {
        cells[middle] = 0
        cells[middle + size] = 7
      }
      fitToShore(cells, land, windowAt(-100, 30), perDegree)
      expect(cells[middle - 14 * size]).toBe(expected)
    }
  })

  it('uses the lower number if two tracts are equally near', () => {
    for (const [left, right] of [
      [2, 3],
      [3, 2],
    ]) {
      const cells = new Uint16Array(size * size)
      cells[middle - 2] = left
      cells[middle + 2] = right
      const land = new Uint8Array(size * size).fill(1)
      fitToShore(cells, land, windowAt(-100, 30), perDegree)
      expect(cells[middle]).toBe(2)
    }
  })

  it('does not change empty or full windows', () => {
    for (const tract of [0, 3]) {
      const cells = new Uint16Array(size * size).fill(tract)
      fitToShore(cells, new Uint8Array(size * size), windowAt(-100, 30), perDegree)
      expect(cells.every((cell) => cell === tract)).toBe(true)
    }
  })
})

describe('the shore rule for bays and lagoons', () => {
  /**
   * Applies the shore rule to a grid at 27° N in which all cells are in tract 5 and, by default, rows from 8 on are
   * sea. The rule keeps 320 m of water along the shore, which is 6 rows or columns.
   */
  const bay = (homes: readonly number[], isSea: (row: number) => boolean = (row) => row >= 8) => {
    const cells = new Uint16Array(size * size).fill(5)
    const water = Uint8Array.from(cells, (_, at) => Number(isSea(Math.floor(at / size))))
    const marked = new Uint8Array(size * size)
    for (const at of homes) marked[at] = 1
    clearSea(cells, water, marked, windowAt(-83, 27), perDegree)
    return cells
  }

  it('clears the tract in water more than 320 m from the shoreline, except at the edge of the window', () => {
    const cells = bay([])
    for (let at = 0; at < cells.length; at++) {
      const [row, column] = [Math.floor(at / size), at % size]
      const isOut = row >= 14 && row < size - 6 && column >= 6 && column < size - 6
      expect(cells[at], `row ${row}, column ${column}`).toBe(isOut ? 0 : 5)
    }
  })

  it('preserves the tract around homes, schools and known addresses', () => {
    const cells = bay([middle])
    // The rule keeps cells within 250 m of a home. Rounded up, this is 5 rows and 5 columns.
    expect([cells[middle], cells[middle + 5], cells[middle + 5 * size]]).toEqual([5, 5, 5])
    expect([cells[middle + 6], cells[middle + 6 * size]]).toEqual([0, 0])
  })

  it('changes no cells if all cells are inland', () => {
    expect(bay([], () => false).every((cell) => cell === 5)).toBe(true)
  })
})

/**
 * Makes a few rectangles of up to 7 × 7 cells, away from the outermost cells. Each is an array of left, bottom, width
 * and height.
 */
function boxes(most: number) {
  const box = fc.tuple(fc.integer({ min: 1, max: 21 }), fc.integer({ min: 1, max: 21 }), fc.nat(6), fc.nat(6))
  return fc.array(box, { minLength: 1, maxLength: most })
}

function paint(
  rectangles: readonly (readonly [number, number, number, number])[],
  value: (number: number) => number,
): Uint16Array {
  const cells = new Uint16Array(size * size)
  rectangles.forEach(([x, y, width, height], i) => {
    for (let row = y; row <= y + height; row++) cells.fill(value(i + 1), row * size + x, row * size + x + width + 1)
  })
  return cells
}

/**
 * Returns the tracts that the shore rule can assign to a cell: the nearest tract within 900 m, or 0 if there is none.
 * Returns several if rounding decides between them.
 */
function allowedTracts(cells: Uint16Array, land: Uint8Array, window: CellWindow, target: number): number[] {
  if (cells[target] !== 0) return [cells[target]]
  const beside = [0, -1, 1, -size, size].map((step) => target + step)
  if (beside.every((i) => !cells[i] && !land[i])) return [0]
  const row = Math.floor(target / size)
  if (row === 0 || row === size - 1 || target % size === 0 || target % size === size - 1) return [0]
  const lat = (window.y + row + 0.5) / perDegree - 90
  let allowed: number[] = [0]
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] === 0) continue
    const north = ((Math.floor(i / size) - row) * 111_195) / perDegree
    const east = (((i % size) - (target % size)) * 111_195 * Math.cos((lat * Math.PI) / 180)) / perDegree
    const distance = Math.hypot(north, east)
    if (distance > 900.01) continue
    if (distance < best - 0.01) allowed = []
    if (distance <= best + 0.01) {
      allowed.push(cells[i])
      if (distance > 899.99) allowed.push(0)
      best = Math.min(best, distance)
    }
  }
  return allowed
}

function windowAt(lon: number, lat: number): CellWindow {
  const x = Math.floor((lon + 180) * perDegree)
  const y = Math.floor((lat + 90) * perDegree)
  return { x: x - 15, y: y - 15, width: size, height: size }
}
