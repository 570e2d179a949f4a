import { ifLoaded, NotFoundError, type NotLoadedError } from '../../base/errors.ts'
import type { PlaceNotFound } from '../../base/geo/place.ts'
import { parse } from '../../base/parameters/check.ts'
import { checkPlace, coordinateOf } from '../../base/parameters/check-place.ts'
import { schoolParameters } from '../../base/parameters/endpoint-parameters.ts'
import { checkOptions, type OptionNames } from '../../base/parameters/options.ts'
import type { Districts } from '../districts/districts.ts'
import type {
  ListedSchools,
  SchoolByDistrictRequest,
  SchoolMethods,
  SchoolRatingsRequest,
  SchoolSearchResponse,
} from './answers.ts'
import { isLevelOfSchool, levelsIn } from './level.ts'
import { schoolsNotLoaded } from './no-schools.ts'
import type { Schools } from './schools.ts'

const searchOptions = { level: true, limit: true } as const
const byDistrictRequest: OptionNames<SchoolByDistrictRequest> = { lea_id: true, ...searchOptions }

/**
 * Creates the school and district methods. The data is requested on first use. Methods whose data was left out (null)
 * throw `NotLoadedError`.
 */
export function schoolAnswers(schools: (() => Schools) | null, districts: (() => Districts) | null): SchoolMethods {
  let numbers = new Int32Array(0)
  const numbersAt = (known: Districts, lon: number, lat: number): Int32Array => {
    if (numbers.length < known.most) numbers = new Int32Array(known.most)
    return numbers.subarray(0, known.at(lon, lat, numbers))
  }
  const leasAt = (known: Districts, lon: number, lat: number): string[] =>
    Array.from(numbersAt(known, lon, lat), (district) => known.geoid(district))
  const nearest = (request: SchoolRatingsRequest | PlaceNotFound, campuses: boolean) => {
    const { lat, lon, level, limit, same_district } = ratingsRequestOf(request)
    const known = loaded(schools, 'schools')
    const among = same_district ? leasAt(loaded(districts, 'districts')(), lon, lat) : null
    return known().nearest(lon, lat, { levels: level, limit, among, campuses })
  }
  return {
    schoolRatings: (request) => nearest(request, false),
    nearestCampuses(request) {
      return listedSchools(nearest(request, true), this)
    },
    schoolByDistrict(request) {
      checkOptions(request, byDistrictRequest)
      const { lea_id, level, limit } = parse(schoolParameters.schoolByDistrict, {
        ...request,
        level: levelsIn(request?.level),
      })
      const known = loaded(schools, 'schools')
      const answer = known().ofDistrict(lea_id, { levels: level, limit })
      if (answer !== null) return answer
      if (districts !== null && districts().indexOf(lea_id) >= 0) return known().none()
      throw new NotFoundError('School district not found', 'district_unknown')
    },
    districts(request) {
      checkPlace(request)
      const { lat, lon } = parse(schoolParameters.districts, { ...coordinateOf(request) })
      const known = loaded(districts, 'districts')()
      return { districts: Array.from(numbersAt(known, lon, lat), (i) => known.describe(i)) }
    },
    school(request) {
      const { nces_id } = parse(schoolParameters.school, request)
      const school = loaded(schools, 'schools')().school(nces_id)
      if (!school) throw new NotFoundError('School not found', 'school_unknown')
      return school
    },
    ratingYear(request) {
      const { nces_id } = parse(schoolParameters.school, request)
      return loaded(schools, 'schools')().ratingYear(nces_id)
    },
    isProgram(request) {
      const { nces_id } = parse(schoolParameters.school, request)
      return loaded(schools, 'schools')().isProgram(nces_id)
    },
  }
}

/**
 * Checks the request of a search near a place. The place may have other fields; those that are nearly options are
 * rejected. A school's own record is such a place: its level, if no search has it, is ignored.
 */
function ratingsRequestOf(request: SchoolRatingsRequest | PlaceNotFound) {
  checkPlace(request, ['level', 'limit', 'same_district'])
  coordinateOf(request)
  const given = request as SchoolRatingsRequest
  const level = levelsIn(given.level)
  const isOfRecord = 'nces_id' in given && isLevelOfSchool(level)
  return parse(schoolParameters.schoolRatings, { ...given, level: isOfRecord ? undefined : level })
}

/** Adds the year of each rating and the program flag to the schools of an answer. */
export function listedSchools(
  answer: SchoolSearchResponse,
  methods: Pick<SchoolMethods, 'ratingYear' | 'isProgram'>,
): ListedSchools {
  const schools = answer.schools.map((school) => {
    return { ...school, rating_year: methods.ratingYear(school), program: methods.isProgram(school) }
  })
  return { ...answer, schools }
}

function loaded<Made>(load: (() => Made) | null, what: 'schools' | 'districts'): () => Made {
  return load ?? schoolsNotLoaded(what)
}

/**
 * Wraps the methods for the faces of the service: if data is not loaded, they return nothing instead of throwing, and
 * searches say why.
 */
export function schoolsIfLoaded(methods: SchoolMethods): SchoolMethods {
  const or = <Name extends keyof SchoolMethods>(
    name: Name,
    otherwise: (error: NotLoadedError) => ReturnType<SchoolMethods[Name]>,
  ) => ((request: never) => ifLoaded(() => methods[name](request), otherwise)) as SchoolMethods[Name]
  const nothing = ({ message }: NotLoadedError) => {
    return { schools: [], data_source: 'none', data_vintage: 0, additional_info: message }
  }
  return {
    schoolRatings: or('schoolRatings', nothing),
    nearestCampuses: or('nearestCampuses', nothing),
    schoolByDistrict: or('schoolByDistrict', nothing),
    districts: or('districts', () => ({ districts: [] })),
    school: or('school', () => {
      throw new NotFoundError('School not found', 'school_unknown')
    }),
    ratingYear: or('ratingYear', () => null),
    isProgram: or('isProgram', () => false),
  }
}
