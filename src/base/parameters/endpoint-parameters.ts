import {
  address,
  country,
  lat,
  leaId,
  level,
  limit,
  lon,
  maxRadius,
  minLayer,
  ncesId,
  nearLat,
  nearLon,
  placeRadius,
  sameDistrict,
  suggestionLimit,
  text,
  zoom,
} from './known-parameters.ts'
import { optional, type Parameter, required } from './parameter.ts'
import { dimensionAmong } from './place-parameters.ts'

export { dimensionAmong } from './place-parameters.ts'

/** Creates the parameter for a list of dimension IDs: comma-separated in a query, a list in a body. */
export function dimensionsAmong<Id extends string>(ids: readonly Id[], place: 'query' | 'body') {
  return optional('literals', 'dimensions', place, {
    values: ids,
    offersNear: true,
    unknownCode: 'dimension_unknown',
    description: `Dimension ids${place === 'query' ? ', comma-separated' : ''}. Default: all.`,
    example: ids.slice(0, 2).join(','),
  })
}

/** Creates the `units` parameter, which selects US or metric units for descriptions. */
export function unitsIn(place: 'query' | 'body') {
  return optional('literal', 'units', place, {
    values: ['us', 'metric'],
    description: 'Units of descriptions: `us` (default, metric in parentheses) or `metric`.',
    example: 'metric',
  })
}

/** Parameters of each school endpoint, in the order in which their errors are listed. */
export const schoolParameters = {
  schoolRatings: [lat, lon, level, limit, sameDistrict],
  schoolByDistrict: [leaId, level, limit],
  districts: [lat, lon],
  school: [ncesId],
} as const

/** Parameters of each address endpoint, in the order in which their errors are listed. */
export const geocodeParameters = {
  geocodeSingle: [address, country],
  geocode: [address, minLayer, maxRadius, nearLat, nearLon],
  reverse: [lat, lon, placeRadius],
  suggest: [text, nearLat, nearLon, suggestionLimit],
} as const

/** Ways to name an area, for error messages. */
export const AREAS_ACCEPTED =
  '{"city": "Austin", "state": "TX"}, {"zip": "78704"}, {"county": "48453"}, {"state": "TX"}, {"tract"}, ' +
  '{"blockGroup"}, {"district"}, {"lat", "lon", "radius"}, {"west", "south", "east", "north"} or a GeoJSON ' +
  'polygon'

/** Parameters of the area search. */
export const findParameters = [
  required('object', 'where', 'body', {
    description:
      'Conditions by dimension, which must all be met: `min`, `max` or both (scores of 1 to 255). Places without a ' +
      'score never satisfy a condition.',
    example: { walkability: { min: 180 }, 'noise-levels': { min: 150 } },
    accepts: '{"walkability": {"min": 180}}',
  }),
  required('object', 'within', 'body', {
    description:
      'Area to search: a GeoJSON polygon or multipolygon, `{ lat, lon, radius }` (meters), `{ west, ' +
      'south, east, north }`, or one of `{ zip }`, `{ city, state }`, `{ county }`, `{ tract }`, `{ blockGroup ' +
      '}`, `{ district }`, `{ state }`; or a string: `Austin, TX`, `78704`.',
    orText: true,
    example: { city: 'Austin', state: 'TX' },
    accepts: AREAS_ACCEPTED,
  }),
  { ...limit, in: 'body', description: 'Maximum number of areas in the answer.' },
  optional('string', 'rank_by', 'body', {
    maxLength: 40,
    description:
      'Order of the areas: `best` (how well they meet the conditions, the default), `people`, `size`, `fit` (mean fit ' +
      'with the priorities in `by`), or the identifier of a dimension to order by its mean score.',
    example: 'people',
  }),
  optional('object', 'by', 'body', {
    description:
      'Priorities that give each area its mean `fit` and order the areas by it, unless `rank_by` says otherwise: ' +
      '`weights` and `want` by dimension, as in POST /v1/fit.',
    example: { weights: { walkability: 3, 'noise-levels': 2 } },
    accepts: '{"weights": {"walkability": 3}}',
  }),
  optional('integer', 'min_people', 'body', {
    ge: 0,
    le: 100_000_000,
    default: 0,
    description: 'Minimum population of an area.',
    example: 100,
  }),
  optional('boolean', 'outline', 'body', {
    default: false,
    description: 'Whether to include the outlines of connected parts, as GeoJSON polygons.',
    example: false,
  }),
  optional('boolean', 'demographics', 'body', {
    default: false,
    description:
      'Whether to allow population-profile, ideological-lean and insurance-coverage as conditions. Using them ' +
      'to choose or advertise homes may violate fair-housing law.',
    example: true,
  }),
  optional('literal', 'of', 'body', {
    values: ['city', 'zip', 'county', 'district'],
    description:
      'Kind of areas to find by the mean scores of their residents. Default: connected parts in which every place ' +
      'satisfies the conditions.',
    example: 'zip',
  }),
  optional('boolean', 'postal_cities', 'body', {
    default: false,
    description: 'If `of` is `city`: whether cities include names that only the Postal Service uses.',
    example: false,
  }),
] as const satisfies readonly Parameter[]

export const rankParameters = [
  required('literal', 'of', 'query', {
    values: ['city', 'zip', 'county', 'district'],
    description: 'Kind of areas to rank.',
    example: 'city',
  }),
  { ...limit, le: 1000, description: 'Maximum number of areas in the answer.' },
  optional('literal', 'order', 'query', {
    values: ['highest', 'lowest'],
    description: 'Which scores come first. Ranks are numbered from 1 in this order. Default: the highest.',
    example: 'lowest',
  }),
  optional('integer', 'min_people', 'query', {
    ge: 0,
    le: 100_000_000,
    default: 1,
    description: 'Minimum population of an area.',
    example: 100_000,
  }),
  optional('boolean', 'postal_cities', 'query', {
    default: false,
    description: 'Whether cities include names that only the Postal Service uses, such as Van Nuys.',
    example: true,
  }),
] as const satisfies readonly Parameter[]

/**
 * Creates the path parameters of a tile in the XYZ scheme. The zoom level `z` in the request limits the column and the
 * row. At zoom 10, both are at most 1,023.
 */
export function tileParameters<Id extends string>(ids: readonly Id[], z = '') {
  const across = 2 ** (/^\d{1,2}$/.test(z) ? Math.min(Number(z), zoom.le) : zoom.le)
  const column = { ...zoom, name: 'x', le: across - 1, description: 'Column, from the west.', example: 234 } as const
  const row = { ...column, name: 'y', description: 'Row, from the north.', example: 422 } as const
  return [dimensionAmong(ids), zoom, column, row] as const
}

/** Creates the parameter that adds the 80% interval of each score. */
export const intervalIn = <In extends 'query' | 'body'>(location: In) =>
  optional('boolean', 'interval', location, {
    default: false,
    description: 'Whether to add the 80% interval of each score.',
    example: true,
  })
