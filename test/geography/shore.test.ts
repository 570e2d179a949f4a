import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CellWindow } from '../../data-build/geography/rasterize.ts'
import { extendToShore } from '../../data-build/geography/tracts.ts'

const perDegree = 1200 // cells of 3 arc-seconds: 93 m from south to north
const coastal = new Set(['12086'])
/** Areas 1-4 lie in a coastal county, 5-8 inland. */
const countyOf = (area: number) => (area < 5 ? '12086' : '48453')

describe('the shore rule', () => {
  it('gives a cell of no area the nearest area whose county reaches it', () => {
    fc.assert(
      fc.property(island, fc.nat(60), (cells, latitude) => {
        const window = windowAt(-100, latitude)
        const given = cells.slice()
        extendToShore(cells, window, perDegree, countyOf, coastal)
        for (let i = 0; i < cells.length; i++) {
          const allowed = nearest(given, window, i)
          if (!allowed.includes(cells[i])) expect.fail(`cell ${i} became ${cells[i]}, allowed is ${allowed}`)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('reaches 600 m from a coastal county and 150 m from another', () => {
    for (const [area, steps] of [
      [1, 6],
      [5, 1],
    ]) {
      const window = windowAt(-100, 30)
      const cells = new Uint16Array(900)
      cells[15 * 30 + 15] = area
      extendToShore(cells, window, perDegree, countyOf, coastal)
      // 92.66 m a row: 6 rows are 556 m, 7 are 649 m; 1 row is within 150 m.
      expect([cells[(15 + steps) * 30 + 15], cells[(16 + steps) * 30 + 15]]).toEqual([area, 0])
      expect([cells[(15 - steps) * 30 + 15], cells[(14 - steps) * 30 + 15]]).toEqual([area, 0])
    }
  })

  it('takes the lower number between two equally near areas', () => {
    for (const [left, right] of [
      [2, 3],
      [3, 2],
    ]) {
      const cells = new Uint16Array(900)
      cells[15 * 30 + 13] = left
      cells[15 * 30 + 17] = right
      extendToShore(cells, windowAt(-100, 30), perDegree, countyOf, coastal)
      expect(cells[15 * 30 + 15]).toBe(2)
    }
  })

  it('does not cross a land border of the coverage', () => {
    // San Diego at the Mexican border: the sea's side stays open, the land's side closed.
    const window = windowAt(-117.0, 32.54)
    const cells = new Uint16Array(900)
    for (let x = 0; x < 30; x++) cells[15 * 30 + x] = 1
    const border = (lon: number) => 32.5343 + ((lon + 117.1246) * (32.7187 - 32.5343)) / (117.1246 - 114.7196)
    extendToShore(cells, window, perDegree, () => '06073', new Set(['06073']))
    let north = 0
    for (let i = 0; i < 900; i++) {
      if (Math.floor(i / 30) === 15 || cells[i] === 0) continue
      const [lon, lat] = center(window, i)
      expect(lat).toBeGreaterThanOrEqual(border(lon))
      north++
    }
    expect(north).toBeGreaterThan(30)
  })

  it('leaves empty windows and full ones as they are', () => {
    for (const area of [0, 3]) {
      const cells = new Uint16Array(900).fill(area)
      extendToShore(cells, windowAt(-100, 30), perDegree, countyOf, coastal)
      expect(cells.every((cell) => cell === area)).toBe(true)
    }
  })
})

/** A few rectangles of land on 30 × 30 cells, each of a kind of county of its own half, so that coasts and plains do not mix. */
const island = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.tuple(fc.nat(29), fc.nat(29), fc.nat(6), fc.nat(6), fc.nat(3)), { minLength: 1, maxLength: 6 }),
  )
  .map(([sea, boxes]) => {
    const cells = new Uint16Array(900)
    for (const [x, y, width, height, area] of boxes)
      for (let row = y; row <= Math.min(29, y + height); row++)
        for (let column = x; column <= Math.min(29, x + width); column++)
          cells[row * 30 + column] = 1 + area + (sea ? 0 : 4)
    return cells
  })

/** The areas that the rule allows for a cell: the nearest in reach, any of them where rounding decides. */
function nearest(cells: Uint16Array, window: CellWindow, target: number): number[] {
  if (cells[target] !== 0) return [cells[target]]
  let allowed: number[] = [0]
  let best = Number.POSITIVE_INFINITY
  const row = Math.floor(target / 30)
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] === 0) continue
    const [, lat] = center(window, i)
    const north = ((Math.floor(i / 30) - row) * 111_195) / perDegree
    const east = (((i % 30) - (target % 30)) * 111_195 * Math.cos((lat * Math.PI) / 180)) / perDegree
    const distance = Math.hypot(north, east)
    const reach = coastal.has(countyOf(cells[i])) ? 600 : 150
    if (distance > reach + 0.01) continue
    if (distance < best - 0.01) allowed = []
    if (distance <= best + 0.01) {
      allowed.push(cells[i])
      if (distance > reach - 0.01) allowed.push(0)
      best = Math.min(best, distance)
    }
  }
  return allowed
}

function windowAt(lon: number, lat: number): CellWindow {
  const x = Math.floor((lon + 180) * perDegree)
  const y = Math.floor((lat + 90) * perDegree)
  return { x: x - 15, y: y - 15, width: 30, height: 30 }
}

function center(window: CellWindow, cell: number): [number, number] {
  return [(window.x + (cell % 30) + 0.5) / perDegree - 180, (window.y + Math.floor(cell / 30) + 0.5) / perDegree - 90]
}
