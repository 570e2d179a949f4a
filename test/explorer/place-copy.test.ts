import { describe, expect, it } from 'vitest'
import { dimensions } from '../../src/dimensions/catalog.ts'
import { asCsv, asJson, asLibraryCall } from '../../src/explorer/place/copy-texts.ts'
import { webAddress } from '../../src/explorer/place/web-address.ts'
import { openVicinage } from '../../src/index.ts'
import { races, sexes } from '../../src/schools/student-groups.ts'
import { unknownFacts } from '../endpoints/made-schools.ts'

const place = { lat: 30.2672, lon: -97.7431 }
const data = new URL('../../dist-data/', import.meta.url)

describe('scores to paste elsewhere', () => {
  it('are the JSON that the library answers, without what else is known', async () => {
    const vicinage = await openVicinage({ data, schools: false, geocoder: false })
    const explained = new Map(dimensions.map(({ id }) => [id, vicinage.explain(id, place)]))
    const copied = JSON.parse(asJson([{ place, scores: explained }]))
    expect(copied).toEqual({ ...place, scores: vicinage.scores(place) })
  })

  it('are a list where there are two places, with the addresses that were found', () => {
    const found = { address: 'Austin, TX 78701', layer: 'zip', radius: 1400, message: null } as const
    const one = { place: { ...place, found }, scores: new Map() }
    expect(JSON.parse(asJson([one, { ...one, place }]))).toEqual([
      { ...place, address: 'Austin, TX 78701', scores: {} },
      { ...place, scores: {} },
    ])
  })

  it('are rows of CSV, quoted where need be, empty where there is no answer', () => {
    const found = { address: 'A "B", TX', layer: 'city', radius: 1, message: null } as const
    const csv = asCsv([{ place: { ...place, found }, scores: new Map([['fire', { score: 0, description: null }]]) }])
    const [header, row, end] = csv.split('\r\n')
    expect(header).toBe(`lat,lon,address,${dimensions.map(({ id }) => id).join(',')}`)
    expect(row).toBe(`30.2672,-97.7431,"A ""B"", TX"${','.repeat(13)},0`)
    expect(end).toBe('')
  })

  it('are a call of the library for each place', () => {
    const call = asLibraryCall([place, { lat: 1, lon: 2 }])
    expect(call).toContain("import { openVicinage } from 'vicinage'")
    expect(call).toContain('vicinage.scores({ lat: 30.2672, lon: -97.7431 })')
    expect(call).toContain('vicinage.scores({ lat: 1, lon: 2 })')
  })
})

describe('the website of a school', () => {
  it.each([
    ['http://westlab.example.org', 'http://westlab.example.org/'],
    ['www.example.org/a b', 'https://www.example.org/a%20b'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['none', null],
    ['', null],
    [null, null],
  ])('%s leads to %s', (text, address) => {
    expect(webAddress(text)).toBe(address)
  })
})

describe('students by group', () => {
  const school = (facts: object) => ({ ...unknownFacts, ...facts }) as Parameters<typeof races>[0]

  it('are shares of all students, the largest first', () => {
    expect(races(school({ students_asian: 20, students_white: 30, total_students: 100 }))).toEqual([
      { name: 'White', count: 30, share: 0.3 },
      { name: 'Asian', count: 20, share: 0.2 },
    ])
  })

  it('are shares of their sum where that exceeds the total of another year, and none is missing', () => {
    const sum = sexes(school({ students_male: 60, students_female: 40, total_students: 90 }))
    expect(sum.map(({ share }) => share)).toEqual([0.6, 0.4])
    const [male] = sexes(school({ students_male: 100, total_students: 90 }))
    expect(male.share).toBeNull()
  })

  it('are left out where nothing is known, and have no share of nobody', () => {
    expect(races(school({}))).toEqual([])
    expect(sexes(school({ students_male: 0, students_female: 0, total_students: 0 })).map((g) => g.share)).toEqual([
      null,
      null,
    ])
  })
})
