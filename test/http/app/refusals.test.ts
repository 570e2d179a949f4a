import { describe, expect, it } from 'vitest'
import { asking, bearer, TOKEN, twoKeys } from './made-app.ts'

const ask = asking({ keys: twoKeys })
const get = (path: string) => ask(path, bearer(TOKEN))

const WALK = '/v1/vibe/walkability'
const NEAR = '/v1/schools/search/school-ratings?lat=30&lon=-97'
const FLOAT = 'Input should be a valid number, unable to parse string as a number'
const INTEGER = 'Input should be a valid integer, unable to parse string as an integer'
const BOOLEAN = 'Input should be a valid boolean, unable to interpret input'
const LEVELS = "'elementary', 'middle' or 'high'"
const DIMENSIONS =
  "'urban-rural', 'privacy', 'walkability', 'visual-appeal', 'dog-friendliness', 'liveliness', 'noise-levels', 'air-quality', 'industrial-proximity', 'insurance-coverage', 'ideological-lean', 'population-profile', 'flood' or 'fire'"

// The texts are those of the contract's table, letter by letter.
describe('the body of a 422, byte for byte', () => {
  it.each<[row: string, path: string, detail: string]>([
    ['missing', `${WALK}?lon=1`, '{"type":"missing","loc":["query","lat"],"msg":"Field required","input":null}'],
    [
      'float_parsing',
      `${WALK}?lat=abc&lon=1`,
      `{"type":"float_parsing","loc":["query","lat"],"msg":"${FLOAT}","input":"abc"}`,
    ],
    [
      'float_parsing of nothing',
      `${WALK}?lat=&lon=1`,
      `{"type":"float_parsing","loc":["query","lat"],"msg":"${FLOAT}","input":""}`,
    ],
    [
      'float_parsing without =',
      `${WALK}?lat&lon=1`,
      `{"type":"float_parsing","loc":["query","lat"],"msg":"${FLOAT}","input":""}`,
    ],
    [
      'int_parsing',
      `${NEAR}&limit=10.5`,
      `{"type":"int_parsing","loc":["query","limit"],"msg":"${INTEGER}","input":"10.5"}`,
    ],
    [
      'int_parsing of an exponent',
      `${NEAR}&limit=1e1`,
      `{"type":"int_parsing","loc":["query","limit"],"msg":"${INTEGER}","input":"1e1"}`,
    ],
    [
      'int_parsing_size',
      `${NEAR}&limit=${'9'.repeat(4301)}`,
      `{"type":"int_parsing_size","loc":["query","limit"],"msg":"Unable to parse input string as an integer, exceeded maximum size","input":"${'9'.repeat(4301)}"}`,
    ],
    [
      'bool_parsing',
      `${NEAR}&same_district=ja`,
      `{"type":"bool_parsing","loc":["query","same_district"],"msg":"${BOOLEAN}","input":"ja"}`,
    ],
    [
      'bool_parsing untrimmed',
      `${NEAR}&same_district=true+`,
      `{"type":"bool_parsing","loc":["query","same_district"],"msg":"${BOOLEAN}","input":"true "}`,
    ],
    [
      'less_than_equal',
      `${WALK}?lat=90.5&lon=1`,
      '{"type":"less_than_equal","loc":["query","lat"],"msg":"Input should be less than or equal to 90","input":"90.5","ctx":{"le":90.0}}',
    ],
    [
      'less_than_equal of a longitude, not a number',
      `${WALK}?lat=1&lon=nan`,
      '{"type":"less_than_equal","loc":["query","lon"],"msg":"Input should be less than or equal to 180","input":"nan","ctx":{"le":180.0}}',
    ],
    [
      'less_than_equal of an integer',
      `${NEAR}&limit=51`,
      '{"type":"less_than_equal","loc":["query","limit"],"msg":"Input should be less than or equal to 50","input":"51","ctx":{"le":50}}',
    ],
    [
      'greater_than_equal',
      `${WALK}?lat=-90.00001&lon=1`,
      '{"type":"greater_than_equal","loc":["query","lat"],"msg":"Input should be greater than or equal to -90","input":"-90.00001","ctx":{"ge":-90.0}}',
    ],
    [
      'greater_than_equal of a longitude, infinite',
      `${WALK}?lat=1&lon=-INF`,
      '{"type":"greater_than_equal","loc":["query","lon"],"msg":"Input should be greater than or equal to -180","input":"-INF","ctx":{"ge":-180.0}}',
    ],
    [
      'greater_than_equal of an integer',
      `${NEAR}&limit=0`,
      '{"type":"greater_than_equal","loc":["query","limit"],"msg":"Input should be greater than or equal to 1","input":"0","ctx":{"ge":1}}',
    ],
    [
      'string_too_short',
      '/v1/tools/geocode-single?address=a&country=U',
      '{"type":"string_too_short","loc":["query","country"],"msg":"String should have at least 2 characters","input":"U","ctx":{"min_length":2}}',
    ],
    [
      'string_too_short of nothing',
      '/v1/tools/geocode-single?address=',
      '{"type":"string_too_short","loc":["query","address"],"msg":"String should have at least 1 character","input":"","ctx":{"min_length":1}}',
    ],
    [
      'string_too_long',
      '/v1/tools/geocode-single?address=a&country=USA',
      '{"type":"string_too_long","loc":["query","country"],"msg":"String should have at most 2 characters","input":"USA","ctx":{"max_length":2}}',
    ],
    [
      'string_too_long of 301 letters beyond 16 bits',
      `/v1/tools/geocode-single?address=${'😀'.repeat(301)}`,
      `{"type":"string_too_long","loc":["query","address"],"msg":"String should have at most 300 characters","input":"${'😀'.repeat(301)}","ctx":{"max_length":300}}`,
    ],
    [
      'string_pattern_mismatch in the path',
      '/v1/schools/school/48089400033',
      String.raw`{"type":"string_pattern_mismatch","loc":["path","nces_id"],"msg":"String should match pattern '^\\d{12}$'","input":"48089400033","ctx":{"pattern":"^\\d{12}$"}}`,
    ],
    [
      'string_pattern_mismatch in the query',
      '/v1/schools/search/school-by-district?lea_id=480894',
      String.raw`{"type":"string_pattern_mismatch","loc":["query","lea_id"],"msg":"String should match pattern '^\\d{7}$'","input":"480894","ctx":{"pattern":"^\\d{7}$"}}`,
    ],
    [
      'literal_error',
      `${NEAR}&level=middle,senior`,
      `{"type":"literal_error","loc":["query","level",1],"msg":"Input should be ${LEVELS}","input":"senior","ctx":{"expected":"${LEVELS}"}}`,
    ],
    [
      'literal_error of nothing',
      `${NEAR}&level=`,
      `{"type":"literal_error","loc":["query","level",0],"msg":"Input should be ${LEVELS}","input":"","ctx":{"expected":"${LEVELS}"}}`,
    ],
    [
      'literal_error in the path',
      '/v1/explain/Flood?lat=1&lon=1',
      `{"type":"literal_error","loc":["path","dimension"],"msg":"Input should be ${DIMENSIONS}","input":"Flood","ctx":{"expected":"${DIMENSIONS}"}}`,
    ],
  ])('%s', async (_, path, detail) => {
    const { status, headers, body } = await get(path)
    expect(body).toBe(`{"detail":[${detail}]}`)
    expect([status, headers.get('content-type')]).toEqual([422, 'application/json'])
  })

  it('has one error per parameter, path before query, each as declared, whatever order they were sent in', async () => {
    const { body } = await get('/v1/explain/hail?lon=181&x=1&lat=a')
    expect(placesOf(body)).toEqual(['path dimension', 'query lat', 'query lon'])
    const near = await get('/v1/schools/search/school-ratings?same_district=2&limit=x&level=x,y&lon=x')
    expect(placesOf(near.body)).toEqual([
      'query lat',
      'query lon',
      'query level 0',
      'query limit',
      'query same_district',
    ])
  })

  function placesOf(body: string): string[] {
    return JSON.parse(body).detail.map(({ loc }: { loc: unknown[] }) => loc.join(' '))
  }
})
