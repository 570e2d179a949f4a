import type { Basis, BuildContext, FactSpec, SurfaceScorer, View } from '../context.ts'
import { readGreenness } from './vibe/greenness.ts'
import { vibeInputs } from './vibe-inputs.ts'

export const basis: Basis = 'estimate'

const share = { unit: '%', offset: 0, step: 0.5, digits: 0 } as const

const centreFacts: readonly FactSpec[] = [
  { id: 'greener', label: 'Greenness (NDVI) against 25 km around', unit: '', offset: -0.254, step: 0.002, digits: 2 },
  {
    id: 'industry_pct',
    label: 'Land within a mile of a regulated site, sum of four kinds',
    unit: '%',
    offset: 0,
    step: 1.6,
    digits: 0,
  },
  { id: 'mobile_homes_pct', label: 'Mobile homes', ...share },
  { id: 'park_access_pct', label: 'Land within a mile of a park', ...share },
]

/** Green against its region, no industry, railway or trailer court near, a park in reach: a proxy, not beauty. */
export const scorer: SurfaceScorer = {
  id: 'visual-appeal',
  step: 15,
  centreFacts,
  surfaceFacts: [],
  async prepare(context: BuildContext) {
    const inputs = await vibeInputs(context)
    const greenness = await readGreenness(context)
    const industry = sumOfKnown(['E_TRI', 'E_TSD', 'E_RMP', 'E_NPL'].map((column) => context.eji(column)))
    const mobile = context.eji('E_MOBILE')
    const rail = context.eji('E_RAIL')

    const parts: readonly ((view: View) => Float32Array)[] = [
      greenness,
      (view) => view.kernelMean(industry, 0.5),
      (view) => view.kernelMean(mobile, 1),
      (view) => view.kernelMean(rail, 0.5),
      (view) => inputs.parkAccess(view),
    ]
    const signs = [1, -1, -1, -1, 1]
    const ranks = parts.map((part, k) => {
      const percentile = context.percentile(part(context.centres).map((value) => signs[k] * value))
      return (values: Float32Array) => values.map((value) => percentile(signs[k] * value))
    })
    const raw = (view: View, values: readonly Float32Array[]) =>
      appeal(meanRank(values.map((column, k) => ranks[k](column))), inputs.people(view, 1))
    const percentile = context.percentile(
      raw(
        context.centres,
        parts.map((part) => part(context.centres)),
      ),
    )

    return (view, wanted) => {
      const values = parts.map((part) => part(view))
      const [greener, industryPct, mobileHomes, , parkAccess] = values
      return {
        score: raw(view, values).map((value) => 1 + 254 * percentile(value)),
        facts:
          wanted === 'score'
            ? {}
            : { greener, industry_pct: industryPct, mobile_homes_pct: mobileHomes, park_access_pct: parkAccess },
      }
    }
  },
}

/** Sum over columns of the values that are known; NaN where none is. */
export function sumOfKnown(columns: readonly Float64Array[]): Float64Array {
  return columns[0].map((_, i) => {
    let sum = Number.NaN
    for (const column of columns) if (!Number.isNaN(column[i])) sum = (sum || 0) + column[i]
    return sum
  })
}

/** Mean of the ranks that are known; the middle where none is. */
export function meanRank(ranks: readonly Float32Array[]): Float32Array {
  return ranks[0].map((_, i) => {
    let sum = 0
    let known = 0
    for (const rank of ranks) {
      if (Number.isNaN(rank[i])) continue
      sum += rank[i]
      known++
    }
    return known === 0 ? 0.5 : sum / known
  })
}

/** Where few people live, tract figures say little: the rank is drawn to the middle below 50 people per km². */
export function appeal(rank: Float32Array, peopleKm2: Float32Array): Float32Array {
  return rank.map((mean, i) => 0.5 + (mean - 0.5) * (0.3 + 0.7 * Math.min(1, peopleKm2[i] / 50)))
}
