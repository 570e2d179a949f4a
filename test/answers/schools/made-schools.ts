import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { type SchoolsContent, schoolsBundle } from '../../../data-build/schools/bundle.ts'
import type { RatedSchool } from '../../../data-build/schools/school.ts'
import { Schools } from '../../../src/answers/schools/schools.ts'

/** A made-up school of which only the least is known, and what the test says. */
export function madeSchool(ncesId: string, known: Partial<RatedSchool> = {}): RatedSchool {
  return {
    ncesId,
    leaId: ncesId.slice(0, 7),
    leaName: null,
    name: `School ${ncesId}`,
    level: null,
    lowestGrade: null,
    highestGrade: null,
    lat: 30,
    lon: -97,
    street: null,
    city: null,
    state: 'TX',
    zip: null,
    phone: null,
    website: null,
    students: null,
    teachers: null,
    groups: null,
    directory: 'tx',
    figure: null,
    rating: null,
    ...known,
  }
}

/** Made-up directories and schemes round made-up schools. */
export function madeContent(schools: readonly RatedSchool[], rest: Partial<SchoolsContent> = {}): SchoolsContent {
  return {
    schools,
    districtNames: new Map(),
    averageRatios: [],
    directories: [
      { id: 'ca', name: 'List of the Golden State', year: 2018 },
      { id: 'tx', name: 'List of the Lone Star State', year: 2013 },
      { id: 'fl', name: 'List of the Sunshine State', year: 2024 },
    ],
    ratingSchemes: [
      { id: 'tx-2019', source: 'Texan agency, 2019', year: 2019, figure: 'overall score of #', digits: 0 },
      { id: 'tx-2022', source: 'Texan agency, 2022', year: 2022, figure: 'overall score of #', digits: 0 },
      { id: 'ca-2018', source: 'Californian agency, 2018', year: 2018, figure: 'mean distance of #', digits: 1 },
    ],
    sources: [],
    ...rest,
  }
}

/** The library's schools over made-up ones, by the pipeline's own packing. */
export function openSchools(schools: readonly RatedSchool[], rest: Partial<SchoolsContent> = {}): Schools {
  return new Schools(memoryBundle(schoolsBundle(madeContent(schools, rest))))
}
