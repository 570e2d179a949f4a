import type { LevelFilter } from '../schools/level.ts'
import type { DistrictsResponse, SchoolDetail, SchoolSearchResponse } from './school-schemas.ts'

/** Levels as the `level` parameter takes them: `middle,high`, or a list. */
export type Levels = string | readonly LevelFilter[] | undefined

export interface SchoolRatingsQuestion {
  readonly lat: number
  readonly lon: number
  /** `elementary`, `middle`, `high`, comma-separated or as a list; all schools when left out. */
  readonly level?: Levels
  /** 1-50; default 10. */
  readonly limit?: number | undefined
  /** Only schools of the districts that contain the place. Default false. */
  readonly same_district?: boolean | undefined
}

export interface SchoolByDistrictQuestion {
  /** 7 digits, as `districts` answers it in `geoid`. */
  readonly lea_id: string
  readonly level?: Levels
  readonly limit?: number | undefined
}

/** What can be asked about schools and school districts; the same questions and answers as over HTTP. */
export interface SchoolQuestions {
  /**
   * The public schools nearest to a place, nearest first (great circle; ties by `nces_id`).
   *
   * @throws {ValidationError} when an argument is missing or refused
   */
  schoolRatings(question: SchoolRatingsQuestion): SchoolSearchResponse
  /**
   * The schools of a district by name: accents and case aside, numbers by value.
   *
   * @throws {ValidationError} when an argument is missing or refused
   * @throws {NotFoundError} when there is no such district
   */
  schoolByDistrict(question: SchoolByDistrictQuestion): SchoolSearchResponse
  /**
   * The districts whose boundaries contain a place, by `geoid`; a place exactly on a boundary lies in all that share it.
   *
   * @throws {ValidationError} when lat or lon is missing or refused
   */
  districts(question: { readonly lat: number; readonly lon: number }): DistrictsResponse
  /**
   * The full record of a school.
   *
   * @throws {ValidationError} when `nces_id` is not 12 digits
   * @throws {NotFoundError} when there is no such school
   */
  school(question: { readonly nces_id: string }): SchoolDetail
}
