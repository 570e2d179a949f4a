import { SourceError } from '../read/source-error.ts'
import type { Layer } from './read-layers.ts'

/** Maximum number of strings listed in a remark. Further strings are only counted. */
const MAX_TEXTS = 5
/** Maximum number of characters to show of each string. */
const MAX_LETTERS = 80
/** Maximum number of object IDs in a remark. */
const MAX_IDS = 10

/** Counts equal strings, and prints them as `"Q" (2), "AEE" (1)`. */
export class Counts {
  readonly #counts = new Map<string, number>()
  total = 0

  add(text: string): void {
    this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1)
    this.total++
  }

  toString(): string {
    const entries = [...this.#counts].sort(([, a], [, b]) => b - a)
    const shown = entries.slice(0, MAX_TEXTS).map(([text, count]) => `"${text.slice(0, MAX_LETTERS)}" (${count})`)
    return [...shown, ...(entries.length > MAX_TEXTS ? [`${entries.length - MAX_TEXTS} more`] : [])].join(', ')
  }
}

/** Describes which zones of a painted layer have no outline and which have an outline coarser than published. */
export function outlineRemarks({ name, skipped, withoutOutline = [], coarse = [] }: Layer): string[] {
  const missing = `${featureCount(skipped)} of ${name} ${skipped === 1 ? 'has' : 'have'} no outline${idsText(withoutOutline)}; earlier data is kept there`
  const most = Math.max(...coarse.map(({ meters }) => meters))
  const ids = coarse.map(({ id }) => id)
  const rough = `${featureCount(coarse.length)} of ${name} came only with a simplified outline, up to ${most} m from the published one${idsText(ids)}`
  return [...(skipped > 0 ? [missing] : []), ...(coarse.length > 0 ? [rough] : [])]
}

/**
 * Rejects zones without an outline if land without a zone has a meaning in the map.
 * @param meaning meaning of land without a zone, such as `outside all flood zones`
 * @throws {SourceError} when a zone has no outline
 */
export function refuseHoles(zones: readonly Layer[], meaning: string): never {
  const layer = zones.find(({ skipped }) => skipped > 0)!
  throw new SourceError({
    file: layer.name,
    found: `${featureCount(layer.skipped)} without an outline${idsText(layer.withoutOutline ?? [])}, whose land would be recorded as ${meaning}`,
    expectation: 'an outline for each zone',
  })
}

function featureCount(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'feature' : 'features'}`
}

function idsText(ids: readonly number[]): string {
  if (ids.length === 0) return ''
  const more = ids.length > MAX_IDS ? ` and ${ids.length - MAX_IDS} more` : ''
  return ` (OBJECTID ${ids.slice(0, MAX_IDS).join(', ')}${more})`
}
