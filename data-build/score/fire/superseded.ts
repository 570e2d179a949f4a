import type { BuildContext } from '../../context.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { type HazardZone, hazardScores } from './zones.ts'

/** Last edition of the maps that CAL FIRE replaced in 2024-2025. */
const LAST_OLD_EDITION = 2011
/**
 * Land without a zone on the old map becomes an estimate if its chance of a high or very high zone on the new map is at
 * least this.
 */
const NOTABLE_CHANCE = 0.2
/** Expected score of a place in a high or very high zone. */
const IN_ZONE = (hazardScores.veryHigh + hazardScores.high) / 2
/** Maximum score of an estimate, below the scores labeled "No fire hazard zone". */
const HIGHEST_ESTIMATE = 212

/**
 * A zone of a map, or land outside the zones of an old map, with an estimated score because a newer map could put it
 * into a zone.
 */
export interface DatedZone extends HazardZone {
  readonly basis: 'measured' | 'estimate'
  /** Percentage of the county's residents in high and very high zones of the 2025 maps; null for measured zones. */
  readonly newPct: number | null
}

/**
 * Turns land without a zone on the 2007-2011 maps into estimates in counties where the 2025 maps put many more
 * residents into high and very high zones. The estimate is the expected score, given the chance that the new map has
 * such a zone there.
 */
export async function withSuperseded(
  zones: readonly HazardZone[],
  { sources, blockGroups }: Pick<BuildContext, 'sources' | 'blockGroups'>,
): Promise<readonly DatedZone[]> {
  const shares = await loadNewShares(sources)
  const old = oldShares(zones, blockGroups)
  return zones.map((zone) => {
    const measured = { ...zone, basis: 'measured', newPct: null } as const
    const isOld = zone.edition !== null && zone.edition <= LAST_OLD_EDITION
    if (zone.score !== hazardScores.unzoned || zone.county === null || !isOld) return measured
    const share = shares.get(zone.county)
    const chance = share === undefined ? 0 : newZoneChance(old.get(zone.county) ?? 0, share)
    if (chance < NOTABLE_CHANCE) return measured
    return { ...zone, score: estimatedScore(chance), basis: 'estimate', newPct: 100 * share! }
  })
}

/**
 * Returns the chance (0-1) that a home outside the high and very high zones of the old map is inside these zones on the
 * new map. The chance is computed from the share (0-1) of residents in these zones on each map.
 */
export function newZoneChance(oldShare: number, newShare: number): number {
  return oldShare >= 1 ? 0 : Math.max(0, (newShare - oldShare) / (1 - oldShare))
}

/** Returns the expected score for a chance (0-1) of being in a high or very high zone. */
export function estimatedScore(chance: number): number {
  return Math.min(HIGHEST_ESTIMATE, Math.round(hazardScores.unzoned - chance * (hazardScores.unzoned - IN_ZONE)))
}

/**
 * Returns the share of residents in high and very high zones by county, among residents covered by a 2007 map with all
 * classes.
 */
function oldShares(
  zones: readonly HazardZone[],
  { lat, lon, county, population }: BuildContext['blockGroups'],
): ReadonlyMap<string, number> {
  const ofOldMaps = zones.filter(({ edition }) => edition === null || edition <= LAST_OLD_EDITION)
  // Sorts by severity, so that the most severe zone at a place is found first, as on the map.
  const severe = ofOldMaps.toSorted((a, b) => a.score - b.score)
  const index = new EdgeIndex(severe.map(({ polygon }) => polygon))
  const people = new Map<string, { inside: number; all: number }>()
  for (let b = 0; b < lat.length; b++) {
    if (!county[b].startsWith('06')) continue
    const at = index.containing(lon[b], lat[b])
    if (at < 0) continue
    const sums = people.get(county[b]) ?? { inside: 0, all: 0 }
    people.set(county[b], sums)
    sums.all += population[b]
    if (severe[at].score <= hazardScores.high) sums.inside += population[b]
  }
  return new Map([...people].map(([fips, { inside, all }]) => [fips, all > 0 ? inside / all : 0]))
}

/** Loads the share (0-1) of residents in the high and very high zones of 2024-2025 by county. */
async function loadNewShares(sources: SourceFolder): Promise<ReadonlyMap<string, number>> {
  const { columns } = await readCsv(sources, 'calfire/ca_2025_population_by_fhsz_county.csv', {
    county_fips: text({ pattern: /^06\d{3}$/, required: true }),
    pct_very_high_or_high: number({ min: 0, max: 100, required: true }),
  })
  return new Map(columns.county_fips.map((fips, i) => [fips, columns.pct_very_high_or_high[i] / 100]))
}
