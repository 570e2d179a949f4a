import { createHash } from 'node:crypto'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { createPattern } from '../../../data-build/catalog/catalog.ts'
import { nationalSchoolsSources } from '../../../data-build/catalog/schools-and-parks.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { JoinReport } from '../../../data-build/schools/join-report.ts'
import { readNationalSchools, withFigures } from '../../../data-build/schools/national/schools.ts'
import type { School } from '../../../data-build/schools/school.ts'
import { deflate64, zipOf } from '../../data-build/read/deflate64-bytes.ts'
import { ascii, folderFixture } from '../../data-build/read/fixtures/folder.ts'
import {
  ALDER,
  BRAMBLE,
  CEDAR,
  directory,
  EDGE,
  edgeText,
  F029,
  F052,
  F059,
  membership,
  one,
  staff,
} from './fixtures/files.ts'
import { schoolFixture } from './fixtures/schools.ts'

const read = (files: Readonly<Record<string, string | Uint8Array>>, report?: JoinReport) =>
  readNationalSchools(folderFixture(files), report)

describe('readNationalSchools()', () => {
  it('returns null if there is no directory', async () => {
    expect(await read({})).toBeNull()
    expect(await read({ 'schools/nces/EDGE_GEOIDS_201415_PUBLIC_SCHOOL_CA_TX_FL.csv.gz': 'x', [EDGE]: 'x' })).toBeNull()
    expect(await read({ 'schools/nces/ccd_sch_029_2325_w_1a_073124.csv': 'x' })).toBeNull()
  })

  it('joins the four files and sorts schools by ID', async () => {
    const national = await read({
      [F029]: directory([
        {
          id: BRAMBLE,
          st: 'TX',
          name: 'Bramble "High" School, North',
          lea: 'Bramble ISD',
          street: '2 Elm St',
          suite: 'Ste 4',
          city: 'Bramble',
          zip: '78701',
          plus4: '1234',
          phone: '(512)555-0100',
          website: 'http://www.bramble.example.org',
          low: '09',
          high: '12',
          level: 'High',
        },
        { id: ALDER },
      ]),
      [F052]: membership({ [BRAMBLE]: '1200', [ALDER]: '300', '990000000000': '1' }),
      [F059]: staff({ [BRAMBLE]: ['64.50', 'Reported'], [ALDER]: ['0.00', 'Reported'] }),
      [EDGE]: edgeText([
        [ALDER, '37.5', '-122.25'],
        [BRAMBLE, '30.267200', '-97.743100'],
      ]),
    })
    expect(national?.directory).toEqual({
      id: 'ccd',
      name: 'National Center for Education Statistics, Common Core of Data',
      year: 2023,
    })
    expect(national?.schools.map((school) => school.ncesId)).toEqual([ALDER, BRAMBLE])
    expect(national?.schools[0]).toMatchObject({ students: 300, teachers: null, groups: null })
    expect(national?.schools[1]).toEqual({
      ncesId: BRAMBLE,
      leaId: '4800002',
      leaName: 'Bramble ISD',
      name: 'Bramble "High" School, North',
      level: 'High',
      lowestGrade: 9,
      highestGrade: 12,
      lat: 30.2672,
      lon: -97.7431,
      street: '2 Elm St, Ste 4',
      city: 'Bramble',
      state: 'TX',
      zip: '78701-1234',
      phone: '(512) 555-0100',
      website: 'http://www.bramble.example.org',
      students: 1200,
      teachers: 64.5,
      groups: null,
      directory: 'ccd',
      figure: null,
    })
  })

  it('includes only schools that were open in the year and have a location', async () => {
    const statuses = ['1', '2', '3', '4', '5', '6', '7', '8']
    const ids = statuses.map((status) => `06000010000${status}`)
    const lost = ['060000100101', '060000100102', '060000100103', '060000100104']
    const report = new JoinReport()
    const national = await read(
      {
        [F029]: directory([
          ...ids.map((id, i) => ({ id, status: statuses[i] })),
          ...lost.map((id) => ({ id, name: 'Lost School' })),
        ]),
        [EDGE]: edgeText([
          ...ids.map((id) => [id, '37.5', '-122.25'] as const),
          [lost[0], '0', '0'],
          [lost[1], '-122.25', '37.5'],
          [lost[2], '', ''],
        ]),
      },
      report,
    )
    expect(national?.schools.map((school) => school.ncesId.slice(-1))).toEqual(['1', '3', '4', '5', '8'])
    const [join] = report.joins
    expect([join.matched, join.of]).toEqual([5, 9])
    expect(join.unmatched).toEqual(lost.map((id) => `${id} Lost School`))
    expect(report.notes).toHaveLength(2)
  })

  it('returns null for every placeholder and uses the state in the address', async () => {
    const where = { lat: 46.9, lon: -103.5, state: 'ND', directory: 'ccd' } as const
    const { rating: _, ...bare } = schoolFixture(CEDAR, { leaId: '5900003', name: 'Alder School', ...where })
    const fields = ['lea', 'street', 'suite', 'city', 'zip', 'plus4', 'phone', 'website', 'low', 'high', 'level']
    for (const nothing of [
      ...['', 'M', 'N', '-', 'Missing', 'Not reported', 'Not applicable', 'Suppressed', '-1', '-2', '-9'],
    ]) {
      const national = await read({
        [F029]: directory([
          { id: CEDAR, st: 'BI', state: 'ND', ...Object.fromEntries(fields.map((field) => [field, nothing])) },
        ]),
        [F052]: membership({ [CEDAR]: nothing }),
        [F059]: staff({ [CEDAR]: [nothing, 'Reported'] }),
        [EDGE]: edgeText([[CEDAR, '46.9', '-103.5']]),
      })
      expect(national?.schools, nothing).toEqual([bare])
    }
    const [school] = (await read({ ...one, [F059]: staff({ [ALDER]: ['12', 'Suppressed'] }) }))?.schools ?? []
    expect(school.teachers).toBeNull()
  })

  it('derives the level from the grades, or takes it from the file if grades are missing', async () => {
    const level = async (low: string, high: string, word: string) =>
      (await read({ ...one, [F029]: directory([{ id: ALDER, low, high, level: word }]) }))?.schools[0]
    expect(await level('PK', 'PK', 'Prekindergarten')).toMatchObject({ level: 'Prekindergarten', lowestGrade: -1 })
    expect(await level('KG', '12', 'Other')).toMatchObject({ level: 'Combined', lowestGrade: 0, highestGrade: 12 })
    expect(await level('UG', 'UG', 'Ungraded')).toMatchObject({ level: 'Ungraded', lowestGrade: 13 })
    expect(await level('AE', 'AE', 'Adult Education')).toMatchObject({ level: 'Adult Education', lowestGrade: 14 })
    expect(await level('N', 'N', 'Secondary')).toMatchObject({ level: 'High', lowestGrade: null })
    expect(await level('M', '05', 'Other')).toMatchObject({ level: null, highestGrade: null })
  })

  it('returns the same schools from zips, gzips, plain files and windows-1252 text', async () => {
    const texts = {
      '029': directory([{ id: ALDER, name: 'Niño School', city: 'La Cañada' }]),
      '052': membership({ [ALDER]: '300' }),
      '059': staff({ [ALDER]: ['10', 'Reported'] }),
    }
    const edge = { [EDGE]: one[EDGE] }
    const name = (survey: string, extension: string) => `schools/nces/ccd_SCH_${survey}_2324_l_1a_073124.${extension}`
    const packed = (extension: string, pack: (text: string, survey: string) => string | Uint8Array) => ({
      ...edge,
      ...Object.fromEntries(
        Object.entries(texts).map(([survey, text]) => [name(survey, extension), pack(text, survey)]),
      ),
    })
    const plain = await read(packed('csv', (text) => text))
    expect(plain?.schools[0]).toMatchObject({ name: 'Niño School', city: 'La Cañada', students: 300, teachers: 10 })
    const member = (text: string) => Buffer.from(text)
    for (const files of [
      packed('csv', (text) => ascii(text)),
      packed('csv', (text) => `\uFEFF${text}`),
      packed('csv.gz', (text) => gzipSync(text)),
      packed('zip', (text, survey) => zipSync({ [`x/ccd_${survey}.csv`]: member(text), 'ccd.sas7bdat': member('x') })),
      packed('zip', (text) => zipOf('a.csv', member(text), 0, member(text))),
      packed('zip', (text) => zipOf('a.csv', member(text), 8, deflateRawSync(text))),
      packed('zip', (text) => zipOf('a.csv', member(text), 9, deflate64(member(text)))),
    ])
      expect((await read(files))?.schools).toEqual(plain?.schools)
  })

  it('reports every file that was read, with its checksum', async () => {
    const zip = zipSync({ 'a.csv': Buffer.from(one[F029]) })
    const files = {
      [F029.replace('csv', 'zip')]: zip,
      [`${F052}.gz`]: gzipSync(membership({ [ALDER]: '1' })),
      [F059]: staff({}),
      [EDGE]: one[EDGE],
    }
    const folder = folderFixture(files)
    const national = await readNationalSchools(folder)
    const told = [...folder.used(), ...(national?.streamed ?? [])]
    expect(told.map((file) => file.path).sort()).toEqual(Object.keys(files).sort())
    for (const { path, sha256, bytes } of told) {
      const content = Buffer.from(files[path])
      expect([sha256, bytes], path).toEqual([createHash('sha256').update(content).digest('hex'), content.length])
      expect(nationalSchoolsSources.filter((source) => createPattern(source.path).test(path)).length, path).toBe(1)
    }
  })
})

describe('the newest school year', () => {
  const named = (name: string) => directory([{ id: ALDER, name }])

  it('is used, in its latest release', async () => {
    const national = await read({
      [EDGE]: one[EDGE],
      'schools/nces/ccd_sch_029_2223_w_1a_083023.csv': named('Old'),
      'schools/nces/ccd_sch_029_2324_w_0a_050824.csv': named('Preliminary'),
      'schools/nces/ccd_sch_029_2324_w_1a_073124.csv': named('Final'),
      'schools/nces/ccd_lea_029_2425_w_1a_073025.csv': 'not of schools',
      'schools/nces/ccd_sch_029_1920_notes.pdf': 'x',
    })
    expect(national?.directory.year).toBe(2023)
    expect(national?.schools.map((school) => school.name)).toEqual(['Final'])
  })

  it('is supplemented with files of another year, with a note', async () => {
    const report = new JoinReport()
    const national = await read(
      {
        [F029]: one[F029],
        'schools/nces/EDGE_GEOCODE_PUBLICSCH_2223.txt': one[EDGE],
        'schools/nces/ccd_sch_052_2122_l_1a_1.csv': membership({ [ALDER]: '1' }),
        'schools/nces/ccd_sch_052_2223_l_1a_1.csv': membership({ [ALDER]: '2' }),
        'schools/nces/ccd_sch_052_2425_l_1a_1.csv': membership({ [ALDER]: '3' }),
      },
      report,
    )
    expect(national?.schools[0].students).toBe(3)
    expect(report.notes.join(' ')).toMatch(
      /coordinates are from 2022, the schools from 2023.*students are from 2024.*no teachers file/,
    )
  })
})

const readBad = (files: Readonly<Record<string, string | Uint8Array>>) => readNationalSchools(folderFixture(files))

describe('files that differ from what NCES publishes', () => {
  const ZIP052 = F052.replace('csv', 'zip')
  const zipped = (method: number, packed: string) => ({
    ...one,
    [ZIP052]: zipOf('a.csv', Buffer.from('abc'), method, Buffer.from(packed)),
  })
  const cases: readonly (readonly [string, Readonly<Record<string, string | Uint8Array>>, RegExp])[] = [
    ['no coordinates', { [F029]: one[F029] }, /no EDGE geocodes/],
    ['a duplicate school', { ...one, [F029]: directory([{ id: ALDER }, { id: ALDER }]) }, /060000100001 twice/],
    ['an id without its zero', { ...one, [F029]: directory([{ id: '60000100001' }]) }, /row 2: NCESSCH/],
    ['no name', { ...one, [F029]: directory([{ id: ALDER, name: 'Missing' }]) }, /without a name/],
    ['another layout', { ...one, [F029]: one[F029].replace('SY_STATUS,', 'STATUS,') }, /no column SY_STATUS/],
    ['a duplicate location', { ...one, [EDGE]: one[EDGE] + one[EDGE] }, /060000100001 twice/],
    ['a location in words', { ...one, [EDGE]: edgeText([[ALDER, 'north', '-122']]) }, /coordinate "north"/],
    ['an invalid id in EDGE', { ...one, [EDGE]: one[EDGE] + edgeText([['6000010001', '37', '-122']]) }, /"6000010001"/],
    ['EDGE text of another layout', { ...one, [EDGE]: 'a|b|c\n' }, /first row of 3 fields/],
    ['an empty EDGE text', { ...one, [EDGE]: '' }, /EDGE_GEOCODE/],
    [
      'EDGE csv without coordinates',
      { [F029]: one[F029], [EDGE.replace('txt', 'csv')]: 'NCESSCH,NAME\n1,2\n' },
      /LAT and LON/,
    ],
    [
      'a zip of EDGE without a table',
      { [F029]: one[F029], [EDGE.replace('txt', 'zip')]: zipSync({ a: new Uint8Array(1) }) },
      /members a/,
    ],
    [
      'teachers in words',
      { ...one, [F059]: staff({ [ALDER]: ['ten', 'Reported'] }) },
      /TEACHERS of 060000100001 is "ten"/,
    ],
    [
      'duplicate teachers',
      { ...one, [F059]: staff({ [ALDER]: ['1', 'Reported'] }).replace(/(2023.*\r\n)/, '$1$1') },
      /twice/,
    ],
    ['a file that is not a zip', { ...one, [ZIP052]: 'not a zip' }, /not a complete zip/],
    [
      'half a gzip',
      { ...one, [`${F052}.gz`]: gzipSync(membership({ [ALDER]: '1' })).subarray(0, 200) },
      /cannot be read/,
    ],
    ['a zip without a csv', { ...one, [ZIP052]: zipSync({ 'a.txt': new Uint8Array(1) }) }, /no member .* among a.txt/],
    ['a zip with another checksum', zipped(0, 'abd'), /Invalid CRC32/],
    ['a zip with an unknown compression method', zipped(14, 'abc'), /method 14/],
    ['a damaged member', zipped(8, '\x07\x07\x07'), /cannot be decompressed/],
  ]
  for (const [what, files, message] of cases)
    it(`are rejected: ${what}`, async () => {
      const failure = await readBad(files).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(SourceError)
      expect((failure as SourceError).message).toMatch(message)
    })
})

const { rating: _, ...bare } = schoolFixture('060000100001', {
  name: 'Alder School',
  lat: 37.5,
  lon: -122.25,
  state: 'CA',
  directory: 'ccd',
})
const known: School = {
  ...bare,
  leaName: 'Alder Unified',
  name: 'Alder Elementary',
  level: 'Elementary',
  lowestGrade: 0,
  highestGrade: 5,
  lat: 37.6,
  lon: -122.3,
  street: '1 Oak St',
  city: 'Alder',
  zip: '94000',
  phone: '(510) 555-0100',
  website: 'https://alder.example.org',
  students: 300,
  teachers: 15,
  directory: 'ca-cde-2018',
  figure: { scheme: 'ca-2018', value: 12.5 },
}

describe('withFigures()', () => {
  it('adds state figures and missing facts, and preserves national names, locations and directory data', () => {
    const { name, lat, lon, directory } = bare
    expect(withFigures([bare], [known])).toEqual([{ ...known, name, lat, lon, directory }])
  })

  it('never overwrites facts of the national list', () => {
    const national = {
      ...known,
      directory: 'ccd',
      figure: null,
      students: 310,
      phone: '(510) 555-0199',
      highestGrade: 6,
    }
    expect(withFigures([national], [{ ...known, level: 'Middle', lowestGrade: 6 }])).toEqual([
      { ...national, figure: known.figure },
    ])
  })

  it('does not mix the parts of two addresses or the grades of two lists', () => {
    const [school] = withFigures([{ ...bare, city: 'Bramble', lowestGrade: 3, level: 'Middle' }], [known])
    expect(school).toMatchObject({ street: null, city: 'Bramble', zip: null, highestGrade: null, level: 'Middle' })
  })

  it('preserves the order and number of the national schools and omits schools that only a state lists', () => {
    const other = { ...bare, ncesId: '480000200002', state: 'TX' }
    expect(withFigures([bare, other], [{ ...known, ncesId: '060000199999' }])).toEqual([bare, other])
    expect(withFigures([], [known])).toEqual([])
  })
})
