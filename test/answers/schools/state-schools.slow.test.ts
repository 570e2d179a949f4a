import booleanPointInPolygon from '@turf/boolean-point-in-polygon'
import { beforeAll, expect, it } from 'vitest'
import { readDistricts } from '../../../data-build/districts/read-districts.ts'
import { readGeoJson } from '../../../data-build/read/geojson.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { averageRatios } from '../../../data-build/schools/bundle.ts'
import { JoinReport } from '../../../data-build/schools/join-report.ts'
import { fillGrades, rateDistricts, rateSchools } from '../../../data-build/schools/ratings.ts'
import { readStateSchools } from '../../../data-build/schools/read-schools.ts'
import { getRatingScheme, type RatedSchool, type SchoolDirectory } from '../../../data-build/schools/school.ts'
import { readTexasDistrictScores } from '../../../data-build/schools/texas-ratings.ts'
import { folderFixture } from '../../data-build/read/fixtures/folder.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'

const PATIENCE = 180_000

it('readStateSchools() returns no schools for a folder without state files and reports all three states missing', async () => {
  const report = new JoinReport()
  expect((await readStateSchools(folderFixture({ 'readme.txt': '' }), report)).schools).toEqual([])
  expect(report.notes).toHaveLength(3)
})

withAgencyFiles('the schools in ../shared/data', () => {
  const sources = new SourceFolder(SHARED)
  const report = new JoinReport()
  let schools: readonly RatedSchool[] = []
  let directories: readonly SchoolDirectory[] = []
  beforeAll(async () => {
    const read = await readStateSchools(sources, report)
    schools = rateSchools(read.schools)
    directories = read.directories
  }, PATIENCE)

  const of = (state: string) => schools.filter((school) => school.state === state)
  const find = (ncesId: string) => schools.find((school) => school.ncesId === ncesId)

  it('number 9,898 in California, at least 9,200 in Texas and 4,220 in Florida', () => {
    expect(of('CA').length).toBe(9_898)
    expect(of('TX').length).toBeGreaterThanOrEqual(9_200)
    expect(of('FL').length).toBe(4_220)
    expect(schools.length).toBe(of('CA').length + of('TX').length + of('FL').length)
    expect(directories.map(({ year }) => year)).toEqual([2024, 2024, 2024])
  })

  it('are listed with the student numbers that the agencies report', () => {
    const total = (name: string) => report.joins.find((join) => join.name.startsWith(name))?.of
    expect(total('California: students of the census day 2024-25')).toBe(5_806_221)
    expect(total('Texas: students of 2023-24 in campuses that are still open')).toBe(5_517_464)
    const groups = (state: string, ...names: readonly ('asian' | 'white' | 'hispanic')[]) =>
      names.map((name) => of(state).reduce((sum, { groups }) => sum + (groups?.[name] ?? 0), 0))
    const [asian, white, hispanic] = groups('CA', 'asian', 'white', 'hispanic').map((count) => count / 5_806_221)
    // The published shares are 10.1% Asian and 2.2% Filipino.
    expect(asian).toBeCloseTo(0.123, 2)
    expect(white).toBeCloseTo(0.2, 2)
    expect(hispanic).toBeCloseTo(0.561, 1)
  })

  it('have unique, sorted IDs with the prefix of their state, except two tribal schools in Florida', () => {
    const ids = schools.map((school) => school.ncesId)
    expect(ids.filter((id) => !/^\d{12}$/.test(id))).toEqual([])
    expect(ids.filter((id, i) => i > 0 && id <= ids[i - 1])).toEqual([])
    expect(schools.filter(({ ncesId, leaId }) => leaId !== ncesId.slice(0, 7))).toEqual([])
    const prefixes = new Map<string, number>()
    for (const { ncesId, state } of schools) {
      const key = `${state} ${ncesId.slice(0, 2)}`
      prefixes.set(key, (prefixes.get(key) ?? 0) + 1)
    }
    expect([...prefixes.keys()].sort()).toEqual(['CA 06', 'FL 12', 'FL 59', 'TX 48'])
    expect(prefixes.get('FL 59')).toBe(2)
  })

  it(
    'are in a county of their state',
    async () => {
      for (const state of ['CA', 'TX', 'FL']) {
        const path = `census/tracts/${state.toLowerCase()}_counties_dissolved_from_tracts.geojson.gz`
        const counties = (await readGeoJson(sources, path)).features
          .flatMap((feature) => feature.polygons)
          .map(turfPolygon)
        const outside = of(state).filter(({ lon, lat }) => {
          return !counties.some(({ box, polygon }) => {
            const [west, south, east, north] = box
            return (
              lon >= west && lon <= east && lat >= south && lat <= north && booleanPointInPolygon([lon, lat], polygon)
            )
          })
        })
        // Schools on piers and islands could be outside the dissolved county outlines, but none is today.
        expect(outside.map((school) => school.name)).toEqual([])
      }
    },
    PATIENCE,
  )

  it('contain neither placeholders nor figures out of range', () => {
    expect(schools.flatMap(faultsOf)).toEqual([])
  })

  it('match at least the share of rating records stated in the notes of the folder', () => {
    const share = (name: string) => {
      const join = report.joins.find((join) => join.name === name)
      expect(join, name).toBeDefined()
      expect(join!.unmatched.length, name).toBe(join!.of - join!.matched)
      return join!.matched / join!.of
    }
    expect(share('California: open schools with a figure of the test results 2024 → our schools')).toBeGreaterThan(0.99)
    expect(share('Texas: campuses with an overall score of 2025 → our schools')).toBeGreaterThan(0.97)
    expect(share('Florida: school grades 2025 with a percent of points → our schools')).toBeGreaterThan(0.988)
    expect(report.text()).toContain('15101570156364 Grow Public Schools')
  })

  it('are rated in more than 92% of cases in California, 90% in Texas and 80% in Florida', () => {
    const rated = (state: string) => of(state).filter((school) => school.rating !== null).length
    expect(rated('CA') / of('CA').length).toBeGreaterThan(0.92)
    expect(rated('TX') / of('TX').length).toBeGreaterThan(0.9)
    expect(rated('FL') / of('FL').length).toBeGreaterThan(0.8)
  })

  it('are evenly distributed over the ten ratings, apart from ties, and to within 0.8% in groups of 300 or more', () => {
    const groups = new Map<string, RatedSchool[]>()
    for (const school of schools) {
      if (!school.figure || school.rating === null) continue
      const key = `${school.state} ${school.level}`
      groups.set(key, [...(groups.get(key) ?? []), school])
    }
    expect(groups.size).toBeGreaterThanOrEqual(12)
    for (const [key, group] of groups) {
      const ties = new Map<number, number>()
      for (const { figure } of group) ties.set(figure!.value, (ties.get(figure!.value) ?? 0) + 1)
      const largest = Math.max(...ties.values())
      for (let tenth = 1; tenth <= 10; tenth++) {
        const upTo = group.filter((school) => school.rating! <= tenth).length
        expect(Math.abs(upTo - (group.length * tenth) / 10), `${key} ${tenth}`).toBeLessThanOrEqual(largest / 2 + 0.5)
        const share = group.filter((school) => school.rating === tenth).length / group.length
        if (group.length >= 300) expect(Math.abs(share - 0.1), `${key} ${tenth}`).toBeLessThanOrEqual(0.008)
      }
    }
  })

  // These values were read from the published files by eye.
  it('have the same facts as the published files', () => {
    expect(find('069105110947')).toMatchObject({
      name: 'Envision Academy for Arts & Technology',
      leaName: 'Alameda County Office of Education',
      level: 'Combined',
      lowestGrade: 6,
      highestGrade: 12,
      street: '1515 Webster Street',
      city: 'Oakland',
      zip: '94612-3355',
      phone: '(510) 596-8901',
      students: 207,
      groups: { white: 8, asian: 0, black: 61, hispanic: 79, male: 112, female: 93 },
      // The figure is the mean of English (-83.58) and mathematics (-166.43).
      figure: { scheme: 'ca-tests-2024', value: -125 },
    })
    expect(find('481320000821')).toMatchObject({
      name: 'Cayuga High School',
      lowestGrade: 9,
      highestGrade: 12,
      street: '17750 N US Hwy 287',
      city: 'Tennessee Colony',
      phone: '(903) 928-2294 ext. 12',
      website: 'http://www.cayugaisd.com',
      students: 187,
      teachers: 17.7,
      groups: { white: 153, black: 6, hispanic: 18, male: null },
      figure: { scheme: 'tx-ordered-2025', value: 96 },
    })
    expect(find('120003000002')).toMatchObject({
      name: 'Carolyn Beatrice Parker Elementary',
      leaName: 'Alachua County School District',
      students: 506,
      teachers: 29.4,
      figure: { scheme: 'fl-2025', value: 55 },
    })
  })

  it('have 10 to 25 students per teacher in every state and level', () => {
    const ratios = averageRatios(schools)
    expect(new Set(ratios.map((ratio) => ratio.state))).toEqual(new Set(['CA', 'FL', 'TX']))
    for (const { state, level, ratio } of ratios) expect(ratio > 10 && ratio < 25, `${state} ${level}`).toBe(true)
  })

  it(
    'yield district ratings by their mean in Florida and California, and by the district score in Austin',
    async () => {
      const joins = new JoinReport()
      const scores = await readTexasDistrictScores(sources, joins)
      expect(joins.joins[0]).toMatchObject({ matched: 1161, of: 1195 })
      const districts = rateDistricts(fillGrades(await readDistricts(sources), schools), schools, scores)
      const austin = districts.find((district) => district.geoid === '4808940')
      expect(austin).toMatchObject({ lowestGrade: 'PK', highestGrade: '12' })
      expect(austin?.rating?.summary).toMatch(/^\d+ of 10: overall score of 79 \(Texas Education Agency, 2025/)
      const below = [...scores!.field].filter((score) => score < 79).length
      const equal = [...scores!.field].filter((score) => score === 79).length
      expect(austin?.rating?.rating).toBe(Math.floor((10 * (below + equal / 2)) / scores!.field.length) + 1)
      const florida = districts.filter((district) => district.state === '12')
      expect(
        florida.every((district) => /weighted by enrollment|its one rated school/.test(district.rating?.summary ?? '')),
      ).toBe(true)
      const california = districts.filter((district) => district.state === '06' && district.rating)
      expect(california.every((district) => district.rating?.summary.includes('2024 CAASPP test results'))).toBe(true)
      expect(
        districts.filter((district) => district.type === 'Secondary' && district.state === '48' && district.rating),
      ).toEqual([])
      const ratings = districts.flatMap(({ rating }) => rating?.rating ?? [])
      expect(ratings.filter((rating) => rating < 1 || rating > 10)).toEqual([])
    },
    PATIENCE,
  )

  it('share one known rating scheme within each state', () => {
    const schemes = new Set(schools.flatMap((school) => (school.figure ? [school.figure.scheme] : [])))
    expect([...schemes].sort()).toEqual(['ca-tests-2024', 'fl-2025', 'tx-ordered-2025'])
    for (const scheme of schemes) expect(getRatingScheme(scheme).source).toContain(scheme.slice(-4))
  })
})

/** Returns what is wrong with a record, in words. The list is empty for a good record. */
function faultsOf(school: RatedSchool): string[] {
  const { students, teachers, lowestGrade, highestGrade, zip, phone, website, groups } = school
  const faults = Object.entries(school).flatMap(([name, value]) => {
    if (typeof value !== 'string') return []
    const placeholder = /^$|^(m|n|-)$|^-999|not available|not reported|no data|missing/i.test(value)
    return placeholder || value !== value.trim() ? [`${name} "${value}"`] : []
  })
  if (students !== null && !(Number.isInteger(students) && students > 0)) faults.push(`students ${students}`)
  if (teachers !== null && !(teachers > 0 && teachers < 1000)) faults.push(`teachers ${teachers}`)
  if ((lowestGrade === null) !== (highestGrade === null)) faults.push('half of the grades')
  if (lowestGrade !== null && !(lowestGrade >= -1 && lowestGrade <= highestGrade!)) faults.push('grades')
  if (highestGrade !== null && highestGrade > 14) faults.push('highest grade')
  if (zip !== null && !/^\d{5}(-\d{4})?$/.test(zip)) faults.push(`ZIP ${zip}`)
  if (phone !== null && !/^\(\d{3}\) \d{3}-\d{4}( ext\. \d+)?$/.test(phone)) faults.push(`phone ${phone}`)
  if (website !== null && !/^https?:$/.test(new URL(website).protocol)) faults.push(`website ${website}`)
  if (Object.values(groups ?? {}).some((count) => count !== null && !(count >= 0))) faults.push('groups')
  return faults.map((fault) => `${school.ncesId}: ${fault}`)
}

type Box = readonly [west: number, south: number, east: number, north: number]

function turfPolygon(rings: readonly Float64Array[]) {
  const coordinates = rings.map((ring) =>
    Array.from({ length: ring.length / 2 }, (_, i): [number, number] => [ring[2 * i], ring[2 * i + 1]]),
  )
  const lons = coordinates[0].map(([lon]) => lon)
  const lats = coordinates[0].map(([, lat]) => lat)
  const box: Box = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
  return { box, polygon: { type: 'Polygon' as const, coordinates } }
}
