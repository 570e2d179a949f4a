import type { BuildContext, FactSpec, SurfaceScorer, View } from '../../context.ts'
import { weightedMean } from '../../statistics.ts'
import { readEjScreen } from '../by-tract.ts'
import { scoresByRank, vibeInputs } from '../vibe-inputs.ts'
import { readGreenness } from '../visual-appeal/score.ts'
import { walkableRaw } from '../walkability/score.ts'
import { type DogPlaces, nearestPoint, readDogPlaces } from './places.ts'

const dogParkReach = 12 // km; a dog park farther away adds less than 0.0003 to the raw value
export const parkReach = 5 // km; a recorded park farther away adds less than 0.002
const florida = '12'

const percent = { unit: '%', offset: 0, step: 0.5, digits: 0 } as const
const density = { unit: 'homes/km²', offset: -1, step: 0.025, log: true, digits: 0 } as const
const ndvi = { unit: '', offset: -0.254, step: 0.002, digits: 2 } as const
const distance = { unit: 'km', offset: 0, step: 0.05, digits: 1 } as const
const around = { of: 'neighborhood' } as const
const centerFacts: readonly FactSpec[] = [
  { id: 'park_access_pct', label: 'Land within a mile of a park', ...percent, of: 'tract' },
  { id: 'homes_km2', label: 'Homes nearby', ...density, ...around },
  { id: 'greener', label: 'Greenness (NDVI) compared with the 16 miles (25 km) around', ...ndvi, ...around },
  { id: 'quieter_pct', label: 'People who live closer to traffic, railroads and airports', ...percent, ...around },
]
const parkLabel = 'Nearest recorded park of half an acre and more; Florida'
const dogParkLabel = 'Nearest recorded dog park; Florida and Austin'

/**
 * Combines parks within walking distance, greenness, room for a yard, quiet and walkability, with a bonus near listed
 * dog parks.
 */
export const scorer: SurfaceScorer = {
  id: 'dog-friendliness',
  basis: 'estimate',
  step: 15,
  centerFacts,
  surfaceFacts: [
    { id: 'park_km', label: parkLabel, ...distance, step: 0.1, cell: 15 },
    { id: 'dog_park_km', label: dogParkLabel, ...distance, cell: 60 },
  ],
  records: (context) => ({ park_access_pct: context.eji('E_PARK') }),
  async prepare(context: BuildContext) {
    const signsAt = await dogSigns(context, await readDogPlaces(context.sources))
    const scores = scoresByRank(
      context,
      (signs: DogSigns) => signs.walkability.map((_, i) => dogRaw(signs, i)),
      signsAt,
    )
    return (view) => {
      const signs = signsAt(view)
      return {
        score: () => scores(signs),
        facts: {
          homes_km2: () => signs.homes,
          greener: () => signs.greener,
          quieter_pct: () => signs.quiet.map((rank) => 100 * rank),
          park_km: () => signs.parkKm,
          dog_park_km: () => signs.dogParkKm,
        },
      }
    }
  },
}

/** Inputs of the score, one element per point. */
export type DogSigns = ReturnType<Awaited<ReturnType<typeof dogSigns>>>

/**
 * Returns the weighted mean of five inputs, plus a bonus near a dog park. The inputs are walkability; land near a park,
 * with three times the weight; greenness; quiet; and room for a yard. In Florida, the park input is raised if a
 * recorded park is within walking distance, otherwise lowered. Low greenness only lowers the value in the least green
 * third of places, and noise only in the loudest third, because a calm street is enough for a dog. The lists are
 * incomplete, so the lack of a dog park is not penalized.
 */
export function dogRaw(signs: DogSigns, i: number): number {
  const access = Number.isNaN(signs.parkAccess[i]) ? 0.5 : signs.parkAccess[i] / 100
  const walk = Number.isNaN(signs.parkKm[i]) ? 0 : 0.65 * (walkToPark(signs.parkKm[i]) - signs.parkMean)
  const green = Math.min(1, 3 * signs.greenness[i])
  const quiet = Math.min(1, 3 * signs.quiet[i])
  const dogPark = Number.isNaN(signs.dogParkKm[i]) ? 0 : 0.12 * Math.exp(-signs.dogParkKm[i] / 2)
  return (signs.walkability[i] + 3 * (access + walk) + green + room(signs.homes[i]) + quiet) / 7 + dogPark
}

/**
 * Returns the room for a yard, 0-1: 1 up to 1,000 homes per km² (4 per acre, streets included), 0 from 5,000 (20 per
 * acre).
 */
export function room(homesKm2: number): number {
  return Math.min(1, Math.max(0, Math.log(5000 / Math.max(homesKm2, 1)) / Math.log(5)))
}

function walkToPark(km: number): number {
  return Math.exp(-km)
}

/** Reads the inputs of the score. The validation excludes the dog parks. */
export async function dogSigns(context: BuildContext, places: DogPlaces) {
  const { blockGroups, centers } = context
  const inputs = await vibeInputs(context)
  const greenerAt = await readGreenness(context)
  const inFlorida = Float64Array.from(blockGroups.state, (state) => (state === florida ? 1 : 0))
  const parkKm = (view: View) => {
    const floridian = view.atNearest(inFlorida)
    return nearestPoint(places.parks, view, parkReach).map((km, i) =>
      floridian[i] !== 1 ? Number.NaN : Number.isNaN(km) ? parkReach : km,
    )
  }
  const parkMean = weightedMean(parkKm(centers).map(walkToPark), blockGroups.population)
  const walkability = context.percentile(walkableRaw(inputs, centers))
  const greenness = context.percentile(greenerAt(centers))
  const bustle = await readBustle(context)
  const bustleRanks = bustle.map((column) => context.percentile(column(centers)))
  const meanBustle = (view: View) => {
    const sum = new Float32Array(view.size)
    bustle.forEach((column, k) => {
      column(view).forEach((value, i) => {
        sum[i] += (bustleRanks[k](value) || 0) / bustle.length
      })
    })
    return sum
  }
  const busier = context.percentile(meanBustle(centers))
  return (view: View) => {
    const greener = greenerAt(view)
    return {
      /** Percentile rank, 0-1. */
      walkability: walkableRaw(inputs, view).map(walkability),
      /** Percentage of land within a mile of a park; NaN if unknown. */
      parkAccess: inputs.parkAccess(view),
      /**
       * Distance to the nearest recorded park, or `parkReach` if none is nearer. NaN outside Florida, the only state
       * with a list.
       */
      parkKm: parkKm(view),
      /** Population-weighted mean of e^(−`parkKm`) in Florida. */
      parkMean,
      /** Vegetation index (NDVI) minus its mean within 25 km; NaN if unknown. */
      greener,
      /** Percentile rank of `greener`, 0-1. */
      greenness: greener.map((value) => greenness(value) || 0.5),
      /** Homes per km², as a kernel density with σ = 0.5 km. */
      homes: inputs.units(view, 0.5),
      /** Percentile rank of the distance from traffic, main roads, railroads and airports, 0-1. */
      quiet: meanBustle(view).map((value) => 1 - busier(value)),
      /** Distance to the nearest recorded dog park; NaN if none is within reach. */
      dogParkKm: nearestPoint(places.dogParks, view, dogParkReach),
    }
  }
}

/** Reads indicators of outdoor noise: EPA's traffic proximity, and land near main roads, railroads and airports. */
async function readBustle(context: BuildContext): Promise<readonly ((view: View) => Float32Array)[]> {
  const { traffic_proximity: traffic } = await readEjScreen(context, 'traffic_proximity')
  const signs = [traffic, ...['E_ROAD', 'E_RAIL', 'E_AIRPRT'].map((column) => context.eji(column))]
  return signs.map((column) => (view) => view.kernelMean(column, 0.5))
}
