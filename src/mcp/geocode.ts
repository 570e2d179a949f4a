import * as z from 'zod'
import { geocodeSingleResponse, reverseResponse, suggestResponse } from '../endpoints/answers.ts'
import { parse } from '../endpoints/check.ts'
import { geocodeParameters } from '../endpoints/endpoint-parameters.ts'
import { geocodeIfLoaded, reverseBody } from '../endpoints/geocode.ts'
import { lat, lon } from '../endpoints/known-parameters.ts'
import { argumentsSchema } from '../endpoints/parameter-schema.ts'
import { ANY_COVERED } from '../states.ts'
import type { Tool } from './tool.ts'

const parameters = [...geocodeParameters.geocodeSingle, lat, lon]

/** One tool for both ways: the coordinate of an address with what is there, and what is at a coordinate. */
export const geocode: Tool = {
  name: 'tools_geocode_single',
  title: 'Coordinate of an address, or what is at a coordinate',
  description: `The single most likely coordinate of an address or place in ${ANY_COVERED}, and what is there: neighborhood, city, ZIP, county, state, census tract and block group. With \`lat\` and \`lon\` in place of \`address\` it says what is at that coordinate. Where the data do not have the house, the coordinate is the centroid of the ZIP or city. Use it first whenever a place is given as an address, ZIP or city; every other tool wants coordinates or identifiers. When it answers null, tell the message and the suggestions, and do not guess a coordinate.`,
  input: argumentsSchema(parameters.map((parameter) => ({ ...parameter, required: false }))),
  output: z
    .object({
      ...geocodeSingleResponse.shape,
      place: z.object(reverseResponse.shape).nullable().describe('What is at the coordinate; null without one.'),
      suggestions: suggestResponse.shape.suggestions.describe('Places of similar names, where no coordinate is found.'),
    })
    .meta({ title: 'GeocodeAnswer' }),
  parameters,
  prepare: (vicinage, input) => {
    if (isCoordinate(input)) {
      const point = parse([lat, lon], input)
      return {
        places: 1,
        answer: () => {
          const place = reverseBody(vicinage.reverse(point))
          return { ...point, message: place.message, place, suggestions: [] }
        },
      }
    }
    const request = parse(geocodeParameters.geocodeSingle, input)
    return {
      places: 1,
      answer: () => {
        const found = geocodeIfLoaded(vicinage, request)
        const { lat, lon } = found
        if (lat !== null && lon !== null)
          return { ...found, place: reverseBody(vicinage.reverse({ lat, lon })), suggestions: [] }
        return { ...found, place: null, suggestions: vicinage.suggest(request.address.slice(0, 100), { limit: 5 }) }
      },
    }
  },
}

/** Whether a coordinate is given, and no address. */
function isCoordinate(input: unknown): boolean {
  const { address, lat, lon } = (input ?? {}) as Readonly<Record<string, unknown>>
  return (address === undefined || address === null) && (lat !== undefined || lon !== undefined)
}
