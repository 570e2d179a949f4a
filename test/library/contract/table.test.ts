import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { dimensions } from '../../../src/answers/dimensions/catalog.ts'
import * as schoolSchemas from '../../../src/answers/schools/answers.ts'
import { parse } from '../../../src/base/parameters/check.ts'
import * as known from '../../../src/base/parameters/known-parameters.ts'
import * as schemas from '../../../src/library/contract/answers.ts'
import { argumentsSchema } from '../../../src/library/contract/parameter-schema.ts'
import { endpoints } from '../../../src/library/contract/table.ts'

describe('the endpoint table', () => {
  it('contains the paths of the specification and the contract', () => {
    const paths = endpoints.map(({ path }) => path)
    const operations = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(operations).size).toBe(operations.length)
    expect(operations).toEqual(expect.arrayContaining(['GET /v1/fit', 'POST /v1/fit', 'GET /v1/rankings']))
    expect(paths).toEqual(
      expect.arrayContaining([
        '/v1/vibe/urban-rural',
        '/v1/vibe/privacy',
        '/v1/vibe/walkability',
        '/v1/vibe/visual-appeal',
        '/v1/vibe/dog-friendliness',
        '/v1/vibe/liveliness',
        '/v1/environment/noise-levels',
        '/v1/environment/air-quality',
        '/v1/environment/industrial-proximity',
        '/v1/demographics/insurance-coverage',
        '/v1/demographics/ideological-lean',
        '/v1/demographics/population-profile',
        '/v1/risk/flood',
        '/v1/risk/fire',
        '/v1/scores',
        '/v1/scores/around',
        '/v1/scores/batch',
        '/v1/find',
        '/v1/explain/{dimension}',
        '/v1/dimensions',
        '/v1/areas',
        '/v1/areas/{kind}/{id}',
        '/v1/rankings/{dimension}',
        '/v1/schools/search/school-ratings',
        '/v1/schools/search/school-by-district',
        '/v1/schools/search/districts',
        '/v1/schools/school/{nces_id}',
        '/v1/tools/geocode-single',
        '/v1/tools/reverse',
        '/v1/tools/suggest',
      ]),
    )
  })

  it('contains a score endpoint for every dimension in the catalog', () => {
    const paths = endpoints.map(({ path }) => path)
    for (const { group, id } of dimensions) expect(paths).toContain(`/v1/${group}/${id}`)
  })

  it('contains unique IDs that mirror the paths in camelCase', () => {
    const ids = endpoints.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(
      expect.arrayContaining([
        'vibe.dogFriendliness',
        'environment.noiseLevels',
        'risk.fire',
        'schools.schoolByDistrict',
      ]),
    )
  })

  it('contains a summary, a description and described parameters in every row', () => {
    for (const { summary, description, parameters } of endpoints) {
      expect(summary).toMatch(/^[A-Z].*[^.]$/)
      expect(description).toMatch(/^[A-Z].*\.$/)
      for (const parameter of parameters) expect(parameter.description).toMatch(/^[A-Z].*\.$/)
    }
  })
})

const { lat, lon, level, limit, sameDistrict, country } = known

describe('argumentsSchema', () => {
  it('describes parameters as JSON Schema', () => {
    const { properties, required } = z.toJSONSchema(argumentsSchema([lat, level, limit, country]), { io: 'input' })
    expect(properties).toEqual({
      lat: { type: 'number', minimum: -90, maximum: 90, description: lat.description, examples: [30.2672] },
      level: {
        type: 'string',
        pattern: '^(?:elementary|middle|high)(?:,(?:elementary|middle|high))*$',
        description: level.description,
        examples: ['middle,high'],
      },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 10, description: limit.description, examples: [5] },
      country: {
        type: 'string',
        minLength: 2,
        maxLength: 2,
        pattern: '^[A-Za-z]{2}$',
        description: country.description,
        examples: ['US'],
      },
    })
    expect(required).toEqual(['lat'])
  })

  it('accepts the same correctly typed JavaScript values as parse()', () => {
    const parameters = [lat, lon, level, limit, sameDistrict, country]
    const schema = argumentsSchema(parameters)
    const values = fc.record(
      {
        lat: fc.oneof(fc.double({ min: -100, max: 100, noNaN: true }), fc.constantFrom(-90, 90)),
        lon: fc.double({ min: -190, max: 190, noNaN: true }),
        level: fc.constantFrom('high', 'high,middle', 'middle,', '', 'senior', 'elementary,high,high'),
        limit: fc.integer({ min: -2, max: 53 }),
        same_district: fc.boolean(),
        country: fc.constantFrom('US', 'u', 'USA', '12', ''),
      },
      { requiredKeys: ['lat'] },
    )
    fc.assert(
      fc.property(values, (input) => {
        expect(schema.safeParse(input).success).toBe(takes(() => parse(parameters, input)))
      }),
      { numRuns: 1000 },
    )
  })

  function takes(attempt: () => unknown): boolean {
    try {
      attempt()
      return true
    } catch {
      return false
    }
  }
})

describe('the response schemas', () => {
  it('contain the fields of the specification, in the same order', () => {
    const summary = ['nces_id', 'name', 'lea_id', 'lea_name', 'level', 'lowest_grade', 'highest_grade', 'rating', 'lat']
    const { schoolSummary, schoolSearchResponse, schoolDetail, district, districtsResponse } = schoolSchemas
    expect(Object.keys(schemas.scoreResponse.shape)).toEqual(['result'])
    expect(Object.keys(schemas.score.shape)).toEqual(['score', 'description'])
    expect(Object.keys(schoolSummary.shape)).toEqual([...summary, 'lon', 'distance_meters'])
    expect(Object.keys(schoolSearchResponse.shape)).toEqual([
      'schools',
      'data_source',
      'data_vintage',
      'additional_info',
    ])
    expect(Object.keys(schoolDetail.shape)).toEqual([
      ...Object.keys(schoolSummary.shape),
      'address',
      'phone',
      'website',
      'total_students',
      'total_teachers',
      'student_teacher_ratio',
      'average_student_teacher_ratio',
      'students_white',
      'students_asian',
      'students_black',
      'students_hispanic',
      'students_pacific_islander',
      'students_native_american',
      'students_two_or_more',
      'students_male',
      'students_female',
      'rating_source',
      'rating_description',
    ])
    expect(Object.keys(districtsResponse.shape)).toEqual(['districts'])
    expect(Object.keys(district.shape)).toEqual([
      ...['geoid', 'name', 'sd_type', 'state_fp', 'lograde'],
      ...['higrade', 'rating', 'rating_summary', 'rating_year'],
    ])
    expect(Object.keys(schemas.geocodeSingleResponse.shape)).toEqual(['lat', 'lon', 'message'])
  })

  it.each([
    [{ score: 0, description: null }, true],
    [{ score: 255, description: 'x' }, true],
    [{ score: 256, description: null }, false],
    [{ score: 1.5, description: null }, false],
    [{ score: -1, description: null }, false],
    [{ score: 1 }, false],
  ])('validate the score %j as %s', (result, expected) => {
    expect(schemas.scoreResponse.safeParse({ result }).success).toBe(expected)
  })

  it('convert to JSON Schema with an object at the root and a description for every field', () => {
    const { schoolSearchResponse, schoolDetail, districtsResponse } = schoolSchemas
    const { scoreResponse, scores, explanation, dimensionsResponse, geocodeSingleResponse } = schemas
    const aboutScores = [scoreResponse, scores, explanation, dimensionsResponse]
    const others = [schoolSearchResponse, schoolDetail, districtsResponse, geocodeSingleResponse]
    for (const schema of [...aboutScores, ...others]) {
      const { type, title, properties = {} } = z.toJSONSchema(schema)
      expect(type).toBe('object')
      expect(title).toMatch(/^[A-Z]\w+$/)
      for (const property of Object.values(properties)) expect(property).toSatisfy(isDescribed)
    }
  })

  // A reference is described at its target. Enumerations and arrays of references need no description.
  function isDescribed(property: object): boolean {
    return 'description' in property || '$ref' in property || 'enum' in property || 'items' in property
  }
})
