import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ValidationError } from '../../src/errors.ts'
import { detailJson, parse } from '../../src/parameters/check.ts'
import * as known from '../../src/parameters/known-parameters.ts'
import type { Parameter } from '../../src/parameters/parameter.ts'

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

function refused(parameters: readonly Parameter[], input: unknown): ValidationError {
  try {
    parse(parameters, input)
  } catch (error) {
    if (error instanceof ValidationError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

function named(name: string): Parameter {
  return [...all, dimension].find((parameter) => parameter.name === name)!
}

/** The 422 body for one parameter. */
function bodyOf(parameter: Parameter, given: unknown): string {
  return detailJson(refused([parameter], { [parameter.name]: given }).detail, [parameter])
}

describe('parse gives values', () => {
  it('out of the texts of a query', () => {
    const query = { lat: ' 30.2672 ', lon: '-9_7.5', level: 'high,middle,high', limit: '10.0', same_district: 'YES' }
    expect(parse([lat, lon, level, limit, sameDistrict], query)).toEqual({
      lat: 30.2672,
      lon: -97.5,
      level: ['high', 'middle'],
      limit: 10,
      same_district: true,
    })
  })

  it('out of JavaScript values', () => {
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
  ])('with defaults for what %j leaves out', (input) => {
    expect(parse([level, limit, sameDistrict, country], input)).toEqual({
      level: undefined,
      limit: 10,
      same_district: false,
      country: undefined,
    })
  })

  it('with types that follow from the descriptions', () => {
    const values = parse([lat, level, limit, dimension], { lat: '1', dimension: 'fire' })
    const typed: {
      lat: number
      level: readonly ('elementary' | 'middle' | 'high')[] | undefined
      limit: number
      dimension: 'flood' | 'fire'
    } = values
    expect(typed).toEqual({ lat: 1, level: undefined, limit: 10, dimension: 'fire' })
  })

  it('on the bounds', () => {
    expect(parse([lat, lon], { lat: '90', lon: '-180' })).toEqual({ lat: 90, lon: -180 })
    expect(parse([lat, lon], { lat: -90, lon: 180 })).toEqual({ lat: -90, lon: 180 })
    expect(parse([limit], { limit: '1' })).toEqual({ limit: 1 })
    expect(parse([address], { address: '😀'.repeat(300) }).address).toHaveLength(600)
    expect(parse([ncesId, leaId], { nces_id: '480894000387', lea_id: '4808940' })).toEqual({
      nces_id: '480894000387',
      lea_id: '4808940',
    })
  })
})

const FLOAT = 'Input should be a valid number, unable to parse string as a number'
const INTEGER = 'Input should be a valid integer, unable to parse string as an integer'
const BOOLEAN = 'Input should be a valid boolean, unable to interpret input'
const LEVELS = `'elementary', 'middle' or 'high'`

describe('the body of a 422, byte for byte', () => {
  it.each<[string, unknown, string]>([
    ['lat', undefined, '{"type":"missing","loc":["query","lat"],"msg":"Field required","input":null}'],
    ['nces_id', undefined, '{"type":"missing","loc":["path","nces_id"],"msg":"Field required","input":null}'],
    ['lat', '', `{"type":"float_parsing","loc":["query","lat"],"msg":"${FLOAT}","input":""}`],
    ['lon', '0x10', `{"type":"float_parsing","loc":["query","lon"],"msg":"${FLOAT}","input":"0x10"}`],
    ['limit', '10.5', `{"type":"int_parsing","loc":["query","limit"],"msg":"${INTEGER}","input":"10.5"}`],
    ['limit', '', `{"type":"int_parsing","loc":["query","limit"],"msg":"${INTEGER}","input":""}`],
    [
      'limit',
      '9'.repeat(4301),
      `{"type":"int_parsing_size","loc":["query","limit"],"msg":"Unable to parse input string as an integer, exceeded maximum size","input":"${'9'.repeat(4301)}"}`,
    ],
    [
      'same_district',
      ' true',
      `{"type":"bool_parsing","loc":["query","same_district"],"msg":"${BOOLEAN}","input":" true"}`,
    ],
    [
      'lat',
      ' 90.5',
      '{"type":"less_than_equal","loc":["query","lat"],"msg":"Input should be less than or equal to 90","input":" 90.5","ctx":{"le":90.0}}',
    ],
    [
      'lat',
      '-90.5',
      '{"type":"greater_than_equal","loc":["query","lat"],"msg":"Input should be greater than or equal to -90","input":"-90.5","ctx":{"ge":-90.0}}',
    ],
    [
      'lon',
      'nan',
      '{"type":"less_than_equal","loc":["query","lon"],"msg":"Input should be less than or equal to 180","input":"nan","ctx":{"le":180.0}}',
    ],
    [
      'lon',
      'INF',
      '{"type":"less_than_equal","loc":["query","lon"],"msg":"Input should be less than or equal to 180","input":"INF","ctx":{"le":180.0}}',
    ],
    [
      'lon',
      '-inf',
      '{"type":"greater_than_equal","loc":["query","lon"],"msg":"Input should be greater than or equal to -180","input":"-inf","ctx":{"ge":-180.0}}',
    ],
    [
      'limit',
      '51',
      '{"type":"less_than_equal","loc":["query","limit"],"msg":"Input should be less than or equal to 50","input":"51","ctx":{"le":50}}',
    ],
    [
      'limit',
      '0',
      '{"type":"greater_than_equal","loc":["query","limit"],"msg":"Input should be greater than or equal to 1","input":"0","ctx":{"ge":1}}',
    ],
    [
      'country',
      'é',
      '{"type":"string_too_short","loc":["query","country"],"msg":"String should have at least 2 characters","input":"é","ctx":{"min_length":2}}',
    ],
    [
      'address',
      '',
      '{"type":"string_too_short","loc":["query","address"],"msg":"String should have at least 1 character","input":"","ctx":{"min_length":1}}',
    ],
    [
      'country',
      'USA',
      '{"type":"string_too_long","loc":["query","country"],"msg":"String should have at most 2 characters","input":"USA","ctx":{"max_length":2}}',
    ],
    [
      'country',
      'U1',
      `{"type":"string_pattern_mismatch","loc":["query","country"],"msg":"String should match pattern '^[A-Za-z]{2}$'","input":"U1","ctx":{"pattern":"^[A-Za-z]{2}$"}}`,
    ],
    [
      'nces_id',
      '12',
      String.raw`{"type":"string_pattern_mismatch","loc":["path","nces_id"],"msg":"String should match pattern '^\\d{12}$'","input":"12","ctx":{"pattern":"^\\d{12}$"}}`,
    ],
    [
      'lea_id',
      '4808940\n',
      String.raw`{"type":"string_pattern_mismatch","loc":["query","lea_id"],"msg":"String should match pattern '^\\d{7}$'","input":"4808940\n","ctx":{"pattern":"^\\d{7}$"}}`,
    ],
    [
      'level',
      'middle,senior,junior',
      `{"type":"literal_error","loc":["query","level",1],"msg":"Input should be ${LEVELS}","input":"senior","ctx":{"expected":"${LEVELS}"}}`,
    ],
    [
      'level',
      '',
      `{"type":"literal_error","loc":["query","level",0],"msg":"Input should be ${LEVELS}","input":"","ctx":{"expected":"${LEVELS}"}}`,
    ],
    [
      'level',
      'middle, high',
      `{"type":"literal_error","loc":["query","level",1],"msg":"Input should be ${LEVELS}","input":" high","ctx":{"expected":"${LEVELS}"}}`,
    ],
    [
      'dimension',
      'Fire',
      `{"type":"literal_error","loc":["path","dimension"],"msg":"Input should be 'flood' or 'fire'","input":"Fire","ctx":{"expected":"'flood' or 'fire'"}}`,
    ],
  ])('%s given %.30j', (name, given, expected) => {
    expect(bodyOf(named(name), given)).toBe(`{"detail":[${expected}]}`)
  })

  it.each<[string, unknown, string]>([
    ['lat', null, '{"type":"float_type","loc":["query","lat"],"msg":"Input should be a valid number","input":null}'],
    [
      'lat',
      { a: 1 },
      '{"type":"float_type","loc":["query","lat"],"msg":"Input should be a valid number","input":{"a":1}}',
    ],
    ['lat', true, '{"type":"float_type","loc":["query","lat"],"msg":"Input should be a valid number","input":true}'],
    ['lat', 1n, '{"type":"float_type","loc":["query","lat"],"msg":"Input should be a valid number","input":null}'],
    [
      'lat',
      Number.NaN,
      '{"type":"finite_number","loc":["query","lat"],"msg":"Input is not a number (NaN)","input":null}',
    ],
    [
      'lat',
      Number.NEGATIVE_INFINITY,
      '{"type":"greater_than_equal","loc":["query","lat"],"msg":"Input should be greater than or equal to -90","input":null,"ctx":{"ge":-90.0}}',
    ],
    ['limit', [], '{"type":"int_type","loc":["query","limit"],"msg":"Input should be a valid integer","input":[]}'],
    [
      'limit',
      10.5,
      '{"type":"int_from_float","loc":["query","limit"],"msg":"Input should be a valid integer, got a number with a fractional part","input":10.5}',
    ],
    [
      'limit',
      Number.POSITIVE_INFINITY,
      '{"type":"less_than_equal","loc":["query","limit"],"msg":"Input should be less than or equal to 50","input":null,"ctx":{"le":50}}',
    ],
    [
      'same_district',
      {},
      '{"type":"bool_type","loc":["query","same_district"],"msg":"Input should be a valid boolean","input":{}}',
    ],
    [
      'same_district',
      0.5,
      '{"type":"bool_type","loc":["query","same_district"],"msg":"Input should be a valid boolean","input":0.5}',
    ],
    ['same_district', 2, `{"type":"bool_parsing","loc":["query","same_district"],"msg":"${BOOLEAN}","input":2}`],
    [
      'lea_id',
      4808940,
      '{"type":"string_type","loc":["query","lea_id"],"msg":"Input should be a valid string","input":4808940}',
    ],
    ['level', 3, '{"type":"string_type","loc":["query","level"],"msg":"Input should be a valid string","input":3}'],
    [
      'level',
      ['high', 3],
      `{"type":"literal_error","loc":["query","level",1],"msg":"Input should be ${LEVELS}","input":3,"ctx":{"expected":"${LEVELS}"}}`,
    ],
  ])('%s given the JavaScript value %o', (name, given, expected) => {
    expect(bodyOf(named(name), given)).toBe(`{"detail":[${expected}]}`)
  })

  it('has one error per parameter, path before query, each in the order of declaration', () => {
    const { detail } = refused([lon, lat, ncesId, level, dimension, limit], { lat: '91', level: 'x,y', limit: '5' })
    expect(detail.map(({ type, loc }) => [type, ...loc])).toEqual([
      ['missing', 'path', 'nces_id'],
      ['missing', 'path', 'dimension'],
      ['missing', 'query', 'lon'],
      ['less_than_equal', 'query', 'lat'],
      ['literal_error', 'query', 'level', 0],
    ])
  })

  it('keeps the key order in the objects too', () => {
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

  it('prints fractional bounds as they are, and null for what JSON has no form for', () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    const half = { ...lat, le: 0.5 }
    expect(bodyOf(half, 1)).toContain('"ctx":{"le":0.5}')
    expect(bodyOf(lat, cycle)).toContain('"input":null')
    expect(bodyOf(lat, () => 0)).toContain('"input":null')
  })

  it('is JSON that says what the detail says, whatever text was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...all), (text, parameter) => {
        try {
          parse([parameter], { [parameter.name]: text })
        } catch (error) {
          if (!(error instanceof ValidationError)) throw error
          expect(JSON.parse(detailJson(error.detail, [parameter]))).toEqual({ detail: error.detail })
          expect(error.detail).toHaveLength(1)
        }
      }),
    )
  })
})

describe('input that is not an object of arguments', () => {
  it.each([undefined, null, 0, 'lat', true, 1n, Symbol('lat'), [], [30, -97], () => 0, new Map([['lat', 1]])])(
    'misses its required parameters: %o',
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

  it('is either parsed within the bounds or refused by a ValidationError', () => {
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

  it('gives a value or a ValidationError for each parameter alone, and nothing only for what may be left out', () => {
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
