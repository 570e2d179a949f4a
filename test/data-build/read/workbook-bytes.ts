import { zipSync } from 'fflate'
import { ascii } from './fixtures/folder.ts'

export type Rows = readonly (readonly (string | number | null)[])[]

const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Makes an .xlsx with these sheets, up to 26 columns wide, in the fewest parts that a reader accepts. */
export function workbookBytes(sheets: Readonly<Record<string, Rows>>): Uint8Array {
  const names = Object.keys(sheets)
  const listed = names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
  const related = names.map(
    (_, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  )
  const files: Record<string, Uint8Array> = {
    '[Content_Types].xml': ascii(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    'xl/workbook.xml': ascii(
      `<workbook xmlns="${SPREADSHEET}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': ascii(
      `<Relationships xmlns="${PACKAGE}/relationships">${related.join('')}</Relationships>`,
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
    return `<c r="${at}" t="inlineStr"><is><t>${cell.replaceAll('&', '&amp;')}</t></is></c>`
  })
  return `<row r="${index + 1}">${written.join('')}</row>`
}
