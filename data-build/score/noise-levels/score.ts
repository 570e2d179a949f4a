import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { kmPerDegree } from '../../geography/center-index.ts'
import { type LineDistance, lineDistance } from '../../geography/line-distance.ts'
import { number } from '../../read/csv.ts'
import { readNaturalEarth } from '../../read/natural-earth.ts'
import { readNumberedRoads } from '../../read/numbered-roads.ts'
import { readRoadLines, readTollways, readTrafficCounts } from '../../read/roads.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { eachAs32, groupBy, midRanks } from '../../statistics.ts'
import { readByTract, readEjScreen } from '../by-tract.ts'
import { namedSites } from '../named-sites.ts'
import { nearPeople } from '../vibe-inputs.ts'
import { aviationNoise } from './aviation.ts'
import { highwayNoise, type NoiseEnergy, type RoadPieces, roadPieces } from './roads.ts'
import { readRunwayDirections } from './runways.ts'
import { fitAssumedTraffic, getTraffic, interstateCounts, peopleNearby, streetPeople } from './traffic.ts'

/** Minimum level in dB(A). Lower levels are raised to it because they cannot be heard outdoors. */
const QUIETEST = 30

/** Adds the 24-hour energies (LAeq) of highways, streets, railroads and flights. */
export const scorer: SurfaceScorer = {
  id: 'noise-levels',
  // Streets and railroads, which dominate nearly everywhere, are estimates; flights and highways are modeled.
  basis: 'estimate',
  step: 7.5,
  centerFacts: [],
  surfaceFacts: [
    levelFact('road_db', 'Road noise', 7.5),
    levelFact('rail_db', 'Rail noise', 15),
    levelFact('aviation_db', 'Aviation noise', 7.5),
    shareFact('assumed_traffic', 'Share of road noise from highways whose traffic is assumed'),
    shareFact('by_tract_only', 'Share of road noise in Texas and Florida from roads that are known by tract only'),
    shareFact('assumed_flights', 'Share of aviation noise from military airfields whose movements are assumed'),
  ],
  async prepare(context) {
    const { population, dayPopulation } = context.blockGroups
    const people = population.map((night, b) => (night + dayPopulation[b]) / 2)
    const streets = streetPeople(context.blockGroups, people)
    const pieces = await readRoadPieces(context)
    const highways = highwayNoise(pieces)
    const atCenters = highways(context.centers, streets(context.centers)).energy
    const otherRoads = await otherRoadEnergy(context, atCenters)
    const nearRails = context.eji('E_RAIL')
    const runways = await readRunwayDirections(context.sources)
    const toRails = await readRailLines(context.sources)
    const louder = await louderStreets(context, (view) => {
      const rail = railEnergies(view, toRails, view.smooth(nearRails))
      const flights = aviationNoise(runways, view).energy
      const street = streets(view).map((density, i) => streetEnergy(density) + otherRoads[i])
      return street.map((energy, i) => getLevel(energy + atCenters[i] + rail[i] + flights[i]))
    })
    const unlined = otherRoads.map((energy, b) => (context.blockGroups.state[b] === california ? 0 : energy))
    context.report(`noise-levels: ${pieces.count} pieces of highways, ${runways.length / 2} runways with traffic`)
    return (view) => {
      const relevance = nearPeople(view, 2, 2)
      const residents = streets(view)
      const highway = highways(view, residents)
      const other = times(view.smooth(otherRoads), relevance)
      // Reduces the gain of streets near a highway, because the highway dominates the level there.
      const moved = view.smooth(louder).map((decibels, i) => {
        const local = streetEnergy(residents[i]) + (other[i] || 0)
        return 10 ** ((decibels * relevance[i] * local) / (local + highway.energy[i] + 1) / 10)
      })
      const road = roadEnergies(residents, highway, other, moved)
      const rail = railEnergies(view, toRails, times(view.smooth(nearRails), relevance))
      const flights = aviationNoise(runways, view)
      return {
        score: () =>
          eachAs32(road, (energy, i) => {
            const level = getLevel(energy + rail[i] + flights.energy[i])
            return isUnmodeled(view.lon[i], view.lat[i], residents[i], level) ? Number.NaN : noiseScore(level)
          }),
        facts: {
          road_db: () => levels(road),
          rail_db: () => levels(rail),
          aviation_db: () => levels(flights.energy),
          assumed_traffic: () => shares(highway.assumed, road),
          by_tract_only: () => shares(times(times(view.smooth(unlined), relevance), moved), road),
          assumed_flights: () => shares(flights.assumed, flights.energy),
        },
      }
    }
  },
}

function levelFact<C extends 7.5 | 15>(id: string, label: string, cell: C): FactSpec & { readonly cell: C } {
  return { id, label, unit: 'dB(A)', offset: QUIETEST, step: 1, digits: 0, cell }
}

/**
 * Describes a share stored in steps of 20%. This is precise enough, because descriptions only check whether the share
 * is most of the energy.
 */
function shareFact(id: string, label: string): FactSpec & { readonly cell: 15 } {
  return { id, label, unit: '%', offset: 0, step: 20, digits: 0, cell: 15 }
}

/** Returns each part of the energy as a percentage of the whole energy at each point; 0 if there is no energy. */
function shares(parts: ArrayLike<number>, energy: Float64Array): Float32Array {
  return eachAs32(parts, (part, i) => (energy[i] > 0 ? (100 * (part || 0)) / energy[i] : 0))
}

/**
 * Returns the sound energy of highways plus the energy of streets and other roads. Only the energy of streets and other
 * roads is multiplied by `factor`.
 */
function roadEnergies(
  people: Float64Array,
  highway: NoiseEnergy,
  other: Float32Array,
  factor: Float32Array,
): Float64Array {
  return people.map((density, i) => {
    const streets = streetEnergy(density) + (Number.isNaN(other[i]) ? 0 : other[i])
    return streets * (Number.isNaN(factor[i]) ? 1 : factor[i]) + highway.energy[i]
  })
}

function railEnergies({ lat, lon }: View, toRails: LineDistance, nearRails: Float32Array): Float64Array {
  return Float64Array.from(nearRails, (percent, i) => railEnergy(1000 * toRails(lon[i], lat[i]), percent))
}

function times(values: Float32Array, factors: Float32Array): Float32Array {
  return values.map((value, i) => value * factors[i])
}

function levels(energy: Float64Array): Float32Array {
  return eachAs32(energy, (value) => Math.max(QUIETEST, getLevel(value)))
}

async function readRoadPieces(context: BuildContext): Promise<RoadPieces> {
  const lines = await readRoadLines(context.sources)
  const counts = await readTrafficCounts(context.sources)
  const nearby = peopleNearby(context.blockGroups)
  const traffic = getTraffic(counts, nearby, fitAssumedTraffic(interstateCounts(lines, counts, nearby)))
  const numbered = await readNumberedRoads(context.sources, lines)
  return roadPieces([...lines, ...(await readTollways(context.sources)), ...numbered], traffic)
}

/**
 * Returns the energy of busy roads that have no mapped line, by block group. This is the energy of the tract's traffic,
 * less the mean energy of mapped lines at the tract's block groups.
 */
async function otherRoadEnergy(context: BuildContext, highway: Float64Array): Promise<Float64Array> {
  const { population, tract2020 } = context.blockGroups
  const { traffic_proximity: traffic } = await readEjScreen(context, 'traffic_proximity')
  const share = context.eji('E_ROAD')
  const sums = new Map<string, { energy: number; people: number }>()
  tract2020.forEach((tract, b) => {
    const sum = sums.get(tract) ?? { energy: 0, people: 0 }
    sum.energy += highway[b] * (population[b] + 1)
    sum.people += population[b] + 1
    sums.set(tract, sum)
  })
  return traffic.map((proximity, b) => {
    const { energy, people } = sums.get(tract2020[b])!
    return Math.max(0, tractTrafficEnergy(proximity, share[b]) - energy / people)
  })
}

/**
 * File with the percentage of people exposed to 55 dBA or more on the National Transportation Noise Map, and the
 * standard error of that percentage.
 */
const NOISE_MAP = {
  path: 'noise/bts2018_share_of_people_55dBA_by_tract2010.csv.gz',
  tract: 'GEOID',
  year: 2010,
  columns: { pct_ge55dBA_mean: number({ min: 0, max: 100 }), sd: number({ min: 0 }) },
} as const

export async function readNoiseMap(context: BuildContext) {
  const { pct_ge55dBA_mean: share, sd: error } = await readByTract(context, NOISE_MAP)
  return { share, error }
}

/**
 * Maximum decibels added to streets, by state. A tract receives the maximum if it ranks first on the noise map and last
 * by the other sources. Each value is the smallest gain at which the rank correlation of tract levels with the map
 * reaches 0.50 (California and Florida) or 0.55 (Texas). Larger gains reduce the correlation with diesel soot. At the
 * same correlation with the map, gains defined in other ways (by rank in the state alone, by rank in the county alone,
 * or with quieter streets as well) also correlate less with soot.
 */
const NOISE_MAP_GAIN: Readonly<Record<string, number>> = { '06': 7, '12': 15.5, '48': 12.2 }
/** Minimum number of block groups with a share on the noise map for ranking the block groups of a county or state. */
const RANKED = 20
const california = '06'

/**
 * Returns, by block group, how many decibels streets and roads without a mapped line are louder than residents and
 * traffic suggest. Only highways have lines, and the traffic of busy city streets is known only by tract, so the
 * National Transportation Noise Map adds information. The gain is based on the difference between two ranks in the
 * state: the rank of the share of people at 55 dBA or more on that map, minus the rank of the computed level. If the
 * difference within the county is larger, it is used instead. A negative difference adds nothing.
 */
async function louderStreets(context: BuildContext, levelsAt: (view: View) => Float64Array): Promise<Float64Array> {
  const { sources, blockGroups, centers } = context
  const louder = new Float64Array(blockGroups.count)
  if (!sources.has(NOISE_MAP.path)) return louder
  const { share, error } = await readNoiseMap(context)
  const level = levelsAt(centers)
  const sampled = [...share.keys()].filter((b) => blockGroups.state[b] in NOISE_MAP_GAIN && share[b] >= 0)
  for (const area of [blockGroups.state, blockGroups.county])
    for (const members of groupBy(sampled, (b) => area[b]).values()) {
      if (members.length < RANKED) continue
      const byMap = getRanks(members, share)
      const byLevel = getRanks(members, level)
      members.forEach((b, i) => {
        const trusted = 1 / (1 + (error[b] / 10) ** 2)
        louder[b] = Math.max(louder[b], NOISE_MAP_GAIN[blockGroups.state[b]] * trusted * (byMap[i] - byLevel[i]))
      })
    }
  return louder
}

/** Returns the ranks of the members' values, 0-1. Ties share a rank. */
function getRanks(members: readonly number[], values: ArrayLike<number>): Float64Array {
  return midRanks(Float64Array.from(members, (member) => values[member])).map((rank) => (rank - 1) / members.length)
}

async function readRailLines(sources: SourceFolder): Promise<LineDistance> {
  const railroads = await readNaturalEarth(sources, 'ne_10m_railroads_north_america')
  return lineDistance(
    railroads.flatMap(({ lines }) => lines),
    RAIL_REACH / 1000,
  )
}

/** Factor from people per km² to people per square mile. */
const PER_SQUARE_MILE = 2.589_988
/** Distance in meters beyond which a railroad is not heard. */
const RAIL_REACH = 5000
/** Level in dB(A) at or below which the score is 255. */
const BEST_LEVEL = 40
/** Level in dB(A) at or above which the score is 1. */
const WORST_LEVEL = 85

/** Returns the level in dB(A) of an energy (10^(L/10)); -Infinity for 0. */
export function getLevel(energy: number): number {
  return 10 * Math.log10(energy)
}

/**
 * Returns the unrounded score, 1-255, for the combined level of all sources: 255 at or below 40 dB(A), 1 at or above
 * 85.
 */
export function noiseScore(level: number): number {
  const quiet = (WORST_LEVEL - level) / (WORST_LEVEL - BEST_LEVEL)
  return 1 + 254 * Math.min(1, Math.max(0, quiet))
}

/** Returns the energy of local streets, averaged over night and day, from the number of people per km². */
export function streetEnergy(people: number): number {
  return Number.isNaN(people) ? 0 : 10 ** 1.5 * people * PER_SQUARE_MILE
}

/**
 * Returns the energy of a tract's busy roads, or 0 if an input is unknown. `traffic` is EJScreen's traffic proximity
 * (vehicles per day divided by meters). `nearRoads` is the percentage of the tract within a mile of a high-volume road.
 */
export function tractTrafficEnergy(traffic: number, nearRoads: number): number {
  const energy = (10 ** 2.4 * traffic * nearRoads) / 100
  return Number.isNaN(energy) ? 0 : energy
}

/**
 * Returns the energy of rail noise. `distance` is the distance in meters to the nearest line. `nearRails` is the
 * percentage of the tract within a mile of a railroad.
 */
export function railEnergy(distance: number, nearRails: number): number {
  // The generalized lines are typically 400 m away from the actual rails.
  const line = distance < RAIL_REACH ? 10 ** 4.9 * (Math.hypot(distance, 400) / 110) ** -1.5 : 0
  const share = Number.isNaN(nearRails) ? 0 : (10 ** 3.8 * nearRails) / 100
  return Math.max(line, share)
}

/** Number of people per km² above which streets dominate the level. */
const SETTLED = 50
/** Level in dB(A) above which one of the other sources dominates. */
const LOUD = 60

/**
 * Checks whether a place (degrees) is inside a named site and too few people live there for the modeled sources to
 * dominate. The closer a place is to the center of the site, the more people are required.
 */
function isUnmodeled(lon: number, lat: number, people: number, level: number): boolean {
  if (level >= LOUD) return false
  const cos = Math.cos((lat * Math.PI) / 180)
  return namedSites.some((site) => {
    if (Math.abs(site.lat - lat) * kmPerDegree > site.km) return false
    const away = (Math.hypot(site.lat - lat, (site.lon - lon) * cos) * kmPerDegree) / site.km
    return away < 1 && people * away ** 2 < SETTLED
  })
}
