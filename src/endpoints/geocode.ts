import * as z from 'zod'
import { ANY_COVERED } from '../states.ts'
import { defineEndpoint } from './endpoint.ts'
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

/** What can be asked about addresses; the same questions and answers as over HTTP. */
export interface ToolMethods {
  /**
   * The single most likely coordinate of an address; null and a message where nothing is found. `geocode` says more.
   *
   * @throws {ValidationError} when an argument is missing or refused
   */
  geocodeSingle(question: GeocodeSingleRequest): GeocodeSingleResponse
}

/** The endpoint that finds the coordinate of an address. */
export const geocodeEndpoint = defineEndpoint({
  id: 'tools.geocodeSingle',
  method: 'GET',
  path: '/v1/tools/geocode-single',
  summary: 'Coordinate of an address',
  description: `The single most likely coordinate of an address or place in ${ANY_COVERED}. Without the very house in the data it is the middle of the ZIP or city; null with a message when nothing is found or nothing is sure enough.`,
  parameters: geocodeParameters.geocodeSingle,
  response: geocodeSingleResponse,
  answer: (vicinage, question) => vicinage.tools.geocodeSingle(question),
})
