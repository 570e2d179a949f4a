import type { OutlinedPlaces } from '../areas/outlined-places.ts'
import { type PlaceAreas, placeAreas } from '../areas/place-members.ts'
import { type GeocodeAnswer, noAnswer, partsOf } from '../geocode/answer.ts'
import { LAYER_CONFIDENCE } from '../geocode/confidence.ts'
import type { Geocoder } from '../geocode/geocoder.ts'
import type { Layer } from '../geocode/layers.ts'
import { parseAddress } from '../geocode/parse/parse-address.ts'
import { type PlaceNames, placeNamer } from '../geocode/place-names.ts'
import type { NamePlace } from '../geocode/reverse.ts'
import { placeTable, type Suggestion } from '../geocode/suggest/place-table.ts'
import { StreetCompletions } from '../geocode/suggest/street-completions.ts'
import { Suggester } from '../geocode/suggest/suggester.ts'
import { checkOptions, type OptionNames } from '../options.ts'
import { COVERAGE } from '../states.ts'
import type { GeocodeSingleRequest, ToolMethods } from './answers.ts'
import { parse } from './check.ts'
import type { SuggestOptions } from './endpoint.ts'
import { geocodeParameters } from './endpoint-parameters.ts'
import { lat, lon, suggestionLimit, text as textParameter } from './known-parameters.ts'
import type { LiteralListParameter } from './parameter.ts'

/** What `geocode` takes beside the address. */
export interface GeocodeOptions {
  /** Two letters, ISO 3166-1; nothing is found in other countries than US. */
  readonly country?: string | undefined
  /** Layers that may answer, as a list or comma-separated; all when left out. */
  readonly layers?: string | readonly Layer[] | undefined
}

const geocodeOptions: OptionNames<GeocodeOptions> = { country: true, layers: true }
const geocodeRequest: OptionNames<GeocodeSingleRequest> = { address: true, country: true }
const suggestOptions: OptionNames<SuggestOptions> = { near: true, limit: true }

/** The functions of addresses. */
export interface GeocodeAnswers {
  readonly tools: ToolMethods
  geocode(address: string, options?: GeocodeOptions): GeocodeAnswer
  /** Makes the function that names places; null where the bundles of names were left out. */
  readonly placeNamer: (() => NamePlace) | null
  /** ZIPs and cities as areas; null where the bundle of places, or that of their outlines, was left out. */
  readonly placeAreas: PlaceAreas | null
  /** The ZIPs where an address may be: its own, else those of its city. Where streets are loaded by place, those of these are needed. */
  zipsOf(address: string): readonly string[]
  suggest(text: string, options?: SuggestOptions): readonly Suggestion[]
}

/** The functions of addresses, which call for the geocoder, and for the names of places, when they are first needed. */
export function geocodeAnswers(
  geocoder: () => Geocoder,
  names: PlaceNames | null = null,
  outlines: (() => OutlinedPlaces) | null = null,
): GeocodeAnswers {
  const find = ({ address, country }: GeocodeSingleRequest, layers: ReadonlySet<Layer> | null) => {
    return isHere(country) ? geocoder().geocode(address, layers) : nothing(address, country!)
  }
  let suggester: Suggester | undefined
  return {
    placeAreas: names && outlines && placeAreas(() => names.gazetteer, outlines),
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
      checkOptions(options, geocodeOptions)
      const question = checked({ address, country: options?.country })
      return find(question, options?.layers == null ? null : layersIn(options.layers))
    },
  }
}

/** What is plainly right is let through, for millions of addresses; the rest is checked as over HTTP. */
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

/** Throws `ValidationError` where a layer does not exist. */
function layersIn(layers: string | readonly string[]): ReadonlySet<Layer> {
  return new Set(parse([layersParameter], { layers }).layers as readonly Layer[])
}
