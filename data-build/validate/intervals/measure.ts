import { type DimensionId, dimensions } from '../../../src/answers/dimensions/catalog.ts'
import type { IntervalsMeta } from '../../../src/answers/dimensions/intervals.ts'
import type { BuiltContext } from '../built-context.ts'
import { type Check, finding } from '../check.ts'
import { fitIntervals } from './fit.ts'
import { type HeldOut, type HeldOutOptions, heldOut, sharesToCover } from './held-out.ts'
import type { Judged } from './judged.ts'
import { judges } from './judges.ts'

/** Dimensions whose truth is one of a few zones. */
const ZONES: ReadonlySet<string> = new Set<DimensionId>(['flood', 'fire'])

/** Intervals of all dimensions, ready for the bundles, and their performance in withheld counties. */
export interface MeasuredIntervals {
  readonly intervals: ReadonlyMap<DimensionId, IntervalsMeta>
  readonly checks: readonly Check[]
}

/** Evaluates every dimension and fits its intervals. */
export async function measureIntervals(
  context: BuiltContext,
  report: (line: string) => void,
): Promise<MeasuredIntervals> {
  const intervals = new Map<DimensionId, IntervalsMeta>()
  const checks: Check[] = []
  const narrower: number[] = []
  for (const { id } of dimensions) {
    const judged = await judges[id](context)
    const options = getOptions(context, id)
    // Fits twice. The first pass shows how much more than 80% each class has to cover so that 80% are covered in other
    // counties.
    const wanted = sharesToCover(heldOut(judged, options))
    const measured = heldOut(judged, { ...options, wanted })
    const { by, of } = judged
    intervals.set(id, { by, of, tables: fitIntervals(judged.scores, { ...options, wanted }) })
    if (of === 'errors' && measured.oneWidth > 0) narrower.push(1 - measured.width / measured.oneWidth)
    checks.push(...getChecks(judged, measured, ZONES.has(id)).map((check) => ({ dimension: id, ...check })))
    report(`${id}: intervals cover ${(100 * measured.coverage).toFixed(1)}% of ${measured.n} judged scores`)
  }
  const mean = narrower.reduce((sum, share) => sum + share, 0) / narrower.length
  const check = '80% intervals: narrower than one width for the whole dimension, mean of the judged dimensions'
  checks.push({ dimension: 'intervals', ...finding(check, 'share', mean, narrower.length, { reached: mean >= 0.2 }) })
  return { intervals, checks }
}

function getOptions({ blockGroups, crowding, library }: BuiltContext, id: DimensionId): HeldOutOptions {
  const { lat, lon, county } = blockGroups
  const basis = library.basisColumns({ lat, lon, dimensions: [id] })[id]
  const counts = new Uint32Array(4)
  for (const at of basis) counts[at]++
  const scored = basis.length - counts[0]
  return {
    classOf: (blockGroup) => crowding[blockGroup],
    countyOf: (blockGroup) => county[blockGroup],
    shareOf: (of) => counts[1 + ['measured', 'modeled', 'estimate'].indexOf(of)] / scored,
    zones: ZONES.has(id),
  }
}

function getChecks({ of, by }: Judged, { coverage, lowest, width, oneWidth, n }: HeldOut, isZone: boolean) {
  const places = `80% intervals in counties that did not fit them (${by})`
  const lines = [
    finding(`${places}: truth inside`, 'share', coverage, n, {
      // Dimensions with zones have no upper limit for the coverage. If one zone contains nearly all cases, even the
      // shortest interval around the score covers more than 80%.
      reached: coverage >= 0.78 && (isZone || coverage < 0.825),
    }),
    finding(`${places}: truth inside, lowest third by crowding of a state`, 'share', lowest, n, {
      reached: lowest >= 0.72,
    }),
    finding(`${places}: mean width`, 'points', width, n),
    finding(`${places}: one width for the whole dimension, to compare with`, 'points', oneWidth, n),
  ]
  const judgedLines = of === 'errors' ? lines : lines.map((line) => ({ ...line, reached: null }))
  return judgedLines.filter(({ value }) => Number.isFinite(value))
}
