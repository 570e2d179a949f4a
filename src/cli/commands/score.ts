import type { Command } from 'commander'
import { readDimensions } from '../dimension-argument.ts'
import { scoresText } from '../output/scores-text.ts'
import type { Session } from '../session.ts'

/** `vicinage score LAT LON`: one line per dimension. */
export function scoreCommand(program: Command, session: Session): void {
  program
    .command('score')
    .description('scores of a place, with a short description each')
    .usage('[options] LAT LON')
    .argument('<place...>', 'LAT LON or LAT,LON in decimal degrees; west is negative')
    .option('-d, --dimension <id>', 'this dimension only; may be repeated', (given, before: readonly string[] = []) => [
      ...new Set([...before, ...readDimensions(given)]),
    ])
    .option('--json', 'as JSON')
    .action(async (given: string[], options: { dimension?: readonly string[]; json?: true }) => {
      const place = session.place(given)
      const chosen = options.dimension === undefined ? {} : { dimensions: options.dimension }
      const vicinage = await session.open({ ...chosen, schools: false, geocoder: false })
      const scores = vicinage.scores({ ...place, ...chosen })
      if (options.json) session.printJson(scores)
      else session.print(scoresText(scores, session.style, session.isTerminal))
    })
}
