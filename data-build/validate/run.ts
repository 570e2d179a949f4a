import { dimensions } from '../../src/answers/dimensions/catalog.ts'
import { createContext } from '../create-context.ts'
import { openBuilt } from './built-context.ts'
import { getCard, type ValidationCard } from './card.ts'
import type { Check } from './check.ts'
import { generalChecks, loadChecker } from './checkers.ts'
import { type MeasuredIntervals, measureIntervals } from './intervals/measure.ts'

export interface Validated extends Pick<MeasuredIntervals, 'intervals'> {
  readonly card: ValidationCard
  readonly failures: readonly string[]
}

/**
 * Checks the bundles of a data folder. A check that throws is listed in `failures` and does not stop the other checks.
 *
 * @param sources folder of the published files
 * @param data folder of the bundles to check
 * @throws {BundleError} when a bundle is missing or damaged
 * @throws {SourceError} when a published file of the geography is missing or damaged
 */
export async function validate(sources: string, data: string, report: (line: string) => void): Promise<Validated> {
  const context = await openBuilt(await createContext(sources, report), data)
  report(`build ${context.build} opened from ${data}`)
  const ofDimension = async (dimension: string) => {
    const check = await loadChecker(dimension)
    return (await check(context)).map((finding) => ({ dimension, ...finding }))
  }
  let intervals: Validated['intervals'] = new Map()
  const measured = async () => {
    const { checks, intervals: fitted } = await measureIntervals(context, report)
    intervals = fitted
    return checks
  }
  const all: readonly (readonly [string, () => readonly Check[] | Promise<readonly Check[]>])[] = [
    ...generalChecks.map(({ name, run }) => [name, () => run(context)] as const),
    ...dimensions.map(({ id }) => [id, () => ofDimension(id)] as const),
    ['intervals', measured],
  ]
  const checks: Check[] = []
  const failures: string[] = []
  for (const [name, compute] of all) {
    try {
      const computed = await compute()
      checks.push(...computed.filter(isComputed))
      failures.push(
        ...computed.filter((check) => !isComputed(check)).map(({ check }) => `${name}: '${check}' has no value.`),
      )
      report(`${name}: ${computed.length} ${computed.length === 1 ? 'check' : 'checks'}`)
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`)
      report(`${name}: could not be computed`)
    }
  }
  return { card: getCard(context.build, inOrder(checks)), failures, intervals }
}

/**
 * Sorts checks: geography first, then the dimensions in catalog order, then districts, schools, addresses, intervals.
 */
function inOrder(checks: readonly Check[]): Check[] {
  const ids = [...dimensions.map(({ id }) => id), 'districts', 'schools', 'geocoder', 'intervals']
  return [...checks].sort((a, b) => ids.indexOf(a.dimension) - ids.indexOf(b.dimension))
}

function isComputed({ value, n }: Check): boolean {
  return Number.isFinite(value) && n > 0
}
