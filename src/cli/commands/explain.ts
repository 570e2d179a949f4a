import type { Command } from 'commander'
import { dimensions } from '../../dimensions/catalogue.ts'
import { readDimension } from '../dimension-argument.ts'
import { explanationText } from '../output/explanation-text.ts'
import type { Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'

/** `vicinage explain DIMENSION LAT LON`: what is behind one score. */
export function explainCommand(program: Command, session: Session): void {
  program
    .command('explain')
    .description('what is behind one score: inputs, method, percentiles, sources')
    .usage('[options] DIMENSION LAT LON')
    .argument('<dimension>', 'id of the dimension, such as flood')
    .argument('<place...>', 'LAT LON or LAT,LON in decimal degrees; west is negative')
    .option('--json', 'as JSON')
    .action(async (givenId: string, given: string[], options: { json?: true }) => {
      if (Number.isFinite(Number.parseFloat(givenId)))
        throw new UsageError(
          'The dimension comes before the place.',
          'For example: vicinage explain flood 30.2672 -97.7431',
        )
      const id = readDimension(givenId)
      const place = session.place(given)
      const answer = (await session.open({ dimensions: [id], schools: false, geocoder: false })).explain(id, place)
      const dimension = dimensions.find((known) => known.id === id)
      if (options.json || dimension === undefined) session.printJson(answer)
      else session.print(explanationText(dimension, answer, place, session.style))
    })
}
