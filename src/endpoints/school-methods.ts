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

/**
 * The functions of schools and districts, which call for them when they are first needed. Where a bundle was left out (null), they find
 * nothing and say so.
 */
export function schoolAnswers(schools: (() => Schools) | null, districts: (() => Districts) | null): SchoolMethods {
  let found = new Int32Array(0)
  const numbersAt = (known: Districts, lon: number, lat: number): Int32Array => {
    if (found.length < known.most) found = new Int32Array(known.most)
    return found.subarray(0, known.at(lon, lat, found))
  }
  const leasAt = (known: Districts, lon: number, lat: number): string[] =>
    Array.from(numbersAt(known, lon, lat), (district) => known.geoid(district))
  return {
    schoolRatings(request) {
      checkOptions(request, ratingsRequest)
      const { lat, lon, level, limit, same_district } = parse(schoolParameters.schoolRatings, request)
      if (!schools) return notLoaded('schools')
      if (same_district && !districts) return notLoaded('districts')
      const among = same_district && districts ? leasAt(districts(), lon, lat) : null
      return schools().nearest(lon, lat, { levels: level, limit, among })
    },
    schoolByDistrict(request) {
      checkOptions(request, byDistrictRequest)
      const { lea_id, level, limit } = parse(schoolParameters.schoolByDistrict, request)
      if (!schools) return notLoaded('schools')
      const answer = schools().ofDistrict(lea_id, { levels: level, limit })
      if (answer !== null) return answer
      if (districts !== null && districts().indexOf(lea_id) >= 0) return schools().none()
      throw new NotFoundError('School district not found')
    },
    districts(request) {
      const { lat, lon } = parse(schoolParameters.districts, request)
      if (!districts) return { districts: [] }
      const known = districts()
      return { districts: Array.from(numbersAt(known, lon, lat), (i) => known.describe(i)) }
    },
    school(request) {
      const { nces_id } = parse(schoolParameters.school, request)
      const school = schools?.().school(nces_id)
      if (!school) throw new NotFoundError('School not found')
      return school
    },
    ratingYear(request) {
      const { nces_id } = parse(schoolParameters.school, request)
      return schools?.().ratingYear(nces_id) ?? null
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
