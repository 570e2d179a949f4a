import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ValidationError } from '../../../src/base/errors.ts'
import { parse } from '../../../src/base/parameters/check.ts'
import * as known from '../../../src/base/parameters/known-parameters.ts'
import type { Parameter } from '../../../src/base/parameters/parameter.ts'
import { writeValidationBody } from '../../../src/base/parameters/validation-body.ts'
import * as entry from './error-entries.ts'
import { refusedBy } from './refused-by.ts'

const { lat, lon, level, limit, sameDistrict, leaId, ncesId, address, country } = known
const all = Object.values(known) satisfies readonly Parameter[]
const dimension = {
  kind: 'literal',
  name: 'dimension',
  in: 'path',
  required: true,
  values: ['flood', 'fire'],
  description: 'A dimension.',
  example: 'flood',
} as const satisfies Parameter

const refused = (parameters: readonly Parameter[], input: unknown) => refusedBy(() => parse(parameters, input))

function named(name: string): Parameter {
  return [...all, dimension].find((parameter) => parameter.name === name)!
}

/** Returns the 422 body for one parameter. */
function bodyOf(parameter: Parameter, given: unknown): string {
  return writeValidationBody(refused([parameter], { [parameter.name]: given }).detail, [parameter])
}

describe('parse()', () => {
  it('parses the strings of a query', () => {
    const query = { lat: ' 30.2672 ', lon: '-9_7.5', level: 'high,middle,high', limit: '10.0', same_district: 'YES' }
    expect(parse([lat, lon, level, limit, sameDistrict], query)).toEqual({
      lat: 30.2672,
      lon: -97.5,
      level: ['high', 'middle'],
      limit: 10,
      same_district: true,
    })
  })

  it('accepts JavaScript values', () => {
    const input = { lat: 30.2672, lon: -97.5, level: ['high'], limit: 50, same_district: 1, country: 'us', other: {} }
    expect(parse([lat, lon, level, limit, sameDistrict, country], input)).toEqual({
      lat: 30.2672,
      lon: -97.5,
      level: ['high'],
      limit: 50,
      same_district: true,
      country: 'us',
    })
  })

  it.each([
    {},
    { level: undefined, limit: undefined, same_district: undefined },
    { level: null, limit: null },
    Object.create(null),
  ])('fills in defaults for parameters missing from %j', (input) => {
    expect(parse([level, limit, sameDistrict, country], input)).toEqual({
      level: undefined,
      limit: 10,
      same_district: false,
      country: undefined,
    })
  })

  it('returns types inferred from the parameter descriptions', () => {
    const values = parse([lat, level, limit, dimension], { lat: '1', dimension: 'fire' })
    const typed: {
      lat: number
      level: readonly ('elementary' | 'middle' | 'high')[] | undefined
      limit: number
      dimension: 'flood' | 'fire'
    } = values
    expect(typed).toEqual({ lat: 1, level: undefined, limit: 10, dimension: 'fire' })
  })

  it('accepts values at the bounds', () => {
    expect(parse([lat, lon], { lat: '90', lon: '-180' })).toEqual({ lat: 90, lon: -180 })
    expect(parse([lat, lon], { lat: -90, lon: 180 })).toEqual({ lat: -90, lon: 180 })
    expect(parse([limit], { limit: '1' })).toEqual({ limit: 1 })
    expect(parse([address], { address: '😀'.repeat(300) }).address).toHaveLength(600)
    // Without a minimum length, a string may be empty.
    const { minLength: _, ...anyText } = address
    expect(parse([anyText], { address: '' })).toEqual({ address: '' })
    expect(parse([ncesId, leaId], { nces_id: '480894000387', lea_id: '4808940' })).toEqual({
      nces_id: '480894000387',
      lea_id: '4808940',
    })
  })
})

const LEVELS = `'elementary', 'middle' or 'high'`

// The strings match the contract's table letter by letter.
describe('the body of a 422 response, byte for byte,', () => {
  it.each<[string, unknown, string]>([
    ['lat', undefined, entry.missing('query lat')],
    ['nces_id', undefined, entry.missing('path nces_id')],
    ['lat', '', entry.notFloat('query lat', '')],
    ['lon', '0x10', entry.notFloat('query lon', '0x10')],
    ['limit', '10.5', entry.notInteger('query limit', '10.5')],
    ['limit', '1e1', entry.notInteger('query limit', '1e1')],
    ['limit', '', entry.notInteger('query limit', '')],
    ['limit', '9'.repeat(4301), entry.tooManyDigits('query limit', '9'.repeat(4301))],
    ['same_district', ' true', entry.notBoolean('query same_district', ' true')],
    ['lat', ' 90.5', entry.above('90.0', 'query lat', ' 90.5')],
    ['lat', '-90.5', entry.below('-90.0', 'query lat', '-90.5')],
    ['lon', 'nan', entry.above('180.0', 'query lon', 'nan')],
    ['lon', 'INF', entry.above('180.0', 'query lon', 'INF')],
    ['lon', '-inf', entry.below('-180.0', 'query lon', '-inf')],
    ['limit', '51', entry.above('50', 'query limit', '51')],
    ['limit', '0', entry.below('1', 'query limit', '0')],
    ['country', 'é', entry.tooShort('2 characters', 'query country', 'é')],
    ['address', '', entry.tooShort('1 character', 'query address', '')],
    ['country', 'USA', entry.tooLong('2 characters', 'query country', 'USA')],
    ['country', 'U1', entry.notMatching('^[A-Za-z]{2}$', 'query country', 'U1')],
    ['nces_id', '12', entry.notMatching(String.raw`^\\d{12}$`, 'path nces_id', '12')],
    ['lea_id', '4808940\n', entry.notMatching(String.raw`^\\d{7}$`, 'query lea_id', '4808940\n')],
    ['level', 'middle,senior,junior', entry.notListed(LEVELS, 'query level 1', 'senior')],
    ['level', '', entry.notListed(LEVELS, 'query level 0', '')],
    ['level', 'middle, high', entry.notListed(LEVELS, 'query level 1', ' high')],
    ['dimension', 'Hail', entry.notListed("'flood' or 'fire'", 'path dimension', 'Hail')],
  ])('matches the expected detail for %s with %.30j', (name, given, expected) => {
    expect(bodyOf(named(name), given)).toBe(`{"detail":[${expected}]}`)
  })

  it.each<[string, unknown, string]>([
    ['lat', null, entry.notOfType('float', 'query lat', null)],
    ['lat', { a: 1 }, entry.notOfType('float', 'query lat', { a: 1 })],
    ['lat', true, entry.notOfType('float', 'query lat', true)],
    ['lat', 1n, entry.notOfType('float', 'query lat', null)],
    ['lat', Number.NaN, entry.notFinite('query lat')],
    ['lat', Number.NEGATIVE_INFINITY, entry.below('-90.0', 'query lat', null)],
    ['limit', [], entry.notOfType('int', 'query limit', [])],
    ['limit', 10.5, entry.fractional('query limit', 10.5)],
    ['limit', Number.POSITIVE_INFINITY, entry.above('50', 'query limit', null)],
    ['same_district', {}, entry.notOfType('bool', 'query same_district', {})],
    ['same_district', 0.5, entry.notOfType('bool', 'query same_district', 0.5)],
    ['same_district', 2, entry.notBoolean('query same_district', 2)],
    ['lea_id', 4808940, entry.notOfType('string', 'query lea_id', 4808940)],
    ['level', 3, entry.notOfType('string', 'query level', 3)],
    ['level', ['high', 3], entry.notListed(LEVELS, 'query level 1', 3)],
  ])('matches the expected detail for %s with the JavaScript value %o', (name, given, expected) => {
    expect(bodyOf(named(name), given)).toBe(`{"detail":[${expected}]}`)
  })

  it('contains one error per parameter, path before query, in declaration order', () => {
    const { detail } = refused([lon, lat, ncesId, level, dimension, limit], { lat: '91', level: 'x,y', limit: '5' })
    expect(detail.map(({ type, loc }) => [type, ...loc])).toEqual([
      ['missing', 'path', 'nces_id'],
      ['missing', 'path', 'dimension'],
      ['missing', 'query', 'lon'],
      ['less_than_equal', 'query', 'lat'],
      ['literal_error', 'query', 'level', 0],
    ])
  })

  it('preserves the order of keys in the detail objects', () => {
    const { detail } = refused([lat, lon], { lat: '91' })
    expect(detail.map((entry) => Object.keys(entry))).toEqual([
      ['type', 'loc', 'msg', 'input', 'ctx'],
      ['type', 'loc', 'msg', 'input'],
    ])
    expect(detail[0]).toStrictEqual({
      type: 'less_than_equal',
      loc: ['query', 'lat'],
      msg: 'Input should be less than or equal to 90',
      input: '91',
      ctx: { le: 90 },
    })
  })

  it('contains fractional bounds unchanged, and null for values that JSON cannot represent', () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const half = { ...lat, le: 0.5 }
    expect(bodyOf(half, 1)).toContain('"ctx":{"le":0.5}')
    expect(bodyOf(lat, cycle)).toContain('"input":null')
    expect(bodyOf(lat, () => 0)).toContain('"input":null')
  })

  it('can be parsed back to the detail for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...all), (text, parameter) => {
        try {
          parse([parameter], { [parameter.name]: text })
        } catch (error) {
          if (!(error instanceof ValidationError)) throw error
          expect(JSON.parse(writeValidationBody(error.detail, [parameter]))).toEqual({ detail: error.detail })
          expect(error.detail).toHaveLength(1)
        }
      }),
    )
  })
})

describe('input that is not an object', () => {
  it.each([undefined, null, 0, 'lat', true, 1n, Symbol('lat'), [], [30, -97], () => 0, new Map([['lat', 1]])])(
    'is reported as missing its required parameters: %o',
    (input) => {
      expect(refused([lat, lon], input).detail.map(({ type, input: given }) => [type, given])).toEqual([
        ['missing', null],
        ['missing', null],
      ])
    },
  )
})

describe('any JavaScript value', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
  })
  const fields = fc.record(Object.fromEntries(all.map(({ name }) => [name, anything])), { requiredKeys: [] })

  it('is parsed within the bounds or rejected with a ValidationError', () => {
    fc.assert(
      fc.property(fc.oneof(anything, fields), (input) => {
        let values: ReturnType<typeof parseAll>
        try {
          values = parseAll(input)
        } catch (error) {
          expect(error).toBeInstanceOf(ValidationError)
          return
        }
        expect(Math.abs(values.lat)).toBeLessThanOrEqual(90)
        expect(values.limit).toSatisfy((value) => Number.isInteger(value) && value >= 1 && value <= 50)
      }),
      { numRuns: 2000 },
    )
  })

  it('is parsed or rejected by every parameter, and becomes undefined only for optional parameters', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom(...all), (given, parameter) => {
        try {
          const value = parse([parameter], { [parameter.name]: given })[parameter.name]
          if (given === undefined || given === null) expect(parameter.required).toBe(false)
          else expect(value).toBeDefined()
        } catch (error) {
          expect(error).toBeInstanceOf(ValidationError)
        }
      }),
      { numRuns: 2000 },
    )
  })

  function parseAll(input: unknown) {
    return parse([lat, level, limit, sameDistrict, country], input)
  }
})
