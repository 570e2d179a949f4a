import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import type { JoinReport } from './join-report.ts'
import { type StudentGroups, schemeId } from './school.ts'
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
  district: { headings: ['District Number'] },
  campus: { headings: ['Campus Number'] },
  name: { headings: ['Campus', 'Campus Name'] },
  schoolType: { headings: ['School Type'], optional: true },
  grades: { headings: ['Grades Served'], optional: true },
  students: { headings: ['Number of Students'] },
  score: { headings: ['Overall Score', 'Overall Scaled Score', 'Overall Scale Score'] },
  achievement: { headings: ['Student Achievement Score', 'Student Achievement Scaled Score'], optional: true },
  progress: { headings: ['School Progress Score', 'School Progress Scaled Score'], optional: true },
  gaps: { headings: ['Closing the Gaps Score', 'Closing the Gaps Scaled Score'], optional: true },
} as const

/** `2022-state_overall_full.csv.gz`, `2025-enhanced-statewide-summary.xlsx`. */
const FILE = /^(20\d\d)\D.*(state[-_ ]overall|state(wide)?[-_ ]summary).*\.(csv|xlsx)(\.gz)?$/i

/** The accountability ratings in `schools/tx`, newest year first; rows without a campus number are districts. */
export async function readTexasRatings(sources: SourceFolder): Promise<readonly TexasRatings[]> {
  const years: TexasRatings[] = []
  for (const { path, year } of filesByYear(sources, 'schools/tx', FILE)) {
    const campuses = new Map<string, TexasCampus>()
    const districts = new Map<string, number | null>()
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
    years.push({ year, campuses, districts })
  }
  return years
}

/**
 * The better of achievement and progress counts 70 %, closing the gaps 30 %, as in the agency's accountability manual: in 2022
 * within half a point of the overall score of 96 % of the campuses that have all three.
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
export interface DistrictScores {
  readonly scheme: string
  /** By LEA id, 7 digits. */
  readonly scores: ReadonlyMap<string, number>
  /** The scores of all districts of the state in ascending order, those without an LEA id too. */
  readonly field: Float64Array
}

/**
 * The Texas districts' overall scores in the newest accountability ratings; null where the folder has no ratings or no
 * district numbers in the Common Core of Data.
 */
export async function readTexasDistrictScores(
  sources: SourceFolder,
  report: JoinReport,
): Promise<DistrictScores | null> {
  const [newest] = await readTexasRatings(sources)
  const ccd = await readTexasCcd(sources)
  if (!newest || !ccd || ccd.leaOfDistrict.size === 0) return null
  const scores = new Map<string, number>()
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

const studentColumns = {
  campus: { headings: ['CAMPUS'] },
  white: { headings: ['CPETWHIC'] },
  asian: { headings: ['CPETASIC'] },
  black: { headings: ['CPETBLAC'] },
  hispanic: { headings: ['CPETHISC'] },
  pacificIslander: { headings: ['CPETPCIC'] },
  nativeAmerican: { headings: ['CPETINDC'] },
  twoOrMore: { headings: ['CPETTWOC'] },
  male: { headings: ['CPETMALC'] },
  female: { headings: ['CPETFEMC'] },
} as const

/**
 * Students by race and sex by campus number, from the campus tables of the Texas Academic Performance Reports in
 * `schools/tx` (names that end in `student_demographics.csv`; available for Houston alone). Masked counts are negative there.
 */
export async function readStudentGroups(sources: SourceFolder): Promise<ReadonlyMap<string, StudentGroups>> {
  const groups = new Map<string, StudentGroups>()
  for (const path of filesLike(sources, 'schools/tx', /student_demographics\.csv(\.gz)?$/)) {
    for (const { campus, ...row } of await readTextTable(sources, path, studentColumns)) {
      const count = (name: keyof StudentGroups) => {
        const value = maskedNumber(row[name], path, studentColumns[name].headings[0])
        return value === null || value < 0 ? null : value
      }
      groups.set(campus.replace(/^'/, '').padStart(9, '0'), {
        white: count('white'),
        asian: count('asian'),
        black: count('black'),
        hispanic: count('hispanic'),
        pacificIslander: count('pacificIslander'),
        nativeAmerican: count('nativeAmerican'),
        twoOrMore: count('twoOrMore'),
        male: count('male'),
        female: count('female'),
      })
    }
  }
  return groups
}
