import { editDistance, tolerance } from '../../base/geo/edit-distance.ts'
import { stateOfZip } from '../../base/states.ts'
import { type AddressClues, startsAlike } from './address-clues.ts'
import { type AddressNotFoundCode, PENALTY } from './answer.ts'
import { isCountry, isGreaterElsewhere, isUncoveredCity } from './gazetteer/city-names.ts'
import type { Gazetteer, PlaceKind } from './gazetteer/gazetteer.ts'
import { normalizeCity } from './parse/tokens.ts'

/** Location of an address based on its ZIP, city, county and state. Missing indices are -1. */
export interface Located {
  /** Row of the ZIP in the gazetteer. */
  readonly zip: number
  /** Row of the city in the gazetteer. */
  readonly city: number
  readonly county: number
  readonly state: string | null
  /** Certainty of the location, 0-1. */
  readonly trust: number
  /**
   * Places that the address could mean instead: places with the same name and a similar population, and the city or ZIP
   * that contradicts the rest of the address.
   */
  readonly rivals: readonly Spot[]
  /** Places with the same name but far smaller populations. */
  readonly lesser: readonly Spot[]
  /** The part of the address that contradicts the ZIP. */
  readonly conflict: 'city' | 'state' | null
  /** Whether the address has neither state nor ZIP. */
  readonly isNameOnly: boolean
  /**
   * Reason why this location must not be the answer. The reason is only used if no address layer has an answer. Null if
   * the location can be the answer.
   */
  readonly refusal: Refusal | null
}

/** A row of the gazetteer. */
export interface Spot {
  readonly kind: PlaceKind
  readonly index: number
}

/** Code of the reason for having no answer. */
export type Refusal = Exclude<
  AddressNotFoundCode,
  'address_empty' | 'address_too_long' | 'country_unknown' | 'not_in_layers' | 'place_too_rough'
>

/** Minimum population of a city that appears with other words but without a state or ZIP. */
const PEOPLE_BESIDE = 20_000
/** Minimum population of a city that appears alone, without a state or ZIP. */
const PEOPLE_ALONE = 5_000
/** Minimum population of a city that appears with a place name that is not known there. */
const PEOPLE_BESIDE_NAME = 250_000

/**
 * Decides between ZIP, city and state, which may be wrong or contradict each other. If two of them agree, they outvote
 * the third. If the ZIP and the city are too far apart, there is no answer.
 */
export function locate(clues: AddressClues, gazetteer: Gazetteer): Located {
  const located = decide(clues, gazetteer)
  const [rival] = located.conflict === null ? [] : located.rivals
  const isOfBoth = rival?.kind === 'zip' || located.conflict === 'city'
  if (!isOfBoth || located.refusal !== null || clues.city === null) return located
  const spot: Spot = located.zip >= 0 ? { kind: 'zip', index: located.zip } : { kind: 'city', index: located.city }
  if (spot.index < 0) return located
  return gazetteer.distance(spot.kind, spot.index, rival.kind, rival.index) > CONTRADICTION
    ? { ...located, refusal: 'zip_and_city_apart' }
    : located
}

/** Distance in meters beyond which a ZIP and a city cannot belong to one address. */
const CONTRADICTION = 50_000

function decide(clues: AddressClues, gazetteer: Gazetteer): Located {
  const { city, state: cityState } = clues
  const zipState = clues.zip === null ? null : stateOfZip(clues.zip)
  const zip = clues.zip === null ? -1 : gazetteer.zip(clues.zip)
  const isWrongState = cityState !== null && zipState !== null && zipState !== cityState
  if (isWrongState && city !== null && isNamedAt(city, zip, zipState, gazetteer))
    return withWrongState(decide({ ...clues, state: zipState }, gazetteer))
  if (cityState !== null && gazetteer.stateOf(cityState) < 0) return refused('place_outside')
  if (clues.zip !== null && cityState === null && zipState === null) return refused('place_outside')
  if (zip >= 0 && !isWrongState) return atZip(clues, zip, zipState!, gazetteer)
  if (city === null) {
    if (zip >= 0) return withWrongState(atZip({ ...clues, state: zipState }, zip, zipState!, gazetteer))
    if (clues.zip !== null) return refused('place_unknown')
    if (cityState === null) return refused('place_missing')
    return clues.hasDetail ? { ...at(-1, -1, cityState, 0), refusal: 'city_missing' } : at(-1, -1, cityState, 1)
  }
  // An unknown five-digit ZIP proves little: "12 VIA ROMA, 90133 PALERMO".
  if (cityState === null) return atNameOnly(clues, zipState, gazetteer)
  const doubt = clues.zip === null ? PENALTY.oneOfTwo : isWrongState ? PENALTY.wrongZip : PENALTY.unknownZip
  const located = inState(city, clues, cityState, doubt, gazetteer)
  if (!isWrongState || zip < 0) return located
  return located.refusal === null
    ? { ...located, conflict: 'state', rivals: [{ kind: 'zip', index: zip }, ...located.rivals] }
    : withWrongState(atZip({ ...clues, state: zipState }, zip, zipState!, gazetteer))
}

/** Checks whether a city is near a ZIP, or in the state of a ZIP that is not known. */
function isNamedAt(city: string, zip: number, state: string, gazetteer: Gazetteer): boolean {
  const named = gazetteer.citiesNamed(city, state)
  return zip >= 0 ? nearest(named, zip, gazetteer) >= 0 : named.length > 0
}

function withWrongState(located: Located): Located {
  return { ...located, conflict: 'state', trust: located.trust * PENALTY.wrongZip }
}

/** Creates a location. Lists all fields, because spreading an object is ten times slower. */
function at(zip: number, city: number, state: string | null, trust: number): Located {
  const rivals: readonly Spot[] = []
  return {
    zip,
    city,
    county: -1,
    state,
    trust,
    rivals,
    lesser: rivals,
    conflict: null,
    isNameOnly: false,
    refusal: null,
  }
}

function refused(refusal: Refusal): Located {
  return { ...at(-1, -1, null, 0), refusal }
}

function atZip(
  { city, state: cityState, isCitySeparate }: AddressClues,
  zip: number,
  state: string,
  gazetteer: Gazetteer,
): Located {
  if (city === null) return at(zip, -1, state, PENALTY.oneOfTwo)
  const named = gazetteer.citiesNamed(city, state)
  const near = nearest(named, zip, gazetteer)
  if (near >= 0) return at(zip, near, state, 1)
  const respaced = nearest(gazetteer.citiesRespaced(city, state), zip, gazetteer)
  if (respaced >= 0) return at(zip, respaced, state, 1)
  const like = named.length > 0 ? -1 : nearest(gazetteer.citiesLike(city, state), zip, gazetteer)
  if (like >= 0) return at(zip, like, state, PENALTY.oneOfTwo)
  const sounding = named.length > 0 ? -1 : nearest(gazetteer.citiesSoundingLike(city, state), zip, gazetteer)
  if (sounding >= 0) return at(zip, sounding, state, PENALTY.unknownCity)
  if (gazetteer.countiesNamed(city, state).some((county) => gazetteer.zipCounties(zip).includes(county)))
    return at(zip, -1, state, PENALTY.oneOfTwo)
  // Whether five digits are a ZIP depends on the words next to them: "75001 PARIS", "90402 NÜRNBERG".
  if (cityState === null && isCitySeparate && (named.length === 0 || isGreaterElsewhere(city)))
    return refused(isCountry(city) ? 'address_abroad' : 'city_not_at_zip')
  // In "DALLAS, CA 90001", the ZIP contradicts the city, which is well known in a different state.
  const far = named.length > 0 ? named[0] : (gazetteer.citiesNamed(city, null).at(0) ?? -1)
  return named.length > 0 || (far >= 0 && isWellKnown(far, gazetteer))
    ? { ...at(zip, -1, state, PENALTY.farZip), conflict: 'city', rivals: [{ kind: 'city', index: far }] }
    : at(zip, -1, state, PENALTY.unknownCity)
}

/** Returns the city nearest to the ZIP, or -1 if no city is near enough to border on the ZIP. */
function nearest(cities: readonly number[], zip: number, gazetteer: Gazetteer): number {
  if (cities.length === 0) return -1
  const { radius } = gazetteer.extent('zip', zip)
  let best = -1
  let least = Number.POSITIVE_INFINITY
  for (const city of cities) {
    const reach = Math.min(gazetteer.extent('city', city).radius, WIDEST_CITY)
    const away = gazetteer.distance('zip', zip, 'city', city) - radius - reach
    if (away < NEIGHBORS && away < least) {
      best = city
      least = away
    }
  }
  return best
}

function inState(
  city: string,
  { isHouse, county }: AddressClues,
  state: string,
  doubt: number,
  gazetteer: Gazetteer,
): Located {
  const named = gazetteer.citiesNamed(city, state)
  const inCounty = county === null || named.length < 2 ? [] : citiesInCounty(named, county, state, gazetteer)
  if (inCounty.length > 0) return atFirst({ kind: 'city', places: inCounty, state }, doubt, gazetteer)
  if (named.length > 0) {
    const both = withRespaced(named, city, state, gazetteer)
    return atFirst({ kind: 'city', places: both, state, isAny: both.length > named.length }, doubt, gazetteer)
  }
  // Do not read the city of a house as a county. The city may be missing from the gazetteer while a county elsewhere
  // has its name: "3 EAST BAY DR, HOLMES".
  const counties = isHouse && !city.endsWith(' COUNTY') ? [] : gazetteer.countiesNamed(city, state)
  if (counties.length > 0)
    return atFirst({ kind: 'county', places: counties, state }, doubt / PENALTY.oneOfTwo, gazetteer)
  const longer = completedCity(city, state, gazetteer)
  if (longer >= 0) return atFirst({ kind: 'city', places: [longer], state }, doubt * PENALTY.typo, gazetteer)
  const like = gazetteer.citiesLike(city, state)
  if (isGreaterElsewhere(city) || gazetteer.citiesNamed(city, null).some((other) => isWellKnown(other, gazetteer))) {
    // "TAMPA, TX" is not a misspelled Talpa. "PITTSBURGH, CA" is Pittsburg, which differs by one letter and is well
    // known.
    const [best = -1] = mostLike(city, like, gazetteer, 1)
    return best >= 0 && isWellKnown(best, gazetteer)
      ? atFirst({ kind: 'city', places: [best], state }, doubt * PENALTY.typo, gazetteer)
      : refused('place_unknown')
  }
  const best = mostLike(city, like, gazetteer)
  if (best.length > 0) return atFirst({ kind: 'city', places: best, state }, doubt * PENALTY.typo, gazetteer)
  // Search by sound only if no name has a similar spelling.
  const sounding = like.length > 0 ? [] : gazetteer.citiesSoundingLike(city, state)
  return sounding.length > 0
    ? atFirst({ kind: 'city', places: sounding, state }, doubt * PENALTY.sound, gazetteer)
    : refused('place_unknown')
}

/** Returns the cities that are in a county with this name: the Lakeside of "LAKESIDE, TARRANT COUNTY, TX". */
function citiesInCounty(
  cities: readonly number[],
  county: string,
  state: string,
  gazetteer: Gazetteer,
): readonly number[] {
  const counties = gazetteer.countiesNamed(county, state)
  return cities.filter((city) => gazetteer.cityCounties(city).some((other) => counties.includes(other)))
}

/** Distance in meters within which two cities with the same first words need not be distinguished. */
const ONE_AREA = 15_000

/** Minimum length of a name that can be short for a name with BEACH, such as VERO for Vero Beach. */
const SHORTEST_OF_BEACH = 4

/**
 * Returns the city that a shortened name means: Delray Beach for "DELRAY", La Cañada Flintridge for "LA CANADA". BEACH
 * is the word that is omitted most often: "LAGUNA, CA" is Laguna Beach. Returns -1 if several cities far apart match,
 * or if the name is one letter away from a larger city.
 */
function completedCity(name: string, state: string, gazetteer: Gazetteer): number {
  const [beach] = name.length < SHORTEST_OF_BEACH ? [] : gazetteer.citiesNamed(`${name} BEACH`, state)
  const longer = gazetteer.citiesContinuing(name, state)
  const [best, ...others] = beach === undefined ? longer : [beach]
  if (best === undefined) return -1
  const { people } = gazetteer.extent('city', best)
  const isClear = others.every(
    (other) =>
      gazetteer.extent('city', other).people * FAR_GREATER < people ||
      gazetteer.distance('city', best, 'city', other) < ONE_AREA,
  )
  if (!isClear) return -1
  const [typo] = gazetteer.similarCities(name, state)
  const isTypo = typo !== undefined && typo.edits === 1 && gazetteer.extent('city', typo.city).people > people
  return isTypo && startsAlike(name, gazetteer.cityKey(typo.city)) ? -1 : best
}

function isWellKnown(city: number, gazetteer: Gazetteer): boolean {
  return gazetteer.extent('city', city).people >= PEOPLE_BESIDE
}

/** Places that a name may mean. */
interface Namesakes {
  readonly kind: 'city' | 'county'
  /** Places, most likely first. */
  readonly places: readonly number[]
  readonly state: string
  /** Whether any of the places may be meant, even if its population is far smaller. */
  readonly isAny?: boolean
}

/** Locates an address at the first of several places with the same name. */
function atFirst({ kind, places, state, isAny = false }: Namesakes, trust: number, gazetteer: Gazetteer): Located {
  const [first, ...others] = places
  const { people, radius } = gazetteer.extent(kind, first)
  const rivals: Spot[] = []
  const lesser: Spot[] = []
  for (const index of others) {
    // Skip places within the radius of the first place, because the gazetteer may list the same place twice.
    if (gazetteer.distance(kind, first, kind, index) <= radius) continue
    const isRival = isAny || gazetteer.extent(kind, index).people * FAR_GREATER > people
    ;(isRival ? rivals : lesser).push({ kind, index })
  }
  const doubt = rivals.length > 0 ? PENALTY.ambiguous : 1
  return { ...at(-1, -1, state, trust * doubt), [kind]: first, rivals, lesser }
}

/**
 * Locates a city or county that has no state or ZIP. The name must be spelled exactly, and the place must be large
 * enough.
 */
function atNameOnly(
  { city, hasDetail, hasLeftover, isPlaceName }: AddressClues,
  stateOfZip: string | null,
  gazetteer: Gazetteer,
): Located {
  if (city === null) return refused('place_unknown')
  const named = gazetteer.citiesNamed(city, stateOfZip)
  const kind = named.length > 0 ? 'city' : 'county'
  const places = named.length > 0 || !city.endsWith(' COUNTY') ? named : gazetteer.countiesNamed(city, stateOfZip)
  if (places.length === 0 || city.length < 3) {
    if (isUncoveredCity(city)) return refused('place_outside')
    return refused(isCountry(city) ? 'address_abroad' : 'place_unknown')
  }
  const { people, state } = gazetteer.place(kind, places[0])
  // In "12 KING ST, TORONTO, ONTARIO", the leftover TORONTO shows that the address is elsewhere.
  if (hasLeftover) return refused('address_unread')
  if (kind === 'city' && (isGreaterElsewhere(city) || people < (hasDetail ? PEOPLE_BESIDE : PEOPLE_ALONE)))
    return refused('state_missing')
  const located = { ...atFirst({ kind, places: places, state }, PENALTY.nameOnly, gazetteer), isNameOnly: true }
  // "SYDNEY, MELBOURNE": if the named place is not known in that city, another city may be meant.
  return isPlaceName && people < PEOPLE_BESIDE_NAME ? { ...located, refusal: 'name_unknown' } : located
}

/** Maximum plausible radius of a city in meters. Larger radii in the gazetteer are treated as guesses. */
const WIDEST_CITY = 40_000
/** Maximum distance in meters between the circles of a ZIP and a city that may border on each other. */
const NEIGHBORS = 30_000
/** Population ratio above which the larger of two places is chosen. */
const FAR_GREATER = 10

/**
 * Returns the cities with a name, largest first. Adds cities whose names differ only in spaces, unless they are all far
 * smaller: "SPRINGHILL" may mean the village Springhill or the town Spring Hill.
 */
function withRespaced(named: readonly number[], name: string, state: string, gazetteer: Gazetteer): readonly number[] {
  const getPeople = (city: number) => gazetteer.extent('city', city).people
  const respaced = gazetteer.citiesRespaced(name, state)
  return respaced.some((other) => getPeople(other) * FAR_GREATER > getPeople(named[0]))
    ? [...named, ...respaced].sort((a, b) => getPeople(b) - getPeople(a))
    : named
}

/**
 * Returns the cities most similar to a mistyped name, in the order of `like`. Typos in the first letter are rare:
 * "MAYPORT" is not Bayport.
 */
function mostLike(
  name: string,
  like: readonly number[],
  gazetteer: Gazetteer,
  most: number = tolerance(name.length),
): readonly number[] {
  const near = like.flatMap((city) => {
    const other = normalizeCity(gazetteer.place('city', city).name)
    const edits = startsAlike(name, other) ? editDistance(name, other, most) : most + 1
    return edits <= most ? [{ city, edits }] : []
  })
  const least = Math.min(...near.map(({ edits }) => edits))
  return near.flatMap(({ city, edits }) => (edits === least ? [city] : []))
}
