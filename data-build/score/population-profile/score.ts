import type { Basis } from '../../../src/answers/dimensions/dimension.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import type { AreaScorer, BuildContext, FactSpec } from '../../context.ts'
import { wellKnownPlaces } from '../../geocode/landmarks.ts'
import { groupBy } from '../../statistics.ts'
import { survey } from '../survey.ts'

const percent = { unit: '%', offset: 0, step: 0.4, digits: 0, of: 'tract' } as const
const facts: readonly FactSpec[] = [
  { id: 'under18_pct', label: `Residents under 18, ${survey.years}`, ...percent },
  { id: 'over65_pct', label: `Residents 65 and over, ${survey.years}`, ...percent },
  { id: 'working_age_pct', label: `Residents 18 to 64, ${survey.years}`, ...percent },
  { id: 'group_quarters_pct', label: `Residents in group quarters, ${survey.years}`, ...percent },
  {
    id: 'campus_pct',
    label: 'Residents in dormitories of a known campus, estimated',
    unit: '%',
    offset: 0,
    step: 0.4,
    digits: 0,
  },
]

/**
 * Minimum number of residents, same as for insurance coverage. Parks and airports with a handful of residents have no
 * meaningful age mix.
 */
export const fewestPeople = 100

/** Percentages of a tract's residents; NaN if the source has no value. */
export interface AgeMix {
  readonly under18: number
  readonly over65: number
  readonly groupQuarters: number
  /** Percentage of occupied homes that are rented. */
  readonly renters: number
  readonly uninsured: number
}

/** Scores the age mix of the block group's own 2020 tract (ACS 2018-22) on one axis from young adults to seniors. */
export const scorer: AreaScorer = {
  facts,
  async prepare(context: BuildContext) {
    const [under18, over65, groupQuarters] = ['E_AGE17', 'E_AGE65', 'E_GROUPQ'].map((column) => context.eji(column))
    const [renters, uninsured, people] = ['E_RENTER', 'E_UNINSUR', 'E_TOTPOP'].map((column) => context.eji(column))
    const campus = campusShares(context.blockGroups, people, groupQuarters)
    const score = Uint8Array.from(people, (living, b) => {
      if (!(living >= fewestPeople)) return 0
      const tract = {
        under18: under18[b],
        over65: over65[b],
        groupQuarters: groupQuarters[b],
        renters: renters[b],
        uninsured: uninsured[b],
      }
      const age = ageScore(tract)
      return campus[b] > 0 ? Math.min(age, ageScore(onCampus(tract, campus[b]))) : age
    })
    return {
      blockGroups: {
        score,
        basis: Array.from(score, (): Basis => 'modeled'),
        facts: {
          under18_pct: Float32Array.from(under18),
          over65_pct: Float32Array.from(over65),
          working_age_pct: Float32Array.from(under18, (children, b) => 100 - children - over65[b]),
          group_quarters_pct: Float32Array.from(groupQuarters),
          campus_pct: Float32Array.from(campus),
        },
      },
      polygons: [],
      polygonColumns: null,
    }
  },
}

/**
 * Minimum percentage of a tract's residents in group quarters. From this percentage on, the residents in group quarters
 * are assumed to live on the tract's campus.
 */
const FEWEST_IN_DORMITORIES = 20
/** Distance in meters from a campus within which a block-group center counts as on campus. */
const BESIDE_CAMPUS = 400

/**
 * Returns the percentage of each block group's residents who live in dormitories. The tract's dormitory residents are
 * divided among its block groups on a known campus.
 */
function campusShares(
  { lat, lon, population, tract2020, count }: BuildContext['blockGroups'],
  people: Float64Array,
  groupQuarters: Float64Array,
): Float64Array {
  const campuses = wellKnownPlaces().filter(({ names }) =>
    names.some((name) => /\b(University|College|Institute of Technology)\b/.test(name)),
  )
  const isOnCampus = (b: number) =>
    campuses.some((campus) => {
      return metersBetween(lat[b], lon[b], campus.lat, campus.lon) <= campus.radius + BESIDE_CAMPUS
    })
  const shares = new Float64Array(count)
  const members = [...shares.keys()].filter((b) => groupQuarters[b] >= FEWEST_IN_DORMITORIES && isOnCampus(b))
  for (const tractMembers of groupBy(members, (b) => tract2020[b]).values()) {
    const dormitories = (groupQuarters[tractMembers[0]] / 100) * people[tractMembers[0]]
    const living = tractMembers.reduce((sum, b) => sum + population[b], 0)
    for (const b of tractMembers) shares[b] = 100 * Math.min(1, dormitories / Math.max(living, 1))
  }
  return shares
}

/** Returns the ages of a block group in which `percent` of the people are students in the tract's dormitories. */
function onCampus({ under18, over65, groupQuarters }: AgeMix, percent: number): AgeMix {
  const others = (share: number) =>
    (Math.min(100, (100 * share) / Math.max(1, 100 - groupQuarters)) * (100 - percent)) / 100
  return {
    under18: others(under18),
    over65: others(over65),
    groupQuarters: 0,
    renters: Number.NaN,
    uninsured: Number.NaN,
  }
}

/** Returns the score, 1-255, or 0 if the ages are unknown. 22% children and 17% seniors score 128. */
export function ageScore(mix: AgeMix): number {
  if (Number.isNaN(mix.under18) || Number.isNaN(mix.over65)) return 0
  return 1 + Math.round(254 * (0.5 + clamp(ageAxis(mix), -1, 1) / 2))
}

/** Returns the position from -1 (young adults) through 0 (balanced) to 1 (seniors), not yet clamped. */
export function ageAxis(mix: AgeMix): number {
  const { under18: children, over65: seniors } = mix
  const workingAge = 100 - children - seniors
  // Working-age people in hospitals and prisons do not count as young adults, but students on a campus do.
  const young = isInstitution(mix) ? workingAge - 0.55 * mix.groupQuarters : workingAge
  const old = seniors >= 17 ? (seniors - 17) / 43 : (-0.4 * (17 - seniors)) / 17
  const youngAdults = Math.min(1.3, Math.max(0, (young - 65) / 24)) * clamp((17 - seniors) / 8, 0, 1)
  const families = clamp((children - 22) / 20, 0, 1) * clamp((60 - seniors) / 43, 0, 1)
  return old - 0.6 * youngAdults - 0.1 * families
}

/**
 * Distinguishes a prison, hospital or nursing home from a campus or barracks, without a list of institutions.
 * Comparisons with NaN are false. If at least 90% of people live in group quarters, the few homes say nothing about the
 * institution. The share of seniors does: it is 0-1.1% on campuses and in barracks, and 1.3% or more in jails and
 * prisons.
 */
function isInstitution({ over65, groupQuarters, renters, uninsured }: AgeMix): boolean {
  if (isClosedInstitution({ over65, groupQuarters, uninsured })) return true
  if (groupQuarters >= 90) return false
  // Recognizes a campus in a tract where most homes are owned by their residents. The share of renters there is as low
  // as near a prison. On a campus, nearly all people are insured and few are old.
  if (groupQuarters >= 50 && uninsured < 5 && over65 < 15) return false
  return groupQuarters >= 20 && renters >= 0 && renters < 65
}

/**
 * Recognizes a tract where so many people live in a prison or hospital that the insurance survey reaches almost nobody.
 */
function isClosedInstitution({ over65, groupQuarters, uninsured }: Omit<AgeMix, 'under18' | 'renters'>): boolean {
  if (Number.isNaN(uninsured) && groupQuarters >= 20 && over65 >= 0.25) return true
  return groupQuarters >= 90 && over65 >= 1.2
}

/**
 * Returns the number of inmates and patients of each block group. They are counted as the people in group quarters of
 * tracts with a prison or hospital.
 */
export function countInmates(context: BuildContext): Float64Array {
  const { population } = context.blockGroups
  const [over65, groupQuarters, uninsured] = ['E_AGE65', 'E_GROUPQ', 'E_UNINSUR'].map((column) => context.eji(column))
  return population.map((people, b) => {
    const tract = { over65: over65[b], groupQuarters: groupQuarters[b], uninsured: uninsured[b] }
    return isClosedInstitution(tract) ? (people * groupQuarters[b]) / 100 : 0
  })
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high))
}
