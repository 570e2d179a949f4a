import type { Command } from 'commander'
import type { Point } from '../../geo/place.ts'
import type { SchoolMethods } from '../../schools/answers.ts'
import { listedSchools, schoolsIfLoaded } from '../../schools/school-methods.ts'
import { placeText } from '../arguments.ts'
import {
  addSchoolOptions,
  kindOfSchool,
  moreThan,
  readSchoolOptions,
  type SchoolOptions,
  schoolsText,
} from '../school-list.ts'
import type { Session } from '../session.ts'
import { withoutControls } from '../text-layout.ts'

interface Options extends SchoolOptions {
  readonly sameDistrict?: true
  readonly json?: true
}

/** `vicinage schools LAT LON`: the nearest public schools. */
export function schoolsCommand(program: Command, session: Session): void {
  const command = program
    .command('schools')
    .description('the public schools nearest to a place, with ratings')
    .usage('[options] LAT LON')
    .argument('<place...>', 'LAT LON or LAT,LON in decimal degrees; west is negative')
  addSchoolOptions(command)
    .option('--same-district', 'only schools in the districts of the place')
    .option('--json', 'as JSON')
    .action(async (given: string[], options: Options) => {
      const place = session.place(given)
      const { level, limit } = readSchoolOptions(options)
      const same_district = options.sameDistrict ?? false
      const vicinage = await session.open({ dimensions: [], geocoder: false })
      const schools = schoolsIfLoaded(vicinage.schools)
      const answer = schools.schoolRatings({ ...place, level, limit, same_district })
      if (options.json) return session.printJson(answer)
      const first = answer.schools.at(0)
      const words = {
        title: `Schools around ${placeText(place, ', ')}`,
        nothing:
          answer.data_source === 'none'
            ? (answer.additional_info ?? 'No schools are loaded.')
            : withoutControls(nothingFound(place, kindOfSchool(level), same_district, schools)),
        districts: true,
        next: [
          ...moreThan(answer.schools.length, limit),
          ...(first === undefined ? [] : [`One school in full: vicinage school ${first.nces_id}`]),
        ],
      }
      session.print(
        schoolsText(withoutControls(listedSchools(answer, schools)), words, session.style, session.isTerminal),
      )
    })
}

function nothingFound(place: Point, kind: string, sameDistrict: boolean, schools: SchoolMethods): string {
  if (!sameDistrict) return `There is no ${kind} in the data.`
  const { districts } = schools.districts(place)
  if (districts.length === 0) return 'This place is not in a school district.'
  return `There is no ${kind} of ${districts.map(({ name }) => name).join(' or ')} in the data.`
}
