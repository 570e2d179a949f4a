import { EdgeIndex } from '../../score/edge-index.ts'
import { loadDallas } from '../../score/flood/dallas.ts'
import { floodZones } from '../../score/flood/zones.ts'
import { surface } from '../../score/flood.ts'
import type { Check, ValidationContext } from '../check.ts'
import { auc } from '../statistics.ts'

/** A grid over Dallas, well inside one zone, against the published polygons. */
export async function dallasZones(context: ValidationContext): Promise<Check> {
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
export async function dallasEstimate(context: ValidationContext): Promise<Check> {
  const zoneAt = await dallasIndex(context)
  const estimate = (await surface.prepare(context))(context.centres, 'score').score
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
