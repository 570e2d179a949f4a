import type * as z from 'zod'
import type { GeocodeSingleRequest } from '../../answers/geocode/geocode-methods.ts'
import { ifLoaded } from '../../base/errors.ts'
import { parse } from '../../base/parameters/check.ts'
import { geocodeParameters } from '../../base/parameters/endpoint-parameters.ts'
import { lat, lon } from '../../base/parameters/known-parameters.ts'
import { ANY_COVERED } from '../../base/states.ts'
import { geocodeResponse, geocodeSingleResponse, reverseResponse, suggestResponse } from './answers.ts'
import { defineEndpoint, type Endpoint, type Library } from './endpoint.ts'

/** Endpoints for addresses, under `/v1/tools`. */
export const geocodeEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    id: 'tools.geocodeSingle',
    method: 'GET',
    path: '/v1/tools/geocode-single',
    summary: 'Coordinates of an address',
    description:
      `The most likely coordinates of an address or place in ${ANY_COVERED}. If the data does not contain the house, ` +
      'the answer is the mean location of the people in the ZIP or city. Null with a message if nothing is recognized or ' +
      'the address is outside the coverage.',
    parameters: geocodeParameters.geocodeSingle,
    mirrored: true,
    response: geocodeSingleResponse,
    example: { lat: 30.27465, lon: -97.74035, message: null },
    answer: geocodeIfLoaded,
  }),
  defineEndpoint({
    id: 'tools.geocode',
    method: 'GET',
    path: '/v1/tools/geocode',
    summary: 'Full answer about an address',
    description:
      `The place that an address in ${ANY_COVERED} most likely means: coordinates, radius, what was located, ` +
      'confidence and alternatives. `min_layer` and `max_radius` reject less exact results. `lat` and `lon` say where ' +
      'the place is expected, which decides among places with the same name. If nothing is found, `ok` is false, with a ' +
      'code, a message and suggestions.',
    parameters: geocodeParameters.geocode,
    response: geocodeResponse,
    example: {
      ok: true,
      lat: 30.27465,
      lon: -97.74035,
      radius: 150,
      label: '1100 CONGRESS AVE, AUSTIN, TX 78701',
      layer: 'address',
      confidence: 0.81,
      parsed: { number: '1100', street: 'CONGRESS', suffix: 'AVE' },
      alternatives: [],
      note: null,
    },
    answer: (vicinage, { address, min_layer, max_radius, lat: nearLat, lon: nearLon }) => {
      const near =
        nearLat === undefined && nearLon === undefined ? undefined : parse([lat, lon], { lat: nearLat, lon: nearLon })
      return ifLoaded(
        () => {
          const answer = vicinage.geocode(address, { minLayer: min_layer, maxRadius: max_radius, near })
          if (answer.ok) return { ...answer, parsed: { ...answer.parsed }, alternatives: [...answer.alternatives] }
          const { ok, code, message, suggestions } = answer
          return { ok, code, message, suggestions: [...suggestions] }
        },
        ({ code, fact: message }) => ({ ok: false, code, message, suggestions: [] }),
      )
    },
  }),
  defineEndpoint({
    id: 'tools.reverse',
    method: 'GET',
    path: '/v1/tools/reverse',
    summary: 'What is at a point',
    description:
      `Neighborhood, city, ZIP, county, state, census tract and block group of a point in ${ANY_COVERED}, ` +
      'and a one-line label. City and ZIP are those whose outlines contain the point. With a radius, an area is ' +
      'named only if it contains at least half of the circle. Outside the coverage, everything is null, with a message.',
    parameters: geocodeParameters.reverse,
    response: reverseResponse,
    example: {
      lat: 30.3048,
      lon: -97.7285,
      radius: 0,
      label: 'Hyde Park, Austin, TX 78751',
      layer: 'coordinates',
      address: null,
      neighborhood: 'Hyde Park',
      city: 'Austin',
      in_city: true,
      zip: '78751',
      county: { name: 'Travis County', fips: '48453' },
      state: { name: 'Texas', postal: 'TX', fips: '48' },
      tract: '48453000302',
      block_group: '484530003023',
      message: null,
    },
    answer: (vicinage, place) => vicinage.reverse(place),
  }),
  defineEndpoint({
    id: 'tools.suggest',
    method: 'GET',
    path: '/v1/tools/suggest',
    summary: 'Completions of a name',
    description:
      'Completions of a name while it is typed: cities, ZIPs, counties, neighborhoods, landmarks, schools and ' +
      `libraries in ${ANY_COVERED}, and streets, with or without a house number, if a street index is installed. ` +
      'Tolerates typos after the third letter. Whole names come first, then names that begin with the ' +
      'text, then names that match despite a typo. Within each group, places with more people come first, or with `lat` and ' +
      '`lon`, places near that point.',
    parameters: geocodeParameters.suggest,
    response: suggestResponse,
    example: {
      suggestions: [
        { layer: 'neighborhood', label: 'Hyde Park, Austin, TX', lat: 30.3048, lon: -97.7285, radius: 1000 },
      ],
    },
    answer: (vicinage, { text, lat: nearLat, lon: nearLon, limit }) => {
      const near =
        nearLat === undefined && nearLon === undefined ? undefined : parse([lat, lon], { lat: nearLat, lon: nearLon })
      const suggestions = ifLoaded(
        () => vicinage.suggest(text, { near, limit }),
        () => [],
      )
      return { suggestions: [...suggestions] }
    },
  }),
]

/**
 * Answers `geocodeSingle`. If the geocoder is not loaded, returns an answer without coordinates, whose message gives
 * the reason.
 */
export function geocodeIfLoaded(
  vicinage: Pick<Library, 'tools'>,
  request: GeocodeSingleRequest,
): z.output<typeof geocodeSingleResponse> {
  return ifLoaded(
    () => vicinage.tools.geocodeSingle(request),
    ({ fact: message }) => ({ lat: null, lon: null, message }),
  )
}
