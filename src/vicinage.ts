import type { AreaAnswer, AreaData, AreaOptions, AreaShape } from './areas/area-answer.ts'
import { type EdgeKind, FARTHEST_EDGE, NEAR_EDGE, nearestOther, type OtherPlace } from './areas/edge.ts'
import type { RankedArea, RankOptions } from './areas/rank.ts'
import { buildName, type SharedVicinage } from './bundles.ts'
import { type DimensionId, dimensions, type GroupIds, groupMethods, type MethodName } from './dimensions/catalog.ts'
import { setCatalog } from './dimensions/catalog-of.ts'
import type { Dimension } from './dimensions/dimension.ts'
import type { LoadedDimension, Place as Spot } from './dimensions/loaded-dimension.ts'
import type { Percentile } from './dimensions/percentiles.ts'
import { ColumnScorer, STATUS } from './dimensions/score-columns.ts'
import { type Units, wordsFor } from './dimensions/words.ts'
import type {
  DimensionEntry,
  Edge,
  Explanation,
  Score,
  ScoreBand,
  Scores,
  ScoresAround,
  ToolMethods,
} from './endpoints/answers.ts'
import { parse } from './endpoints/check.ts'
import type {
  AnyEdge,
  AreaEdge,
  DistrictEdge,
  EdgeOptions,
  FindAnswer,
  FindRequest,
  Library,
  Point,
  ScoreOptions,
  ScoresAroundRequest,
  ScoresOptions,
  SuggestOptions,
  Surroundings,
} from './endpoints/endpoint.ts'
import type { GeocodeAnswers, GeocodeOptions } from './endpoints/geocode-methods.ts'
import { noGeocoder } from './endpoints/no-geocoder.ts'
import { dimensionAmong, lat, lon } from './endpoints/place-parameters.ts'
import { NotLoadedError, refusedArgument } from './errors.ts'
import { type Box, boxAround } from './geo/box.ts'
import { EXACT, WIDEST } from './geo/distance.ts'
import { assertAllScored, assertBoxLoaded, assertScored } from './geo/loaded-boxes.ts'
import type { Place } from './geo/place.ts'
import type { GeocodeAnswer, GeocodedPlace } from './geocode/answer.ts'
import { type ReverseAnswer, ReverseGeocoder } from './geocode/reverse.ts'
import type { Suggestion } from './geocode/suggest/place-table.ts'
import type { Geography } from './geography.ts'
import type { LayerOptions } from './layers/layer.ts'
import { checkOptions, type OptionNames, placeFields } from './options.ts'
import type { LoadMore, LoadRequest } from './place/load-place.ts'
import type { SchoolMethods } from './schools/answers.ts'
import { COVERAGE } from './states.ts'

type AreaCode = typeof import('./areas/open-areas.ts')

const scoreOptions: OptionNames<ScoreOptions> = { description: true, percentiles: true, units: true }
const explainOptions: OptionNames<Pick<ScoreOptions, 'units'>> = { units: true }
const edgeOptions: OptionNames<EdgeOptions> = { maxDistance: true, units: true }
const scoresOptions: OptionNames<ScoresOptions> = { ...scoreOptions, dimensions: true }
const columnsRequest: OptionNames<ScoreColumnsRequest> = {
  lat: true,
  lon: true,
  dimensions: true,
  percentiles: true,
  statusColumn: true,
}
const loadRequest: OptionNames<LoadRequest> = {
  box: true,
  dimensions: true,
  schools: true,
  geocoder: true,
  signal: true,
}
const outside = `Outside the coverage: ${COVERAGE}.`

/** What `nearest` takes. */
export interface NearestOptions {
  /** 1-1,000; default 1. */
  readonly limit?: number | undefined
  /** Meters, 1 to 100,000, which is the default: features farther away are not looked for. */
  readonly maxDistance?: number | undefined
}

/** A feature of an own layer near a place. */
export interface NearestFeature {
  /** Its place in the list of features, from 0. */
  readonly index: number
  /** 0 inside a polygon. */
  readonly distance_meters: number
  /** Those of the feature. */
  readonly properties: Readonly<Record<string, unknown>> | null
}

/** What `scoreColumns` takes. */
export interface ScoreColumnsRequest<
  Id extends string = DimensionId,
  Percentiles extends boolean = boolean,
  Status extends boolean = boolean,
> {
  /** Latitudes, degrees, WGS 84, one per point; places that are not finite or outside the coverage score 0. */
  readonly lat: Float64Array
  /** Longitudes, as many. */
  readonly lon: Float64Array
  /** Ids; all loaded dimensions when left out. */
  readonly dimensions?: readonly Id[] | undefined
  /**
   * Adds a column per dimension, `<id>_percentile`: percent of the people of the point's state who live at a lower score, 0-100;
   * 255 where there is no score.
   */
  readonly percentiles?: Percentiles | undefined
  /** Adds the column `statusColumn`, which tells a place without data from one outside the coverage: values of `STATUS`. */
  readonly statusColumn?: Status | undefined
}

/**
 * A column per dimension, as long as the coordinates, under its id; with percentiles also one under `<id>_percentile`, and with
 * `statusColumn` one under that name.
 */
export type ScoreColumns<
  Id extends string = DimensionId,
  Percentiles extends boolean = false,
  Status extends boolean = false,
> = Record<
  Id | (Percentiles extends true ? `${Id}_percentile` : never) | (Status extends true ? 'statusColumn' : never),
  Uint8Array
>

/** A function per dimension of a group, under its id in camel case; each answers `{ result: { score, description } }`. */
export type ScoreMethods<G extends keyof GroupIds> = {
  readonly [Id in GroupIds[G] as MethodName<Id>]: (point: Point) => { readonly result: Score }
}

/**
 * What `openVicinage` returns: the functions of the service, in the caller's process. All of them are synchronous.
 * `Own` are the ids of own layers, which `withLayer` adds: `Vicinage<'canopy'>`.
 */
export class Vicinage<Own extends string = never> implements Library {
  #geography: Geography
  #loaded: ReadonlyMap<DimensionId, LoadedDimension>
  readonly #place: Spot = { lon: 0, lat: 0, zone: 0, blockGroup: 0 }
  #geocoding: GeocodeAnswers
  #areas: Pick<AreaData, 'districts' | 'schools'>
  readonly #loadedAreaCode: AreaCode | null
  #reverse: ReverseGeocoder
  readonly #loadMore: LoadMore | null
  readonly #share: () => SharedVicinage
  #shared: SharedVicinage | undefined
  #columns: ColumnScorer | undefined
  readonly #ids: readonly DimensionId[]
  readonly #catalog: readonly Dimension<DimensionId>[]

  /** @internal use `openVicinage` */
  constructor(
    geography: Geography,
    loaded: readonly LoadedDimension[],
    schools: SchoolMethods,
    geocoding: GeocodeAnswers = noGeocoder,
    share: () => SharedVicinage = refuseToShare,
    areas: Pick<AreaData, 'districts' | 'schools'> = { districts: null, schools: null },
    areaCode: AreaCode | null = null,
    columns: ColumnScorer | undefined = undefined,
    loadMore: LoadMore | null = null,
    private readonly lookups: readonly { readonly upgraded?: unknown }[] = [],
  ) {
    this.#columns = columns
    this.#loadedAreaCode = areaCode
    this.#share = share
    this.#geography = geography
    this.#loaded = new Map(loaded.map((dimension) => [dimension.dimension.id, dimension]))
    const own = loaded.flatMap(({ dimension }) => (dimension.group === 'layers' ? [dimension] : []))
    // Those of upgraded bundles have words of their own.
    this.#catalog = [...dimensions.map((record) => this.#loaded.get(record.id)?.dimension ?? record), ...own]
    setCatalog(this, this.#catalog)
    this.#ids = this.#catalog.map(({ id }) => id)
    this.schools = schools
    this.tools = geocoding.tools
    this.#geocoding = geocoding
    this.#areas = areas
    this.#reverse = new ReverseGeocoder(geography, geocoding.placeNamer)
    this.#loadMore = loadMore
  }

  /**
   * Loads more places, dimensions, or both, where `openVicinage` was called with `around`: `await vicinage.load({ box, dimensions })`. Until
   * it is done, and where it fails, what was loaded before answers as before. Calls are done one after the other.
   * Where everything was loaded, there is nothing to do.
   *
   * @throws {ValidationError} when an option is refused, or there is no such dimension
   * @throws {BundleError} when the server fails, or its files are damaged or not those that were opened
   * @throws {NotLoadedError} when a dimension or the schools were left out of a whole opening
   */
  async load(request: LoadRequest = {}): Promise<void> {
    checkOptions(request, loadRequest)
    if (this.#loadMore === null) {
      for (const id of request.dimensions ?? []) this.#loadedOf(id)
      return
    }
    const { geography, dimensions, schools, geocoding, areas } = await this.#loadMore(request)
    this.#geography = geography
    this.#loaded = new Map(dimensions.map((dimension) => [dimension.dimension.id, dimension]))
    // In place: callers may keep the functions.
    Object.assign(this.schools, schools)
    if (geocoding !== undefined) {
      this.#geocoding = geocoding
      Object.assign(this.tools, geocoding.tools)
    }
    this.#areas = areas
    this.#reverse = new ReverseGeocoder(geography, this.#geocoding.placeNamer)
    this.#columns = undefined
  }

  /** Names the build of the data and its upgrades: answers of the same build and version of the package are the same. */
  get build(): string {
    return buildName(this.#geography.build, [...this.lookups, ...this.#loaded.values()])
  }

  /** The data by edition: `2026.11`, the year and month of its build; null of folders that were built before editions had names. */
  get data(): { readonly version: string | null } {
    return { version: this.#geography.version }
  }

  /** Schools and school districts. */
  readonly schools: SchoolMethods

  /** The coordinate of an address. */
  readonly tools: ToolMethods

  /** What it is like there: `vibe.walkability({ lat, lon })`. Each answers as its endpoint does, and throws as `score`. */
  readonly vibe: ScoreMethods<'vibe'> = this.#methodsOf('vibe')
  /** Noise, air and industry: `environment.noiseLevels({ lat, lon })`. */
  readonly environment: ScoreMethods<'environment'> = this.#methodsOf('environment')
  /** The people who live there: `demographics.insuranceCoverage({ lat, lon })`. */
  readonly demographics: ScoreMethods<'demographics'> = this.#methodsOf('demographics')
  /** Flood and fire: `risk.flood({ lat, lon })`. */
  readonly risk: ScoreMethods<'risk'> = this.#methodsOf('risk')

  /**
   * The score of one dimension at a place: 1-255 on the dimension's scale, 0 = no data, with a short description.
   * With `{ description: false }` the description is null, which is faster. With `{ percentiles: true }` the answer says as well
   * how many people live at a lower score: `{ state: 62, coverage: 58, text: 'Quieter than where 62 % of Texans live.' }`, null at score 0.
   * The description has US units with metric ones in brackets, or with `{ units: 'metric' }` metric ones only.
   *
   * Of a place whose radius is over 150 m, as the geocoder answers it, `score` is that of the center and `band` the scores of the people
   * around; there is a description only where both ends of the band have the same words, and no percentile.
   *
   * @throws {ValidationError} when lat is not in -90…90, lon not in -180…180, or there is no such dimension
   * @throws {NotLoadedError} when the dimension was left out
   */
  score(dimension: DimensionId | Own, place: Place, options?: ScoreOptions): Score {
    // Written out, because millions of calls would feel a look into a table.
    for (const name in options)
      if (name !== 'description' && name !== 'percentiles' && name !== 'units') checkOptions(options, scoreOptions)
    if ((place?.radius ?? 0) > EXACT) return this.#scoresWithin(place, [dimension], options)[dimension]
    return this.#scoreOf(dimension, place, options)
  }

  #scoreOf(dimension: string, point: Point, options?: ScoreOptions): Score {
    const spot = this.#locate(point)
    const loaded = this.#loadedOf(dimension)
    const score = this.#scoreAt(loaded, spot)
    const description = options?.description === false ? null : this.#describe(loaded, score, spot, options?.units)
    if (options?.percentiles !== true) return { score, description }
    return { score, description, percentile: this.#percentile(loaded, score, spot) }
  }

  /**
   * Scores of several dimensions, or of all that are loaded, at one place, under their ids: `scores(found)`, `scores(place, { dimensions:
   * ['fire'] })`. Answers and throws as `score` does.
   */
  scores<const Id extends DimensionId | Own = DimensionId | Own>(
    place: Place,
    options: ScoresOptions<Id> = {},
  ): Scores<Id> {
    const moved = Object.keys(place ?? {}).find((name) => name in scoresOptions)
    if (moved !== undefined)
      throw refusedArgument(moved, `'${moved}' is an option: scores(place, { ${moved} })`, place, 'option_unknown')
    checkOptions(place as GeocodedPlace, placeFields, { kind: true })
    checkOptions(options as ScoresOptions, scoresOptions)
    const { dimensions, ...how } = options
    const ids = dimensions ?? (this.#idsAt(place) as readonly (DimensionId | Own)[] as readonly Id[])
    if ((place?.radius ?? 0) > EXACT) return this.#scoresWithin(place, ids, how)
    return Object.fromEntries(ids.map((id) => [id, this.score(id, place, how)])) as Scores<Id>
  }

  /** Scores of a place that is known only roughly: those at its center, and the bands around it in place of what is finer. */
  #scoresWithin<Id extends string>(
    { lat, lon, radius }: Place,
    ids: readonly Id[],
    options: ScoreOptions | undefined,
  ): Scores<Id> {
    const around = this.scoresAround({
      lat,
      lon,
      radius: Math.min(radius!, WIDEST),
      dimensions: ids as readonly string[] as readonly DimensionId[],
    })
    const answers = Object.entries(around.scores).map(([id, { score, ...band }]) => {
      const { ladder } = this.#loadedOf(id).dimension
      const ends =
        band.p10 === null || band.p90 === null ? [] : [wordsFor(ladder, band.p10), wordsFor(ladder, band.p90)]
      const description =
        options?.description !== false && ends.length > 0 && ends[0] === ends[1] ? `${ends[0]}.` : null
      return [id, { score, description, ...(options?.percentiles === true ? { percentile: null } : {}), band }]
    })
    return Object.fromEntries(answers)
  }

  /**
   * Scores in a circle, for a place that is known only roughly: per dimension the score at the center, the 10th and 90th percentile of
   * the scores at which the people inside live, and whether these are less than 25 points apart; and the people inside. Without
   * `dimensions` they are all that are loaded.
   *
   * @throws {ValidationError} when lat, lon or radius (meters, 1 to 1,000,000) is refused, or there is no such dimension
   * @throws {NotLoadedError} when a dimension was left out
   */
  scoresAround<const Id extends DimensionId | Own = DimensionId | Own>(
    question: ScoresAroundRequest<Id>,
  ): ScoresAround<Id> {
    const { aroundRequestOf, Bands, circleRegion } = this.#areaCode
    const { lat, lon, radius, dimensions: chosen } = aroundRequestOf(question, this.#ids)
    const loaded = this.#chosen(chosen)
    const circle = circleRegion({ lat, lon, radius })
    this.#geography.assertAreaPresent(circle)
    assertAllScored(loaded, circle.box)
    const { people, bands } = Bands.of(this.#geography).around({ lat, lon, radius }, loaded, this.#density(circle))
    const scores: Record<string, ScoreBand> = {}
    const place = this.#locate({ lat, lon })
    loaded.forEach((dimension, i) => {
      scores[dimension.dimension.id] = { score: this.#scoreAt(dimension, place), ...bands[i] }
    })
    return { lat, lon, radius, people, scores: scores as Record<Id, ScoreBand> }
  }

  /**
   * An area summed up: people and land, and per dimension the mean, percentiles, share without data and basis by the people who live
   * there, and the mean of its land; and its public schools by level. The area is a GeoJSON polygon or multipolygon, a circle, a box, or one that has a name:
   * `{ state: 'TX' }`, `{ county: '48453' }`, `{ tract }`, `{ blockGroup }` (census codes), `{ district }` (7-digit LEA id), `{ zip }`,
   * `{ city, state }`. Of cities without an outline of the census the `boundary` is
   * `approximate`: they are their ZIPs. A ZIP of post-office boxes has no area.
   *
   * @throws {ValidationError} when the shape or an option is refused
   * @throws {NotFoundError} when there is no area of that name
   * @throws {NotLoadedError} when a dimension, or the bundle that knows the name, was left out
   */
  area(shape: AreaShape, options: AreaOptions<DimensionId | Own> = {}): AreaAnswer {
    const { areaOptionsOf, Budget, DEFAULT_LIMITS } = this.#areaCode
    const { dimensions: chosen, below, timeout: time } = areaOptionsOf(options, this.#ids)
    const loaded = this.#chosen(chosen)
    const data = { geography: this.#geography, places: this.#geocoding.placeAreas, ...this.#areas }
    const region = this.#geography.loaded === null ? null : this.#areaCode.regionIn(data, shape).region
    if (region !== null) assertAllScored(loaded, region.box)
    return this.#areaCode.areaAnswer(data, shape, loaded, below, new Budget({ ...DEFAULT_LIMITS, time }))
  }

  /**
   * The cities, ZIPs, counties or school districts whose people have the highest mean score in a dimension, or the lowest, with the
   * means that `area` answers. Areas of which more than half of the people have no score are left out. The first ranking of a kind takes
   * seconds, later ones some milliseconds.
   *
   * @throws {ValidationError} when an option is refused, or there is no such dimension
   * @throws {NotFoundError} when `within` is not in the data
   * @throws {NotLoadedError} when the dimension, or the bundle that knows the areas, was left out
   */
  rank(dimension: DimensionId | Own, options: RankOptions): readonly RankedArea[] {
    const { of, limit, order, min_people } = this.#areaCode.rankOptionsOf(options)
    const loaded = this.#loadedOf(dimension)
    const geography = this.#geography
    geography.assertWhole('A ranking')
    const data = { geography, places: this.#geocoding.placeAreas, ...this.#areas }
    const within = options.within ?? undefined
    const ranking = { of, within, limit, order: order ?? ('highest' as const), minPeople: min_people }
    return this.#areaCode.inWithin(() => this.#areaCode.rankAreas(data, loaded, ranking))
  }

  /**
   * The connected areas of an area all of whose places satisfy conditions: `{ where: { walkability: { min: 180 }, 'noise-levels':
   * { min: 150 } }, within: { city: 'Austin', state: 'TX' } }`. Looked at are the centers of cells of 7.5″ (some 200 m); cells
   * that share a side are one area. Each area has people, size, mean scores, a place
   * inside and its names, and on request an outline.
   *
   * Conditions about residents (`population-profile`, `ideological-lean`, `insurance-coverage`) are refused unless `demographics` is true:
   * to choose or advertise homes by who lives around may break fair-housing law.
   *
   * @throws {ValidationError} when the request is refused, the area is outside the coverage or too large, or the search takes too long
   * @throws {NotFoundError} when there is no area of that name
   * @throws {NotLoadedError} when a dimension, or the bundle that knows the name, was left out
   */
  find(request: FindRequest | FindRequest<DimensionId | Own>): FindAnswer {
    const { where, within, demographics, outline, ...given } = this.#areaCode.findRequestOf(request)
    const loadedOf = (id: string) => this.#loadedOf(id)
    const { Budget, conditionsOf, DEFAULT_LIMITS, findAreas, inWithin, regionIn, searchable } = this.#areaCode
    const conditions = conditionsOf(where, demographics, loadedOf, this.#ids)
    const rankBy =
      given.rank_by === undefined || given.rank_by === 'people' || given.rank_by === 'size'
        ? (given.rank_by ?? 'people')
        : loadedOf(searchable(given.rank_by, ['rank_by'], demographics, this.#ids))
    const data = { geography: this.#geography, places: this.#geocoding.placeAreas, ...this.#areas }
    const { mostCells: cells = DEFAULT_LIMITS.cells, timeout: time = DEFAULT_LIMITS.time } = request
    const budget = new Budget({ ...DEFAULT_LIMITS, cells, time }, 'within')
    const { region, boundary } = inWithin(() => regionIn(data, within as unknown as AreaShape))
    const asked = [...Object.keys(where), given.rank_by].flatMap((id) => this.#loaded.get(id as DimensionId) ?? [])
    assertAllScored(asked, region.box)
    const { areas, ...found } = findAreas(this.#geography, {
      where: conditions,
      region,
      limit: given.limit,
      rankBy,
      minPeople: given.min_people,
      outline,
      budget,
    })
    const named = areas.map((area) => {
      const { label, neighborhood, city, zip, county } = this.reverse(area)
      return { name: label, neighborhood, city, zip, county: county?.name ?? null, ...area }
    })
    return { boundary, ...found, areas: named }
  }

  /**
   * Scores at columns of points: one Uint8Array per dimension, as long as the columns. Nothing is allocated per point.
   *
   * @throws {ValidationError} when the columns differ in length, or there is no such dimension
   * @throws {NotLoadedError} when a dimension was left out, or a point is in a state that the data were copied without; with
   * `statusColumn`, such points have that status in its stead
   */
  scoreColumns<
    const Id extends DimensionId | Own = DimensionId | Own,
    const Percentiles extends boolean = false,
    const Status extends boolean = false,
  >(request: ScoreColumnsRequest<Id, Percentiles, Status>): ScoreColumns<Id, Percentiles, Status> {
    const columns = this.#columnsOf('score', request)
    const all = {
      ...columns,
      ...(request.percentiles === true ? this.#percentileColumns(request, columns) : {}),
      ...(request.statusColumn === true ? { statusColumn: this.#statusColumn(request, columns) } : {}),
    }
    return all as ScoreColumns<Id, Percentiles, Status>
  }

  /**
   * The basis of the scores at columns of points, as `explain` names it: 1 measured, 2 modeled, 3 estimate, 0 where there is no score.
   * Throws as `scoreColumns` does.
   */
  basisColumns<const Id extends DimensionId | Own = DimensionId | Own>(
    request: ScoreColumnsRequest<Id>,
  ): ScoreColumns<Id> {
    return this.#columnsOf('basis', request)
  }

  /**
   * How a score came about: the raw inputs with units and the area each describes, its basis, its percentile
   * among the people of the state and of the coverage (percent who live at a lower score), and its sources.
   * Raw inputs are metric; `units` are those of the description, as in `score`. Of a place whose radius is over 150 m there is the band of
   * `score`, and no inputs, basis or percentile, which are those of a point. Throws as `score` does.
   */
  explain(dimension: DimensionId | Own, point: Place, options?: Pick<ScoreOptions, 'units'>): Explanation {
    checkOptions(options, explainOptions)
    if ((point?.radius ?? 0) > EXACT) {
      const { [dimension as DimensionId]: answer } = this.#scoresWithin(point, [dimension], options)
      const sources = sourcesOf(this.#loadedOf(dimension))
      return { dimension: dimension as DimensionId, ...answer, basis: null, inputs: [], percentile: null, sources }
    }
    const answer = this.#scoreOf(dimension, point, { units: options?.units })
    const place = this.#locate(point)
    const loaded = this.#loadedOf(dimension)
    const sources = sourcesOf(loaded)
    const near = loaded.hasZones ? this.edge(dimension, point, { maxDistance: NEAR_EDGE, units: options?.units }) : null
    this.#locate(point)
    if (answer.score === 0) {
      const edge = near === null ? {} : { edge: near }
      return { dimension: loaded.dimension.id, ...answer, basis: null, inputs: [], percentile: null, ...edge, sources }
    }
    this.#findBlockGroup(place)
    const geography = this.#geography
    const around = geography.describe(place.blockGroup)
    const names = {
      area: 'the area (precinct or zone) that holds the place',
      'block group': `census block group ${around.blockGroup}, ${around.county}, ${around.state}`,
      tract: `census tract ${around.blockGroup.slice(0, 11)}, ${around.county}, ${around.state}`,
      neighborhood: `the neighborhood around the center of census block group ${around.blockGroup} (mean)`,
      surroundings: 'the neighborhood around the place (mean)',
      cell: 'raster cells around the place',
      feature: 'the feature of the layer',
    }
    return {
      dimension: loaded.dimension.id,
      ...answer,
      basis: loaded.basis(place),
      inputs: loaded.inputs(place).map(({ meta, value, geography }) => ({
        name: meta.label,
        value: Number(value.toFixed(meta.digits)),
        unit: meta.unit === '' ? null : meta.unit,
        geography: names[geography],
      })),
      percentile: this.#percentile(loaded, answer.score, place),
      ...(near === null ? {} : { edge: near }),
      sources,
    }
  }

  /**
   * The nearest place with another answer: for dimensions of zones (fire, flood, ideological lean, insurance coverage, population
   * profile) with another zone's score, to a raster cell of 62 m; for `districts` with other school districts, exactly; for `zip` and
   * `city` in another one, or outside of all, to 10 m. Null where there is none within the limit, and outside the coverage. Flood has
   * zones where its maps are; a place without zone has none of them. Of a place with a radius the edge has to be outside of it.
   *
   * @throws {ValidationError} when lat, lon or `maxDistance` (meters, 1 to 50,000) is refused, there is no such dimension, or it has no zones
   * @throws {NotLoadedError} when the dimension or the districts were left out
   */
  edge(dimension: 'districts', place: Place, options?: EdgeOptions): DistrictEdge | null
  /** The nearest place in another ZIP or city: see above. */
  edge(dimension: 'zip' | 'city', place: Place, options?: EdgeOptions): AreaEdge | null
  /** The nearest place with another zone's score: see above. */
  edge(dimension: DimensionId | Own, place: Place, options?: EdgeOptions): Edge | null
  /** One of them: see above. */
  edge(dimension: EdgeKind | DimensionId | Own, place: Place, options?: EdgeOptions): AnyEdge | null
  edge(dimension: EdgeKind | DimensionId | Own, place: Place, options: EdgeOptions = {}): AnyEdge | null {
    checkOptions(options, edgeOptions)
    const { maxDistance = FARTHEST_EDGE, units } = options
    if (!(typeof maxDistance === 'number' && maxDistance >= 1 && maxDistance <= FARTHEST_EDGE))
      throw refusedArgument('maxDistance', `maxDistance has to be 1 to ${FARTHEST_EDGE} meters`, maxDistance)
    const found = this.#edgeOf(dimension, place, maxDistance, units)
    const radius = place.radius ?? 0
    if (found !== null && radius > EXACT && found.distance_meters < radius)
      throw refusedArgument(
        'radius',
        `The nearest edge is nearer than the ${Math.round(radius)} meters to which the place is known: ask for a more exact place`,
        radius,
        'place_too_wide',
      )
    return found
  }

  #edgeOf(dimension: EdgeKind | DimensionId | Own, point: Point, maxDistance: number, units?: Units): AnyEdge | null {
    const { lat, lon, zone } = this.#locate(point)
    if (dimension === 'zip' || dimension === 'city') {
      const places = this.#areaCode.loadedPlaces(this.#geocoding.placeAreas)
      const found = zone === 0 ? null : places.edge(dimension as 'zip' | 'city', lat, lon, maxDistance)
      return found && { ...edgeOf(found), area: found.area }
    }
    if (dimension === 'districts') {
      const { districts } = this.#areas
      if (districts === null)
        throw new NotLoadedError(
          'School districts are not loaded: districts.bundle was left out.',
          'districts_not_loaded',
        )
      const found = districts().edge(lat, lon, maxDistance)
      return found && { ...edgeOf(found), districts: this.schools.districts(found).districts }
    }
    const loaded = this.#loadedOf(dimension)
    if (!loaded.hasZones)
      throw refusedArgument(
        'dimension',
        `${loaded.dimension.name} has no zones: its scores change little by little. Edges are those of fire, flood, ideological-lean (precincts), insurance-coverage and population-profile (census tracts), districts, zip and city.`,
        dimension,
      )
    const found = this.#nearestOther(loaded, point, maxDistance)
    if (this.#geography.loaded !== null) {
      const looked = boxAround(lon, lat, found?.meters ?? maxDistance)
      assertBoxLoaded(this.#geography.loaded, looked, 'The place')
      assertAllScored([loaded], looked)
    }
    return found && { ...edgeOf(found), ...this.score(dimension, found, { units }) }
  }

  /**
   * The census areas around a place: 12-digit block group, county (`Travis County`) and state; null outside the coverage.
   * Throws as `score` does.
   */
  place(point: Point): Surroundings | null {
    const place = this.#locate(point)
    if (place.zone === 0) return null
    this.#findBlockGroup(place)
    return this.#geography.describe(place.blockGroup)
  }

  /**
   * The whole answer about an address: coordinate, the layer that found it, confidence (0-1), radius, the address that was found,
   * the parts that were read, alternatives. Null coordinates and a message where nothing is found.
   *
   * @param address in one line, 1-300 characters
   * @throws {ValidationError} when the address or an option is refused
   * @throws {NotLoadedError} when the geocoder was left out
   */
  geocode(address: string, options?: GeocodeOptions): GeocodeAnswer {
    return this.#geocoding.geocode(address, options)
  }

  /**
   * What is at a place: neighborhood, city and ZIP, county, state, census tract and block group, and all that in one line; of a place
   * with a radius nothing that is finer. Outside the coverage all of it is null, with a message. City and ZIP are those whose outlines
   * hold the place. Throws as `score` does.
   */
  reverse(place: Place): ReverseAnswer {
    const { zone, lon, lat } = this.#locate(place)
    return this.#reverse.at(zone, { lat, lon, radius: place.radius, layer: place.layer })
  }

  /**
   * The places whose name a text may be the beginning of, best first: states, counties, cities, ZIPs, neighborhoods, schools and libraries.
   * Typing errors after the third letter are forgiven. The first call takes a tenth of a second.
   *
   * @param text 1-100 characters; a city or state may follow the name: `hyde park, aus`
   * @throws {ValidationError} when the text or an option is refused
   */
  suggest(text: string, options?: SuggestOptions): readonly Suggestion[] {
    return this.#geocoding.suggest(text, options)
  }

  /**
   * A new vicinage that has features of one's own as one more dimension, under their id in every function; this one stays as it is.
   * It answers exactly, from the features: `withLayer({ id: 'canopy', features, score: { field: 'score' } }).score('canopy', { lat, lon })`.
   * The features are kept, not copied: do not change them.
   *
   * @throws {ValidationError} when an option or a feature is refused, which the message names by its number; or there is a dimension or
   * layer of that id
   * @throws {NotLoadedError} when `areas: false` left out the code, or only places are loaded: percentiles are those of all people
   */
  withLayer<const Id extends string>(layer: LayerOptions<Id>): Vicinage<Own | Id> {
    const { checkLayer, OwnLayer } = this.#areaCode
    checkLayer(layer)
    this.#geography.assertWhole('A layer of your own')
    const own = new OwnLayer(layer, this.#geography)
    if (this.#isId(own.dimension.id))
      throw refusedArgument('id', `There is a layer '${layer.id}' already: choose another id.`, layer.id)
    const share = () => ({ ...this.share(), layers: [...(this.share().layers ?? []), layer] })
    return new Vicinage<Own | Id>(
      this.#geography,
      [...this.#loaded.values(), own],
      this.schools,
      this.#geocoding,
      share,
      this.#areas,
      this.#loadedAreaCode,
      this.#scorer(),
      null,
      this.lookups,
    )
  }

  /**
   * The features of an own layer that are nearest to a place, nearest first: those within `maxDistance` meters, at most `limit`.
   *
   * @throws {ValidationError} when the place or an option is refused, or there is no own layer of that id in memory
   */
  nearest(layer: Own, point: Point, options: NearestOptions = {}): readonly NearestFeature[] {
    const { limit, maxDistance } = this.#areaCode.nearestOptionsOf(options)
    const { lat, lon } = this.#locate(point)
    const loaded = this.#loadedOf(layer)
    if (loaded.nearest === undefined)
      throw refusedArgument(
        'layer',
        `${loaded.dimension.name} has no features in memory: only layers of withLayer have them.`,
        layer,
      )
    return loaded.nearest(lon, lat, limit, maxDistance).map(({ feature, meters, properties }) => ({
      index: feature,
      distance_meters: meters,
      properties: properties ?? null,
    }))
  }

  /** The catalog: what each dimension means, how it is made and from which sources (empty where it is not loaded). */
  dimensions(): readonly DimensionEntry[] {
    return this.#catalog.map(({ id, group, name, scale, method }) => ({
      id,
      group,
      path: `/v1/${group}/${id}`,
      name,
      scale,
      method,
      loaded: this.#loaded.has(id),
      sources: sourcesOf(this.#loaded.get(id)),
    }))
  }

  /** The dimensions that are loaded, of those by place the ones that are loaded at this. */
  #idsAt(point: Point): DimensionId[] {
    const ids = [...this.#loaded.keys()]
    if (this.#geography.loaded === null) return ids
    const { lat, lon } = this.#locate(point)
    return ids.filter((id) => this.#loaded.get(id)?.loaded?.has(lon, lat) ?? true)
  }

  /** A function per dimension of the group: `vibe.walkability({ lat, lon })` answers `{ result: { score, description } }`. */
  #methodsOf<G extends keyof GroupIds>(group: G): ScoreMethods<G> {
    return groupMethods(group, (id) => (point: Point) => ({ result: this.#scoreOf(id, point) }))
  }

  /** Throws `NotLoadedError` where one of the points is in a state that the folder was copied without, or not in memory. */
  #assertPresent(lat: Float64Array, lon: Float64Array, dimensions: readonly LoadedDimension[]): void {
    const geography = this.#geography
    if (geography.loaded !== null)
      for (let i = 0; i < lat.length; i++) {
        if (!isCoordinate(lat[i], lon[i])) continue
        geography.assertPlace(lon[i], lat[i])
        for (const dimension of dimensions) assertScored(dimension, lon[i], lat[i])
      }
    if (!geography.isCut) return
    for (let i = 0; i < lat.length; i++)
      if (geography.zoneAt(lon[i], lat[i]) === 0) geography.assertPresent(lon[i], lat[i])
  }

  /** Takes away the scores of places that are not in memory. */
  #clearNotLoaded(
    lat: Float64Array,
    lon: Float64Array,
    loaded: readonly LoadedDimension[],
    columns: Uint8Array[],
  ): void {
    const places = this.#geography.loaded
    if (places !== null)
      loaded.forEach((dimension, d) => {
        for (let i = 0; i < lat.length; i++)
          if (!places.has(lon[i], lat[i]) || !(dimension.loaded?.has(lon[i], lat[i]) ?? true)) columns[d][i] = 0
      })
  }

  #statusColumn(
    { lat, lon }: Pick<ScoreColumnsRequest, 'lat' | 'lon'>,
    columns: Readonly<Record<string, Uint8Array>>,
  ): Uint8Array {
    const status = new Uint8Array(lat.length)
    const inside = new Uint8Array(lat.length)
    const scores = Object.values(columns)
    const { loaded: places } = this.#geography
    const isLoaded = (at: number) =>
      places === null ||
      (places.has(lon[at], lat[at]) &&
        Object.keys(columns).every((id) => this.#loaded.get(id as DimensionId)?.loaded?.has(lon[at], lat[at]) ?? true))
    for (const [id, column] of Object.entries(columns)) {
      // Own layers may have scores outside the coverage; where another dimension has one, the place is inside.
      const tells = this.#loaded.get(id as DimensionId)?.dimension.group === 'layers' ? 0 : 1
      for (let i = 0; i < column.length; i++) {
        if (column[i] === 0) status[i] = STATUS.noData
        else inside[i] |= tells
      }
    }
    for (let i = 0; i < status.length; i++) {
      if (places === null && inside[i] === 1) continue
      if (status[i] === STATUS.scored && scores.length > 0) continue
      if (!isCoordinate(lat[i], lon[i])) status[i] = STATUS.badCoordinate
      else if (!isLoaded(i)) status[i] = STATUS.notLoaded
      else if (status[i] !== STATUS.scored && this.#geography.zoneAt(lon[i], lat[i]) === 0)
        status[i] = this.#geography.isAbsent(lon[i], lat[i]) ? STATUS.notLoaded : STATUS.outside
    }
    return status
  }

  #columnsOf<Id extends string>(what: 'score' | 'basis', request: ScoreColumnsRequest<Id>): ScoreColumns<Id> {
    checkOptions(request, columnsRequest)
    const { lat, lon, dimensions: ids, statusColumn: status = false } = request
    if (!(lat instanceof Float64Array && lon instanceof Float64Array) || lat.length !== lon.length) {
      const name = lat instanceof Float64Array ? 'lon' : 'lat'
      throw refusedArgument(name, `${what}Columns expects lat and lon as Float64Arrays of the same length.`, null)
    }
    const chosen: readonly string[] = ids ?? [...this.#loaded.keys()]
    const loaded = chosen.map((id) => this.#loadedOf(id))
    const columns = chosen.map(() => new Uint8Array(lat.length))
    this.#scorer().score(lon, lat, loaded, columns, what)
    if (status) this.#clearNotLoaded(lat, lon, loaded, columns)
    else this.#assertPresent(lat, lon, loaded)
    return Object.fromEntries(chosen.map((id, i) => [id, columns[i]])) as ScoreColumns<Id>
  }

  /**
   * The data for other threads: `postMessage` carries it, `openVicinage({ shared })` opens it there without a copy. It is made once, in
   * memory of its own, and is the same at every call. Without SharedArrayBuffer (browser pages that are not cross-origin isolated) each
   * thread that it is sent to gets a copy.
   */
  share(): SharedVicinage {
    this.#shared ??= this.#share()
    return this.#shared
  }

  get #areaCode(): AreaCode {
    if (this.#loadedAreaCode === null)
      throw new NotLoadedError('Areas are not loaded: they were left out, open with `areas: true`.', 'areas_not_loaded')
    return this.#loadedAreaCode
  }

  /** People per km² of the surroundings, which come with liveliness; null without it, everywhere in the region. */
  #density(region: { readonly box: Box } | null): ((place: Spot) => number) | null {
    const liveliness = this.#loaded.get('liveliness')
    const isLoaded = region === null || (liveliness?.loaded?.holds(region.box) ?? true)
    return liveliness === undefined || !isLoaded ? null : (place) => liveliness.fact('people_km2', place)
  }

  /** Reads surfaces of this vicinage's dimensions; layers that are added later have none. */
  #scorer(): ColumnScorer {
    this.#columns ??= new ColumnScorer(this.#geography, this.#loaded.values())
    return this.#columns
  }

  #isId(id: string): id is DimensionId {
    return (this.#ids as readonly string[]).includes(id)
  }

  /** The dimensions of a request, in its order; all that are loaded where it names none. Throws as `#loadedOf` does. */
  #chosen(ids: readonly DimensionId[] | undefined): readonly LoadedDimension[] {
    return ids === undefined
      ? this.#ids.flatMap((id) => this.#loaded.get(id) ?? [])
      : ids.map((id) => this.#loadedOf(id))
  }

  /** Throws `NotLoadedError`, or `ValidationError` when there is no such dimension at all. */
  #loadedOf(id: string): LoadedDimension {
    const loaded = this.#loaded.get(id as DimensionId)
    if (loaded !== undefined) return loaded
    const dimension = this.#catalog.find((known) => known.id === id)
    // Refuses what is not among the ids, with the detail of a 422 answer.
    if (dimension === undefined) parse([dimensionAmong(this.#ids)], { dimension: id })
    throw new NotLoadedError(`${dimension?.name ?? id} is not loaded: its bundle was left out.`, 'dimension_not_loaded')
  }

  /** Checks the coordinates and finds the zone; the place is good until the next call. */
  #locate(point: Point): Spot {
    const place = this.#place
    if (typeof point?.lat === 'number' && typeof point.lon === 'number') {
      place.lat = point.lat
      place.lon = point.lon
    } else Object.assign(place, parse([lat, lon], point))
    // Written so that NaN fails, too.
    if (!(place.lat >= -90 && place.lat <= 90 && place.lon >= -180 && place.lon <= 180)) parse([lat, lon], point)
    if (this.#geography.loaded !== null) this.#geography.assertPlace(place.lon, place.lat)
    place.zone = this.#geography.zoneAt(place.lon, place.lat)
    if (place.zone === 0) this.#geography.assertPresent(place.lon, place.lat)
    return place
  }

  #scoreAt(loaded: LoadedDimension, place: Spot): number {
    if (loaded.loaded !== null) assertScored(loaded, place.lon, place.lat)
    if (loaded.needsBlockGroups) this.#findBlockGroup(place)
    return loaded.score(place)
  }

  #percentile(loaded: LoadedDimension, score: number, place: Spot): Percentile | null {
    if (score === 0) return null
    this.#findBlockGroup(place)
    return loaded.percentile(score, this.#geography.stateOf(place.blockGroup))
  }

  #percentileColumns(
    { lon, lat }: Pick<ScoreColumnsRequest, 'lat' | 'lon'>,
    scores: Readonly<Record<string, Uint8Array>>,
  ): Record<string, Uint8Array> {
    const state = new Uint8Array(lon.length)
    this.#geography.stateColumn(lon, lat, state)
    return Object.fromEntries(
      Object.entries(scores).map(([id, score]) => {
        const percentile = new Uint8Array(lon.length)
        this.#loadedOf(id).percentileColumn(score, state, percentile)
        return [`${id}_percentile`, percentile]
      }),
    )
  }

  /** The nearest place of the coverage with another zone's score; null outside the coverage. */
  #nearestOther(loaded: LoadedDimension, point: Point, limit: number): OtherPlace | null {
    const place = this.#locate(point)
    if (place.zone === 0) return null
    const { lat, lon } = place
    const scoreOf = () => {
      if (loaded.needsBlockGroups) this.#findBlockGroup(place)
      return loaded.zoneScore(place)
    }
    const here = scoreOf()
    const isOther = (otherLon: number, otherLat: number) => {
      place.lon = otherLon
      place.lat = otherLat
      place.zone = this.#geography.zoneAt(otherLon, otherLat)
      return place.zone > 0 && scoreOf() !== here
    }
    const { perDegree } = this.#geography.zoneRaster
    return nearestOther(lat, lon, Math.max(perDegree, loaded.areasPerDegree ?? 0), isOther, limit)
  }

  #findBlockGroup(place: Spot): void {
    place.blockGroup = place.zone === 0 ? 0 : this.#geography.blockGroupIn(place.zone, place.lon, place.lat)
  }

  #describe(loaded: LoadedDimension, score: number, place: Spot, units: Units | undefined): string {
    if (place.zone === 0) return outside
    const { dimension } = loaded
    if (score === 0) return this.#noData(dimension, place)
    this.#findBlockGroup(place)
    const fact = (id: string) => loaded.fact(id, place)
    return dimension.describe({ score, basis: loaded.basis(place), fact, note: loaded.note(place), units })
  }

  #noData({ scale, describeNoData }: Dimension, place: Spot): string {
    if (describeNoData === undefined) return `${scale.zero[0].toUpperCase()}${scale.zero.slice(1)}.`
    this.#findBlockGroup(place)
    return describeNoData(this.#geography.describe(place.blockGroup).state)
  }
}

/** Written so that NaN fails, too. */
function isCoordinate(lat: number, lon: number): boolean {
  return lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180
}

function edgeOf({ meters, direction, lat, lon }: OtherPlace) {
  return { distance_meters: Math.round(meters), direction, lat: rounded(lat), lon: rounded(lon) }
}

/** Degrees to a decimeter. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

function sourcesOf(loaded: LoadedDimension | undefined) {
  return (loaded?.sources ?? []).map(({ agency, title, vintage, licence }) => ({
    agency,
    title,
    vintage,
    license: licence,
  }))
}

function refuseToShare(): never {
  throw new Error('This vicinage was not made by openVicinage and cannot be shared.')
}
