import { coordinates, number, readRecords, text } from '../../read/csv.ts'
import { auc, weightedMean } from '../../statistics.ts'
import { type Checker, type Finding, finding, scoresAt, type ValidationContext } from '../../validate/check.ts'
import { containingPolygons } from '../../validate/general/random-places.ts'
import { type HazardZone, hazardScores, loadHazardZones } from './zones.ts'

export const check: Checker = async (context) => [
  elsewhere(context),
  coverage(context),
  ...(await olderMapsInFiveCities(context)),
  ...(await wildfireAtSuperfundSites(context)),
]

function elsewhere(context: ValidationContext): Finding {
  const scores = context.centerScores('fire')
  const outside = scores.filter((_, b) => context.blockGroups.state[b] !== '06')
  const empty = outside.filter((score) => score === 0).length
  const reached = empty === outside.length
  const check = 'block-group centers in Texas and Florida have no score'
  return finding(check, 'share', empty / outside.length, outside.length, { reached })
}

function coverage(context: ValidationContext): Finding {
  const { state, population } = context.blockGroups
  const people = population.map((count, b) => (state[b] === '06' ? count : 0))
  const value = weightedMean(
    context.centerScores('fire').map((score) => (score > 0 ? 1 : 0)),
    people,
  )
  return finding(
    'people of California who get a score',
    'share of people',
    value,
    people.reduce((sum, count) => sum + count, 0),
  )
}

/**
 * Compares the 2007-2011 maps with the 2024-2025 maps in places that have both, to show how far the older maps can be
 * trusted.
 */
async function olderMapsInFiveCities({ sources, blockGroups }: ValidationContext): Promise<Finding[]> {
  const zones = await loadHazardZones(sources)
  const isNew = ({ edition }: HazardZone) => (edition ?? 0) >= 2024
  const newest = zoneFinder(zones.filter(isNew))
  const older = zoneFinder(zones.filter((zone) => !isNew(zone)))
  const isHazard = (zone: HazardZone | undefined) => zone !== undefined && zone.score < hazardScores.unzoned
  const people = { all: 0, answered: 0, agreeing: 0, hazardous: 0, warned: 0 }
  for (let b = 0; b < blockGroups.count; b++) {
    if (blockGroups.state[b] !== '06') continue
    const place = [blockGroups.lon[b], blockGroups.lat[b], blockGroups.county[b]] as const
    const now = newest(...place)
    if (now === undefined) continue
    const then = older(...place)
    const count = blockGroups.population[b]
    people.all += count
    if (then !== undefined) people.answered += count
    if (then?.score === now.score) people.agreeing += count
    if (isHazard(now)) people.hazardous += count
    if (isHazard(now) && isHazard(then)) people.warned += count
  }
  const where = 'the maps of 2007-2011 in the seven cities mapped in 2025'
  const line = (words: string, value: number, n: number) =>
    finding(`${where}: ${words}`, 'share of people', value / n, n)
  return [
    line('had an answer', people.answered, people.all),
    line('of those answered, the class of 2025', people.agreeing, people.answered),
    line('of those in a zone of 2025, in any zone', people.warned, people.hazardous),
  ]
}

/** Returns a function that finds the zone at a place. */
export function zoneFinder(
  zones: readonly HazardZone[],
): (lon: number, lat: number, county: string) => HazardZone | undefined {
  const containing = containingPolygons(zones.map(({ polygon }) => polygon))
  return (lon, lat, county) =>
    containing(lon, lat)
      .map((zone) => zones[zone])
      .findLast((zone) => zone.county === null || zone.county === county)
}

/**
 * Compares the zones with the Superfund sites that GAO flagged as being in areas of high or very high wildfire hazard
 * potential on a Forest Service map.
 */
async function wildfireAtSuperfundSites(context: ValidationContext): Promise<Finding[]> {
  const rows = await readRecords(context.sources, 'epa/superfund-sites.csv.gz', {
    state: text({ heading: 'State' }),
    ...coordinates('Latitude', 'Longitude', false),
    wildfire: number({ heading: 'Wildfire' }),
  })
  const sites = rows.filter(({ state }) => state === 'CA')
  const scores = scoresAt(context, 'fire', sites)
  const hazards = (flag: number) =>
    sites.flatMap(({ wildfire }, i) => (scores[i] > 0 && wildfire === flag ? [255 - scores[i]] : []))
  const flagged = hazards(1)
  const others = hazards(0)
  if (flagged.length === 0 || others.length === 0) return []
  const map = "areas of high wildfire hazard by the Forest Service's map (GAO-20-73)"
  const n = flagged.length + others.length
  return [finding(`Superfund sites of California in ${map}`, 'AUC', auc(flagged, others), n)]
}
