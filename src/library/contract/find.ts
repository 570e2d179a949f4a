import type * as z from 'zod'
import type { FindRequest } from '../../answers/areas/requests.ts'
import { ifLoaded } from '../../base/errors.ts'
import { findParameters } from '../../base/parameters/endpoint-parameters.ts'
import { COVERAGE } from '../../base/states.ts'
import { findResponse } from './answers.ts'
import { notFound, notFoundHere, refuseTooLarge } from './areas.ts'
import { type Cost, defineEndpoint, type Endpoint, type Library } from './endpoint.ts'

/**
 * Cells of 7.5″ that a request may look at, some 90,000 km²: they take a tenth of a second.
 */
const MOST_CELLS = 2_000_000

/** Milliseconds: outlines of many polygons take longer. */
const TIMEOUT = 2000

/** Cost of a search. */
export const FIND_COST: Cost = { scores: 20, milliseconds: TIMEOUT }

/** The search for areas in which conditions hold. */
export const findEndpoint: Endpoint = defineEndpoint({
  id: 'areas.find',
  method: 'POST',
  path: '/v1/find',
  cost: FIND_COST,
  summary: 'Areas in which conditions hold',
  description:
    `The connected areas, in a part of ${COVERAGE}, in which all conditions hold: cells of 7.5″ (some 200 m) ` +
    'that share a side. Each has people, size, mean scores, a place inside with its names, and on request an ' +
    'outline. What is searched has 2,000,000 cells in its box at most, some 90,000 km². Conditions about ' +
    'residents are refused unless `demographics` is true, for fair-housing law.',
  advice:
    'Use it for "where in …" questions, such as where a city is quiet and walkable. Never set `demographics` ' +
    'for somebody who looks for a home.',
  parameters: findParameters,
  response: findResponse,
  example: {
    boundary: 'approximate',
    total: 15,
    areas: [
      {
        name: 'Crestview, Austin, TX 78757',
        neighborhood: 'Crestview',
        city: 'Austin',
        zip: '78757',
        county: 'Travis County',
        people: 86_094,
        km2: 33.67,
        lat: 30.3427083,
        lon: -97.728125,
        scores: { walkability: 211.7, 'noise-levels': 157.5 },
      },
    ],
  },
  notFound,
  answer(vicinage, request) {
    refuseTooLarge(request.within, 'within')
    // What is in the body is judged by `find`.
    return foundAreas(vicinage, request as unknown as FindRequest)
  },
})

/** The areas, within the limits of a service; what is not loaded is not found. */
export function foundAreas(vicinage: Library, request: FindRequest): z.infer<typeof findResponse> {
  const search = { ...request, mostCells: MOST_CELLS, timeout: TIMEOUT }
  const { areas, ...found } = ifLoaded(() => vicinage.find(search), notFoundHere)
  return { ...found, areas: [...areas] }
}
