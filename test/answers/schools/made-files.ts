/** Files by hand in the layouts of NCES, 2023-24; the names are invented. */

export const ALDER = '060000100001'
export const BRAMBLE = '480000200002'
export const CEDAR = '590000300003'

// The columns of CCD 029 in 2024-25 that stand around those that are read are kept, to have them told apart.
const DIRECTORY =
  'SCHOOL_YEAR,FIPST,STATENAME,ST,SCH_NAME,LEA_NAME,STATE_AGENCY_NO,UNION,ST_LEAID,LEAID,ST_SCHID,NCESSCH,SCHID,MSTREET1,MCITY,MSTATE,MZIP,LSTREET1,LSTREET2,LSTREET3,LCITY,LSTATE,LZIP,LZIP4,PHONE,WEBSITE,SY_STATUS,SY_STATUS_TEXT,UPDATED_STATUS,SCH_TYPE_TEXT,NOGRADES,GSLO,GSHI,LEVEL,IGOFFERED'

type Fact = 'name' | 'lea' | 'st' | 'street' | 'suite' | 'city' | 'state' | 'zip' | 'plus4' | 'phone' | 'website'
type Listed = { readonly id: string } & {
  readonly [fact in Fact | 'status' | 'low' | 'high' | 'level']?: string
}

export function directory(schools: readonly Listed[]): string {
  const rows = schools.map(({ id, st = 'CA', ...s }) => ({
    ...schoolYear(id),
    ST: st,
    SCH_NAME: s.name ?? 'Alder School',
    LEA_NAME: s.lea ?? 'Alder District',
    MSTREET1: '1 Mail St',
    MCITY: 'Mailtown',
    MSTATE: 'CA',
    MZIP: '99999',
    LSTREET1: s.street ?? '1 Oak St',
    LSTREET2: s.suite ?? '',
    LCITY: s.city ?? 'Alder',
    LSTATE: s.state ?? st,
    LZIP: s.zip ?? '94000',
    LZIP4: s.plus4 ?? '',
    PHONE: s.phone ?? '',
    WEBSITE: s.website ?? '',
    SY_STATUS: s.status ?? '1',
    UPDATED_STATUS: '1',
    GSLO: s.low ?? 'KG',
    GSHI: s.high ?? '05',
    LEVEL: s.level ?? 'Elementary',
  }))
  return delimited(DIRECTORY.split(','), rows)
}

const schoolYear = (id: string) => ({ SCHOOL_YEAR: '2023-2024', LEAID: id.slice(0, 7), NCESSCH: id, SCHID: '1' })

/** EDGE's text: 23 fields parted by bars, no headings. */
export const edgeText = (places: readonly (readonly [id: string, lat: string, lon: string])[]) =>
  places
    .map(
      ([id, lat, lon]) =>
        `${id}|${id.slice(0, 7)}|Alder|06|1 Oak St|Alder|CA|94000|06|06001|Alameda|21|${lat}|${lon}|41860|S|1|488|S|0613|06018|06009|2023-2024\r\n`,
    )
    .join('')

const MEMBERSHIP =
  'SCHOOL_YEAR,FIPST,STATENAME,ST,SCH_NAME,STATE_AGENCY_NO,UNION,ST_LEAID,LEAID,ST_SCHID,NCESSCH,SCHID,GRADE,RACE_ETHNICITY,SEX,STUDENT_COUNT,TOTAL_INDICATOR,DMS_FLAG'
export function membership(counts: Readonly<Record<string, string>>): string {
  const NO = 'No Category Codes'
  const TOTAL_INDICATOR = 'Derived - Education Unit Total minus Adult Education Count'
  const total = { GRADE: NO, RACE_ETHNICITY: NO, SEX: NO, TOTAL_INDICATOR, DMS_FLAG: 'Derived' }
  const rows = Object.entries(counts).map(([id, count]) => ({ ...schoolYear(id), ...total, STUDENT_COUNT: count }))
  return delimited(MEMBERSHIP.split(','), rows)
}

const STAFF =
  'SCHOOL_YEAR,FIPST,STATENAME,ST,SCH_NAME,STATE_AGENCY_NO,UNION,ST_LEAID,LEAID,ST_SCHID,NCESSCH,SCHID,TEACHERS,TOTAL_INDICATOR,DMS_FLAG'
export function staff(counts: Readonly<Record<string, readonly [fte: string, flag: string]>>): string {
  const rows = Object.entries(counts).map(([id, [TEACHERS, DMS_FLAG]]) => ({
    ...schoolYear(id),
    TEACHERS,
    TOTAL_INDICATOR: 'Education Unit Total',
    DMS_FLAG,
  }))
  return delimited(STAFF.split(','), rows)
}

/** The columns of NCES's school search that are read. */
export const NCES_SEARCH =
  'NCES School ID,State School ID,Low Grade*,High Grade*,School Name,District,Street Address,City,ZIP,ZIP 4-digit,Phone,Students*,Teachers*,Status'.split(
    ',',
  )

export const F029 = 'schools/nces/ccd_sch_029_2324_w_1a_073124.csv'
export const F052 = 'schools/nces/ccd_sch_052_2324_l_1a_073124.csv'
export const F059 = 'schools/nces/ccd_sch_059_2324_l_1a_073124.csv'
export const EDGE = 'schools/nces/EDGE_GEOCODE_PUBLICSCH_2324.txt'
export const one = { [F029]: directory([{ id: ALDER }]), [EDGE]: edgeText([[ALDER, '37.5', '-122.25']]) }

/** Text of a table: one line of headings, one for each row; a column that a row does not name is empty. */
export function delimited(
  headings: readonly string[],
  rows: readonly Readonly<Record<string, string | number>>[],
  delimiter = ',',
): string {
  const cell = (value: string | number) => {
    const written = String(value)
    return written.includes(delimiter) || written.includes('\n') ? `"${written.replaceAll('"', '""')}"` : written
  }
  const lines = [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))]
  return lines.map((cells) => `${cells.map(cell).join(delimiter)}\r\n`).join('')
}
