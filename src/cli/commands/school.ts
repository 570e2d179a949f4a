import type { Command } from 'commander'
import { answerAbout, readIdentifier, school } from '../identifier.ts'
import { schoolCard } from '../output/school-card.ts'
import { withoutControls } from '../output/without-controls.ts'
import type { Session } from '../session.ts'

/** `vicinage school NCES_ID`: one school in full. */
export function schoolCommand(program: Command, session: Session): void {
  program
    .command('school')
    .description('all that is known about one public school')
    .usage('[options] NCES_ID')
    .argument('<nces-id>', 'identifier of the school, 12 digits, as `vicinage schools` prints it')
    .option('--json', 'as JSON')
    .action(async (given: string, options: { json?: true }) => {
      const nces_id = readIdentifier(school, given)
      const { schools } = await session.open({ dimensions: [], geocoder: false })
      const answer = answerAbout(school, nces_id, schools, () => schools.school({ nces_id }))
      if (options.json) session.printJson(answer)
      else session.print(schoolCard(withoutControls(answer), session.style))
    })
}
