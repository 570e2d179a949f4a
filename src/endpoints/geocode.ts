import * as z from 'zod'
import { ANY_COVERED } from '../states.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'
import { geocodeParameters } from './endpoint-parameters.ts'

/** The answer of the geocoding endpoint. */
export const geocodeSingleResponse = z
  .object({
    lat: z.number().nullable().describe('Latitude, decimal degrees, WGS 84; null when nothing is found.'),
    lon: z.number().nullable().describe('Longitude, decimal degrees, WGS 84; null when nothing is found.'),
    message: z.string().nullable().describe('Why nothing is found; null otherwise.'),
  })
  .meta({ title: 'GeocodeSingleResponse' })
type GeocodeSingleResponse = z.infer<typeof geocodeSingleResponse>

export interface GeocodeSingleRequest {
  /** An address or place in one line, 1-300 characters. */
  readonly address: string
  /** Two letters, ISO 3166-1. Left out, the address is taken for one of the United States; nothing is found in other countries. */
  readonly country?: string | undefined
}

/** The methods for addresses; the same parameters and answers as over HTTP. */
export interface ToolMethods {
  /**
   * The single most likely coordinate of an address; null and a message where nothing is found. `geocode` says more.
   *
   * @throws {ValidationError} when an argument is missing or refused
   */
  geocodeSingle(request: GeocodeSingleRequest): GeocodeSingleResponse
}

/** The endpoints of addresses, under `/v1/tools`. */
export const geocodeEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    id: 'tools.geocodeSingle',
    method: 'GET',
    path: '/v1/tools/geocode-single',
    summary: 'Coordinate of an address',
    description: `The single most likely coordinate of an address or place in ${ANY_COVERED}. Where the data do not have the house, it is the centroid of the ZIP or city; null with a message when nothing is found or nothing is sure enough.`,
    advice:
      'Use it first whenever a place is given as an address, ZIP or city; every other tool wants coordinates or identifiers. It does not find the address of a coordinate. When it answers null, tell the message and do not guess a coordinate.',
    parameters: geocodeParameters.geocodeSingle,
    response: geocodeSingleResponse,
    example: { lat: 30.27465, lon: -97.74035, message: null },
    answer: (vicinage, request) => vicinage.tools.geocodeSingle(request),
  }),
]
