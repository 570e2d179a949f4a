import type { Command } from 'commander'
import { country } from '../../endpoints/known-parameters.ts'
import { addressOf, readAddress } from '../address.ts'
import { geocodeText } from '../output/geocode-text.ts'
import { withoutControls } from '../output/without-controls.ts'
import { readQuestion } from '../question.ts'
import type { Session } from '../session.ts'

/** `vicinage geocode ADDRESS`: the coordinate of an address, and what it rests on. */
export function geocodeCommand(program: Command, session: Session): void {
  program
    .command('geocode')
    .description('the coordinate of an address, the layer it comes from and how far it may be trusted')
    .usage('[options] ADDRESS')
    .argument('<address...>', 'an address or place in one line: "1100 Congress Ave, Austin, TX 78701"')
    .option('--country <code>', 'two letters; nothing is found outside US')
    .option('--streets <dir>', 'folder of street layers, from `vicinage geocoder add-streets`')
    .option('--json', 'as JSON')
    .action(async (given: string[], options: { country?: string; streets?: string; json?: true }) => {
      const address = readAddress(addressOf(given))
      const asked = readQuestion([country], options)
      const { streets } = options
      const vicinage = await session.open({ dimensions: [], schools: false, ...(streets && { streets }) })
      const answer = vicinage.geocode(address, asked)
      if (options.json) session.printJson(answer)
      else session.print(geocodeText(address, withoutControls(answer), session.style))
    })
}
