import { coveredStates } from '../../../src/states.ts'
import type { FactSpec, SurfaceScorer, View } from '../../context.ts'
import { number, readCsv, text } from '../../read/csv.ts'
import { readFacilities, readRunways } from '../../read/faa.ts'
import { readGeoJson } from '../../read/geojson.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { nearPeople } from '../vibe-inputs.ts'
import { aviationEnergy, type RunwayDirection, runwayDirections } from './aviation.ts'
import { type RailLines, railLines, streetPeople } from './ground.ts'

/** dB(A): the level of anything quieter, which nobody hears outdoors. */
const QUIETEST = 20

/** 24-hour levels (LAeq) of roads, railways and flights, added by energy. */
export const scorer: SurfaceScorer = {
  id: 'noise-levels',
  // Road and rail, which lead nearly everywhere, are estimates; aviation alone is modeled.
  basis: 'estimate',
  step: 7.5,
  centerFacts: [],
  surfaceFacts: [
    levelFact('road_db', 'Road noise', 15),
    levelFact('rail_db', 'Rail noise', 15),
    levelFact('aviation_db', 'Aviation noise', 7.5),
  ],
  async prepare(context) {
    const { population, dayPopulation } = context.blockGroups
    const people = population.map((night, b) => (night + dayPopulation[b]) / 2)
    const streets = streetPeople(context.blockGroups, people)
    const traffic = context.byTract2010(await trafficProximity(context.sources))
    const nearRoads = context.eji('E_ROAD')
    const nearRails = context.eji('E_RAIL')
    const runways = await readRunwayDirections(context.sources)
    const lines = await readRailLines(context.sources)
    context.report(`noise-levels: ${runways.length / 2} runways with traffic`)
    return (view, wanted) => {
      const relevance = nearPeople(view, 2, 2)
      const road = roadEnergies(view, streets(view), view.smooth(traffic), times(view.smooth(nearRoads), relevance))
      const rail = railEnergies(view, lines, times(view.smooth(nearRails), relevance))
      const aviation = aviationEnergy(runways, view)
      const score = Float32Array.from(road, (energy, i) => noiseScore(levelOf(energy + rail[i] + aviation[i])))
      if (wanted === 'score') return { score, facts: {} }
      return { score, facts: { road_db: levels(road), rail_db: levels(rail), aviation_db: levels(aviation) } }
    }
  },
}

function levelFact<C extends 7.5 | 15>(id: string, label: string, cell: C): FactSpec & { readonly cell: C } {
  return { id, label, unit: 'dB(A)', offset: QUIETEST, step: 1, digits: 0, cell }
}

function roadEnergies(view: View, people: Float64Array, traffic: Float32Array, nearRoads: Float32Array): Float64Array {
  const energy = new Float64Array(view.size)
  for (let i = 0; i < view.size; i++) energy[i] = roadEnergy(people[i], traffic[i], nearRoads[i])
  return energy
}

function railEnergies(view: View, lines: RailLines, nearRails: Float32Array): Float64Array {
  const energy = new Float64Array(view.size)
  for (let i = 0; i < view.size; i++) energy[i] = railEnergy(lines.distance(view.lat[i], view.lon[i]), nearRails[i])
  return energy
}

function times(values: Float32Array, factors: Float32Array): Float32Array {
  return values.map((value, i) => value * factors[i])
}

function levels(energy: Float64Array): Float32Array {
  return Float32Array.from(energy, (value) => Math.max(QUIETEST, levelOf(value)))
}

/** EJScreen's traffic proximity by 2010 tract. */
async function trafficProximity(sources: SourceFolder): Promise<ReadonlyMap<string, number>> {
  const { columns } = await readCsv(sources, 'epa/ejscreen_tract2010.csv.gz', {
    census_tract_id: text({ pattern: /^\d{11}$/ }),
    traffic_proximity: number({ min: 0 }),
  })
  return new Map(columns.census_tract_id.map((tract, row) => [tract, columns.traffic_proximity[row]]))
}

async function readRunwayDirections(sources: SourceFolder): Promise<readonly RunwayDirection[]> {
  const facilities = await readFacilities(sources, 'faa/NfdcFacilities.CA_TX_FL.xls.gz')
  return runwayDirections(facilities, await readRunways(sources, 'faa/NfdcRunways.CA_TX_FL.xls.gz'))
}

async function readRailLines(sources: SourceFolder): Promise<RailLines> {
  const lines = []
  for (const { postal: state } of coveredStates) {
    const path = `natural-earth/ne_10m_railroads_north_america.${state}.geojson.gz`
    const layer = await readGeoJson(sources, path, { properties: [] })
    lines.push(...layer.features.flatMap((feature) => feature.lines))
  }
  return railLines(lines, RAIL_REACH)
}

/** People per square mile of one per km². */
const PER_SQUARE_MILE = 2.589_988
/** Meters: past this a railway line is no longer heard. */
const RAIL_REACH = 5000
/** dB(A), 24 h: quieter places have no noise to speak of, hence no score. */
const LEAST_LEVEL = 35
/** dB(A) of the score's two ends: 255 up to 40, 1 from 85. */
const BEST_LEVEL = 40
const WORST_LEVEL = 85

/** Level in dB(A) of an energy (10^(L/10)); -Infinity of 0. */
export function levelOf(energy: number): number {
  return 10 * Math.log10(energy)
}

/** Score 1-255, unrounded, of the level of all sources together; NaN below 35 dB(A). */
export function noiseScore(level: number): number {
  if (!(level >= LEAST_LEVEL)) return Number.NaN
  const serenity = (WORST_LEVEL - level) / (WORST_LEVEL - BEST_LEVEL)
  return 1 + 254 * Math.min(1, Math.max(0, serenity))
}

/**
 * Energy of road noise. `people` per km², the mean of night and day; `traffic` EJScreen's traffic proximity (vehicles a
 * day over meters); `nearRoads` the percent of the tract within a mile of a high-volume road. NaN leaves a part out.
 */
export function roadEnergy(people: number, traffic: number, nearRoads: number): number {
  const streets = 10 ** 1.5 * people * PER_SQUARE_MILE
  const highways = (10 ** 2.4 * traffic * nearRoads) / 100
  return (Number.isNaN(streets) ? 0 : streets) + (Number.isNaN(highways) ? 0 : highways)
}

/** Energy of rail noise: `distance` meters to the nearest line, `nearRails` the percent of the tract within a mile of rails. */
export function railEnergy(distance: number, nearRails: number): number {
  // 400 m: how far the generalized lines are from the rails.
  const line = distance < RAIL_REACH ? 10 ** 4.9 * (Math.hypot(distance, 400) / 110) ** -1.5 : 0
  const share = Number.isNaN(nearRails) ? 0 : (10 ** 3.8 * nearRails) / 100
  return Math.max(line, share)
}
