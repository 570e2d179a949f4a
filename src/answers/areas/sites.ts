import { type ValidationDetail, ValidationError } from '../../base/errors.ts'
import { WIDEST_SITE } from '../../base/geo/distance.ts'
import { assertAllScored } from '../../base/geo/loaded-boxes.ts'
import type { Place } from '../../base/geo/place.ts'
import { coveredStates } from '../../base/states.ts'
import type { Geography } from '../../data/geography.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import { Bands } from './around.ts'
import { Budget, DEFAULT_LIMITS } from './budget.ts'
import { total } from './land.ts'
import { HOMES } from './people.ts'
import { circleRegion, type GeoJsonShape, polygonRegion, type Region } from './region.ts'
import { ScoreCounts } from './score-counts.ts'

/**
 * A site: a point with a circle around it, or a GeoJSON polygon. Its name is the `label` of a point, or
 * `properties.name` of a feature.
 */
export type SiteLike =
  | Place
  | GeoJsonShape
  | { readonly type: 'Point'; readonly coordinates: readonly number[] }
  | {
      readonly type: 'Feature'
      readonly geometry: { readonly type: 'Point'; readonly coordinates: readonly number[] }
      readonly properties?: object | null | undefined
    }

/** Options of `sites`. */
export interface SitesOptions<Id extends string = DimensionId> {
  /** Radius in meters of the circles around points, 1 to 100,000. Without it, each point needs its own `radius`. */
  readonly radius?: number | undefined
  /** Ids of the dimensions; all that are loaded by default. */
  readonly dimensions?: readonly Id[] | undefined
  /** Milliseconds, at least 1, after which `sites` throws an error with code `limit_exceeded`; 600,000 by default. */
  readonly timeout?: number | undefined
  /** Called a few times per second with the number of summarized sites and the number of all sites. */
  readonly onProgress?: ((done: number, all: number) => void) | undefined
}

/** Scores of the people of a site. */
export interface SiteScore {
  /**
   * Mean score of the people with a score, 1-255, to a tenth. Like all other fields except `without_data`, null if more
   * than half of the people have no score.
   */
  readonly mean: number | null
  /** 10th percentile: a tenth of the people have this score or a lower one. */
  readonly p10: number | null
  /** 50th percentile. */
  readonly p50: number | null
  /** 90th percentile. */
  readonly p90: number | null
  /** Share of the people without a score, 0-1. */
  readonly without_data: number
  /** Mean score of everybody with a score in the site's state, or in the whole coverage if the site is in no state. */
  readonly state_mean: number | null
  /** Percentage of the state's people with a score who live at scores below `mean`, 0-100. */
  readonly state_percentile: number | null
  /** Share of the people whose scores are among the lowest fifth in the state, 0-1. */
  readonly lowest_fifth: number | null
  /** Share of the people whose scores are among the highest fifth in the state, 0-1. */
  readonly highest_fifth: number | null
}

/** Summary of one site. */
export interface Site<Id extends string = string> {
  /** Name of the site; null if it has none. */
  readonly label: string | null
  /** Latitude in degrees of the center of the circle, or of the box around the polygon. */
  readonly lat: number
  /** Longitude in degrees of the same center. */
  readonly lon: number
  /** Radius of the circle in meters; null for a polygon. */
  readonly radius: number | null
  /** Postal code of the state of the center; null outside the coverage. */
  readonly state: string | null
  /** Number of people, 2020 census, estimated from the homes inside. */
  readonly people: number
  /** Scores by dimension. */
  readonly scores: Readonly<Record<Id, SiteScore>>
}

/** Scores of the people of all sites together. People in several sites count once. */
export interface TogetherScore extends Omit<SiteScore, 'state_mean' | 'state_percentile'> {
  /**
   * Mean score of everybody with a score in the state that contains all sites, or in the whole coverage if the sites
   * are in several states.
   */
  readonly everyone_mean: number | null
  /** Shares of the people by scores 1-15, 16-31, 32-47 and so on to 240-255: sixteen numbers that add up to 1. */
  readonly distribution: readonly number[]
  /** Shares of everybody in the state or the coverage, in the same sixteen groups. */
  readonly everyone_distribution: readonly number[]
  /** Positions in `sites`, from 0, of the ten sites with the highest means, highest first. */
  readonly highest: readonly number[]
  /** Positions in `sites` of the ten sites with the lowest means, lowest first. */
  readonly lowest: readonly number[]
}

/** Answer of `sites`. */
export interface Sites<Id extends string = string> {
  /** Sites, in the order of the request. */
  readonly sites: readonly Site<Id>[]
  /** Number of people within at least one site. Those in several sites count once. */
  readonly people: number
  /** Sum of the people of all sites. Those in several sites count several times. */
  readonly people_summed: number
  /** Number of sites in which nobody lives. */
  readonly without_people: number
  /**
   * The population that the `everyone` fields of `together` describe: the postal code of the state that contains all
   * sites, or `coverage`.
   */
  readonly everyone: string
  /** Scores of the people of all sites together, by dimension. */
  readonly together: Readonly<Record<Id, TogetherScore>>
}

/** Maximum number of sites in a request. Memory holds the summaries of all of them. */
const MAX_SITES = 1_000_000
/** Number of sites listed as the highest, and as the lowest. */
const LISTED = 10
/** Number of groups of scores in a distribution. */
const GROUPS = 16
const COVERAGE_ROW = coveredStates.length
/** Milliseconds between calls of `onProgress`. */
const REPORT_INTERVAL = 250

const counts = new ScoreCounts()

interface CheckedSite {
  readonly label: string | null
  readonly region: Region
  readonly lat: number
  readonly lon: number
  readonly radius: number | null
}

/** Sites that a run has summarized, from which a later process can continue. */
export interface SitesPart {
  readonly sites: readonly Site[]
  /** Indexes of the homes in these sites that were in no earlier site. */
  readonly homes: readonly number[]
  /** States of all sites so far. */
  readonly states: readonly number[]
  /** Sum of the people of all sites so far, not rounded. */
  readonly summed: number
}

/** The method behind `sites`, in a form that can be interrupted. It is not part of the package's type declarations. */
export interface ResumableSites {
  startSites(sites: Iterable<SiteLike>, options: SitesOptions<string>): SitesRun
}

/**
 * Summarizes sites one after another, then all of them together. The people of a site are those of the homes inside.
 */
export class SitesRun {
  readonly #scores: Bands['homes']
  readonly #people: Bands['people']
  readonly #budget: Budget
  readonly #comparisons: readonly (readonly Comparison[])[]
  /** 1 for each home that is inside a site. */
  readonly #isInside: Uint8Array
  readonly #states = new Set<number>()
  readonly #done: Site[] = []
  #summed = 0
  #reported = performance.now()

  /** @throws {ValidationError} when there are too many sites */
  constructor(
    private readonly geography: Geography,
    private readonly sites: readonly SiteLike[],
    private readonly dimensions: readonly LoadedDimension[],
    private readonly options: SitesOptions<string>,
  ) {
    if (sites.length > MAX_SITES)
      throw refusedSite(null, `At most ${MAX_SITES.toLocaleString('en-US')} sites are allowed, not ${sites.length}`)
    this.#budget = new Budget({ ...DEFAULT_LIMITS, time: options.timeout ?? 10 * DEFAULT_LIMITS.time }, 'sites')
    const { people, homes } = Bands.of(geography)
    this.#people = people
    this.#scores = homes
    this.#comparisons = dimensions.map((dimension) => getComparisons(dimension.shares()))
    this.#isInside = new Uint8Array(geography.size * HOMES)
  }

  /** Whether all sites are summarized. */
  get isDone(): boolean {
    return this.#done.length === this.sites.length
  }

  /** Restores the sites that an earlier run over the same sites has summarized. */
  restore({ sites, homes, states, summed }: SitesPart): void {
    for (const site of sites) this.#done.push(site)
    for (const home of homes) this.#isInside[home] = 1
    for (const state of states) this.#states.add(state)
    this.#summed = summed
  }

  /**
   * Summarizes the next sites, at least one if any is left, until the milliseconds have passed.
   *
   * @throws {ValidationError} when a site is invalid; the error has the site's number
   */
  summarize(milliseconds: number): SitesPart {
    const end = performance.now() + milliseconds
    const first = this.#done.length
    const homes: number[] = []
    while (!this.isDone) {
      this.#done.push(this.#summary(this.#done.length, homes))
      const now = performance.now()
      this.#report(now)
      if (now > end) break
    }
    return { sites: this.#done.slice(first), homes, states: [...this.#states], summed: this.#summed }
  }

  #report(now: number): void {
    if (this.options.onProgress === undefined || (!this.isDone && now < this.#reported + REPORT_INTERVAL)) return
    this.#reported = now
    this.options.onProgress(this.#done.length, this.sites.length)
  }

  /** Summarizes one site. Appends the homes that are in no earlier site to `added`. */
  #summary(at: number, added: number[]): Site {
    const { geography, dimensions } = this
    const { region, ...place } = checkedSite(this.sites[at], at, this.options.radius)
    geography.assertAreaPresent(region)
    assertAllScored(dimensions, region.box)
    const homes = this.#people.homesIn(region, this.#budget)
    const weight = this.#people.peopleAt(homes)
    for (const home of homes) {
      if (this.#isInside[home] === 1) continue
      this.#isInside[home] = 1
      added.push(home)
    }
    const zone = geography.zoneAt(place.lon, place.lat)
    const state = zone > 0 ? geography.stateOfZone(zone) : COVERAGE_ROW
    if (homes.length > 0) this.#states.add(state)
    const columns = this.#scores.columnsFor(homes, dimensions)
    const scores = summaryRow(dimensions, (d) =>
      getScore(counts.of(columns[d], weight, homes), this.#comparisons[d][state], weight.length),
    )
    const residents = total(weight)
    this.#summed += residents
    return {
      ...place,
      state: state === COVERAGE_ROW ? null : coveredStates[state].postal,
      people: Math.round(residents),
      scores,
    }
  }

  /** Summarizes all sites together. Call it after the last site. */
  answer(): Sites {
    const { dimensions } = this
    const sites = this.#done
    const homes = homesInside(this.#isInside)
    const weight = this.#people.peopleAt(homes)
    const columns = this.#scores.columnsFor(homes, dimensions)
    const [everyone] = this.#states.size === 1 ? this.#states : [COVERAGE_ROW]
    const together = summaryRow(dimensions, (d) => {
      const comparison = this.#comparisons[d][everyone]
      const {
        state_mean,
        state_percentile: _,
        ...all
      } = getScore(counts.of(columns[d], weight, homes), comparison, weight.length)
      const { id } = dimensions[d].dimension
      const ranked = sites.flatMap(({ scores }, at) => (scores[id].mean === null ? [] : [at]))
      const computeMean = (at: number) => sites[at].scores[id].mean!
      ranked.sort((a, b) => computeMean(b) - computeMean(a) || sites[b].people - sites[a].people || a - b)
      return {
        ...all,
        everyone_mean: state_mean,
        distribution: getDistribution(columns[d], weight, homes),
        everyone_distribution: comparison.distribution,
        highest: ranked.slice(0, LISTED),
        lowest: ranked.slice(-LISTED).reverse(),
      }
    })
    return {
      sites,
      people: Math.round(total(weight)),
      people_summed: Math.round(this.#summed),
      without_people: sites.filter(({ people }) => people === 0).length,
      everyone: everyone === COVERAGE_ROW ? 'coverage' : coveredStates[everyone].postal,
      together,
    }
  }
}

function summaryRow<Value>(
  dimensions: readonly LoadedDimension[],
  compute: (d: number) => Value,
): Readonly<Record<string, Value>> {
  const row: Record<string, Value> = {}
  for (let d = 0; d < dimensions.length; d++) row[dimensions[d].dimension.id] = compute(d)
  return row
}

/** Returns the indexes of the homes that are inside a site, in order, so that a block group's homes stay together. */
function homesInside(isInside: Uint8Array): Uint32Array {
  const homes = new Uint32Array(isInside.reduce((sum, inside) => sum + inside, 0))
  let count = 0
  for (let home = 0; home < isInside.length; home++) if (isInside[home] === 1) homes[count++] = home
  return homes
}

function checkedSite(site: SiteLike, at: number, radius: number | undefined): CheckedSite {
  if (typeof site !== 'object' || site === null)
    throw refusedSite(at, 'A site is { lat, lon } or a GeoJSON polygon', site)
  try {
    if ('type' in site) {
      const point = getPoint(site)
      if (point !== null) return circle({ ...point, label: getLabel(site) }, at, radius)
      const region = polygonRegion(site as GeoJsonShape)
      const { west, south, east, north } = region.box
      return { label: getLabel(site), region, lat: (south + north) / 2, lon: (west + east) / 2, radius: null }
    }
    return circle(site, at, radius)
  } catch (error) {
    if (!(error instanceof ValidationError) || error.detail[0]?.loc[0] === 'sites') throw error
    throw refusedSite(at, error.detail[0].msg, error.detail[0].input)
  }
}

function circle({ lat, lon, radius: siteRadius, label }: Place, at: number, radius: number | undefined): CheckedSite {
  const reach = radius ?? siteRadius
  if (!(typeof reach === 'number' && reach >= 1 && reach <= WIDEST_SITE))
    throw refusedSite(
      at,
      `A point needs a radius of 1 to ${WIDEST_SITE.toLocaleString('en-US')} meters, its own or that of all points`,
      reach ?? null,
    )
  return { label: label ?? null, region: circleRegion({ lat, lon, radius: reach }), lat, lon, radius: reach }
}

/** Returns the coordinate of a GeoJSON point or a feature with a point; null for any other shape. */
function getPoint(shape: object): { lat: number; lon: number } | null {
  const { type, geometry, coordinates } = shape as {
    type?: unknown
    geometry?: object | null
    coordinates?: readonly number[]
  }
  if (type === 'Feature' && typeof geometry === 'object' && geometry !== null) return getPoint(geometry)
  if (type !== 'Point' || !Array.isArray(coordinates)) return null
  return { lon: coordinates[0], lat: coordinates[1] }
}

function getLabel(shape: object): string | null {
  const { properties } = shape as { readonly properties?: Readonly<Record<string, unknown>> | null }
  const name = properties?.label ?? properties?.name ?? properties?.id
  return typeof name === 'string' || typeof name === 'number' ? String(name) : null
}

function refusedSite(at: number | null, msg: string, input: unknown = null): ValidationError {
  const where = at === null ? [] : [at]
  const detail = { type: 'value_error', loc: ['sites', ...where], msg, input } as ValidationDetail
  return new ValidationError([detail], at === null ? `${msg}.` : `Site ${at + 1}: ${msg}.`)
}

/** The population that a site is compared with: everybody in a state, or in the coverage. */
interface Comparison {
  readonly mean: number | null
  /** Percentage of people below each score, by score from 0 to 256. */
  readonly below: Float64Array
  /** Scores below this belong to the lowest fifth. */
  readonly lowFifth: number
  /** Scores above this belong to the highest fifth. */
  readonly highFifth: number
  readonly distribution: readonly number[]
  /** Score of a site where nobody has a score. All such sites share one object, because there may be many. */
  readonly emptyScore: SiteScore
}

/**
 * Returns the populations of all states, then that of the coverage.
 *
 * @param shares people at each score or a lower one, in 1/10,000: see `PERCENTILES`
 */
function getComparisons(shares: Uint16Array): readonly Comparison[] {
  return Array.from({ length: COVERAGE_ROW + 1 }, (_, row) => {
    const upTo = (score: number) => (score < 1 ? 0 : shares[row * 256 + score])
    const all = upTo(255)
    let sum = 0
    const below = new Float64Array(257)
    const distribution = new Array<number>(GROUPS).fill(0)
    for (let score = 1; score < 256; score++) {
      const here = (upTo(score) - upTo(score - 1)) / 10_000
      sum += score * here
      below[score + 1] = upTo(score) / 100
      distribution[score >> 4] += here
    }
    let lowFifth = 1
    let highFifth = 255
    while (lowFifth < 256 && below[lowFifth + 1] <= 20) lowFifth++
    while (highFifth > 0 && 100 - below[highFifth] <= 20) highFifth--
    const mean = all === 0 ? null : tenth(sum)
    return {
      mean,
      emptyScore: Object.freeze(withoutMean(1, mean)),
      below,
      lowFifth,
      highFifth,
      distribution: distribution.map((share) => rounded(share, 10_000)),
    }
  })
}

function withoutMean(without: number, state_mean: number | null): SiteScore {
  return {
    mean: null,
    p10: null,
    p50: null,
    p90: null,
    without_data: rounded(without, 1000),
    state_mean,
    state_percentile: null,
    lowest_fifth: null,
    highest_fifth: null,
  }
}

function getScore(counts: ScoreCounts, comparison: Comparison, homes: number): SiteScore {
  const without = homes === 0 ? 1 : counts.withoutData()
  const mean = without > 0.5 ? null : counts.mean()
  if (mean === null) return without === 1 ? comparison.emptyScore : withoutMean(without, comparison.mean)
  return {
    mean: tenth(mean),
    p10: counts.quantile(0.1),
    p50: counts.quantile(0.5),
    p90: counts.quantile(0.9),
    without_data: rounded(without, 1000),
    state_mean: comparison.mean,
    state_percentile: comparison.mean === null ? null : Math.floor(comparison.below[Math.ceil(mean)]),
    lowest_fifth: rounded(counts.shareBelow(comparison.lowFifth)!, 1000),
    highest_fifth: rounded(1 - counts.shareBelow(comparison.highFifth + 1)!, 1000),
  }
}

function getDistribution(scores: Uint8Array, weight: Float64Array, homes: Uint32Array): readonly number[] {
  const groups = new Array<number>(GROUPS).fill(0)
  let all = 0
  for (let i = 0; i < homes.length; i++) {
    const score = scores[homes[i]]
    if (score === 0) continue
    groups[score >> 4] += weight[i]
    all += weight[i]
  }
  return groups.map((people) => (all === 0 ? 0 : rounded(people / all, 10_000)))
}

function tenth(value: number): number {
  return rounded(value, 10)
}

function rounded(value: number, parts: number): number {
  return Math.round(value * parts) / parts
}
