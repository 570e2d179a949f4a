import * as z from 'zod'
import type { Direction } from '../../base/geo/direction.ts'
import type { PlaceNotFound, Point } from '../../base/geo/place.ts'
import type { District } from '../districts/districts.ts'
import type { LevelFilter } from './level.ts'
import type { AgencyLetter } from './school-columns.ts'
import type { SchoolKind } from './school-kind.ts'

/**
 * Answers of the school and district endpoints, as types and as schemas. A fact that no source provides is `null`,
 * never 0.
 */

const text = z.string().nullable()
const count = z.int().min(0).nullable()
const ratio = z.number().min(0).nullable()
const grade = z.int().min(-1).max(14).nullable()

const GRADES = '-1 = pre-kindergarten, 0 = kindergarten, 1-12 = grades, 13 = ungraded, 14 = adult education.'
const STUDENTS = 'Enrolled students:'

export const schoolSummary = z
  .object({
    nces_id: z
      .string()
      .describe("12-digit identifier of the school: NCES's, or a substitute with 99 as its 8th and 9th digits."),
    name: z.string().describe('Name of the school.'),
    lea_id: z.string().describe('7-digit identifier of the school district (local education agency).'),
    lea_name: text.describe('Name of the school district.'),
    level: text.describe('School level: Elementary, Middle, High and so on.'),
    lowest_grade: grade.describe(`Lowest grade: ${GRADES}`),
    highest_grade: grade.describe(`Highest grade: ${GRADES}`),
    rating: z.int().min(0).max(10).nullable().describe('1-10, 10 best; null when unavailable.'),
    lat: z.number().describe('Latitude, decimal degrees, WGS 84.'),
    lon: z.number().describe('Longitude, decimal degrees, WGS 84.'),
    distance_meters: ratio.describe(
      'Distance in meters from the point of the search; null in searches without a point.',
    ),
  })
  .meta({ id: 'SchoolSummary' }) satisfies z.ZodType<SchoolSummary>

/** A public school in a list. Facts that no source provides are null. */
export interface SchoolSummary {
  /** 12-digit NCES school ID. Digits 8 and 9 are `99` if the school has no NCES ID and a substitute is used. */
  readonly nces_id: string
  /** School name. */
  readonly name: string
  /** 7-digit ID of the school district (local education agency). */
  readonly lea_id: string
  /** School district name. */
  readonly lea_name: string | null
  /** `Elementary`, `Middle`, `High`, `Combined` and so on. */
  readonly level: string | null
  /** Lowest grade: -1 = pre-kindergarten, 0 = kindergarten, 1-12 = grades, 13 = ungraded, 14 = adult education. */
  readonly lowest_grade: number | null
  /** Highest grade, in the same codes as `lowest_grade`. */
  readonly highest_grade: number | null
  /** Decile among the schools of the same state, level and year, 1-10, where 10 is best; null if unavailable. */
  readonly rating: number | null
  /** Latitude in degrees, WGS 84. */
  readonly lat: number
  /** Longitude in degrees, WGS 84. */
  readonly lon: number
  /** Distance in meters from the search point; null in searches without a point. */
  readonly distance_meters: number | null
}

export const schoolSearchResponse = z
  .object({
    schools: z.array(schoolSummary).describe('Nearest first, or by name in searches of one district.'),
    data_source: z.string().describe('The dataset that the schools come from.'),
    data_vintage: z.int().describe('Calendar year of the dataset.'),
    additional_info: text.describe('Notes about the answer.'),
  })
  .meta({ title: 'SchoolSearchResponse' }) satisfies z.ZodType<SchoolSearchResponse>

/** Result of a school search. */
export interface SchoolSearchResponse {
  /** Schools, nearest first. Schools of a single district are sorted by name instead. */
  readonly schools: readonly SchoolSummary[]
  /** Name of the source dataset. */
  readonly data_source: string
  /** Calendar year of the dataset. */
  readonly data_vintage: number
  /** Remarks about the answer; null if there are none. */
  readonly additional_info: string | null
}

export const schoolDetail = schoolSummary
  .extend({
    address: text.describe('Street, city, state and ZIP.'),
    phone: text.describe('Telephone number of the school.'),
    website: text.describe('URL of the school website.'),
    total_students: count.describe('Enrolled students.'),
    total_teachers: ratio.describe('Full-time-equivalent teachers.'),
    student_teacher_ratio: ratio.describe('Students per full-time-equivalent teacher.'),
    average_student_teacher_ratio: ratio.describe("Mean ratio of the state's schools at that level."),
    students_white: count.describe(`${STUDENTS} White.`),
    students_asian: count.describe(`${STUDENTS} Asian.`),
    students_black: count.describe(`${STUDENTS} Black or African American.`),
    students_hispanic: count.describe(`${STUDENTS} Hispanic or Latino.`),
    students_pacific_islander: count.describe(`${STUDENTS} Native Hawaiian or Other Pacific Islander.`),
    students_native_american: count.describe(`${STUDENTS} American Indian or Alaska Native.`),
    students_two_or_more: count.describe(`${STUDENTS} two or more races, or other.`),
    students_male: count.describe(`${STUDENTS} male.`),
    students_female: count.describe(`${STUDENTS} female.`),
    rating_source: text.describe('Who rated the school and when, for citation.'),
    rating_description: text.describe('The rating in words.'),
  })
  .meta({ title: 'SchoolDetail' }) satisfies z.ZodType<SchoolDetail>

/** The full record of a school. Facts that no source provides are null. */
export interface SchoolDetail extends SchoolSummary {
  /** Street address, city, state and ZIP code. */
  readonly address: string | null
  /** Telephone number. */
  readonly phone: string | null
  /** URL of the school's website. */
  readonly website: string | null
  /** Number of enrolled students. */
  readonly total_students: number | null
  /**
   * Number of full-time-equivalent teachers; null for 54% of the schools in Texas, including all schools of
   * charter operators.
   */
  readonly total_teachers: number | null
  /**
   * Students per full-time-equivalent teacher; null if either number is null, as for all schools of charter
   * operators in Texas.
   */
  readonly student_teacher_ratio: number | null
  /** Average number of students per full-time-equivalent teacher in the state's schools of the same level. */
  readonly average_student_teacher_ratio: number | null
  /** Enrolled students who are White. */
  readonly students_white: number | null
  /** Enrolled students who are Asian. */
  readonly students_asian: number | null
  /** Enrolled students who are Black or African American. */
  readonly students_black: number | null
  /** Enrolled students who are Hispanic or Latino. */
  readonly students_hispanic: number | null
  /** Enrolled students who are Native Hawaiian or Other Pacific Islander. */
  readonly students_pacific_islander: number | null
  /** Enrolled students who are American Indian or Alaska Native. */
  readonly students_native_american: number | null
  /** Enrolled students of two or more races, or of another race. */
  readonly students_two_or_more: number | null
  /** Enrolled male students. */
  readonly students_male: number | null
  /** Enrolled female students. */
  readonly students_female: number | null
  /** Publisher and year of the rating, for citation. */
  readonly rating_source: string | null
  /** Description of the rating. */
  readonly rating_description: string | null
}

export const district = z
  .object({
    geoid: z.string().describe('7-digit district identifier, elsewhere called `lea_id`.'),
    name: z.string().describe('Name of the district.'),
    sd_type: z.string().describe('Unified, Elementary or Secondary.'),
    state_fp: z.string().describe('2-digit FIPS code of the state.'),
    lograde: text.describe('Lowest grade as a label, such as KG.'),
    higrade: text.describe('Highest grade as a label, such as 12.'),
    rating: z.int().min(0).max(10).nullable().describe('1-10, 10 best; null when unavailable.'),
    rating_summary: text.describe('The rating in words, and how it was determined.'),
    rating_year: z.int().nullable().describe('Calendar year of the rating.'),
  })
  .meta({ id: 'District' }) satisfies z.ZodType<District>

export const districtsResponse = z
  .object({ districts: z.array(district).describe('All districts that contain the point. They may overlap.') })
  .meta({ title: 'DistrictsResponse' }) satisfies z.ZodType<DistrictsResponse>

/** School districts that contain a place. */
export interface DistrictsResponse {
  /** All districts that contain the place, sorted by `geoid`. Districts may overlap. */
  readonly districts: readonly District[]
}

/**
 * Values of the `level` parameter, as a string (`middle,high`) or a list. The capitalized form from responses (`High`)
 * is also accepted. A school matches its own level and every level in which it teaches two or more grades, so a K-8
 * school matches `elementary` and `middle`.
 */
export type Levels = string | readonly (LevelFilter | Capitalize<LevelFilter>)[] | null | undefined

/** Arguments of `schools.schoolRatings`. */
export interface SchoolRatingsRequest {
  /** Latitude in degrees, WGS 84. */
  readonly lat: number
  /** Longitude in degrees, WGS 84. */
  readonly lon: number
  /** `elementary`, `middle` or `high`, as a comma-separated string or a list; all schools by default. */
  readonly level?: Levels
  /** Maximum number of schools, 1-50; 10 by default. */
  readonly limit?: number | undefined
  /** Whether to search only the districts that contain the place; false by default. */
  readonly same_district?: boolean | undefined
  /**
   * Minimum rating, 1-10. If set, unrated schools are omitted. Ratings are whole numbers, so 7.5 means 8. All schools by
   * default.
   */
  readonly minRating?: number | undefined
  /**
   * Maximum distance in meters, any number greater than 0. By default, returns the nearest `limit` schools at any
   * distance.
   */
  readonly maxDistance?: number | undefined
}

/** Arguments of `schools.schoolByDistrict`. */
export interface SchoolByDistrictRequest {
  /** 7-digit district ID, returned by `districts` as `geoid`. */
  readonly lea_id: string
  /** `elementary`, `middle` or `high`, as a comma-separated string or a list; all schools by default. */
  readonly level?: Levels
  /** Maximum number of schools, 1-50; 10 by default. */
  readonly limit?: number | undefined
  /**
   * Whether to exclude programs without a campus, planned schools and repeated entries, as `nearestCampuses` does;
   * false by default.
   */
  readonly campuses?: boolean | undefined
}

/** How a school is listed in its agency's files. */
export interface SchoolListing {
  /**
   * `campus`: a school that students attend in person, including alternative and charter schools. `program`: a program
   * without a campus, such as homebound instruction, or schooling after an expulsion or in custody. `planned`: not open
   * yet. `repeated`: a second entry for a school at the same place.
   */
  readonly kind: SchoolKind
  /** Letter grade from the agency, A to F; null if the agency gave no grade. */
  readonly agency_letter: AgencyLetter | null
}

/** A listed school with the year of its rating, which `SchoolSummary` does not contain. */
export interface ListedSchool extends SchoolSummary, SchoolListing {
  /** Calendar year of the rating; null if the school is unrated. */
  readonly rating_year: number | null
  /**
   * Whether the school is a program without a campus, such as homebound instruction, or schooling after an expulsion or
   * in custody.
   */
  readonly program: boolean
}

/** Result of a school search with the year of each rating. */
export type ListedSchools = Omit<SchoolSearchResponse, 'schools'> & { readonly schools: readonly ListedSchool[] }

/** A campus near a place. */
export interface NearbyCampus extends ListedSchool {
  /** Compass direction from the place to the campus. */
  readonly direction: Direction
}

/** Result of `nearestCampuses`. */
export interface NearbyCampuses extends Omit<ListedSchools, 'schools'> {
  /**
   * Number of campuses that match the request, including campuses beyond the limit. If the request has no level,
   * rating, distance or `same_district`, this is the number of all campuses in the data. Null if the request has a
   * minimum rating and only the data around some places is loaded.
   */
  readonly total: number | null
  /** Campuses, nearest first. */
  readonly schools: readonly NearbyCampus[]
}

/**
 * Methods for schools and districts, with the same requests and responses as over HTTP. All methods throw
 * `NotLoadedError` if their data is not loaded.
 */
export interface SchoolMethods {
  /**
   * Returns the public schools nearest to a place, nearest first (great-circle distance; ties by `nces_id`). The list
   * includes programs without a campus, such as schooling in a hospital or in custody, because the endpoint mirrors the
   * hosted service. To leave out such programs, call `nearestCampuses`. To find out whether a school is such a program,
   * read `schools.listing(school).kind`.
   *
   * @throws {ValidationError} `input_invalid`, when an argument is missing or rejected
   */
  schoolRatings(request: SchoolRatingsRequest | PlaceNotFound): SchoolSearchResponse
  /**
   * Returns the nearest schools and the total number of schools that match the request. Each school has its direction
   * and the year of its rating. Excludes programs without a campus, planned schools and repeated entries. Used by
   * reports, the command line and agents. If the nearest school is over 100 km away, `additional_info` says so.
   *
   * @throws {ValidationError} `input_invalid`, when an argument is missing or invalid
   */
  nearestCampuses(request: SchoolRatingsRequest | PlaceNotFound): NearbyCampuses
  /**
   * Returns the schools of a district, sorted by name. Sorting ignores accents and case, and compares numbers by value.
   * If the district has more than `limit` schools, `additional_info` begins with `The first 50 of 150 schools by name.`
   * For the best schools in a large district, call `nearestCampuses` with `same_district` and `minRating`. The list
   * includes programs without a campus, because the endpoint mirrors the hosted service. To leave out such programs,
   * set `campuses: true`. To find out whether a school is such a program, read `schools.listing(school).kind`.
   *
   * @throws {ValidationError} `input_invalid`, when an argument is missing or invalid
   * @throws {NotFoundError} `district_unknown`, when the district does not exist
   */
  schoolByDistrict(request: SchoolByDistrictRequest): SchoolSearchResponse
  /**
   * Returns the districts that contain a place, sorted by `geoid`. A place exactly on a boundary is in all districts
   * that share the boundary.
   *
   * @throws {ValidationError} `input_invalid`, when lat or lon is missing or invalid
   */
  districts(request: Point | PlaceNotFound): DistrictsResponse
  /**
   * Returns the full record of a school.
   *
   * @throws {ValidationError} `input_invalid`, when `nces_id` is not 12 digits
   * @throws {NotFoundError} `school_unknown`, when the school does not exist
   */
  school(request: { readonly nces_id: string }): SchoolDetail
  /**
   * Returns the calendar year of a school's rating, or null if the school is unrated or does not exist.
   *
   * @throws {ValidationError} `input_invalid`, when `nces_id` is not 12 digits
   */
  ratingYear(request: { readonly nces_id: string }): number | null
  /**
   * Checks whether a school is a program without a campus. Returns false if the school does not exist.
   *
   * @throws {ValidationError} `input_invalid`, when `nces_id` is not 12 digits
   */
  isProgram(request: { readonly nces_id: string }): boolean
  /**
   * Returns the kind of a school (`campus`, `program`, `planned`, `repeated`) and its letter grade from the agency. For
   * a school that does not exist, returns `campus` without a letter.
   *
   * @throws {ValidationError} `input_invalid`, when `nces_id` is not 12 digits
   */
  listing(request: { readonly nces_id: string }): SchoolListing
}
