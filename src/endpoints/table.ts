import { dimensions } from '../dimensions/catalogue.ts'
import type { Endpoint } from './endpoint.ts'
import { geocodeEndpoint } from './geocode-endpoint.ts'
import { schoolEndpoints } from './school-endpoints.ts'
import { scoreEndpoints } from './score-endpoints.ts'

/** Every endpoint of the service, in the order of its documentation. */
export const endpoints: readonly Endpoint[] = [...scoreEndpoints(dimensions), ...schoolEndpoints, geocodeEndpoint]
