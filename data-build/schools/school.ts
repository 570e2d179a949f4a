import type { SchoolLevel } from '../../src/answers/schools/level.ts'
import { type AgencyLetter, agencyLetters, FIGURE, studentGroups } from '../../src/answers/schools/school-columns.ts'

/** An open public school as the agencies' files describe it. A field is `null` if no source has it. */
export interface School {
  /** 12-digit id: 7 digits for the LEA, then 5 for the school. */
  readonly ncesId: string
  /** 7-digit id of the LEA. */
  readonly leaId: string
  /** Name of the LEA in mixed case. */
  readonly leaName: string | null
  readonly name: string
  readonly level: SchoolLevel | null
  /** Lowest grade: -1 = pre-kindergarten, 0 = kindergarten, 1-12, 13 = ungraded, 14 = adult education. */
  readonly lowestGrade: number | null
  /** Highest grade, encoded like `lowestGrade`. */
  readonly highestGrade: number | null
  /** Latitude in degrees, WGS 84. The sources use NAD83, which differs by about a meter. */
  readonly lat: number
  /** Longitude in degrees, WGS 84. */
  readonly lon: number
  readonly street: string | null
  readonly city: string | null
  /** Two-letter state code. */
  readonly state: string
  /** ZIP code, `78701` or `78701-1234`. */
  readonly zip: string | null
  /** Telephone number `(512) 414-2505`, followed by ` ext. 12` if there is an extension. */
  readonly phone: string | null
  /** Website URL, `https://…` or `http://…`. */
  readonly website: string | null
  readonly students: number | null
  /** Teachers in full-time equivalents. */
  readonly teachers: number | null
  readonly groups: StudentGroups | null
  /** Id of the `SchoolDirectory` that lists the school. */
  readonly directory: string
  /** Figure that the school is rated by; null if the state's agency has none. */
  readonly figure: RatingFigure | null
  /**
   * What the agency's own fields say about an entry that is not an ordinary school: `program`, a program for students
   * who are sent there, for example after an expulsion or in custody; `uncounted`, an open entry for which the agency
   * counts no students, because they are counted at their own schools or are adults; `unopened`, a building that is not
   * finished. Omitted for ordinary schools.
   */
  readonly listedAs?: 'program' | 'uncounted' | 'unopened'
}

/** Students by race and sex; `null` if a count is missing or suppressed. */
export type StudentGroups = Readonly<Record<(typeof studentGroups)[number], number | null>>

/** Collects the count of each group, in the order of the bundle. */
export function groupsBy(count: (group: keyof StudentGroups, at: number) => number | null): StudentGroups {
  return Object.fromEntries(studentGroups.map((group, at) => [group, count(group, at)])) as StudentGroups
}

/**
 * NCES status codes of schools in operation: open, new, added, changed agency, reopened. Schools with other codes are
 * closed, inactive or future.
 */
export const inOperation: ReadonlySet<string> = new Set(['1', '3', '4', '5', '8'])

/** An agency's figure about a school or a district, such as an overall score. */
export interface RatingFigure {
  /** Id of the `RatingScheme`, which identifies the agency, year and type of figure. */
  readonly scheme: string
  readonly value: number
  /**
   * Value that orders schools with equal values, at most 1 away from `value`: the figure before its agency rounded it,
   * or other facts about the school. Omitted if only `value` is known.
   */
  readonly finer?: number
  /** Letter grade from the agency; omitted if there is none. */
  readonly letter?: AgencyLetter
}

/**
 * Returns an object with the letter in a cell, to be spread into a figure. The object is empty if the cell is not A, B,
 * C, D or F.
 */
export function letterIn(cell: string): Pick<RatingFigure, 'letter'> {
  const letter = agencyLetters.find((letter) => letter === cell.trim())
  return letter === undefined ? {} : { letter }
}

/** A school with its rating: 1-10, the decile of its figure among the schools of its state, level and scheme. */
export interface RatedSchool extends School {
  readonly rating: number | null
}

/** Open public schools of one state, each with the newest figure of its agency. */
export interface StateSchools {
  readonly schools: readonly School[]
  /** Directory that lists all the schools. */
  readonly directory: SchoolDirectory
}

/** A list of schools that an agency published. */
export interface SchoolDirectory {
  readonly id: string
  /** Agency and title, for `data_source`. */
  readonly name: string
  /** Calendar year of the data, for `data_vintage`. A school year counts as the year in which it starts. */
  readonly year: number
  /** Remark about the directory in one sentence. */
  readonly note?: string
}

/** A measure by which a state's agency rates schools. */
export interface RatingScheme {
  readonly id: string
  /** Agency and title with its year, for `rating_source`. */
  readonly source: string
  readonly year: number
  /** Description of the figure, such as `overall score of #`. The number replaces `FIGURE`, which is `#`. */
  readonly figure: string
  /** Number of decimals to print. */
  readonly digits: number
}

type Agency = Pick<RatingScheme, 'figure' | 'digits'> & { readonly source: (year: number) => string }

const agencies: ReadonlyMap<string, Agency> = new Map(
  Object.entries({
    tx: {
      source: (year: number) => `Texas Education Agency, ${year} accountability ratings`,
      figure: `overall score of ${FIGURE}`,
      digits: 0,
    },
    'tx-ordered': {
      source: (year: number) => `Texas Education Agency, ${year} accountability ratings`,
      figure: `overall score of ${FIGURE} (equal scores are ordered by earlier scores)`,
      digits: 0,
    },
    fl: {
      source: (year: number) => `Florida Department of Education, ${year} school grades`,
      figure: `${FIGURE}% of the possible points`,
      digits: 0,
    },
    'ca-dashboard': {
      source: (year: number) => `California Department of Education, ${year} California School Dashboard`,
      figure: `mean distance of ${FIGURE} points from standard in English and mathematics`,
      digits: 1,
    },
    'ca-tests': {
      source: (year: number) =>
        `California Department of Education, ${year} CAASPP test results (distance from standard derived from mean scale scores)`,
      figure: `mean distance of ${FIGURE} points from standard in English and mathematics, derived from mean scale scores`,
      digits: 1,
    },
  }),
)

/** Returns the scheme id for an agency's figures of one year, such as `tx-2022`. */
export function schemeId(agency: 'ca-dashboard' | 'ca-tests' | 'tx' | 'tx-ordered' | 'fl', year: number): string {
  return `${agency}-${year}`
}

/** Returns the scheme with this id for any year. Throws an `Error` for an id that no state has. */
export function getRatingScheme(id: string): RatingScheme {
  const [, name, year] = /^(.*)-(20\d\d)$/.exec(id) ?? []
  const agency = agencies.get(name)
  if (!agency) throw new Error(`No rating scheme is called "${id}".`)
  const { source, figure, digits } = agency
  return { id, source: source(Number(year)), year: Number(year), figure, digits }
}
