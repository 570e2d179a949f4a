import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { scoresByRank, vibeInputs } from '../vibe-inputs.ts'

/** Quantity that the score ranks. One byte covers 1 to about 119,000 in steps of 5%. */
const neighborsFact: FactSpec = {
  id: 'neighbors_km2',
  label: 'Homes within about half a mile, with five people of the daytime population counted as one home',
  unit: 'homes/km²',
  offset: 0,
  step: 0.02,
  log: true,
  digits: 0,
}

/** Stored format of home densities, which can be very low. One byte covers 0.01 to about 22,000 in steps of 6%. */
const density = { unit: 'homes/km²', offset: -2, step: 0.025, log: true, digits: 2, of: 'neighborhood' } as const
const homesFact = { id: 'homes_km2', label: 'Homes within about a mile, 2014-18', ...density, cell: 60 } as const

/** Measures how few homes and daytime visitors are nearby. */
export const scorer: SurfaceScorer = {
  id: 'privacy',
  basis: 'modeled',
  step: 7.5,
  centerFacts: [],
  surfaceFacts: [homesFact],
  scoreFacts: [neighborsFact],
  async prepare(context: BuildContext) {
    const inputs = await vibeInputs(context)
    const raw = (view: View) => seclusion(inputs.neighbors(view, 0.25), inputs.neighbors(view, 0.5))
    const scores = scoresByRank(context, raw)
    return (view) => ({
      score: () => scores(view),
      facts: {
        homes_km2: () => inputs.units(view, 1),
        neighbors_km2: () => raw(view).map((value) => 10 ** -value - 3),
      },
    })
  },
}

/**
 * Returns minus the mean log10 density of neighbors at σ 0.25 and 0.5 km. Adding three neighbors per km² keeps very low
 * densities from dominating.
 */
export function seclusion(near: Float32Array, far: Float32Array): Float32Array {
  return near.map((density, i) => -(Math.log10(3 + density) + Math.log10(3 + far[i])) / 2)
}
