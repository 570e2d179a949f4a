import { open } from 'node:fs/promises'

const NEAR = 3 // scores (0-255) that differ by at most this much agree

export interface Agreement {
  /** Fraction of rows whose walkability scores differ by at most 3 (of 255). */
  readonly walkability: number
  /** Fraction of all scores that differ by at most 3. */
  readonly all: number
}

/**
 * Reads the scores of an output, which are in the fourth and following columns, and sorts the rows by `id`. An empty
 * field is 0.
 */
export async function readScores(path: string, rows: number, dimensions: number): Promise<Uint8Array> {
  const scores = new Uint8Array(rows * dimensions)
  const seen = new Uint8Array(rows)
  for await (const line of (await open(path)).readLines()) {
    const [id, , , ...rest] = line.split(',')
    if (id === 'id') continue
    for (let d = 0; d < dimensions; d++) scores[Number(id) * dimensions + d] = Number(rest[d])
    seen[Number(id)] = 1
  }
  const missing = rows - seen.reduce((sum, count) => sum + count, 0)
  if (missing > 0) throw new Error(`${path}: ${missing} of ${rows} rows are missing.`)
  return scores
}

export function agreement(scores: Uint8Array, reference: Uint8Array, dimensions: readonly string[]): Agreement {
  const walkability = dimensions.indexOf('walkability')
  let near = 0
  let nearWalkability = 0
  for (let i = 0; i < scores.length; i++) {
    if (Math.abs(scores[i] - reference[i]) > NEAR) continue
    near++
    if (i % dimensions.length === walkability) nearWalkability++
  }
  return { walkability: (nearWalkability * dimensions.length) / scores.length, all: near / scores.length }
}
