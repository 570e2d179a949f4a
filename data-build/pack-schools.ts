import type { PackedBundle } from './build-data.ts'
import { districtsBundle } from './districts/districts-bundle.ts'
import { readDistricts } from './districts/read-districts.ts'
import { sourcesOfFeed } from './pack/bundle-sources.ts'
import { SourceFolder, type UsedFile } from './read/source-folder.ts'
import { directoryOf } from './schools/directories.ts'
import { readTexasDistrictScores } from './schools/district-scores.ts'
import { fillGrades } from './schools/fill-grades.ts'
import { withFloridaNames } from './schools/florida-districts.ts'
import { JoinReport } from './schools/join-report.ts'
import { readNationalSchools } from './schools/national-schools.ts'
import { withFigures } from './schools/national-with-figures.ts'
import { rateDistricts } from './schools/rate-districts.ts'
import { rateSchools } from './schools/rate-schools.ts'
import { ratingSchemeOf } from './schools/rating-schemes.ts'
import type { RatedSchool } from './schools/school.ts'
import { schoolsBundle } from './schools/schools-bundle.ts'
import { readStateSchools } from './schools/state-schools.ts'
import { averageRatios } from './schools/student-teacher-ratio.ts'

export const schoolLayers = ['schools', 'districts'] as const
type SchoolLayer = (typeof schoolLayers)[number]

export interface PackedSchools {
  readonly bundles: readonly PackedBundle[]
  readonly used: readonly UsedFile[]
  /** The joins, and every record that found no partner. */
  readonly joins: string
}

/**
 * Reads schools and districts, rates them, and packs what is wanted: each needs the other's names, grades and ratings.
 * National files, where there are any, say which schools are open; the states' files say what these are rated by.
 */
export async function packSchools(
  directory: string,
  wanted: readonly SchoolLayer[],
  report: (line: string) => void,
): Promise<PackedSchools> {
  const sources = new SourceFolder(directory)
  const joins = new JoinReport()
  const states = await readStateSchools(sources, joins)
  const national = await readNationalSchools(sources, joins)
  const open = national ? withFigures(national.schools, states.schools) : states.schools
  const schools = rateSchools(open, states.olderFigures)
  const scores = await readTexasDistrictScores(sources, joins)
  const drawn = withFloridaNames(await readDistricts(sources), schools)
  const districts = rateDistricts(fillGrades(drawn, schools), schools, scores)
  const used = [...sources.used(), ...(national?.streamed ?? [])]
  for (const line of joins.summary()) report(line)

  const bundles: PackedBundle[] = []
  if (wanted.includes('schools')) {
    const districtNames = new Map(districts.map(({ geoid, name }) => [geoid, name]))
    const content = schoolsBundle({
      schools,
      districtNames,
      averageRatios: averageRatios(schools),
      directories: national ? [national.directory] : distinct(schools, ({ directory }) => directory).map(directoryOf),
      ratingSchemes: distinct(schools, ({ figure }) => figure?.scheme).map(ratingSchemeOf),
      sources: sourcesOfFeed('schools', used),
    })
    bundles.push({ content, rows: schools.length })
    report('schools packed')
  }
  if (wanted.includes('districts')) {
    bundles.push({ content: districtsBundle(districts, sourcesOfFeed('districts', used)), rows: districts.length })
    report('districts packed')
  }
  return { bundles, used, joins: joins.text() }
}

function distinct(schools: readonly RatedSchool[], id: (school: RatedSchool) => string | undefined): string[] {
  return [...new Set(schools.flatMap((school) => id(school) ?? []))].sort()
}
