import { NotLoadedError, refusedArgument } from '../../base/errors.ts'
import { boxAround } from '../../base/geo/box.ts'
import { type OtherPlace, withinTime } from '../../base/geo/direction.ts'
import { assertAllScored, assertBoxLoaded } from '../../base/geo/loaded-boxes.ts'
import { assertBeyond, isWide, type MaybePlace, type Point } from '../../base/geo/place.ts'
import { checkPlace } from '../../base/parameters/check-place.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import type { Geography } from '../../data/geography.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { FactMeta } from '../dimensions/facts.ts'
import type { Interval } from '../dimensions/intervals.ts'
import type { LoadedDimension, Spot } from '../dimensions/loaded-dimension.ts'
import { exactDistanceText, type Units } from '../dimensions/words.ts'
import type { District, Districts } from '../districts/districts.ts'
import type {
  AnyEdge,
  AreaEdge,
  DistrictEdge,
  Edge,
  EdgeOptions,
  Explanation,
  ExplanationInput,
  PlainScore,
  Score,
  ScoreOptions,
} from './answers.ts'
import { type EdgeKind, FARTHEST_EDGE, NEAR_EDGE, nearestOther } from './nearest-other.ts'
import { mapAt, readingAt } from './reading.ts'
import { getSources, type ScoreFunctions, scoreAt } from './score-functions.ts'
import type { ScoredData } from './scored-data.ts'

/** Functions that explain a score and find the nearest edge. */
export interface EdgeFunctions<Id extends string = DimensionId> {
  /**
   * Explains a score. Returns the raw inputs with their units and the kind of area that each input describes, the
   * basis, the percentile among the people of the state and of the coverage area (percentage with a lower score), and
   * the sources. Raw inputs are metric; `units` only affects the description, as in `score`. `interval: true` adds the
   * interval of `score` and the data that the interval was measured against. For a place with a radius over 150 m, the
   * band, interval and zones are the same as in `score`, the inputs and basis describe the center, and the percentile
   * is null. Flood and fire also return `mapped`, `zone` and `map_date` of the official map. Throws the same errors as
   * `score`.
   */
  explain(dimension: Id, place: MaybePlace, options?: Pick<ScoreOptions, 'units' | 'interval'>): Explanation

  /**
   * Returns the nearest point with a different answer. Returns null if there is no such point within the limit or the
   * place is outside the coverage area.
   *
   * - For dimensions with zones (fire, flood, ideological lean, insurance coverage, population profile) and for custom
   *   layers, the point is in a zone with a different score, accurate to a raster cell of 62 m. Flood zones exist only
   *   where a flood map exists, and a place without a zone has no edge. `mapped` in `explain` shows whether there is a
   *   map.
   * - For `districts`, the point is in other school districts, and its distance is exact. Points without a district,
   *   such as the open sea and other states, are skipped.
   * - For `zip` and `city`, the point is in a different ZIP code or city, accurate to 10 m, or to 62 m across open
   *   water. For `city`, the point can also be outside all cities. Open water and other states are skipped. Two kinds
   *   of points outside all cities are skipped, too: land without a ZIP code, because nobody lives there, and points
   *   within 320 m of open water or of another state, because they may be in the water.
   *
   * Scores of the other dimensions change gradually and have no edge, so their IDs do not compile. To see where a
   * gradual score improves, use `find` to search for areas above a limit around the place. For a place with a radius,
   * the edge must be outside the radius.
   *
   * @throws {ValidationError} `input_invalid`, when lat, lon or `maxDistance` (meters, 1 to 50,000) is invalid, or the
   *   dimension does not exist or has no zones; `place_too_wide`, when the edge is within the radius of the place; the
   *   message has the distance of the edge from the center
   * @throws {NotLoadedError} `dimension_not_loaded`, `districts_not_loaded`, or `geocoder_not_loaded` for `zip` and
   *   `city`
   */
  edge(dimension: 'districts', place: MaybePlace, options?: EdgeOptions): DistrictEdge | null
  /** Returns the nearest point in another ZIP code or city; see the first overload. */
  edge(dimension: 'zip' | 'city', place: MaybePlace, options?: EdgeOptions): AreaEdge | null
  /** Returns the nearest point in a zone with a different score; see the first overload. */
  edge(dimension: (Id & EdgeKind) | Exclude<Id, DimensionId>, place: MaybePlace, options?: EdgeOptions): Edge | null
  /** Returns the nearest point with a different answer; see the first overload. */
  edge(
    dimension: (Id & EdgeKind) | Exclude<Id, DimensionId> | 'districts' | 'zip' | 'city',
    place: MaybePlace,
    options?: EdgeOptions,
  ): AnyEdge | null
}

const explainOptions: OptionNames<Pick<ScoreOptions, 'units' | 'interval'>> = { units: true, interval: 'boolean' }
const edgeOptions: OptionNames<EdgeOptions> = { maxDistance: 'number', units: true, timeout: 'number' }

/** Access to the districts and to the outlines of ZIP codes and cities. */
interface Outlined {
  /** Returns the districts, or null if they are not loaded. */
  districts(): (() => Districts) | null
  districtsAt(point: Point): readonly District[]
  /**
   * Returns a function that finds the nearest point in another ZIP code or city. Throws `NotLoadedError` if the
   * outlines are not loaded.
   */
  places(): (
    kind: 'zip' | 'city',
    lat: number,
    lon: number,
    geography: Geography,
    limits: EdgeLimits,
  ) => PlaceEdge | null
}

/** Limits of a search for the nearest edge. */
export interface EdgeLimits {
  /** Maximum distance in meters. */
  readonly limit: number
  /** Time limit in milliseconds. */
  readonly timeout?: number
}

/** Nearest place in another ZIP code or city. */
export interface PlaceEdge extends OtherPlace {
  /** ZIP code or city at this point; null if the point is in no ZIP code or city. */
  readonly area: AreaEdge['area']
}

/** Options for an edge search, with defaults filled in. */
interface Search {
  readonly maxDistance: number
  readonly timeout: number
  readonly units: Units | undefined
}

/**
 * Creates `edge` and `explain`.
 *
 * @param score scores a roughly located place
 */
export function edgeFunctions(
  data: ScoredData,
  score: ScoreFunctions<string>['score'],
  outlines: Outlined,
): EdgeFunctions<string> {
  function edge(dimension: string, place: MaybePlace, options: EdgeOptions = {}): AnyEdge | null {
    checkOptions(options, edgeOptions)
    const { maxDistance = FARTHEST_EDGE, timeout = 60_000, units } = options
    if (!(typeof maxDistance === 'number' && maxDistance >= 1 && maxDistance <= FARTHEST_EDGE))
      throw refusedArgument('maxDistance', `maxDistance must be 1 to ${FARTHEST_EDGE} meters`, maxDistance)
    if (!(timeout >= 1)) throw refusedArgument('timeout', 'timeout must be at least 1 millisecond', timeout)
    checkPlace(place)
    const nearest = nearestEdge(dimension, place, { maxDistance, timeout, units })
    if (nearest !== null)
      assertBeyond(place, nearest.distance_meters, 'The nearest border', (km) => exactDistanceText(km, units))
    return nearest
  }

  function nearestEdge(dimension: string, point: Point, { maxDistance, timeout, units }: Search): AnyEdge | null {
    const { lat, lon, zone } = data.locate(point)
    if (dimension === 'zip' || dimension === 'city') {
      const edgeOfPlaces = outlines.places()
      if (zone === 0) return null
      const nearest = edgeOfPlaces(dimension, lat, lon, data.geography, { limit: maxDistance, timeout })
      if (data.geography.loaded !== null) {
        const searched = boxAround(lon, lat, nearest?.meters ?? maxDistance)
        assertBoxLoaded(data.geography.loaded, searched, 'The data around the place')
      }
      return nearest && { ...getEdge(nearest), area: nearest.area }
    }
    if (dimension === 'districts') {
      const districts = outlines.districts()
      if (districts === null)
        throw new NotLoadedError(
          'School districts are not loaded: districts.bundle was not included.',
          'districts_not_loaded',
          'Open with `schools: true` and a data folder that contains districts.bundle (`vicinage data copy --schools`).',
        )
      const border = districts().edge(lat, lon, maxDistance, timeout)
      return border && { ...getEdge(border), districts: outlines.districtsAt(border) }
    }
    const loaded = data.getLoaded(dimension)
    if (!loaded.hasZones)
      throw refusedArgument(
        'dimension',
        `${loaded.dimension.name} has no zones: its scores change gradually. Edges exist for fire, flood, ideological-lean (precincts), insurance-coverage and population-profile (census tracts), districts, zip and city.`,
        dimension,
      )
    const border = nearestZone(data, loaded, point, maxDistance, timeout)
    if (data.geography.loaded !== null) {
      const searched = boxAround(lon, lat, border?.meters ?? maxDistance)
      assertBoxLoaded(data.geography.loaded, searched, 'The data around the place')
      assertAllScored([loaded], searched)
    }
    return border && { ...getEdge(border), ...scoreAt(data, dimension, border, { units }) }
  }

  return {
    edge: edge as EdgeFunctions<string>['edge'],

    explain(dimension, place, options) {
      checkOptions(options, explainOptions)
      checkPlace(place)
      if (isWide(place)) {
        const { interval, ...answer }: Score<false, boolean> = score(dimension, place, options)
        const loaded = data.getLoaded(dimension)
        const spot = data.locate(place)
        return {
          dimension: loaded.dimension.id,
          ...answer,
          ...evidenceAt(data, loaded, answer.score, spot),
          percentile: null,
          ...(interval === undefined ? {} : { interval: withSource(loaded, interval) }),
          ...(answer.score === 0 ? {} : noteOnWater(data.geography, spot)),
          sources: getSources(loaded),
        }
      }
      const answer: PlainScore = scoreAt(data, dimension, place, { units: options?.units })
      const loaded = data.getLoaded(dimension)
      const sources = getSources(loaded)
      const { units } = options ?? {}
      const near = loaded.hasZones ? (edge(dimension, place, { maxDistance: NEAR_EDGE, units }) as Edge | null) : null
      const spot = data.locate(place)
      if (answer.score === 0) {
        const edge = near === null ? {} : { edge: near }
        return {
          dimension: loaded.dimension.id,
          ...answer,
          basis: null,
          inputs: [],
          percentile: null,
          ...(options?.interval === true ? { interval: null } : {}),
          ...edge,
          ...mapAt(data, loaded, spot, null),
          sources,
        }
      }
      return {
        dimension: loaded.dimension.id,
        ...answer,
        ...evidenceAt(data, loaded, answer.score, spot),
        percentile: data.percentileAt(loaded, answer.score, spot),
        ...(options?.interval === true
          ? { interval: withSource(loaded, data.intervalAt(loaded, answer.score, spot)) }
          : {}),
        ...(near === null ? {} : { edge: near }),
        ...noteOnWater(data.geography, spot),
        ...mapAt(data, loaded, spot, readingAt(data, loaded, answer.score, spot)),
        sources,
      }
    },
  }
}

/** Adds the data that an interval was measured against. */
function withSource(loaded: LoadedDimension, interval: Interval | null): Explanation['interval'] {
  return interval === null ? null : { ...interval, ...loaded.intervals!.source }
}

/** Returns the basis and the raw inputs of a score at a place. Both are empty for score 0. */
function evidenceAt(
  data: ScoredData,
  loaded: LoadedDimension,
  score: number,
  spot: Spot,
): Pick<Explanation, 'basis' | 'inputs'> {
  const reading = readingAt(data, loaded, score, spot)
  if (reading === null) return { basis: null, inputs: [] }
  const measure = loaded.dimension.getMeasure?.(reading) ?? null
  const around = data.geography.describe(spot.blockGroup)
  const names = {
    area: 'the area (precinct or zone) that contains the place',
    'block group': `census block group ${around.blockGroup}, ${around.county}, ${around.state}`,
    tract: `census tract ${around.blockGroup.slice(0, 11)}, ${around.county}, ${around.state}`,
    county: `${around.county}, ${around.state}`,
    neighborhood: `the neighborhood around the center of census block group ${around.blockGroup} (mean)`,
    surroundings: 'the neighborhood around the place (mean)',
    cell: 'raster cells around the place',
    feature: 'the feature of the layer',
  }
  return {
    basis: reading.basis,
    inputs: [
      ...(measure === null ? [] : [{ ...measure, geography: 'the place, converted back from its score' }]),
      ...loaded.inputs(spot).map(({ meta, value, bound, geography }) => ({
        name: meta.label,
        ...getValue(rounded(value, getDecimals(value, meta)), meta.unit, bound),
        geography: names[geography],
      })),
    ],
  }
}

/**
 * Returns the number of decimals of an input. Values below 10 of a logarithmic scale have at least two significant
 * digits, so that readers can compute the figures of the description, such as acres per home.
 */
function getDecimals(value: number, { log, digits }: FactMeta): number {
  return log && value < 10 ? Math.max(digits, 1 - Math.floor(Math.log10(value))) : digits
}

/** Returns the value and the unit of an input. A value that is only a bound is a text: `over 6400 homes/km²`. */
function getValue(
  value: number,
  unit: string,
  bound: 'over' | 'under' | undefined,
): Pick<ExplanationInput, 'value' | 'unit'> {
  if (bound === undefined) return { value, unit: unit === '' ? null : unit }
  return { value: `${bound} ${value} ${unit}`.trim(), unit: null }
}

/** Percentage of water in the tract above which a place may be in the water. */
const MUCH_WATER = 50

/**
 * Warns that a place may be in the water. Bays and the sea have no scores, except close to the shore. All other water
 * has the score of the adjacent land.
 */
function noteOnWater({ water }: Geography, { zone, blockGroup }: Spot): Pick<Explanation, 'note'> {
  if (zone === 0 || water[blockGroup] < MUCH_WATER) return {}
  const text = `${water[blockGroup]}% of the census tract is water. Rivers, lakes and the sea within 320 m of the shore have the score of the adjacent land.`
  return { note: { code: 'much_water', text } }
}

/**
 * Returns the nearest point of the coverage area that is in a zone with a different score. Returns null if there is no
 * such point within the limit, or if `point` is outside the coverage area.
 */
function nearestZone(
  data: ScoredData,
  loaded: LoadedDimension,
  point: Point,
  limit: number,
  timeout: number,
): OtherPlace | null {
  const spot = data.locate(point)
  if (spot.zone === 0) return null
  const { lat, lon } = spot
  const getScore = () => {
    if (loaded.needsBlockGroups) data.findBlockGroup(spot)
    return loaded.zoneScore(spot)
  }
  const here = getScore()
  const isOther = (otherLon: number, otherLat: number) => {
    spot.lon = otherLon
    spot.lat = otherLat
    spot.zone = data.geography.zoneAt(otherLon, otherLat)
    spot.blockGroup = -1
    return spot.zone > 0 && getScore() !== here
  }
  const { perDegree } = data.geography.zoneRaster
  const step = Math.max(perDegree, loaded.areasPerDegree ?? 0)
  return nearestOther(lat, lon, step, withinTime(isOther, timeout), limit)
}

function getEdge({ meters, direction, lat, lon }: OtherPlace) {
  // Six decimals of a degree are about 10 cm.
  return { distance_meters: Math.round(meters), direction, lat: rounded(lat, 6), lon: rounded(lon, 6) }
}

/** Rounds a number as descriptions do, where halves are rounded away from 0. */
function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale
}
