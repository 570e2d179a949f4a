import { describe, expect, it } from 'vitest'
import { floridaDistrictName, readFloridaSchools } from '../../../data-build/schools/florida.ts'
import { JoinReport } from '../../../data-build/schools/join-report.ts'
import { folderFixture } from '../../data-build/read/fixtures/folder.ts'
import { workbookBytes } from '../../data-build/read/workbook-bytes.ts'
import { delimited, NCES_SEARCH } from './fixtures/files.ts'

type Row = Readonly<Record<string, string | number>>

/** Fixture record with all columns that are read. */
const heron = {
  NCESID: '120003000111',
  NAME: "HERON'S BAY ELEMENTARY SCHOOL",
  ADDRESS: '2145 METROCENTER BLVD STE 100',
  CITY: 'GAINESVILLE',
  STATE: 'FL',
  ZIP: '32601',
  ZIP4: 'NOT AVAILABLE',
  TELEPHONE: '(352) 374-1430',
  STATUS: 1,
  LATITUDE: 29.65,
  LONGITUDE: -82.32,
  SOURCE_DATE: '2024-01-31 00:00:00',
  WEBSITE: 'NOT AVAILABLE',
  LEVEL_: 'ELEMENTARY',
  ENROLLMENT: 500,
  ST_GRADE: 'PK',
  END_GRADE: '05',
  DISTRICTID: '1200030',
  FT_TEACHERS: 31.5,
}
const GRADES = ['District Number', 'District Name', 'School Number', 'School Name', 'Percent of Total Possible Points']

function grades(...rows: readonly (readonly [name: string, percent: number | null, district?: string])[]) {
  const written = rows.map(([name, percent, district = '01'], i) => [district, 'ALACHUA', `00${i}1`, name, percent])
  return [['2023-24 School Grades'], GRADES, ...written]
}

/** Returns an NCES export of these schools, with the state school numbers that `grades` uses for its rows. */
function searched(...ids: readonly string[]) {
  const rows = ids.map((id, i) => ({
    'NCES School ID': id,
    'State School ID': `FL-01-00${i}1`,
    District: 'ALACHUA',
    'Low Grade*': 'PK',
    'High Grade*': '05',
    'Students*': '†',
    'Teachers*': '30.50000',
    Status: 'Open',
  }))
  return { 'schools/fl/fl_nces_ccd_search_export_2022-23.csv': new TextEncoder().encode(delimited(NCES_SEARCH, rows)) }
}

async function read(rows: readonly Row[], more: Readonly<Record<string, Uint8Array>> = {}) {
  const report = new JoinReport()
  const files = { 'schools/fl/HIFLD_Public_Schools_FL.csv': delimited(Object.keys(heron), rows), ...more }
  const state = await readFloridaSchools(folderFixture(files), report)
  return { schools: state?.schools ?? [], report }
}

describe('readFloridaSchools()', () => {
  it('reads a record and omits placeholders', async () => {
    const { schools } = await read([heron])
    expect(schools).toEqual([
      {
        ncesId: '120003000111',
        leaId: '1200030',
        leaName: null,
        name: "Heron's Bay Elementary School",
        level: 'Elementary',
        lowestGrade: -1,
        highestGrade: 5,
        lat: 29.65,
        lon: -82.32,
        street: '2145 Metrocenter Blvd Ste 100',
        city: 'Gainesville',
        state: 'FL',
        zip: '32601',
        phone: '(352) 374-1430',
        website: null,
        students: 500,
        teachers: 31.5,
        groups: null,
        directory: 'fl-hifld-2024',
        figure: null,
      },
    ])
  })

  it('uses the unrounded points of a grade if the sheet contains them', async () => {
    const headings = [...GRADES, 'Total Points Earned', 'Total Components']
    const rows = [
      headings,
      ['01', 'ALACHUA', '0001', heron.NAME, 58, 174, 3],
      ['01', 'ALACHUA', '0011', 'OTHER', 50, '', ''],
    ]
    const { schools } = await read([heron, { ...heron, NCESID: '120003000112', NAME: 'OTHER' }], {
      'schools/fl/SchoolGrades23.xlsx': workbookBytes({ Grades: rows }),
      ...searched(heron.NCESID, '120003000112'),
    })
    expect(schools.map(({ figure }) => figure)).toEqual([
      { scheme: 'fl-2023', value: 58, finer: 58 },
      { scheme: 'fl-2023', value: 50 },
    ])
  })

  it('reads -999, M and NOT AVAILABLE as null and skips closed schools and locations out of state', async () => {
    const masked = {
      ...heron,
      TELEPHONE: 'NOT AVAILABLE',
      ENROLLMENT: -999,
      FT_TEACHERS: -999,
      ST_GRADE: 'M',
      END_GRADE: 'M',
      ADDRESS: 'NOT AVAILABLE',
      LEVEL_: 'NOT REPORTED',
    }
    const { schools, report } = await read([
      masked,
      { ...heron, NCESID: '120003000112', STATUS: 2 },
      { ...heron, NCESID: '120003000113', NAME: 'AT SEA', LATITUDE: 0, LONGITUDE: 0 },
      { ...heron, NAME: 'THE SAME ID' },
    ])
    const nothing = { phone: null, students: null, teachers: null, lowestGrade: null, highestGrade: null, street: null }
    expect(schools).toHaveLength(1)
    expect(schools[0]).toMatchObject({ ...nothing, level: null })
    expect(JSON.stringify(schools)).not.toMatch(/-999|AVAILABLE|REPORTED/i)
    expect(report.joins[0].unmatched).toEqual([
      '120003000113 AT SEA, GAINESVILLE',
      '120003000111 THE SAME ID, GAINESVILLE',
    ])
  })

  it('marks established schools in which the directory counts 0 students', async () => {
    const counts = [
      [1, 0],
      [8, 0],
      [3, 0],
      [1, -999],
      [1, 500],
    ]
    const rows = counts.map(([STATUS, ENROLLMENT], i) => ({ ...heron, NCESID: `12000300011${i}`, STATUS, ENROLLMENT }))
    const { schools } = await read(rows)
    expect(schools.map(({ listedAs }) => listedAs)).toEqual(['uncounted', 'uncounted', undefined, undefined, undefined])
  })

  it('joins only the newest grades by state school number, from one sheet or several', async () => {
    const second = { ...heron, NCESID: '120003000112', NAME: 'CYPRESS MIDDLE SCHOOL' }
    const third = { ...heron, NCESID: '120006000113', DISTRICTID: '1200060' }
    const { schools } = await read([heron, second, third], {
      'schools/fl/SchoolGrades22.xlsx': workbookBytes({ SG: grades([heron.NAME, 41], [second.NAME, 60]) }),
      'schools/fl/SchoolGrades24.xlsx': workbookBytes({
        Elementary: grades(['ANOTHER NAME', 58]),
        High: [GRADES, ['01', 'ALACHUA', '0011', second.NAME, null]],
        Notes: [['Nothing here']],
      }),
      ...searched(heron.NCESID, second.NCESID),
    })
    expect(schools.map((school) => school.figure)).toEqual([{ scheme: 'fl-2024', value: 58 }, null, null])
    expect(schools[0]).toMatchObject({ leaName: 'Alachua County School District', teachers: 30.5, students: 500 })
    expect(schools[2]).toMatchObject({ leaName: null, teachers: 31.5 })
  })

  it('drops a school that lost its grade and adds a school that gained a grade', async () => {
    const more = (alternative: string) => ({
      'schools/fl/SchoolGrades23.xlsx': workbookBytes({
        SG: [
          [...GRADES, 'Alternative/ESE Center School'],
          ['01', 'ALACHUA', '0001', 'GONE', 41, alternative],
          ['01', 'ALACHUA', '0011', 'STAYED', 41, 'N'],
        ],
      }),
      'schools/fl/SchoolGrades24.xlsx': workbookBytes({
        SG: [GRADES, ['01', 'ALACHUA', '0011', 'STAYED', 58], ['01', 'ALACHUA', '0021', 'OPENED', 60]],
      }),
      ...searched(heron.NCESID, '120003000112', '120003000113'),
    })
    const rows = [heron, { ...heron, NCESID: '120003000112' }, { ...heron, NCESID: '120003000113', STATUS: 7 }]
    const ids = async (alternative: string) => (await read(rows, more(alternative))).schools.map(({ ncesId }) => ncesId)
    expect(await ids('N')).toEqual(['120003000112', '120003000113'])
    // An alternative school may choose another rating instead of a grade.
    expect(await ids('A')).toEqual([heron.NCESID, '120003000112', '120003000113'])
  })

  it('completes a name that is truncated in the directory', async () => {
    const long = 'SPORTS LEADERSHIP AND MANAGEMENT, ACADEMY OF THE BAY (SLAM) MIDDLE SCHOOL'
    const cut = { ...heron, NAME: long.replace(',', '').slice(0, 59) }
    const more = {
      'schools/fl/SchoolGrades24.xlsx': workbookBytes({ A: grades([long, 70]) }),
      ...searched(heron.NCESID),
    }
    const { schools } = await read([cut], more)
    expect(schools[0].figure?.value).toBe(70)
    expect(schools[0].name).toMatch(/Middle School$/)
  })

  it('reads enrollment from the newest membership file, or from the directory if the count is masked', async () => {
    const headings = ['District #', 'District', 'School #', 'School', '# of Students']
    const members = (students: string | number) =>
      workbookBytes({
        'State-District': [['District #', 'District', 'PK']],
        Total: [headings, [1, 'ALACHUA', 1, heron.NAME, students]],
      })
    const nces = searched(heron.NCESID)
    const of2023 = { ...nces, 'schools/fl/2223MembBySchoolByGrade.xlsx': members(512) }
    expect((await read([heron], of2023)).schools[0].students).toBe(512)
    const of2024 = { ...of2023, 'schools/fl/2324MembBySchoolByGrade.xlsx': members(530) }
    expect((await read([heron], of2024)).schools[0].students).toBe(530)
    const hidden = { ...nces, 'schools/fl/2223MembBySchoolByGrade.xlsx': members('*') }
    expect((await read([{ ...heron, ENROLLMENT: 8 }], hidden)).schools[0].students).toBe(8)
  })

  it('rejects percentages out of range and a workbook without the required heading', async () => {
    const over = { 'schools/fl/SchoolGrades24.xlsx': workbookBytes({ A: grades([heron.NAME, 170]) }) }
    await expect(read([heron], over)).rejects.toThrow('0 to 100')
    const without = { 'schools/fl/SchoolGrades24.xlsx': workbookBytes({ A: [GRADES.slice(0, 4)] }) }
    await expect(read([heron], without)).rejects.toThrow('no column Percent of Total Possible Points')
  })
})

describe('floridaDistrictName()', () => {
  it('names districts after their counties', () => {
    const names = ['ALACHUA', 'MIAMI-DADE', 'ST. JOHNS', 'DESOTO'].map((county) => floridaDistrictName(1, county))
    expect(names).toEqual(
      ['Alachua', 'Miami-Dade', 'St. Johns', 'DeSoto'].map((name) => `${name} County School District`),
    )
    expect(floridaDistrictName(71, 'FL VIRTUAL')).toBe('Florida Virtual School')
    expect(floridaDistrictName(80, 'IDEA PUB SCH')).toBeNull()
  })
})
