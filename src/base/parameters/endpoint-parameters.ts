import {
  address,
  country,
  lat,
  leaId,
  level,
  limit,
  lon,
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

/** Some of these dimensions: comma-separated in a query, a list in a body. */
export function dimensionsAmong<Id extends string>(ids: readonly Id[], place: 'query' | 'body') {
  return optional('literals', 'dimensions', place, {
    values: ids,
    offersNear: true,
    description: `Identifiers of dimensions${place === 'query' ? ', comma-separated' : ''}; all dimensions when left out.`,
    example: ids.slice(0, 2).join(','),
  })
}

/** Units of descriptions. */
export function unitsIn(place: 'query' | 'body') {
  return optional('literal', 'units', place, {
    values: ['us', 'metric'],
    description:
      'Units of the descriptions: `us` with metric ones in parentheses, which is the default, or `metric`. Raw ' +
      'values are metric in both.',
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

/** Parameters of each endpoint of addresses, in the order in which their errors are listed. */
export const geocodeParameters = {
  geocodeSingle: [address, country],
  reverse: [lat, lon, placeRadius],
  suggest: [text, nearLat, nearLon, suggestionLimit],
} as const

/** What names an area, for errors. */
export const AREAS_ACCEPTED =
  '{"city": "Austin", "state": "TX"}, {"zip": "78704"}, {"county": "48453"}, {"state": "TX"}, {"tract"}, ' +
  '{"blockGroup"}, {"district"}, {"lat", "lon", "radius"}, {"west", "south", "east", "north"} or a GeoJSON ' +
  'polygon'

/** Options of a ranking of areas. */
export const findParameters = [
  required('object', 'where', 'body', {
    description:
      'Conditions by dimension, all of which hold: `min`, `max` or both, scores of 1 to 255. Places without a ' +
      'score never satisfy one.',
    example: { walkability: { min: 180 }, 'noise-levels': { min: 150 } },
    accepts: '{"walkability": {"min": 180}}',
  }),
  required('object', 'within', 'body', {
    description:
      'The area that is searched: a GeoJSON polygon or multipolygon, `{ lat, lon, radius }` (meters), `{ west, ' +
      'south, east, north }`, or one of `{ zip }`, `{ city, state }`, `{ county }`, `{ tract }`, `{ blockGroup ' +
      '}`, `{ district }`, `{ state }`.',
    example: { city: 'Austin', state: 'TX' },
    accepts: AREAS_ACCEPTED,
  }),
  { ...limit, in: 'body', description: 'Greatest number of areas in the answer.' },
  optional('string', 'rank_by', 'body', {
    maxLength: 40,
    description:
      'Which areas come first: the `best` by the conditions, which is the default, those with most `people`, ' +
      'of the greatest `size`, or by the mean score of a dimension, by its identifier.',
    example: 'people',
  }),
  optional('integer', 'min_people', 'body', {
    ge: 0,
    le: 100_000_000,
    default: 0,
    description: 'Areas of fewer people are left out.',
    example: 100,
  }),
  optional('boolean', 'outline', 'body', {
    default: false,
    description: 'Whether areas come with their outlines, GeoJSON polygons.',
    example: true,
  }),
  optional('boolean', 'demographics', 'body', {
    default: false,
    description:
      'Whether population-profile, ideological-lean and insurance-coverage may be conditions. To choose or ' +
      'advertise homes by them may break fair-housing law.',
    example: true,
  }),
] as const satisfies readonly Parameter[]

export const rankParameters = [
  required('literal', 'of', 'query', {
    values: ['city', 'zip', 'county', 'district'],
    description: 'The areas that are ranked.',
    example: 'city',
  }),
  { ...limit, le: 1000, description: 'Greatest number of areas in the answer.' },
  optional('literal', 'order', 'query', {
    values: ['highest', 'lowest'],
    description: 'Which scores come first; the highest when left out.',
    example: 'lowest',
  }),
  optional('integer', 'min_people', 'query', {
    ge: 0,
    le: 100_000_000,
    default: 1,
    description: 'Areas of fewer people are left out.',
    example: 100_000,
  }),
] as const satisfies readonly Parameter[]

/** The parts of a tile's address, XYZ scheme; `z`, as it was given, says how many tiles there are across. */
export function tileParameters<Id extends string>(ids: readonly Id[], z = '') {
  const across = 2 ** (/^\d{1,2}$/.test(z) ? Math.min(Number(z), zoom.le) : zoom.le)
  const column = { ...zoom, name: 'x', le: across - 1, description: 'Column, from the west.', example: 234 } as const
  const row = { ...column, name: 'y', description: 'Row, from the north.', example: 422 } as const
  return [dimensionAmong(ids), zoom, column, row] as const
}
