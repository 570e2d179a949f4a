import * as z from 'zod'
import { districtsResponse } from '../../answers/schools/answers.ts'
import { edgeKinds, FARTHEST_EDGE } from '../../answers/scores/nearest-other.ts'
import { ifLoaded } from '../../base/errors.ts'
import { unitsIn } from '../../base/parameters/endpoint-parameters.ts'
import { lat, lon, placeRadius } from '../../base/parameters/known-parameters.ts'
import { optional, required } from '../../base/parameters/parameter.ts'
import { edge } from './answers.ts'
import { TIMEOUT, throwNotFound } from './areas.ts'
import { defineEndpoint, type Endpoint, LONGEST } from './endpoint.ts'

const { score, description, ...location } = edge.shape

const edgeResponse = z
  .object({
    edge: z
      .object({
        ...location,
        score: score.optional().describe('Score beyond the edge; only for dimensions.'),
        description: description.optional().describe('The score in words; only for dimensions.'),
        districts: districtsResponse.shape.districts
          .optional()
          .describe('School districts beyond the edge, never empty; only for `districts`.'),
        area: z
          .object({
            kind: z.enum(['zip', 'city', 'county', 'district']).describe('Kind of area.'),
            id: z.string().describe('The ZIP, or the 7-digit census code of a city.'),
            name: z.string().describe('Name: `78704`, `Austin, TX`.'),
          })
          .nullable()
          .optional()
          .describe('ZIP or city beyond the edge, null if there is none; only for `zip` and `city`.'),
      })
      .nullable()
      .describe(
        'Nearest place in another zone. Null if there is none within the distance, and for a place outside the coverage.',
      ),
  })
  .meta({ title: 'EdgeResponse' })

/** Endpoint for the distance to the next zone. */
export const edgeEndpoint: Endpoint = defineEndpoint({
  id: 'edge',
  method: 'GET',
  path: '/v1/edge/{dimension}',
  cost: { scores: 5, milliseconds: LONGEST },
  summary: 'The nearest edge of a zone',
  description:
    'How far away and in which direction the next zone begins, and what is there. Zones of fire hazard, flood ' +
    '(where maps exist), election precincts (`ideological-lean`) and census tracts (`insurance-coverage`, ' +
    '`population-profile`) are accurate to a raster cell of 62 m, school `districts` are exact, and `zip` and `city` ' +
    'are accurate to 10 m.',
  advice: 'Use it if a boundary matters, such as the next fire zone, school district or city limit.',
  parameters: [
    required('literal', 'dimension', 'path', {
      values: edgeKinds,
      offersNear: true,
      description: 'Identifier of a dimension with zones, or `districts`, `zip` or `city`.',
      example: 'fire',
    }),
    lat,
    lon,
    placeRadius,
    optional('float', 'max_distance', 'query', {
      ge: 1,
      le: FARTHEST_EDGE,
      default: FARTHEST_EDGE,
      description: 'Maximum distance in meters.',
      example: 5000,
    }),
    unitsIn('query'),
  ],
  response: edgeResponse,
  example: {
    edge: {
      distance_meters: 1357,
      direction: 'north',
      lat: 34.105,
      lon: -118.3286,
      score: 1,
      description: 'Very high hazard: state responsibility area.',
    },
  },
  notFound: {
    name: 'EdgesNotLoaded',
    description: 'The service was started without the data for these zones.',
    detail: 'Fire risk is not loaded: its bundle was not included.',
  },
  answer: (vicinage, { dimension, max_distance: maxDistance, units, ...place }) => {
    const edge = ifLoaded(
      () => vicinage.edge(dimension, place, { maxDistance, units, timeout: TIMEOUT }),
      throwNotFound,
    )
    return { edge: edge && 'districts' in edge ? { ...edge, districts: [...edge.districts] } : edge }
  },
})
