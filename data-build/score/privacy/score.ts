import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { vibeInputs } from '../vibe-inputs.ts'

const centerFacts: readonly FactSpec[] = [
  { id: 'homes_km2', label: 'Homes nearby', unit: 'homes/km²', offset: 0, step: 0.02, log: true, digits: 0 },
  { id: 'people_km2', label: 'People nearby', unit: 'people/km²', offset: 0, step: 0.02, log: true, digits: 0 },
]

/** How few homes, and daytime visitors, share the surroundings. */
export const scorer: SurfaceScorer = {
  id: 'privacy',
  basis: 'modelled',
  step: 7.5,
  centerFacts,
  surfaceFacts: [],
  async prepare(context: BuildContext) {
    const inputs = await vibeInputs(context)
    const raw = (view: View) => seclusion(inputs.neighbors(view, 0.25), inputs.neighbors(view, 0.5))
    const percentile = context.percentile(raw(context.centers))
    return (view, wanted) => ({
      score: raw(view).map((value) => 1 + 254 * percentile(value)),
      facts: wanted === 'score' ? {} : { homes_km2: inputs.units(view, 0.5), people_km2: inputs.people(view, 0.5) },
    })
  },
}

/** Minus the mean log10 density of neighbors at σ 0.25 and 0.5 km; three per km² is as good as none. */
export function seclusion(near: Float32Array, far: Float32Array): Float32Array {
  return near.map((density, i) => -(Math.log10(3 + density) + Math.log10(3 + far[i])) / 2)
}
