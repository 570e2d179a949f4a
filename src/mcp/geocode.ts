import * as z from 'zod'
import { geocodeSingleResponse, reverseResponse, suggestResponse } from '../endpoints/answers.ts'
import type { Library } from '../endpoints/endpoint.ts'
import { argumentsSchema } from '../endpoints/parameter-schema.ts'
import { NotFoundError, NotLoadedError } from '../errors.ts'
import { EXACT } from '../geo/distance.ts'
import type { Place, Point } from '../geo/place.ts'
import { parse } from '../parameters/check.ts'
import { address, lat, lon } from '../parameters/known-parameters.ts'
import { ANY_COVERED } from '../states.ts'
import { argumentsOf, refuseOutside } from './arguments.ts'
import type { Tool } from './tool.ts'

const parameters = [address, lat, lon].map((parameter) => ({ ...parameter, required: false }))

/** One tool for both ways: the coordinate of an address with what is there, and what is at a coordinate. */
export const geocode: Tool = {
  name: 'geocode',
  title: 'Coordinate of an address, or what is at a coordinate',
  description: `The most likely coordinate of an address or place in ${ANY_COVERED}, its radius, and what is there as far as the radius tells: neighborhood, city, ZIP, county, tract. With \`lat\` and \`lon\` in place of \`address\` it says what is at that coordinate. Use it first whenever a place is given as an address, ZIP or city: the other tools want coordinates or identifiers. A radius above ${EXACT} means that the house is not known: pass lat, lon, radius and label on. When it answers null, tell the message and the suggestions, and do not guess a coordinate.`,
  input: argumentsSchema(parameters),
  output: z
    .object({
      ...geocodeSingleResponse.shape,
      radius: z.number().nullable().describe('Meters of uncertainty.'),
      label: z.string().nullable().describe('The address or place that was found.'),
      layer: z.string().nullable().describe('What was located: address_range, public_place, zip, city and so on.'),
      note: z.string().nullable().describe('A remark on it: the name is ambiguous, parts contradict each other.'),
      place: z
        .object(reverseResponse.shape)
        .partial()
        .nullable()
        .describe('What is at the coordinate, nothing finer than its radius; null without one.'),
      suggestions: suggestResponse.shape.suggestions.describe('Places of similar names, where no coordinate is found.'),
    })
    .meta({ title: 'GeocodeAnswer' }),
  parameters: [address, lat, lon],
  prepare: (vicinage, input) => {
    argumentsOf(parameters, input)
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

function answerAt(vicinage: Library, point: Point) {
  refuseOutside(vicinage, point)
  const { lat, lon, radius, label, layer, message } = vicinage.reverse(point)
  const place = placeWithin(vicinage, point)
  return { lat, lon, radius, label, layer, note: null, message, place, suggestions: [] }
}

function answerOn(vicinage: Library, text: string) {
  try {
    const found = vicinage.geocode(text)
    if (found.lat === undefined) {
      if (found.note.code === 'place_outside') throw new NotFoundError(found.note.text, 'place_outside')
      const suggestions = vicinage.suggest(text.slice(0, 100), { limit: 5 })
      return { ...nothing, message: found.note.text, suggestions }
    }
    const { lat, lon, radius, label, layer } = found
    const place = placeWithin(vicinage, found)
    return { lat, lon, radius, label, layer, note: found.note?.text ?? null, message: null, place, suggestions: [] }
  } catch (error) {
    if (!(error instanceof NotLoadedError)) throw error
    return { ...nothing, message: error.message, suggestions: [] }
  }
}

const nothing = { lat: null, lon: null, radius: null, label: null, layer: null, note: null, place: null }

/** What is at a place, nothing that is finer than its radius. */
function placeWithin(vicinage: Library, place: Place) {
  const { lat: _, lon: __, radius: ___, layer: ____, message: _____, ...known } = vicinage.reverse(place)
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null))
}
