import { number, readCsv, text } from '../../read/csv.ts'
import { loadShoreDistance } from '../../score/flood/shore-distance.ts'
import type { Check, ValidationContext } from '../check.ts'
import { auc } from '../statistics.ts'

const INLAND = 15 // km from the coast

/** Flood flags that GAO gave the Superfund sites (GAO-20-73) from FEMA's flood map and NOAA's surge and sea-level maps. */
export async function superfundFlags(context: ValidationContext): Promise<Check[]> {
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
  const covered = columns.State.flatMap((state, i) => (['CA', 'FL', 'TX'].includes(state) ? [i] : []))
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
