import { dimensions } from '../dimensions/catalog.ts'
import { areaEndpoints } from './areas.ts'
import { edgeEndpoint } from './edge.ts'
import type { Endpoint } from './endpoint.ts'
import { findEndpoint } from './find.ts'
import { geocodeEndpoints } from './geocode.ts'
import { schoolEndpoints } from './schools.ts'
import { scoreEndpoints } from './scores.ts'

/** Every endpoint of the service, in the order of its documentation. */
export const endpoints: readonly Endpoint[] = [
  ...scoreEndpoints(dimensions),
  ...areaEndpoints,
  findEndpoint,
  edgeEndpoint,
  ...schoolEndpoints,
  ...geocodeEndpoints,
]
