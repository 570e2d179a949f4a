import { readCsv, text } from '../read/csv.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import type { Place } from './state-place.ts'
import type { RawAddress } from './texas-directory.ts'

/** A campus in the Common Core of Data. */
export interface CcdCampus extends RawAddress, Place {
  readonly ncesId: string
  readonly name: string
  readonly districtName: string
  readonly phone: string
  readonly lowestGrade: string
  readonly highestGrade: string
  /** In operation in that year: open, new, added, changed agency or reopened. */
  readonly operating: boolean
}

/** The Common Core of Data of one year for Texas. */
export interface TexasCcd {
  /** The calendar year in which the school year begins. */
  readonly year: number
  /** By the state's campus number, 9 digits. */
  readonly campuses: ReadonlyMap<string, CcdCampus>
  /** The LEA id (7 digits) by the state's district number (6 digits). */
  readonly leaOfDistrict: ReadonlyMap<string, string>
}

const CAMPUSES = 'schools/tx/tx-campuses-ccd.csv.gz'
const DISTRICTS = 'schools/tx/tx-districts-ccd.csv.gz'
const OPERATING = new Set(['1', '3', '4', '5', '8'])

/** The layout of 2013-14, where `M` and `N` stand for missing and not applicable; null where the folder has no such file. */
export async function readTexasCcd(sources: SourceFolder): Promise<TexasCcd | null> {
  if (!sources.has(CAMPUSES)) return null
  const cell = text({ null: ['M', 'N'] })
  const { columns, rows } = await readCsv(sources, CAMPUSES, {
    SURVYEAR: text({ required: true, pattern: /^20\d\d$/ }),
    NCESSCH: text({ required: true, pattern: /^\d{12}$/ }),
    SEASCH: text({ required: true, pattern: /^\d{9}$/ }),
    SCHNAM: text({ required: true }),
    LEANM: cell,
    PHONE: cell,
    LSTREE: cell,
    LCITY: cell,
    LZIP: cell,
    LZIP4: cell,
    STATUS: text({ required: true }),
    LATCOD: cell,
    LONCOD: cell,
    GSLO: cell,
    GSHI: cell,
  })
  const campuses = new Map<string, CcdCampus>()
  for (let i = 0; i < rows; i++) {
    campuses.set(columns.SEASCH[i], {
      ncesId: columns.NCESSCH[i],
      name: columns.SCHNAM[i],
      districtName: columns.LEANM[i],
      phone: columns.PHONE[i],
      street: columns.LSTREE[i],
      city: columns.LCITY[i],
      zip: [columns.LZIP[i], columns.LZIP4[i]].filter((part) => part !== '').join('-'),
      lat: Number(columns.LATCOD[i] || Number.NaN),
      lon: Number(columns.LONCOD[i] || Number.NaN),
      lowestGrade: columns.GSLO[i],
      highestGrade: columns.GSHI[i],
      operating: OPERATING.has(columns.STATUS[i]),
    })
  }
  return { year: Number(columns.SURVYEAR[0]), campuses, leaOfDistrict: await readDistrictNumbers(sources) }
}

async function readDistrictNumbers(sources: SourceFolder): Promise<ReadonlyMap<string, string>> {
  if (!sources.has(DISTRICTS)) return new Map()
  const { columns } = await readCsv(sources, DISTRICTS, {
    LEAID: text({ required: true, pattern: /^\d{7}$/ }),
    STID: text({ required: true, pattern: /^\d{6}$/ }),
  })
  return new Map(columns.STID.map((number, i) => [number, columns.LEAID[i]]))
}
