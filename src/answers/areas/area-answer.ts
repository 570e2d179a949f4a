import { NotFoundError, NotLoadedError, RefusalError } from '../../base/errors.ts'
import type { Box } from '../../base/geo/box.ts'
import { roundedOut } from '../../base/geo/boxes.ts'
import type { LatLon } from '../../base/geo/distance.ts'
import type { MaybePlace } from '../../base/geo/place.ts'
import { checkPlace } from '../../base/parameters/check-place.ts'
import { didYouMean as nearestName, unknownOption } from '../../base/parameters/options.ts'
import { COVERAGE, coveredStates } from '../../base/states.ts'
import type { Geography } from '../../data/geography.ts'
import { assertAreaPresent, assertBlockGroupPresent, getBlockGroups } from '../../data/geography-areas.ts'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { LoadedDimension } from '../dimensions/loaded-dimension.ts'
import { districtsNamed } from '../districts/district-names.ts'
import type { Districts } from '../districts/districts.ts'
import { getPolygons } from '../districts/polygons.ts'
import type { Schools } from '../schools/schools.ts'
import { type AreaSummary, type Ground, regionOfGround, summarize } from './area.ts'
import type { Budget } from './budget.ts'
import { AREA_NOTATION, getArea, type NamedArea, namedArea } from './named-area.ts'
import { countyName, didYouMean, type PlaceAreas } from './place-members.ts'
import {
  boxRegion,
  type CircleShape,
  circleRegion,
  type GeoJsonShape,
  getRegion,
  polygonRegion,
  type Region,
  refuse,
} from './region.ts'

export type { NamedArea } from './named-area.ts'

/** An area: a GeoJSON polygon or multipolygon, a circle, a box, or a name or code. */
export type AreaShape = GeoJsonShape | CircleShape | Box | NamedArea

/**
 * An area in any accepted form: a shape, a string (`Austin, TX`, `Hyde Park, Austin`, `78704`), a place, or a result of
 * `rank` or `find`. If `geocode` found the place as a city, neighborhood, ZIP, county or state, that area is used. Any
 * other place is treated as a circle with the place's radius. A result of `find` without `of` is only accepted with its
 * outline.
 */
export type AreaLike =
  | AreaShape
  | MaybePlace
  | {
      readonly kind: 'city' | 'zip' | 'county' | 'district'
      readonly id: string | null
      readonly name: string
    }
  | string

/** Options for `area`. */
export interface AreaOptions<Id extends string = DimensionId> {
  /** Dimension IDs; defaults to all loaded dimensions. */
  readonly dimensions?: readonly Id[] | undefined
  /**
   * Score limit for each dimension, 0 to 256. For each limit, the answer includes the share of people whose score is
   * below the limit.
   */
  readonly below?: { readonly [Dimension in NoInfer<Id>]?: number } | undefined
  /** Whether to return the outline as GeoJSON; false by default. */
  readonly outline?: boolean | undefined
  /**
   * Time limit in milliseconds, at least 1; 60,000 by default. A longer search throws an error with code
   * `limit_exceeded`.
   */
  readonly timeout?: number | undefined
}

/** Result of `area`. */
export interface AreaAnswer<Id extends string = string> extends AreaSummary<Id> {
  /** `approximate` for cities without a census outline, which are represented by their ZIP codes or a circle. */
  readonly boundary: 'exact' | 'approximate'
  /**
   * Source of `people`: a census count (cities, ZIP codes, states, counties, tracts, block groups), or an estimate from
   * the modeled homes in the area (`homes`).
   */
  readonly people_source: 'census 2020' | 'homes'
  /** Bounding box of the area. Use it to fit a map view, or pass it to another function as an area. */
  readonly box: Box
  /**
   * Outline as GeoJSON, to draw on a map or to pass to another function as an area; null for circles, boxes and census
   * areas (states, counties, tracts and block groups). Present only if the outline was requested.
   */
  readonly outline?: { readonly type: 'MultiPolygon'; readonly coordinates: number[][][][] } | null | undefined
}

/** Data used to look up areas. */
export interface AreaData extends AreaPlaces {
  readonly geography: Geography
}

/**
 * Data used to look up areas, except the geography. Each data set is opened on first use, and is null if its bundle is
 * not loaded.
 */
export interface AreaPlaces {
  /** Outlines of ZIP codes, cities and neighborhoods. */
  readonly places: PlaceAreas | null
  /** Whether the geocoder is loaded. ZIP codes and cities need both the geocoder and areas.bundle. */
  readonly hasGeocoder?: boolean
  readonly districts: (() => Districts) | null
  readonly schools: (() => Schools) | null
}

interface AreaRequest {
  readonly dimensions: readonly LoadedDimension[]
  readonly below: Readonly<Record<string, number>>
  readonly outline: boolean
}

/** Summarizes an area; see `Vicinage.area`. */
export function areaAnswer(
  data: AreaData,
  shape: AreaLike,
  { dimensions, below, outline }: AreaRequest,
  budget: Budget,
): AreaAnswer {
  const { ground, boundary, people } = resolveGround(data, shape)
  if ('edges' in ground) budget.allow('vertices', ground.edges ?? 0)
  const summary = summarize(data.geography, ground, { dimensions, below, schools: data.schools?.() ?? null }, budget)
  const isCounted = people !== null || 'blockGroups' in ground
  const region = regionOfGround(data.geography, ground)
  return {
    boundary,
    ...summary,
    people: people ?? summary.people,
    people_source: isCounted ? 'census 2020' : 'homes',
    people_range: isCounted ? null : summary.people_range,
    box: roundedOut(region.box),
    ...(outline ? { outline: outlineOf(region) } : {}),
  }
}

function outlineOf({ polygons }: Region): AreaAnswer['outline'] {
  return polygons ? { type: 'MultiPolygon', coordinates: polygons.flatMap(getPolygons) } : null
}

/** Returns the region of a shape. Throws the same errors as `Vicinage.area`. */
export function regionIn(data: AreaData, shape: AreaLike): { region: Region; boundary: AreaAnswer['boundary'] } {
  const { ground, boundary } = resolveGround(data, shape)
  return { region: regionOfGround(data.geography, ground), boundary }
}

/** Ground of an area (a region or a set of block groups), with its population. */
interface ResolvedArea {
  readonly ground: Ground
  readonly boundary: AreaAnswer['boundary']
  /** Population, 2020 census; null if it must be added up from the homes. */
  readonly people: number | null
}

/** Returns the ground of a shape. Throws the same errors as `Vicinage.area`. */
export function resolveGround(data: AreaData, shape: AreaLike): ResolvedArea {
  const { geography } = data
  const area = withSuggestions(data.places, shape, () => shapeGround(data, shape))
  const { ground } = area
  if ('contains' in ground) assertAreaPresent(geography, ground)
  else for (let i = 0; i < ground.blockGroups.length; i++) assertBlockGroupPresent(geography, ground.blockGroups[i])
  return area
}

function shapeGround(data: AreaData, area: AreaLike): ResolvedArea {
  if (typeof area === 'object' && area !== null && 'ok' in area) checkPlace(area)
  const shape = namedBy(area)
  if (isCityFound(area)) return cityGround(data, shape, area)
  if (isNeighborhood(area)) return neighborhoodOrCircle(data, area, shape)
  if (typeof shape !== 'object' || shape === null) return refuse(SHAPES, shape)
  if ('type' in shape) return exact(polygonRegion(shape))
  const kinds = NAMED.filter((kind) => kind in shape && !isQualifier(kind, shape))
  if (kinds.length > 1 && !('radius' in shape))
    return refuse(`An area must have exactly one kind, not ${kinds.join(' and ')}`, shape)
  const kind = Object.keys(FIELDS).find((field) => field in shape)
  if (kind === undefined) return refuse(SHAPES, shape)
  // A shape with `radius` can also be a place, which has more fields than a circle. `checkPlace` therefore rejects only
  // misspelled fields.
  if (kind === 'radius') checkPlace(shape as unknown)
  const wrong = kind === 'radius' ? null : unknownOption<object>(shape, FIELDS[kind])
  if (wrong !== null) {
    const fields = Object.keys(FIELDS[kind])
    const others = Object.values(FIELDS).flatMap((names) => Object.keys(names))
    const meant = nearestName(wrong.name, fields) || nearestName(wrong.name, others)
    const advice = meant || `; an area selected by ${kind} accepts only ${fields.join(', ')}`
    return refuse(`An area has no field '${wrong.name.slice(0, 64)}'${advice}`, wrong.input)
  }
  if ('radius' in shape) return exact(circleRegion(shape))
  if ('west' in shape) return exact(boxRegion(shape))
  const { geography } = data
  if ('zip' in shape) {
    const zip = digits(shape.zip, 5, 'zip')
    return loadedPlaces(data).zip(zip)
  }
  if ('neighborhood' in shape) return neighborhoodGround(data, shape)
  if ('city' in shape) return cityGround(data, shape)
  if ('county' in shape) return coded(geography, 'county', countyCode(geography, shape))
  if ('tract' in shape) return coded(geography, 'tract', digits(shape.tract, 11, 'tract'))
  if ('blockGroup' in shape) return coded(geography, 'block group', digits(shape.blockGroup, 12, 'blockGroup'))
  if ('district' in shape) return exact(districtRegion(data.districts, shape))
  return coded(geography, 'state', getState(shape.state).fips)
}

/** Calls `find`, and adds areas with similar names to its error about an unknown name. */
function withSuggestions(places: PlaceAreas | null, shape: AreaLike, find: () => ResolvedArea): ResolvedArea {
  try {
    return find()
  } catch (error) {
    if (!(error instanceof NotFoundError) || error.code !== 'area_unknown' || places === null) throw error
    const name = nameOf(shape)
    const suggestions = name === null ? [] : places.similar(name)
    if (suggestions.length === 0) throw error
    throw new NotFoundError(`${error.detail} ${didYouMean(suggestions)}`, error.code, suggestions)
  }
}

/**
 * Returns the name if the area is specified by name, such as `Hyde Park, Austin`. Returns null for a code or a shape.
 */
function nameOf(shape: AreaLike): string | null {
  if (typeof shape === 'string' && !/\d/.test(shape)) return shape
  const { neighborhood, city, county, state } = namedBy(shape) as Readonly<Record<string, string | undefined>>
  const name = neighborhood ?? city ?? (county && `${county.replace(/ county$/i, '')} County`)
  const parts = [name, neighborhood && city, state].filter(Boolean)
  return name === undefined || /\d/.test(name) ? null : parts.join(', ')
}

/** Checks whether a field only narrows another name down: the city of a neighborhood, or the county of a city. */
function isQualifier(kind: string, shape: object): boolean {
  return (kind === 'city' && 'neighborhood' in shape) || (kind === 'county' && 'city' in shape)
}

/** Checks whether an area is a city with a point: a place found by the geocoder, or a city found by `find`. */
function isCityFound(area: AreaLike): area is AreaLike & LatLon {
  const { layer, kind, label, name, lat, lon } = (area ?? {}) as Readonly<Record<string, unknown>>
  const isCity = (layer === 'city' && typeof label === 'string') || (kind === 'city' && typeof name === 'string')
  return isCity && typeof lat === 'number' && typeof lon === 'number'
}

function isNeighborhood(area: AreaLike): area is MaybePlace & CircleShape {
  return (
    typeof area === 'object' && area !== null && 'layer' in area && area.layer === 'neighborhood' && 'radius' in area
  )
}

/**
 * Returns the outline of a neighborhood that the geocoder found. If the neighborhood's name alone does not identify it,
 * returns a circle.
 */
function neighborhoodOrCircle(data: AreaData, circle: CircleShape, shape: AreaShape): ResolvedArea {
  try {
    if ('neighborhood' in shape) return neighborhoodGround(data, shape)
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
  }
  return { ...exact(circleRegion(circle)), boundary: 'approximate' }
}

/** Resolves a string, or a place found by the geocoder, to the named area. Returns any other shape unchanged. */
function namedBy(shape: AreaLike): AreaShape {
  if (typeof shape === 'string') {
    const area =
      getArea(shape) ?? refuse(`There is no area with that name; write areas as ${AREA_NOTATION}`, shape.slice(0, 80))
    if (typeof area !== 'string') return area
    throw new NotFoundError(
      `'${area}' is not a known area. Add its city or state, as in "Austin, TX"; areas are cities, counties, ZIPs, neighborhoods, school districts ("Austin ISD") and states.`,
      'area_unknown',
    )
  }
  const found = foundArea(shape)
  if (found !== null) return found
  const { layer, label } = (shape ?? {}) as { readonly layer?: unknown; readonly label?: unknown }
  const isArea =
    layer === 'city' || layer === 'county' || layer === 'state' || layer === 'zip' || layer === 'neighborhood'
  if (isArea && typeof label === 'string' && 'lat' in shape)
    return namedArea(layer, layer === 'zip' ? label.slice(-5) : label)
  return shape as AreaShape
}

/**
 * Returns the area that a result of `find` or `rank` stands for, or null if the shape is not such a result.
 *
 * @throws {ValidationError} when an area found by `find` without `of` has no outline
 */
function foundArea(shape: AreaLike): AreaShape | null {
  if (typeof shape !== 'object' || shape === null || !('people' in shape && 'name' in shape)) return null
  const { kind, id, name, county, outline, km2 } = shape as Readonly<Record<string, unknown>>
  if (kind === undefined && typeof km2 === 'number')
    return (
      (outline as AreaShape | undefined) ??
      refuse(
        'A part returned by `find` can be used as an area only if it includes its outline: search with `outline: true`',
        name,
      )
    )
  const known = (['zip', 'city', 'county', 'district'] as const).find((other) => other === kind)
  if (known === undefined) return null
  if (typeof id === 'string') return namedArea(known, id)
  const city = namedArea(known, String(name))
  return typeof county === 'string' && !('lat' in shape) ? ({ ...city, county } as AreaShape) : city
}

/** Allowed fields for each kind of area, keyed by the field that determines the kind. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, true>>>> = {
  radius: { radius: true },
  west: { west: true, south: true, east: true, north: true },
  zip: { zip: true },
  neighborhood: { neighborhood: true, city: true, state: true },
  city: { city: true, state: true, county: true },
  county: { county: true, state: true },
  tract: { tract: true },
  blockGroup: { blockGroup: true },
  district: { district: true, state: true },
  state: { state: true },
}

/** Fields that hold the name or code of an area. Some of these fields can be combined with `state`. */
const NAMED = ['zip', 'neighborhood', 'city', 'county', 'tract', 'blockGroup', 'district']

const SHAPES =
  'An area is a GeoJSON Polygon or MultiPolygon, { lat, lon, radius }, { west, south, east, north }, or one of { zip }, { city, state }, { city, state, county }, { neighborhood, city }, { county }, { tract }, { blockGroup }, { district }, { state }'

function exact(ground: Ground): ResolvedArea {
  return { ground, boundary: 'exact', people: null }
}

function digits(value: unknown, length: number, name: string): string {
  if (typeof value === 'string' && value.length === length && /^\d+$/.test(value)) return value
  return refuse(`${name} must be a string of ${length} digits`, value)
}

function coded(geography: Geography, kind: string, code: string): ResolvedArea {
  const [from, to] = getBlockGroups(geography, code)
  if (from === to) throw new NotFoundError(`There is no ${kind} ${code} in ${COVERAGE}.`, 'area_unknown')
  return exact({
    blockGroups: Uint16Array.from({ length: to - from }, (_, i) => from + i),
    byCenters: code.length <= 5,
  })
}

/**
 * Returns the five-digit county code, given either the code itself or the county name (with or without "County") and
 * state.
 */
function countyCode(geography: Geography, { county, state }: { readonly county: unknown; readonly state?: unknown }) {
  if (typeof county === 'string' && /^\d{5}$/.test(county)) return county
  if (typeof county !== 'string' || state === undefined || county.length > 100)
    return refuse(
      'county must be a string of 5 digits, such as 48453, or its name with the state, such as Travis, TX',
      county,
    )
  const code = countyNamed(geography, county, getState(state))
  if (code !== null) return code
  throw new NotFoundError(`There is no county ${county} in ${getState(state).postal}.`, 'area_unknown')
}

/** Returns the code of the county with this name, or null. */
function countyNamed(geography: Geography, county: string, { fips }: { readonly fips: string }): string | null {
  const key = countyName(county)
  const [from, to] = getBlockGroups(geography, fips)
  for (let at = from; at < to; ) {
    const { county: name, blockGroup } = geography.describe(at)
    const code = blockGroup.slice(0, 5)
    if (countyName(name) === key) return code
    at = getBlockGroups(geography, code)[1]
  }
  return null
}

function getState(state: unknown) {
  if (typeof state !== 'string') return refuse('state must be a two-letter code', state)
  const upper = state.toUpperCase()
  const covered = coveredStates.find(({ postal, name }) => postal === upper || name.toUpperCase() === upper)
  if (covered) return covered
  throw new NotFoundError(
    `The state ${state.slice(0, 40)} is not covered; the data covers ${COVERAGE}.`,
    'place_outside',
  )
}

function districtRegion(
  loadDistricts: (() => Districts) | null,
  { district, state }: { readonly district: unknown; readonly state?: unknown },
): Ground {
  if (typeof district !== 'string' || district.length > 100 || /^\d*$/.test(district)) digits(district, 7, 'district')
  const name = district as string
  if (loadDistricts === null)
    throw new NotLoadedError(
      'School districts are not loaded: districts.bundle was not included.',
      'districts_not_loaded',
      'Open with `schools: true` and a data folder that contains districts.bundle (`vicinage data copy --schools`).',
    )
  const districts = loadDistricts()
  const within = state === undefined ? null : getState(state)
  const coded = districts.indexOf(name)
  const found = coded < 0 ? districtsNamed(districts, name, within?.fips ?? null) : [coded]
  if (found.length > 1) {
    const codes = found.map((index) => districts.geoid(index)).join(', ')
    return refuse(`Several school districts are called ${name}: use one of their codes (${codes})`, name)
  }
  if (found.length === 0)
    throw new NotFoundError(`There is no school district ${name} in ${within?.name ?? COVERAGE}.`, 'area_unknown')
  return getRegion([districts.outline(found[0])])
}

function neighborhoodGround(
  data: AreaData,
  { neighborhood, city, state }: { readonly neighborhood: unknown; readonly city?: unknown; readonly state?: unknown },
): ResolvedArea {
  for (const name of [neighborhood, city ?? ''])
    if (typeof name !== 'string' || name.length > 100)
      return refuse('neighborhood and city must be strings of up to 100 characters', name)
  const postal = state === undefined ? null : getState(state).postal
  return loadedPlaces(data).neighborhood(neighborhood as string, (city as string | undefined) ?? null, postal)
}

/** @param point point of the city, which selects one of several cities with the same name */
function cityGround(data: AreaData, shape: AreaShape, point?: LatLon): ResolvedArea {
  const { geography } = data
  const { city, state, county } = shape as Readonly<Record<string, unknown>>
  if (typeof city === 'string' && /^\d{7}$/.test(city) && state === undefined)
    return loadedPlaces(data).cityOfCode(city)
  if (typeof city !== 'string' || city.length > 100)
    return refuse('city must be a string of up to 100 characters', city)
  if (county !== undefined && (typeof county !== 'string' || county.length > 100))
    return refuse('the county of a city must be a string of up to 100 characters', county)
  const { postal } = getState(state)
  try {
    return loadedPlaces(data).city(city, postal, geography, point ?? county)
  } catch (error) {
    if (!(error instanceof NotFoundError) || countyNamed(geography, city, getState(state)) === null) throw error
    throw new NotFoundError(
      `${error.detail} There is a county with that name: write "${city} County, ${postal}".`,
      'area_unknown',
    )
  }
}

/**
 * Returns the outlines of ZIP codes and cities.
 *
 * @throws {NotLoadedError} when the outlines are not loaded
 */
export function loadedPlaces({ places, hasGeocoder }: Pick<AreaPlaces, 'places' | 'hasGeocoder'>): PlaceAreas {
  if (places !== null) return places
  if (hasGeocoder)
    throw new NotLoadedError(
      'ZIPs, cities and neighborhoods are not loaded as areas: areas.bundle was not included.',
      'areas_not_loaded',
      'Open a data folder that contains areas.bundle (`vicinage data copy --geocoder`).',
    )
  throw new NotLoadedError(
    'ZIPs and cities are not loaded: the geocoder or places.bundle was not included.',
    'geocoder_not_loaded',
    'Open with `geocoder: true` and a data folder that contains places.bundle (`vicinage data copy --geocoder`).',
  )
}
