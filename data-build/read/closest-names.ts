/** The names nearest to `wanted` in spelling, best first; ties keep the order of `names`. */
export function closestNames(wanted: string, names: readonly string[], count = 3): readonly string[] {
  const target = wanted.toLowerCase()
  return names
    .map((name, order) => ({ name, order, distance: distanceOf(target, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance || a.order - b.order)
    .slice(0, count)
    .map((entry) => entry.name)
}

/** Headings mostly change by a word more or less: a name that contains the other counts as one letter away. */
function distanceOf(a: string, b: string): number {
  const contained = b !== '' && (a.includes(b) || b.includes(a))
  return contained ? Math.min(1, editDistance(a, b)) : editDistance(a, b)
}

/** Levenshtein's distance: letters to insert, delete or replace. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const replace = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)
      current.push(Math.min(replace, previous[j] + 1, current[j - 1] + 1))
    }
    previous = current
  }
  return previous[b.length]
}
