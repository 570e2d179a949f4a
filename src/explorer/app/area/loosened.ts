import { getDimension } from '../catalog.ts'
import type { Filter } from '../engine/engine.ts'

/** Widens each condition, except hazards, by one class of its scale. Returns null if no condition can be widened. */
export function loosened(conditions: readonly Filter[]): readonly Filter[] | null {
  const wider = conditions.map((condition) => {
    const { dimension, from, to } = condition
    const { ladder, classColors } = getDimension(dimension)
    if (classColors !== undefined) return condition
    const starts = ladder.map(([start]) => start)
    const below = starts.findLast((start) => start < from) ?? 1
    const next = starts.find((start) => start > to + 1)
    return { dimension, from: below, to: to === 255 || next === undefined ? 255 : next - 1 }
  })
  const isSame = wider.every(({ from, to }, i) => from === conditions[i].from && to === conditions[i].to)
  return isSame ? null : wider
}
