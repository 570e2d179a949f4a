import type { SchoolLevel } from '../../src/schools/level.ts'

/** One open public school as the agencies' files describe it; `null` where no source says. */
export interface School {
  /** 12 digits: the LEA's 7, then the school's 5. */
  readonly ncesId: string
  /** 7 digits. */
  readonly leaId: string
  /** In readable case. */
  readonly leaName: string | null
  readonly name: string
  readonly level: SchoolLevel | null
  /** -1 = pre-kindergarten, 0 = kindergarten, 1-12, 13 = ungraded, 14 = adult education. */
  readonly lowestGrade: number | null
  readonly highestGrade: number | null
  /** Degrees, WGS 84 (the sources' NAD83 differs by about a metre). */
  readonly lat: number
  readonly lon: number
  readonly street: string | null
  readonly city: string | null
  /** Two letters. */
  readonly state: string
  /** `78701` or `78701-1234`. */
  readonly zip: string | null
  /** `(512) 414-2505`, with ` ext. 12` where there is one. */
  readonly phone: string | null
  /** `https://…` or `http://…`. */
  readonly website: string | null
  readonly students: number | null
  /** Full-time equivalents. */
  readonly teachers: number | null
  readonly groups: StudentGroups | null
  /** The directory that names the school: an id of `directories.ts`. */
  readonly directory: string
  /** What the school is rated by; null where the state's agency gives no figure. */
  readonly figure: RatingFigure | null
}

/** Students by race and sex; `null` where a count is missing or suppressed. */
export interface StudentGroups {
  readonly white: number | null
  readonly asian: number | null
  readonly black: number | null
  readonly hispanic: number | null
  readonly pacificIslander: number | null
  readonly nativeAmerican: number | null
  readonly twoOrMore: number | null
  readonly male: number | null
  readonly female: number | null
}

/** An agency's figure about a school or a district, such as an overall score. */
export interface RatingFigure {
  /** An id of `rating-schemes.ts`: which agency, which year, which figure. */
  readonly scheme: string
  readonly value: number
  /** The figure before its agency rounded it, at most 1 away: orders schools of one value. Absent where only `value` is known. */
  readonly unrounded?: number
}

/** A school with its rating: 1-10, the decile of its figure among the schools of its state, level and scheme. */
export interface RatedSchool extends School {
  readonly rating: number | null
}
