import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readCaliforniaSchools } from '../../../data-build/schools/california.ts'
import { JoinReport } from '../../../data-build/schools/join-report.ts'
import { getRatingScheme } from '../../../data-build/schools/school.ts'
import { folderFixture } from '../../data-build/read/fixtures/folder.ts'
import { delimited, NCES_SEARCH } from './fixtures/files.ts'

// The current layout has an administrator block, `Website`, and `No Data` where the 2018 file left the cell empty.
const DIRECTORY =
  'CDSCode,NCESDist,NCESSchool,StatusType,County,District,School,Street,StreetAbr,City,Zip,State,Phone,Ext,FaxNumber,Website,OpenDate,ClosedDate,Charter,DOC,SOC,EILCode,EILName,GSoffered,GSserved,Virtual,Magnet,Latitude,Longitude,LastUpDate'.split(
    ',',
  )
const DASHBOARD = 'cds,rtype,schoolname,districtname,studentgroup,currdenom,currstatus,statuslevel,reportingyear'.split(
  ',',
)
const EDGE = 'SURVYEAR,NCESSCH,LSTREE,LCITY,LZIP,LZIP4,LATCODE,LONGCODE'.split(',')

const GRADES = ['tk', 'k', ...Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'))]
const CENSUS_DAY = [
  ...'CDSCode,school_name,district_name,total_enrollment,RE_A,RE_B,RE_D,RE_F,RE_H,RE_I,RE_P,RE_T,RE_W,GN_F,GN_M'.split(
    ',',
  ),
  ...GRADES.map((grade) => `grade_${grade}`),
]
const counted = {
  ...Object.fromEntries(GRADES.map((grade) => [`grade_${grade}`, 0])),
  ...{ district_name: 'Golden Coast Unified', total_enrollment: 300, RE_A: 30, RE_B: 10, RE_D: 20, RE_F: 2, RE_H: 150 },
  ...{ RE_I: 1, RE_P: 2, RE_T: 25, RE_W: 60, GN_F: 150, GN_M: 149 },
}
const searched = {
  'NCES School ID': '060161400011',
  'Low Grade*': 'KG',
  'High Grade*': '†',
  'School Name': 'YOUNG ACADEMY',
  District: 'Young Academy District',
  'Street Address': '1 Office Plaza',
  City: 'Alameda',
  ZIP: '94501',
  Phone: '(510)555-0123',
  'Students*': '290.00000',
  'Teachers*': '12.50000',
  Status: 'Open',
}

const poppy = {
  CDSCode: '01100170000011',
  NCESDist: '0600001',
  NCESSchool: '00011',
  StatusType: 'Active',
  District: 'Golden Coast Unified',
  School: 'Señora Poppy Elementary',
  Street: '12 Orchard Lane',
  City: 'Alameda',
  Zip: '94501-3246',
  State: 'CA',
  Phone: '(510) 748-4023',
  Ext: 'No Data',
  Website: 'No Data',
  EILName: 'Elementary',
  GSoffered: 'P-5',
  GSserved: 'K-5',
  Latitude: '37.77',
  Longitude: '-122.29',
  LastUpDate: '03/14/2025',
}

function directory(...rows: readonly Readonly<Record<string, string>>[]): Uint8Array {
  // The California Department of Education writes windows-1252.
  return new Uint8Array(Buffer.from(delimited(DIRECTORY, rows, '\t'), 'latin1'))
}

function dashboard(year: number, rows: readonly (readonly [cds: string, distance: string])[]): string {
  const written = rows.map(([cds, currstatus]) => ({ cds, rtype: 'S', studentgroup: 'ALL', currstatus }))
  const others = [
    { cds: poppy.CDSCode, rtype: 'S', studentgroup: 'EL', currstatus: '-99' },
    { cds: '01100170000000', rtype: 'D', studentgroup: 'ALL', currstatus: '50' },
  ]
  return delimited(
    DASHBOARD,
    [...written, ...others].map((row) => ({ ...row, reportingyear: year })),
    '\t',
  )
}

async function read(files: Readonly<Record<string, string | Uint8Array>>) {
  const report = new JoinReport()
  const state = await readCaliforniaSchools(folderFixture(files), report)
  return { schools: state?.schools ?? null, report }
}

describe('readCaliforniaSchools()', () => {
  it('reads a record of the current directory and omits placeholders', async () => {
    const { schools } = await read({ 'schools/ca/pubschls.txt': directory(poppy) })
    expect(schools).toEqual([
      {
        ncesId: '060000100011',
        leaId: '0600001',
        leaName: 'Golden Coast Unified',
        name: 'Señora Poppy Elementary',
        level: 'Elementary',
        lowestGrade: 0,
        highestGrade: 5,
        lat: 37.77,
        lon: -122.29,
        street: '12 Orchard Lane',
        city: 'Alameda',
        state: 'CA',
        zip: '94501-3246',
        phone: '(510) 748-4023',
        website: null,
        students: null,
        teachers: null,
        groups: null,
        directory: 'ca-cde-2025',
        figure: null,
      },
    ])
  })

  it('skips closed schools, districts, duplicates, and schools without an ID or a location in the state', async () => {
    const change = (facts: Readonly<Record<string, string>>) => ({ ...poppy, ...facts })
    const { schools, report } = await read({
      'schools/ca/pubschls.txt': directory(
        poppy,
        change({ CDSCode: '2', NCESSchool: '00012', StatusType: 'Closed' }),
        change({ CDSCode: '3', NCESSchool: 'No Data', School: 'No Data' }),
        change({ CDSCode: '4', NCESSchool: '', School: 'New School' }),
        change({ CDSCode: '5', NCESSchool: '00015', School: 'Nowhere', Latitude: '0', Longitude: '0' }),
        change({ CDSCode: '6', NCESSchool: '00016', School: 'Silver Camp', Latitude: '39.08', Longitude: '-119.22' }),
        change({ CDSCode: '7', School: 'Second of the Id' }),
      ),
    })
    expect(schools?.map((school) => school.name)).toEqual(['Señora Poppy Elementary'])
    const left = report.joins.flatMap((join) => join.unmatched).join('\n')
    for (const name of ['New School', 'Nowhere', 'Silver Camp', 'Second of the Id']) expect(left).toContain(name)
  })

  it('falls back to EDGE coordinates, the grades offered, and the level in words', async () => {
    const row = { ...poppy, GSserved: 'No Data', Latitude: 'No Data', Longitude: 'No Data' }
    const edge = { NCESSCH: '060000100011', LATCODE: '37.5', LONGCODE: '-122.1' }
    const { schools } = await read({
      'schools/ca/pubschls.txt': directory(row, {
        ...poppy,
        CDSCode: '01100170000012',
        NCESSchool: '00012',
        GSserved: '',
        GSoffered: '',
        EILName: 'Intermediate/Middle/Junior High',
      }),
      'schools/nces/EDGE_GEOIDS_201415_PUBLIC_SCHOOL_CA_TX_FL.csv.gz': gzipSync(delimited(EDGE, [edge])),
    })
    expect(schools?.[0]).toMatchObject({ lat: 37.5, lon: -122.1, lowestGrade: -1, highestGrade: 5 })
    expect(schools?.[1]).toMatchObject({ lowestGrade: null, highestGrade: null, level: 'Middle' })
  })

  it('rates schools by the mean of both subjects in the newest year, or by one subject if the other is missing', async () => {
    const one = { ...poppy, CDSCode: '01100170000012', NCESSchool: '00012' }
    const none = { ...poppy, CDSCode: '01100170000013', NCESSchool: '00013' }
    const { schools, report } = await read({
      'schools/ca/pubschls.txt': directory(poppy, one, none),
      'schools/ca/eladownload2024.txt': dashboard(2024, [
        // A spreadsheet removed the leading zero.
        ['1100170000011', '-3.6'],
        ['01100170000012', ''],
        ['01100170000013', ''],
        ['99999999999999', '1'],
      ]),
      'schools/ca/ela2023.txt': dashboard(2023, [[poppy.CDSCode, '77']]),
      'schools/ca/mathdownload2024.txt': dashboard(2024, [
        [poppy.CDSCode, '-85'],
        [one.CDSCode, '12.5'],
        [none.CDSCode, ''],
      ]),
    })
    expect(schools?.map((school) => school.figure)).toEqual([
      { scheme: 'ca-dashboard-2024', value: -44.3 },
      { scheme: 'ca-dashboard-2024', value: 12.5 },
      null,
    ])
    expect(report.joins.at(-1)).toMatchObject({ matched: 2, of: 2, unmatched: [] })
  })

  it('does not mix the subjects of two years', async () => {
    const { schools, report } = await read({
      'schools/ca/pubschls.txt': directory(poppy),
      'schools/ca/ela2023.txt': dashboard(2023, [[poppy.CDSCode, '1']]),
      'schools/ca/math2024.txt': dashboard(2024, [[poppy.CDSCode, '2']]),
    })
    expect(schools?.[0].figure).toBeNull()
    expect(report.notes).toHaveLength(1)
  })

  it('rejects a distance that is not a number, a wrong year, and a directory without a required column', async () => {
    const files = { 'schools/ca/pubschls.txt': directory(poppy), 'schools/ca/math2024.txt': dashboard(2024, []) }
    const distance = dashboard(2024, [[poppy.CDSCode, 'high']])
    await expect(read({ ...files, 'schools/ca/ela2024.txt': distance })).rejects.toThrow('currstatus is "high"')
    const other = dashboard(24, [[poppy.CDSCode, '1']])
    await expect(read({ ...files, 'schools/ca/ela2024.txt': other })).rejects.toThrow('reportingyear is "24"')
    await expect(read({ 'schools/ca/pubschls.txt': 'CDSCode\tNCESDist\r\n1\t2\r\n' })).rejects.toThrow(
      'no column NCESSchool',
    )
  })

  it('lists schools with students on the newest census day, with race and sex in federal categories', async () => {
    const gone = { ...poppy, CDSCode: '01100170000012', NCESSchool: '00012', School: 'Gone Elementary' }
    const { schools, report } = await read({
      'schools/ca/pubschls.txt': directory(poppy, gone),
      'schools/ca/ca_census_day_enrollment_2024-25_by_school.csv': delimited(CENSUS_DAY, [
        { ...counted, CDSCode: '01100170000011', school_name: 'Poppy Academy', grade_tk: 3, grade_06: 4, RE_F: 2 },
        { ...counted, CDSCode: '01100170000099', school_name: 'Young Academy', grade_08: 1 },
        { ...counted, CDSCode: '01100170000001', school_name: 'Nonpublic Schools' },
      ]),
      'schools/ca/ca_nces_ccd_search_export_2022-23.csv': delimited(NCES_SEARCH, [
        { ...searched, 'NCES School ID': '060161400011', 'State School ID': 'CA-0110017-0000011' },
        { ...searched, 'NCES School ID': '060161400099', 'State School ID': 'CA-0199999-0000099', 'Teachers*': '–' },
        { ...searched, 'NCES School ID': '060161400001', 'State School ID': 'CA-0110017-0000001', Status: 'Closed' },
      ]),
      'schools/ca/ca_school_points_2022-08.csv':
        'CDSCode,lon,lat\r\n01100170000011,-122.2901,37.7701\r\n01100170000099,-122.1,37.6\r\n',
    })
    expect(schools).toHaveLength(2)
    // The ID and street come from the directory. The point, name and figures come from newer files.
    expect(schools?.[0]).toMatchObject({
      ncesId: '060000100011',
      name: 'Poppy Academy',
      leaName: 'Golden Coast Unified',
      lat: 37.7701,
      lowestGrade: 0,
      highestGrade: 6,
      street: '12 Orchard Lane',
      phone: '(510) 555-0123',
      students: 300,
      teachers: 12.5,
      groups: { white: 60, asian: 32, hispanic: 150, male: 149, female: 150 },
    })
    expect(schools?.[1]).toMatchObject({
      ncesId: '060161400099',
      leaName: 'Young Academy District',
      level: 'Middle',
      street: '1 Office Plaza',
      teachers: null,
    })
    const students = report.joins.find(({ name }) => name.includes('students of the census day 2024-25'))
    expect(students).toMatchObject({ matched: 600, of: 900 })
  })

  it('lists schools as programs by their type and by virtual teaching', async () => {
    const types = [
      ['Community Day School', 'N', 'N'],
      ['County Community School', 'N', 'N'],
      ['County Community School', 'Y', 'N'],
      ['Juvenile Court School', 'N', 'N'],
      ['Continuation School', 'N', 'C'],
      ['Alternative School of Choice', 'N', 'F'],
      ['Traditional', 'Y', 'F'],
      ['Traditional', 'N', 'F'],
    ]
    const rows = types.map(([EdOpsName, Charter, Virtual], i) => {
      return { ...poppy, CDSCode: `0110017000001${i}`, NCESSchool: `0001${i}`, EdOpsName, Charter, Virtual }
    })
    const text = delimited([...DIRECTORY, 'EdOpsName'], rows, '\t')
    const { schools } = await read({ 'schools/ca/pubschls.txt': new Uint8Array(Buffer.from(text, 'latin1')) })
    expect(schools?.map(({ listedAs }) => listedAs)).toEqual([
      'program',
      'program',
      undefined,
      'program',
      undefined,
      'program',
      'program',
      undefined,
    ])
  })

  it('uses the NCES address of a school that moved, unless it is a post-office box', async () => {
    const street = async (point: string, address: string) => {
      const { schools } = await read({
        'schools/ca/pubschls.txt': directory(poppy),
        'schools/ca/ca_nces_ccd_search_export_2022-23.csv': delimited(NCES_SEARCH, [
          { ...searched, 'State School ID': 'CA-0110017-0000011', 'Street Address': address },
        ]),
        'schools/ca/ca_school_points_2022-08.csv': `CDSCode,lon,lat\r\n${poppy.CDSCode},${point}\r\n`,
      })
      return schools?.[0].street
    }
    expect(await street('-122.29,37.771', '9 New Road')).toBe('12 Orchard Lane')
    expect(await street('-122.29,37.79', '9 New Road')).toBe('9 New Road')
    expect(await street('-122.29,37.79', 'PO Box 9')).toBe('12 Orchard Lane')
  })

  it('rates schools by test results if they are newer than the Dashboard, and cites them as the source', async () => {
    const tests = 'cds_code,ela_n_tested,ela_dfs,math_dfs\r\n01100170000011,40,-83.58,-166.43\r\n'
    const files = (year: number) => ({
      'schools/ca/pubschls.txt': directory(poppy),
      'schools/ca/english_2018_indicator.txt': dashboard(2018, [[poppy.CDSCode, '4']]),
      'schools/ca/math_2018_indicator.txt': dashboard(2018, [[poppy.CDSCode, '6']]),
      [`schools/ca/ca_caaspp_${year}_by_school_all_students.csv`]: tests,
    })
    expect((await read(files(2024))).schools?.[0].figure).toEqual({ scheme: 'ca-tests-2024', value: -125 })
    expect((await read(files(2018))).schools?.[0].figure).toEqual({ scheme: 'ca-dashboard-2018', value: 5 })
    expect(getRatingScheme('ca-tests-2024').source).toMatch(/2024 CAASPP test results .*derived from mean scale scores/)
  })

  it('returns null if the folder has no directory', async () => {
    expect((await read({ 'schools/tx/other.csv': '' })).schools).toBeNull()
  })
})
