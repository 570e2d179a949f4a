import type { Note } from '../../base/errors.ts'
import type { Geography } from '../../data/geography.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import type { Schools, SchoolsByLevel } from '../schools/schools.ts'
import { Bands, mostlyWithout } from './around.ts'
import { regionOfBlockGroups } from './block-group-region.ts'
import type { Budget } from './budget.ts'
import { type Land, landKm2, landOf, total } from './land.ts'
import type { Region } from './region.ts'
import { ScoreCounts } from './score-counts.ts'

/** Homes of which the basis is looked up: more tell nothing new. */
const MOST_BASES = 2048

const [ofPeople, ofLand] = [new ScoreCounts(), new ScoreCounts()]

/** One dimension in an area, by the people who live there unless said otherwise. */
export interface AreaScore {
  /** 1-255, to a tenth, of the people with a score; null where more than half have none, as all that follows. */
  readonly mean: number | null
  /** A tenth of them have this score, 1-255, or a lower one. */
  readonly p10: number | null
  /** The same of half of the people. */
  readonly p50: number | null
  /** The same of nine tenths of the people. */
  readonly p90: number | null
  /** Share of the people without a score, 0-1. */
  readonly without_data: number
  /** `mostly_without_data`, where some people have a score and more than half have none; else null. */
  readonly note: Note | null
  /** Shares of the people with a score, 0-1, by its basis. */
  readonly basis: { readonly measured: number; readonly modeled: number; readonly estimate: number }
  /** Mean score of the land, 1-255, whether or not anybody lives there; null where more than half of it has none. */
  readonly area_mean: number | null
  /** Share of the people with a score who live below the limit, 0-1; only where a limit was given. */
  readonly share_below?: number | null
}

/** What is asked about an area: a region, or the block groups that it is made of. */
export type Ground = Region | BlockGroups

interface BlockGroups {
  readonly blockGroups: ArrayLike<number>
  /** Whether their people are taken to live at their centers, as in the percentiles of scores: where there are many. */
  readonly byCenters?: boolean
}

/** An area summed up. */
export interface AreaSummary<Id extends string = string> {
  /** People who live there, census of 2020. */
  readonly people: number
  /** Square kilometers of the coverage, lakes included: by a sample, to 1 or 2 %. */
  readonly land_km2: number
  /** By id of the dimension. */
  readonly scores: Readonly<Record<Id, AreaScore>>
  /** Public schools inside, by the level that they serve; null where they were left out. */
  readonly schools: SchoolsByLevel | null
}

/** What the scores of the people of an area say, without basis and land. */
export type PeopleScore = Pick<AreaScore, 'mean' | 'p10' | 'p50' | 'p90'>

export interface PeopleSummary {
  readonly people: number
  readonly land_km2: number
  /** Degrees: where the people are, on average. */
  readonly lon: number
  readonly lat: number
  /** In the order of the dimensions. */
  readonly scores: readonly PeopleScore[]
}

/** Sums up the people of an area, as `summarize` does, in a fraction of its time. */
export function summarizePeople(
  geography: Geography,
  ground: Ground,
  dimensions: readonly LoadedDimension[],
  budget: Budget,
): PeopleSummary {
  const land = landOf(geography, regionOfGround(geography, ground), budget)
  const { places, lon, lat, columns, weight, people } = livingOn(geography, ground, dimensions, land, budget)
  const all = total(weight)
  // Where nobody lives all places count alike.
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

/**
 * Sums up an area.
 *
 * @param below limits for `share_below`, by dimension
 */
export function summarize(
  geography: Geography,
  ground: Ground,
  dimensions: readonly LoadedDimension[],
  below: Readonly<Record<string, number>>,
  schools: Schools | null,
  budget: Budget,
): AreaSummary {
  const region = regionOfGround(geography, ground)
  const land = landOf(geography, region, budget)
  const onLand = scoresAt(geography, land, dimensions)
  const living = livingOn(geography, ground, dimensions, land, budget)
  const bases = basesOf(geography, living, dimensions)
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
        note: isMostlyWithout(counts) && counts.mean() !== null ? mostlyWithout(dimension.dimension, counts) : null,
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
    land_km2: landKm2(land),
    scores: Object.fromEntries(answers),
    schools: schools?.inRegion(region) ?? null,
  }
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

/** Scores at places, a column per dimension. */
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
 * The places at which people live, by number, with the people of each: centers of block groups, or homes; where nobody
 * lives, places of the land.
 */
function livingOn(
  geography: Geography,
  ground: Ground,
  dimensions: readonly LoadedDimension[],
  land: Land,
  budget: Budget,
): Living {
  if ('blockGroups' in ground && ground.byCenters) {
    const centers = Array.from(ground.blockGroups, (blockGroup) => geography.centerOf(blockGroup))
    const where = {
      lon: Float64Array.from(centers, (center) => center.lon),
      lat: Float64Array.from(centers, (center) => center.lat),
    }
    const weight = Float64Array.from(ground.blockGroups, (blockGroup) => geography.people[blockGroup])
    const columns = scoresAt(geography, where, dimensions)
    return { places: numbersTo(centers.length), ...where, columns, weight, people: total(weight) }
  }
  const { people, homes: scores } = Bands.of(geography)
  const homes = 'blockGroups' in ground ? people.homesOf(ground.blockGroups) : people.homesIn(ground, budget)
  if (homes.length > 0) {
    const weight = people.peopleAt(homes)
    const { lon, lat } = people
    return { places: homes, lon, lat, columns: scores.columnsFor(homes, dimensions), weight, people: total(weight) }
  }
  const { lon, lat, area } = land
  const columns = scoresAt(geography, land, dimensions)
  return { places: numbersTo(lon.length), lon, lat, columns, weight: area, people: 0 }
}

interface Living {
  /** Numbers in the columns below. */
  readonly places: Uint32Array
  readonly lon: Float64Array
  readonly lat: Float64Array
  /** Scores by dimension. */
  readonly columns: readonly Uint8Array[]
  /** In the order of `places`. */
  readonly weight: Float64Array
  readonly people: number
}

function regionOfGround(geography: Geography, ground: Ground): Region {
  return 'blockGroups' in ground ? regionOfBlockGroups(geography, ground.blockGroups) : ground
}

/** Shares of people by basis, a dimension each: of a sample of the places; of those with a score where few have one. */
function basesOf(
  geography: Geography,
  { places, columns, lon, lat, weight }: Living,
  dimensions: readonly LoadedDimension[],
): AreaScore['basis'][] {
  const sampled = (from: Uint32Array, some: readonly number[]) => {
    // The order in which homes are found differs with what is loaded.
    if (from.length > MOST_BASES) from.sort((a, b) => places[a] - places[b])
    const stride = Math.max(1, Math.ceil(from.length / MOST_BASES))
    const size = Math.ceil(from.length / stride)
    const [sampleLon, sampleLat, sampleWeight] = [0, 1, 2].map(() => new Float64Array(size))
    const bases = some.map(() => new Uint8Array(size))
    for (let i = 0; i < size; i++) {
      const at = from[i * stride]
      const place = places[at]
      sampleLon[i] = lon[place]
      sampleLat[i] = lat[place]
      sampleWeight[i] = weight[at]
    }
    some.forEach((d, s) => {
      const [column, basis] = [columns[d], bases[s]]
      for (let i = 0; i < size; i++) basis[i] = column[places[from[i * stride]]]
    })
    const wanted = some.map((d) => dimensions[d])
    Bands.of(geography).scorer.basis(sampleLon, sampleLat, wanted, bases)
    return bases.map((basis) => shares(basis, sampleWeight))
  }
  const all = numbersTo(places.length)
  const answers = sampled(all, [...dimensions.keys()])
  if (all.length > MOST_BASES)
    dimensions.forEach((_, d) => {
      const scored = all.filter((i) => columns[d][places[i]] > 0)
      if (scored.length < all.length / 2) answers[d] = sampled(scored, [d])[0]
    })
  return answers
}

/** 0, 1, 2 … and so many in all. */
function numbersTo(count: number): Uint32Array {
  const numbers = new Uint32Array(count)
  for (let i = 0; i < count; i++) numbers[i] = i
  return numbers
}

/** Shares of weight by basis: values 1 to 3, 0 is no score. */
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
