import { describe, expect, it } from 'vitest'
import { joinedEnds, oneCarriageway } from '../../../data-build/base-map/carriageways.ts'
import { getEdges, joinEdges, withoutEdges } from '../../../data-build/base-map/edges.ts'
import { line, ring } from './fixtures/base-map.ts'

// Two squares side by side, the right one drawn in the opposite direction, and a third above both.
const left = [ring([0, 0], [10, 0], [10, 5], [10, 10], [0, 10])]
const right = [ring([10, 0], [10, 5], [10, 10], [20, 10], [20, 0])]
const above = [ring([0, 10], [10, 10], [20, 10], [20, 20], [0, 20])]

describe('borders between areas', () => {
  it('are drawn once, whichever direction each side runs, and split where three areas meet', () => {
    const { shared } = getEdges([left, right, above])
    expect(inOrder(joinEdges(shared))).toEqual(
      inOrder([line([10, 0], [10, 5], [10, 10]), line([0, 10], [10, 10]), line([10, 10], [20, 10])]),
    )
  })

  it('are removed so that the outline is a single ring', () => {
    const [outline, ...more] = joinEdges(getEdges([left, right, above]).single)
    expect(more).toEqual([])
    expect([...outline.slice(0, 2)]).toEqual([...outline.slice(-2)])
    // (0,0) (10,0) (20,0) (20,10) (20,20) (0,20) (0,10), and the first vertex again.
    expect(outline.length / 2).toBe(8)
  })

  it('are removed so that two outline rings remain if the areas meet in at most one vertex', () => {
    const far = [ring([100, 100], [110, 100], [110, 110])]
    const corner = [ring([10, 10], [20, 20], [10, 20])]
    for (const other of [far, corner]) {
      const rings = joinEdges(getEdges([[left[0]], other]).single)
      expect(rings.map((of) => of.length / 2).sort()).toEqual([4, 6])
      for (const of of rings) expect([...of.slice(0, 2)]).toEqual([...of.slice(-2)])
    }
  })

  it('do not include edges without length or edges between other areas', () => {
    const stutter = [ring([0, 0], [10, 0], [10, 0], [10, 10])]
    const { single } = getEdges([stutter])
    expect(single.length).toBe(3)
    expect(joinEdges(withoutEdges(single, getEdges([[ring([10, 10], [0, 0], [99, 99])]]).single))).toEqual([
      line([0, 0], [10, 0], [10, 10]),
    ])
  })
})

describe('the carriageways of a road', () => {
  // 0.01 degrees is 1.1 km. The second carriageway runs 330 m beside the first and turns back at its end.
  const road = (...points: number[][]) => Float64Array.from(points.flat())
  const there = road([0, 0], [1, 0], [1, 1])
  const back = road([1.003, 1], [1.003, -0.003], [0, -0.003])

  it('are merged into one line, whether they are two lines or one line that turns back', () => {
    expect(oneCarriageway([there, back])).toHaveLength(1)
    expect(oneCarriageway([road([0, 0], [1, 0], [1, 1], [1.003, 0.999], [1.003, -0.003], [0, -0.003])])).toHaveLength(1)
  })

  it('remain two lines if they are far apart, or if one continues beyond the other', () => {
    expect(oneCarriageway([there, road([0, 0.02], [1, 0.02])])).toHaveLength(2)
    const [first, rest] = oneCarriageway([there, road([1.003, 0.5], [1.003, 1.2])])
    expect(first).toEqual(there)
    expect(rest[1]).toBeCloseTo(1, 1)
    expect([...rest.slice(-2)]).toEqual([1.003, 1.2])
  })

  it('are extended to the road they almost reach, and to no other road', () => {
    expect(joinedEnds(road([0.5, 0.2], [0.5, 0.005]), [there])).toEqual(road([0.5, 0.2], [0.5, 0.005], [0.5, 0]))
    expect(joinedEnds(road([0.5, 0.2], [0.5, 0.05]), [there])).toEqual(road([0.5, 0.2], [0.5, 0.05]))
    // A road that ends 890 m from another road is not joined to that road if the two run side by side or cross. A road
    // that runs 330 m from the other one is joined.
    for (const from of [0.1, 0.9])
      expect(joinedEnds(road([from, 0.008], [0.5, 0.008]), [there])).toEqual(road([from, 0.008], [0.5, 0.008]))
    expect(joinedEnds(road([0.5, -0.2], [0.6, 0.008]), [there])).toEqual(road([0.5, -0.2], [0.6, 0.008]))
    expect(joinedEnds(road([0.1, 0.003], [0.5, 0.003]), [there])).toEqual(
      road([0.1, 0], [0.1, 0.003], [0.5, 0.003], [0.5, 0]),
    )
  })
})

/** Writes lines as text, each in the direction that sorts first. */
function inOrder(lines: readonly Float64Array[]): string[] {
  return lines
    .map((of) => {
      const forwards = Array.from({ length: of.length / 2 }, (_, i) => `${of[i * 2]},${of[i * 2 + 1]}`)
      return [forwards.join(' '), forwards.toReversed().join(' ')].sort()[0]
    })
    .sort()
}
