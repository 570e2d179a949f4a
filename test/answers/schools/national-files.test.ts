import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { wholeRows } from '../../../data-build/read/chunks.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { type Membership, readMembership } from '../../../data-build/schools/national/membership.ts'
import { readNationalSchools } from '../../../data-build/schools/national/schools.ts'
import { folderFixture } from '../../data-build/read/fixtures/folder.ts'
import { dbfBytes } from '../../data-build/read/shapefile-bytes.ts'
import { ALDER, directory, EDGE, edgeText, F029, one } from './fixtures/files.ts'

const HEADINGS =
  'SCHOOL_YEAR,FIPST,STATENAME,ST,SCH_NAME,STATE_AGENCY_NO,UNION,ST_LEAID,LEAID,ST_SCHID,NCESSCH,SCHID,GRADE,RACE_ETHNICITY,SEX,STUDENT_COUNT,TOTAL_INDICATOR,DMS_FLAG'
const NO = 'No Category Codes'
const TOTAL = 'Education Unit Total'
const K12 = 'Derived - Education Unit Total minus Adult Education Count'
const GROUP = 'Derived - Subtotal by Race/Ethnicity and Sex minus Adult Education Count'
const A = '060000100001'
const B = '480000200002'

const row = (id: string, grade: string, race: string, sex: string, count: string, kind: string, flag = 'Reported') =>
  `2023-2024,06,CALIFORNIA,CA,"Alder ""Old"" School,\nNorth",01,,X-1,${id.slice(0, 7)},X-1-1,${id},0600001,${grade},${race},${sex},${count},${kind},${flag}`
const total = (id: string, count: string, kind = K12, flag = 'Derived') => row(id, NO, NO, NO, count, kind, flag)
const group = (id: string, race: string, sex: string, count: string, flag = 'Derived') =>
  row(id, NO, race, sex, count, GROUP, flag)

/** Yields the text in chunks of `size` bytes. */
async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

function read(rows: readonly string[], ids = [A], size = 1000): Promise<ReadonlyMap<string, Membership>> {
  const text = `${[HEADINGS, ...rows].join('\r\n')}\r\n`
  return readMembership({ file: 'made.csv', chunks: pieces(text, size) }, ids)
}
const student = async (rows: readonly string[]) => (await read(rows)).get(A)

describe('readMembership()', () => {
  it('sums race by sex, and ignores adult education, other row types and other schools', async () => {
    const rows = [
      row(A, 'Grade 1', 'White', 'Male', '7', 'Category Set A - By Race/Ethnicity; Sex; Grade'),
      row(A, 'Grade 1', NO, NO, '9', 'Subtotal 4 - By Grade'),
      total(A, '520', TOTAL, 'Reported'),
      total(A, '500'),
      total(B, '3'),
      group(A, 'White', 'Male', '100'),
      group(A, 'White', 'Female', '90'),
      group(A, 'Asian', 'Male', '10'),
      group(A, 'Asian', 'Female', '0'),
      group(A, 'Black or African American', 'Male', '50'),
      group(A, 'Black or African American', 'Female', '50'),
      group(A, 'Hispanic/Latino', 'Male', '60'),
      group(A, 'Hispanic/Latino', 'Female', '70'),
      group(A, 'Native Hawaiian or Other Pacific Islander', 'Male', '1'),
      group(A, 'Native Hawaiian or Other Pacific Islander', 'Female', '2'),
      group(A, 'American Indian or Alaska Native', 'Male', '3'),
      group(A, 'American Indian or Alaska Native', 'Female', '4'),
      group(A, 'Two or more races', 'Male', '26'),
      group(A, 'Two or more races', 'Female', '34'),
    ]
    const read = await student(rows)
    expect(read).toEqual({
      students: 500,
      groups: {
        white: 190,
        asian: 10,
        black: 100,
        hispanic: 130,
        pacificIslander: 3,
        nativeAmerican: 7,
        twoOrMore: 60,
        male: 250,
        female: 250,
      },
    })
  })

  it('returns null for a count that is missing, masked or flagged, and for each sum that includes it', async () => {
    const read = await student([
      total(A, '40'),
      group(A, 'White', 'Male', '', 'Suppressed'),
      group(A, 'White', 'Female', '12'),
      group(A, 'Asian', 'Female', '28'),
      group(A, 'Hispanic/Latino', 'Female', '5', 'Missing'),
    ])
    expect(read?.students).toBe(40)
    expect(read?.groups).toMatchObject({
      white: null,
      asian: 28,
      hispanic: null,
      male: null,
      female: null,
      black: null,
    })
    for (const [cell, flag] of [
      ['', 'Missing'],
      ['-1', 'Not reported'],
      ['-9', 'Reported'],
      ['7', 'Not applicable'],
      ['Suppressed', 'Suppressed'],
      ['M', ''],
    ])
      expect(await student([total(A, cell, K12, flag)]), `${cell} ${flag}`).toEqual({ students: null, groups: null })
  })

  it('uses the plain total if there is no other total or if all students are adults', async () => {
    expect((await student([total(A, '33', TOTAL)]))?.students).toBe(33)
    expect((await student([total(A, '33', TOTAL), total(A, '', K12, 'Missing')]))?.students).toBe(33)
    expect(await student([total(A, '33', TOTAL), total(A, '0'), group(A, 'White', 'Male', '0')])).toEqual({
      students: 33,
      groups: null,
    })
    expect((await student([total(A, '0', TOTAL), total(A, '0')]))?.students).toBe(0)
    expect(await student([])).toEqual({ students: null, groups: null })
  })

  it('returns the same counts however the text is split into chunks', async () => {
    const rows = [total(A, '10'), total(B, '20'), group(A, 'White', 'Male', '4'), group(B, 'Asian', 'Female', '6')]
    const whole = await read(rows, [A, B], 1_000_000)
    expect(whole.get(B)?.groups?.asian).toBe(6)
    for (const size of [1, 2, 3, 7, 64, 331]) expect(await read(rows, [A, B], size)).toEqual(whole)
  })

  it('rejects files in an unexpected layout with an error that names file and row', async () => {
    const cases: readonly (readonly [string, readonly string[], RegExp])[] = [
      ['a second total', [total(A, '1'), total(A, '1')], /row 3: a second row of 060000100001/],
      ['words for a count', [total(A, '1'), total(A, 'many', TOTAL)], /row 3: STUDENT_COUNT is "many"/],
      ['a part of a student', [total(A, '1.5')], /STUDENT_COUNT is "1.5"/],
      ['an unknown race', [group(A, 'Purple', 'Male', '1')], /row 2: the race "Purple"/],
      ['a short row', ['2023-2024,06,CALIFORNIA'], /row 2: 3 fields; expected 18/],
      ['an open quote', [`"${total(A, '1')}`], /quote/],
    ]
    for (const [what, rows, message] of cases) {
      const failure = await student(rows).catch((error: unknown) => error)
      expect(failure, what).toBeInstanceOf(SourceError)
      expect((failure as SourceError).message, what).toMatch(message)
    }
    const wide = readMembership({ file: 'wide.csv', chunks: pieces('NCESSCH,TOTAL\r\n1,2\r\n', 9) }, [A])
    await expect(wide).rejects.toThrow('wide.csv, row 1: no column RACE_ETHNICITY')
    await expect(readMembership({ file: 'empty.csv', chunks: pieces('', 9) }, [A])).rejects.toThrow(
      'empty.csv: no rows',
    )
  })

  it('throws a SourceError for a quote that is never closed, without reading the rest of the file', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`${HEADINGS}\r\n"`)
      for (;;) yield Buffer.alloc(100_000, 'a\n')
    }
    await expect(readMembership({ file: 'x', chunks: endless() }, [A])).rejects.toThrow('closing quote')
  })
})

describe('wholeRows()', () => {
  it('yields the whole text in blocks that end outside of quotes', async () => {
    const field = fc.oneof(
      fc.stringMatching(/^[a-z "]{0,6}$/).map((text) => `x${text}`),
      fc.stringMatching(/^[a-z,\n ]{0,6}$/).map((text) => `"${text}""${text}"`),
      fc.constant(''),
    )
    const rows = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }).map((fields) => fields.join(',')))
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (rows, size) => {
        const text = rows.map((line) => `${line}\n`).join('')
        const blocks: string[] = []
        for await (const block of wholeRows(pieces(text, size), 'x')) blocks.push(Buffer.from(block).toString())
        expect(blocks.join('')).toBe(text)
        // Every block ends where a row ends.
        const ends = lengthsSoFar(rows.map((line) => `${line}\n`))
        for (const end of lengthsSoFar(blocks)) expect(ends).toContain(end)
      }),
      { numRuns: 200 },
    )
  })

  it('never buffers long text', async () => {
    let largest = 0
    const text = `${'a,b,c,"d"\n'.repeat(200_000)}`
    for await (const block of wholeRows(pieces(text, 65_536), 'x')) largest = Math.max(largest, block.length)
    expect(largest).toBeLessThan(2 * 65_536)
  })
})

function lengthsSoFar(texts: readonly string[]): readonly number[] {
  let length = 0
  return texts.map((text) => {
    length += text.length
    return length
  })
}

const readPlaces = (files: Readonly<Record<string, string | Uint8Array>>) => readNationalSchools(folderFixture(files))

describe('EDGE geocodes', () => {
  const headed = (lat: string, lon: string, delimiter = ',') =>
    `${['NCESSCH', 'NAME', lat, lon].join(delimiter)}\r\n${[ALDER, 'Alder', '37.5', '-122.25'].join(delimiter)}\r\n`
  const dbf = dbfBytes(
    [
      { name: 'NCESSCH', type: 'C', length: 12 },
      { name: 'LAT', type: 'N', length: 12 },
      { name: 'LON', type: 'N', length: 12 },
    ],
    [[ALDER, '37.500000', '-122.250000']],
  )
  const stem = 'EDGE_GEOCODE_PUBLICSCH_2324'
  const cases: readonly (readonly [string, string, string | Uint8Array])[] = [
    ['text with bars', `${stem}.TXT`, one[EDGE]],
    ['gzipped text', `${stem}.txt.gz`, gzipSync(one[EDGE])],
    ['text with a byte order mark', `${stem}.txt`, `\uFEFF${one[EDGE]}`],
    ['text with headings', `${stem}.txt`, headed('LAT', 'LON', '|')],
    ['csv', `${stem}.csv`, headed('LAT', 'LON')],
    ['csv with years in its headings', `${stem}.csv`, headed('LAT2324', 'LON2324')],
    ['dBase table', `${stem}.dbf`, dbf],
    [
      'zip of text',
      `${stem}.zip`,
      zipSync({ [`${stem}/${stem}.TXT`]: Buffer.from(one[EDGE]), 'readme.txt': Buffer.from('x') }),
    ],
    [
      'zip with a shapefile in a zip',
      `${stem}.zip`,
      zipSync({ 'Shapefile_SCH.zip': zipSync({ [`${stem}.dbf`]: dbf }) }),
    ],
  ]
  for (const [what, name, content] of cases)
    it(`are read as ${what}`, async () => {
      const national = await readPlaces({ [F029]: one[F029], [`schools/nces/${name}`]: content })
      expect(national?.schools.map(({ lat, lon }) => [lat, lon])).toEqual([[37.5, -122.25]])
    })

  it('cover the territories and both sides of the date line, and nothing else', async () => {
    const places = [
      ['72', '18.4', '-66.1', true],
      ['66', '13.45', '144.75', true],
      ['60', '-14.3', '-170.7', true],
      ['02', '52.9', '173.2', true],
      ['63', '50.1', '8.6', false],
      ['06', '91', '-120', false],
      ['08', '0', '-105', false],
    ] as const
    const ids = places.map(([state]) => `${state}0000100001`)
    const files = {
      [F029]: directory(ids.map((id) => ({ id }))),
      [EDGE]: edgeText(places.map(([, lat, lon], i) => [ids[i], lat, lon])),
    }
    const kept = (await readPlaces(files))?.schools.map((school) => school.ncesId)
    expect(kept).toEqual(ids.filter((_, i) => places[i][3]).sort())
  })
})
