import { schoolLevels } from '../../src/schools/level.ts'
import { MOST_DIRECTORIES } from '../../src/schools/schools-meta.ts'
import { SourceError } from '../read/source-error.ts'
import type { SchoolDirectory } from './directories.ts'
import type { RatingScheme } from './rating-schemes.ts'
import type { RatedSchool } from './school.ts'

/** The order by name takes two bytes a school. */
const MOST_OF_LEA = 0x10000

/**
 * Checks that schools, by ascending nces_id, are what the bundle can hold.
 * @throws SourceError naming the first that is not, by its nces_id
 */
export function checkSchools(
  schools: readonly RatedSchool[],
  directories: readonly SchoolDirectory[],
  ratingSchemes: readonly RatingScheme[],
): void {
  const used = new Set(schools.map(({ directory }) => directory)).size
  if (used > MOST_DIRECTORIES)
    throw new SourceError({
      file: 'schools',
      found: `schools come from ${used} directories`,
      expectation: `${MOST_DIRECTORIES} at most`,
    })
  const directoryIds = new Set(directories.map(({ id }) => id))
  const schemeIds = new Set(ratingSchemes.map(({ id }) => id))
  let before = ''
  let ofLea = 0
  for (const school of schools) {
    const { ncesId, leaId, lat, lon, level, figure, rating, zip, state } = school
    const expect = (holds: boolean, found: string, expectation: string) => {
      if (!holds) throw new SourceError({ file: 'schools', found: `school ${ncesId} ${found}`, expectation })
    }
    expect(/^\d{12}$/.test(ncesId), 'has a malformed nces_id', '12 digits')
    expect(ncesId !== before, 'is given twice', 'every school once')
    ofLea = before.slice(0, 7) === ncesId.slice(0, 7) ? ofLea + 1 : 1
    expect(ofLea <= MOST_OF_LEA, `is number ${ofLea} of LEA ${leaId}`, `${MOST_OF_LEA} schools of an LEA at most`)
    before = ncesId
    expect(ncesId.slice(0, 7) === leaId, `belongs to LEA ${leaId}`, 'the first 7 digits of its nces_id')
    // Written so that NaN fails, too.
    expect(Math.abs(lat) <= 90 && Math.abs(lon) <= 180, `lies at ${lat}, ${lon}`, 'latitude and longitude in degrees')
    expect(school.name.trim() !== '', 'has no name', 'a name')
    expect(/^[A-Z]{2}$/.test(state), `is in state '${state}'`, 'a postal code of two letters')
    expect(zip === null || /^\d{5}(-\d{4})?$/.test(zip), `has ZIP '${zip}'`, '5 digits, or 5-4')
    expect(level === null || schoolLevels.includes(level), `has level '${level}'`, `one of ${schoolLevels.join(', ')}`)
    for (const grade of [school.lowestGrade, school.highestGrade])
      expect(
        grade === null || (Number.isInteger(grade) && grade >= -1 && grade <= 14),
        `has grade ${grade}`,
        '-1 to 14',
      )
    for (const count of [school.students, ...Object.values(school.groups ?? {})])
      expect(count === null || isCount(count), `has ${count} students`, 'a whole number')
    const { teachers } = school
    expect(teachers === null || (teachers >= 0 && teachers < 2e7), `has ${teachers} teachers`, 'a number from 0')
    expect(
      directoryIds.has(school.directory),
      `comes from '${school.directory}'`,
      `one of ${[...directoryIds].join(', ')}`,
    )
    expect(
      !figure || schemeIds.has(figure.scheme),
      `is rated by '${figure?.scheme}'`,
      `one of ${[...schemeIds].join(', ')}`,
    )
    expect(!figure || Math.abs(figure.value) <= 1e9, `has the figure ${figure?.value}`, 'a finite number')
    const fits = rating === null || (figure !== null && Number.isInteger(rating) && rating >= 1 && rating <= 10)
    expect(fits, `has rating ${rating}${figure ? '' : ' of no figure'}`, '1 to 10, with the figure behind it')
  }
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= 0x7fffffff
}
