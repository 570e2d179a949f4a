import { beforeAll, describe, expect, it } from 'vitest'
import { districtsBundle } from '../../data-build/districts/districts-bundle.ts'
import { memoryBundle } from '../../data-build/pack/dimension-bundle.ts'
import { Districts } from '../../src/answers/districts/districts.ts'
import type { SchoolMethods } from '../../src/answers/schools/answers.ts'
import { listedSchools, schoolAnswers, schoolsIfLoaded } from '../../src/answers/schools/school-methods.ts'
import { NotFoundError, NotLoadedError, ValidationError } from '../../src/base/errors.ts'
import { openSchools, schoolFixture } from '../answers/schools/fixtures/schools.ts'

/** Returns a closed square of one degree. */
const square = (west: number, south: number) =>
  Float64Array.of(west, south, west + 1, south, west + 1, south + 1, west, south + 1, west, south)

const district = (geoid: string, type: 'Unified' | 'Elementary' | 'Secondary', west: number) => ({
  geoid,
  name: `District ${geoid}`,
  type,
  state: '48',
  lowestGrade: 'KG',
  highestGrade: null,
  rings: [square(west, 30)],
  rating: null,
})

const school = (ncesId: string, lon: number, lowest: number, highest: number, name = 'School') =>
  schoolFixture(ncesId, { name, lat: 30.5, lon, level: 'Combined', lowestGrade: lowest, highestGrade: highest })

describe('the school and district methods', () => {
  let both: SchoolMethods
  const east = { lat: 30.5, lon: -97.95 }
  beforeAll(() => {
    const schools = openSchools([
      school('480000100001', -98.1, 0, 12),
      school('480000200001', -97.9, 0, 12),
      school('480000300001', -97.8, 9, 12),
      school('480000900001', -97.94, 0, 12, 'Lone Star County JJAEP'),
    ])
    const drawn = [
      district('4800001', 'Unified', -99),
      district('4800002', 'Elementary', -98),
      district('4800003', 'Secondary', -98),
      district('4800004', 'Unified', -97),
    ]
    const districts = new Districts(memoryBundle(districtsBundle(drawn, [])))
    both = schoolAnswers(
      () => schools,
      () => districts,
    )
  })
  const ids = (answer: { schools: readonly { nces_id: string }[] }) => answer.schools.map(({ nces_id }) => nces_id)

  it('list the nearest schools first, limited to the districts of the place on request', () => {
    expect(ids(both.schoolRatings(east))).toEqual(['480000900001', '480000200001', '480000300001', '480000100001'])
    expect(ids(both.schoolRatings({ ...east, same_district: true }))).toEqual(['480000200001', '480000300001'])
    const high = { ...east, same_district: true, level: 'high', limit: 1 } as const
    expect(ids(both.schoolRatings(high))).toEqual(['480000200001'])
    expect(ids(both.schoolRatings({ ...east, level: ['elementary'] }))).not.toContain('480000300001')
    expect(ids(both.schoolRatings({ lat: 10, lon: 10, same_district: true }))).toEqual([])
  })

  it('omit programs without a campus in reports, at every level', () => {
    expect(ids(both.nearestCampuses({ ...east, limit: 1 }))).toEqual(['480000200001'])
    expect(ids(both.nearestCampuses({ ...east, level: ['elementary'] }))).toEqual(['480000200001', '480000100001'])
    const { schools } = listedSchools(both.schoolRatings(east), both)
    expect(schools.map(({ program }) => program)).toEqual([true, false, false, false])
  })

  it('omit programs without a campus from the schools of a district on request', () => {
    const lea_id = '4800009'
    expect(ids(both.schoolByDistrict({ lea_id, campuses: false }))).toEqual(['480000900001'])
    const none = both.schoolByDistrict({ lea_id, campuses: true })
    expect(none.schools).toEqual([])
    expect(none.additional_info).toMatch(/^Left out: 1 entry without a campus of their own/)
    expect(both.schoolByDistrict({ lea_id: '4800002', campuses: true })).toEqual(
      both.schoolByDistrict({ lea_id: '4800002' }),
    )
    expect(() => both.schoolByDistrict({ lea_id, campuses: 'yes' as never })).toThrow('campuses must be true or false')
  })

  it('include the districts on both sides of a border for a place at the border', () => {
    const geoids = (lon: number) => both.districts({ lat: 30.5, lon }).districts.map(({ geoid }) => geoid)
    expect(geoids(-97.95)).toEqual(['4800002', '4800003'])
    expect(geoids(-98)).toEqual(['4800001', '4800002', '4800003'])
    expect(geoids(-97)).toEqual(['4800002', '4800003', '4800004'])
    expect(geoids(0)).toEqual([])
  })

  it('distinguish a district without schools from an unknown district', () => {
    expect(both.schoolByDistrict({ lea_id: '4800004' })).toMatchObject({ schools: [], data_vintage: 2013 })
    expect(ids(both.schoolByDistrict({ lea_id: '4800009' }))).toEqual(['480000900001'])
    expect(both.schoolByDistrict({ lea_id: '4800001', level: 'high' }).schools[0].distance_meters).toBeNull()
    expect(() => both.schoolByDistrict({ lea_id: '4800008' })).toThrow(
      new NotFoundError('School district not found', 'district_unknown'),
    )
    expect(() => both.school({ nces_id: '480000199999' })).toThrow(
      new NotFoundError('School not found', 'school_unknown'),
    )
    expect(() => both.school({ nces_id: 'x' })).toThrow(ValidationError)
  })

  it('throw NotLoadedError if a bundle was not loaded', () => {
    const none = schoolAnswers(null, null)
    const noSchools = new NotLoadedError(
      'The schools are not loaded: schools.bundle was not included.',
      'schools_not_loaded',
      'Open with `schools: true` and a data folder that contains schools.bundle (`vicinage data copy --schools`).',
    )
    const noDistricts = new NotLoadedError(
      'The districts are not loaded: districts.bundle was not included.',
      'districts_not_loaded',
      'Open with `schools: true` and a data folder that contains districts.bundle (`vicinage data copy --schools`).',
    )
    const nces_id = '480000100001'
    expect(() => none.schoolRatings(east)).toThrow(noSchools)
    expect(() => none.schoolByDistrict({ lea_id: '4800001' })).toThrow(noSchools)
    expect(() => none.school({ nces_id })).toThrow(noSchools)
    expect(() => none.ratingYear({ nces_id })).toThrow(noSchools)
    expect(() => none.isProgram({ nces_id })).toThrow(noSchools)
    expect(() => none.nearestCampuses(east)).toThrow(noSchools)
    expect(() => none.districts(east)).toThrow(noDistricts)
    const schools = openSchools([school('480000100001', -98.1, 0, 12)])
    const withoutDistricts = schoolAnswers(() => schools, null)
    expect(ids(withoutDistricts.schoolRatings(east))).toEqual(['480000100001'])
    expect(() => withoutDistricts.schoolRatings({ ...east, same_district: true })).toThrow(noDistricts)
  })

  it('return empty answers with a reason if the service lacks a bundle', () => {
    const none = schoolsIfLoaded(schoolAnswers(null, null))
    const nothing = {
      schools: [],
      data_source: 'none',
      data_vintage: 0,
      additional_info: 'The schools are not loaded: schools.bundle was not included.',
    }
    const nces_id = '480000100001'
    expect(none.schoolRatings(east)).toEqual(nothing)
    expect(none.schoolByDistrict({ lea_id: '4800001' })).toEqual(nothing)
    expect(none.districts(east)).toEqual({ districts: [] })
    expect(none.ratingYear({ nces_id })).toBeNull()
    expect(none.isProgram({ nces_id })).toBe(false)
    expect(none.nearestCampuses(east)).toEqual({ ...nothing, total: 0 })
    expect(() => none.school({ nces_id })).toThrow(new NotFoundError('School not found', 'school_unknown'))
    expect(() => none.school({ nces_id: 'x' })).toThrow(ValidationError)
  })

  it('accept a geocoding answer as the place', () => {
    const found = {
      ...east,
      layer: 'city',
      confidence: 1,
      radius: 5,
      label: 'x',
      parsed: {},
      alternatives: [],
      note: null,
    }
    expect(ids(both.schoolRatings({ ...found, limit: 1 }))).toEqual(['480000900001'])
  })
})
