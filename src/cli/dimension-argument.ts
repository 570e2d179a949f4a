import { dimensions } from '../dimensions/catalogue.ts'
import { UsageError } from './usage-error.ts'

/**
 * The id of a dimension as it was given.
 *
 * @throws {UsageError} when there is no such dimension
 */
export function readDimension(given: string): string {
  const id = given.trim()
  if (dimensions.some((dimension) => dimension.id === id)) return id
  const closest = closestDimension(id.toLowerCase())
  const question = closest === undefined ? '' : ` Did you mean ${closest}?`
  throw new UsageError(`There is no dimension '${id}'.${question}`, 'List them: vicinage dimensions')
}

/** Ids out of `flood,fire`. Throws as `readDimension` does. */
export function readDimensions(given: string): string[] {
  return given.split(',').map(readDimension)
}

function closestDimension(word: string): string | undefined {
  const ids = dimensions.map(({ id }) => id)
  if (word.length >= 3) {
    const part = ids.find((id) => id.includes(word) || word.includes(id))
    if (part !== undefined) return part
  }
  const ranked = ids.map((id) => ({ id, edits: edits(word, id) })).sort((a, b) => a.edits - b.edits)
  return ranked[0].edits <= Math.max(1, word.length / 3) ? ranked[0].id : undefined
}

/** Levenshtein distance. */
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1)))
    row = next
  }
  return row[to.length]
}
