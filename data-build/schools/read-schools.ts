import { type RatedDistrict, readDistricts } from '../districts/read-districts.ts'
import type { SourceFolder, UsedFile } from '../read/source-folder.ts'
import { readCaliforniaSchools } from './california.ts'
import { readFloridaSchools, withFloridaNames } from './florida.ts'
import type { JoinReport } from './join-report.ts'
import { readNationalSchools, withFigures } from './national/schools.ts'
import { fillGrades, rateDistricts, rateSchools } from './ratings.ts'
import type { RatedSchool, School, SchoolDirectory } from './school.ts'
import { readTexasSchools } from './texas.ts'
import { readTexasDistrictScores } from './texas-ratings.ts'

export interface SchoolsAndDistricts {
  readonly schools: readonly RatedSchool[]
  readonly districts: readonly RatedDistrict[]
  /** Directories that the schools come from. */
  readonly directories: readonly SchoolDirectory[]
  /** Files that were read in chunks and are therefore not in `sources.used()`. */
  readonly streamed: readonly UsedFile[]
}

/**
 * Reads open public schools and school districts, and rates both. Missing grades of districts, and Florida's district
 * names, come from the schools. National files, if there are any, decide which schools are open; state files add the
 * figures for ratings.
 */
export async function readSchoolsAndDistricts(sources: SourceFolder, joins: JoinReport): Promise<SchoolsAndDistricts> {
  const states = await readStateSchools(sources, joins)
  const national = await readNationalSchools(sources, joins)
  const open = national ? withFigures(national.schools, states.schools) : states.schools
  const schools = rateSchools(open)
  const scores = await readTexasDistrictScores(sources, joins)
  const drawn = withFloridaNames(await readDistricts(sources), schools)
  const districts = rateDistricts(fillGrades(drawn, schools), schools, scores)
  return {
    schools,
    districts,
    directories: national ? [national.directory] : states.directories,
    streamed: national?.streamed ?? [],
  }
}

const states = { California: readCaliforniaSchools, Texas: readTexasSchools, Florida: readFloridaSchools }

/**
 * Reads the open public schools of the three states, sorted by NCES id, from the state folders of `schools/`. A state
 * whose directory is missing is skipped and reported. Throws a `SourceError` for a file in another layout.
 */
export async function readStateSchools(
  sources: SourceFolder,
  report: JoinReport,
): Promise<{ readonly schools: readonly School[]; readonly directories: readonly SchoolDirectory[] }> {
  const schools: School[] = []
  const directories: SchoolDirectory[] = []
  for (const [name, read] of Object.entries(states)) {
    const state = await read(sources, report)
    if (!state) {
      report.note(`${name}: skipped, because the folder has no directory of its schools.`)
      continue
    }
    schools.push(...state.schools)
    directories.push(state.directory)
  }
  return { schools: schools.sort((a, b) => (a.ncesId < b.ncesId ? -1 : 1)), directories }
}
