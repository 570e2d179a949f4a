import type { AreaPlaces } from '../answers/areas/area-answer.ts'
import type { AreaFunctions } from '../answers/areas/area-functions.ts'
import type { DimensionId } from '../answers/dimensions/catalog.ts'
import type { Cataloged } from '../answers/dimensions/get-catalog.ts'
import type { LoadedDimension } from '../answers/dimensions/loaded-dimension.ts'
import type { FitFunctions } from '../answers/fit/fit-functions.ts'
import type { AddressFunctions, GeocodeAnswers, ToolMethods } from '../answers/geocode/geocode-methods.ts'
import type { WithLocator } from '../answers/geocode/locator.ts'
import { noGeocoder } from '../answers/geocode/no-geocoder.ts'
import { ReverseGeocoder } from '../answers/geocode/reverse.ts'
import type { LayerOptions } from '../answers/layers/layer.ts'
import type { LayerFunctions } from '../answers/layers/layer-functions.ts'
import type { SchoolMethods } from '../answers/schools/answers.ts'
import type { ColumnFunctions } from '../answers/scores/column-functions.ts'
import type { ColumnScorer } from '../answers/scores/column-scorer.ts'
import type { CompareFunctions } from '../answers/scores/compare.ts'
import { type EdgeFunctions, edgeFunctions } from '../answers/scores/edge-functions.ts'
import { type ScoreFunctions, scoreFunctions } from '../answers/scores/score-functions.ts'
import { ScoredData } from '../answers/scores/scored-data.ts'
import { NotLoadedError, refusedArgument } from '../base/errors.ts'
import type { Box } from '../base/geo/box.ts'
import { isWide, type Point } from '../base/geo/place.ts'
import { checkPlace } from '../base/parameters/check-place.ts'
import { guardMethods } from '../base/parameters/guard.ts'
import { checkOptions, type OptionNames } from '../base/parameters/options.ts'
import type { Geography } from '../data/geography.ts'
import { buildName, type SharedVicinage } from './bundles.ts'

/**
 * The object that `openVicinage` returns, with all functions of the service in the caller's process. All functions
 * except `load` are synchronous. `Id` is the union of the loaded dimensions' ids, and contains all dimensions by
 * default. Examples are `Vicinage<'flood' | 'fire'>` and, with a custom dimension, `Vicinage<DimensionId | 'canopy'>`.
 */
export interface Vicinage<Id extends string = DimensionId>
  extends ScoreFunctions<Id>,
    EdgeFunctions<Id>,
    ColumnFunctions<Id>,
    FitFunctions<Id>,
    AreaFunctions<Id>,
    CompareFunctions<Id>,
    AddressFunctions,
    LayerFunctions<Id> {
  /** Methods for schools and school districts. */
  readonly schools: SchoolMethods

  /** Method that returns the coordinates of an address. */
  readonly tools: ToolMethods

  /**
   * Name of the build of the data and its official updates. The same build and package version always give the same
   * answers.
   */
  readonly build: string

  /**
   * Edition of the data: the year and month of its build, such as `2026.11`. Null for data that was built before
   * editions existed.
   */
  readonly data: { readonly version: string | null }

  /**
   * Loads more places, dimensions, or both, if `openVicinage` was called with `around`:
   * `await vicinage.load({ box, dimensions })`. While the call runs, and if it fails, the vicinage keeps answering from
   * the data loaded before. Calls run one after another. If everything is already loaded, nothing happens. Resolves to
   * the same vicinage, typed with the new dimensions.
   *
   * @throws {ValidationError} `input_invalid`, when an option is invalid, or there is no such dimension
   * @throws {BundleError} when the server fails, or its files are damaged or have changed since they were opened
   * @throws {NotLoadedError} `dimension_not_loaded`, when the data was opened without `around` and without the
   * dimension
   */
  load<const More extends DimensionId = never>(request?: LoadRequest<More>): Promise<Vicinage<Id | More>>

  /**
   * Returns a new vicinage with a custom dimension that is computed from features. All functions accept its id. The
   * original vicinage does not change. Scores are computed from the exact shapes of the features:
   * `withLayer({ id: 'canopy', features, score: { field: 'score' } }).score('canopy', { lat, lon })`. The features are
   * not copied, so do not change them.
   *
   * @throws {ValidationError} `input_invalid`, when an option or a feature is invalid (the message contains the
   * feature's number), or the id already exists
   * @throws {NotLoadedError} when the code was not loaded because of `areas: false`, or when only single places are
   * loaded, because percentiles need all residents
   */
  withLayer<const Layer extends string>(layer: LayerOptions<Layer>): Vicinage<Id | Layer>

  /**
   * Returns the data in shared memory. Send it to other threads with `postMessage`, and open it there with
   * `openVicinage({ shared })`. The data is not copied, and all calls return the same object. Without SharedArrayBuffer
   * (on browser pages that are not cross-origin isolated), each thread gets a copy.
   */
  share(): SharedVicinage
}

/** Options of `load`. */
export interface LoadRequest<Id extends string = DimensionId> {
  /** Box to load; by default, all boxes that are already loaded. */
  readonly box?: Box | undefined
  /**
   * Ids of the dimensions to load; by default, the dimensions passed to `openVicinage` and all dimensions loaded since
   * then.
   */
  readonly dimensions?: readonly Id[] | undefined
  /** Whether to load the schools and school districts of the box; by default, as in `openVicinage`. */
  readonly schools?: boolean | undefined
  /**
   * Whether to load the geocoder (1.2 MB, for all places) and, if `streets` is a URL, the street index of the counties
   * in the box. By default, as in `openVicinage`, where `around` makes the default false.
   */
  readonly geocoder?: boolean | undefined
  /** Signal that aborts this request. The promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Loaded data that a vicinage answers from. `load` replaces it. */
export interface LoadedParts {
  readonly geography: Geography
  readonly dimensions: readonly LoadedDimension[]
  readonly schools: SchoolMethods
  /** Geocoder; undefined if it is not loaded. */
  readonly geocoding?: GeocodeAnswers | undefined
  /** Places, districts and schools for area functions. */
  readonly places?: AreaPlaces
}

/** Parts of a vicinage. Functions that need a missing part throw `NotLoadedError`. */
export interface VicinageParts extends LoadedParts {
  readonly areaCode?: typeof import('../answers/areas/open-areas.ts') | null
  readonly columnCode?: typeof import('../answers/scores/column-functions.ts') | null
  readonly share?: () => SharedVicinage
  /** Function that loads more data; undefined if everything is loaded. */
  readonly loadMore?: (request: LoadRequest) => Promise<LoadedParts>
  /** Metadata of the bundles without scores, which contains the names of their official updates. */
  readonly lookups?: readonly { readonly upgraded?: unknown }[]
  /** Scorer to reuse, from a vicinage that had fewer custom dimensions. */
  readonly scorer?: ColumnScorer
}

const loadRequest: OptionNames<LoadRequest> = {
  box: 'object',
  dimensions: 'list',
  schools: 'boolean',
  geocoder: 'boolean',
  signal: 'signal',
}
const nowhere: AreaPlaces = { places: null, districts: null, schools: null }

/** Combines the functions of all parts. */
export function createVicinage<Id extends string = DimensionId>(parts: VicinageParts): Vicinage<Id> {
  const { areaCode, columnCode, loadMore, lookups = [] } = parts
  const scored = new ScoredData(parts.geography, parts.dimensions, parts.scorer)
  let { schools: loadedSchools, geocoding = noGeocoder, places = nowhere } = parts
  let reverser = new ReverseGeocoder(scored.geography, geocoding.placeNamer)
  let shared: SharedVicinage | undefined
  // Only `load` replaces methods. If nothing can be loaded, methods are called directly, which is faster.
  const currentMethods = <Methods extends object>(current: () => Methods): Methods =>
    guardMethods(loadMore === undefined ? { ...current() } : forwarding(current), {}, ONE_REQUEST)
  const schools = currentMethods(() => loadedSchools)
  const tools = currentMethods(() => geocoding.tools)

  const reverse: AddressFunctions['reverse'] = (place) => {
    checkPlace(place)
    const { zone, lon, lat } = scored.locate(place)
    isWide(place) // Throws if the radius is not a number of meters.
    return reverser.at(zone, { ...place, lat, lon })
  }
  const namesAt = ({ lat, lon }: Point) => reverser.namesAt(scored.geography.zoneAt(lon, lat), lon, lat)
  const areaPlaces = (): AreaPlaces => ({ ...places, hasGeocoder: geocoding.placeNamer !== null })
  const areas = areaCode?.areaFunctions(scored, areaPlaces, namesAt) ?? noAreas
  const scores = scoreFunctions(scored, areaCode?.wideScores(scored, areas.scoresAround) ?? refuse)
  const anyScores = { ...scores, catalog: scored.catalog, scoresAround: areas.scoresAround }
  const getIds = (ids: readonly string[] | undefined) => scored.chosen(ids).map(({ dimension }) => dimension.id)
  const functions: Vicinage<string> & Cataloged & WithLocator = {
    catalog: scored.catalog,
    ...scores,
    vibe: guardMethods({ ...scores.vibe }, {}, ONE_PLACE),
    environment: guardMethods({ ...scores.environment }, {}, ONE_PLACE),
    demographics: guardMethods({ ...scores.demographics }, {}, ONE_PLACE),
    risk: guardMethods({ ...scores.risk }, {}, ONE_PLACE),
    ...edgeFunctions(scored, scores.score, {
      districts: () => places.districts,
      districtsAt: (point) => schools.districts(point).districts,
      places: () => (areaCode ?? refuse()).loadedPlaces(areaPlaces()).edge,
    }),
    ...(columnCode?.columnFunctions(scored) ?? noColumns),
    ...(areaCode?.fitFunctions(scored, areas.scoresAround) ?? noFits),
    ...areas,
    ...(areaCode?.compareFunctions(anyScores, (address) => geocoding.geocode(address), getIds) ?? noComparison),
    ...(areaCode?.layerFunctions(scored) ?? noLayers),
    schools,
    tools,
    geocode: (address, options) => geocoding.geocode(address, options),
    geocodeMany: (addresses, options) => geocoding.geocodeMany(addresses, options),
    suggest: (text, options) => geocoding.suggest(text, options),
    reverse,

    get locator() {
      return geocoding
    },
    get build() {
      return buildName(scored.geography.build, [...lookups, ...scored.loaded.values()])
    },
    get data() {
      return { version: scored.geography.version }
    },

    async load(request = {}) {
      checkOptions(request, loadRequest)
      if (loadMore === undefined) {
        scored.chosen(request.dimensions ?? [])
        return vicinage
      }
      const more = await loadMore(request)
      scored.replace(more.geography, more.dimensions)
      loadedSchools = more.schools
      geocoding = more.geocoding ?? geocoding
      places = more.places ?? nowhere
      reverser = new ReverseGeocoder(scored.geography, geocoding.placeNamer)
      return vicinage
    },

    withLayer(layer) {
      const { checkLayer, MemoryLayer } = areaCode ?? refuse()
      checkLayer(layer)
      scored.geography.assertWhole('A custom layer')
      const customDimension = new MemoryLayer(layer, scored.geography)
      if ((scored.ids as readonly string[]).includes(layer.id))
        throw refusedArgument('id', `There is already a layer '${layer.id}': choose a different id.`, layer.id)
      const { loadMore: _, ...otherParts } = parts
      return createVicinage<string>({
        ...otherParts,
        schools,
        geography: scored.geography,
        geocoding,
        places,
        dimensions: [...scored.loaded.values(), customDimension],
        share: () => ({ ...vicinage.share(), layers: [...(vicinage.share().layers ?? []), layer] }),
        ...(columnCode ? { scorer: columnCode.createScorer(scored) } : {}),
      })
    },

    share() {
      shared ??= (parts.share ?? refuseToShare)()
      return shared
    },
  }
  const vicinage = guardMethods(functions, SIGNATURES)
  return vicinage as Vicinage<string> as Vicinage<Id>
}

/**
 * Returns methods that call the current methods of the same name. Callers may keep the returned methods while `load`
 * replaces the current methods.
 */
function forwarding<Methods extends object>(current: () => Methods): Methods {
  const calls = Object.keys(current()).map((name) => {
    const call = (...parameters: unknown[]) =>
      (current() as Record<string, (...parameters: unknown[]) => unknown>)[name](...parameters)
    return [name, call]
  })
  return Object.fromEntries(calls) as Methods
}

/** Arguments of the functions, for the errors of `guardMethods`. */
const SIGNATURES: Readonly<Record<string, string>> = {
  scores: '(place: object, options?: object)',
  place: '(point: object)',
  edge: '(dimension: string, place: object, options?: object)',
  explain: '(dimension: string, place: object, options?: object)',
  scoreColumns: '(request: object)',
  basisColumns: '(request: object)',
  fit: '(place: object, request: object)',
  fitColumns: '(request: object)',
  scoresAround: '(request: object)',
  area: '(shape: object, options?: object)',
  rank: '(by: string | object, options: object)',
  find: '(request: object)',
  compare: '(places: list, options?: object)',
  sites: '(sites: object, options?: object)',
  nearest: '(layer: string, place: object, options?: object)',
  geocode: '(address: string, options?: object)',
  geocodeMany: '(addresses: object, options?: object)',
  suggest: '(text: string, options?: object)',
  reverse: '(place: object)',
  load: 'async (request?: object)',
  withLayer: '(layer: object)',
}
const ONE_PLACE = '(place: object)'
const ONE_REQUEST = '(request: object)'

const noAreas: AreaFunctions<string> = { scoresAround: refuse, area: refuse, rank: refuse, find: refuse, sites: refuse }
const noColumns: ColumnFunctions<string> = { scoreColumns: refuseColumns, basisColumns: refuseColumns }
const noFits: FitFunctions<string> = { fit: refuse, fitColumns: refuse }
const noComparison: CompareFunctions<string> = { compare: refuse }
const noLayers: LayerFunctions<string> = { nearest: refuse }

function refuse(): never {
  throw new NotLoadedError('Areas are not loaded.', 'areas_not_loaded', 'Open with `areas: true`.')
}

function refuseColumns(): never {
  throw new NotLoadedError('Columns are not loaded.', 'columns_not_loaded', 'Open with `columns: true`.')
}

function refuseToShare(): never {
  throw new NotLoadedError('This vicinage was not created by openVicinage and cannot be shared.')
}
