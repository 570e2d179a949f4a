import { describe, expect, it } from 'vitest'
import { readSheet } from '../../data-build/read/xlsx.ts'
import { madeFolder } from './made-folder.ts'
import { type Rows, workbookBytes } from './workbook-bytes.ts'

const GRADES: Rows = [
  [null, null, '2021-22 School Grades'],
  [null],
  ['District Number', 'School Number', 'Percent of\nPoints'],
  ['01', '0031', 57],
  [null, null, null],
  ['13', '7001', null],
]

describe('workbooks', () => {
  it('give the rows below the first row with all headings; leading zeros stay', async () => {
    const folder = madeFolder({ 'g.xlsx': workbookBytes({ SG: GRADES }) })
    const sheet = await readSheet(folder, 'g.xlsx', { headings: ['School Number', 'Percent of Points'] })
    expect(sheet.name).toBe('SG')
    expect(sheet.headings).toEqual(['District Number', 'School Number', 'Percent of Points'])
    expect(sheet.rows).toEqual([
      ['01', '0031', 57],
      ['13', '7001', null],
    ])
    expect(sheet.column('Percent of Points')).toBe(2)
    expect(() => sheet.column('Percent')).toThrow('g.xlsx > SG: no heading Percent (nearest: Percent of Points')
  })

  it('give the named sheet of several', async () => {
    const folder = madeFolder({ 'g.xlsx': workbookBytes({ Elementary: GRADES, High: [['A'], [1]] }) })
    expect((await readSheet(folder, 'g.xlsx', { sheet: 'High', headings: ['A'] })).rows).toEqual([[1]])
    await expect(readSheet(folder, 'g.xlsx', { headings: ['A'] })).rejects.toThrow(
      'the sheets Elementary, High; expected one',
    )
    await expect(readSheet(folder, 'g.xlsx', { sheet: 'Middle', headings: ['A'] })).rejects.toThrow(
      'expected a sheet Middle',
    )
  })

  it('are refused without the headings or when cut short', async () => {
    const whole = workbookBytes({ SG: GRADES })
    const folder = madeFolder({ 'g.xlsx': whole, 'cut.xlsx': whole.subarray(0, whole.length >> 1) })
    await expect(readSheet(folder, 'g.xlsx', { headings: ['School Nr'] })).rejects.toThrow(
      'no heading School Nr (nearest: School Number',
    )
    const scattered = readSheet(folder, 'g.xlsx', { headings: ['2021-22 School Grades', 'School Number'] })
    await expect(scattered).rejects.toThrow('no single row with the headings')
    await expect(readSheet(folder, 'cut.xlsx', { headings: ['A'] })).rejects.toThrow(
      'cut.xlsx: not a complete workbook',
    )
  })
})
