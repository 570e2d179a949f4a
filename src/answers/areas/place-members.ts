import { isStateName } from '../../base/all-states.ts'
import { NotFoundError, type SuggestedPlace, ValidationError } from '../../base/errors.ts'
import { type LatLon, metersBetween } from '../../base/geo/distance.ts'
import { COVERAGE, coveredState, stateOfZip } from '../../base/states.ts'
import type { Geography } from '../../data/geography.ts'
import type { Gazetteer } from '../geocode/gazetteer/gazetteer.ts'
import type { GeocodeAnswers } from '../geocode/geocode-methods.ts'
import { type NamedPlaces, placeKey } from '../geocode/names/named-places.ts'
import { normalizeCity } from '../geocode/parse/tokens.ts'
import type { EdgeLimits, PlaceEdge } from '../scores/edge-functions.ts'
import { Bands } from './around.ts'
import type { OutlinedKind, OutlinedPlaces } from './outlined-places.ts'
import { type CircleShape, circleRegion, getRegion, polygonRegion, type Region } from './region.ts'

/** ZIP codes, cities and neighborhoods as areas. */
export interface PlaceAreas {
  /**
   * Returns the region of a ZIP code.
   *
   * @throws {NotFoundError} when the ZIP code does not exist, or has no area because it only has post-office boxes
   */
  zip(zip: string): PlaceGround
  /**
   * Returns the region of a city.
   *
   * @param state uppercase two-letter code
   * @param among selects one of several cities with this name: the city nearest to a point, or the largest city in a
   * county. If omitted, the largest city is used.
   * @throws {NotFoundError} when the city does not exist
   */
  city(name: string, state: string, geography: Geography, among?: LatLon | string): PlaceGround
  /**
   * Returns the region of a city with a 7-digit census code.
   *
   * @throws {NotFoundError} when no city has this code
   */
  cityOfCode(code: string): PlaceGround
  /**
   * Returns the region of a neighborhood: its outline, or a circle if only its point is known.
   *
   * @param state uppercase two-letter code
   * @throws {NotFoundError} when the neighborhood does not exist
   * @throws {ValidationError} `area_ambiguous`, when several cities have a neighborhood with this name
   */
  neighborhood(name: string, city: string | null, state: string | null): PlaceGround
  /** Returns up to five cities, counties, neighborhoods and states with similar names, best first. */
  similar(name: string): readonly SuggestedPlace[]
  /** Returns all areas of a kind. Omits names that are only used for post-office boxes. */
  all(kind: OutlinedKind): readonly AreaOfPlace[]
  /**
   * Returns the nearest point on land that is in another ZIP code or city, or outside all cities. Returns null if no
   * such point is within the limit.
   */
  edge(kind: OutlinedKind, lat: number, lon: number, geography: Geography, limits: EdgeLimits): PlaceEdge | null
  /** Returns the outlines, opened on first use. */
  readonly outlines: () => OutlinedPlaces
}

export interface PlaceGround {
  readonly ground: Region
  /** `exact` if the outline of the place is known, otherwise `approximate`. */
  readonly boundary: 'exact' | 'approximate'
  /** Population of a ZIP code or city, 2020 census; null if it must be added up from the homes. */
  readonly people: number | null
}

/** A ZIP code or city, as listed by `PlaceAreas.all`. */
export interface AreaOfPlace {
  /** ZIP code, or 7-digit census code of a city; null if the city has no code. */
  readonly id: string | null
  /** Name: `78701`, `Austin, TX`. */
  readonly name: string
  /** Uppercase two-letter state code. */
  readonly state: string
  /** Returns the county, such as `Orange County`. Present only if another city of the state has the same name. */
  readonly county?: ((geography: Geography) => string | undefined) | undefined
  /**
   * Numbers of the outlines that make up the area: its own outline, or the outlines of its ZIP codes. If empty, the
   * area is a circle.
   */
  readonly outlines: readonly number[]
  /** Whether the name is only used by the Postal Service. Such an area overlaps census places. */
  readonly isPostal: boolean
  ground(geography: Geography): PlaceGround
}

/**
 * Creates the areas of ZIP codes, cities and neighborhoods from their bundles, which are opened on first use.
 *
 * @param named opens the named places, which include the neighborhoods; null to exclude neighborhoods
 * @param geocoder finds areas with similar names for error messages; null to omit suggestions
 */
export function placeAreas(
  gazetteer: () => Gazetteer,
  outlines: () => OutlinedPlaces,
  named: (() => NamedPlaces) | null,
  geocoder: Pick<GeocodeAnswers, 'geocode' | 'suggest'> | null = null,
): PlaceAreas {
  const lists = new Map<OutlinedKind, readonly AreaOfPlace[]>()
  return {
    outlines,
    zip(zip) {
      const number = outlines().find('zip', zip)
      if (number >= 0) return outlined(outlines(), number)
      const index = gazetteer().zip(zip)
      if (index < 0) throw new NotFoundError(`There is no ZIP ${zip} in ${COVERAGE}.`, 'area_unknown')
      throw withoutArea(`The ZIP ${zip}`, gazetteer().place('zip', index), outlines())
    },
    city(name, state, geography, among) {
      const key = normalizeCity(name)
      const namesakes = gazetteer().citiesNamed(key, state)
      const index = among === undefined ? (namesakes[0] ?? -1) : cityAmong(namesakes, among, gazetteer(), geography)
      if (index < 0 && typeof among === 'string')
        throw new NotFoundError(`There is no city ${name} in ${among}, ${state}.`, 'area_unknown')
      const number = index < 0 ? outlines().cityNamed(key, state) : -1
      if (number >= 0) return outlined(outlines(), number)
      if (index < 0) throw new NotFoundError(`There is no city named ${name} in ${state}.`, 'area_unknown')
      const area = cityAt(index, gazetteer(), outlines())
      if (area === null) throw withoutArea(`${name}, ${state}`, gazetteer().place('city', index), outlines())
      return area.ground(geography)
    },
    cityOfCode(code) {
      const number = outlines().find('city', code)
      if (number < 0) throw new NotFoundError(`There is no city ${code} in ${COVERAGE}.`, 'area_unknown')
      return outlined(outlines(), number)
    },
    neighborhood(name, city, state) {
      if (named === null) throw new NotFoundError('Neighborhoods are not available as areas here.', 'area_unknown')
      return neighborhoodGround(named(), name, city, state)
    },
    similar: (name) => (geocoder === null ? [] : similarAreas(name, geocoder)),
    all(kind) {
      const cached = lists.get(kind) ?? (kind === 'zip' ? zips(outlines()) : cities(gazetteer(), outlines()))
      lists.set(kind, cached)
      return cached
    },
    edge(kind, lat, lon, geography, limits) {
      const places = outlines()
      const nearest = places.edge(kind, lat, lon, geography, limits)
      if (nearest === null) return null
      const number = places.at(kind, nearest.lon, nearest.lat)
      return { ...nearest, area: number < 0 ? null : { kind, ...namedOutline(number, places, gazetteer) } }
    },
  }
}

/**
 * Returns the ID and name of an outlined area. For a city, prefers the gazetteer's name, which is the name in everyday
 * use.
 */
function namedOutline(number: number, outlines: OutlinedPlaces, gazetteer: () => Gazetteer) {
  const id = outlines.code(number)
  if (number < outlines.zips) return { id, name: id }
  const index = gazetteer().cityOfCode(id)
  const name = index < 0 ? outlines.name(number) : gazetteer().place('city', index).name
  return { id, name: `${name}, ${coveredState(id.slice(0, 2))?.postal}` }
}

function outlined(outlines: OutlinedPlaces, number: number): PlaceGround {
  return { ground: outlines.region(number), boundary: 'exact', people: outlines.people(number) }
}

/** Returns the city nearest to a point, or the largest city in a county; -1 if no city matches. */
function cityAmong(
  cities: readonly number[],
  among: LatLon | string,
  gazetteer: Gazetteer,
  geography: Geography,
): number {
  if (typeof among === 'string') {
    const key = countyName(among)
    return cities.find((city) => countyName(countyOf(city, gazetteer, geography) ?? '') === key) ?? -1
  }
  let nearest = -1
  let least = Number.POSITIVE_INFINITY
  const usual = cities.length > 1 ? gazetteer.place('city', cities[0]).name : null
  for (const city of usual === null ? cities : withSameName(cities, usual, gazetteer)) {
    const { lat, lon } = gazetteer.place('city', city)
    const meters = metersBetween(lat, lon, among.lat, among.lon)
    if (meters >= least) continue
    nearest = city
    least = meters
  }
  return nearest
}

function neighborhoodGround(named: NamedPlaces, name: string, city: string | null, state: string | null): PlaceGround {
  const places = neighborhoodsNamed(named, name, city, state)
  if (places.length === 0) {
    const where = [name, city, state].filter((part) => part !== null).join(', ')
    throw new NotFoundError(`There is no neighborhood ${where} in ${COVERAGE}.`, 'area_unknown')
  }
  assertSameCity(places, name)
  const { outline, lat, lon, radius } = places.find((place) => place.outline !== null) ?? places[0]
  return outline === null
    ? { ground: circleRegion({ lat, lon, radius }), boundary: 'approximate', people: null }
    : {
        ground: polygonRegion({ type: 'MultiPolygon', coordinates: outline }),
        boundary: 'exact',
        people: null,
      }
}

function neighborhoodsNamed(named: NamedPlaces, name: string, city: string | null, state: string | null) {
  return named
    .named(placeKey(name))
    .map((index) => ({ ...named.place(index), outline: named.outline(index) }))
    .filter((place) => place.layer === 'neighborhood' && (state === null || place.state === state))
    .filter((place) => city === null || normalizeCity(place.city ?? '') === normalizeCity(city))
}

function assertSameCity(places: ReturnType<typeof neighborhoodsNamed>, name: string): void {
  if (new Set(places.map((place) => `${place.city}, ${place.state}`)).size <= 1) return
  const byLabel = new Map(
    places.map(({ name, city, state, lat, lon, radius }) => {
      const label = [name, city, state].filter(Boolean).join(', ')
      return [label, { layer: 'neighborhood', label, lat, lon, radius }]
    }),
  )
  const suggestions = [...byLabel.values()]
  const msg = `Several neighborhoods are called ${name}. ${didYouMean(suggestions)}`
  const detail = { type: 'value_error', loc: ['shape'], msg, input: name, ctx: { suggestions } }
  throw new ValidationError([detail], msg, 'area_ambiguous')
}

/** Returns a county's name without `County` and punctuation, for comparisons. */
export function countyName(name: string): string {
  return name
    .toLowerCase()
    .replace(/ (county|parish)$/, '')
    .replace(/[^a-z]/g, '')
}

/** Maximum number of areas listed in an error. */
const MAX_SIMILAR = 5
const NAMED_LAYERS: ReadonlySet<string> = new Set(['city', 'county', 'state'])

/** Returns the suggestions as a question: `Did you mean Austin, TX?` */
export function didYouMean(suggestions: readonly SuggestedPlace[]): string {
  const labels = suggestions.slice(0, MAX_SIMILAR).map(({ label }) => `"${label}"`)
  const last = labels.pop()
  return `Did you mean ${labels.length === 0 ? last : `${labels.join(', ')} or ${last}`}?`
}

/** Returns areas with similar names. Their labels can be passed as areas. */
function similarAreas(name: string, geocoder: Pick<GeocodeAnswers, 'geocode' | 'suggest'>): SuggestedPlace[] {
  const text = name.slice(0, 100)
  const answer = geocoder.geocode(text)
  const respelled = answer.ok ? [answer, ...answer.alternatives] : []
  const [first, ...places] = text.split(',')
  // If the geocoder finds only the city, search in that city for the text before the first comma. The geocoder may have
  // corrected the spelling of the city.
  const isInCity = places.length > 0 && !isStateName(places[0].trim())
  const within = isInCity && answer.ok && answer.layer === 'city' ? `${first}, ${answer.label}` : null
  const suggested = [within, text].flatMap((text) => (text === null ? [] : geocoder.suggest(text, { limit: 20 })))
  const areas = new Map<string, SuggestedPlace>()
  for (const { layer, label, lat, lon, radius } of within === null ? [...respelled, ...suggested] : suggested) {
    const isArea = NAMED_LAYERS.has(layer) || (layer === 'neighborhood' && label.split(',').length > 2)
    if (isArea && !areas.has(label)) areas.set(label, { layer, label, lat, lon, radius })
  }
  return [...areas.values()].slice(0, MAX_SIMILAR)
}

function withoutArea(subject: string, { lat, lon }: LatLon, outlines: OutlinedPlaces): NotFoundError {
  const around = outlines.at('zip', lon, lat)
  const advice = around < 0 ? '' : ` The ZIP around it is ${outlines.code(around)}.`
  return new NotFoundError(
    `${subject} has no area: it is only used for post-office boxes or a single building.${advice}`,
    'area_unknown',
  )
}

function zips(outlines: OutlinedPlaces): AreaOfPlace[] {
  return Array.from({ length: outlines.zips }, (_, number) => {
    const zip = outlines.code(number)
    const state = stateOfZip(zip) ?? ''
    return { id: zip, name: zip, state, outlines: [number], isPostal: false, ground: () => outlined(outlines, number) }
  })
}

/**
 * Returns the gazetteer's cities, followed by cities that only have an outline because they are newer than the
 * gazetteer.
 */
function cities(gazetteer: Gazetteer, outlines: OutlinedPlaces): AreaOfPlace[] {
  const all = Array.from({ length: gazetteer.count('city') }, (_, index) => cityAt(index, gazetteer, outlines)).filter(
    (area) => area !== null,
  )
  const listed = new Set<number>(all.flatMap(({ id, outlines }) => (id === null ? [] : outlines)))
  for (let number = outlines.zips; number < outlines.count; number++) {
    if (listed.has(number)) continue
    const named = namedOutline(number, outlines, () => gazetteer)
    const state = coveredState(named.id.slice(0, 2))?.postal ?? ''
    all.push({ ...named, state, outlines: [number], isPostal: false, ground: () => outlined(outlines, number) })
  }
  const counts = new Map<string, number>()
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1)
  return all.map((area) => (counts.get(area.name) === 1 ? { ...area, county: undefined } : area))
}

/**
 * Margin in meters that the gazetteer adds to a city's radius if the radius is computed from the land area. The circle
 * that represents the city is smaller than the gazetteer's radius by this margin.
 */
const MARGIN = 600
/**
 * Maximum ratio of the population of a place's ZIP codes to the place's own population. If the ratio is higher, the
 * place is represented by a circle.
 */
const MAX_PEOPLE_RATIO = 1.1

/**
 * Returns a city with its outline. If the city has no outline, its area consists of the ZIP codes that the Postal
 * Service assigns to its name. If those ZIP codes have far more people than the city, or no people, its area is a
 * circle that matches the city's land and population. Returns null for a name that is only used for post-office boxes.
 */
function cityAt(index: number, gazetteer: Gazetteer, outlines: OutlinedPlaces): AreaOfPlace | null {
  const { name, state, lat, lon, radius, people } = gazetteer.place('city', index)
  const code = gazetteer.cityCode(index)
  const named = code === null ? outlines.cityNamed(normalizeCity(name), state) : outlines.find('city', code)
  // An outline with this name may belong to a different place. For Mountain View, CA, the outline is of the settlement
  // near Martinez.
  const isOther = code === null && named >= 0 && gazetteer.cityOfCode(outlines.code(named)) >= 0
  const outline = isOther ? -1 : named
  const namesakes = gazetteer.citiesNamed(normalizeCity(name), state)
  const area = {
    id: null,
    name: `${name}, ${state}`,
    state,
    county: (geography: Geography) => countyOf(index, gazetteer, geography),
    isPostal: false,
  }
  if (outline >= 0)
    return { ...area, id: outlines.code(outline), outlines: [outline], ground: () => outlined(outlines, outline) }
  const postal = gazetteer.cityZips(index).filter((zip) => gazetteer.zipCity(zip) === index)
  const numbers = postal.map((zip) => outlines.find('zip', gazetteer.place('zip', zip).name)).filter((i) => i >= 0)
  if (postal.length > 0 && numbers.length === 0) return null
  const counted = numbers.reduce((sum, number) => sum + (outlines.people(number) ?? 0), 0)
  const isCircle = counted === 0 || counted > people * MAX_PEOPLE_RATIO
  const circle = { lat, lon, radius: Math.max(MARGIN, radius - MARGIN) }
  // A namesake with a census code in the same state hides the code and the outline of this city (Mesquite, TX), so a
  // missing code does not prove that only the Postal Service uses the name.
  return {
    ...area,
    isPostal: postal.length > 0 && namesakes.every((other) => gazetteer.cityCode(other) === null),
    outlines: isCircle ? [] : numbers,
    ground: (geography) => ({
      ground: isCircle
        ? circleRegion({ ...circle, radius: getRadius(people, circle, geography) })
        : getRegion(numbers.map((number) => outlines.rings(number))),
      boundary: 'approximate',
      people: null,
    }),
  }
}

/** Returns the cities whose usual name is `name`, without the cities for which it is only an alternative name. */
function withSameName(cities: readonly number[], name: string, gazetteer: Gazetteer): readonly number[] {
  return cities.filter((city) => gazetteer.place('city', city).name === name)
}

/**
 * Returns the name of the county that contains a city's point. If the point is on water, returns the county that
 * contains the largest part of the city.
 */
function countyOf(city: number, gazetteer: Gazetteer, geography: Geography): string | undefined {
  const { lat, lon } = gazetteer.place('city', city)
  const zone = geography.zoneAt(lon, lat)
  if (zone > 0) return geography.describe(geography.blockGroupIn(zone, lon, lat)).county
  const [county] = gazetteer.cityCounties(city)
  return county === undefined ? undefined : gazetteer.place('county', county).name
}

/**
 * Returns a radius in meters. The circle with this radius around the same center contains at most `most` people, but at
 * least one home. The radius is at most twice the radius of the given circle.
 */
function getRadius(most: number, { lat, lon, radius }: CircleShape, geography: Geography): number {
  const { people } = Bands.of(geography)
  const homes = Array.from(people.homesAround(lat, lon, 2 * radius), (home) => ({
    people: people.at(home),
    meters: metersBetween(lat, lon, people.lat[home], people.lon[home]),
  })).sort((a, b) => a.meters - b.meters)
  let count = 0
  for (let sum = 0; count < homes.length && (count === 0 || sum + homes[count].people <= most); count++)
    sum += homes[count].people
  const last = homes[count - 1]?.meters ?? 0
  return count < homes.length ? Math.max(1, (last + homes[count].meters) / 2) : Math.max(radius, last + 1)
}
