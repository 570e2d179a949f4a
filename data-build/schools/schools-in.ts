import { schoolLevels } from '../../src/answers/schools/level.ts'
import { NO_ZIP4, schoolColumns, studentGroups } from '../../src/answers/schools/school-columns.ts'
import type { Bundle } from '../../src/data/bundle/read.ts'
import { groupsBy, type RatedSchool, type RatingScheme, type SchoolDirectory, type StudentGroups } from './school.ts'

/**
 * Reads a bundle that `schoolsBundle` wrote. Figures that the bundle stores rounded are returned rounded.
 * @param name prefix for the ids of directories and rating schemes, because the bundle only stores their numbers
 * @throws {BundleError} when the bundle has a different kind, or a number in it is invalid
 */
export function schoolsIn(bundle: Bundle, name: string) {
  const columns = schoolColumns(bundle)
  const { meta, leas, cities } = columns
  const texts = { street: columns.street(), phone: columns.phone(), website: columns.website() }
  const id = (number: number) => `${name}-${number}`
  const groups = new Map(Array.from(columns.groupRow, (row, i) => [row, groupsAt(columns.groups, i)]))
  const schools = Array.from({ length: columns.size }, (_, row): RatedSchool => {
    const lea = columns.lea[row]
    const city = columns.city[row]
    const zip = columns.zip[row]
    const zip4 = columns.zip4[row]
    const scheme = columns.scheme[row]
    const grade = (code: number) => (code === 0 ? null : code - 2)
    const orNull = (count: number) => (count < 0 ? null : count)
    return {
      ncesId: digits(columns.id[row], 12),
      leaId: digits(leas.id[lea], 7),
      leaName: leas.name.at(lea),
      name: columns.name.at(row) ?? '',
      level: schoolLevels[columns.level[row] - 1] ?? null,
      lowestGrade: grade(columns.lowest[row]),
      highestGrade: grade(columns.highest[row]),
      lat: columns.lat[row],
      lon: columns.lon[row],
      street: texts.street.at(row),
      city: city === 0 ? null : cities.at(city - 1),
      state: meta.states[columns.state[row]],
      zip: zip === 0 ? null : `${digits(zip, 5)}${zip4 === NO_ZIP4 ? '' : `-${digits(zip4, 4)}`}`,
      phone: texts.phone.at(row),
      website: texts.website.at(row),
      students: orNull(columns.students[row]),
      teachers: columns.teachers[row] < 0 ? null : columns.teachers[row] / 100,
      groups: groups.get(row) ?? null,
      directory: id(columns.directory[row]),
      figure: scheme === 0 ? null : { scheme: id(scheme - 1), value: columns.figure[row] },
      rating: columns.rating[row] === 0 ? null : columns.rating[row],
    }
  })
  return {
    schools,
    directories: meta.directories.map(
      ({ name, year, note }, i): SchoolDirectory => ({ id: id(i), name, year, ...(note && { note }) }),
    ),
    ratingSchemes: meta.schemes.map((scheme, i): RatingScheme => ({ ...scheme, id: id(i) })),
  }
}

function groupsAt(counts: Int32Array, at: number): StudentGroups {
  return groupsBy((_, i) => {
    const count = counts[at * studentGroups.length + i]
    return count < 0 ? null : count
  })
}

function digits(number: number, length: number): string {
  return String(number).padStart(length, '0')
}
