import type { Place, Point } from '../../base/geo/place.ts'
import { parse } from '../../base/parameters/check.ts'
import { geocodeParameters } from '../../base/parameters/endpoint-parameters.ts'
import { lat, lon, suggestionLimit, text as textParameter } from '../../base/parameters/known-parameters.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import type { LiteralListParameter } from '../../base/parameters/parameter.ts'
import { COVERAGE } from '../../base/states.ts'
import { once } from '../../data/bundle/once.ts'
import { type GeocodeAnswer, LAYER_CONFIDENCE, noAnswer, partsOf } from './answer.ts'
import type { Gazetteer } from './gazetteer/gazetteer.ts'
import type { Geocoder } from './geocoder.ts'
import type { Layer } from './layers.ts'
import type { Neighborhoods } from './neighborhoods.ts'
import { parseAddress } from './parse/parse-address.ts'
import type { NamePlace, PlaceNames, ReverseAnswer } from './reverse.ts'

import { placeTable, type Suggestion } from './suggest/place-table.ts'
import { StreetCompletions } from './suggest/street-completions.ts'
import { Suggester } from './suggest/suggester.ts'

/** Options of `geocode`. */
export interface GeocodeOptions {
  /** Two letters, ISO 3166-1. Only addresses in `US` are found. */
  readonly country?: string | undefined
  /** Layers that may answer, as a list or comma-separated. Default: all. */
  readonly layers?: string | readonly Layer[] | undefined
  /** Whether to add `explanation`: how the address was read and what was tried. Default: false. */
  readonly explain?: boolean | undefined
}

const geocodeOptions: OptionNames<GeocodeOptions> = { country: true, layers: true, explain: true }
const geocodeRequest: OptionNames<GeocodeSingleRequest> = { address: true, country: true }
const suggestOptions: OptionNames<SuggestOptions> = { near: 'object', limit: true }

/** Functions that find addresses and names of places. */
export interface AddressFunctions {
  /**
   * Geocodes an address: coordinate, layer, confidence (0-1), radius, matched address, parts as they were read, and
   * alternatives. If nothing is found, the coordinate is missing and `note` says why.
   *
   * @param address in one line, 1-300 characters
   * @throws {ValidationError} when the address or an option is refused
   * @throws {NotLoadedError} when the geocoder was left out
   */
  geocode(address: string, options?: GeocodeOptions): GeocodeAnswer

  /**
   * Names what is at a place: neighborhood, city, ZIP, county, state, census tract and block group, and all of it in
   * one line. City and ZIP are those whose outlines contain the place. For a place with a radius, everything smaller
   * than the radius is null. Outside the coverage everything is null and `message` says so. Throws the same errors as
   * `score`.
   */
  reverse(place: Place): ReverseAnswer

  /**
   * Completes the beginning of a name to places, best first: states, counties, cities, ZIPs, neighborhoods, schools and
   * libraries. Tolerates typing errors after the third letter. The first call takes about 0.1 s.
   *
   * @param text 1-100 characters; a city or state may follow the name: `hyde park, aus`
   * @throws {ValidationError} when the text or an option is refused
   */
  suggest(text: string, options?: SuggestOptions): readonly Suggestion[]
}

/** Functions that need the geocoder. */
export interface GeocodeAnswers extends Omit<AddressFunctions, 'reverse'> {
  readonly tools: ToolMethods
  /** Creates the function that names places. Null if the bundles of names were left out. */
  readonly placeNamer: (() => NamePlace) | null
  /** ZIPs and cities. Null if the bundle of places was left out. */
  readonly gazetteer: (() => Gazetteer) | null
  /**
   * Returns the ZIPs where an address may be: its own, or those of its city. If streets are loaded by place, these are
   * the ones to load.
   */
  zipsOf(address: string): readonly string[]
}

/** Builds the functions for addresses and names. The geocoder and the names are created when they are first needed. */
export function geocodeAnswers(geocoder: () => Geocoder, names: PlaceNames | null = null): GeocodeAnswers {
  const find = ({ address, country }: GeocodeSingleRequest, layers: ReadonlySet<Layer> | null) => {
    return isHere(country) ? geocoder().geocode(address, layers) : nothing(address, country!)
  }
  let suggester: Suggester | undefined
  return {
    gazetteer: names && (() => names.gazetteer),
    placeNamer: names && (() => placeNamer(names)),
    zipsOf: (address) => geocoder().zipsOf(address),
    suggest(text, options) {
      checkOptions(options, suggestOptions)
      const { near, limit } = options ?? {}
      const checked = parse([textParameter, suggestionLimit], { text, limit })
      const from = near === undefined || near === null ? null : parse([lat, lon], near)
      if (names === null) return []
      suggester ??= new Suggester(
        placeTable(names),
        names.streets && new StreetCompletions(names.streets, names.gazetteer),
      )
      return suggester.suggest(checked.text, checked.limit, from)
    },
    tools: {
      geocodeSingle(question) {
        checkOptions(question, geocodeRequest)
        const { lat = null, lon = null, note } = find(checked(question), null)
        return { lat, lon, message: lat === null ? note!.text : null }
      },
    },
    geocode(address, options) {
      if (options !== undefined) checkOptions(options, geocodeOptions)
      const question = checked({ address, country: options?.country })
      const layers = options?.layers == null ? null : layersIn(options.layers)
      const answer = find(question, layers)
      return options?.explain === true && isHere(question.country)
        ? { ...answer, explanation: geocoder().explain(question.address, layers, answer) }
        : answer
    },
  }
}

/**
 * Lets plainly valid requests through, which matters for millions of addresses. Everything else is checked as over
 * HTTP.
 */
function checked(question: GeocodeSingleRequest): GeocodeSingleRequest {
  const given = question as Partial<GeocodeSingleRequest> | null | undefined
  const isPlain =
    typeof given?.address === 'string' &&
    given.address.length > 0 &&
    given.address.length <= 300 &&
    given.country === undefined
  return isPlain ? question : parse(geocodeParameters.geocodeSingle, question)
}

function isHere(country: string | undefined): boolean {
  return country === undefined || country.toUpperCase() === 'US'
}

function nothing(address: string, country: string): GeocodeAnswer {
  const parsed = parseAddress(address)
  const { zip, city, state } = parsed
  return noAnswer(partsOf(parsed, { zip: zip?.text ?? null, city: city?.text ?? null, state: state?.text ?? null }), {
    code: 'country_unknown',
    text: `Only addresses in the United States (US) are known, in ${COVERAGE}; got country ${country.toUpperCase()}.`,
  })
}

const layerNames = Object.keys(LAYER_CONFIDENCE) as Layer[]
const layersParameter = {
  kind: 'literals',
  name: 'layers',
  in: 'query',
  required: false,
  values: layerNames,
  description: 'Layers that may answer, comma-separated; all when left out.',
  example: 'address_point,street_range,public_place',
} as const satisfies LiteralListParameter

/** Parses a choice of layers. Throws `ValidationError` if a layer does not exist. */
function layersIn(layers: string | readonly string[]): ReadonlySet<Layer> {
  return new Set(parse([layersParameter], { layers }).layers as readonly Layer[])
}

/** Parameters of `tools.geocodeSingle`. */
export interface GeocodeSingleRequest {
  /** An address or place in one line, 1-300 characters. */
  readonly address: string
  /** Two letters, ISO 3166-1. Default: the United States, the only country where addresses are found. */
  readonly country?: string | undefined
}

/** The coordinate of an address, as the HTTP endpoint returns it. */
export interface GeocodeSingleResponse {
  /** Latitude in decimal degrees, WGS 84. Null if nothing is found. */
  readonly lat: number | null
  /** Longitude in decimal degrees, WGS 84. Null if nothing is found. */
  readonly lon: number | null
  /** Why nothing was found. Otherwise null. */
  readonly message: string | null
}

/** Methods for addresses, with the same parameters and answers as over HTTP. */
export interface ToolMethods {
  /**
   * Returns the most likely coordinate of an address, or nulls and a message if nothing is found. `geocode` returns
   * more.
   *
   * @throws {ValidationError} when an argument is missing or refused
   * @throws {NotLoadedError} when the geocoder was left out
   */
  geocodeSingle(request: GeocodeSingleRequest): GeocodeSingleResponse
}

/** Options of `suggest`. */
export interface SuggestOptions {
  /** Names near this place come first if they fit equally well. */
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
    const holder = outlines?.cityAt(lon, lat) ?? null
    const known = zip === null ? -1 : gazetteer.zip(zip)
    const mailed = known < 0 ? -1 : gazetteer.zipCity(known)
    const postal = cityName(mailed)
    const city = holder === null ? postal : (cityName(gazetteer.cityOfCode(holder.code)) ?? holder.name)
    const ofAddress = postal ?? city
    return {
      address: () => house()?.address(ofAddress) ?? null,
      neighborhood: neighborhoodAt(lon, lat),
      city,
      isInCity: holder !== null || (mailed < 0 || gazetteer.cityCode(mailed) !== null ? false : null),
      zip,
    }
  }
}

/** Caches decoded names, because decoding one takes as long as finding it. */
function neighborhoodFinder(sources: readonly Neighborhoods[]): (lon: number, lat: number) => string | null {
  const names: (string | undefined)[][] = sources.map(() => [])
  return (lon, lat) => {
    for (let source = 0; source < sources.length; source++) {
      const found = sources[source].indexAt(lon, lat)
      if (found < 0) continue
      const name = names[source][found] ?? sources[source].neighborhood(found).name
      names[source][found] = name
      return name
    }
    return null
  }
}
