import { type ValidationDetail, ValidationError } from '../../base/errors.ts'
import { WIDEST_SITE } from '../../base/geo/distance.ts'
import { assertAllScored } from '../../base/geo/loaded-boxes.ts'
import type { Place } from '../../base/geo/place.ts'
import { coveredStates } from '../../base/states.ts'
import type { Geography } from '../../data/geography.ts'
import { assertAreaPresent } from '../../data/geography-areas.ts'
import { getStateOfZone } from '../../data/geography-columns.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import { Bands } from './around.ts'
import { Budget, DEFAULT_LIMITS } from './budget.ts'
import { total } from './land.ts'
import { HOMES } from './people.ts'
import { circleRegion, type GeoJsonShape, polygonRegion, type Region } from './region.ts'
import { ScoreCounts } from './score-counts.ts'

/**
 * A site: a point with a circle around it, or a GeoJSON polygon. The site is named by the `label` of a point, or by
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

/** Options for `sites`. */
export interface SitesOptions<Id extends string = DimensionId> {
  /**
   * Radius in meters of the circles around points, 1 to 100,000. It overrides the `radius` of a point. Without it, each
   * point needs its own `radius`.
   */
  readonly radius?: number | undefined
  /** Dimension IDs; defaults to all loaded dimensions. */
  readonly dimensions?: readonly Id[] | undefined
  /**
   * Time limit in milliseconds, at least 1; 600,000 by default. A longer run throws an error with code
   * `limit_exceeded`.
   */
  readonly timeout?: number | undefined
  /** Called a few times per second with the number of summarized sites and the number of all sites. */
  readonly onProgress?: ((done: number, all: number) => void) | undefined
}

/** Scores of the people at one site in one dimension. */
export interface SiteScore {
  /**
   * Mean score of the people with a score, 1-255, to a tenth. The mean and all other fields except `without_data` are
   * null if more than half of the people have no score.
   */
  readonly mean: number | null
  /** 10th percentile. A tenth of the people have this score or lower. */
  readonly p10: number | null
  /** 50th percentile. */
  readonly p50: number | null
  /** 90th percentile. */
  readonly p90: number | null
  /** Share of the people without a score, 0-1. */
  readonly without_data: number
  /**
   * Mean score of all scored people in the site's state. If the site is in no covered state, the mean over the whole
   * coverage area.
   */
  readonly state_mean: number | null
  /** Percentage of the scored people in the state whose score is below `mean`, 0-100. */
  readonly state_percentile: number | null
  /** Share of the site's people whose scores are in the state's lowest fifth, 0-1. */
  readonly lowest_fifth: number | null
  /** Share of the site's people whose scores are in the state's highest fifth, 0-1. */
  readonly highest_fifth: number | null
}

/** Summary of one site. */
export interface Site<Id extends string = string> {
  /** Site name; null if the site is unnamed. */
  readonly label: string | null
  /** Latitude in degrees of the center of the circle, or of the polygon's bounding box. */
  readonly lat: number
  /** Longitude in degrees of the same center. */
  readonly lon: number
  /** Radius of the circle in meters; null for a polygon. */
  readonly radius: number | null
  /** Postal code of the state that contains the center; null outside the coverage area. */
  readonly state: string | null
  /** Number of people, 2020 census, estimated from the homes inside. */
  readonly people: number
  /** Scores by dimension. */
  readonly scores: Readonly<Record<Id, SiteScore>>
}

/** Scores of the people of all sites together. People in several sites count once. */
export interface TogetherScore extends Omit<SiteScore, 'state_mean' | 'state_percentile'> {
  /**
   * Mean score of all scored people in the state that contains all sites. If the sites are in several states, the mean
   * over the whole coverage area.
   */
  readonly everyone_mean: number | null
  /** Shares of the people with scores 1-15, 16-31, 32-47 and so on up to 240-255: sixteen numbers that add up to 1. */
  readonly distribution: readonly number[]
  /**
   * Shares as in `distribution`, for all people in the state that contains all sites, or in the coverage area if the
   * sites are in several states.
   */
  readonly everyone_distribution: readonly number[]
  /** Indexes in `sites` of the ten sites with the highest means, highest first. */
  readonly highest: readonly number[]
  /** Indexes in `sites` of the ten sites with the lowest means, lowest first. */
  readonly lowest: readonly number[]
}

/** Result of `sites`. */
export interface Sites<Id extends string = string> {
  /** Sites, in the order of the request. */
  readonly sites: readonly Site<Id>[]
  /** Number of people within at least one site. People in several sites are counted once. */
  readonly people: number
  /** Sum of the people of all sites. People in several sites are counted several times. */
  readonly people_summed: number
  /** Number of sites without residents. */
  readonly without_people: number
  /**
   * The population that the `everyone` fields of `together` describe: the postal code of the state that contains all
   * sites, or `coverage`.
   */
  readonly everyone: string
  /** Scores of the people of all sites together, by dimension. */
  readonly together: Readonly<Record<Id, TogetherScore>>
}

/** Maximum number of sites in a request. The summaries of all sites are held in memory. */
const MAX_SITES = 1_000_000
/** Number of sites listed at each end of the ranking. */
const LISTED = 10
/** Number of score groups in a distribution. */
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

/** Sites summarized by one call of `summarize`. A later process can restore them and continue. */
export interface SitesPart {
  readonly sites: readonly Site[]
  /** Indexes of the homes in these sites that were in no earlier site. */
  readonly homes: readonly number[]
  /** States of all sites so far. */
  readonly states: readonly number[]
  /** Unrounded sum of the people of all sites so far. */
  readonly summed: number
}

/** Interruptible form of `sites`. Omitted from the package's type declarations. */
export interface ResumableSites {
  startSites(sites: Iterable<SiteLike>, options: SitesOptions<string>): SitesRun
}

/**
 * Summarizes sites one after another, then all sites together. The number of people at a site is the sum of the people
 * in the homes inside the site.
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

  /** Restores the sites that were summarized by an earlier run over the same sites. */
  restore({ sites, homes, states, summed }: SitesPart): void {
    for (const site of sites) this.#done.push(site)
    for (const home of homes) this.#isInside[home] = 1
    for (const state of states) this.#states.add(state)
    this.#summed = summed
  }

  /**
   * Summarizes the next sites until the given number of milliseconds has passed. Summarizes at least one site if any
   * are left.
   *
   * @throws {ValidationError} when a site is invalid; the error includes the site's number
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

  /** Summarizes one site. Appends the homes that were not in an earlier site to `added`. */
  #summary(at: number, added: number[]): Site {
    const { geography, dimensions } = this
    const { region, ...place } = checkedSite(this.sites[at], at, this.options.radius)
    assertAreaPresent(geography, region)
    assertAllScored(dimensions, region.box)
    const homes = this.#people.homesIn(region, this.#budget)
    const weight = this.#people.peopleAt(homes)
    for (const home of homes) {
      if (this.#isInside[home] === 1) continue
      this.#isInside[home] = 1
      added.push(home)
    }
    const zone = geography.zoneAt(place.lon, place.lat)
    const state = zone > 0 ? getStateOfZone(geography, zone) : COVERAGE_ROW
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

/**
 * Returns the indexes of the homes that are inside a site. Indexes are sorted, so the homes of a block group are
 * adjacent.
 */
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
      `A point needs a radius of 1 to ${WIDEST_SITE.toLocaleString('en-US')} meters, either its own or one set for all points`,
      reach ?? null,
    )
  return { label: label ?? null, region: circleRegion({ lat, lon, radius: reach }), lat, lon, radius: reach }
}

/** Returns the coordinates of a GeoJSON point, or of a feature with a point; null for any other shape. */
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

/** The population that a site is compared with: all people in a state or in the coverage area. */
interface Comparison {
  readonly mean: number | null
  /** Percentage of people below each score, by score from 0 to 256. */
  readonly below: Float64Array
  /** Scores below this belong to the lowest fifth. */
  readonly lowFifth: number
  /** Scores above this belong to the highest fifth. */
  readonly highFifth: number
  readonly distribution: readonly number[]
  /**
   * Result for every site where nobody has a score. Such sites share one object to save memory, because there may be
   * many.
   */
  readonly emptyScore: SiteScore
}

/**
 * Returns a comparison for each state, followed by one for the coverage area.
 *
 * @param shares shares of people at or below each score, in 1/10,000: see `PERCENTILES`
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
