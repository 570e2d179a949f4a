import type { Command } from 'commander'
import { listedSchools, schoolsIfLoaded } from '../../schools/school-methods.ts'
import { answerAbout, district, readIdentifier } from '../identifier.ts'
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

/** `vicinage district-schools LEA_ID`: the public schools of a district by name. */
export function districtSchoolsCommand(program: Command, session: Session): void {
  const command = program
    .command('district-schools')
    .description('the public schools of a school district by name, with ratings')
    .usage('[options] LEA_ID')
    .argument('<lea-id>', 'identifier of the district, 7 digits, as `vicinage districts` prints it')
  addSchoolOptions(command)
    .option('--json', 'as JSON')
    .action(async (given: string, options: SchoolOptions & { readonly json?: true }) => {
      const lea_id = readIdentifier(district, given)
      const { level, limit } = readSchoolOptions(options)
      const vicinage = await session.open({ dimensions: [], geocoder: false })
      const schools = schoolsIfLoaded(vicinage.schools)
      const answer = answerAbout(district, lea_id, schools, () => schools.schoolByDistrict({ lea_id, level, limit }))
      if (options.json) return session.printJson(answer)
      const first = answer.schools.at(0)
      const name = first?.lea_name ?? null
      const words = {
        title: name === null ? `Schools of district ${lea_id}` : `Schools of ${name} (${lea_id})`,
        nothing:
          answer.data_source === 'none'
            ? (answer.additional_info ?? 'No schools are loaded.')
            : `There is no ${kindOfSchool(level)} of this district in the data.`,
        districts: false,
        next: [
          ...moreThan(answer.schools.length, limit),
          ...(first === undefined ? [] : [`One school in full: vicinage school ${first.nces_id}`]),
        ],
      }
      session.print(
        schoolsText(
          withoutControls(listedSchools(answer, schools)),
          withoutControls(words),
          session.style,
          session.isTerminal,
        ),
      )
    })
}
