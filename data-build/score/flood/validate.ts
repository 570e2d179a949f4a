import { coveredStates } from '../../../src/states.ts'
import { EdgeIndex } from '../../geography/edge-index.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { auc } from '../../statistics.ts'
import { type Check, type Checker, scoresAt, type ValidationContext } from '../../validate/check.ts'
import { loadShoreDistance, surface } from './score.ts'
import { floodZones, loadDallas } from './zones.ts'

export const check: Checker = async (context) => [
  ...(await superfundFlags(context)),
  await dallasZones(context),
  await dallasEstimate(context),
  ...flooded(context),
]

/** Neighborhoods known for floods that the estimate misses: their tracts have no river flood on record. */
function flooded(context: ValidationContext): Check[] {
  const places = [
    { name: 'Meyerland, Houston', lat: 29.687, lon: -95.466 },
    { name: 'Natomas, Sacramento', lat: 38.64, lon: -121.504 },
  ]
  const scores = scoresAt(context, 'flood', places)
  return places.map((place, i) => ({
    dimension: 'flood',
    check: `${place.name}: often flooded or behind weak levees`,
    statistic: 'score',
    value: scores[i],
    n: 1,
    trial: 166,
    reached: null,
  }))
}

/** A grid over Dallas, well inside one zone, against the published polygons. */
async function dallasZones(context: ValidationContext): Promise<Check> {
  const zoneAt = await dallasIndex(context)
  const lat: number[] = []
  const lon: number[] = []
  const expected: number[] = []
  for (let row = 0; row < 170; row++) {
    for (let column = 0; column < 180; column++) {
      const [y, x] = [32.55 + 0.003 * row, -97.03 + 0.003 * column]
      const score = zoneAt(x, y, 0.15)
      if (score === 0) continue
      lat.push(y)
      lon.push(x)
      expected.push(score)
    }
  }
  const scores = context.scores('flood', Float64Array.from(lat), Float64Array.from(lon))
  const hits = expected.filter((score, i) => scores[i] === score).length
  return {
    dimension: 'flood',
    check: "places of Dallas more than 150 m inside one of FEMA's zones have its score",
    statistic: 'hit rate',
    value: hits / expected.length,
    n: expected.length,
    trial: null,
    reached: hits / expected.length >= 0.99,
  }
}

/** The estimate, which Dallas does not need, against the zones it has. */
async function dallasEstimate(context: ValidationContext): Promise<Check> {
  const zoneAt = await dallasIndex(context)
  const estimate = (await surface.prepare(context))(context.centers, 'score').score
  const hazards: { readonly flooded: number[]; readonly dry: number[] } = { flooded: [], dry: [] }
  for (let b = 0; b < context.blockGroups.count; b++) {
    const zone = zoneAt(context.blockGroups.lon[b], context.blockGroups.lat[b], 0)
    if (zone === 0 || Number.isNaN(estimate[b])) continue
    const list = zone === floodZones.minimal ? hazards.dry : hazards.flooded
    list.push(-estimate[b])
  }
  return {
    dimension: 'flood',
    check: "the estimate at block-group centres of Dallas against FEMA's 1 % and 0.2 % zones there",
    statistic: 'AUC',
    value: auc(hazards.flooded, hazards.dry),
    n: hazards.flooded.length + hazards.dry.length,
    trial: null,
    reached: null,
  }
}

/** Score of the zone at a place, 0 outside Dallas or nearer than `clearance` km to a border. */
async function dallasIndex(
  context: ValidationContext,
): Promise<(lon: number, lat: number, clearance: number) => number> {
  const zones = await loadDallas(context.sources)
  const indices = [floodZones.hundredYear, floodZones.fiveHundredYear, floodZones.minimal].map((score) => ({
    score,
    index: new EdgeIndex(zones.filter((zone) => zone.score === score).map((zone) => zone.polygon)),
  }))
  return (lon, lat, clearance) => {
    const found = indices.find(({ index }) => index.containing(lon, lat) !== -1)
    if (found === undefined || indices.some(({ index }) => index.borderWithin(lon, lat, clearance))) return 0
    return found.score
  }
}

const INLAND = 15 // km from the coast

/** Flood flags that GAO gave the Superfund sites (GAO-20-73) from FEMA's flood map and NOAA's surge and sea-level maps. */
async function superfundFlags(context: ValidationContext): Promise<Check[]> {
  const flag = (heading: string) => number({ heading, min: 0, max: 1 })
  const { columns } = await readCsv(context.sources, 'epa/superfund-sites.csv.gz', {
    State: text(),
    lat: number({ heading: 'Latitude', min: -90, max: 90 }),
    lon: number({ heading: 'Longitude', min: -180, max: 180 }),
    flood: flag('Flooding 1 Percent'),
    unknown: flag('Flooding Unknown'),
    surge: flag('SLOSH Category 4 or 5'),
    sea: flag('SLR 8 ft'),
  })
  const covered = columns.State.flatMap((state, i) => (coveredStates.some(({ postal }) => postal === state) ? [i] : []))
  const places = (column: Float64Array) => Float64Array.from(covered, (i) => column[i])
  const scores = context.scores('flood', places(columns.lat), places(columns.lon))
  const hazards = new Map(covered.map((site, i) => [site, 255 - scores[i]]))
  const coast = await loadShoreDistance(context.sources, INLAND)
  const sites = covered.filter((_, i) => scores[i] > 0)
  const mapped = sites.filter((i) => columns.unknown[i] === 0)
  const inland = mapped.filter((i) => coast(columns.lon[i], columns.lat[i]) > INLAND)

  const line = (
    check: string,
    among: readonly number[],
    flagged: (i: number) => boolean,
    trial: number | null,
  ): Check => {
    const hazard = (wanted: boolean) => among.filter((i) => flagged(i) === wanted).map((i) => hazards.get(i) ?? 0)
    const value = auc(hazard(true), hazard(false))
    return {
      dimension: 'flood',
      check,
      statistic: 'AUC',
      value,
      n: among.length,
      trial,
      // One standard error of an AUC over some 200 sites is 0.035.
      reached: trial === null ? null : value >= trial - 0.01,
    }
  }
  const inFloodZone = (i: number) => columns.flood[i] === 1
  const byTheSea = (i: number) => columns.surge[i] === 1 || columns.sea[i] === 1
  return [
    line("Superfund sites in FEMA's 1 % flood zone, among sites with a flood map", mapped, inFloodZone, 0.706),
    line(
      "Superfund sites in FEMA's 1 % flood zone, those with an unknown flood hazard counted as outside",
      sites,
      inFloodZone,
      null,
    ),
    line('Superfund sites within reach of a category 4-5 surge or 8 ft of sea-level rise', sites, byTheSea, 0.9),
    line(
      `the 1 % flood zone at sites more than ${INLAND} km inland (weak: said so in the text)`,
      inland,
      inFloodZone,
      null,
    ),
  ]
}
