import type { Note } from '../../base/errors.ts'
import type { Geography } from '../../data/geography.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import type { Schools, SchoolsByLevel } from '../schools/schools.ts'
import { Bands, mostlyWithout } from './around.ts'
import { regionOfBlockGroups } from './block-group-region.ts'
import type { Budget } from './budget.ts'
import { type Land, landKm2, sampleLand, total } from './land.ts'
import { NO_HOMES } from './land-note.ts'
import { type PeopleRange, peopleRange } from './people-range.ts'
import type { Region } from './region.ts'
import { ScoreCounts } from './score-counts.ts'

/**
 * Maximum number of homes at which the basis of the scores is looked up. A larger sample hardly changes the shares by
 * basis.
 */
const MAX_BASES = 2048

const ofPeople = new ScoreCounts()
const ofLand = new ScoreCounts()

/**
 * Summary of one dimension in an area. Shares and means are weighted by the people who live there, except for
 * `area_mean`. If no home with residents is modeled inside, they describe the land instead, `mean` is the same as
 * `area_mean`, and `note` has the code `no_homes`. `people` can be above 0 even then, because the census count of a ZIP
 * or city does not depend on modeled homes.
 */
export interface AreaScore {
  /**
   * Mean score of the people with a score, 1-255, to a tenth. The mean and the percentiles are null if more than half
   * of the people have no score, or if the area is outside the coverage area.
   */
  readonly mean: number | null
  /** 10th percentile, 1-255. A tenth of the people have this score or lower. */
  readonly p10: number | null
  /** 50th percentile. Half of the people have this score or lower. */
  readonly p50: number | null
  /** 90th percentile. 90% of the people have this score or lower. */
  readonly p90: number | null
  /** Share of the people without a score, 0-1. */
  readonly without_data: number
  /**
   * `no_homes` if no home with residents is modeled in the area, so that the figures describe its land.
   * `mostly_without_data` if some people have a score but more than half have none. Null in all other cases, and always
   * null for an area outside the coverage area.
   */
  readonly note: Note | null
  /** Shares of the people with a score, 0-1, by the basis of the score. */
  readonly basis: { readonly measured: number; readonly modeled: number; readonly estimate: number }
  /**
   * Mean score of the land, 1-255, whether or not anyone lives there; null if more than half of the land has no score.
   */
  readonly area_mean: number | null
  /**
   * Share of the scored people whose score is below the requested limit, 0-1. Present only if a limit was requested.
   */
  readonly share_below?: number | null
}

/** The ground that a summary covers: a region, or a set of block groups. */
export type Ground = Region | BlockGroups

interface BlockGroups {
  readonly blockGroups: ArrayLike<number>
  /**
   * Whether people are counted at the centers of block groups instead of at homes. Used for large areas. Percentiles
   * are also computed from the centers.
   */
  readonly byCenters?: boolean
}

/** Summary of an area. */
export interface AreaSummary<Id extends string = string> {
  /** Number of residents, 2020 census. */
  readonly people: number
  /**
   * 80% interval for the number of people, if the number was added up from the homes inside; null for a census count.
   * The interval is wide for an area that is smaller than the block groups that it cuts through.
   */
  readonly people_range: PeopleRange | null
  /**
   * Size in square kilometers of the part of the area that is inside the coverage area, accurate to 1%. The size
   * includes lakes and rivers. It also includes the strip of water along the shore that has scores: 320 m wide in bays
   * and lagoons, and 150 m wide in the sea. An area by the water is therefore larger here than the land area that the
   * Census Bureau publishes.
   */
  readonly land_km2: number
  /** Scores by dimension id. */
  readonly scores: Readonly<Record<Id, AreaScore>>
  /**
   * Public schools with a campus in the area, by level; null if schools are not loaded. Programs without a campus,
   * schools that are not open yet and repeated entries do not count.
   */
  readonly schools: SchoolsByLevel | null
}

/** Mean and percentiles of the scores of an area's people. */
export type PeopleScore = Pick<AreaScore, 'mean' | 'p10' | 'p50' | 'p90'>

export interface PeopleSummary {
  readonly people: number
  readonly land_km2: number
  /** Longitude and latitude of the population center, in degrees. */
  readonly lon: number
  readonly lat: number
  /** Scores in the order of the dimensions. */
  readonly scores: readonly PeopleScore[]
}

/** Summarizes only the people of an area, which takes a fraction of the time of `summarize`. */
export function summarizePeople(
  geography: Geography,
  ground: Ground,
  dimensions: readonly LoadedDimension[],
  budget: Budget,
): PeopleSummary {
  const land = sampleLand(geography, regionOfGround(geography, ground), budget)
  const { places, lon, lat, columns, weight, people } = livingOn(geography, ground, dimensions, land, budget)
  const all = total(weight)
  // If no one lives there, give all places the same weight.
  const share = (i: number) => (all > 0 ? weight[i] / all : 1 / places.length)
  const middle = (degrees: Float64Array) => places.reduce((sum, place, i) => sum + degrees[place] * share(i), 0)
  return {
    people: Math.round(people),
    land_km2: landKm2(land),
    lon: middle(lon),
    lat: middle(lat),
    scores: columns.map((column) => peopleScore(ofPeople.of(column, weight, places))),
  }
}

/** Options for `summarize`. */
interface SummaryRequest {
  readonly dimensions: readonly LoadedDimension[]
  /** Limits for `share_below`, by dimension. */
  readonly below: Readonly<Record<string, number>>
  /** Schools to summarize; null to skip schools. */
  readonly schools: Schools | null
}

export function summarize(
  geography: Geography,
  ground: Ground,
  { dimensions, below, schools }: SummaryRequest,
  budget: Budget,
): AreaSummary {
  const region = regionOfGround(geography, ground)
  const land = sampleLand(geography, region, budget)
  const onLand = scoresAt(geography, land, dimensions)
  const living = livingOn(geography, ground, dimensions, land, budget)
  const bases = getBases(geography, living, dimensions)
  const answers = dimensions.map((dimension, d): [string, AreaScore] => {
    const { id } = dimension.dimension
    budget.spend(living.places.length)
    const counts = ofPeople.of(living.columns[d], living.weight, living.places)
    const byLand = ofLand.of(onLand[d], land.area)
    const limit = below[id]
    return [
      id,
      {
        ...peopleScore(counts),
        without_data: thousandth(counts.withoutData()),
        note: getNote(dimension, counts, living),
        basis: bases[d],
        area_mean: isMostlyWithout(byLand) ? null : tenth(byLand.mean()),
        ...(limit === undefined
          ? {}
          : { share_below: isMostlyWithout(counts) ? null : thousandth(counts.shareBelow(limit)) }),
      },
    ]
  })
  return {
    people: Math.round(living.people),
    people_range: 'blockGroups' in ground ? null : peopleRange(geography, living, land),
    land_km2: landKm2(land),
    scores: Object.fromEntries(answers),
    schools: schools?.inRegion(region) ?? null,
  }
}

/** Returns the note about a dimension's figures. An area without any land has no figures, so it has no note. */
function getNote({ dimension }: LoadedDimension, counts: ScoreCounts, { isLand, places }: Living): Note | null {
  if (isLand) return places.length > 0 ? NO_HOMES : null
  return isMostlyWithout(counts) && counts.mean() !== null ? mostlyWithout(dimension, counts) : null
}

function isMostlyWithout(counts: ScoreCounts): boolean {
  return counts.withoutData() > 0.5
}

function peopleScore(counts: ScoreCounts): PeopleScore {
  if (isMostlyWithout(counts)) return { mean: null, p10: null, p50: null, p90: null }
  return {
    mean: tenth(counts.mean()),
    p10: counts.quantile(0.1),
    p50: counts.quantile(0.5),
    p90: counts.quantile(0.9),
  }
}

/** Returns scores at points, one column per dimension. */
function scoresAt(
  geography: Geography,
  { lon, lat }: { readonly lon: Float64Array; readonly lat: Float64Array },
  dimensions: readonly LoadedDimension[],
): Uint8Array[] {
  const columns = dimensions.map(() => new Uint8Array(lon.length))
  Bands.of(geography).scorer.score(lon, lat, dimensions, columns)
  return columns
}

/**
 * Returns the places where people live, and the number of people at each place. The places are centers of block groups,
 * or homes. If no one lives at any of them, returns points spread over the land.
 */
function livingOn(
  geography: Geography,
  ground: Ground,
  dimensions: readonly LoadedDimension[],
  land: Land,
  budget: Budget,
): Living {
  if ('blockGroups' in ground && ground.byCenters) {
    const centers = Array.from(ground.blockGroups, (blockGroup) => geography.getCenter(blockGroup))
    const centerPoints = {
      lon: Float64Array.from(centers, (center) => center.lon),
      lat: Float64Array.from(centers, (center) => center.lat),
    }
    const weight = Float64Array.from(ground.blockGroups, (blockGroup) => geography.people[blockGroup])
    const columns = scoresAt(geography, centerPoints, dimensions)
    return { places: numbersTo(centers.length), ...centerPoints, columns, weight, people: total(weight), isLand: false }
  }
  const { people, homes: scores } = Bands.of(geography)
  const homes = 'blockGroups' in ground ? people.getHomes(ground.blockGroups) : people.homesIn(ground, budget)
  const peopleAtHomes = people.peopleAt(homes)
  const residents = total(peopleAtHomes)
  if (residents > 0) {
    const { lon, lat } = people
    const columns = scores.columnsFor(homes, dimensions)
    return { places: homes, lon, lat, columns, weight: peopleAtHomes, people: residents, homes, isLand: false }
  }
  const { lon, lat, area } = land
  const columns = scoresAt(geography, land, dimensions)
  return { places: numbersTo(lon.length), lon, lat, columns, weight: area, people: 0, homes, isLand: true }
}

/** Places where people live, or points on the land if no one lives there, with their scores. */
interface Living {
  /** Indexes into the columns below. */
  readonly places: Uint32Array
  readonly lon: Float64Array
  readonly lat: Float64Array
  /** Scores by dimension. */
  readonly columns: readonly Uint8Array[]
  /** Number of people at each of `places`, or the land in km² that each of them represents. */
  readonly weight: Float64Array
  readonly people: number
  /** Homes inside the area, with or without residents; undefined if people are counted at centers. */
  readonly homes?: Uint32Array
  /** Whether `places` are points on the land. */
  readonly isLand: boolean
}

export function regionOfGround(geography: Geography, ground: Ground): Region {
  return 'blockGroups' in ground ? regionOfBlockGroups(geography, ground.blockGroups) : ground
}

/**
 * For each dimension, computes the shares of people by basis, from a sample if there are many places. If fewer than
 * half of them have a score, samples only places with a score. A dimension whose scores all have the same basis needs
 * no sample.
 */
function getBases(
  geography: Geography,
  { places, columns, lon, lat, weight }: Living,
  dimensions: readonly LoadedDimension[],
): AreaScore['basis'][] {
  const sampled = (from: Uint32Array, wantedIndexes: readonly number[]) => {
    // Sort, otherwise the sample would depend on the order of the homes, which depends on which data is loaded.
    if (from.length > MAX_BASES) from.sort((a, b) => places[a] - places[b])
    const stride = Math.max(1, Math.ceil(from.length / MAX_BASES))
    const size = Math.ceil(from.length / stride)
    const [sampleLon, sampleLat, sampleWeight] = [0, 1, 2].map(() => new Float64Array(size))
    const bases = wantedIndexes.map(() => new Uint8Array(size))
    for (let i = 0; i < size; i++) {
      const at = from[i * stride]
      const place = places[at]
      sampleLon[i] = lon[place]
      sampleLat[i] = lat[place]
      sampleWeight[i] = weight[at]
    }
    wantedIndexes.forEach((d, s) => {
      const column = columns[d]
      const basis = bases[s]
      for (let i = 0; i < size; i++) basis[i] = column[places[from[i * stride]]]
    })
    const sampledDimensions = wantedIndexes.map((d) => dimensions[d])
    Bands.of(geography).scorer.basis(sampleLon, sampleLat, sampledDimensions, bases)
    return bases.map((basis) => shares(basis, sampleWeight))
  }
  const all = numbersTo(places.length)
  const varying = [...dimensions.keys()].filter((d) => dimensions[d].onlyBasis === null)
  const sampledShares = sampled(all, varying)
  const answers = dimensions.map(({ onlyBasis }, d) => {
    if (onlyBasis === null) return sampledShares[varying.indexOf(d)]
    const share = places.some((place, i) => columns[d][place] > 0 && weight[i] > 0) ? 1 : 0
    return { measured: 0, modeled: 0, estimate: 0, [onlyBasis]: share }
  })
  if (all.length > MAX_BASES)
    for (const d of varying) {
      const scored = all.filter((i) => columns[d][places[i]] > 0)
      if (scored.length < all.length / 2) answers[d] = sampled(scored, [d])[0]
    }
  return answers
}

/** Returns the integers from 0 to `count` - 1. */
function numbersTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count)
  for (let i = 0; i < count; i++) numbers[i] = i
  return numbers
}

/** Returns the share of the weight with each basis. `basis` values are 1 to 3; 0 means no score. */
function shares(basis: Uint8Array, weight: Float64Array): AreaScore['basis'] {
  const sums = [0, 0, 0, 0]
  for (let i = 0; i < basis.length; i++) sums[basis[i]] += weight[i]
  const all = sums[1] + sums[2] + sums[3]
  const [measured, modeled, estimate] = sums.slice(1).map((sum) => (all === 0 ? 0 : thousandth(sum / all)))
  return { measured, modeled, estimate }
}

function tenth(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10
}

function thousandth<T extends number | null>(value: T): T {
  return (value === null ? null : Math.round(value * 1000) / 1000) as T
}
