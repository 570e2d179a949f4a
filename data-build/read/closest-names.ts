import { editDistance } from '../../src/base/geo/edit-distance.ts'

/** Returns the names most similar to `wanted`, best first. Ties keep the order of `names`. */
export function closestNames(wanted: string, names: readonly string[], count = 3): readonly string[] {
  const target = wanted.toLowerCase()
  return names
    .map((name, order) => ({ name, order, distance: computeDistance(target, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance || a.order - b.order)
    .slice(0, count)
    .map((entry) => entry.name)
}

/**
 * Returns the distance between two names. Headings usually change by adding or dropping a word, so a name that contains
 * the other counts as one letter away.
 */
function computeDistance(a: string, b: string): number {
  const contained = b !== '' && (a.includes(b) || b.includes(a))
  const edits = editDistance(a, b, Math.max(a.length, b.length))
  return contained ? Math.min(1, edits) : edits
}
