import type { BuiltContext } from '../../validate/built-context.ts'
import type { Judged, JudgedScore } from '../../validate/intervals/judged.ts'
import { zoneFinder } from './validate.ts'
import { type HazardZone, hazardScores, loadHazardZones } from './zones.ts'

/**
 * Judges the 2007-2011 maps by the 2025 maps in seven cities. Each estimate was computed from a chance that the place
 * is in a new zone, which comes from the number of residents in the new zones of each county. The estimate is split
 * into cases inside and outside the new zones, in proportion to this chance.
 */
export async function judgedFire(context: BuiltContext): Promise<Judged> {
  const { lat, lon, county, state } = context.blockGroups
  const zones = await loadHazardZones(context.sources)
  const isNew = ({ edition }: HazardZone) => (edition ?? 0) >= 2024
  const newest = zoneFinder(zones.filter(isNew))
  const older = zoneFinder(zones.filter((zone) => !isNew(zone)))
  const scores: JudgedScore[] = []
  const built = context.centerScores('fire')
  const basis = context.library.basisColumns({ lat, lon, dimensions: ['fire'] }).fire
  for (let b = 0; b < built.length; b++) {
    if (state[b] !== '06') continue
    const place = [lon[b], lat[b], county[b]] as const
    const now = newest(...place)
    const then = older(...place)
    if (now && then) scores.push({ blockGroup: b, basis: 'measured', score: then.score, truth: now.score })
    if (basis[b] === 3)
      for (let i = 0; i < PARTS; i++) {
        const inZone = i < Math.round(PARTS * getChance(built[b]))
        const truth = inZone ? (i % 2 === 0 ? hazardScores.veryHigh : hazardScores.high) : hazardScores.unzoned
        scores.push({ blockGroup: b, basis: 'estimate', score: built[b], truth })
      }
  }
  return { by: 'the maps of 2025 in seven cities and their people by county (CAL FIRE)', of: 'errors', scores }
}

/**
 * Number of cases into which each estimate is split. The chance of a high or very high zone determines how many cases
 * count as inside such a zone.
 */
const PARTS = 20

/** Returns the chance (0-1) of a high or very high zone from which a score was estimated. */
function getChance(score: number): number {
  const inZone = (hazardScores.veryHigh + hazardScores.high) / 2
  return Math.min(1, (hazardScores.unzoned - score) / (hazardScores.unzoned - inZone))
}
