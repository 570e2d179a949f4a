import { describe, expect, it } from 'vitest'
import type { RatedSchool } from '../../../data-build/schools/school.ts'
import { describeRating } from '../../../src/answers/schools/about-schools.ts'
import { schoolDetail, schoolSearchResponse } from '../../../src/answers/schools/answers.ts'
import { openSchools, schoolFixture } from './fixtures/schools.ts'

const grades = { level: 'Combined', lowestGrade: 0, highestGrade: 12 } as const
const tx2022 = (value: number, rating: number) => ({ figure: { scheme: 'tx-2022', value }, rating })

/** Two adjacent districts in Texas along latitude 30, and one in California. */
const made: readonly RatedSchool[] = [
  schoolFixture('480000100001', { name: 'Øst 10', lon: -97.03, level: 'High', students: 100, ...tx2022(80, 4) }),
  schoolFixture('480000100002', { name: 'Zaun', lon: -97.01, level: 'Elementary' }),
  schoolFixture('480000100003', { name: 'ábaco 9', lon: -97.02, ...grades }),
  schoolFixture('480000100004', { name: 'Abaco 10', lon: -97.04, level: 'Middle' }),
  schoolFixture('480000100005', {
    name: 'abaco 10',
    lon: -97.05,
    level: 'Prekindergarten',
    lowestGrade: -1,
    highestGrade: -1,
  }),
  schoolFixture('480000200001', { name: 'Beyond the Line', lon: -97.005, level: 'High' }),
  schoolFixture('060000100001', {
    name: 'Playa',
    lon: -118,
    lat: 34,
    state: 'CA',
    directory: 'ca',
    level: 'High',
    students: 10,
    teachers: 4,
    street: '2 Playa',
    figure: { scheme: 'ca-2018', value: -12.34 },
    rating: 10,
  }),
]
const schools = openSchools(made)
const any = { levels: undefined, limit: 10, among: null }
const idsOf = (answer: { schools: readonly { nces_id: string }[] } | null) =>
  answer?.schools.map((s) => s.nces_id.slice(6))

describe('the nearest schools', () => {
  it('are sorted by great-circle distance, exact to a tenth of a meter', () => {
    const answer = schools.nearest(-97, 30, any)
    expect(idsOf(answer)).toEqual(['200001', '100002', '100003', '100001', '100004', '100005', '100001'])
    // Along a parallel the great-circle distance is 2 R asin(cos 30° sin(Δλ/2)), by the haversine formula.
    const meters = (degrees: number) => {
      const half = Math.sin((degrees * Math.PI) / 360) * Math.cos(Math.PI / 6)
      return Math.round(2 * 6_371_008.8 * Math.asin(half) * 10) / 10
    }
    const expected = [0.005, 0.01, 0.02, 0.03, 0.04, 0.05].map(meters)
    expect(answer.schools.slice(0, 6).map((school) => school.distance_meters)).toEqual(expected)
    expect(expected[1]).toBe(963)
  })

  it('can be filtered by level, with combined schools included in each level', () => {
    const of = (...levels: ('elementary' | 'middle' | 'high')[]) => idsOf(schools.nearest(-97, 30, { ...any, levels }))
    expect(of('elementary')).toEqual(['100002', '100003'])
    expect(of('middle')).toEqual(['100003', '100004'])
    expect(of('high')).toEqual(['200001', '100003', '100001', '100001'])
    expect(of('elementary', 'middle')).toEqual(['100002', '100003', '100004'])
    expect(of('elementary', 'middle', 'high')).toHaveLength(6)
    expect(of()).toHaveLength(7)
  })

  it('can be limited to districts, counting repeated districts once', () => {
    const among = (...leas: string[]) => idsOf(schools.nearest(-97, 30, { ...any, limit: 3, among: leas }))
    expect(among('4800001')).toEqual(['100002', '100003', '100001'])
    expect(among('4800001', '4800002', '4800001')).toEqual(['200001', '100002', '100003'])
    expect(among('4800002', '4899999', '48', '', '480000x', '-480000')).toEqual(['200001'])
    expect(among()).toEqual([])
    const high = schools.nearest(-97, 30, { levels: ['high'], limit: 10, among: ['4800001'] })
    expect(idsOf(high)).toEqual(['100003', '100001'])
  })

  it('match the response schema of the endpoint', () => {
    for (const answer of [schools.nearest(-97, 30, any), schools.nearest(0, 0, { ...any, among: [] }), schools.none()])
      expect(schoolSearchResponse.strict().parse(answer)).toEqual(answer)
    for (const { ncesId } of made) schoolDetail.strict().parse(schools.school(ncesId))
  })
})

describe('the schools of a district', () => {
  it('are sorted by name in natural number order, then by nces_id, and have no distances', () => {
    const answer = schools.ofDistrict('4800001', { levels: undefined, limit: 50 })!
    expect(answer.schools.map(({ name }) => name)).toEqual(['ábaco 9', 'Abaco 10', 'abaco 10', 'Zaun', 'Øst 10'])
    expect(new Set(answer.schools.map((school) => school.distance_meters))).toEqual(new Set([null]))
  })

  it('respect the limit and the levels', () => {
    expect(idsOf(schools.ofDistrict('4800001', { levels: [], limit: 2 }))).toEqual(['100003', '100004'])
    expect(idsOf(schools.ofDistrict('4800001', { levels: ['high'], limit: 50 }))).toEqual(['100003', '100001'])
  })

  it('include their total number if the limit shortens the list', () => {
    const info = (limit: number) => schools.ofDistrict('4800001', { levels: undefined, limit })?.additional_info
    expect(info(2)).toBe(`The first 2 of 5 schools by name. ${info(5)}`)
    expect(info(5)).not.toContain('by name')
  })

  it('are an empty list, not null, if no school has the requested level', () => {
    expect(schools.ofDistrict('4800002', { levels: ['middle'], limit: 10 })?.schools).toEqual([])
  })

  it.each(['4800003', '0000000', '9999999', '480000', '48000010', '', 'x', '4.8e6', ' 480001', '480000１'])(
    'are null for the unknown LEA %j',
    (leaId) => {
      expect(schools.ofDistrict(leaId, { levels: undefined, limit: 10 })).toBeNull()
    },
  )
})

describe('a school requested by ID', () => {
  it.each(['480000100000', '480000100006', '48000010000', '4800001000010', '', 'NaN', '4.800001e11', '-48000010001'])(
    'is null for the unknown ID %j',
    (ncesId) => {
      expect(schools.school(ncesId)).toBeNull()
    },
  )

  it('is returned with an address composed of the known parts', () => {
    const address = (known: Partial<RatedSchool>) =>
      openSchools([schoolFixture('480000100001', known)]).school('480000100001')!.address
    const [street, city, zip] = ['1 Made-up', 'Invented', '00501']
    expect(address({ street, city, zip })).toBe('1 Made-up, Invented, TX 00501')
    expect(address({ street, zip })).toBe('1 Made-up, TX 00501')
    expect(address({ city })).toBe('Invented, TX')
    expect(address({ zip })).toBeNull()
    expect(address({ street: '', city: '', zip })).toBeNull()
  })

  it('includes a student-teacher ratio only if both numbers are known', () => {
    const ratio = (students: number | null, teachers: number | null) =>
      openSchools([schoolFixture('480000100001', { students, teachers })]).school('480000100001')!.student_teacher_ratio
    expect(ratio(100, 6)).toBe(16.7)
    for (const [students, teachers] of [
      [null, 6],
      [100, null],
      [0, 6],
      [100, 0],
    ])
      expect(ratio(students, teachers)).toBeNull()
  })

  it('omits the rating description if a figure is known but no rating', () => {
    const one = openSchools([schoolFixture('480000100001', { figure: { scheme: 'tx-2022', value: 90 } })])
    expect(one.school('480000100001')).toMatchObject({ rating: null, rating_source: null, rating_description: null })
  })

  it('includes a description of its rating', () => {
    expect(schools.school('060000100001')).toMatchObject({
      rating_source: 'Californian agency, 2018',
      rating_description:
        '10 of 10: mean distance of -12.3, in the highest tenth of the high schools of California rated in 2018.',
    })
    const scheme = { source: 's', year: 2022, figure: 'score of #', digits: 0 }
    const tenths = [1, 2, 3, 4, 10].map((rating) =>
      describeRating(rating, -0.2, scheme, { level: null, state: 'XX', letter: null }),
    )
    expect(
      tenths.map((words) => /^\d+ of 10: score of 0, in the (.*) tenth of the schools of XX/.exec(words)?.[1]),
    ).toEqual(['lowest', '2nd', '3rd', '4th', 'highest'])
  })
})

describe('the metadata of school answers', () => {
  const near = (lon: number, lat: number, limit: number) => schools.nearest(lon, lat, { ...any, limit })

  it('lists the directories of the schools in the answer', () => {
    expect(near(-97, 30, 6)).toMatchObject({ data_source: 'List of the Lone Star State', data_vintage: 2013 })
    expect(near(-118, 34, 1)).toMatchObject({ data_source: 'List of the Golden State', data_vintage: 2018 })
    const both = near(-97, 30, 7)
    expect(both.data_source).toBe('List of the Golden State; List of the Lone Star State')
    expect(both.data_vintage).toBe(2013)
  })

  it('lists every directory that contains schools if the answer is empty', () => {
    const { data_source, data_vintage } = schools.nearest(0, 0, { ...any, among: [] })
    expect(data_source).toBe('List of the Golden State; List of the Lone Star State')
    expect(data_vintage).toBe(2013)
  })

  it('lists years, rating sources and missing facts', () => {
    const texas = near(-97, 30, 1).additional_info!
    expect(texas).toContain('Texas as of 2013 (List of the Lone Star State)')
    expect(texas).toContain('schools opened since then may be missing')
    expect(texas).toContain('is the decile')
    expect(texas).toContain('Texan agency, 2022')
    expect(texas).not.toContain('2019')
    expect(texas).not.toContain('California')
    expect(texas).toContain('Not known for schools of Texas: number of teachers, students by race, students by sex.')
    expect(texas).toContain('fewer than half of the schools of Texas: number of students (17%), rating (17%).')
    const california = near(-118, 34, 1).additional_info!
    expect(california).toContain('Not known for schools of California: students by race, students by sex.')
    expect(california).not.toContain('number of')
    expect(near(-97, 30, 7).additional_info).toContain('Californian agency, 2018')
  })

  it('reports the number of states covered by a national list', () => {
    const states = ['AK', 'AL', 'AR', 'AZ'].map((state, i) => schoolFixture(`0${i}0000100001`, { state }))
    const { additional_info } = openSchools(states).none()
    expect(additional_info).toContain('Schools are listed for 4 states and territories as of 2013')
    expect(additional_info).not.toContain('Ratings')
  })
})
