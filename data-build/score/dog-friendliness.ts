import type { Basis, BuildContext, FactSpec, SurfaceScorer, View } from '../context.ts'
import { readDogPlaces } from './vibe/dog-places.ts'
import { nearestPoint } from './vibe/nearest-point.ts'
import { vibeInputs } from './vibe-inputs.ts'
import { walkableRaw } from './walkability.ts'

export const basis: Basis = 'estimate'

/** Beyond 12 km a dog park adds less than 0.0003 to the raw value. */
const REACH = 12

const centreFacts: readonly FactSpec[] = [
  { id: 'park_access_pct', label: 'Land within a mile of a park', unit: '%', offset: 0, step: 0.5, digits: 0 },
  { id: 'dog_park_km', label: 'Nearest recorded dog park', unit: 'km', offset: 0, step: 0.05, digits: 1 },
  { id: 'trailhead_km', label: 'Nearest recorded trailhead', unit: 'km', offset: 0, step: 0.05, digits: 1 },
]

/** Walks and parks, with a bonus near the dog parks and trailheads that a list records. */
export const scorer: SurfaceScorer = {
  id: 'dog-friendliness',
  step: 15,
  centreFacts,
  surfaceFacts: [],
  async prepare(context: BuildContext) {
    const inputs = await vibeInputs(context)
    const places = await readDogPlaces(context.sources)
    const walkability = context.percentile(walkableRaw(inputs, context.centres))
    const quantities = (view: View) => ({
      parkAccess: inputs.parkAccess(view),
      dogParkKm: nearestPoint(places.dogParks, view, REACH),
      trailheadKm: nearestPoint(places.trailheads, view, REACH),
    })
    const raw = (view: View, { parkAccess, dogParkKm, trailheadKm }: ReturnType<typeof quantities>) =>
      walkableRaw(inputs, view).map((walkable, i) =>
        dogRaw(walkability(walkable), parkAccess[i], dogParkKm[i], trailheadKm[i]),
      )
    const percentile = context.percentile(raw(context.centres, quantities(context.centres)))

    return (view, wanted) => {
      const at = quantities(view)
      return {
        score: raw(view, at).map((value) => 1 + 254 * percentile(value)),
        facts:
          wanted === 'score'
            ? {}
            : { park_access_pct: at.parkAccess, dog_park_km: at.dogParkKm, trailhead_km: at.trailheadKm },
      }
    }
  },
}

/**
 * Mean of the walkability rank and the share of land near a park (per cent; the rank alone where unknown), and the
 * bonus. The lists are incomplete: a distance of NaN is no penalty.
 */
export function dogRaw(walkability: number, parkAccess: number, dogParkKm: number, trailheadKm: number): number {
  const park = Number.isNaN(parkAccess) ? walkability : parkAccess / 100
  const dogPark = Number.isNaN(dogParkKm) ? 0 : 0.12 * Math.exp(-dogParkKm / 2)
  const trailhead = Number.isNaN(trailheadKm) ? 0 : 0.03 * Math.exp(-trailheadKm / 1.5)
  return (walkability + park) / 2 + dogPark + trailhead
}
