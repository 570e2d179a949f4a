import { districtsResponse, schoolDetail, schoolSearchResponse } from '../../answers/schools/answers.ts'
import { schoolsIfLoaded } from '../../answers/schools/school-methods.ts'
import { schoolParameters } from '../../base/parameters/endpoint-parameters.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'

const schoolExample = {
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
  distance_meters: null,
}

const factsExample = {
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
  rating_source: 'Texas Education Agency, 2025 accountability ratings',
  rating_description: '8 of 10: in the 8th tenth of the middle schools of Texas rated in 2025.',
}

const districtExample = {
  geoid: '4808940',
  name: 'Example Independent School District',
  sd_type: 'Unified',
  state_fp: '48',
  lograde: 'PK',
  higrade: '12',
  rating: 7,
  rating_summary: '7 of 10: in the 7th tenth of the districts of Texas.',
  rating_year: 2025,
}

function searchExample(distance: number | null) {
  return {
    schools: [{ ...schoolExample, distance_meters: distance }],
    data_source: 'Texas Education Agency, schools of 2024-25, students of 2023-24',
    data_vintage: 2024,
    additional_info: 'Schools opened since then may be missing, and some schools may have closed.',
  }
}

export const schoolEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    id: 'schools.schoolRatings',
    method: 'GET',
    path: '/v1/schools/search/school-ratings',
    summary: 'Schools near a point',
    description:
      'Public schools near a point, nearest first, with level, grades and rating (1-10, 10 is best; null if ' +
      'unknown). A school that teaches several levels appears under each level.',
    advice:
      'Use it for schools around a place. `same_district` limits it to schools whose district serves the place. ' +
      'For more about one school, call schools_school with its `nces_id`.',
    parameters: schoolParameters.schoolRatings,
    mirrored: true,
    response: schoolSearchResponse,
    example: searchExample(640.5),
    answer: (vicinage, question) => schoolsIfLoaded(vicinage.schools).schoolRatings(question),
  }),
  defineEndpoint({
    id: 'schools.schoolByDistrict',
    method: 'GET',
    path: '/v1/schools/search/school-by-district',
    summary: 'Schools of a district',
    description: 'Public schools of a school district in alphabetical order, with level, grades and rating.',
    advice: 'Needs a `lea_id`: schools_districts returns it as `geoid`, schools_school_ratings as `lea_id`.',
    parameters: schoolParameters.schoolByDistrict,
    mirrored: true,
    response: schoolSearchResponse,
    example: searchExample(null),
    notFound: {
      name: 'DistrictNotFound',
      description: 'There is no school district with this identifier.',
      detail: 'School district not found',
    },
    answer: (vicinage, question) => schoolsIfLoaded(vicinage.schools).schoolByDistrict(question),
  }),
  defineEndpoint({
    id: 'schools.districts',
    method: 'GET',
    path: '/v1/schools/search/districts',
    summary: 'School districts at a point',
    description:
      'All school districts at a point (a unified district, or an elementary and a secondary district), with grades ' +
      'and rating.',
    advice: 'Use it to find the district of a place, and the `geoid` that schools_school_by_district needs.',
    parameters: schoolParameters.districts,
    mirrored: true,
    response: districtsResponse,
    example: { districts: [districtExample] },
    answer: (vicinage, question) => schoolsIfLoaded(vicinage.schools).districts(question),
  }),
  defineEndpoint({
    id: 'schools.school',
    method: 'GET',
    path: '/v1/schools/school/{nces_id}',
    summary: 'All facts about a school',
    description:
      'Everything known about one public school: address, telephone, website, students by race and sex, ' +
      'teachers, ratios, and the rating in words with its source.',
    advice: 'Needs an `nces_id`, which both school searches return. It does not search by name.',
    parameters: schoolParameters.school,
    mirrored: true,
    response: schoolDetail,
    example: { ...schoolExample, ...factsExample },
    notFound: {
      name: 'SchoolNotFound',
      description: 'There is no school with this identifier.',
      detail: 'School not found',
    },
    answer: (vicinage, question) => schoolsIfLoaded(vicinage.schools).school(question),
  }),
]
