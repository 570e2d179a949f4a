import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { nearPeople } from '../vibe-inputs.ts'
import { type HazardSites, nearestKm, nearness, readHazardSites } from './sites.ts'

const superfundReach = 8 // km
const superfundFloor = 0.3 // km: sites are areas, their coordinates a gate or a center
const plantReach = 5 // km
const plantFloor = 0.5 // km
const reportedWithin = 25.4 // km: the last value of a byte at 0.1 km

const share = { unit: '%', offset: 0, step: 0.4, digits: 0 } as const
const distance = { unit: 'km', offset: 0, step: 0.1, digits: 1, cell: 60 } as const
const toxicFact: FactSpec = {
  id: 'toxic_release_share',
  label: 'Area within a mile of toxic-release sites (TRI)',
  ...share,
}
const riskFact: FactSpec = {
  id: 'chemical_risk_share',
  label: 'Area within a mile of chemical-risk sites (RMP)',
  ...share,
}

/** 1 − ln(1 + X)/ln 10 of a weighted sum X of hazards: every further site counts less than the one before. */
export const scorer: SurfaceScorer = {
  id: 'industrial-proximity',
  basis: 'estimate',
  step: 15,
  centerFacts: [toxicFact, riskFact],
  surfaceFacts: [
    { id: 'superfund_km', label: 'Nearest Superfund site', ...distance },
    { id: 'power_plant_km', label: 'Nearest power plant burning fuel, 100 MW or more', ...distance },
  ],
  async prepare(context) {
    const sites = await readHazardSites(context.sources)
    const hazards = await hazardsIn(context, sites)
    const toxicPercent = context.eji('E_TRI')
    const riskPercent = context.eji('E_RMP')
    return (view, wanted) => ({
      score: wanted === 'facts' ? new Float32Array(0) : Float32Array.from(hazards(view, 'all'), scoreOfHazard),
      facts:
        wanted === 'score'
          ? {}
          : {
              toxic_release_share: view.smooth(toxicPercent),
              chemical_risk_share: view.smooth(riskPercent),
              superfund_km: nearestKm(view, sites.activeSuperfund, reportedWithin),
              power_plant_km: nearestKm(view, sites.powerPlants, reportedWithin),
            },
    })
  },
}

/** Hazard sums at the points of a view: of all signs, or without those of risk-management sites so that these can judge the rest. */
export async function hazardsIn(
  context: BuildContext,
  sites: HazardSites,
): Promise<(view: View, signs: 'all' | 'without risk management') => Float64Array> {
  const { riskProximity, priorityProximity } = await readProximities(context)
  const toxicPercent = context.eji('E_TRI')
  const riskPercent = context.eji('E_RMP')
  return (view, signs) => {
    const all = signs === 'all'
    const risk = view.smooth(riskProximity)
    const priority = view.smooth(priorityProximity)
    const toxicShare = view.smooth(toxicPercent)
    const riskShare = view.smooth(riskPercent)
    const superfund = nearness(view, sites.superfund, superfundFloor, superfundReach)
    const plants = nearness(view, sites.powerPlants, plantFloor, plantReach)
    const relevance = nearPeople(view, 3, 5)
    return Float64Array.from(superfund, (near, i) => {
      const tracts = relevance[i]
      const toxic = (toxicShare[i] / 100) * tracts
      return all
        ? hazard(risk[i] * tracts, priority[i] * tracts, toxic, (riskShare[i] / 100) * tracts, near, plants[i])
        : hazard(0, priority[i] * tracts, toxic, 0, near, plants[i])
    })
  }
}

/**
 * Weighted sum of the signs of industry around a point, 0 where there are none; NaN where one is not known.
 * `riskProximity` and `priorityProximity` are EPA's proximities (facilities within 5 km over distance in km), the shares
 * (0-1) those of the area within a mile of toxic-release and risk-management facilities, the last two `nearness` sums.
 */
export function hazard(
  riskProximity: number,
  priorityProximity: number,
  toxicShare: number,
  riskShare: number,
  superfund: number,
  powerPlants: number,
): number {
  return (
    riskProximity * (0.35 + 0.45 * toxicShare) + // refrigeration and water works count fully only beside other industry
    0.4 * priorityProximity +
    1.5 * Math.min(superfund, 1.5) +
    0.8 * riskShare +
    0.8 * toxicShare +
    riskShare * toxicShare +
    0.8 * Math.min(powerPlants, 1.5)
  )
}

/** Score of a hazard sum, unrounded: 255 at 0, 1 at 9 and above; NaN stays NaN. */
export function scoreOfHazard(hazard: number): number {
  const u = 1 - Math.log1p(hazard) / Math.LN10
  return 1 + 254 * Math.min(1, Math.max(0, u))
}

/** EPA's proximities of the 2010 tracts, per block group: facilities within 5 km over their distance in km. */
interface Proximities {
  readonly riskProximity: Float64Array
  readonly priorityProximity: Float64Array
}

export async function readProximities(context: BuildContext): Promise<Proximities> {
  const { rows, columns } = await readCsv(context.sources, 'epa/ejscreen_tract2010.csv.gz', {
    census_tract_id: text({ pattern: /^\d{11}$/, required: true }),
    risk_management_proximity: number({ null: 'NA', min: 0 }),
    nat_priority_proximity: number({ null: 'NA', min: 0 }),
  })
  const risk = new Map<string, number>()
  const priority = new Map<string, number>()
  for (let row = 0; row < rows; row++) {
    risk.set(columns.census_tract_id[row], columns.risk_management_proximity[row])
    priority.set(columns.census_tract_id[row], columns.nat_priority_proximity[row])
  }
  return { riskProximity: context.byTract2010(risk), priorityProximity: context.byTract2010(priority) }
}
