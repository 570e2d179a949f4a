import { type NumberColumn, number, readRecords, text } from '../../read/csv.ts'
import { rankCorrelation } from '../../statistics.ts'
import {
  type Checker,
  type Finding,
  hitRate,
  meanScores,
  scoresAt,
  spearman,
  type ValidationContext,
} from '../../validate/check.ts'

const dimension = 'population-profile'

interface Named {
  readonly kind: string
  /** Scores that the trial found there, or that the scale's words ask for. */
  readonly low: number
  readonly high: number
  readonly places: readonly (readonly [lat: number, lon: number])[]
}

const named: readonly Named[] = [
  {
    kind: 'university campuses at 1-15',
    low: 1,
    high: 15,
    // Berkeley's halls and campus, Davis, Stanford, UCLA, Isla Vista, Austin, College Station, Gainesville,
    // Tallahassee.
    places: [
      [37.866, -122.256],
      [37.8721, -122.2578],
      [38.54, -121.75],
      [37.427, -122.168],
      [34.07, -118.45],
      [34.4133, -119.859],
      [30.288, -97.744],
      [30.615, -96.34],
      [29.648, -82.345],
      [30.442, -84.2985],
    ],
  },
  // West of Castro Street: the street itself divides two tracts.
  { kind: 'the Castro, San Francisco, at 99', low: 97, high: 101, places: [[37.7605, -122.4383]] },
  {
    kind: 'prisons at 75-115',
    low: 75,
    high: 115,
    // San Quentin, Corcoran, Blythe, Soledad, the Men's Central Jail of Los Angeles.
    places: [
      [37.939, -122.489],
      [36.056, -119.548],
      [33.565, -114.91],
      [36.47, -121.38],
      [34.0588, -118.2305],
    ],
  },
  {
    kind: 'retirement towns at 255',
    low: 255,
    high: 255,
    // The Villages, Sun City Center, Sun City Texas.
    places: [
      [28.934, -81.96],
      [27.717, -82.352],
      [30.72, -97.735],
    ],
  },
]

export const check: Checker = async (context) => [
  await medianAge(context),
  ...named.map((group) => namedPlaces(context, group)),
]

function namedPlaces(context: ValidationContext, { kind, low, high, places }: Named): Finding {
  const scores = scoresAt(
    context,
    dimension,
    places.map(([lat, lon]) => ({ lat, lon })),
  )
  const hits = scores.filter((score) => score >= low && score <= high).length
  return { check: kind, ...hitRate(hits, places.length, 1, 1) }
}

/** Mean score of a county's people against its median age, from age bands that did not enter the score. */
async function medianAge(context: ValidationContext): Promise<Finding> {
  const counts = Object.fromEntries(bands.map((name) => [name, number({ required: true, min: 0 })]))
  const rows = await readRecords(context.sources, 'oeps/oeps_C_Latest_06_12_48.csv.gz', {
    ...(counts as Record<(typeof bands)[number], NumberColumn>),
    county: text({ heading: 'HEROP_ID', required: true, pattern: /^050US\d{5}$/ }),
  })
  const means = meanScores(context, dimension, (b) => context.blockGroups.county[b])
  const ranks = rankCorrelation(
    rows.map((row) => medianOf(bands.map((name) => row[name]))),
    rows.map(({ county }) => means.get(county.slice(5)) ?? Number.NaN),
  )
  const check = 'mean score of counties against their median age (ACS 2014-18)'
  return { check, ...spearman(ranks, { trial: 0.82, reached: ranks.rho >= 0.82 }) }
}

/** Of people, by their years. */
const bands = ['Age0_4', 'Age5_14', 'Age15_44', 'Age45_49', 'Age50_54', 'Age55_59', 'Age60_64', 'AgeOv65'] as const

/** Lower bounds of the bands, years; the last is where the oldest are taken to end. */
const bounds = [0, 5, 15, 45, 50, 55, 60, 65, 90] as const

/** Median age, linear within its band. */
export function medianOf(people: readonly number[]): number {
  let left = people.reduce((sum, count) => sum + count, 0) / 2
  for (let i = 0; i < people.length; i++) {
    if (left <= people[i] && people[i] > 0) return bounds[i] + ((bounds[i + 1] - bounds[i]) * left) / people[i]
    left -= people[i]
  }
  return Number.NaN
}
