import type { Parameter } from './parameter.ts'

// Parameters of places and dimensions, in a separate file so that checking them does not load all other parameters.

export const lat = {
  kind: 'float',
  name: 'lat',
  in: 'query',
  required: true,
  ge: -90,
  le: 90,
  description: 'Latitude in decimal degrees, WGS 84.',
  example: 30.2672,
} as const satisfies Parameter

export const lon = {
  kind: 'float',
  name: 'lon',
  in: 'query',
  required: true,
  ge: -180,
  le: 180,
  description: 'Longitude in decimal degrees, WGS 84; west is negative.',
  example: -97.7431,
} as const satisfies Parameter

/** Creates the parameter for the identifier of one of these dimensions. */
export function dimensionAmong<Id extends string>(ids: readonly Id[]) {
  return {
    kind: 'literal',
    name: 'dimension',
    in: 'path',
    required: true,
    values: ids,
    offersNear: true,
    unknownCode: 'dimension_unknown',
    description: 'Identifier of the dimension.',
    example: ids[0] ?? '',
  } as const satisfies Parameter
}
