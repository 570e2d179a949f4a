import { districtsResponse, schoolDetail, schoolSearchResponse } from '../schools/answers.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'
import { schoolParameters } from './endpoint-parameters.ts'

/** The endpoints of schools and school districts. */
export const schoolEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    id: 'schools.schoolRatings',
    method: 'GET',
    path: '/v1/schools/search/school-ratings',
    summary: 'Schools near a coordinate',
    description:
      'Public schools nearest to a coordinate, nearest first, with level, grades and rating (1-10, 10 best; null where none is known). A school that teaches several levels appears under each of them.',
    parameters: schoolParameters.schoolRatings,
    response: schoolSearchResponse,
    answer: (vicinage, question) => vicinage.schools.schoolRatings(question),
  }),
  defineEndpoint({
    id: 'schools.schoolByDistrict',
    method: 'GET',
    path: '/v1/schools/search/school-by-district',
    summary: 'Schools of a district',
    description: 'Public schools of one school district in alphabetical order, with level, grades and rating.',
    parameters: schoolParameters.schoolByDistrict,
    response: schoolSearchResponse,
    answer: (vicinage, question) => vicinage.schools.schoolByDistrict(question),
  }),
  defineEndpoint({
    id: 'schools.districts',
    method: 'GET',
    path: '/v1/schools/search/districts',
    summary: 'School districts at a coordinate',
    description:
      'Every school district that a coordinate lies in: one unified or an elementary and a secondary one; with grades and rating.',
    parameters: schoolParameters.districts,
    response: districtsResponse,
    answer: (vicinage, question) => vicinage.schools.districts(question),
  }),
  defineEndpoint({
    id: 'schools.school',
    method: 'GET',
    path: '/v1/schools/school/{nces_id}',
    summary: 'One school in full',
    description:
      'All that is known about one public school: address, telephone, website, students by race and sex, teachers, ratios, rating in words and its source.',
    parameters: schoolParameters.school,
    response: schoolDetail,
    answer: (vicinage, question) => vicinage.schools.school(question),
  }),
]
