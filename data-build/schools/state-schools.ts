import type { SourceFolder } from '../read/source-folder.ts'
import { readCaliforniaSchools } from './california.ts'
import { readFloridaSchools } from './florida.ts'
import type { JoinReport } from './join-report.ts'
import type { RatingFigure, School } from './school.ts'
import { readTexasSchools } from './texas.ts'

/** Open public schools, each with the newest figure of its state's agency. */
export interface StateSchools {
  readonly schools: readonly School[]
  /** By NCES id, earlier figures of schools that have a newer one: the field in which other schools' earlier figures rank. */
  readonly olderFigures: ReadonlyMap<string, readonly RatingFigure[]>
}

const states = { California: readCaliforniaSchools, Texas: readTexasSchools, Florida: readFloridaSchools }

/**
 * The open public schools of the three states by ascending NCES id, from the state folders of `schools/`. A state whose
 * directory is absent is left out, and the report says so. Throws a `SourceError` for a file in another layout.
 */
export async function readStateSchools(sources: SourceFolder, report: JoinReport): Promise<StateSchools> {
  const schools: School[] = []
  const olderFigures = new Map<string, readonly RatingFigure[]>()
  for (const [name, read] of Object.entries(states)) {
    const state = await read(sources, report)
    if (!state) {
      report.note(`${name}: left out, the folder has no directory of its schools.`)
      continue
    }
    schools.push(...state.schools)
    for (const [ncesId, figures] of state.olderFigures) olderFigures.set(ncesId, figures)
  }
  return { schools: schools.sort((a, b) => (a.ncesId < b.ncesId ? -1 : 1)), olderFigures }
}
