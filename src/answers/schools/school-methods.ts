import { ifLoaded, NotFoundError, type NotLoadedError, refusedArgument } from '../../base/errors.ts'
import { directionTo } from '../../base/geo/direction.ts'
import type { PlaceNotFound, Point } from '../../base/geo/place.ts'
import { parse } from '../../base/parameters/check.ts'
import { checkPlace, getCoordinate } from '../../base/parameters/check-place.ts'
import { schoolParameters } from '../../base/parameters/endpoint-parameters.ts'
import { checkOptions, describe, didYouMean, type OptionNames } from '../../base/parameters/options.ts'
import { COVERAGE } from '../../base/states.ts'
import type { Districts } from '../districts/districts.ts'
import type {
  ListedSchools,
  NearbyCampus,
  NearbyCampuses,
  SchoolByDistrictRequest,
  SchoolMethods,
  SchoolRatingsRequest,
  SchoolSearchResponse,
  SchoolSummary,
} from './answers.ts'
import { isLevelOfSchool, levelsIn } from './level.ts'
import { schoolsNotLoaded } from './no-schools.ts'
import type { Schools } from './schools.ts'

const searchOptions = { level: true, limit: true } as const
const byDistrictRequest: OptionNames<SchoolByDistrictRequest> = {
  lea_id: true,
  campuses: 'boolean',
  ...searchOptions,
}

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
    const { lat, lon, level: levels, limit, same_district, minRating, maxDistance } = parseRatingsRequest(request)
    const loadedSchools = loaded(schools, 'schools')
    const among = same_district ? leasAt(loaded(districts, 'districts')(), lon, lat) : null
    const answer = loadedSchools().nearest(lon, lat, { levels, limit, among, campuses, minRating })
    const isNearby = ({ distance_meters }: SchoolSummary) =>
      maxDistance === undefined || distance_meters! <= maxDistance
    return {
      answer: maxDistance === undefined ? answer : { ...answer, schools: answer.schools.filter(isNearby) },
      count: () => loadedSchools().countCampuses(lon, lat, { levels, among, minRating, maxDistance }),
    }
  }
  /** Methods for `listedSchools` that do not validate IDs, because the schools come from a search. */
  const records = {
    ratingYear: ({ nces_id }: { readonly nces_id: string }) => loaded(schools, 'schools')().ratingYear(nces_id),
    listing: ({ nces_id }: { readonly nces_id: string }) => loaded(schools, 'schools')().listing(nces_id),
  }
  return {
    schoolRatings: (request) => nearest(request, false).answer,
    nearestCampuses(request) {
      const { answer, count } = nearest(request, true)
      const { lat, lon } = request as SchoolRatingsRequest
      const listed = nearbyCampuses(listedSchools(answer, records), { lat, lon }, count())
      return isNear(listed) ? listed : withDistance(listed, nearest({ lat, lon, limit: 1 }, true).answer)
    },
    schoolByDistrict(request) {
      checkOptions(request, byDistrictRequest)
      const { lea_id, level, limit } = parse(schoolParameters.schoolByDistrict, {
        ...request,
        level: levelsIn(request?.level),
      })
      const loadedSchools = loaded(schools, 'schools')
      const answer = loadedSchools().ofDistrict(lea_id, { levels: level, limit, campuses: request.campuses ?? false })
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
 * A school record is also accepted. If its level is one that searches do not accept, such as `Combined`, the level is
 * ignored.
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
 * Adds a remark to the answer if even the nearest school is too far away to attend.
 *
 * @param nearest the nearest school of any level and rating
 */
function withDistance(answer: NearbyCampuses, nearest: SchoolSearchResponse): NearbyCampuses {
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
  const { total: _, ...answer } = methods.nearestCampuses(request)
  return { ...answer, schools: answer.schools.map(withoutListing) }
}

function withoutListing({
  rating_year: _,
  program: __,
  kind: ___,
  agency_letter: ____,
  direction: _____,
  ...school
}: NearbyCampus) {
  return school
}

/** Adds the direction from the place to each school of an answer, and the number of all matching schools. */
export function nearbyCampuses(answer: ListedSchools, { lat, lon }: Point, total: number | null): NearbyCampuses {
  const schools = answer.schools.map((school) => ({
    ...school,
    direction: directionTo(lat, lon, school.lat, school.lon),
  }))
  return { ...answer, total, schools }
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
    nearestCampuses: orElse('nearestCampuses', (error) => ({ ...noSchools(error), total: 0 })),
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
