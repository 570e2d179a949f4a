import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { eachAs32 } from '../../statistics.ts'
import { readEjScreen } from '../by-tract.ts'
import { nearPeople } from '../vibe-inputs.ts'
import { type HazardSites, insidePorts, nearestKm, nearness, readHazardSites } from './sites.ts'

const superfundReach = 8 // km beyond which a Superfund site does not count
const superfundFloor = 0.3 // km; minimum distance, because a site is an area with a point at its gate or center
const plantReach = 6 // km beyond which a power plant does not count
const plantFloor = 0.5 // km; smaller distances count as this distance
const riskReach = 5 // km beyond which a risk-management site does not count
const riskFloor = 0.8 // km; smaller distances count as this distance
const releaseReach = 5 // km beyond which a toxic-release site does not count
const releaseFloor = 0.8 // km; smaller distances count as this distance, about the radius of a refinery
const regionReach = 20 // km within which releases in the region count a little
const reportedReleases = 10 // km; a toxic-release site farther away is stored as this distance
const anyDistance = 600 // km; larger than the distance of any place in the three states to a site

const share = { unit: '%', offset: 0, step: 0.4, digits: 0, of: 'tract' } as const
const distance = { unit: 'km', offset: -1, step: 0.015, log: true, digits: 1, cell: 60 } as const
const nearReleases = { unit: 'km', offset: 0, step: 0.05, digits: 1, cell: 15 } as const
const tractFacts: readonly FactSpec[] = [
  { id: 'toxic_release_share', label: 'Area within a mile of toxic-release sites (TRI); Texas', ...share },
  { id: 'chemical_risk_share', label: 'Area within a mile of chemical-risk sites (RMP)', ...share },
]

/**
 * Returns the score 1 − ln(1 + X)/ln 10 for a weighted sum X of hazards, so each additional site counts less than the
 * previous one.
 */
export const scorer: SurfaceScorer = {
  id: 'industrial-proximity',
  basis: 'estimate',
  step: 15,
  centerFacts: tractFacts,
  surfaceFacts: [
    {
      id: 'toxic_release_km',
      label: 'Nearest toxic-release site (TRI 2023); California and Florida',
      ...nearReleases,
    },
    { id: 'superfund_km', label: 'Nearest Superfund site', ...distance },
    { id: 'power_plant_km', label: 'Nearest fuel or nuclear power plant of 50 MW or more, 2019', ...distance },
    { id: 'port_km', label: 'Nearest large seaport or rocket launch site', ...distance },
    { id: 'risk_site_km', label: 'Nearest chemical-risk site (RMP 2023-25), in urban areas', ...distance },
  ],
  records: (context) => ({
    toxic_release_share: inTexasOnly(context, context.eji('E_TRI'), Number.NaN),
    chemical_risk_share: context.eji('E_RMP'),
  }),
  async prepare(context) {
    const sites = await readHazardSites(context.sources)
    const hazards = await hazardsIn(context, sites)
    const inRiskArea = insideRiskAreas(context, sites)
    const inTexas = Float64Array.from(context.blockGroups.state, (state) => (state === texas ? 1 : 0))
    /** Replaces values with NaN unless the flag of the nearest block group is `wanted`. */
    const where = (km: Float32Array, view: View, flags: Float64Array, wanted: 0 | 1) => {
      const flag = view.atNearest(flags)
      return km.map((value, i) => (flag[i] === wanted ? value : Number.NaN))
    }
    return (view) => ({
      score: () => eachAs32(hazards(view, 'all'), scoreOfHazard),
      facts: {
        toxic_release_km: () => where(nearestKm(view, sites.toxicReleases, reportedReleases), view, inTexas, 0),
        superfund_km: () => nearestKm(view, sites.activeSuperfund, anyDistance),
        power_plant_km: () => nearestKm(view, sites.powerPlants, anyDistance),
        port_km: () => nearestKm(view, sites.ports, anyDistance),
        risk_site_km: () => where(nearestKm(view, sites.riskManagement, anyDistance), view, inRiskArea, 1),
      },
    })
  },
}

/**
 * Returns a function that computes the hazard sums at the points of a view. Risk-management sites can be excluded so
 * that they can serve as an independent check.
 */
export async function hazardsIn(
  context: BuildContext,
  sites: HazardSites,
): Promise<(view: View, signs: 'all' | 'without risk management') => Float64Array> {
  const {
    risk_management_proximity: riskProximity,
    nat_priority_proximity: priorityProximity,
    disposal_proximity: disposalProximity,
  } = await readProximities(context)
  const toxicPercent = inTexasOnly(context, context.eji('E_TRI'), 0)
  const riskPercent = context.eji('E_RMP')
  const wastePercent = context.eji('E_TSD')
  const inRiskArea = insideRiskAreas(context, sites)
  return (view, signs) => {
    const all = signs === 'all'
    const risk = view.smooth(riskProximity)
    const priority = view.smooth(priorityProximity)
    const disposal = view.smooth(disposalProximity)
    const toxicShare = view.smooth(toxicPercent)
    const riskShare = view.smooth(riskPercent)
    const wasteShare = view.smooth(wastePercent)
    const releases = nearness(view, sites.toxicReleases, releaseFloor, releaseReach)
    const releasesAround = nearness(view, sites.toxicReleases, releaseFloor, regionReach)
    const superfund = nearness(view, sites.superfund, superfundFloor, superfundReach)
    const plants = nearness(view, sites.powerPlants, plantFloor, plantReach)
    const relevance = nearPeople(view, 3, 5)
    const ports = insidePorts(view, sites)
    const riskSites = nearness(view, sites.riskManagement, riskFloor, riskReach)
    const inRisk = view.smooth(inRiskArea)
    // Inside the urban areas whose sites are known, the sites replace the tract figures.
    const risky = (tracts: number, points: number, i: number) => Math.max(points, (1 - inRisk[i]) * tracts)
    return Float64Array.from(superfund, (near, i) => {
      const tracts = relevance[i]
      return hazard({
        riskProximity: all ? risky(risk[i] * tracts, 0.5 * riskSites[i], i) : 0,
        priorityProximity: priority[i] * tracts,
        disposalProximity: (disposal[i] || 0) * tracts,
        releasesAround: releasesAround[i],
        toxic: 0.8 * (toxicShare[i] / 100) * tracts + 0.9 * releases[i],
        riskShare: all ? risky((riskShare[i] / 100) * tracts, Math.min(1, riskSites[i]), i) : 0,
        wasteShare: (wasteShare[i] / 100) * tracts,
        superfund: near,
        powerPlants: plants[i],
        ports: ports[i],
      })
    })
  }
}

/** Returns 1 for block groups inside the urban areas whose risk-management sites are known, otherwise 0. */
function insideRiskAreas({ blockGroups: { lon, lat } }: BuildContext, { riskKnown }: HazardSites): Float64Array {
  return lon.map((x, b) => (riskKnown(x, lat[b]) ? 1 : 0))
}

const texas = '48'

/** Replaces a column's values outside Texas, the only state whose releases are not available by site. */
function inTexasOnly({ blockGroups }: BuildContext, column: Float64Array, elsewhere: number): Float64Array {
  return column.map((value, b) => (blockGroups.state[b] === texas ? value : elsewhere))
}

/** Indicators of industry around a point. */
export interface HazardSigns {
  /** EPA's proximity to risk-management facilities: the sum of 1 / distance in km over the facilities within 5 km. */
  readonly riskProximity: number
  /** EPA's proximity to Superfund sites. */
  readonly priorityProximity: number
  /** EPA's proximity to hazardous-waste facilities, including large generators. */
  readonly disposalProximity: number
  /** `nearness` of toxic-release sites within 20 km, weighted by `releaseWeight`; 0 in Texas. */
  readonly releasesAround: number
  /**
   * Toxic-release term. California and Florida: 0.9 × the `releaseWeight`-weighted `nearness` of sites. Texas: 0.8 ×
   * the share (0-1) of the area of surrounding tracts that is within a mile of a site. With these factors, both
   * formulas average 0.26 over the residents of California and Florida.
   */
  readonly toxic: number
  /** Share (0-1) of the area of the surrounding tracts that is within a mile of a risk-management facility. */
  readonly riskShare: number
  /**
   * Share (0-1) of the area of the surrounding tracts that is within a mile of a facility that treats, stores or
   * disposes of hazardous waste.
   */
  readonly wasteShare: number
  /** Sum of the `nearness` of Superfund sites. */
  readonly superfund: number
  readonly powerPlants: number
  /** 1 inside a seaport or launch site, falling to 0 outside. */
  readonly ports: number
}

/** Returns the weighted sum of the industry indicators around a point: 0 if there are none, NaN if one is unknown. */
export function hazard(signs: HazardSigns): number {
  const { riskProximity, priorityProximity, disposalProximity, releasesAround } = signs
  const { toxic, riskShare, wasteShare, superfund, powerPlants, ports } = signs
  const manufacturing = Math.min(1, toxic / 0.8) // industry other than refrigeration, waterworks and waste generators
  return (
    // refrigeration and waterworks count fully only next to other industry
    riskProximity * (0.25 + 0.45 * manufacturing) +
    0.4 * priorityProximity +
    0.06 * Math.sqrt(disposalProximity) +
    0.05 * releasesAround +
    1.5 * Math.min(superfund, 1.5) +
    0.8 * riskShare +
    toxic +
    riskShare * manufacturing +
    wasteShare * (0.2 + 0.4 * manufacturing) + // many waste sites are small generators such as dry cleaners
    Math.min(powerPlants, 4) +
    1.5 * ports
  )
}

/** Returns the unrounded score of a hazard sum: 255 at 0, 1 at 9 and above. NaN stays NaN. */
export function scoreOfHazard(hazard: number): number {
  const u = 1 - Math.log1p(hazard) / Math.LN10
  return 1 + 254 * Math.min(1, Math.max(0, u))
}

/**
 * Reads EPA's proximities of the 2010 tracts for each block group: the sum of 1 / distance in km over the facilities
 * within 5 km.
 */
export function readProximities(context: BuildContext) {
  return readEjScreen(context, 'risk_management_proximity', 'nat_priority_proximity', 'disposal_proximity')
}
