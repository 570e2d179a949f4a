import { describe, expect, it } from 'vitest'
import { callEndpoint, type Library } from '../../../src/library/contract/endpoint.ts'
import { schoolEndpoints } from '../../../src/library/contract/schools.ts'
import { schoolFixture, schoolsFixture } from './fixtures/schools.ts'
import { refusedBy } from './refused-by.ts'

const vicinage = { schools: schoolsFixture } as Library

function body(id: string, input: unknown) {
  const endpoint = schoolEndpoints.find((candidate) => candidate.id === `schools.${id}`)
  if (endpoint === undefined) throw new Error(`no endpoint ${id}`)
  return endpoint.response.parse(callEndpoint(endpoint, vicinage, input)) as Record<string, unknown>
}

const detailOf = (id: string, input: unknown) => refusedBy(() => body(id, input)).detail

describe('the school endpoints', () => {
  it('pass parsed parameters to the library, with levels as a list and with defaults', () => {
    const asked = (input: object) => JSON.parse(body('schoolRatings', input).additional_info as string)
    expect(asked({ lat: '30.25', lon: '-97.75' })).toEqual({ lat: 30.25, lon: -97.75, limit: 10, same_district: false })
    expect(asked({ lat: '30.25', lon: ' -97.75 ', level: 'middle,high', limit: '5', same_district: 'Yes' })).toEqual({
      lat: 30.25,
      lon: -97.75,
      level: ['middle', 'high'],
      limit: 5,
      same_district: true,
    })
    const byDistrict = body('schoolByDistrict', { lea_id: '4808940', level: 'high' })
    expect(JSON.parse(byDistrict.additional_info as string)).toEqual({ lea_id: '4808940', level: ['high'], limit: 10 })
  })

  it('return the fields of the specification', () => {
    expect(body('schoolRatings', { lat: 30, lon: -97 }).schools).toEqual([schoolFixture])
    expect(Object.keys(body('districts', { lat: 30, lon: -97 }))).toEqual(['districts'])
    expect(body('school', { nces_id: schoolFixture.nces_id }).total_students).toBeNull()
  })

  it('reject invalid levels, limits, districts and schools, in declaration order', () => {
    const two = { type: 'literal_error', loc: ['query', 'level', 1] }
    expect(detailOf('schoolRatings', { lat: 30, lon: -97, level: 'high,college' })).toMatchObject([two])
    expect(
      detailOf('schoolRatings', { lat: 'x', lon: '181', level: '', limit: '51', same_district: 'maybe' }).map(
        ({ type, loc }) => `${loc.join('.')} ${type}`,
      ),
    ).toEqual([
      'query.lat float_parsing',
      'query.lon less_than_equal',
      'query.level.0 literal_error',
      'query.limit less_than_equal',
      'query.same_district bool_parsing',
    ])
    expect(detailOf('schoolByDistrict', { lea_id: '48089' })).toMatchObject([{ type: 'string_pattern_mismatch' }])
    expect(detailOf('schoolByDistrict', {})).toMatchObject([{ type: 'missing', loc: ['query', 'lea_id'] }])
    expect(detailOf('school', { nces_id: '48089400038' })).toMatchObject([
      { type: 'string_pattern_mismatch', loc: ['path', 'nces_id'], ctx: { pattern: '^\\d{12}$' } },
    ])
  })
})
