import { describe, expect, it } from 'vitest'
import { dataFolder, openBundle } from '../../src/data-folder.ts'
import { borderLines } from '../../src/districts/border-lines.ts'
import { Districts } from '../../src/districts/districts.ts'

/** An edge, the same in both directions. */
function edge(a: readonly number[], b: readonly number[]): string {
  return [a.join(), b.join()].sort().join(' ')
}

function edgesOf(lines: readonly number[][][]): string[] {
  return lines.flatMap((line) => line.slice(1).map((to, i) => edge(line[i], to)))
}

describe('border lines', () => {
  it('have a shared border once', () => {
    const west = Float64Array.of(0, 0, 1, 0, 1, 1, 1, 2, 0, 2, 0, 0)
    const east = Float64Array.of(1, 0, 2, 0, 2, 2, 1, 2, 1, 1, 1, 0)
    expect(borderLines([[west], [east]])).toEqual([
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [1, 2],
        [0, 2],
        [0, 0],
      ],
      [
        [1, 0],
        [2, 0],
        [2, 2],
        [1, 2],
      ],
    ])
  })

  it('go on behind a shared piece', () => {
    const first = Float64Array.of(0, 0, 1, 0, 1, 1, 0, 0)
    const around = Float64Array.of(-1, 0, 0, 0, 1, 0, 2, 0, 2, 5, -1, 0)
    expect(borderLines([[first], [around]]).slice(1)).toEqual([
      [
        [-1, 0],
        [0, 0],
      ],
      [
        [1, 0],
        [2, 0],
        [2, 5],
        [-1, 0],
      ],
    ])
  })

  it('are none where there are no rings', () => {
    expect(borderLines([])).toEqual([])
    expect(borderLines([[], [new Float64Array(0), Float64Array.of(1, 1)]])).toEqual([])
  })

  it('are all edges of the embedded districts, each once', async () => {
    const districts = new Districts((await openBundle(dataFolder(), 'districts.bundle'))!)
    const outlines = Array.from({ length: districts.count }, (_, i) => districts.outline(i))
    const rings = outlines
      .flat()
      .map((ring) => Array.from({ length: ring.length / 2 }, (_, i) => [...ring.subarray(2 * i, 2 * i + 2)]))
    const expected = new Set(edgesOf(rings))
    const drawn = edgesOf(borderLines(outlines))
    expect(new Set(drawn).size).toBe(drawn.length)
    // Edges of less than a metre may fall together with a neighbour.
    expect(drawn.length).toBeGreaterThan(expected.size - 200)
    for (const each of drawn) if (!expected.has(each)) expect.fail(`${each} is no edge`)
  })
})
