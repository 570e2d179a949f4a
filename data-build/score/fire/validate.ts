import { EdgeIndex } from '../../geography/edge-index.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { auc } from '../../statistics.ts'
import type { Check, Checker, ValidationContext } from '../../validate/check.ts'
import { countiesWithBothFiles, type HazardZone, hazardScores, loadHazardZones, loadVeryHighZones } from './zones.ts'

const dimension = 'fire'

export const check: Checker = async (context) => [
  await insideZones(context),
  elsewhere(context),
  ...(await settledLandRule(context)),
  coverage(context),
  ...(await wildfireAtSuperfundSites(context)),
]

/** Block-group centers well inside a zone against the published polygons. */
async function insideZones(context: ValidationContext): Promise<Check> {
  const { blockGroups } = context
  const official = await loadOfficialClasses(context.sources)
  const scores = context.centerScores('fire')
  let n = 0
  let hits = 0
  for (let b = 0; b < blockGroups.count; b++) {
    if (blockGroups.state[b] !== '06') continue
    const expected = official.at(blockGroups.lon[b], blockGroups.lat[b], blockGroups.county[b])
    if (expected === 0 || official.borderWithin(blockGroups.lon[b], blockGroups.lat[b], 0.15)) continue
    n++
    if (scores[b] === expected) hits++
  }
  return {
    dimension,
    check: 'block-group centres more than 150 m inside a hazard zone have the class of the most severe zone there',
    statistic: 'hit rate',
    value: hits / n,
    n,
    trial: null,
    reached: hits / n >= 0.99,
  }
}

function elsewhere(context: ValidationContext): Check {
  const scores = context.centerScores('fire')
  const outside = scores.filter((_, b) => context.blockGroups.state[b] !== '06')
  const empty = outside.filter((score) => score === 0).length
  return {
    dimension,
    check: 'block-group centres in Texas and Florida have no score',
    statistic: 'share',
    value: empty / outside.length,
    n: outside.length,
    trial: null,
    reached: empty === outside.length,
  }
}

/** What the rule for counties with a very-high-only map would say where the other classes are known too. */
async function settledLandRule(context: ValidationContext): Promise<Check[]> {
  const { blockGroups, centers } = context
  const counties = countiesWithBothFiles(context.sources)
  const veryHigh = new EdgeIndex((await loadVeryHighZones(context.sources)).map((zone) => zone.polygon))
  const density = centers.kernel(blockGroups.population, 1)
  const scores = context.centerScores('fire')
  const people = new Map<number, number>()
  let total = 0
  for (let b = 0; b < blockGroups.count; b++) {
    const [lon, lat] = [blockGroups.lon[b], blockGroups.lat[b]]
    if (!counties.has(blockGroups.county[b]) || !(density[b] >= 1500)) continue
    if (veryHigh.borderWithin(lon, lat, 0.5) || veryHigh.containing(lon, lat) !== -1) continue
    total += blockGroups.population[b]
    people.set(scores[b], (people.get(scores[b]) ?? 0) + blockGroups.population[b])
  }
  const where =
    'people on settled land 500 m from every very high zone of local land, in counties where all classes are mapped'
  const share = (score: number) => (people.get(score) ?? 0) / total
  const line = (words: string, value: number, trial: number, reached: boolean): Check => {
    return { dimension, check: `${where}: ${words}`, statistic: 'share of people', value, n: total, trial, reached }
  }
  return [
    line('in a very high zone', share(hazardScores.veryHigh), 0, share(hazardScores.veryHigh) < 0.001),
    line('in a high zone', share(hazardScores.high), 0.013, share(hazardScores.high) < 0.02),
  ]
}

function coverage(context: ValidationContext): Check {
  const { blockGroups } = context
  const scores = context.centerScores('fire')
  let total = 0
  let covered = 0
  for (let b = 0; b < blockGroups.count; b++) {
    if (blockGroups.state[b] !== '06') continue
    total += blockGroups.population[b]
    if (scores[b] > 0) covered += blockGroups.population[b]
  }
  return {
    dimension,
    check: 'people of California who get a score, estimates included',
    statistic: 'share of people',
    value: covered / total,
    n: total,
    trial: null,
    reached: null,
  }
}

/** GAO flagged the sites in areas of high or very high wildfire hazard potential, by a map of the Forest Service. */
async function wildfireAtSuperfundSites(context: ValidationContext): Promise<Check[]> {
  const { columns } = await readCsv(context.sources, 'epa/superfund-sites.csv.gz', {
    State: text(),
    Latitude: number({ min: -90, max: 90 }),
    Longitude: number({ min: -180, max: 180 }),
    Wildfire: number(),
  })
  const sites = columns.State.flatMap((state, i) => (state === 'CA' ? [i] : []))
  const places = (column: Float64Array) => Float64Array.from(sites, (i) => column[i])
  const scores = context.scores('fire', places(columns.Latitude), places(columns.Longitude))
  const hazards = (flag: number) =>
    sites.flatMap((site, i) => (scores[i] > 0 && columns.Wildfire[site] === flag ? [255 - scores[i]] : []))
  const [flagged, others] = [hazards(1), hazards(0)]
  if (flagged.length === 0 || others.length === 0) return []
  return [
    {
      dimension,
      check: "Superfund sites of California in areas of high wildfire hazard by the Forest Service's map (GAO-20-73)",
      statistic: 'AUC',
      value: auc(flagged, others),
      n: flagged.length + others.length,
      trial: null,
      reached: null,
    },
  ]
}

/** The zones as published, found by point-in-polygon instead of the raster. */
interface OfficialClasses {
  /** Score of the most severe zone that contains the place of a county, 0 for none. */
  at(lon: number, lat: number, county: string): number
  /** Whether a border of any zone is nearer. */
  borderWithin(lon: number, lat: number, km: number): boolean
}

async function loadOfficialClasses(sources: SourceFolder): Promise<OfficialClasses> {
  const groups = groupsOf(await loadHazardZones(sources))
  return {
    at(lon, lat, county) {
      const found = groups.find(
        (group) => (group.county === null || group.county === county) && group.index.containing(lon, lat) !== -1,
      )
      return found?.score ?? 0
    },
    borderWithin: (lon, lat, km) => groups.some((group) => group.index.borderWithin(lon, lat, km)),
  }
}

interface Group {
  readonly score: number
  readonly county: string | null
  readonly index: EdgeIndex
}

/** Zones of one class and county together, the most severe class first. */
function groupsOf(zones: readonly HazardZone[]): Group[] {
  const byKey = new Map<string, HazardZone[]>()
  for (const zone of zones) {
    const key = `${zone.score} ${zone.county}`
    const members = byKey.get(key)
    if (members) members.push(zone)
    else byKey.set(key, [zone])
  }
  return [...byKey.values()]
    .map((members) => ({
      score: members[0].score,
      county: members[0].county,
      index: new EdgeIndex(members.map((zone) => zone.polygon)),
    }))
    .sort((a, b) => a.score - b.score)
}
