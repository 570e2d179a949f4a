/** Files by hand in the layouts of NCES, 2023-24; the names are invented. */

export const ALDER = '060000100001'
export const BRAMBLE = '480000200002'
export const CEDAR = '590000300003'

// The columns of CCD 029 in 2024-25 that stand around those that are read are kept, to have them told apart.
const DIRECTORY =
  'SCHOOL_YEAR,FIPST,STATENAME,ST,SCH_NAME,LEA_NAME,STATE_AGENCY_NO,UNION,ST_LEAID,LEAID,ST_SCHID,NCESSCH,SCHID,MSTREET1,MCITY,MSTATE,MZIP,LSTREET1,LSTREET2,LSTREET3,LCITY,LSTATE,LZIP,LZIP4,PHONE,WEBSITE,SY_STATUS,SY_STATUS_TEXT,UPDATED_STATUS,SCH_TYPE_TEXT,NOGRADES,GSLO,GSHI,LEVEL,IGOFFERED'

interface Listed {
  readonly id: string
  readonly name?: string
  readonly lea?: string
  readonly st?: string
  readonly street?: string
  readonly suite?: string
  readonly city?: string
  readonly state?: string
  readonly zip?: string
  readonly plus4?: string
  readonly phone?: string
  readonly website?: string
  readonly status?: string
  readonly low?: string
  readonly high?: string
  readonly level?: string
}

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export function directory(schools: readonly Listed[]): string {
  const rows = schools.map((s) =>
    [
      '2023-2024',
      s.id.slice(0, 2),
      'SOMEWHERE',
      s.st ?? 'CA',
      s.name ?? 'Alder School',
      s.lea ?? 'Alder District',
      '01',
      '',
      'X-1',
      s.id.slice(0, 7),
      'X-1-1',
      s.id,
      s.id.slice(5),
      '1 Mail St',
      'Mailtown',
      'CA',
      '99999',
      s.street ?? '1 Oak St',
      s.suite ?? '',
      '',
      s.city ?? 'Alder',
      s.state ?? s.st ?? 'CA',
      s.zip ?? '94000',
      s.plus4 ?? '',
      s.phone ?? '',
      s.website ?? '',
      s.status ?? '1',
      'Open',
      '1',
      'Regular School',
      'No',
      s.low ?? 'KG',
      s.high ?? '05',
      s.level ?? 'Elementary',
      'As reported',
    ]
      .map(quoted)
      .join(','),
  )
  return `${[DIRECTORY, ...rows].join('\r\n')}\r\n`
}

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
export const membership = (counts: Readonly<Record<string, string>>) =>
  `${[
    MEMBERSHIP,
    ...Object.entries(counts).map(
      ([id, count]) =>
        `2023-2024,06,CALIFORNIA,CA,Alder,01,,X-1,${id.slice(0, 7)},X-1-1,${id},1,No Category Codes,No Category Codes,No Category Codes,${count},Derived - Education Unit Total minus Adult Education Count,Derived`,
    ),
  ].join('\r\n')}\r\n`

export const staff = (counts: Readonly<Record<string, readonly [fte: string, flag: string]>>) =>
  `${[
    'SCHOOL_YEAR,FIPST,STATENAME,ST,SCH_NAME,STATE_AGENCY_NO,UNION,ST_LEAID,LEAID,ST_SCHID,NCESSCH,SCHID,TEACHERS,TOTAL_INDICATOR,DMS_FLAG',
    ...Object.entries(counts).map(
      ([id, [fte, flag]]) =>
        `2023-2024,06,CALIFORNIA,CA,Alder,01,,X-1,${id.slice(0, 7)},X-1-1,${id},1,${fte},Education Unit Total,${flag}`,
    ),
  ].join('\r\n')}\r\n`

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
    return written.includes(delimiter) || written.includes('\n') ? `"${written}"` : written
  }
  const lines = [headings, ...rows.map((row) => headings.map((heading) => row[heading] ?? ''))]
  return lines.map((cells) => `${cells.map(cell).join(delimiter)}\r\n`).join('')
}
