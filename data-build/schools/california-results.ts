import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { schemeId } from './school.ts'
import { filesByYear, maskedNumber, readTextTable } from './text-table.ts'

/** One year of the figures that California's schools are rated by. */
export type CaliforniaResults = NonNullable<Awaited<ReturnType<typeof readCaliforniaResults>>>

/**
 * Reads the newest results in `schools/ca`: the Academic Indicator of the California School Dashboard, or test results
 * whose distance from standard was derived from mean scale scores. If a year has both, the Dashboard wins. Returns null
 * if the folder has neither.
 */
export async function readCaliforniaResults(sources: SourceFolder) {
  const files = (pattern: RegExp) => filesByYear(sources, 'schools/ca', pattern)
  const english = files(/^(?:ela|english)\D*(20\d\d).*\.(?:csv|txt|xlsx)(?:\.gz)?$/i)
  const mathematics = files(/^math\D*(20\d\d).*\.(?:csv|txt|xlsx)(?:\.gz)?$/i)
  const dashboard = english.find(({ year }) => mathematics.some((other) => other.year === year))
  const tests = files(/caaspp_(20\d\d)_by_school_all_students\.csv(?:\.gz)?$/)[0]
  if (dashboard && dashboard.year >= (tests?.year ?? 0)) {
    const { year } = dashboard
    const paths = [dashboard.path, mathematics.find((other) => other.year === year)!.path]
    const subjects = await Promise.all(paths.map((path) => readDashboard(sources, path, year)))
    return { scheme: schemeId('ca-dashboard', year), title: `Dashboard ${year}`, ...means(subjects) }
  }
  if (!tests) return null
  const { path, year } = tests
  const rows = await readTextTable(sources, path, testColumns)
  const subjects = (['english', 'mathematics'] as const).map(
    (subject) => new Map(rows.map((row) => [cdsCode(row.cds), maskedNumber(row[subject], path, subject)])),
  )
  return { scheme: schemeId('ca-tests', year), title: `test results ${year}`, ...means(subjects) }
}

/** Distances from standard in one subject by CDS code; null if too few students were tested. */
type Subject = ReadonlyMap<string, number | null>

function means(subjects: readonly Subject[]) {
  /**
   * Mean distance from standard in English and mathematics by CDS code (14 digits), or the distance of the only
   * available subject.
   */
  const distances = new Map<string, number>()
  /** Number of distances that come from a single subject. */
  let ofOneSubject = 0
  for (const cds of new Set(subjects.flatMap((subject) => [...subject.keys()]))) {
    const scores = subjects.map((subject) => subject.get(cds) ?? null).filter((value) => value !== null)
    if (scores.length === 0) continue
    if (scores.length === 1) ofOneSubject++
    // Rounds to hundredths, because rounding errors could otherwise make equal means of tenths different.
    distances.set(cds, Math.round((100 * scores.reduce((sum, value) => sum + value, 0)) / scores.length) / 100)
  }
  return { distances, ofOneSubject }
}

const testColumns = { cds: 'cds_code', english: 'ela_dfs', mathematics: 'math_dfs' } as const

const dashboardColumns = {
  cds: { headings: ['cds', 'CDSCode'] },
  recordType: 'rtype',
  group: 'studentgroup',
  distance: 'currstatus',
  year: 'reportingyear',
} as const

/** Reads one subject of the Dashboard. CDE's record layouts of 2018 to 2025 agree in the columns used here. */
async function readDashboard(sources: SourceFolder, path: string, year: number): Promise<Subject> {
  const subject = new Map<string, number | null>()
  for (const row of await readTextTable(sources, path, dashboardColumns)) {
    // Skips the rows of districts, of the state and of student groups.
    if (row.recordType !== 'S' || row.group.toUpperCase() !== 'ALL') continue
    if (row.year !== String(year)) {
      throw new SourceError({
        file: path,
        found: `reportingyear is "${row.year}"`,
        expectation: `${year}, as in the file name`,
      })
    }
    subject.set(cdsCode(row.cds), maskedNumber(row.distance, path, 'currstatus'))
  }
  return subject
}

/** Returns a CDS code with the leading zeros that spreadsheets remove. */
export function cdsCode(cell: string): string {
  return cell.padStart(14, '0')
}
