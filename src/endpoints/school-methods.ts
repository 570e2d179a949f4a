import type { Districts } from '../districts/districts.ts'
import { NotFoundError } from '../errors.ts'
import { checkOptions, type OptionNames } from '../options.ts'
import type {
  ListedSchools,
  SchoolByDistrictRequest,
  SchoolMethods,
  SchoolRatingsRequest,
  SchoolSearchResponse,
} from '../schools/answers.ts'
import type { Schools } from '../schools/schools.ts'
import { parse } from './check.ts'
import { schoolParameters } from './endpoint-parameters.ts'

const ratingsRequest: OptionNames<SchoolRatingsRequest> = {
  lat: true,
  lon: true,
  level: true,
  limit: true,
  same_district: true,
}
const byDistrictRequest: OptionNames<SchoolByDistrictRequest> = { lea_id: true, level: true, limit: true }

/** The functions of schools and districts; where a bundle was left out, they find nothing and say so. */
export function schoolAnswers(schools: Schools | null, districts: Districts | null): SchoolMethods {
  const found = new Int32Array(districts?.most ?? 0)
  const leasAt = (lon: number, lat: number): string[] => {
    const leas: string[] = []
    const count = districts?.at(lon, lat, found) ?? 0
    for (let i = 0; i < count; i++) leas.push(districts!.geoid(found[i]))
    return leas
  }
  return {
    schoolRatings(request) {
      checkOptions(request, ratingsRequest)
      const { lat, lon, level, limit, same_district } = parse(schoolParameters.schoolRatings, request)
      if (!schools) return notLoaded('schools')
      if (same_district && !districts) return notLoaded('districts')
      return schools.nearest(lon, lat, { levels: level, limit, among: same_district ? leasAt(lon, lat) : null })
    },
    schoolByDistrict(request) {
      checkOptions(request, byDistrictRequest)
      const { lea_id, level, limit } = parse(schoolParameters.schoolByDistrict, request)
      if (!schools) return notLoaded('schools')
      const known = districts !== null && districts.indexOf(lea_id) >= 0
      const answer = schools.ofDistrict(lea_id, { levels: level, limit }) ?? (known ? schools.none() : null)
      if (answer === null) throw new NotFoundError('School district not found')
      return answer
    },
    districts(request) {
      const { lat, lon } = parse(schoolParameters.districts, request)
      if (!districts) return { districts: [] }
      const count = districts.at(lon, lat, found)
      return { districts: Array.from(found.subarray(0, count), (i) => districts.describe(i)) }
    },
    school(request) {
      const { nces_id } = parse(schoolParameters.school, request)
      const school = schools?.school(nces_id)
      if (!school) throw new NotFoundError('School not found')
      return school
    },
    ratingYear(request) {
      const { nces_id } = parse(schoolParameters.school, request)
      return schools?.ratingYear(nces_id) ?? null
    },
  }
}

/** The answer of a search with the year of each rating. */
export function withRatingYears(
  answer: SchoolSearchResponse,
  methods: Pick<SchoolMethods, 'ratingYear'>,
): ListedSchools {
  const schools = answer.schools.map((school) => ({ ...school, rating_year: methods.ratingYear(school) }))
  return { ...answer, schools }
}

function notLoaded(what: 'schools' | 'districts'): SchoolSearchResponse {
  const additional_info = `The ${what} are not loaded: ${what}.bundle was left out.`
  return { schools: [], data_source: 'none', data_vintage: 0, additional_info }
}
