import { ANY_COVERED } from '../states.ts'
import { geocodeSingleResponse } from './answers.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'
import { geocodeParameters } from './endpoint-parameters.ts'

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
