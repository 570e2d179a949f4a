import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gradeCode, gradeLabel, gradeRange } from '../../../data-build/schools/grades.ts'
import { JoinReport } from '../../../data-build/schools/join-report.ts'
import { firstPlaceIn } from '../../../data-build/schools/places.ts'
import { filesByYear, maskedCount, maskedNumber, readTextTable } from '../../../data-build/schools/text-table.ts'
import { folderFixture } from '../../data-build/read/fixtures/folder.ts'
import { workbookBytes } from '../../data-build/read/workbook-bytes.ts'

const wanted = {
  name: { headings: ['School', 'School Name'] },
  score: 'Overall Score',
  note: { headings: ['Note'], optional: true },
} as const

describe('the reader of agency tables', () => {
  it('finds columns by any of their headings, ignoring case, spaces and footnote marks', async () => {
    const folder = folderFixture({
      'a.csv': '\uFEFFschool name,"Overall\nScore *",other\r\nPecan,91,x\r\n,,\r\n',
      'b.txt': 'SCHOOL\tOverall Score\tNote\nPecan "East"\t\tnew\n',
      'c.xlsx': workbookBytes({
        Cover: [['Overall Score is explained below']],
        One: [['A title'], ['Overall  score', 'School'], [91, 'Pecan'], [null, null]],
        Two: [
          ['School', 'Overall Score', 'Note'],
          ['Live Oak', 88.5, 'new'],
        ],
      }),
    })
    expect(await readTextTable(folder, 'a.csv', wanted)).toEqual([{ name: 'Pecan', score: '91', note: '' }])
    expect(await readTextTable(folder, 'b.txt', wanted)).toEqual([{ name: 'Pecan "East"', score: '', note: 'new' }])
    expect(await readTextTable(folder, 'c.xlsx', wanted)).toEqual([
      { name: 'Pecan', score: '91', note: '' },
      { name: 'Live Oak', score: '88.5', note: 'new' },
    ])
  })

  it('rejects a table that is truncated or lacks headings or rows, with a one-sentence error', async () => {
    const folder = folderFixture({
      'a.csv': 'School,Overal Score\r\n',
      'b.csv': '',
      'c.csv': 'School,Overall Score\r\nPecan\r\n',
      'd.csv': 'School,Overall Score\r\n"Pecan,91\r\n',
      'e.xlsx': workbookBytes({ One: [['School']], Two: [['Overall Score']] }),
      'f.xlsx': workbookBytes({ One: [] }),
    })
    const read = (path: string) => readTextTable(folder, path, wanted)
    await expect(read('a.csv')).rejects.toThrow('a.csv: no column Overall Score (nearest: Overal Score')
    await expect(read('b.csv')).rejects.toThrow('no rows at all')
    await expect(read('c.csv')).rejects.toThrow('1 fields')
    await expect(read('d.csv')).rejects.toThrow('never closed')
    await expect(read('e.xlsx')).rejects.toThrow('no sheet with all of School, Overall Score')
    await expect(read('f.xlsx')).rejects.toThrow('no column School or School Name (nearest: none)')
    await expect(read('g.csv')).rejects.toThrow('no such file')
  })
})

describe('numbers in agency tables', () => {
  it('are parsed with thousands separators, signs and decimals', () => {
    const cells = ['1,040', '95', '-3.6', '.5', ' 7 ', '1,234,567']
    expect(cells.map((cell) => maskedNumber(cell, 'f', 'c'))).toEqual([1040, 95, -3.6, 0.5, 7, 1234567])
  })

  it('are null if masked, and counts are also null if not positive', () => {
    for (const mask of ['', '.', '*', 'N/A', 'Not Rated: Senate Bill 1365', 'NOT AVAILABLE', 'M'])
      expect(maskedNumber(mask, 'f', 'c'), mask).toBeNull()
    for (const mask of ['-999', '-1', '0', '*']) expect(maskedCount(mask, 'f', 'c'), mask).toBeNull()
    expect(maskedCount('12', 'f', 'c')).toBe(12)
  })

  it('are rejected in any other format', () => {
    for (const cell of ['12a', '1,04', 'Infinity', '0x10', '1e3', '- 5', '9'.repeat(400)])
      expect(() => maskedNumber(cell, 'f.csv', 'Score'), cell).toThrow('f.csv: Score is')
  })
})

describe('filesByYear()', () => {
  it('returns the newest files first, by the year in their names', () => {
    const folder = folderFixture({
      'a/SchoolGrades9x.xlsx': '',
      'a/SchoolGrades24.xlsx': '',
      'a/SchoolGrades23.xlsx': '',
    })
    expect(filesByYear(folder, 'a', /^SchoolGrades(\d\d)\.xlsx$/)).toEqual([
      { path: 'a/SchoolGrades24.xlsx', year: 2024 },
      { path: 'a/SchoolGrades23.xlsx', year: 2023 },
    ])
    expect(filesByYear(folder, 'b', /(\d+)/)).toEqual([])
  })
})

describe('firstPlaceIn()', () => {
  it('returns the first of the given places that is in the state', () => {
    const place = (lat: number, lon: number) => ({ lat, lon })
    const sacramento = place(38.58, -121.49)
    expect(firstPlaceIn('CA', [undefined, place(0, 0), place(Number.NaN, Number.NaN), sacramento])).toEqual(sacramento)
    // Reno, Las Vegas and Phoenix are outside California; Tahoe, Needles, Blythe, Avalon and San Miguel Island inside.
    for (const [state, isIn, places] of [
      ['CA', false, '39.53 -119.81, 36.17 -115.14, 33.35 -112'],
      ['CA', true, '38.94 -119.98, 34.85 -114.61, 33.61 -114.6, 33.34 -118.33, 34.04 -120.37'],
      ['TX', true, '31.76 -106.49, 25.9 -97.5, 36.4 -102.5, 30.2 -93.8'],
      ['FL', true, '24.55 -81.78, 30.97 -87.5, 26.7 -80.05'],
    ] as const)
      for (const written of places.split(', ')) {
        const [lat, lon] = written.split(' ').map(Number)
        expect(firstPlaceIn(state, [place(lat, lon)]), written).toEqual(isIn ? place(lat, lon) : null)
      }
    expect(firstPlaceIn('FL', [])).toBeNull()
  })
})

describe('JoinReport', () => {
  it('counts matches, lists unmatched records and collects notes', () => {
    const report = new JoinReport()
    report.join({ name: 'A → B', matched: 2, of: 3, unmatched: ['Pecan'] })
    report.join({ name: 'C → D', matched: 0, of: 0, unmatched: [] })
    report.note('Nothing of E.')
    expect(report.summary()).toEqual(['A → B: 2 of 3 (66.7%)', 'C → D: 0 of 0', 'Nothing of E.'])
    expect(report.text()).toBe(
      'A → B: 2 of 3 (66.7%)\nC → D: 0 of 0\nNothing of E.\n\nA → B: 1 without a partner\n  Pecan\n',
    )
  })
})

describe('school grades', () => {
  it.each<readonly [number | null, readonly string[]]>([
    [-1, ['PK', 'P', 'PreK', 'EE']],
    [0, ['KG', 'K', 'TK', ' kg ']],
    [1, ['01', '1']],
    [9, ['09']],
    [12, ['12']],
    [13, ['13', 'UG', "'UG"]],
    [14, ['AE', 'Adult', 'AD']],
    [null, ['N', 'M', '', '0', '00', '14', '-1', '-9', '1.5', '001', 'constructor']],
  ])('are encoded as %s if written as %j', (code, written) => {
    expect(written.map(gradeCode)).toEqual(written.map(() => code))
  })

  it.each<readonly [string, readonly number[] | null]>([
    // California Department of Education.
    ['K-5', [0, 5]],
    ['P-8', [-1, 8]],
    ['K', [0, 0]],
    ['9-12', [9, 12]],
    ['7-9 ', [7, 9]],
    ['P', [-1, -1]],
    ['P-K', [-1, 0]],
    ['Adult', [14, 14]],
    ['K-Adult', [0, 14]],
    ['9-Post Secondary', [9, 14]],
    ['3-13', [3, 13]],
    // Texas Education Agency.
    ['09 - 12', [9, 12]],
    ['PK-05', [-1, 5]],
    ['EE - PK', [-1, -1]],
    ["'09-12", [9, 12]],
    ["'EE-05", [-1, 5]],
    ["'EE KG-05", [-1, 5]],
    ["'EE-KG 09-12", [-1, 12]],
    ["'PK-04 08", [-1, 8]],
    ["'02 06-12", [2, 12]],
    ["'UG", [13, 13]],
    ["'12-AE", [12, 14]],
    ['12-9', [9, 12]],
    ...['', ' ', 'N', 'N-N', 'K-', '-5', 'K-5-', 'No Data', 'K-99'].map((raw) => [raw, null] as const),
  ])('in the range "%s" are parsed as %s', (raw, range) => {
    expect(gradeRange(raw)).toEqual(range)
  })

  it('have labels that parse to the same code, and other codes have no label', () => {
    for (let code = -1; code <= 12; code++) expect(gradeCode(gradeLabel(code)!)).toBe(code)
    expect([-2, 13, 14, 1.5, 99, Number.NaN, Number.POSITIVE_INFINITY].map(gradeLabel)).toEqual(Array(7).fill(null))
  })

  it('are listed in ascending order for a range given in any order', () => {
    const code = fc.integer({ min: -1, max: 12 })
    fc.assert(
      fc.property(code, code, fc.constantFrom('-', ' - ', '–'), (a, b, dash) => {
        expect(gradeRange(`${gradeLabel(a)}${dash}${gradeLabel(b)}`)).toEqual([Math.min(a, b), Math.max(a, b)])
      }),
    )
  })
})
