import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { District } from '../../../data-build/districts/read-districts.ts'
import { averageRatios } from '../../../data-build/schools/bundle.ts'
import { fillGrades, rateDistricts, rateSchools } from '../../../data-build/schools/ratings.ts'
import { getRatingScheme, type RatedSchool, type School } from '../../../data-build/schools/school.ts'
import { schoolFixture as unknownSchool } from './fixtures/schools.ts'

/** Returns an elementary school in Texas, with the given facts. */
function schoolFixture(facts: Partial<School>): School {
  const { rating: _, ...school } = unknownSchool(facts.ncesId ?? '480000000001', { level: 'Elementary', ...facts })
  return school
}
const figures = (values: readonly number[], facts: Partial<School> = {}) =>
  values.map((value, i) =>
    schoolFixture({ ncesId: `4800001${String(i).padStart(5, '0')}`, figure: { scheme: 'tx-2022', value }, ...facts }),
  )
const ratings = (schools: readonly RatedSchool[]) => schools.map((school) => school.rating)
const range = (length: number) => Array.from({ length }, (_, i) => i)

describe('rateSchools()', () => {
  it('divides a hundred distinct figures into ten equal groups', () => {
    const rated = rateSchools(figures(range(100).reverse()))
    expect(ratings(rated)).toEqual(range(100).map((i) => 10 - Math.floor(i / 10)))
  })

  it('assigns all schools the middle rating if their figures are equal', () => {
    expect(new Set(ratings(rateSchools(figures(Array(50).fill(85)))))).toEqual(new Set([6]))
  })

  it('breaks ties by the more precise figure, without reordering schools whose main figures differ', () => {
    const [low, same, high] = [figures(Array(40).fill(84)), figures(Array(50).fill(85)), figures(Array(10).fill(86))]
    const finer = (school: School, i: number, from: number) => ({
      ...school,
      figure: { scheme: 'tx-2022', value: school.figure?.value ?? 0, finer: from + i / 100 },
    })
    const schools = [...low, ...same.map((school, i) => finer(school, i, 84.5)), ...high]
    expect(ratings(rateSchools(schools)).slice(40, 90)).toEqual(range(50).map((i) => 5 + Math.floor(i / 10)))
    // A finer figure may be far from the value, for example if the agency capped it. It still never moves a school past
    // schools with another value.
    const odd = [...low, ...same.map((school, i) => finer(school, i, i < 25 ? 40 : 99)), ...high]
    expect(ratings(rateSchools(odd)).slice(90)).toEqual(Array(10).fill(10))
    expect(ratings(rateSchools(odd)).slice(0, 40)).toEqual(Array(40).fill(3))
  })

  it('requires ten schools with the same state, level and scheme', () => {
    expect(ratings(rateSchools(figures(range(9))))).toEqual(Array(9).fill(null))
    expect(ratings(rateSchools(figures(range(10))))).toEqual(range(10).map((i) => i + 1))
    const mixed = range(10).flatMap((i) => [
      schoolFixture({ figure: { scheme: 'tx-2022', value: i }, level: i < 5 ? 'High' : 'Middle' }),
      schoolFixture({ figure: { scheme: i < 5 ? 'fl-2023' : 'fl-2022', value: i }, state: 'FL', level: 'Elementary' }),
    ])
    expect(ratings(rateSchools(mixed))).toEqual(Array(20).fill(null))
  })

  it('leaves schools without a figure unrated and preserves all other fields', () => {
    const schools = [schoolFixture({ ncesId: '480000199999' }), ...figures(range(10))]
    const rated = rateSchools(schools)
    expect(rated[0].rating).toBeNull()
    expect(rated.map(({ rating, ...school }) => school)).toEqual(schools)
  })

  it('assigns the same mid-ranks as a school-by-school count', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 50, max: 99 }), { minLength: 10, maxLength: 300 }), (values) => {
        const rated = rateSchools(figures(values))
        for (const [i, value] of values.entries()) {
          const below = values.filter((other) => other < value).length
          const equal = values.filter((other) => other === value).length
          const middle = (below + equal / 2) / values.length
          expect(rated[i].rating).toBe(Math.min(10, Math.floor(10 * middle + 1e-12) + 1))
        }
      }),
    )
  })
})

describe('averageRatios()', () => {
  it('divides total students by total teachers, over schools that report both', () => {
    const ratios = averageRatios([
      schoolFixture({ students: 100, teachers: 10 }),
      schoolFixture({ students: 500, teachers: 20 }),
      schoolFixture({ students: 9000, teachers: null }),
      schoolFixture({ students: null, teachers: 900 }),
      schoolFixture({ students: 60, teachers: 3, level: 'High' }),
      schoolFixture({ students: 60, teachers: 0, level: 'Middle' }),
      schoolFixture({ students: 60, teachers: 4, state: 'FL' }),
      schoolFixture({ students: 60, teachers: 4, level: null }),
    ])
    expect(ratios).toEqual([
      { state: 'FL', level: 'Elementary', ratio: 15 },
      { state: 'TX', level: 'Elementary', ratio: 20 },
      { state: 'TX', level: 'High', ratio: 20 },
    ])
  })
})

const district = (facts: Partial<District>): District => ({
  geoid: '4800001',
  name: 'Pecan Grove Independent School District',
  type: 'Unified',
  state: '48',
  lowestGrade: null,
  highestGrade: null,
  rings: [],
  ...facts,
})
const rated = (facts: Partial<RatedSchool>): RatedSchool => ({
  ...schoolFixture({ leaId: '4800001', figure: { scheme: 'fl-2023', value: 50 }, ...facts }),
  rating: facts.rating ?? null,
})

describe('rateDistricts()', () => {
  const scores = { scheme: 'tx-2022', scores: new Map([['4800001', 91]]), field: Float64Array.from(range(100)) }

  it('ranks the district by its own score if the agency publishes it, regardless of school ratings', () => {
    const [{ rating }] = rateDistricts([district({})], [rated({ rating: 1 })], scores)
    expect(rating).toEqual({
      rating: 10,
      summary:
        '10 of 10: overall score of 91 (Texas Education Agency, 2022 accountability ratings), in the highest tenth of the districts of Texas.',
      year: 2022,
    })
  })

  it('falls back to the mean of school ratings weighted by enrollment: 10 (100 students) and 2 (300 students) give 4', () => {
    const schools = [
      rated({ rating: 10, students: 100 }),
      rated({ rating: 2, students: 300 }),
      rated({ students: 9999 }),
    ]
    const [{ rating }, other] = rateDistricts([district({}), district({ geoid: '4800002' })], schools, {
      ...scores,
      scores: new Map(),
    })
    expect(rating).toEqual({
      rating: 4,
      summary:
        '4 of 10: mean, weighted by enrollment, of the ratings of its 2 rated schools (Florida Department of Education, 2023 school grades).',
      year: 2023,
    })
    expect(other.rating).toBeNull()
  })

  it('reports that the mean is not weighted if no enrollment is known', () => {
    const [{ rating }] = rateDistricts([district({})], [rated({ rating: 10 }), rated({ rating: 2 })], null)
    expect(rating?.rating).toBe(6)
    expect(rating?.summary).toBe(
      '6 of 10: plain mean of the ratings of its 2 rated schools (Florida Department of Education, 2023 school grades); their enrollment is unknown.',
    )
  })

  it('assumes average enrollment where it is unknown: 10 (100 students), 2 (300 students) and 8 (unknown) give 5', () => {
    const known = [rated({ rating: 10, students: 100 }), rated({ rating: 2, students: 300 })]
    const [{ rating }] = rateDistricts([district({})], [...known, rated({ rating: 8 })], null)
    expect(rating?.rating).toBe(5)
    expect(rating?.summary).toContain('; the average is assumed where the enrollment is unknown (1 of them)')
    const nobody = [rated({ rating: 10, students: 0 }), rated({ rating: 2, students: 0 })]
    expect(rateDistricts([district({})], nobody, null)[0].rating?.rating).toBe(6)
  })

  it('names the scheme and reports that only one school is rated', () => {
    const [{ rating }] = rateDistricts([district({})], [rated({ rating: 7 })], null)
    expect(rating?.year).toBe(2023)
    expect(rating?.summary).toBe(
      '7 of 10: the rating of its one rated school (Florida Department of Education, 2023 school grades).',
    )
  })
})

describe('fillGrades()', () => {
  it('derives missing grades from the schools, ignoring adult education and ungraded classes', () => {
    const schools = [
      schoolFixture({ leaId: '4800001', lowestGrade: -1, highestGrade: 5 }),
      schoolFixture({ leaId: '4800001', lowestGrade: 9, highestGrade: 14 }),
      schoolFixture({ leaId: '4800001', lowestGrade: 14, highestGrade: 14 }),
      schoolFixture({ leaId: '4800002', lowestGrade: 14, highestGrade: 14 }),
      schoolFixture({ leaId: '4800002', lowestGrade: null, highestGrade: null }),
      schoolFixture({ leaId: '4800003', lowestGrade: 0, highestGrade: 8 }),
    ]
    const districts = [
      district({}),
      district({ geoid: '4800002' }),
      district({ geoid: '4800003', lowestGrade: 'PK', highestGrade: '06' }),
    ]
    const spans = fillGrades(districts, schools).map(({ lowestGrade, highestGrade }) => [lowestGrade, highestGrade])
    expect(spans).toEqual([
      ['PK', '12'],
      [null, null],
      ['PK', '06'],
    ])
  })
})

describe('ratingSchemeOf()', () => {
  it('recognizes the three states in any year and rejects everything else', () => {
    expect(getRatingScheme('ca-dashboard-2018')).toEqual({
      id: 'ca-dashboard-2018',
      source: 'California Department of Education, 2018 California School Dashboard',
      year: 2018,
      figure: 'mean distance of # points from standard in English and mathematics',
      digits: 1,
    })
    expect(getRatingScheme('tx-2025').year).toBe(2025)
    for (const id of ['', 'tx', 'ca-2018', 'ny-2022', 'tx-22', 'constructor-2022'])
      expect(() => getRatingScheme(id), id).toThrow(`"${id}"`)
  })
})
