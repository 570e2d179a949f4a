import type { SurfaceScorer } from '../context.ts'
import { peopleAround } from '../score/vibe-inputs.ts'

/** Population density, a surface of the geography that is not a score. */
export const density: SurfaceScorer = {
  id: 'geography',
  basis: 'measured',
  step: null,
  centerFacts: [],
  surfaceFacts: [{ id: 'density', label: 'Residents within about a mile, 2020', cell: 60, ...peopleAround }],
  async prepare({ blockGroups }) {
    return (view) => ({
      score: () => new Float32Array(view.size).fill(Number.NaN),
      facts: { density: () => view.kernel(blockGroups.population, 1) },
    })
  },
}
