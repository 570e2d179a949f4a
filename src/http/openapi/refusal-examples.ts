import type { ValidationDetail } from '../../errors.ts'

/** A refused parameter for every reason that there is. */
export const parameterRefusals: readonly ValidationDetail[] = [
  { type: 'missing', loc: ['query', 'lat'], msg: 'Field required', input: null },
  {
    type: 'float_parsing',
    loc: ['query', 'lat'],
    msg: 'Input should be a valid number, unable to parse string as a number',
    input: 'north',
  },
  {
    type: 'int_parsing',
    loc: ['query', 'limit'],
    msg: 'Input should be a valid integer, unable to parse string as an integer',
    input: '10.5',
  },
  {
    type: 'int_parsing_size',
    loc: ['query', 'limit'],
    msg: 'Unable to parse input string as an integer, exceeded maximum size',
    input: '1000… (more than 4300 digits)',
  },
  {
    type: 'bool_parsing',
    loc: ['query', 'same_district'],
    msg: 'Input should be a valid boolean, unable to interpret input',
    input: 'maybe',
  },
  {
    type: 'less_than_equal',
    loc: ['query', 'lat'],
    msg: 'Input should be less than or equal to 90',
    input: '91',
    ctx: { le: 90 },
  },
  {
    type: 'greater_than_equal',
    loc: ['query', 'lat'],
    msg: 'Input should be greater than or equal to -90',
    input: '-91',
    ctx: { ge: -90 },
  },
  {
    type: 'string_too_short',
    loc: ['query', 'country'],
    msg: 'String should have at least 2 characters',
    input: 'U',
    ctx: { min_length: 2 },
  },
  {
    type: 'string_too_long',
    loc: ['query', 'country'],
    msg: 'String should have at most 2 characters',
    input: 'USA',
    ctx: { max_length: 2 },
  },
  {
    type: 'string_pattern_mismatch',
    loc: ['path', 'nces_id'],
    msg: "String should match pattern '^\\d{12}$'",
    input: '4808940',
    ctx: { pattern: '^\\d{12}$' },
  },
  {
    type: 'literal_error',
    loc: ['query', 'level', 1],
    msg: "Input should be 'elementary', 'middle' or 'high'",
    input: 'senior',
    ctx: { expected: "'elementary', 'middle' or 'high'" },
  },
]

/** A refused body for every reason that concerns the whole of it or its list of points. */
export const bodyRefusals: readonly ValidationDetail[] = [
  { type: 'missing', loc: ['body', 'points'], msg: 'Field required', input: null },
  { type: 'list_type', loc: ['body', 'points'], msg: 'Input should be a valid list', input: '30.2672,-97.7431' },
  {
    type: 'too_long',
    loc: ['body', 'points'],
    msg: 'List should have at most 10000 items after validation, not 10001',
    input: null,
    ctx: { field_type: 'List', max_length: 10000, actual_length: 10001 },
  },
  {
    type: 'json_invalid',
    loc: ['body'],
    msg: 'JSON decode error',
    input: {},
    ctx: { error: 'Unexpected end of JSON input' },
  },
  {
    type: 'model_attributes_type',
    loc: ['body'],
    msg: 'Input should be a valid dictionary or object to extract fields from',
    input: [30.2672, -97.7431],
  },
]
