import type { Basis, Reading } from '../../src/dimensions/dimension.ts'

/** What a dimension describes: a score with the facts that are known, by id. */
export function reading(score: number, facts: Readonly<Record<string, number>>, basis: Basis = 'modeled'): Reading {
  return { score, basis, fact: (id) => facts[id] ?? Number.NaN }
}
