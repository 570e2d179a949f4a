import { ifLoaded, NotFoundError, type NotLoadedError, refusedArgument } from '../../base/errors.ts'
import type { PlaceNotFound } from '../../base/geo/place.ts'
import { parse } from '../../base/parameters/check.ts'
import { checkPlace, getCoordinate } from '../../base/parameters/check-place.ts'
import { schoolParameters } from '../../base/parameters/endpoint-parameters.ts'
import { checkOptions, describe, didYouMean, type OptionNames } from '../../base/parameters/options.ts'
import { COVERAGE } from '../../base/states.ts'
import type { Districts } from '../districts/districts.ts'
import type {
  ListedSchool,
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
 * Creates the school and district methods. The data is requested on first use. Methods whose data is null throw
 * `NotLoadedError`.
 */
export function schoolAnswers(schools: (() => Schools) | null, districts: (() => Districts) | null): SchoolMethods {
  let numbers = new Int32Array(0)
  const numbersAt = (districtData: Districts, lon: number, lat: number): Int32Array => {
    if (numbers.length < districtData.most) numbers = new Int32Array(districtData.most)
    return numbers.subarray(0, districtData.at(lon, lat, numbers))
  }
  const leasAt = (districtData: Districts, lon: number, lat: number): string[] =>
    Array.from(numbersAt(districtData, lon, lat), (district) => districtData.geoid(district))
  const nearest = (request: SchoolRatingsRequest | PlaceNotFound, campuses: boolean) => {
    const { lat, lon, level, limit, same_district, minRating, maxDistance } = parseRatingsRequest(request)
    const loadedSchools = loaded(schools, 'schools')
    const among = same_district ? leasAt(loaded(districts, 'districts')(), lon, lat) : null
    const answer = loadedSchools().nearest(lon, lat, { levels: level, limit, among, campuses, minRating })
    if (maxDistance === undefined) return answer
    return { ...answer, schools: answer.schools.filter(({ distance_meters }) => distance_meters! <= maxDistance) }
  }
  /** Methods for `listedSchools` that do not validate IDs, because the schools come from a search. */
  const records = {
    ratingYear: ({ nces_id }: { readonly nces_id: string }) => loaded(schools, 'schools')().ratingYear(nces_id),
    listing: ({ nces_id }: { readonly nces_id: string }) => loaded(schools, 'schools')().listing(nces_id),
  }
  return {
    schoolRatings: (request) => nearest(request, false),
    nearestCampuses(request) {
      const answer = listedSchools(nearest(request, true), records)
      const { lat, lon } = request as SchoolRatingsRequest
      return isNear(answer) ? answer : withDistance(answer, nearest({ lat, lon, limit: 1 }, true))
    },
    schoolByDistrict(request) {
      checkOptions(request, byDistrictRequest)
      const { lea_id, level, limit } = parse(schoolParameters.schoolByDistrict, {
        ...request,
        level: levelsIn(request?.level),
      })
      const loadedSchools = loaded(schools, 'schools')
      const answer = loadedSchools().ofDistrict(lea_id, { levels: level, limit })
      if (answer !== null) return answer
      if (districts !== null && districts().indexOf(lea_id) >= 0) return loadedSchools().none()
      throw new NotFoundError('School district not found', 'district_unknown')
    },
    districts(request) {
      checkPlace(request)
      const { lat, lon } = parse(schoolParameters.districts, { ...getCoordinate(request) })
      const districtsAt = loaded(districts, 'districts')()
      return { districts: Array.from(numbersAt(districtsAt, lon, lat), (i) => districtsAt.describe(i)) }
    },
    school(request) {
      const nces_id = parseSchool(request)
      const school = loaded(schools, 'schools')().school(nces_id)
      if (!school) throw new NotFoundError('School not found', 'school_unknown')
      return school
    },
    ratingYear(request) {
      const nces_id = parseSchool(request)
      return loaded(schools, 'schools')().ratingYear(nces_id)
    },
    isProgram(request) {
      const nces_id = parseSchool(request)
      return loaded(schools, 'schools')().listing(nces_id).kind === 'program'
    },
    listing(request) {
      const nces_id = parseSchool(request)
      return loaded(schools, 'schools')().listing(nces_id)
    },
  }
}

/** Validates a request for one school. A school record is also a valid request, so other fields are ignored. */
function parseSchool(request: { readonly nces_id: string }): string {
  if (request?.nces_id === undefined)
    for (const name in request) {
      const meant = didYouMean(name, ['nces_id'])
      if (meant !== '') throw refusedArgument(name, `There is no option '${name}'${meant}`, request, 'option_unknown')
    }
  return parse(schoolParameters.school, request).nces_id
}

/**
 * Validates a request for schools near a place. The place may have other fields, except fields that resemble an option.
 * A school record is also accepted. Its level is ignored if searches do not accept the level, such as `Combined`.
 */
function parseRatingsRequest(request: SchoolRatingsRequest | PlaceNotFound) {
  checkPlace(request, ['level', 'limit', 'same_district', 'minRating', 'maxDistance'])
  getCoordinate(request)
  const options = request as SchoolRatingsRequest
  const level = levelsIn(options.level)
  const isOfRecord = 'nces_id' in options && isLevelOfSchool(level)
  const minRating = options.minRating ?? undefined
  if (minRating !== undefined && !(typeof minRating === 'number' && minRating >= 1 && minRating <= 10))
    throw refusedArgument(
      'minRating',
      `minRating must be a number from 1 to 10, not ${describe(minRating)}.`,
      minRating,
    )
  const maxDistance = options.maxDistance ?? undefined
  if (maxDistance !== undefined && !(typeof maxDistance === 'number' && maxDistance > 0))
    throw refusedArgument(
      'maxDistance',
      `maxDistance must be a number of meters greater than 0, not ${describe(maxDistance)}.`,
      maxDistance,
    )
  const parsed = parse(schoolParameters.schoolRatings, { ...options, level: isOfRecord ? undefined : level })
  return { ...parsed, minRating, maxDistance }
}

/** Distance in meters beyond which a school is too far away to attend. */
const FAR = 100_000

/** Checks whether the first school of an answer, if any, is close enough to attend. */
function isNear({ schools }: Pick<SchoolSearchResponse, 'schools'>): boolean {
  return (schools[0]?.distance_meters ?? 0) <= FAR
}

/**
 * Adds a remark to the answer if the nearest school is too far from the place to attend.
 *
 * @param nearest the nearest school of any level and rating
 */
function withDistance(answer: ListedSchools, nearest: SchoolSearchResponse): ListedSchools {
  if (isNear(nearest)) return answer
  const meters = nearest.schools[0]?.distance_meters ?? 0
  const far = `The nearest school in the data is ${Math.round(meters / 1000)} km away: the data covers ${COVERAGE}.`
  return { ...answer, additional_info: answer.additional_info === null ? far : `${far} ${answer.additional_info}` }
}

/** Returns the nearest campuses with only the fields of `SchoolSummary`. */
export function campusesNear(
  methods: Pick<SchoolMethods, 'nearestCampuses'>,
  request: SchoolRatingsRequest,
): SchoolSearchResponse {
  const answer = methods.nearestCampuses(request)
  return { ...answer, schools: answer.schools.map(withoutListing) }
}

function withoutListing({ rating_year: _, program: __, kind: ___, agency_letter: ____, ...school }: ListedSchool) {
  return school
}

/** Adds the rating year, the kind and the agency's letter grade to each school of an answer. */
export function listedSchools(
  answer: SchoolSearchResponse,
  methods: Pick<SchoolMethods, 'ratingYear' | 'listing'>,
): ListedSchools {
  const schools = answer.schools.map((school) => {
    const listing = methods.listing(school)
    return { ...school, rating_year: methods.ratingYear(school), program: listing.kind === 'program', ...listing }
  })
  return { ...answer, schools }
}

function loaded<Made>(load: (() => Made) | null, part: 'schools' | 'districts'): () => Made {
  return load ?? schoolsNotLoaded(part)
}

/**
 * Wraps the methods so that they return empty answers instead of throwing if data is not loaded. Searches then give the
 * reason in `additional_info`.
 */
export function schoolsIfLoaded(methods: SchoolMethods): SchoolMethods {
  const orElse = <Name extends keyof SchoolMethods>(
    name: Name,
    otherwise: (error: NotLoadedError) => ReturnType<SchoolMethods[Name]>,
  ) => ((request: never) => ifLoaded(() => methods[name](request), otherwise)) as SchoolMethods[Name]
  const noSchools = ({ fact: message }: NotLoadedError) => {
    return { schools: [], data_source: 'none', data_vintage: 0, additional_info: message }
  }
  return {
    schoolRatings: orElse('schoolRatings', noSchools),
    nearestCampuses: orElse('nearestCampuses', noSchools),
    schoolByDistrict: orElse('schoolByDistrict', noSchools),
    districts: orElse('districts', () => ({ districts: [] })),
    school: orElse('school', () => {
      throw new NotFoundError('School not found', 'school_unknown')
    }),
    ratingYear: orElse('ratingYear', () => null),
    isProgram: orElse('isProgram', () => false),
    listing: orElse('listing', () => ({ kind: 'campus', agency_letter: null })),
  }
}
