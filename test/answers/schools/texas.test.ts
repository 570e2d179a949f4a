import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { JoinReport } from '../../../data-build/schools/join-report.ts'
import { readTexasSchools } from '../../../data-build/schools/texas.ts'
import { readTexasDistrictScores } from '../../../data-build/schools/texas-ratings.ts'
import { folderFixture } from '../../data-build/read/fixtures/folder.ts'
import { workbookBytes } from '../../data-build/read/workbook-bytes.ts'
import { delimited } from './fixtures/files.ts'

type Row = Readonly<Record<string, string | number>>

const EDGE = 'NCESSCH,LSTREE,LCITY,LZIP,LZIP4,LATCODE,LONGCODE'.split(',')
const RATINGS = ['District Number', 'Campus Number', 'Campus', 'School Type', 'Grades Served', 'Number of Students']

const LIST =
  'USER_School_Number,USER_School_Name,USER_District_Name,USER_NCES_School_ID,USER_School_City,USER_Grade_Range,Enrollment,School_Type,Teacher Count'.split(
    ',',
  )
const RATINGS_2025 = 'district,district_name,campus,campus_name,school_type,students,rating,score'.split(',')
const rating2025 = {
  district: '001902',
  campus: '001902001',
  campus_name: 'PECAN GROVE COLLEGIATE H S',
  students: 110,
  rating: 'B',
  score: 88,
}
const STUDENTS =
  'campus_id,campus_name,district_name,total_enrollment,white,black,hispanic,asian,pacific_islander,native_american,multiracial'.split(
    ',',
  )

const ccd = {
  SURVYEAR: 2013,
  NCESSCH: '480000100001',
  SEASCH: '001902001',
  LEANM: 'PECAN GROVE ISD',
  SCHNAM: 'PECAN GROVE H S',
  PHONE: '5124142505',
  LSTREE: 'P O BOX 427',
  LCITY: 'PECAN GROVE',
  LZIP: '75832',
  LZIP4: 'M',
  STATUS: 1,
  LATCOD: 30.1,
  LONCOD: -97.1,
  GSLO: '09',
  GSHI: '12',
}
const askTed = {
  'School Name': 'PECAN GROVE HIGH SCHOOL',
  'School Number': "'001902001",
  'District Name': 'PECAN GROVE ISD',
  'School Status': 'Active',
  'Grade Range': "'08-12",
  'School Street Address': 'P O BOX 427',
  'School City': 'PECAN GROVE',
  'School Zip': '75832-0427',
  'School Phone': '(903) 928-2294 ext:012 ',
  'School Web Page Address': 'www.pecangroveisd.example',
  'School Enrollment as of Oct 2016': -1,
}
const site = {
  SchoolNumber: '001902001',
  SchoolName: 'PECAN GROVE H S',
  DistrictName: '',
  GradeRange: '',
  SchoolSiteStreetAddress: '17750 N US HWY 287',
  SchoolSiteCity: 'OAK FLAT',
  SchoolSiteZip: '75861',
  Latitude: 30.3,
  Longitude: -97.3,
}
const rating = {
  'District Number': '001902',
  'Campus Number': '001902001',
  Campus: 'PECAN GROVE H S',
  'School Type': 'High School',
  'Grades Served': '09 - 12',
  'Number of Students': '1,040',
  'Overall Score': 91,
}

interface Files {
  readonly ccd?: readonly Row[]
  readonly askTed?: readonly Row[]
  readonly sites?: readonly Row[]
  readonly edge?: readonly Row[]
  readonly more?: Readonly<Record<string, string | Uint8Array>>
}

function folder(files: Files) {
  return folderFixture({
    'schools/tx/tx-campuses-ccd.csv.gz': gzipSync(delimited(Object.keys(ccd), files.ccd ?? [ccd])),
    'schools/tx/tx-districts-ccd.csv.gz': gzipSync('LEAID,STID\r\n4800001,001902\r\n4800002,002903\r\n'),
    ...(files.askTed && { 'schools/tx/2018-01-24_askTedDirectory.csv': delimited(Object.keys(askTed), files.askTed) }),
    ...(files.sites && { 'schools/tx/texas-schools-geocoded_2015.csv': delimited(Object.keys(site), files.sites) }),
    ...(files.edge && {
      'schools/nces/EDGE_GEOIDS_201415_PUBLIC_SCHOOL_CA_TX_FL.csv.gz': gzipSync(delimited(EDGE, files.edge)),
    }),
    ...files.more,
  })
}

async function read(files: Files) {
  const report = new JoinReport()
  const state = await readTexasSchools(folder(files), report)
  return { schools: state?.schools ?? [], report }
}

const of2022 = (...rows: readonly Row[]) => ({
  'schools/tx/2022-state_overall_full.csv': delimited([...RATINGS, 'Overall Score'], rows),
})

describe('readTexasSchools()', () => {
  it('computes the unrounded score if all three domain scores are known', async () => {
    const domains = ['Student Achievement Score', 'School Progress Score', 'Closing the Gaps Score']
    const scored = async (...scores: readonly (number | string)[]) => {
      const row = { ...rating, ...Object.fromEntries(domains.map((name, i) => [name, scores[i]])) }
      const rows = delimited([...RATINGS, 'Overall Score', ...domains], [row])
      const { schools } = await read({ askTed: [askTed], more: { 'schools/tx/2022-state_overall_full.csv': rows } })
      return schools[0].figure
    }
    // 0.7 times the better of 90 and 94, plus 0.3 times 85.
    expect((await scored(90, 94, 85))?.finer).toBeCloseTo(91.3, 9)
    expect(await scored(90, '', 85)).toEqual({ scheme: 'tx-ordered-2022', value: 91 })
    expect(await scored(90, 94, 'Not Rated')).toEqual({ scheme: 'tx-ordered-2022', value: 91 })
  })

  it('reads each fact from the newest file that contains it, and prefers a street address to a post-office box', async () => {
    const { schools } = await read({ askTed: [askTed], sites: [site], more: of2022(rating) })
    expect(schools).toHaveLength(1)
    expect(schools[0]).toMatchObject({
      ncesId: '480000100001',
      leaId: '4800001',
      leaName: 'Pecan Grove ISD',
      name: 'Pecan Grove High School',
      level: 'High',
      lowestGrade: 9,
      highestGrade: 12,
      lat: 30.1,
      lon: -97.1,
      street: '17750 N US Hwy 287',
      city: 'Oak Flat',
      zip: '75861',
      phone: '(903) 928-2294 ext. 12',
      website: 'http://www.pecangroveisd.example',
      students: 1040,
      teachers: null,
      groups: null,
      directory: 'tx-tea-2013',
      figure: { scheme: 'tx-ordered-2022', value: 91 },
    })
  })

  it('falls back to older files or to null', async () => {
    const [school] = (await read({ askTed: [askTed] })).schools
    expect(school).toMatchObject({
      lowestGrade: 8,
      street: 'PO Box 427',
      zip: '75832-0427',
      students: null,
      figure: null,
    })
    const [old] = (await read({})).schools
    expect(old).toMatchObject({ lowestGrade: 9, zip: '75832', phone: '(512) 414-2505', website: null })
  })

  it('prefers EDGE coordinates, then CCD, then the 2015 geocodes, and drops a school without coordinates', async () => {
    const edge = { NCESSCH: ccd.NCESSCH, LSTREE: 'X', LCITY: 'X', LZIP: '75832', LATCODE: 30.2, LONGCODE: -97.2 }
    const nowhere = { ...ccd, LATCOD: 0, LONCOD: 0 }
    const lat = async (files: Files) => (await read(files)).schools.map((school) => school.lat)
    expect(await lat({ edge: [edge], askTed: [askTed], sites: [site] })).toEqual([30.2])
    expect(await lat({ ccd: [nowhere], askTed: [askTed], sites: [site] })).toEqual([30.3])
    expect(await lat({ ccd: [{ ...ccd, LATCOD: 'M', LONCOD: 'M' }], askTed: [askTed] })).toEqual([])
  })

  it('includes a school if AskTED lists it as active or the newest ratings list it', async () => {
    const count = async (files: Files) => (await read(files)).schools.length
    const building = { ...askTed, 'School Status': 'Under Construction' }
    const other = { ...rating, 'Campus Number': '009999001' }
    const of2019 = { 'schools/tx/2019-state_overall_full.csv': delimited([...RATINGS, 'Overall Score'], [rating]) }
    expect(await count({ askTed: [building] })).toBe(0)
    expect(await count({ askTed: [building], more: of2022(rating) })).toBe(1)
    expect(await count({ askTed: [building], more: { ...of2022(other), ...of2019 } })).toBe(0)
    expect(await count({ ccd: [{ ...ccd, STATUS: 2 }] })).toBe(0)
  })

  it('uses only the newest score, and breaks ties by an earlier score', async () => {
    const of2019 = {
      'schools/tx/2019-state_overall_full.csv': delimited(
        [...RATINGS, 'Overall Score'],
        [{ ...rating, 'Overall Score': 70 }],
      ),
    }
    const figure = async (score: number | string) => {
      const more = { ...of2022({ ...rating, 'Overall Score': score }), ...of2019 }
      return (await read({ askTed: [askTed], more })).schools[0].figure
    }
    expect(await figure(91)).toEqual({ scheme: 'tx-ordered-2022', value: 91, finer: 91 - 21 / 103 })
    expect(await figure('.')).toBeNull()
  })

  it('marks programs, campuses without students and unfinished buildings by the fields of the lists', async () => {
    const types: Readonly<Record<string, readonly [instruction: string, students: number, enrollment: string]>> = {
      '001902001': ['REGULAR INSTRUCTIONAL', 110, 'ZONED SCHOOL'],
      '001902002': ['DAEP INSTRUCTIONAL', 12, ''],
      '001902003': ['ALTERNATIVE INSTRUCTIONAL', 12, 'SPECIAL ASSIGNMENT SCHOOL'],
      '001902004': ['ALTERNATIVE INSTRUCTIONAL', 0, ''],
      '001902005': ['REGULAR INSTRUCTIONAL', 0, ''],
      '001902006': ['REGULAR INSTRUCTIONAL', 90, 'SPECIAL ASSIGNMENT SCHOOL'],
    }
    const campuses = Object.entries(types)
    const list = campuses.map(([number, [instruction, students]]) => ({
      USER_School_Number: `'${number}`,
      USER_School_Name: number,
      USER_NCES_School_ID: `'480000100${number.slice(-3)}`,
      USER_Grade_Range: "'09-12",
      USER_Instruction_Type: instruction,
      Enrollment: students,
    }))
    const ratings = campuses.map(([number, [, , enrollment]]) => ({
      'Campus Number': number,
      'Campus Enrollment Type': enrollment,
      'Overall Score': number.endsWith('6') ? 90 : '',
    }))
    const { schools } = await read({
      ccd: campuses.map(([number]) => ({ ...ccd, SEASCH: number, NCESSCH: `480000100${number.slice(-3)}` })),
      askTed: [{ ...askTed, 'School Number': "'001902005", 'School Status': 'Under Construction' }],
      more: {
        'schools/tx/tx_schools_2024-25_no_persons.csv': delimited([...LIST, 'USER_Instruction_Type'], list),
        'schools/tx/2022-state_overall_full.csv': delimited(
          [...RATINGS, 'Overall Score', 'Campus Enrollment Type'],
          ratings,
        ),
        'schools/tx/tx_2025_accountability_campus.csv': delimited(RATINGS_2025, [
          { ...rating2025, campus: '001902006' },
        ]),
      },
    })
    expect(Object.fromEntries(schools.map(({ ncesId, listedAs }) => [`001902${ncesId.slice(-3)}`, listedAs]))).toEqual({
      '001902001': undefined,
      '001902002': 'program',
      '001902003': 'program',
      '001902004': 'uncounted',
      '001902005': 'unopened',
      '001902006': undefined,
    })
  })

  it('adds campuses of the newest list or ratings, with students by race, and prefers an older point if it is close', async () => {
    const listed = (row: Row) => ({
      USER_School_Number: "'001902001",
      USER_School_Name: 'PECAN GROVE COLLEGIATE H S',
      USER_District_Name: 'PECAN GROVE ISD',
      USER_School_City: 'OAK FLAT',
      USER_Grade_Range: "'09-12",
      Enrollment: 110,
      School_Type: 'High School',
      'Teacher Count': 9.5,
      ...row,
    })
    const more = {
      'schools/tx/tx_schools_2024-25_no_persons.csv': delimited(LIST, [
        listed({}),
        listed({ USER_School_Number: "'001902009", USER_NCES_School_ID: "'480000112345", 'Teacher Count': '.' }),
        // These schools have no NCES ID in any list. The LEA of the first school is known, and the LEA of the second is
        // not.
        listed({ USER_School_Number: "'001902010", Enrollment: 700 }),
        listed({ USER_School_Number: "'099999001" }),
      ]),
      'schools/tx/tx_2025_accountability_campus.csv': delimited(RATINGS_2025, [rating2025]),
      'schools/tx/tx_2025_accountability_district.csv': 'district,name,rating,score\r\n001902,PECAN GROVE ISD,A,95\r\n',
      'schools/tx/tx_2025_overall_rating_letters.csv':
        'campus_id,overall_rating_2025\r\n001902001,A\r\n001902011,Not Rated\r\n',
      'schools/tx/tx_school_points_2023-24.csv': delimited(
        ['campus_id', 'district', 'name', 'grade_range', 'lon', 'lat'],
        ['001902001', '001902009', '001902010', '001902011', '099999001'].map((campus_id) => ({
          campus_id,
          district: 'PECAN GROVE ISD',
          name: 'WALNUT EL',
          grade_range: 'EE-05',
          lat: 30.103,
          lon: -97.1,
        })),
      ),
      'schools/tx/tx_tapr_2023-24_campus_enrollment_race_grade.csv': delimited(STUDENTS, [
        { campus_id: '001902001', total_enrollment: 100, white: 60, black: -1, hispanic: 30, asian: 0 },
        { campus_id: '001902010', total_enrollment: 400 },
        { campus_id: '001902888', campus_name: 'CLOSED EL', total_enrollment: 50 },
      ]),
    }
    const { schools: unordered, report } = await read({ askTed: [askTed], more })
    const schools = unordered.toSorted((a, b) => (a.ncesId < b.ncesId ? -1 : 1))
    const seen = schools.map(({ ncesId, name, lat, students, teachers }) => [ncesId, name, lat, students, teachers])
    expect(seen).toEqual([
      ['480000100001', 'Pecan Grove Collegiate High School', 30.1, 100, 9.5],
      ['480000112345', 'Pecan Grove Collegiate High School', 30.103, 110, null],
      // This school's 400 students and its teachers are from different years. It had 700 students in the year of the
      // teachers, so the number of teachers is omitted.
      ['480000199010', 'Pecan Grove Collegiate High School', 30.103, 400, null],
      ['480000199011', 'Walnut Elementary', 30.103, null, null],
    ])
    expect(schools[0]).toMatchObject({
      figure: { scheme: 'tx-ordered-2025', value: 88 },
      groups: { white: 60, black: null, hispanic: 30, asian: 0, male: null },
    })
    expect(schools[3].figure).toBeNull()
    const students = report.joins
      .filter(({ name }) => name.includes('students'))
      .map(({ matched, of }) => [matched, of])
    expect(students).toEqual([
      [500, 550],
      [500, 500],
    ])
    const scores = await readTexasDistrictScores(folder({ more }), new JoinReport())
    expect(scores).toMatchObject({ scheme: 'tx-2025', scores: new Map([['4800001', 95]]) })
  })

  it('reads the workbook of the current statewide summary despite its broken headings and notes', async () => {
    const headings = [...RATINGS, 'Overall Rating', 'Overall Score'].map((heading) => heading.replace(' ', '\n'))
    const bytes = workbookBytes({
      'Read me': [['2025 Statewide Summary']],
      '2025 State Summary': [
        ['Texas Education Agency', null, null],
        headings,
        ['001902', null, 'PECAN GROVE ISD', 'District', null, 1200, 'A', 95],
        ['1902', '1902001', 'PECAN GROVE COLLEGIATE H S', 'High School', '09 - 12', 1041, 'B', 88],
        ['002903', null, 'PALO ALTO ISD', 'District', null, 10, 'Not Rated', 'Not Rated'],
        ['Source: TEA', null, null],
      ],
    })
    const more = { 'schools/tx/2025-enhanced-statewide-summary.xlsx': bytes, ...of2022(rating) }
    const { schools } = await read({ askTed: [askTed], more })
    expect(schools[0]).toMatchObject({
      name: 'Pecan Grove Collegiate High School',
      students: 1041,
      figure: { scheme: 'tx-ordered-2025', value: 88, finer: 88 + 3 / 103 },
    })
    const scores = await readTexasDistrictScores(folder({ more }), new JoinReport())
    expect(scores?.scheme).toBe('tx-2025')
    expect([...scores!.scores]).toEqual([['4800001', 95]])
    expect([...scores!.field]).toEqual([95])
  })

  it('uses a newer point that is far away and omits the address of the old site', async () => {
    const at = async (lat: number) => {
      const more = {
        'schools/tx/tx_school_points_2023-24.csv': `campus_id,district,name,grade_range,lon,lat\r\n001902001,A,B,09-12,-97.1,${lat}\r\n`,
      }
      const { lat: found, street } = (await read({ askTed: [askTed], sites: [site], more })).schools[0]
      return [found, street]
    }
    expect(await at(30.104)).toEqual([30.1, '17750 N US Hwy 287'])
    expect(await at(30.13)).toEqual([30.13, '17750 N US Hwy 287'])
    expect(await at(30.15)).toEqual([30.15, null])
  })

  describe('for schools not yet listed by CCD', () => {
    const address = { LSTREE: '510 W. Mercer St', LCITY: 'OAK FLAT', LZIP: '78620', LATCODE: 30.2, LONGCODE: -98 }
    const newSite = {
      ...site,
      SchoolNumber: '001902104',
      SchoolSiteStreetAddress: '510 W MERCER ST',
      SchoolSiteZip: '78620-0479',
    }
    const newCampus = {
      ...askTed,
      'School Number': "'001902104",
      'School Name': 'SYCAMORE EL',
      'Grade Range': "'EE KG-05",
    }
    const edge = { ...address, NCESSCH: '480000113086' }
    const names = async (files: Files) => (await read(files)).schools.map((school) => school.name)

    it('matches them by street and ZIP', async () => {
      const { schools, report } = await read({ askTed: [newCampus], sites: [newSite], edge: [edge] })
      expect(schools[0]).toMatchObject({
        ncesId: '480000113086',
        name: 'Sycamore Elementary',
        lowestGrade: -1,
        highestGrade: 5,
      })
      expect(report.joins[0]).toMatchObject({ matched: 1, of: 1, unmatched: [] })
    })

    it('rejects a match if two campuses or IDs share the address, or if the LEA differs', async () => {
      const second = { ...newSite, SchoolNumber: '001902105' }
      expect(await names({ askTed: [newCampus], sites: [newSite, second], edge: [edge] })).toEqual([])
      const twin = { ...edge, NCESSCH: '480000113087' }
      expect(await names({ askTed: [newCampus], sites: [newSite], edge: [edge, twin] })).toEqual([])
      const stranger = { ...edge, NCESSCH: '480000213086' }
      expect(await names({ askTed: [newCampus], sites: [newSite], edge: [stranger] })).toEqual([])
      // An LEA that CCD does not know cannot own a campus of a district that CCD knows.
      const unknown = { ...edge, NCESSCH: '480999913086' }
      expect(await names({ askTed: [newCampus], sites: [newSite], edge: [unknown] })).toEqual([])
    })
  })

  it('rejects scores out of range, counts that are not numbers and tables without the required column', async () => {
    const wrong = (facts: Row) => read({ more: of2022({ ...rating, ...facts }) })
    await expect(wrong({ 'Overall Score': 910 })).rejects.toThrow('0 to 100')
    await expect(wrong({ 'Number of Students': 'many' })).rejects.toThrow('Number of Students is "many"')
    const more = { 'schools/tx/2022-state_overall_full.csv': 'District Number,Campus Number,Campus\r\n' }
    await expect(read({ more })).rejects.toThrow('no column Overall Score')
    const bytes = { 'schools/tx/2025-statewide-summary.xlsx': new Uint8Array([1, 2, 3]) }
    await expect(read({ more: bytes })).rejects.toThrow('not a complete workbook')
  })
})
