import { type DimensionId, dimensions } from '../../answers/dimensions/catalog.ts'
import type { Dimension } from '../../answers/dimensions/dimension.ts'
import { areaEndpoints } from './areas.ts'
import { edgeEndpoint } from './edge.ts'
import type { Endpoint } from './endpoint.ts'
import { findEndpoint } from './find.ts'
import { fitEndpoints } from './fit.ts'
import { geocodeEndpoints } from './geocode.ts'
import { schoolEndpoints } from './schools.ts'
import { scoreEndpoints } from './scores.ts'

/** All endpoints of the service, in the order of its documentation. */
export const endpoints = getTable(dimensions)

/**
 * Returns all endpoints, including the endpoints of custom dimensions. The records of custom dimensions must come after
 * the records of the catalog.
 */
export function getEndpoints(records: readonly Dimension<DimensionId>[]): readonly Endpoint[] {
  return records.length === dimensions.length ? endpoints : getTable(records)
}

function getTable(records: readonly Dimension<DimensionId>[]): readonly Endpoint[] {
  return [
    ...scoreEndpoints(records),
    ...areaEndpoints(records.map(({ id }) => id)),
    findEndpoint,
    ...fitEndpoints,
    edgeEndpoint,
    ...schoolEndpoints,
    ...geocodeEndpoints,
  ]
}
