import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { filesByYear, maskedCount, maskedNumber, readTextTable } from './text-table.ts'

/** A school as listed by the Florida Department of Education. */
export interface FloridaSchool {
  readonly district: number
  /** Name in uppercase. For districts 1-67, it is the county name. */
  readonly districtName: string
  /** Four-character school number. */
  readonly number: string
  readonly name: string
}

/**
 * Returns the state's number for a school as NCES writes it after `FL-`: the district, then the school, such as
 * `48-1444`.
 */
export function floridaNumber({ district, number }: Pick<FloridaSchool, 'district' | 'number'>): string {
  return `${String(district).padStart(2, '0')}-${number.padStart(4, '0')}`
}

export interface GradedSchool extends FloridaSchool {
  /** Percentage of the total possible points, 0-100; null if the school has no grade. */
  readonly percent: number | null
  /**
   * Percentage before rounding: the points earned divided by the number of components, which are worth 100 points each.
   */
  readonly unrounded: number | null
  /** The grade as the agency writes it: `A` to `F`, or a word such as `Incomplete`. */
  readonly letter: string
  /**
   * Whether the school is a center for exceptional students or an alternative school, which may choose a rating other
   * than a grade.
   */
  readonly mayChoose: boolean
}

const gradeColumns = (year: number) => ({
  district: 'District Number',
  districtName: 'District Name',
  number: 'School Number',
  name: 'School Name',
  provider: { headings: ['Virtual Provider Number'], optional: true },
  percent: 'Percent of Total Possible Points',
  points: { headings: ['Total Points Earned'], optional: true },
  components: { headings: ['Total Components'], optional: true },
  alternative: { headings: ['Alternative/ESE Center School'], optional: true },
  letter: { headings: [`Grade ${year}`, `Grade ${year}*`, 'Letter Grade'], optional: true },
})

/**
 * Reads the school grades in `schools/fl` (`SchoolGrades23.xlsx`), newest year first. A workbook has one sheet (2022,
 * 2024) or one sheet for each type of school (2023). Rows of companies that teach for several districts are skipped.
 */
export async function readSchoolGrades(sources: SourceFolder) {
  /** Graded schools by the year in which the school year ends. */
  const years: { readonly year: number; readonly schools: readonly GradedSchool[] }[] = []
  for (const { path, year } of filesByYear(sources, 'schools/fl', /^SchoolGrades(\d\d)\.xlsx$/i)) {
    const rows = await readTextTable(sources, path, gradeColumns(year))
    const schools = rows
      .filter((row) => /^\d+$/.test(row.district) && row.provider === '')
      .map(({ provider, points, components, alternative, ...row }) => ({
        ...row,
        district: Number(row.district),
        percent: getPercent(row.percent, path),
        unrounded: Number(components) > 0 && points !== '' ? Number(points) / Number(components) : null,
        mayChoose: !/^n?$/i.test(alternative),
      }))
    years.push({ year, schools })
  }
  return years
}

interface CountedSchool extends FloridaSchool {
  /** Number of students; null if it is hidden because there are fewer than 10. */
  readonly students: number | null
}

const memberColumns = {
  district: { headings: ['District #', 'District Number'] },
  districtName: { headings: ['District', 'District Name'] },
  number: { headings: ['School #', 'School Number'] },
  name: { headings: ['School', 'School Name'] },
  students: { headings: ['# of Students', 'Total Membership'] },
} as const

/**
 * Reads the newest membership in `schools/fl` (`2223MembBySchoolByGrade.xlsx`) with its school year, or returns null if
 * there is none.
 */
export async function readMembership(
  sources: SourceFolder,
): Promise<{ readonly schoolYear: string; readonly schools: readonly CountedSchool[] } | null> {
  const newest = filesByYear(sources, 'schools/fl', /^\d\d(\d\d)MembBySchoolByGrade\.xlsx$/i)[0]
  if (!newest) return null
  const rows = await readTextTable(sources, newest.path, memberColumns)
  const schools = rows
    // Drops the rows of the state and of its districts, which have no school number.
    .filter((row) => /^\d+$/.test(row.district) && /^\w+$/.test(row.number))
    .map((row) => ({
      ...row,
      district: Number(row.district),
      students: maskedCount(row.students, newest.path, '# of Students'),
    }))
  return { schoolYear: `${newest.year - 1}-${String(newest.year).slice(2)}`, schools }
}

function getPercent(cell: string, file: string): number | null {
  const percent = maskedNumber(cell, file, 'Percent of Total Possible Points')
  if (percent !== null && (percent < 0 || percent > 100)) {
    const found = `Percent of Total Possible Points is ${percent}`
    throw new SourceError({ file, found, expectation: '0 to 100' })
  }
  return percent
}
