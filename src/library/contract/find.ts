import type { FindAnswer } from '../../answers/areas/area-functions.ts'
import type { FindRequest } from '../../answers/areas/requests.ts'
import { ifLoaded } from '../../base/errors.ts'
import { findParameters } from '../../base/parameters/endpoint-parameters.ts'
import { COVERAGE } from '../../base/states.ts'
import { findResponse } from './answers.ts'
import { notFound, refuseTooLarge, throwNotFound } from './areas.ts'
import { type Cost, defineEndpoint, type Endpoint, type Library } from './endpoint.ts'

/** Maximum number of 7.5″ cells in the box of a request, about 90,000 km². Searching this many cells takes 0.1 s. */
const MAX_CELLS = 2_000_000

/** Maximum milliseconds of a search. Areas with many polygons can take longer than the number of cells suggests. */
const TIMEOUT = 2000

export const FIND_COST: Cost = { scores: 20, milliseconds: TIMEOUT }

/** Endpoint that finds areas that meet conditions. */
export const findEndpoint: Endpoint = defineEndpoint({
  id: 'areas.find',
  method: 'POST',
  path: '/v1/find',
  cost: FIND_COST,
  summary: 'Areas that meet all conditions',
  description:
    `Finds the areas in a part of ${COVERAGE} that meet all conditions: groups of 7.5″ cells (about 200 m) that share ` +
    'sides. Each area has its population, size, mean scores, an interior point with its names, and ' +
    'optionally an outline. The bounding box of the search may have at most 2,000,000 cells, about 90,000 km². ' +
    'Because of fair-housing law, conditions about residents are rejected unless `demographics` is true.',
  advice:
    'Use it for questions such as "Where is Austin quiet and walkable?" Never set `demographics` ' +
    'for someone who is looking for a home.',
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
    // `find` checks the request.
    return findWithinLimits(vicinage, request as unknown as FindRequest)
  },
})

/**
 * Calls `find` with the service limits.
 *
 * @throws {NotFoundError} when data is not loaded
 */
export function findWithinLimits(vicinage: Library, request: FindRequest): FindAnswer {
  const search = { ...request, mostCells: MAX_CELLS, timeout: TIMEOUT, advice: false }
  return ifLoaded(() => vicinage.find(search), throwNotFound)
}
