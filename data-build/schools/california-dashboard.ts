import { SourceError } from '../read/source-error.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { maskedNumber } from './masked-number.ts'
import { filesLike } from './newest-file.ts'
import { readTextTable } from './text-table.ts'

/** The Academic Indicator of one year. */
export interface Dashboard {
  readonly year: number
  /** By CDS code (14 digits): the mean distance from standard in English and mathematics, or of the one that is given. */
  readonly distances: ReadonlyMap<string, number>
  /** How many of the distances rest on one subject alone. */
  readonly ofOneSubject: number
  /** Every school of the files, those without a figure too. */
  readonly schools: ReadonlyMap<string, string>
}

const wanted = {
  cds: { headings: ['cds', 'CDSCode'] },
  recordType: { headings: ['rtype'] },
  school: { headings: ['schoolname'], optional: true },
  group: { headings: ['studentgroup'] },
  distance: { headings: ['currstatus'] },
  year: { headings: ['reportingyear'] },
} as const

/**
 * The newest year that the California School Dashboard's files for English and for mathematics in `schools/ca` have in common
 * (names that begin with `ela` or `english`, and with `math`); null where there is none. CDE's record layouts of 2018 to 2025 agree
 * in the columns read here.
 */
export async function readDashboard(sources: SourceFolder): Promise<Dashboard | null> {
  const english = await readSubject(sources, /^(ela|english).*\.(csv|txt|xlsx)(\.gz)?$/i)
  const mathematics = await readSubject(sources, /^math.*\.(csv|txt|xlsx)(\.gz)?$/i)
  const year = Math.max(...[...english.keys()].filter((year) => mathematics.has(year)))
  const both = [english.get(year), mathematics.get(year)].filter((subject) => subject !== undefined)
  if (both.length < 2) return null
  const distances = new Map<string, number>()
  let ofOneSubject = 0
  const schools = new Map(both.flatMap((subject) => [...subject.schools]))
  for (const cds of schools.keys()) {
    const pair = both.map((subject) => subject.distances.get(cds)).filter((value) => value !== undefined)
    if (pair.length === 0) continue
    if (pair.length === 1) ofOneSubject++
    // Hundredths: means of tenths that are equal must stay equal.
    distances.set(cds, Math.round((100 * pair.reduce((sum, value) => sum + value, 0)) / pair.length) / 100)
  }
  return { year, distances, ofOneSubject, schools }
}

interface Subject {
  readonly distances: Map<string, number>
  readonly schools: Map<string, string>
}

async function readSubject(sources: SourceFolder, pattern: RegExp): Promise<ReadonlyMap<number, Subject>> {
  const years = new Map<number, Subject>()
  for (const path of filesLike(sources, 'schools/ca', pattern)) {
    for (const row of await readTextTable(sources, path, wanted)) {
      // Districts, the state and groups of students have rows of their own.
      if (row.recordType !== 'S' || row.group.toUpperCase() !== 'ALL') continue
      const year = yearOf(row.year, path)
      const subject = years.get(year) ?? { distances: new Map(), schools: new Map() }
      years.set(year, subject)
      // A spreadsheet takes leading zeros off.
      const cds = row.cds.padStart(14, '0')
      subject.schools.set(cds, row.school)
      const distance = maskedNumber(row.distance, path, 'currstatus')
      if (distance !== null) subject.distances.set(cds, distance)
    }
  }
  return years
}

function yearOf(cell: string, file: string): number {
  if (!/^20\d\d$/.test(cell)) {
    throw new SourceError({ file, found: `reportingyear is "${cell}"`, expectation: 'a year such as 2018' })
  }
  return Number(cell)
}
