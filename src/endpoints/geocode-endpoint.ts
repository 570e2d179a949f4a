import { defineEndpoint } from './endpoint.ts'
import { geocodeParameters } from './geocode-parameters.ts'
import { geocodeSingleResponse } from './geocode-schemas.ts'

/** The endpoint that finds the coordinate of an address. */
export const geocodeEndpoint = defineEndpoint({
  id: 'tools.geocodeSingle',
  method: 'GET',
  path: '/v1/tools/geocode-single',
  summary: 'Coordinate of an address',
  description:
    'The single most likely coordinate of an address or place in California, Texas or Florida. Without the very house in the data it is the middle of the ZIP or city; null with a message when nothing is found or nothing is sure enough.',
  parameters: geocodeParameters.geocodeSingle,
  response: geocodeSingleResponse,
  answer: (vicinage, question) => vicinage.tools.geocodeSingle(question),
})
