import { basename } from 'node:path/posix'
import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import type { JoinReport } from './join-report.ts'
import { schemeId } from './school.ts'
import { readTexasCcd } from './texas-directories.ts'
import { filesByYear, filesLike, maskedCount, maskedNumber, readTextTable } from './text-table.ts'

/** A campus in a year's accountability ratings, as the Texas Education Agency writes it. */
export interface TexasCampus {
  readonly name: string
  /** `09 - 12`, `EE - 05`. */
  readonly grades: string
  /** `Elementary`, `Middle School`, `High School`, `Elem/Secondary`. */
  readonly schoolType: string
  readonly students: number | null
  /** The overall score, 0-100; also where Senate Bill 1365 withheld the letter. */
  readonly score: number | null
  /** The same before it was rounded, from the scores of the domains; null where one is missing. */
  readonly unrounded: number | null
}

/** The ratings of one year. */
export interface TexasRatings {
  readonly year: number
  /** By campus number, 9 digits. */
  readonly campuses: ReadonlyMap<string, TexasCampus>
  /** Overall scores by district number, 6 digits; null where not rated. */
  readonly districts: ReadonlyMap<string, number | null>
}

const ratingColumns = {
  district: { headings: ['District Number', 'district'], optional: true },
  campus: { headings: ['Campus Number', 'campus'], optional: true },
  name: { headings: ['campus_name', 'Campus Name', 'Campus', 'name'] },
  schoolType: { headings: ['School Type', 'school_type'], optional: true },
  grades: { headings: ['Grades Served'], optional: true },
  students: { headings: ['Number of Students', 'students'], optional: true },
  score: { headings: ['Overall Score', 'Overall Scaled Score', 'Overall Scale Score', 'score'] },
  achievement: { headings: ['Student Achievement Score', 'Student Achievement Scaled Score'], optional: true },
  progress: { headings: ['School Progress Score', 'School Progress Scaled Score'], optional: true },
  gaps: { headings: ['Closing the Gaps Score', 'Closing the Gaps Scaled Score'], optional: true },
} as const

/**
 * `2022-state_overall_full.csv.gz`, `2025-enhanced-statewide-summary.xlsx`, `tx_2025_accountability_district.csv.gz`.
 */
const FILE =
  /^(?:tx_)?(20\d\d)\D.*(?:state[-_ ]overall|state(?:wide)?[-_ ]summary|accountability_(?:campus|district)).*\.(?:csv|xlsx)(?:\.gz)?$/i
/** Campuses of a year with their letters, `Not Rated` too, which the table of scores leaves out. */
const LETTERS = /^tx_(20\d\d)_overall_rating_letters\.csv(?:\.gz)?$/

/** The accountability ratings in `schools/tx`, newest year first; rows without a campus number are districts. */
export async function readTexasRatings(sources: SourceFolder): Promise<readonly TexasRatings[]> {
  const years = new Map<number, { campuses: Map<string, TexasCampus>; districts: Map<string, number | null> }>()
  for (const path of filesLike(sources, 'schools/tx', FILE)) {
    const year = Number(FILE.exec(basename(path))![1])
    const { campuses, districts } = years.get(year) ?? { campuses: new Map(), districts: new Map() }
    years.set(year, { campuses, districts })
    for (const row of await readTextTable(sources, path, ratingColumns)) {
      const score = scoreOf(row.score, path)
      const campus = row.campus.replace(/^'/, '')
      if (campus === '') {
        // There are notes below the table.
        if (/^'?\d+$/.test(row.district)) districts.set(padded(row.district, 6), score)
        continue
      }
      campuses.set(padded(campus, 9), {
        name: row.name,
        grades: row.grades,
        schoolType: row.schoolType,
        students: maskedCount(row.students, path, 'Number of Students'),
        score,
        unrounded: unroundedScore(row.achievement, row.progress, row.gaps),
      })
    }
  }
  for (const { path, year } of filesByYear(sources, 'schools/tx', LETTERS)) {
    const campuses = years.get(year)?.campuses
    for (const { campus } of await readTextTable(sources, path, { campus: 'campus_id' })) {
      const number = padded(campus, 9)
      if (campuses && !campuses.has(number)) campuses.set(number, NOT_RATED)
    }
  }
  return [...years].map(([year, ratings]) => ({ year, ...ratings })).sort((a, b) => b.year - a.year)
}

const NOT_RATED: TexasCampus = { name: '', grades: '', schoolType: '', students: null, score: null, unrounded: null }

/**
 * The better of achievement and progress counts 70 %, closing the gaps 30 %, as in the agency's accountability manual:
 * in 2022 within half a point of the overall score of 96 % of the campuses that have all three.
 */
function unroundedScore(...domains: readonly string[]): number | null {
  const [achievement, progress, gaps] = domains.map((score) => (/^\d+$/.test(score) ? Number(score) : Number.NaN))
  const score = 0.7 * Math.max(achievement, progress) + 0.3 * gaps
  return Number.isNaN(score) ? null : score
}

function scoreOf(cell: string, file: string): number | null {
  const score = maskedNumber(cell, file, 'Overall Score')
  if (score !== null && (score < 0 || score > 100)) {
    throw new SourceError({ file, found: `Overall Score is ${score}`, expectation: '0 to 100' })
  }
  return score
}

/** Spreadsheets take leading zeros off, and agencies keep them with an apostrophe. */
function padded(cell: string, digits: number): string {
  return cell.replace(/^'/, '').padStart(digits, '0')
}

/** An agency's own figures of districts. */
export type DistrictScores = NonNullable<Awaited<ReturnType<typeof readTexasDistrictScores>>>

/**
 * The Texas districts' overall scores in the newest accountability ratings; null where the folder has no ratings or no
 * district numbers in the Common Core of Data.
 */
export async function readTexasDistrictScores(sources: SourceFolder, report: JoinReport) {
  const [newest] = await readTexasRatings(sources)
  const ccd = await readTexasCcd(sources)
  if (!newest || !ccd || ccd.leaOfDistrict.size === 0) return null
  /** By LEA id, 7 digits. */
  const scores = new Map<string, number>()
  /** The scores of all districts of the state, those without an LEA id too. */
  const field: number[] = []
  const unmatched: string[] = []
  for (const [number, score] of newest.districts) {
    if (score === null) continue
    field.push(score)
    const leaId = ccd.leaOfDistrict.get(number)
    if (leaId === undefined) unmatched.push(number)
    else scores.set(leaId, score)
  }
  report.join({
    name: `Texas: districts with an overall score of ${newest.year} → LEA id of CCD ${ccd.year}`,
    matched: scores.size,
    of: field.length,
    unmatched,
  })
  return { scheme: schemeId('tx', newest.year), scores, field: Float64Array.from(field).sort() }
}
