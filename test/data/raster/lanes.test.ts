import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CellPool, newRows, takeFourLanes, takeLane } from '../../../src/data/raster/interleaved-pages.ts'

describe('lanes of interleaved rows', () => {
  const bytes = fc.uint8Array({ minLength: 8 * 11, maxLength: 8 * 11 })

  it('fill only the zero rows of a column', () => {
    fc.assert(
      fc.property(bytes, fc.nat(7), fc.nat(11), (values, lane, count) => {
        const rows = newRows(11)
        rows.bytes.set(values)
        const out = Uint8Array.from({ length: 12 }, (_, i) => (i % 3 === 0 ? 0 : 100 + i))
        const expected = Array.from(out, (value, i) => (i < count && value === 0 ? values[i * 8 + lane] : value))
        takeLane(rows, lane, count, out)
        expect([...out]).toEqual(expected)
      }),
      { numRuns: 50 },
    )
  })

  it('are copied into four columns at a time', () => {
    fc.assert(
      fc.property(bytes, fc.constantFrom(0, 4), fc.nat(11), (values, first, count) => {
        const rows = newRows(11)
        rows.bytes.set(values)
        // Columns are parts of a larger memory, as in a batch.
        const memory = new Uint8Array(4 * 16).fill(7)
        const columns = [0, 16, 32, 48].map((start) => memory.subarray(start, start + 12))
        takeFourLanes(rows, first, count, columns)
        columns.forEach((column, k) => {
          const expected = Array.from({ length: 12 }, (_, i) => (i < count ? values[i * 8 + first + k] : 7))
          expect([...column]).toEqual(expected)
        })
      }),
      { numRuns: 50 },
    )
  })
})

describe('the memory of interleaved cells', () => {
  it('is allocated until it is full, with 256 bytes free at either end', () => {
    const pool = new CellPool(2000)
    expect(pool.cells.length).toBe(256)
    expect([pool.take(1000), pool.take(489), pool.take(488), pool.take(0), pool.take(1)]).toEqual([
      256, -1, 1256, 1744, -1,
    ])
    expect([pool.cells.length, pool.view.byteLength]).toEqual([2000, 2000])
    expect(pool.directory(4)).toBeNull()
  })

  it('is shared by all threads, like the directories that follow it', () => {
    const shared = new SharedArrayBuffer(2000 + 40)
    const pools = [new CellPool(2000, shared), new CellPool(2000, shared)]
    expect(pools.map((pool) => pool.take(100))).toEqual([256, 356])
    pools[0].cells[500] = 9
    expect([pools[1].cells[500], pools[1].view.getUint8(500)]).toEqual([9, 9])
    const directories = pools.map((pool) => [pool.directory(4)!, pool.directory(6)!])
    directories[0][0][3] = 11
    directories[0][1][0] = 12
    expect([directories[1][0][3], directories[1][1][0]]).toEqual([11, 12])
    expect(directories[0].map(({ byteOffset, length }) => [byteOffset, length])).toEqual([
      [2000, 4],
      [2016, 6],
    ])
    expect(pools[0].directory(1)).toBeNull()
  })
})
