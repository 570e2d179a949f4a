import * as z from 'zod'
import { geocodeSingleResponse, reverseResponse, suggestResponse } from '../endpoints/answers.ts'
import { parse } from '../endpoints/check.ts'
import type { Library } from '../endpoints/endpoint.ts'
import { reverseBody } from '../endpoints/geocode.ts'
import { address, lat, lon } from '../endpoints/known-parameters.ts'
import { argumentsSchema } from '../endpoints/parameter-schema.ts'
import { NotLoadedError } from '../errors.ts'
import { ANY_COVERED } from '../states.ts'
import type { Tool } from './tool.ts'

const parameters = [address, lat, lon]

/** One tool for both ways: the coordinate of an address with what is there, and what is at a coordinate. */
export const geocode: Tool = {
  name: 'geocode',
  title: 'Coordinate of an address, or what is at a coordinate',
  description: `The most likely coordinate of an address or place in ${ANY_COVERED}, its radius, and what is there: neighborhood, city, ZIP, county, state, census tract and block group. With \`lat\` and \`lon\` in place of \`address\` it says what is at that coordinate. Use it first whenever a place is given as an address, ZIP or city: the other tools want coordinates or identifiers. A radius above 300 means that the house is not known: pass it on to scores or compare. When it answers null, tell the message and the suggestions, and do not guess a coordinate.`,
  input: argumentsSchema(parameters.map((parameter) => ({ ...parameter, required: false }))),
  output: z
    .object({
      ...geocodeSingleResponse.shape,
      radius: z.number().nullable().describe('Meters of uncertainty.'),
      address: z.string().nullable().describe('The address or place that was found.'),
      note: z.string().nullable().describe('A remark on it: the name is ambiguous, parts contradict each other.'),
      place: z.object(reverseResponse.shape).nullable().describe('What is at the coordinate; null without one.'),
      suggestions: suggestResponse.shape.suggestions.describe('Places of similar names, where no coordinate is found.'),
    })
    .meta({ title: 'GeocodeAnswer' }),
  parameters,
  prepare: (vicinage, input) => {
    if (isCoordinate(input)) {
      const point = parse([lat, lon], input)
      return { places: 1, answer: () => answerAt(vicinage, point) }
    }
    const request = parse([address], input)
    return { places: 1, answer: () => answerOn(vicinage, request.address) }
  },
}

/** Whether a coordinate is given, and no address. */
function isCoordinate(input: unknown): boolean {
  const { address, lat, lon } = (input ?? {}) as Readonly<Record<string, unknown>>
  return (address === undefined || address === null) && (lat !== undefined || lon !== undefined)
}

function answerAt(vicinage: Library, point: { readonly lat: number; readonly lon: number }) {
  const place = reverseBody(vicinage.reverse(point))
  return { ...point, radius: null, address: null, note: null, message: place.message, place, suggestions: [] }
}

function answerOn(vicinage: Library, text: string) {
  try {
    const { lat, lon, radius, address, note, message } = vicinage.geocode(text)
    const isFound = lat !== null && lon !== null
    return {
      ...{ lat, lon, radius, address, note, message },
      place: isFound ? reverseBody(vicinage.reverse({ lat, lon })) : null,
      suggestions: isFound ? [] : vicinage.suggest(text.slice(0, 100), { limit: 5 }),
    }
  } catch (error) {
    if (!(error instanceof NotLoadedError)) throw error
    const nothing = { lat: null, lon: null, radius: null, address: null, note: null, place: null }
    return { ...nothing, message: error.message, suggestions: [] }
  }
}
