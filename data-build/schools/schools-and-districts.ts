import type { RatedDistrict } from '../districts/district.ts'
import { readDistricts } from '../districts/read-districts.ts'
import type { SourceFolder, UsedFile } from '../read/source-folder.ts'
import { directoryOf, type SchoolDirectory } from './directories.ts'
import { readTexasDistrictScores } from './district-scores.ts'
import { fillGrades } from './fill-grades.ts'
import { withFloridaNames } from './florida-districts.ts'
import type { JoinReport } from './join-report.ts'
import { readNationalSchools } from './national-schools.ts'
import { withFigures } from './national-with-figures.ts'
import { rateDistricts } from './rate-districts.ts'
import { rateSchools } from './rate-schools.ts'
import type { RatedSchool } from './school.ts'
import { readStateSchools } from './state-schools.ts'

export interface SchoolsAndDistricts {
  readonly schools: readonly RatedSchool[]
  readonly districts: readonly RatedDistrict[]
  /** The lists that the schools come from. */
  readonly directories: readonly SchoolDirectory[]
  /** Files that were read piece by piece and are therefore not in `sources.used()`. */
  readonly streamed: readonly UsedFile[]
}

/**
 * Open public schools and school districts with names, grades and ratings from each other. National files, where there are
 * any, say which schools are open; the states' files say what these are rated by.
 */
export async function readSchoolsAndDistricts(sources: SourceFolder, joins: JoinReport): Promise<SchoolsAndDistricts> {
  const states = await readStateSchools(sources, joins)
  const national = await readNationalSchools(sources, joins)
  const open = national ? withFigures(national.schools, states.schools) : states.schools
  const schools = rateSchools(open, states.olderFigures)
  const scores = await readTexasDistrictScores(sources, joins)
  const drawn = withFloridaNames(await readDistricts(sources), schools)
  const districts = rateDistricts(fillGrades(drawn, schools), schools, scores)
  const lists = [...new Set(schools.map(({ directory }) => directory))].sort()
  return {
    schools,
    districts,
    directories: national ? [national.directory] : lists.map(directoryOf),
    streamed: national?.streamed ?? [],
  }
}
