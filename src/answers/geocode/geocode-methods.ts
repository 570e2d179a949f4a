import { refusedArgument } from '../../base/errors.ts'
import type { Box } from '../../base/geo/box.ts'
import { metersApart } from '../../base/geo/distance.ts'
import type { MaybePlace, Point } from '../../base/geo/place.ts'
import { parse } from '../../base/parameters/check.ts'
import { geocodeParameters } from '../../base/parameters/endpoint-parameters.ts'
import { lat, lon, suggestionLimit, text as textParameter } from '../../base/parameters/known-parameters.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import type { LiteralListParameter } from '../../base/parameters/parameter.ts'
import { COVERAGE, coveredState } from '../../base/states.ts'
import { once } from '../../data/bundle/once.ts'
import {
  type AddressNotFound,
  type GeocodeAnswer,
  type GeocodedPlace,
  type GeocodeParts,
  getParts,
  LAYER_CONFIDENCE,
  type LocatedAddress,
  noAnswer,
  unreadable,
} from './answer.ts'
import { withContradictions } from './contradictions.ts'
import { withDistinctAlternatives } from './distinct-alternatives.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { Geocoder } from './geocoder.ts'
import type { Layer } from './layers.ts'
import type { AddressLocator } from './locator.ts'
import type { NamedPlaces } from './names/named-places.ts'
import type { Neighborhoods } from './neighborhoods.ts'
import { parseAddress } from './parse/parse-address.ts'
import { normalizeCity } from './parse/tokens.ts'
import { readableText } from './parse/typed-text.ts'
import { withRespellings } from './respelled-words.ts'
import type { NamePlace, PlaceNames, ReverseAnswer } from './reverse.ts'

import { placeTable, type Suggestion } from './suggest/place-table.ts'
import { similarCities } from './suggest/similar-places.ts'
import { StreetCompletions } from './suggest/street-completions.ts'
import { Suggester } from './suggest/suggester.ts'
import { nameInCity, withStateLast } from './text-order.ts'
import { fineEnough, getAdvice, getWantedPlace, nearestNamesake, type WantedPlace } from './wanted-place.ts'

/** Options of `geocode`. */
export interface GeocodeOptions {
  /** Two-letter country code from ISO 3166-1. Only addresses in `US` are found. */
  readonly country?: string | undefined
  /** Layers to accept, as a list or comma-separated. Default: all. */
  readonly layers?: string | readonly Layer[] | undefined
  /**
   * Least exact layer to accept: `street` for houses, `zip` for anything from a house to a ZIP. If only a less exact
   * place is found, the answer has the code `place_too_rough` and its message names that place. A street without a
   * house number is also in the layer `street`. Use `maxRadius` to reject long streets.
   */
  readonly minLayer?: Layer | undefined
  /** Largest radius to accept, in meters, 0 or more. */
  readonly maxRadius?: number | undefined
  /**
   * Point or box near which the place is expected. It decides between places with the same name and completes an
   * address without a city.
   */
  readonly near?: Point | Box | undefined
  /** Whether to add `explanation`: how the address was read and what was tried. Default: false. */
  readonly explain?: boolean | undefined
}

const geocodeOptions: OptionNames<GeocodeOptions> = {
  country: true,
  layers: true,
  minLayer: true,
  maxRadius: true,
  near: true,
  explain: true,
}
const geocodeRequest: OptionNames<GeocodeSingleRequest> = { address: true, country: true }
const suggestOptions: OptionNames<SuggestOptions> = { near: 'object', limit: true }

/** Functions that find addresses and place names. */
export interface AddressFunctions {
  /**
   * Geocodes an address. If the address is found, returns
   * `{ ok: true, lat, lon, radius, label, layer, confidence, … }`. This answer is a place, and also contains the parts
   * as they were read and alternatives. If nothing is found, returns `{ ok: false, code, message, suggestions }`.
   * Functions that accept a place accept both results, and throw a `ValidationError` `not_found` if nothing was found.
   *
   * @param address address in one line, at most 300 characters; an empty or longer address is not found
   *   (`address_empty`, `address_too_long`)
   * @throws {ValidationError} `input_invalid`, when the address is not a string or an option is invalid
   * @throws {NotLoadedError} `geocoder_not_loaded`, when the geocoder is not loaded
   */
  geocode(address: string, options?: GeocodeOptions): GeocodeAnswer

  /**
   * Geocodes a list of addresses and returns one answer per address, in the same order. Throws the same errors as
   * `geocode`.
   */
  geocodeMany(addresses: Iterable<string>, options?: GeocodeOptions): GeocodeAnswer[]

  /**
   * Returns the names of a place: neighborhood, city, ZIP, county, state, census tract and block group, and a one-line
   * label. The city and ZIP are looked up by outline. If the place has a radius over 150 m, a neighborhood, ZIP or city
   * is named only if it contains at least half of the circle and is not smaller than the circle; the census areas are
   * null. Outside the covered states, everything is null and `message` says so. Throws the same errors as `score`.
   */
  reverse(place: MaybePlace): ReverseAnswer

  /**
   * Returns the places whose names begin with a text, best first: states, counties, cities, ZIPs, neighborhoods,
   * landmarks, schools, libraries and streets. Tolerates typos after the third letter. The list is empty if no name
   * matches. The first call indexes the names, which takes about 0.7 s of CPU time. With `warm: 'all'`, this happens
   * during opening.
   *
   * @param text 1-100 characters; a city or state may follow the name: `hyde park, aus`
   * @throws {ValidationError} `input_invalid`, when the text or an option is invalid
   * @throws {NotLoadedError} `geocoder_not_loaded`, when the geocoder is not loaded
   */
  suggest(text: string, options?: SuggestOptions): readonly Suggestion[]
}

/** Functions that need the geocoder. */
export interface GeocodeAnswers extends Omit<AddressFunctions, 'reverse'>, AddressLocator {
  readonly tools: ToolMethods
  /** Creates the function that names places. Null if the name bundles are not loaded. */
  readonly placeNamer: (() => NamePlace) | null
  /** ZIPs and cities. Null if the places bundle is not loaded. */
  readonly gazetteer: (() => Gazetteer) | null
  /** Neighborhoods and landmarks. Null if the places bundle is not loaded. */
  readonly named: (() => NamedPlaces) | null
  /**
   * Returns the ZIPs in which an address may be: the ZIP in the address, or the ZIPs of its city. If streets are loaded
   * by place, these are the ZIPs to load.
   */
  zipsOf(address: string): readonly string[]
}

/** Builds the functions for addresses and names. The geocoder and the names are created on first use. */
export function geocodeAnswers(geocoder: () => Geocoder, names: PlaceNames | null = null): GeocodeAnswers {
  const find = ({ address, country }: GeocodeSingleRequest, layers: ReadonlySet<Layer> | null) => {
    return isUnitedStates(country) ? geocoder().geocode(address, layers) : outsideUnitedStates(address, country!)
  }
  let suggester: Suggester | undefined
  const suggest = (text: string, limit: number, near: Point | null): readonly Suggestion[] => {
    if (names === null) return []
    suggester ??= new Suggester(
      placeTable(names),
      names.streets && new StreetCompletions(names.streets, names.gazetteer),
    )
    return suggester.suggest(text, limit, near)
  }
  // Created on first use because few answers need the neighborhoods.
  const neighborhoodAt = once(() => neighborhoodFinder(names?.neighborhoods ?? []))
  const locate = (address: string, options: GeocodeOptions = {}): LocatedAddress => {
    const question = checked({ address, country: options.country })
    const layers = options.layers == null ? null : layersIn(options.layers)
    const wantedPlace = getWantedPlace(options)
    const result = limited(inUsualOrder(question, layers), question, layers, wantedPlace)
    if (!isUnitedStates(question.country)) return { answer: result, elsewhere: null }
    const located = result.ok ? withNotes(address, result) : { answer: unknownName(result, address), elsewhere: null }
    const { answer } = located
    if (!answer.ok && !UNSUGGESTED.has(answer.code))
      suggestLater(answer, (first) => similarPlaces(answer, address, first))
    if (options.explain === true)
      Object.assign(answer, { explanation: geocoder().explain(question.address, layers, answer) })
    return located
  }
  /**
   * Returns suggestions for an address that was not found: the places in `first`, followed by places with similar
   * names. If the only place in `first` was too rough, it is not suggested again.
   */
  const similarPlaces = (
    { code, parsed }: AddressNotFound,
    address: string,
    first: AddressNotFound['suggestions'],
  ): AddressNotFound['suggestions'] => {
    const isRough = code === 'place_too_rough'
    const lists = isRough ? roughly(parsed, address, first) : similar(parsed, address)
    const places = [...first, ...lists.flat()]
    const labels = places.map(({ label }) => label)
    return places
      .filter(({ label }, i) => labels.indexOf(label) === i && !(isRough && label === first[0]?.label))
      .slice(0, MAX_SUGGESTIONS)
  }
  /**
   * Returns cities with this name in other states, followed by names that begin with the text, followed by similar
   * cities.
   */
  const similar = (parsed: GeocodeParts, address: string): AddressNotFound['suggestions'][] => {
    const cities = names === null ? [] : similarCities(parsed, names.gazetteer, MAX_SUGGESTIONS)
    const namesakes = cities.filter(({ label }) => normalizeCity(label.split(',')[0]) === parsed.city)
    return [namesakes, suggest(address.slice(0, 100), MAX_SUGGESTIONS, null), cities]
  }
  /**
   * Returns streets with similar names in the area, followed by streets with this name around the place that was found.
   */
  const roughly = (
    { number, street, suffix }: GeocodeParts,
    address: string,
    [place]: AddressNotFound['suggestions'],
  ): AddressNotFound['suggestions'][] => {
    if (street === null || place === undefined) return []
    const line = [number, street, suffix].filter((part) => part !== null).join(' ')
    const around = suggest(line.slice(0, 100), 2 * MAX_SUGGESTIONS, place)
    return [
      geocoder().getSimilarStreets(address, MAX_SUGGESTIONS - 1),
      around.filter((other) => STREETS.has(other.layer) && metersApart(place, other) <= FARTHEST),
    ]
  }
  /**
   * Adds notes about spelling differences between the text and the answer, and about contradictions. Distinguishes
   * alternatives with the same label.
   */
  const withNotes = (address: string, found: GeocodedPlace): LocatedAddress => {
    // An address that is written like its label has no respelled words.
    const answer = address === found.label ? found : withRespellings(readableText(address), found)
    if (names === null) return { answer, elsewhere: null }
    const { gazetteer } = names
    return withContradictions(
      withDistinctAlternatives(answer, { gazetteer, neighborhoodAt: (lon, lat) => neighborhoodAt()(lon, lat) }),
      gazetteer,
    )
  }
  /** Finds an address that may begin with its state: "Texas, Longview". */
  const inUsualOrder = (question: GeocodeSingleRequest, layers: ReadonlySet<Layer> | null): GeocodeAnswer => {
    const turned = names === null ? null : withStateLast(question.address, names.gazetteer)
    const asWritten = () => find(question, layers)
    if (turned === null) return asWritten()
    const first = turned.isSeparate ? null : asWritten()
    if (first?.ok && first.note === null) return first
    const answer = find({ ...question, address: turned.text }, layers)
    if (answer.ok) return answer
    const second = first ?? asWritten()
    return second.ok ? second : answer
  }
  /**
   * If the text begins with a city, changes the answer to say that the place is not known there: "Los Angeles City
   * Hall".
   */
  const unknownName = (answer: AddressNotFound, address: string): AddressNotFound => {
    const split = names !== null && NAMELESS.has(answer.code) ? nameInCity(address, names.gazetteer) : null
    if (split === null) return answer
    const { name, city } = split
    const message = `No place named ${name} is known in ${city.label}: give its street and house number.`
    return { ...answer, code: 'name_unknown', message, suggestions: [city] }
  }
  /**
   * Geocodes an address. For an empty or overlong address, returns a not-found answer instead of throwing, because
   * forms and lists contain such addresses.
   */
  const readableOnly = (address: string, options?: GeocodeOptions): LocatedAddress => {
    const unread = typeof address === 'string' ? unreadable(address) : null
    if (unread === null) return locate(address, options)
    return { answer: noAnswer(getParts(parseAddress(''), NO_AREA), unread), elsewhere: null }
  }
  /** Chooses between places with the same name and applies the caller's limits. */
  const limited = (
    first: GeocodeAnswer,
    question: GeocodeSingleRequest,
    layers: ReadonlySet<Layer> | null,
    wanted: WantedPlace,
  ): GeocodeAnswer => {
    const { region } = wanted
    let answer = first
    if (region !== null && !answer.ok && LOCAL.has(answer.code)) {
      const city = names?.outlines?.cityAt(region.center.lon, region.center.lat)
      const state = coveredState(city?.code.slice(0, 2) ?? '')
      const line = `${question.address}, ${city?.name}, ${state?.postal}`
      const local = city && state && line.length <= 300 ? find({ ...question, address: line }, layers) : answer
      if (local.ok) answer = local
    }
    if (region !== null && answer.ok)
      answer = nearestNamesake(answer, region, (label) => find({ ...question, address: label }, layers))
    return answer.ok ? fineEnough(answer, wanted, () => geocoder().getGaps(question.address)) : answer
  }
  return {
    gazetteer: names && (() => names.gazetteer),
    named: names && (() => names.named),
    placeNamer: names && (() => placeNamer(names)),
    zipsOf: (address) => geocoder().getZips(address),
    suggest(text, options) {
      checkOptions(options, suggestOptions)
      const { near, limit } = options ?? {}
      const checked = parse([textParameter, suggestionLimit], { text, limit })
      const from = near === undefined || near === null ? null : parse([lat, lon], near)
      return suggest(checked.text, checked.limit, from)
    },
    tools: {
      geocodeSingle(question) {
        checkOptions(question, geocodeRequest)
        const match = find(checked(question), null)
        if (!match.ok) return { lat: null, lon: null, message: match.message }
        const { lat, lon } = match
        return { lat, lon, message: null }
      },
    },
    geocode(address, options) {
      if (options !== undefined) checkOptions(options, geocodeOptions)
      return readableOnly(address, options).answer
    },
    geocodeMany(addresses, options) {
      checkOptions(options, geocodeOptions)
      if (typeof addresses === 'string' || typeof addresses?.[Symbol.iterator] !== 'function')
        throw refusedArgument(
          'addresses',
          'addresses must be a list of strings; for a single address, use geocode(text)',
          null,
        )
      return Array.from(addresses, (address) => readableOnly(address, options).answer)
    },
    locate: (address) => readableOnly(address),
    getAdvice: (address, place, minLayer) => getAdvice(place, minLayer, geocoder().getGaps(address)),
  }
}

/**
 * Skips the full check for plainly valid requests, which saves time over millions of addresses. Other requests are
 * checked in the same way as HTTP requests.
 */
function checked(question: GeocodeSingleRequest): GeocodeSingleRequest {
  const request = question as Partial<GeocodeSingleRequest> | null | undefined
  const isPlain =
    typeof request?.address === 'string' &&
    request.address.length > 0 &&
    request.address.length <= 300 &&
    request.country === undefined
  return isPlain ? question : parse(geocodeParameters.geocodeSingle, question)
}

/** Codes of the answers for addresses without a known city. The option `near` can supply the city. */
const LOCAL: ReadonlySet<string> = new Set(['place_missing', 'state_missing', 'place_unknown'])

const MAX_SUGGESTIONS = 5

/** Codes of answers to addresses outside the coverage area. Suggesting a covered place for them would be a guess. */
const UNSUGGESTED: ReadonlySet<string> = new Set(['address_abroad', 'place_outside', 'country_unknown'])

const STREETS: ReadonlySet<string> = new Set(['street', 'address'])
/** Maximum distance in meters between the place that was found and a suggested street with the typed name. */
const FARTHEST = 50_000

/** Codes of answers to texts that may be a city followed by a place name. */
const NAMELESS: ReadonlySet<string> = new Set(['place_missing', 'place_unknown'])

const NO_AREA = { zip: null, city: null, state: null }

/**
 * Adds suggestions that are looked up only when they are read, because the first look-up is slow: it has to index all
 * names.
 *
 * @param suggest receives the answer's existing suggestions
 */
function suggestLater(
  answer: AddressNotFound,
  suggest: (first: AddressNotFound['suggestions']) => AddressNotFound['suggestions'],
): void {
  const first = answer.suggestions
  const suggestions = once(() => suggest(first))
  Object.defineProperty(answer, 'suggestions', { get: suggestions, enumerable: true, configurable: true })
}

function isUnitedStates(country: string | undefined): boolean {
  return country === undefined || country.toUpperCase() === 'US'
}

function outsideUnitedStates(address: string, country: string): GeocodeAnswer {
  const parsed = parseAddress(address)
  const { zip, city, state } = parsed
  return noAnswer(getParts(parsed, { zip: zip?.text ?? null, city: city?.text ?? null, state: state?.text ?? null }), {
    code: 'country_unknown',
    text: `Only addresses in the United States (US) are supported, in ${COVERAGE}; got country ${country.toUpperCase()}.`,
  })
}

const layerNames = Object.keys(LAYER_CONFIDENCE) as Layer[]
const layersParameter = {
  kind: 'literals',
  name: 'layers',
  in: 'query',
  required: false,
  values: layerNames,
  description: 'Layers to accept, comma-separated. Default: all.',
  example: 'address_point,street_range,public_place',
} as const satisfies LiteralListParameter

/** Parses the `layers` option. Throws `ValidationError` if a layer does not exist. */
function layersIn(layers: string | readonly string[]): ReadonlySet<Layer> {
  return new Set(parse([layersParameter], { layers }).layers as readonly Layer[])
}

/** Parameters of `tools.geocodeSingle`. */
export interface GeocodeSingleRequest {
  /** An address or place in one line, 1-300 characters. */
  readonly address: string
  /**
   * Two-letter country code from ISO 3166-1. Default: the United States, the only country where addresses are found.
   */
  readonly country?: string | undefined
}

/** The coordinates of an address, as the HTTP endpoint returns them. */
export interface GeocodeSingleResponse {
  /** Latitude in decimal degrees, WGS 84. Null if nothing is found. */
  readonly lat: number | null
  /** Longitude in decimal degrees, WGS 84. Null if nothing is found. */
  readonly lon: number | null
  /** Reason why nothing was found. Null if the address was found. */
  readonly message: string | null
}

/** Methods for addresses, with the same parameters and answers as the HTTP endpoints. */
export interface ToolMethods {
  /**
   * Returns the most likely coordinates of an address, or nulls and a message if nothing is found. `geocode` returns
   * more details.
   *
   * @throws {ValidationError} `input_invalid`, when an argument is missing or invalid
   * @throws {NotLoadedError} `geocoder_not_loaded`, when the geocoder is not loaded
   */
  geocodeSingle(request: GeocodeSingleRequest): GeocodeSingleResponse
}

/** Options of `suggest`. */
export interface SuggestOptions {
  /** Point near which names are preferred. If names match equally well, the nearest come first. */
  readonly near?: Point | undefined
  /** Maximum number of suggestions, 1-50. Default: 10. */
  readonly limit?: number | undefined
}

/**
 * Creates a function that names the neighborhood, the nearest house number, and the city and ZIP that contain a place.
 */
function placeNamer(names: PlaceNames): NamePlace {
  const { gazetteer, neighborhoods, streets } = names
  const neighborhoodAt = neighborhoodFinder(neighborhoods)
  const cityName = (city: number) => (city < 0 ? null : gazetteer.cityName(city))
  return (county, lon, lat) => {
    const house = once(() => streets?.nearest(county, lon, lat) ?? null)
    // Read on every call because more outlines may have been loaded since.
    const { outlines } = names
    const zip = outlines?.zipAt(lon, lat) ?? house()?.zip ?? null
    const containing = outlines?.cityAt(lon, lat) ?? null
    const zipIndex = zip === null ? -1 : gazetteer.zip(zip)
    const postalCity = zipIndex < 0 ? -1 : gazetteer.zipCity(zipIndex)
    const postalName = cityName(postalCity)
    const city = containing === null ? postalName : (cityName(gazetteer.cityOfCode(containing.code)) ?? containing.name)
    // If the postal city has no outline, it could contain the place. If no outlines are loaded, any city could.
    const mayBeInside = outlines === null || (postalCity >= 0 && gazetteer.cityCode(postalCity) === null)
    return {
      address: () => house()?.address(postalName ?? city) ?? null,
      neighborhood: neighborhoodAt(lon, lat),
      city,
      isInCity: containing !== null || (mayBeInside ? null : false),
      zip,
      hasOutlines: outlines !== null,
    }
  }
}

/**
 * Returns a function that finds the neighborhood name at a point. Names are cached because decoding a name takes as
 * long as finding it.
 */
function neighborhoodFinder(sources: readonly Neighborhoods[]): (lon: number, lat: number) => string | null {
  const names: (string | undefined)[][] = sources.map(() => [])
  return (lon, lat) => {
    for (let source = 0; source < sources.length; source++) {
      const index = sources[source].indexAt(lon, lat)
      if (index < 0) continue
      const name = names[source][index] ?? sources[source].neighborhood(index).name
      names[source][index] = name
      return name
    }
    return null
  }
}
