import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readSheet } from '../../data-build/read/xlsx.ts'
import { ascii, madeFolder } from './made-folder.ts'

type Rows = readonly (readonly (string | number | null)[])[]

const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** The fewest parts of an .xlsx that a reader accepts, with inline texts. */
function workbook(sheets: Readonly<Record<string, Rows>>): Uint8Array {
  const names = Object.keys(sheets)
  const files: Record<string, Uint8Array> = {
    '[Content_Types].xml': ascii(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    'xl/workbook.xml': ascii(
      `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets>${names
        .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': ascii(
      `<Relationships xmlns="${PACKAGE}/relationships">${names
        .map(
          (_, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
        )
        .join('')}</Relationships>`,
    ),
  }
  names.forEach((name, i) => {
    files[`xl/worksheets/sheet${i + 1}.xml`] = ascii(
      `<worksheet xmlns="${SPREADSHEET}"><sheetData>${sheets[name].map(rowXml).join('')}</sheetData></worksheet>`,
    )
  })
  return zipSync(files)
}

function rowXml(cells: Rows[number], index: number): string {
  const written = cells.map((cell, column) => {
    const at = `${String.fromCharCode(65 + column)}${index + 1}`
    if (cell === null) return ''
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
    return `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`
  })
  return `<row r="${index + 1}">${written.join('')}</row>`
}

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
    const folder = madeFolder({ 'g.xlsx': workbook({ SG: GRADES }) })
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
    const folder = madeFolder({ 'g.xlsx': workbook({ Elementary: GRADES, High: [['A'], [1]] }) })
    expect((await readSheet(folder, 'g.xlsx', { sheet: 'High', headings: ['A'] })).rows).toEqual([[1]])
    await expect(readSheet(folder, 'g.xlsx', { headings: ['A'] })).rejects.toThrow(
      'the sheets Elementary, High; expected one',
    )
    await expect(readSheet(folder, 'g.xlsx', { sheet: 'Middle', headings: ['A'] })).rejects.toThrow(
      'expected a sheet Middle',
    )
  })

  it('are refused without the headings or when cut short', async () => {
    const whole = workbook({ SG: GRADES })
    const folder = madeFolder({ 'g.xlsx': whole, 'cut.xlsx': whole.subarray(0, whole.length >> 1) })
    await expect(readSheet(folder, 'g.xlsx', { headings: ['School Nr'] })).rejects.toThrow(
      'no heading School Nr (nearest: School Number',
    )
    const scattered = readSheet(folder, 'g.xlsx', { headings: ['2021-22 School Grades', 'School Number'] })
    await expect(scattered).rejects.toThrow('no single row with the headings')
    await expect(readSheet(folder, 'cut.xlsx', { headings: ['A'] })).rejects.toThrow('cut.xlsx: not a whole workbook')
  })
})
