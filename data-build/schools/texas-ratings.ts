import { basename } from 'node:path/posix'
import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import type { JoinReport } from './join-report.ts'
import { schemeId } from './school.ts'
import { readTexasCcd } from './texas-directories.ts'
import { filesByYear, filesLike, maskedCount, maskedNumber, readTextTable } from './text-table.ts'

/** A campus in a year's accountability ratings, as written by the Texas Education Agency. */
export interface TexasCampus {
  readonly name: string
  /** Grades: `09 - 12`, `EE - 05`. */
  readonly grades: string
  /** Type: `Elementary`, `Middle School`, `High School`, `Elem/Secondary`. */
  readonly schoolType: string
  readonly students: number | null
  /** How students are enrolled: `SPECIAL ASSIGNMENT SCHOOL` if they are sent there, for example by a court. */
  readonly enrollmentType: string
  /** Overall score, 0-100. Included are scores of campuses that have no letter because of Senate Bill 1365. */
  readonly score: number | null
  /** Overall letter: `A` to `F`, or the reason why there is no letter. */
  readonly letter: string
  /** Overall score before rounding, from the scores of the domains; null if one is missing. */
  readonly unrounded: number | null
}

export interface TexasRatings {
  readonly year: number
  /** Campuses by 9-digit campus number. */
  readonly campuses: ReadonlyMap<string, TexasCampus>
  /** Overall scores by 6-digit district number; null if not rated. */
  readonly districts: ReadonlyMap<string, number | null>
}

const ratingColumns = {
  district: { headings: ['District Number', 'district'], optional: true },
  campus: { headings: ['Campus Number', 'campus'], optional: true },
  name: { headings: ['campus_name', 'Campus Name', 'Campus', 'name'] },
  schoolType: { headings: ['School Type', 'school_type'], optional: true },
  grades: { headings: ['Grades Served'], optional: true },
  students: { headings: ['Number of Students', 'students'], optional: true },
  enrollmentType: { headings: ['Campus Enrollment Type'], optional: true },
  score: { headings: ['Overall Score', 'Overall Scaled Score', 'Overall Scale Score', 'score'] },
  letter: { headings: ['Overall Rating', 'rating'], optional: true },
  achievement: { headings: ['Student Achievement Score', 'Student Achievement Scaled Score'], optional: true },
  progress: { headings: ['School Progress Score', 'School Progress Scaled Score'], optional: true },
  gaps: { headings: ['Closing the Gaps Score', 'Closing the Gaps Scaled Score'], optional: true },
} as const

/**
 * Matches `2022-state_overall_full.csv.gz`, `2025-enhanced-statewide-summary.xlsx`,
 * `tx_2025_accountability_district.csv.gz`.
 */
const FILE =
  /^(?:tx_)?(20\d\d)\D.*(?:state[-_ ]overall|state(?:wide)?[-_ ]summary|accountability_(?:campus|district)).*\.(?:csv|xlsx)(?:\.gz)?$/i
/** Matches files with the campus letters of one year, including `Not Rated`, which the score table omits. */
const LETTERS = /^tx_(20\d\d)_overall_rating_letters\.csv(?:\.gz)?$/

/** Reads the accountability ratings in `schools/tx`, newest year first. Rows without a campus number are districts. */
export async function readTexasRatings(sources: SourceFolder): Promise<readonly TexasRatings[]> {
  const years = new Map<number, { campuses: Map<string, TexasCampus>; districts: Map<string, number | null> }>()
  for (const path of filesLike(sources, 'schools/tx', FILE)) {
    const year = Number(FILE.exec(basename(path))![1])
    const { campuses, districts } = years.get(year) ?? { campuses: new Map(), districts: new Map() }
    years.set(year, { campuses, districts })
    for (const row of await readTextTable(sources, path, ratingColumns)) {
      const score = getScore(row.score, path)
      const campus = row.campus.replace(/^'/, '')
      if (campus === '') {
        // Requires a district number, because the table is followed by notes.
        if (/^'?\d+$/.test(row.district)) districts.set(padded(row.district, 6), score)
        continue
      }
      campuses.set(padded(campus, 9), {
        name: row.name,
        grades: row.grades,
        schoolType: row.schoolType,
        students: maskedCount(row.students, path, 'Number of Students'),
        enrollmentType: row.enrollmentType,
        score,
        letter: row.letter,
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

const NOT_RATED: TexasCampus = {
  name: '',
  grades: '',
  schoolType: '',
  students: null,
  enrollmentType: '',
  score: null,
  letter: '',
  unrounded: null,
}

/**
 * Computes the unrounded score as in the agency's accountability manual. The better of the scores for achievement and
 * progress counts 70%, and the score for "closing the gaps" counts 30%. In 2022, the unrounded score is within half a
 * point of the overall score for 96% of the campuses that have all three scores.
 */
function unroundedScore(...domains: readonly string[]): number | null {
  const [achievement, progress, gaps] = domains.map((score) => (/^\d+$/.test(score) ? Number(score) : Number.NaN))
  const score = 0.7 * Math.max(achievement, progress) + 0.3 * gaps
  return Number.isNaN(score) ? null : score
}

function getScore(cell: string, file: string): number | null {
  const score = maskedNumber(cell, file, 'Overall Score')
  if (score !== null && (score < 0 || score > 100)) {
    throw new SourceError({ file, found: `Overall Score is ${score}`, expectation: '0 to 100' })
  }
  return score
}

/** Restores leading zeros, which spreadsheets remove and agencies protect with an apostrophe. */
function padded(cell: string, digits: number): string {
  return cell.replace(/^'/, '').padStart(digits, '0')
}

/** District scores published by an agency. */
export type DistrictScores = NonNullable<Awaited<ReturnType<typeof readTexasDistrictScores>>>

/**
 * Reads the Texas districts' overall scores in the newest accountability ratings, or returns null if the folder has no
 * ratings, or the Common Core of Data has no district numbers.
 */
export async function readTexasDistrictScores(sources: SourceFolder, report: JoinReport) {
  const [newest] = await readTexasRatings(sources)
  const ccd = await readTexasCcd(sources)
  if (!newest || !ccd || ccd.leaOfDistrict.size === 0) return null
  /** Scores by 7-digit LEA id. */
  const scores = new Map<string, number>()
  /** Scores of all districts of the state, including districts without an LEA id. */
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
