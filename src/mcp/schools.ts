import { parse } from '../endpoints/check.ts'
import { schoolParameters } from '../endpoints/endpoint-parameters.ts'
import { argumentsSchema } from '../endpoints/parameter-schema.ts'
import { schoolsIfLoaded } from '../endpoints/school-methods.ts'
import { schoolSearchResponse } from '../schools/answers.ts'
import type { Tool } from './tool.ts'

const { schoolRatings, schoolByDistrict } = schoolParameters
const [leaId] = schoolByDistrict
const parameters = [...schoolRatings, leaId]

/** One tool for both searches: schools near a coordinate, and schools of a district. */
export const schools: Tool = {
  name: 'schools',
  title: 'Schools near a coordinate, or of a district',
  description:
    'Public schools nearest to `lat` and `lon`, nearest first, with `same_district` only those whose district serves the place; or with `lea_id` in place of a coordinate all schools of that district by name. With level, grades and rating (1-10, 10 best; null where none is known). More about one: school with its `nces_id`.',
  input: argumentsSchema(parameters.map((parameter) => ({ ...parameter, required: false }))),
  output: schoolSearchResponse,
  parameters,
  prepare: (vicinage, input) => {
    const { lat, lon, lea_id } = (input ?? {}) as Readonly<Record<string, unknown>>
    if ((lea_id ?? null) !== null && (lat ?? null) === null && (lon ?? null) === null) {
      const request = parse(schoolByDistrict, input)
      return { places: 1, answer: () => schoolsIfLoaded(vicinage.schools).schoolByDistrict(request) }
    }
    const request = parse(schoolRatings, input)
    return { places: 1, answer: () => schoolsIfLoaded(vicinage.schools).schoolRatings(request) }
  },
}
