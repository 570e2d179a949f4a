import { dimensionOf, dimensions, methodName } from '../../dimensions/catalog.ts'
import type { Named } from './types.ts'

/** A made-up answer for every endpoint, by its identifier, to the question that the examples of its parameters make. */
export const answerExamples: Named<unknown> = {
  ...Object.fromEntries(
    dimensions.map(({ id, group, example }) => [`${group}.${methodName(id)}`, { result: example }]),
  ),
  scores: Object.fromEntries(dimensions.slice(0, 2).map(({ id, example }) => [id, example])),
  scoresBatch: {
    results: [
      {
        scores: { 'urban-rural': { score: 38, description: null }, privacy: { score: 41, description: null } },
        error: null,
      },
      {
        scores: { 'urban-rural': { score: 25, description: null }, privacy: { score: 19, description: null } },
        error: null,
      },
    ],
  },
  explain: {
    dimension: 'urban-rural',
    ...dimensionOf('urban-rural').example,
    basis: 'modelled',
    inputs: [
      {
        name: 'People within about 1 km',
        value: 2500,
        unit: 'people/km²',
        geography: 'census block group 484530000001, Travis County, Texas',
      },
      {
        name: 'Day-time people within about 1 km',
        value: 9000,
        unit: 'people/km²',
        geography: 'census block group 484530000001, Travis County, Texas',
      },
    ],
    percentile: { state: 4.5, coverage: 9.25 },
    sources: [
      {
        agency: 'U.S. Census Bureau',
        title: 'Centers of population 2020: block groups, tracts, counties',
        vintage: '2020 census',
        license: 'public domain (U.S. government work)',
      },
    ],
  },
  dimensions: {
    dimensions: [
      {
        id: 'privacy',
        group: 'vibe',
        path: '/v1/vibe/privacy',
        name: 'Privacy',
        scale: { low: 'High Density', middle: null, high: 'Estate Sprawl', zero: 'no data' },
        method: 'Rank in the three states of how few homes lie near.',
        sources: [
          {
            agency: 'U.S. Census Bureau',
            title: 'Centers of population 2020: block groups, tracts, counties',
            vintage: '2020 census',
            license: 'public domain (U.S. government work)',
          },
        ],
      },
    ],
  },
  'schools.schoolRatings': schoolSearch(640.5),
  'schools.schoolByDistrict': schoolSearch(null),
  'schools.districts': {
    districts: [
      {
        geoid: '4808940',
        name: 'Example Independent School District',
        sd_type: 'Unified',
        state_fp: '48',
        lograde: 'PK',
        higrade: '12',
        rating: 7,
        rating_summary: '7 of 10: in the 7th tenth of the districts of Texas.',
        rating_year: 2022,
      },
    ],
  },
  'schools.school': {
    ...school(null),
    address: '100 Example Street, Austin, TX 78701',
    phone: '(512) 555-0100',
    website: null,
    total_students: 520,
    total_teachers: 32.5,
    student_teacher_ratio: 16,
    average_student_teacher_ratio: 14.8,
    students_white: 180,
    students_asian: 40,
    students_black: 50,
    students_hispanic: 220,
    students_pacific_islander: 0,
    students_native_american: null,
    students_two_or_more: 30,
    students_male: 265,
    students_female: 255,
    rating_source: 'Texas Education Agency, 2022 accountability ratings',
    rating_description: '8 of 10: in the 8th tenth of the middle schools of Texas rated in 2022.',
  },
  'tools.geocodeSingle': { lat: 30.27465, lon: -97.74035, message: null },
}

function schoolSearch(distance: number | null) {
  return {
    schools: [school(distance)],
    data_source: 'National Center for Education Statistics, Common Core of Data (Texas)',
    data_vintage: 2022,
    additional_info: 'Schools opened since may be missing, and some of these may have closed.',
  }
}

function school(distance: number | null) {
  return {
    nces_id: '480894000332',
    name: 'Example Middle School',
    lea_id: '4808940',
    lea_name: 'Example Independent School District',
    level: 'Middle',
    lowest_grade: 6,
    highest_grade: 8,
    rating: 8,
    lat: 30.2741,
    lon: -97.7398,
    distance_meters: distance,
  }
}
