import type { Command } from 'commander'
import { catalogueText } from '../output/catalogue-text.ts'
import type { Session } from '../session.ts'

/** `vicinage dimensions`: the catalogue. Only its JSON names the sources, and opens the data for them. */
export function dimensionsCommand(program: Command, session: Session): void {
  program
    .command('dimensions')
    .description('the fourteen dimensions and what their scales mean')
    .option('--json', 'as JSON, with methods and sources')
    .action(async (options: { json?: true }) => {
      if (options.json)
        session.printJson({ dimensions: (await session.open({ schools: false, geocoder: false })).dimensions() })
      else session.print(catalogueText(session.style))
    })
}
