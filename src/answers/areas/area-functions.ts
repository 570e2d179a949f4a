import { refusedArgument, ValidationError } from '../../base/errors.ts'
import { assertAllScored } from '../../base/geo/loaded-boxes.ts'
import type { Point } from '../../base/geo/place.ts'
import { assertAreaPresent } from '../../data/geography-areas.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import { refused, searchable } from '../dimensions/residents.ts'
import type { FitRequest } from '../fit/answers.ts'
import { parsePriorities } from '../fit/priorities.ts'
import { type PointNames, placeLabel } from '../geocode/reverse.ts'
import type { ScoreBand, ScoresAround, ScoresAroundRequest } from '../scores/answers.ts'
import type { ScoredData } from '../scores/scored-data.ts'
import {
  type AreaAnswer,
  type AreaData,
  type AreaLike,
  type AreaOptions,
  type AreaPlaces,
  areaAnswer,
  regionIn,
} from './area-answer.ts'
import { Bands } from './around.ts'
import { Budget, DEFAULT_LIMITS } from './budget.ts'
import { inWithin, parseConditions } from './conditions.ts'
import { type FoundArea, findAreas } from './find.ts'
import { findKind } from './find-kind.ts'
import type { RankedKind } from './members.ts'
import { type RankAnswer, type RankOptions, rankAreas } from './rank.ts'
import { circleRegion } from './region.ts'
import type { FindRequest } from './requests.ts'
import {
  parseAreaOptions,
  parseAroundRequest,
  parseFindRequest,
  parseRankOptions,
  parseSitesOptions,
} from './requests.ts'
import { type ResumableSites, type SiteLike, type Sites, type SitesOptions, SitesRun } from './sites.ts'
import { fromCenter, regionWithin, type WithinAreas } from './within.ts'

/** Functions for circles, areas, rankings and searches. */
export interface AreaFunctions<Id extends string = DimensionId> {
  /**
   * Scores a circle, for a place whose location is only roughly known. Returns the number of people inside. For each
   * dimension, returns the score at the center, the 10th and 90th percentiles of the scores of the people inside, and
   * whether the two percentiles are less than 25 points apart. By default, all loaded dimensions are scored.
   *
   * @throws {ValidationError} `input_invalid`, when lat, lon or radius (meters, 1 to 10,000,000) is invalid, or a
   * dimension does not exist
   * @throws {NotLoadedError} `dimension_not_loaded`, when a dimension is not loaded; `areas_not_loaded`, when areas are
   * not loaded
   */
  scoresAround<const Chosen extends Id = Id>(question: ScoresAroundRequest<Chosen>): ScoresAround<Chosen>

  /**
   * Summarizes an area. Returns the number of people, the land area and the public schools by level. For each
   * dimension, also returns the mean and the percentiles of the residents' scores, the share of residents without a
   * score, the shares of scores by basis, and the mean score of the land. The area is a GeoJSON polygon or
   * multipolygon, a circle, a box, or a named area: `{ state: 'TX' }`, `{ county: '48453' }`, `{ tract }`,
   * `{ blockGroup }` (census codes), `{ district }` (7-digit LEA id), `{ zip }`, `{ city, state }`. A city without a
   * census outline is represented by its ZIP codes, and its `boundary` is `approximate`. A ZIP code that only has
   * post-office boxes has no area.
   *
   * In counties and states, people are counted at the centers of their block groups. In all other areas, people are
   * counted at the modeled homes. The mean of a county therefore differs from the mean of its tracts: by up to 4 points
   * for noise and liveliness, and by 11 to 15 for privacy.
   *
   * @throws {ValidationError} `input_invalid`, when the shape or an option is invalid; `limit_exceeded`, when the
   *   search takes longer than `timeout` or the shape has too many vertices
   * @throws {NotFoundError} `area_unknown`, when no area has this name; `suggestions` lists similar names
   * @throws {ValidationError} `area_ambiguous`, when several neighborhoods have this name; `suggestions` lists all of
   *   them
   * @throws {NotLoadedError} `dimension_not_loaded`, or `geocoder_not_loaded` and `districts_not_loaded` if the named
   *   area needs the geocoder or districts
   */
  area<const Chosen extends Id = Id>(shape: AreaLike, options?: AreaOptions<Chosen>): AreaAnswer<Chosen>

  /**
   * Ranks cities, ZIP codes, counties or school districts by the mean score of their residents in a dimension, or by
   * their mean fit with priorities: `rank({ weights: { walkability: 3 } }, { of: 'city' })`. Returns
   * `{ areas, total, boundary }` like `find`, with the highest or the lowest areas first. Means are the same as in
   * `area`. When ranking by weights, each area also lists how much each dimension contributes to its fit, in
   * `contributions`. Areas in which more than half of the people have no score are omitted, and so are areas without a
   * modeled home, such as a ZIP code of a single campus, even if the census counts people there. Cities are census
   * places; `postalCities` adds names that only the Postal Service uses. The first ranking of each kind of area takes
   * seconds, and later rankings take milliseconds.
   *
   * @throws {ValidationError} `input_invalid`, when an option is invalid, or a dimension does not exist
   * @throws {NotFoundError} `area_unknown`, when `within` is not in the data
   * @throws {NotLoadedError} `dimension_not_loaded`, or `geocoder_not_loaded` and `districts_not_loaded` if the areas
   * need the geocoder or districts
   */
  rank<Kind extends RankedKind, const Chosen extends Id = Id>(
    by: Chosen | FitRequest<Chosen>,
    options: RankOptions<Kind>,
  ): RankAnswer<Kind, Chosen>

  /**
   * Finds the connected parts of an area in which every place satisfies the conditions: `{ where: { walkability: { min:
   * 180 }, 'noise-levels': { min: 150 } }, within: { city: 'Austin', state: 'TX' } }`. Tests the centers of 7.5″ cells
   * (about 200 m) and joins cells that share a side. For each part, returns the number of people, the size, the mean
   * scores, a point inside and the names. On request, also returns an outline.
   *
   * Conditions about residents (`population-profile`, `ideological-lean`, `insurance-coverage`) are rejected unless
   * `demographics` is true, because choosing or advertising homes by resident demographics may violate fair-housing
   * law.
   *
   * @throws {ValidationError} `input_invalid`, when the request is invalid or the area is outside the coverage area;
   *   `limit_exceeded`, when the area is too large or the search takes too long
   * @throws {NotFoundError} `area_unknown`, when no area has this name
   * @throws {NotLoadedError} `dimension_not_loaded`, or `geocoder_not_loaded` and `districts_not_loaded` if the named
   *   area needs the geocoder or districts
   */
  find(request: FindRequest<Id>): FindAnswer

  /**
   * Summarizes many sites at once: `sites(stores, { radius: 1609 })`. A site is a point with a circle, or a GeoJSON
   * polygon; a FeatureCollection has one site per feature. For each site, returns the number of people, estimated from
   * the homes inside as in `area`, and the residents' scores, compared with the scores of the state. `together` counts
   * people in overlapping sites once, compares the distribution of their scores with that of the whole population, and
   * lists the ten highest and lowest sites.
   *
   * @throws {ValidationError} `input_invalid`, when a site or an option is invalid; the error includes the site's
   * number
   * @throws {NotLoadedError} `dimension_not_loaded`, when a dimension is not loaded; `state_not_loaded`, when a site is
   * in a state that was omitted from the data copy
   */
  sites<const Chosen extends Id = Id>(
    sites: Iterable<SiteLike> | { readonly type: 'FeatureCollection'; readonly features: readonly SiteLike[] },
    options?: SitesOptions<Chosen>,
  ): Sites<Chosen>
}

/** Result of `find`. */
export interface FindAnswer {
  /** Boundary of the searched area: `approximate` for cities without a census outline. */
  readonly boundary: AreaAnswer['boundary']
  /** Number of areas found, including areas beyond the limit. */
  readonly total: number
  /** First `limit` areas, in the order that `rankBy` specifies. */
  readonly areas: readonly FoundArea[]
  /**
   * Number of areas that would be found without one of the conditions, keyed by the dimension of that condition. Loosen
   * the condition with the highest number. Present only if there are several conditions and no area meets all of them.
   * Omitted if counting the areas takes longer than the rest of `timeout`.
   */
  readonly totals_without?: Readonly<Record<string, number>> | undefined
}

/** Finds the name that more than half of the added places share. */
class Majority {
  readonly #counts = new Map<string | null, number>()
  #added = 0
  #highestCount = 0
  #mostCommon: string | null = null

  constructor(private readonly places: number) {}

  add(name: string | null): void {
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    this.#added++
    if (count <= this.#highestCount) return
    this.#highestCount = count
    this.#mostCommon = name
  }

  /** Whether the result is already certain, whatever the names of the remaining places. */
  get isDecided(): boolean {
    return this.#highestCount * 2 > this.places || (this.#highestCount + this.places - this.#added) * 2 <= this.places
  }

  get name(): string | null {
    return this.#highestCount * 2 > this.places ? this.#mostCommon : null
  }
}

const ORDERS = ['best', 'people', 'size', 'fit'] as const

/**
 * Creates the functions for areas.
 *
 * @param placesOf returns the loaded places; called for each question, because `load` adds places
 * @param namesAt names a point inside an area
 */
export function areaFunctions(
  scored: ScoredData,
  placesOf: () => AreaPlaces,
  namesAt: (point: Point) => PointNames,
): AreaFunctions<string> & ResumableSites {
  /**
   * Returns the neighborhood, city, ZIP code and county that more than half of the points are in. A name without a
   * majority is null, such as the neighborhood of a large area.
   */
  const commonNames = (places: readonly Point[]) => {
    const [neighborhood, city, zip, county] = Array.from({ length: 4 }, () => new Majority(places.length))
    let state: PointNames['state'] = null
    for (const place of places) {
      if (state !== null && [neighborhood, city, zip, county].every(({ isDecided }) => isDecided)) break
      const answer = namesAt(place)
      neighborhood.add(answer.neighborhood)
      city.add(answer.city)
      zip.add(answer.zip)
      county.add(answer.county)
      state ??= answer.state
    }
    const names = { neighborhood: neighborhood.name, city: city.name, zip: zip.name, county: county.name }
    const label = placeLabel(names, state)
    // Without a neighborhood, the label names the whole city or county, so add "Part of".
    return { name: label === null || names.neighborhood !== null ? label : `Part of ${label}`, ...names }
  }
  /** Returns the city and county at the population center of a ZIP code, city, county or district. */
  const namesOfKind = ({ kind, name, lat, lon }: Omit<FoundArea, 'neighborhood' | 'city' | 'zip' | 'county'>) => {
    const { city, county } = namesAt({ lat, lon })
    return {
      neighborhood: null,
      city: kind === 'county' || kind === 'district' ? null : city,
      zip: kind === 'zip' ? name : null,
      county,
    }
  }
  const dataNow = (): AreaData => ({ geography: scored.geography, ...placesOf() })
  /** Checks the arguments of `sites` and prepares the run. */
  const startSites: ResumableSites['startSites'] = (sites, siteOptions) => {
    const options = parseSitesOptions(siteOptions, scored.ids)
    const list = typeof sites === 'object' && sites !== null && 'features' in sites ? sites.features : sites
    if (typeof list !== 'object' || list === null || !(Symbol.iterator in list))
      throw refusedArgument('sites', 'sites must be a list of sites, or a GeoJSON FeatureCollection.', null)
    return new SitesRun(scored.geography, [...(list as Iterable<SiteLike>)], scored.chosen(options.dimensions), options)
  }
  return {
    scoresAround<Id extends string>(question: ScoresAroundRequest<Id>): ScoresAround<Id> {
      const { lat, lon, radius, dimensions: chosen } = parseAroundRequest(question, scored.ids)
      const loaded = scored.chosen(chosen)
      const circle = circleRegion({ lat, lon, radius })
      const { geography } = scored
      assertAreaPresent(geography, circle)
      assertAllScored(loaded, circle.box)
      const { people, bands } = Bands.of(geography).around({ lat, lon, radius }, loaded)
      const scores: Record<string, ScoreBand> = {}
      const spot = scored.locate({ lat, lon })
      loaded.forEach((dimension, i) => {
        scores[dimension.dimension.id] = { score: scored.scoreAt(dimension, spot), ...bands[i] }
      })
      return { lat, lon, radius, people, scores: scores as Record<Id, ScoreBand> }
    },

    area(shape, options = {}) {
      const { dimensions: chosen, timeout: time, ...rest } = parseAreaOptions(options, scored.ids)
      const loaded = scored.chosen(chosen)
      const data = dataNow()
      if (data.geography.loaded !== null) assertAllScored(loaded, regionIn(data, shape).region.box)
      return areaAnswer(data, shape, { dimensions: loaded, ...rest }, new Budget({ ...DEFAULT_LIMITS, time }))
    },

    rank<Kind extends RankedKind, Id extends string>(by: Id | FitRequest<Id>, options: RankOptions<Kind>) {
      const { of, limit, order, min_people, postal_cities, timeout } = parseRankOptions(options)
      const loaded = typeof by === 'object' ? parsePriorities(by as FitRequest<string>, scored) : scored.getLoaded(by)
      scored.geography.assertWhole('A ranking')
      const within = options.within ?? undefined
      const ranking = {
        of,
        within,
        limit,
        order: order ?? ('highest' as const),
        minPeople: min_people,
        postalCities: postal_cities,
        timeout,
      }
      return inWithin(() => rankAreas(dataNow(), loaded, ranking) as RankAnswer<Kind, Id>)
    },

    sites<Id extends string>(sites: Iterable<SiteLike>, options?: SitesOptions<Id>) {
      const run = startSites(sites, (options ?? {}) as SitesOptions<string>)
      run.summarize(Number.POSITIVE_INFINITY)
      return run.answer() as Sites<Id>
    },

    startSites,

    find(request) {
      const start = performance.now()
      const answer = findOnce(request)
      if (answer.total > 0 || request.advice === false) return answer
      const { timeout = DEFAULT_LIMITS.time } = request
      const totals = totalsWithout(request, start + timeout)
      return totals === null ? answer : { ...answer, totals_without: totals }
    },
  }

  function findOnce(request: FindRequest<string>): FindAnswer {
    const { where, within, demographics, outline, ...options } = parseFindRequest(request)
    const getLoaded = (id: string) => scored.getLoaded(id)
    const conditions = parseConditions(where, demographics, getLoaded, scored.ids)
    const priorities =
      options.by === undefined
        ? null
        : parsePriorities(options.by as unknown as FitRequest<string>, scored, { loc: ['by'], demographics })
    const { rank_by = priorities === null ? 'best' : 'fit' } = options
    if (rank_by === 'fit' && priorities === null)
      throw refused(
        ['rank_by'],
        'To order by fit, add priorities, such as `by: { weights: { walkability: 3 } }`',
        rank_by,
      )
    const order = ORDERS.find((rankOrder) => rankOrder === rank_by)
    const rankBy = order ?? getLoaded(searchable(rank_by, ['rank_by'], demographics, scored.ids))
    const data = dataNow()
    const { mostCells: cells = DEFAULT_LIMITS.cells, timeout: time = DEFAULT_LIMITS.time } = request
    const budget = new Budget({ ...DEFAULT_LIMITS, cells, time }, 'within')
    const searched = within as unknown as WithinAreas
    if (options.of !== undefined) {
      if (outline) throw refused(['outline'], 'A search with `of` returns no outlines; omit `outline`', outline)
      scored.geography.assertWhole('A search with `of`')
      const { of, limit, min_people: minPeople, postal_cities: postalCities } = options
      const search = {
        of,
        where: conditions,
        within: searched,
        limit,
        rankBy,
        priorities,
        minPeople,
        postalCities,
        timeout: time,
      }
      const { areas, ...answer } = inWithin(() => findKind(data, search))
      return { ...answer, areas: areas.map((area) => ({ ...namesOfKind(area), ...area })) }
    }
    const { region, boundary } = inWithin(() => regionWithin(data, searched))
    const neededDimensions = [
      ...[...Object.keys(where), rank_by].flatMap((id) => scored.loaded.get(id as DimensionId) ?? []),
      ...(priorities?.dimensions ?? []),
    ]
    assertAllScored(neededDimensions, region.box)
    const { areas, ...result } = findAreas(data.geography, {
      where: conditions,
      region,
      limit: options.limit,
      rankBy,
      priorities,
      minPeople: options.min_people,
      outline,
      budget,
    })
    return {
      boundary,
      ...result,
      areas: areas.map(({ sample, ...area }) => ({
        ...commonNames(sample),
        ...area,
        ...fromCenter(region.center, area),
      })),
    }
  }

  /**
   * For each condition, counts the areas that meet all other conditions. Returns null if there is only one condition or
   * the time is up.
   *
   * @param deadline time as in `performance.now`
   */
  function totalsWithout(request: FindRequest<string>, deadline: number): Record<string, number> | null {
    const { of, where, within, minPeople, min_people, postalCities, postal_cities, demographics, mostCells } = request
    const search = { of, within, minPeople, min_people, postalCities, postal_cities, demographics, mostCells }
    const ids = Object.keys(where)
    if (ids.length < 2) return null
    const totals: Record<string, number> = {}
    for (const id of ids) {
      const { [id]: _, ...others } = where
      const timeout = deadline - performance.now()
      if (timeout < 1) return null
      try {
        totals[id] = findOnce({ ...search, where: others, limit: 1, rankBy: 'people', timeout }).total
      } catch (error) {
        if (error instanceof ValidationError && error.code === 'limit_exceeded') return null
        throw error
      }
    }
    return totals
  }
}
