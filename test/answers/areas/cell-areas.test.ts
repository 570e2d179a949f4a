import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CellAreas, getOutline } from '../../../src/answers/areas/cell-areas.ts'

const SIDE = 9

/** Rows of a small lattice; each cell says whether it is in an area. */
const lattice = fc.array(fc.array(fc.boolean(), { minLength: SIDE, maxLength: SIDE }), {
  minLength: SIDE,
  maxLength: SIDE,
})

function areasOf(rows: readonly (readonly boolean[])[]): CellAreas {
  const areas = new CellAreas()
  rows.forEach((cells, row) => {
    areas.addRow(
      row + 5,
      cells.flatMap((isIn, column) => (isIn ? [column + 3] : [])),
    )
  })
  return areas
}

/** Returns the cells of each area as "column row" strings, by walking from cell to cell across their sides. */
function flooded(rows: readonly (readonly boolean[])[]): string[][] {
  const seen = new Set<string>()
  const areas: string[][] = []
  for (let row = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++) {
      const area: string[] = []
      const waiting = [[column, row]]
      while (waiting.length > 0) {
        const [x, y] = waiting.pop()!
        const cell = `${x + 3} ${y + 5}`
        if (!rows[y]?.[x] || seen.has(cell)) continue
        seen.add(cell)
        area.push(cell)
        waiting.push([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1])
      }
      if (area.length > 0) areas.push(area.sort())
    }
  return areas
}

it('areas of adjacent cells match a search that walks from cell to cell', () => {
  fc.assert(
    fc.property(lattice, (rows) => {
      const cells = areasOf(rows)
      const areaOf = cells.lookUp()
      const areas = cells
        .areas()
        .map((runs) =>
          runs.flatMap(({ row, start, end }) => Array.from({ length: end - start }, (_, i) => `${start + i} ${row}`)),
        )
      areas.forEach((area, i) => {
        for (const cell of area) if (areaOf(...(cell.split(' ').map(Number) as [number, number])) !== i) throw cell
      })
      if (areaOf(2, 5) !== -1 || areaOf(3, 99) !== -1) throw new Error('a cell outside is in an area')
      expect(areas.map((area) => area.sort()).sort()).toEqual(flooded(rows).sort())
    }),
  )
})

it('outlines of cells contain exactly the cells of an area, in rings that do not touch themselves', () => {
  fc.assert(
    fc.property(lattice, (rows) => {
      const cells = areasOf(rows)
      const areaOf = cells.lookUp()
      cells.areas().forEach((area, i) => {
        const rings = getOutline(area).map((ring) => ring.map(([x, y]) => [x, y]))
        for (const ring of rings) {
          const corners = ring.slice(1).map((corner) => corner.join())
          expect(new Set(corners).size, `touches itself: ${corners}`).toBe(corners.length)
        }
        // The first ring runs counter-clockwise, the holes clockwise.
        const turns = rings.map((ring) =>
          Math.sign(ring.slice(1).reduce((sum, [x, y], at) => sum + ring[at][0] * y - x * ring[at][1], 0)),
        )
        expect(turns).toEqual(turns.map((_, at) => (at === 0 ? 1 : -1)))
        const polygon = { type: 'Polygon' as const, coordinates: rings }
        for (let y = 5; y < 5 + SIDE; y++)
          for (let x = 3; x < 3 + SIDE; x++)
            if (booleanPointInPolygon([x + 0.5, y + 0.5], polygon) !== (areaOf(x, y) === i))
              throw new Error(`${x} ${y}`)
      })
    }),
  )
})

it('grouping and outlining cells take time proportional to the number of cells, even for combs', () => {
  // An earlier version took 19 s for 3,000 teeth. With 20,000 teeth, it would take over an hour.
  for (const teeth of [1, 7, 20_000]) {
    const areas = new CellAreas()
    const every = Array.from({ length: teeth }, (_, tooth) => 2 * tooth)
    const back = Array.from({ length: 2 * teeth }, (_, column) => column)
    for (const [row, columns] of [every, back, every].entries()) areas.addRow(row, columns)
    const [comb, ...others] = areas.areas()
    const [ring, ...holes] = getOutline(comb)
    expect({ others: others.length + holes.length, corners: ring.length - 1 }).toEqual({
      others: 0,
      corners: 8 * teeth,
    })
  }
})

it('outlining cells counts each step of work, so that a deadline can stop it', () => {
  const areas = new CellAreas()
  // A comb: one full row with a tooth above every second cell.
  areas.addRow(
    0,
    Array.from({ length: 2000 }, (_, column) => column),
  )
  for (let row = 1; row < 100; row++)
    areas.addRow(
      row,
      Array.from({ length: 1000 }, (_, column) => 2 * column),
    )
  const [area] = areas.areas()
  let steps = 0
  const counting = {
    spend(more: number) {
      steps += more
      if (steps > 10_000) throw new Error('too long')
    },
  }
  expect(() => getOutline(area, counting)).toThrow('too long')
  // Stops as soon as the limit is reached, long before all 200,000 sides have been checked.
  expect(steps).toBeLessThan(10_100)
  expect(() => areas.areas({ spend: () => counting.spend(1000) })).toThrow('too long')
})
