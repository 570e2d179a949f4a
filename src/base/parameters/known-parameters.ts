import { WIDEST } from '../geo/distance.ts'
import { optional, type Parameter, required } from './parameter.ts'
import { lat, lon } from './place-parameters.ts'

export { lat, lon } from './place-parameters.ts'

// Parameters of the API, each defined once, with the names that requests use.

export const radius = required('float', 'radius', 'query', {
  ge: 1,
  le: WIDEST,
  description: 'Radius of the circle in meters, such as the `radius` of a geocoded address.',
  example: 2000,
})

/** Optional uncertainty of a location, as a radius in meters. */
export const placeRadius = {
  ...radius,
  ge: 0,
  required: false,
  description: 'Uncertainty in meters. Above 150, scores have bands.',
} as const satisfies Parameter

export const level = optional('literals', 'level', 'query', {
  values: ['elementary', 'middle', 'high'],
  description: 'School levels, comma-separated. Default: all levels.',
  example: 'middle,high',
})

export const limit = optional('integer', 'limit', 'query', {
  ge: 1,
  le: 50,
  default: 10,
  description: 'Maximum number of schools in the answer.',
  example: 5,
})

export const sameDistrict = optional('boolean', 'same_district', 'query', {
  default: false,
  description: 'Only schools in the districts that contain the point.',
  example: true,
})

export const leaId = required('string', 'lea_id', 'query', {
  pattern: '^\\d{7}$',
  description:
    'The 7-digit identifier of the school district (NCES LEA), which the districts endpoint returns as `geoid`.',
  example: '4808940',
})

export const ncesId = required('string', 'nces_id', 'path', {
  pattern: '^\\d{12}$',
  description: 'The 12-digit NCES identifier of the school, as the school searches return it.',
  example: '480894000332',
})

export const address = required('string', 'address', 'query', {
  minLength: 1,
  maxLength: 300,
  description: 'The address or place, as one line of text; the more complete, the more accurate.',
  example: '1100 Congress Ave, Austin, TX 78701',
})

export const minLayer = optional('literal', 'min_layer', 'query', {
  values: [
    'coordinates',
    'address_point',
    'street_range',
    'address',
    'street',
    'public_place',
    'landmark',
    'neighborhood',
    'zip',
    'city',
    'county',
    'state',
  ],
  offersNear: true,
  description: 'Coarsest layer allowed (`street` for houses). No limit by default.',
  example: 'street',
})

export const maxRadius = optional('float', 'max_radius', 'query', {
  ge: 0,
  le: WIDEST,
  description: 'Largest radius to accept, in meters. No limit by default.',
  example: 500,
})

export const country = optional('string', 'country', 'query', {
  minLength: 2,
  maxLength: 2,
  pattern: '^[A-Za-z]{2}$',
  description: 'The two-letter country code of the address, ISO 3166-1 alpha-2.',
  example: 'US',
})

export const text = required('string', 'text', 'query', {
  minLength: 1,
  maxLength: 100,
  description: 'Beginning of a name, as typed so far. A city or state may follow.',
  example: 'hyde park, aus',
})

/** Latitude of the point near which places are preferred. Callers must also pass the longitude. */
export const nearLat = {
  ...lat,
  required: false,
  description: 'Latitude of a place. Among equally good names, names near this place come first.',
} as const satisfies Parameter

export const nearLon = { ...lon, required: false, description: 'Longitude of that place.' } as const satisfies Parameter

export const suggestionLimit = {
  ...limit,
  description: 'Maximum number of suggestions.',
} as const satisfies Parameter

export const points = required('points', 'points', 'body', {
  maxItems: 10_000,
  description:
    'At most 10,000 places in decimal degrees, WGS 84, with a `radius` in meters if they are only approximate.',
  example: [
    { lat: 30.2672, lon: -97.7431 },
    { lat: 37.7599, lon: -122.4148 },
  ],
})

export const percentiles = optional('boolean', 'percentiles', 'query', {
  default: false,
  description: "Whether to include percentiles: the share of the state's residents with a lower score.",
  example: true,
})

export const descriptions = optional('boolean', 'descriptions', 'body', {
  default: true,
  description: 'Whether to include descriptions. Without descriptions, the answer is a tenth as long.',
  example: false,
})

/** Zoom level of a Web Mercator tile. */
export const zoom = required('integer', 'z', 'path', {
  ge: 0,
  le: 20,
  description: 'Zoom level of the tile. At 14, a pixel is 8 m wide.',
  example: 10,
})
