import { describe, expect, it } from 'vitest'
import { floridaDistrictName, floridaLea, readFloridaSchools } from '../../data-build/schools/florida.ts'
import { JoinReport } from '../../data-build/schools/join-report.ts'
import { madeFolder } from '../read/made-folder.ts'
import { workbookBytes } from '../read/workbook-bytes.ts'
import { delimited } from './made-files.ts'

type Row = Readonly<Record<string, string | number>>

const HIFLD =
  'NCESID,NAME,ADDRESS,CITY,STATE,ZIP,ZIP4,TELEPHONE,STATUS,LATITUDE,LONGITUDE,SOURCE_DATE,WEBSITE,LEVEL_,ENROLLMENT,ST_GRADE,END_GRADE,DISTRICTID,FT_TEACHERS'.split(
    ',',
  )
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

async function read(rows: readonly Row[], more: Readonly<Record<string, Uint8Array>> = {}) {
  const report = new JoinReport()
  const files = { 'schools/fl/HIFLD_Public_Schools_FL.csv': delimited(HIFLD, rows), ...more }
  const state = await readFloridaSchools(madeFolder(files), report)
  return { schools: state?.schools ?? [], older: state?.olderFigures, report }
}

describe('the schools of Florida', () => {
  it('reads a record without its placeholders', async () => {
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

  it('takes the points of a grade before rounding where the sheet has them', async () => {
    const headings = [...GRADES, 'Total Points Earned', 'Total Components']
    const rows = [
      headings,
      ['01', 'ALACHUA', '0011', heron.NAME, 58, 174, 3],
      ['01', 'ALACHUA', '0021', 'OTHER', 50, '', ''],
    ]
    const { schools } = await read([heron, { ...heron, NCESID: '120003000112', NAME: 'OTHER' }], {
      'schools/fl/SchoolGrades23.xlsx': workbookBytes({ Grades: rows }),
    })
    expect(schools.map(({ figure }) => figure)).toEqual([
      { scheme: 'fl-2023', value: 58, unrounded: 58 },
      { scheme: 'fl-2023', value: 50 },
    ])
  })

  it('has null for -999, M and NOT AVAILABLE, and leaves out closed schools and places outside', async () => {
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
    expect(report.joins.at(-1)?.unmatched).toEqual([
      '120003000113 AT SEA, GAINESVILLE',
      '120003000111 THE SAME ID, GAINESVILLE',
    ])
  })

  it('joins grades by district and name, from one sheet or several, the newest year first', async () => {
    const second = { ...heron, NCESID: '120003000112', NAME: 'CYPRESS MIDDLE & HIGH SCHOOL @ TOWN' }
    const third = { ...heron, NCESID: '120006000113', DISTRICTID: '1200060' }
    const { schools, older } = await read([heron, second, third], {
      'schools/fl/SchoolGrades22.xlsx': workbookBytes({
        SG: grades(['HERONS BAY ELEMENTARY SCHOOL', 41], ['CYPRESS MIDDLE AND HIGH SCHOOL AT TOWN', 60]),
      }),
      'schools/fl/SchoolGrades24.xlsx': workbookBytes({
        Elementary: grades(["HERON'S BAY ELEMENTARY SCHOOL", 58]),
        High: grades(['CYPRESS MIDDLE AND HIGH SCHOOL AT TOWN', null]),
        Notes: [['Nothing here']],
      }),
    })
    expect(schools.map((school) => school.figure)).toEqual([
      { scheme: 'fl-2024', value: 58 },
      { scheme: 'fl-2022', value: 60 },
      null,
    ])
    expect(older?.get(heron.NCESID)).toEqual([{ scheme: 'fl-2022', value: 41 }])
    expect(schools[0].leaName).toBe('Alachua County School District')
  })

  it('joins a name that the directory cut short and takes the whole, but never one of two', async () => {
    const long = 'SPORTS LEADERSHIP AND MANAGEMENT, ACADEMY OF THE BAY (SLAM) MIDDLE SCHOOL'
    const cut = { ...heron, NAME: long.replace(',', '').slice(0, 59) }
    const one = await read([cut], { 'schools/fl/SchoolGrades24.xlsx': workbookBytes({ A: grades([long, 70]) }) })
    expect(one.schools[0].figure?.value).toBe(70)
    expect(one.schools[0].name).toMatch(/Middle School$/)
    const north = grades([`${long} NORTH`, 70], [`${long} SOUTH`, 80])
    const two = await read([cut], { 'schools/fl/SchoolGrades24.xlsx': workbookBytes({ A: north }) })
    expect(two.schools[0].figure).toBeNull()
    expect(two.report.joins[0].unmatched).toHaveLength(2)
  })

  it('joins nothing where a name appears twice in a district', async () => {
    const twin = { ...heron, NCESID: '120003000112' }
    const more = { 'schools/fl/SchoolGrades24.xlsx': workbookBytes({ A: grades([heron.NAME, 70]) }) }
    expect((await read([heron, twin], more)).schools.map((school) => school.figure)).toEqual([null, null])
  })

  it('takes the newest membership, and the directory where a count is hidden', async () => {
    const headings = ['District #', 'District', 'School #', 'School', '# of Students']
    const members = (students: string | number) =>
      workbookBytes({
        'State-District': [['District #', 'District', 'PK']],
        Total: [headings, [1, 'ALACHUA', 31, heron.NAME, students]],
      })
    const of2023 = { 'schools/fl/2223MembBySchoolByGrade.xlsx': members(512) }
    expect((await read([heron], of2023)).schools[0].students).toBe(512)
    const of2024 = { ...of2023, 'schools/fl/2324MembBySchoolByGrade.xlsx': members(530) }
    expect((await read([heron], of2024)).schools[0].students).toBe(530)
    const hidden = { 'schools/fl/2223MembBySchoolByGrade.xlsx': members('*') }
    expect((await read([{ ...heron, ENROLLMENT: 8 }], hidden)).schools[0].students).toBe(8)
  })

  it('refuses percentages out of range and a workbook without the heading', async () => {
    const over = { 'schools/fl/SchoolGrades24.xlsx': workbookBytes({ A: grades([heron.NAME, 170]) }) }
    await expect(read([heron], over)).rejects.toThrow('0 to 100')
    const without = { 'schools/fl/SchoolGrades24.xlsx': workbookBytes({ A: [GRADES.slice(0, 4)] }) }
    await expect(read([heron], without)).rejects.toThrow('no column Percent of Total Possible Points')
  })
})

describe('the districts of Florida', () => {
  it('have LEA ids by number, with the known exceptions', () => {
    // Alachua, Miami-Dade, St. Johns, Washington; 69 is nobody.
    expect([1, 13, 55, 67, 71, 69, 0].map(floridaLea)).toEqual([
      '1200030',
      '1200390',
      '1201740',
      '1202010',
      '1200002',
      null,
      null,
    ])
  })

  it('are named after their counties', () => {
    const names = ['ALACHUA', 'MIAMI-DADE', 'ST. JOHNS', 'DESOTO'].map((county) => floridaDistrictName(1, county))
    expect(names).toEqual(
      ['Alachua', 'Miami-Dade', 'St. Johns', 'DeSoto'].map((name) => `${name} County School District`),
    )
    expect(floridaDistrictName(71, 'FL VIRTUAL')).toBe('Florida Virtual School')
    expect(floridaDistrictName(80, 'IDEA PUB SCH')).toBeNull()
  })
})
