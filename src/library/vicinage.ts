import type { AreaPlaces } from '../answers/areas/area-answer.ts'
import type { AreaFunctions } from '../answers/areas/area-functions.ts'
import type { DimensionId } from '../answers/dimensions/catalog.ts'
import { setCatalog } from '../answers/dimensions/catalog-of.ts'
import type { LoadedDimension } from '../answers/dimensions/loaded-dimension.ts'
import type { AddressFunctions, GeocodeAnswers, ToolMethods } from '../answers/geocode/geocode-methods.ts'
import { noGeocoder } from '../answers/geocode/no-geocoder.ts'
import { ReverseGeocoder } from '../answers/geocode/reverse.ts'
import type { LayerOptions } from '../answers/layers/layer.ts'
import type { LayerFunctions } from '../answers/layers/layer-functions.ts'
import type { SchoolMethods } from '../answers/schools/answers.ts'
import { type ColumnFunctions, columnFunctions } from '../answers/scores/column-functions.ts'
import type { ColumnScorer } from '../answers/scores/column-scorer.ts'
import { type EdgeFunctions, edgeFunctions } from '../answers/scores/edge-functions.ts'
import { type ScoreFunctions, scoreFunctions } from '../answers/scores/score-functions.ts'
import { ScoredData } from '../answers/scores/scored-data.ts'
import { NotLoadedError, refusedArgument } from '../base/errors.ts'
import type { Box } from '../base/geo/box.ts'
import type { Point } from '../base/geo/place.ts'
import { checkOptions, type OptionNames } from '../base/parameters/options.ts'
import type { Geography } from '../data/geography.ts'
import { buildName, type SharedVicinage } from './bundles.ts'

/**
 * What `openVicinage` returns: the functions of the service, in the caller's process. All of them are synchronous.
 * `Id` are the ids of what is loaded, all dimensions unless said otherwise: `Vicinage<'flood' | 'fire'>`, and with an
 * own layer `Vicinage<DimensionId | 'canopy'>`.
 */
export interface Vicinage<Id extends string = DimensionId>
  extends ScoreFunctions<Id>,
    EdgeFunctions<Id>,
    ColumnFunctions<Id>,
    AreaFunctions<Id>,
    AddressFunctions,
    LayerFunctions<Id> {
  /** Schools and school districts. */
  readonly schools: SchoolMethods

  /** The coordinate of an address. */
  readonly tools: ToolMethods

  /**
   * Names the build of the data and its upgrades: answers of the same build and version of the package are the same.
   */
  readonly build: string

  /**
   * The data by edition: `2026.11`, the year and month of its build; null of folders that were built before editions
   * had names.
   */
  readonly data: { readonly version: string | null }

  /**
   * Loads more places, dimensions, or both, where `openVicinage` was called with `around`:
   * `await vicinage.load({ box, dimensions })`. Until it is done, and where it fails, what was loaded before answers as
   * before. Calls are done one after the other. Where everything was loaded, there is nothing to do. Resolves to the
   * same vicinage, whose type knows the dimensions that came.
   *
   * @throws {ValidationError} when an option is refused, or there is no such dimension
   * @throws {BundleError} when the server fails, or its files are damaged or not those that were opened
   * @throws {NotLoadedError} when a dimension or the schools were left out of a whole opening
   */
  load<const More extends DimensionId = never>(request?: LoadRequest<More>): Promise<Vicinage<Id | More>>

  /**
   * A new vicinage that has features of one's own as one more dimension, under their id in every function; this one
   * stays as it is. It answers exactly, from the features: `withLayer({ id: 'canopy', features, score: { field: 'score'
   * } }).score('canopy', { lat, lon })`. The features are kept, not copied: do not change them.
   *
   * @throws {ValidationError} when an option or a feature is refused, which the message names by its number; or there
   * is a dimension or layer of that id
   * @throws {NotLoadedError} when `areas: false` left out the code, or only places are loaded: percentiles are those of
   * all people
   */
  withLayer<const Layer extends string>(layer: LayerOptions<Layer>): Vicinage<Id | Layer>

  /**
   * The data for other threads: `postMessage` carries it, `openVicinage({ shared })` opens it there without a copy. It
   * is made once, in memory of its own, and is the same at every call. Without SharedArrayBuffer (browser pages that
   * are not cross-origin isolated) each thread that it is sent to gets a copy.
   */
  share(): SharedVicinage
}

/** What `load` takes. */
export interface LoadRequest<Id extends string = DimensionId> {
  /** Default: everywhere where something is loaded. */
  readonly box?: Box | undefined
  /** Ids. Default: those that `openVicinage` was called with, and those that were loaded since. */
  readonly dimensions?: readonly Id[] | undefined
  /** Whether the school districts and schools of the box are loaded. Default: as `openVicinage` was called. */
  readonly schools?: boolean | undefined
  /**
   * Whether the geocoder is loaded, as a whole (1.2 MB), with the street layers of the counties of the box where
   * `streets` is an address. Default: as `openVicinage` was called, where it is left out unless asked for.
   */
  readonly geocoder?: boolean | undefined
  /** Ends this loading; the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** What a vicinage answers from; more of it may be loaded. */
export interface LoadedParts {
  readonly geography: Geography
  readonly dimensions: readonly LoadedDimension[]
  readonly schools: SchoolMethods
  /** Left out where it is not loaded. */
  readonly geocoding?: GeocodeAnswers | undefined
  /** What areas are found in beside the scores. */
  readonly places?: AreaPlaces
}

/** What a vicinage is made of; what is left out says so when it is asked for. */
export interface VicinageParts extends LoadedParts {
  readonly areaCode?: typeof import('../answers/areas/open-areas.ts') | null
  readonly share?: () => SharedVicinage
  /** Only where places are loaded. */
  readonly loadMore?: (request: LoadRequest) => Promise<LoadedParts>
  /** Bundles that are looked up in, and not scored, with the names of their upgrades. */
  readonly lookups?: readonly { readonly upgraded?: unknown }[]
  /** That of a vicinage with fewer layers. */
  readonly scorer?: ColumnScorer
}

const loadRequest: OptionNames<LoadRequest> = {
  box: true,
  dimensions: true,
  schools: true,
  geocoder: true,
  signal: true,
}
const nowhere: AreaPlaces = { places: null, districts: null, schools: null }

/** Puts the functions of each part together. */
export function createVicinage<Id extends string = DimensionId>(parts: VicinageParts): Vicinage<Id> {
  const { schools, areaCode, loadMore, lookups = [] } = parts
  const scored = new ScoredData(parts.geography, parts.dimensions, parts.scorer)
  let { geocoding = noGeocoder, places = nowhere } = parts
  let reverser = new ReverseGeocoder(scored.geography, geocoding.placeNamer)
  let shared: SharedVicinage | undefined

  const reverse: AddressFunctions['reverse'] = (place) => {
    const { zone, lon, lat } = scored.locate(place)
    return reverser.at(zone, { ...place, lat, lon })
  }
  const namesAt = ({ lat, lon }: Point) => reverser.at(scored.geography.zoneAt(lon, lat), { lat, lon }, false)
  const areas = areaCode?.areaFunctions(scored, () => places, namesAt) ?? noAreas
  const scores = scoreFunctions(scored, areas.scoresAround)
  const vicinage: Vicinage<string> = {
    ...scores,
    ...edgeFunctions(scored, scores.score, {
      districts: () => places.districts,
      districtsAt: (point) => schools.districts(point).districts,
      places: () => (areaCode ?? refuse()).loadedPlaces(places.places).edge,
    }),
    ...columnFunctions(scored),
    ...areas,
    ...(areaCode?.layerFunctions(scored) ?? noLayers),
    schools,
    tools: geocoding.tools,
    geocode: (address, options) => geocoding.geocode(address, options),
    suggest: (text, options) => geocoding.suggest(text, options),
    reverse,

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
      // In place: callers may keep the functions.
      Object.assign(schools, more.schools)
      if (more.geocoding !== undefined) {
        geocoding = more.geocoding
        Object.assign(vicinage.tools, geocoding.tools)
      }
      places = more.places ?? nowhere
      reverser = new ReverseGeocoder(scored.geography, geocoding.placeNamer)
      return vicinage
    },

    withLayer(layer) {
      const { checkLayer, OwnLayer } = areaCode ?? refuse()
      checkLayer(layer)
      scored.geography.assertWhole('A layer of your own')
      const own = new OwnLayer(layer, scored.geography)
      if ((scored.ids as readonly string[]).includes(layer.id))
        throw refusedArgument('id', `There is a layer '${layer.id}' already: choose another id.`, layer.id)
      const { loadMore: _, ...rest } = parts
      return createVicinage<string>({
        ...{ ...rest, geography: scored.geography, geocoding, places },
        dimensions: [...scored.loaded.values(), own],
        share: () => ({ ...vicinage.share(), layers: [...(vicinage.share().layers ?? []), layer] }),
        scorer: scored.scorer,
      })
    },

    share() {
      shared ??= (parts.share ?? refuseToShare)()
      return shared
    },
  }
  setCatalog(vicinage, scored.catalog)
  return vicinage as Vicinage<string> as Vicinage<Id>
}

const noAreas: AreaFunctions<string> = { scoresAround: refuse, area: refuse, rank: refuse, find: refuse }
const noLayers: LayerFunctions<string> = { nearest: refuse }

function refuse(): never {
  throw new NotLoadedError('Areas are not loaded: they were left out, open with `areas: true`.', 'areas_not_loaded')
}

function refuseToShare(): never {
  throw new Error('This vicinage was not made by openVicinage and cannot be shared.')
}
