import { describe, expect, it } from 'vitest'
import { writePacked } from '../../../data-build/pack/blocks.ts'
import { nameKey, schoolsBundle } from '../../../data-build/schools/bundle.ts'
import type { RatedSchool } from '../../../data-build/schools/school.ts'
import { Schools } from '../../../src/answers/schools/schools.ts'
import { readBundle } from '../../../src/data/bundle/read.ts'
import { contentFixture, openSchools, schoolFixture } from './fixtures/schools.ts'

const whole = schoolFixture('480000100042', {
  leaName: 'Own Name of the LEA',
  name: 'Öst Élementary № 7',
  level: 'Elementary',
  lowestGrade: -1,
  highestGrade: 5,
  lat: 30.123456,
  lon: -97.654321,
  street: '1 Made-up Street',
  city: 'Invented',
  zip: '01234-0005',
  phone: '(555) 555-0100 ext. 12',
  website: 'https://school.example/a?b=ç',
  students: 321,
  teachers: 20.25,
  groups: {
    white: 1,
    asian: 2,
    black: 3,
    hispanic: 4,
    pacificIslander: 0,
    nativeAmerican: null,
    twoOrMore: 6,
    male: 150,
    female: 171,
  },
  figure: { scheme: 'tx-2022', value: 92 },
  rating: 8,
})

async function written(schools: readonly RatedSchool[], rest = {}): Promise<Schools> {
  return new Schools(
    await readBundle(await writePacked(schoolsBundle(contentFixture(schools, rest))), 'schools.bundle'),
  )
}

describe('the schools bundle', () => {
  it('returns all known facts of a school', async () => {
    const schools = await written([whole, schoolFixture('480000100043')], {
      averageRatios: [
        { state: 'TX', level: 'Elementary', ratio: 15.26 },
        { state: 'CA', level: 'Elementary', ratio: 21 },
      ],
    })
    expect(schools.school('480000100042')).toEqual({
      nces_id: '480000100042',
      name: 'Öst Élementary № 7',
      lea_id: '4800001',
      lea_name: 'Own Name of the LEA',
      level: 'Elementary',
      lowest_grade: -1,
      highest_grade: 5,
      rating: 8,
      lat: 30.123456,
      lon: -97.654321,
      distance_meters: null,
      address: '1 Made-up Street, Invented, TX 01234-0005',
      phone: '(555) 555-0100 ext. 12',
      website: 'https://school.example/a?b=ç',
      total_students: 321,
      total_teachers: 20.25,
      student_teacher_ratio: 15.9,
      average_student_teacher_ratio: 15.3,
      students_white: 1,
      students_asian: 2,
      students_black: 3,
      students_hispanic: 4,
      students_pacific_islander: 0,
      students_native_american: null,
      students_two_or_more: 6,
      students_male: 150,
      students_female: 171,
      rating_source: 'Texan agency, 2022',
      rating_description:
        '8 of 10: overall score of 92, in the 8th tenth of the elementary schools of Texas rated in 2022.',
    })
  })

  it('returns null for all unknown facts', async () => {
    const schools = await written([
      whole,
      schoolFixture('060000100043', { state: 'CA', directory: 'ca', name: 'Bare' }),
    ])
    const { nces_id, name, lea_id, lat, lon, ...rest } = schools.school('060000100043')!
    expect({ nces_id, name, lea_id, lat, lon }).toEqual({
      nces_id: '060000100043',
      name: 'Bare',
      lea_id: '0600001',
      lat: 30,
      lon: -97,
    })
    expect(new Set(Object.values(rest))).toEqual(new Set([null]))
    expect(Object.keys(rest)).toHaveLength(24)
  })

  it('distinguishes zero from unknown values', () => {
    const zero = { white: 0, asian: 0, black: 0, hispanic: 0, pacificIslander: 0, nativeAmerican: 0, twoOrMore: 0 }
    const schools = openSchools([
      schoolFixture('480000100001', {
        students: 0,
        teachers: 0,
        lowestGrade: 0,
        highestGrade: 0,
        figure: { scheme: 'ca-2018', value: 0 },
        rating: 1,
        groups: { ...zero, male: 0, female: 0 },
        zip: '78701-0000',
        city: 'Nought',
      }),
    ])
    expect(schools.school('480000100001')).toMatchObject({
      total_students: 0,
      total_teachers: 0,
      student_teacher_ratio: null,
      lowest_grade: 0,
      highest_grade: 0,
      students_white: 0,
      students_female: 0,
      address: 'Nought, TX 78701-0000',
      rating_description: '1 of 10: mean distance of 0.0, in the lowest tenth of the schools of Texas rated in 2018.',
    })
  })

  it('prefers the name of the district polygon to the LEA name of the school', () => {
    const rest = { districtNames: new Map([['4800001', 'Name of the Polygon']]) }
    const schools = openSchools([whole, schoolFixture('480000200001', { leaName: 'Charter' })], rest)
    expect(schools.school('480000100042')!.lea_name).toBe('Name of the Polygon')
    expect(schools.school('480000200001')!.lea_name).toBe('Charter')
  })

  it('is byte-identical for any order of the schools', async () => {
    const some = [
      whole,
      schoolFixture('480000100043', { city: 'B' }),
      schoolFixture('060000100001', { state: 'CA', city: 'A' }),
    ]
    const bytes = await Promise.all(
      [some, some.toReversed()].map((schools) => writePacked(schoolsBundle(contentFixture(schools)))),
    )
    expect(Buffer.from(bytes[0]).equals(Buffer.from(bytes[1]))).toBe(true)
  })

  it('can be written and read without schools', async () => {
    const schools = await written([])
    expect(schools.size).toBe(0)
    expect(schools.nearest(-97, 30, { limit: 10, among: null }).schools).toEqual([])
    expect(schools.nearest(-97, 30, { limit: 10, among: ['4800001'] }).schools).toEqual([])
    expect(schools.ofDistrict('4800001', { limit: 10 })).toBeNull()
    expect(schools.school('480000100042')).toBeNull()
    expect(schools.none()).toMatchObject({ data_vintage: 2013, additional_info: null })
  })

  it('supports more than 65,536 schools', () => {
    const many = Array.from({ length: 70_000 }, (_, i) => {
      const lea = 100_000 + Math.floor(i / 7)
      return schoolFixture(`${lea}0${String(i).padStart(5, '0')}`, {
        lat: (1250 + (i % 1000)) / 50,
        lon: -120 + Math.floor(i / 1000) / 2,
        city: `City ${i}`,
      })
    })
    const schools = openSchools(many)
    expect(schools.size).toBe(70_000)
    for (const i of [0, 65_535, 65_536, 69_999]) {
      const { ncesId, lat, lon, city } = many[i]
      expect(schools.school(ncesId)!.address).toBe(`${city}, TX`)
      expect(schools.nearest(lon, lat, { limit: 1, among: null }).schools[0]).toMatchObject({
        nces_id: ncesId,
        lat,
        lon,
        distance_meters: 0,
      })
    }
  })

  it.each<[string, readonly RatedSchool[], RegExp]>([
    ['a duplicate school', [whole, whole], /school 480000100042 is given twice/],
    ['a short id', [schoolFixture('48000010004')], /malformed nces_id; expected 12 digits/],
    ['an id with letters', [schoolFixture('48000010004X')], /malformed nces_id/],
    ['another LEA', [{ ...whole, leaId: '4800002' }], /belongs to LEA 4800002; expected the first 7 digits/],
    ['a latitude that is not a number', [{ ...whole, lat: Number.NaN }], /is at NaN, -97.654321/],
    ['a longitude out of range', [{ ...whole, lon: -180.1 }], /is at 30.123456, -180.1/],
    ['an infinite longitude', [{ ...whole, lon: Number.POSITIVE_INFINITY }], /is at/],
    ['a missing name', [{ ...whole, name: ' ' }], /has no name/],
    ['an unknown directory', [{ ...whole, directory: 'nowhere' }], /comes from 'nowhere'; expected one of ca, tx, fl/],
    ['an unknown scheme', [{ ...whole, figure: { scheme: 'x', value: 1 } }], /is rated by 'x'/],
    ['a rating without a figure', [{ ...whole, figure: null }], /has rating 8 without a figure/],
    ['a rating of 0', [{ ...whole, rating: 0 }], /has rating 0/],
    ['a rating of 11', [{ ...whole, rating: 11 }], /has rating 11/],
    ['a figure that is not a number', [{ ...whole, figure: { scheme: 'tx-2022', value: Number.NaN } }], /figure NaN/],
    ['half a student', [{ ...whole, students: 0.5 }], /has 0.5 students/],
    ['a negative number of students', [{ ...whole, groups: { ...whole.groups!, male: -9 } }], /has -9 students/],
    ['a negative number of teachers', [{ ...whole, teachers: -1 }], /has -1 teachers/],
    ['a ZIP of four digits', [{ ...whole, zip: '7870' }], /has ZIP '7870'/],
    ['grade 15', [{ ...whole, highestGrade: 15 }], /has grade 15/],
    ['a state in words', [{ ...whole, state: 'Texas' }], /is in state 'Texas'/],
  ])('rejects %s', (_, schools, message) => {
    expect(() => schoolsBundle(contentFixture(schools))).toThrow(
      expect.objectContaining({ name: 'SourceError', message: expect.stringMatching(message) }),
    )
  })
})

describe('the sort order of school names', () => {
  it('ignores case and accents and compares numbers by value', () => {
    const ordered = [
      ...["'A' School", '2nd Street', 'PS 010', 'P.S. 9', 'École 9', 'ecole 10', 'Ecole 100', 'ECOLE A'],
      ...['Ångström', 'angus', 'zebra 12345678901234567890', 'Zebra 12345678901234567891', 'Zebra A'],
    ]
    // Expected order by hand: quotes and numbers come before letters, and 'P.S.' before 'PS' because of its period.
    const expected = [
      ...["'A' School", '2nd Street', 'Ångström', 'angus', 'École 9', 'ecole 10', 'Ecole 100', 'ECOLE A'],
      ...['P.S. 9', 'PS 010', 'zebra 12345678901234567890', 'Zebra 12345678901234567891', 'Zebra A'],
    ]
    expect(ordered.toSorted((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1))).toEqual(expected)
  })

  it('treats names that differ only in accents, case and leading zeros as equal', () => {
    expect(nameKey('ÉCOLE 007')).toBe(nameKey('ecole 7'))
    expect(nameKey('Room 0')).toBe(nameKey('room 000'))
  })
})
