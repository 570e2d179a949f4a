import { assertAllScored } from '../../base/geo/loaded-boxes.ts'
import type { Point } from '../../base/geo/place.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import { placeLabel, type ReverseAnswer } from '../geocode/reverse.ts'
import type { ScoreBand, ScoresAround, ScoresAroundRequest } from '../scores/answers.ts'
import type { ScoredData } from '../scores/scored-data.ts'
import {
  type AreaAnswer,
  type AreaData,
  type AreaOptions,
  type AreaPlaces,
  type AreaShape,
  areaAnswer,
  regionIn,
} from './area-answer.ts'
import { Bands } from './around.ts'
import { Budget, DEFAULT_LIMITS } from './budget.ts'
import { conditionsOf, inWithin, searchable } from './conditions.ts'
import { type FoundArea, findAreas } from './find.ts'
import { type RankedArea, type RankOptions, rankAreas } from './rank.ts'
import { circleRegion } from './region.ts'
import type { FindRequest } from './requests.ts'
import { areaOptionsOf, aroundRequestOf, findRequestOf, rankOptionsOf } from './requests.ts'

/** The functions of circles, areas, rankings and searches. */
export interface AreaFunctions<Id extends string = DimensionId> {
  /**
   * Scores in a circle, for a place that is known only roughly: per dimension the score at the center, the 10th and
   * 90th percentile of the scores at which the people inside live, and whether these are less than 25 points apart; and
   * the people inside. Without `dimensions` they are all that are loaded.
   *
   * @throws {ValidationError} when lat, lon or radius (meters, 1 to 10,000,000) is refused, or there is no such
   * dimension
   * @throws {NotLoadedError} when a dimension was left out
   */
  scoresAround<const Chosen extends Id = Id>(question: ScoresAroundRequest<Chosen>): ScoresAround<Chosen>

  /**
   * An area summed up: people and land, and per dimension the mean, percentiles, share without data and basis by the
   * people who live there, and the mean of its land; and its public schools by level. The area is a GeoJSON polygon or
   * multipolygon, a circle, a box, or one that has a name: `{ state: 'TX' }`, `{ county: '48453' }`, `{ tract }`,
   * `{ blockGroup }` (census codes), `{ district }` (7-digit LEA id), `{ zip }`, `{ city, state }`. Of cities without
   * an outline of the census the `boundary` is `approximate`: they are their ZIPs. A ZIP of post-office boxes has no
   * area.
   *
   * @throws {ValidationError} when the shape or an option is refused
   * @throws {NotFoundError} when there is no area of that name
   * @throws {NotLoadedError} when a dimension, or the bundle that knows the name, was left out
   */
  area<const Chosen extends Id = Id>(shape: AreaShape, options?: AreaOptions<Chosen>): AreaAnswer<Chosen>

  /**
   * The cities, ZIPs, counties or school districts whose people have the highest mean score in a dimension, or the
   * lowest, with the means that `area` answers. Areas of which more than half of the people have no score are left out.
   * The first ranking of a kind takes seconds, later ones some milliseconds.
   *
   * @throws {ValidationError} when an option is refused, or there is no such dimension
   * @throws {NotFoundError} when `within` is not in the data
   * @throws {NotLoadedError} when the dimension, or the bundle that knows the areas, was left out
   */
  rank(dimension: Id, options: RankOptions): readonly RankedArea[]

  /**
   * The connected areas of an area all of whose places satisfy conditions: `{ where: { walkability: { min: 180 },
   * 'noise-levels': { min: 150 } }, within: { city: 'Austin', state: 'TX' } }`. Looked at are the centers of cells of
   * 7.5″ (some 200 m); cells that share a side are one area. Each area has people, size, mean scores, a place inside
   * and its names, and on request an outline.
   *
   * Conditions about residents (`population-profile`, `ideological-lean`, `insurance-coverage`) are refused unless
   * `demographics` is true: to choose or advertise homes by who lives around may break fair-housing law.
   *
   * @throws {ValidationError} when the request is refused, the area is outside the coverage or too large, or the search
   * takes too long
   * @throws {NotFoundError} when there is no area of that name
   * @throws {NotLoadedError} when a dimension, or the bundle that knows the name, was left out
   */
  find(request: FindRequest<Id>): FindAnswer
}

/** The areas that `find` found. */
export interface FindAnswer {
  /** Of the area that was searched: `approximate` for cities without an outline of the census. */
  readonly boundary: AreaAnswer['boundary']
  /** How many areas there are, with those beyond the limit. */
  readonly total: number
  /** The first of them, in the order of `rank_by`. */
  readonly areas: readonly FoundArea[]
}

/** The name that more than half of some places have. */
class Majority {
  readonly #counts = new Map<string | null, number>()
  #asked = 0
  #most = 0
  #first: string | null = null

  constructor(private readonly places: number) {}

  add(name: string | null): void {
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    this.#asked++
    if (count <= this.#most) return
    this.#most = count
    this.#first = name
  }

  /** Whether the places that were not asked change nothing. */
  get isDecided(): boolean {
    return this.#most * 2 > this.places || (this.#most + this.places - this.#asked) * 2 <= this.places
  }

  get name(): string | null {
    return this.#most * 2 > this.places ? this.#first : null
  }
}

const ORDERS = ['best', 'people', 'size'] as const

/**
 * @param placesOf asked for at each call, because `load` adds to them
 * @param reverse names a place of an area that was found, without its address
 */
export function areaFunctions(
  scored: ScoredData,
  placesOf: () => AreaPlaces,
  reverse: (point: Point) => ReverseAnswer,
): AreaFunctions<string> {
  /** The names that more than half of an area have: of a large one there is no neighborhood. */
  const commonNames = (places: readonly Point[]) => {
    const [neighborhood, city, zip, county] = Array.from({ length: 4 }, () => new Majority(places.length))
    let state: ReverseAnswer['state'] = null
    for (const place of places) {
      if (state !== null && [neighborhood, city, zip, county].every(({ isDecided }) => isDecided)) break
      const answer = reverse(place)
      neighborhood.add(answer.neighborhood)
      city.add(answer.city)
      zip.add(answer.zip)
      county.add(answer.county?.name ?? null)
      state ??= answer.state
    }
    const names = { neighborhood: neighborhood.name, city: city.name, zip: zip.name, county: county.name }
    return { name: placeLabel(names, state), ...names }
  }
  const dataNow = (): AreaData => ({ geography: scored.geography, ...placesOf() })
  return {
    scoresAround<Id extends string>(question: ScoresAroundRequest<Id>): ScoresAround<Id> {
      const { lat, lon, radius, dimensions: chosen } = aroundRequestOf(question, scored.ids)
      const loaded = scored.chosen(chosen)
      const circle = circleRegion({ lat, lon, radius })
      const { geography } = scored
      geography.assertAreaPresent(circle)
      assertAllScored(loaded, circle.box)
      const { people, bands } = Bands.of(geography).around({ lat, lon, radius }, loaded, scored.density(circle))
      const scores: Record<string, ScoreBand> = {}
      const spot = scored.locate({ lat, lon })
      loaded.forEach((dimension, i) => {
        scores[dimension.dimension.id] = { score: scored.scoreAt(dimension, spot), ...bands[i] }
      })
      return { lat, lon, radius, people, scores: scores as Record<Id, ScoreBand> }
    },

    area(shape, options = {}) {
      const { dimensions: chosen, below, timeout: time } = areaOptionsOf(options, scored.ids)
      const loaded = scored.chosen(chosen)
      const data = dataNow()
      if (data.geography.loaded !== null) assertAllScored(loaded, regionIn(data, shape).region.box)
      return areaAnswer(data, shape, loaded, below, new Budget({ ...DEFAULT_LIMITS, time }))
    },

    rank(dimension, options) {
      const { of, limit, order, min_people, timeout } = rankOptionsOf(options)
      const loaded = scored.loadedOf(dimension)
      scored.geography.assertWhole('A ranking')
      const within = options.within ?? undefined
      const ranking = { of, within, limit, order: order ?? ('highest' as const), minPeople: min_people, timeout }
      return inWithin(() => rankAreas(dataNow(), loaded, ranking))
    },

    find(request) {
      const { where, within, demographics, outline, ...given } = findRequestOf(request)
      const loadedOf = (id: string) => scored.loadedOf(id)
      const conditions = conditionsOf(where, demographics, loadedOf, scored.ids)
      const { rank_by = 'best' } = given
      const order = ORDERS.find((known) => known === rank_by)
      const rankBy = order ?? loadedOf(searchable(rank_by, ['rank_by'], demographics, scored.ids))
      const data = dataNow()
      const { mostCells: cells = DEFAULT_LIMITS.cells, timeout: time = DEFAULT_LIMITS.time } = request
      const budget = new Budget({ ...DEFAULT_LIMITS, cells, time }, 'within')
      const { region, boundary } = inWithin(() => regionIn(data, within as unknown as AreaShape))
      const asked = [...Object.keys(where), rank_by].flatMap((id) => scored.loaded.get(id as DimensionId) ?? [])
      assertAllScored(asked, region.box)
      const { areas, ...found } = findAreas(data.geography, {
        where: conditions,
        region,
        limit: given.limit,
        rankBy,
        minPeople: given.min_people,
        outline,
        budget,
      })
      return { boundary, ...found, areas: areas.map(({ sample, ...area }) => ({ ...commonNames(sample), ...area })) }
    },
  }
}
