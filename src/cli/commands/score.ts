import type { Command } from 'commander'
import type { DimensionId } from '../../dimensions/catalog.ts'
import type { Scores } from '../../endpoints/answers.ts'
import { readDimensions } from '../arguments.ts'
import type { Session } from '../session.ts'
import { paint, type Style } from '../style.ts'
import { hang } from '../text-layout.ts'

/** `vicinage score LAT LON`: one line per dimension. */
export function scoreCommand(program: Command, session: Session): void {
  program
    .command('score')
    .description('scores of a place, with a short description each')
    .usage('[options] LAT LON')
    .argument('<place...>', 'LAT LON or LAT,LON in decimal degrees; west is negative')
    .option(
      '-d, --dimension <id>',
      'this dimension only; may be repeated',
      (given, before: readonly DimensionId[] = []) => [...new Set([...before, ...readDimensions(given)])],
    )
    .option('--json', 'as JSON')
    .action(async (given: string[], options: { dimension?: readonly DimensionId[]; json?: true }) => {
      const place = session.place(given)
      const chosen = options.dimension === undefined ? {} : { dimensions: options.dimension }
      const vicinage = await session.open({ ...chosen, schools: false, geocoder: false })
      const scores = vicinage.scores(place, { ...chosen, units: session.style.units })
      if (options.json) session.printJson(scores)
      else session.print(scoresText(scores, session.style, session.isTerminal))
    })
}

/** Characters: with less room beside the scores, the words go to lines of their own. */
const roomForWords = 30

/** One dimension per line: id, score, description. The description is wrapped for a terminal only, so that `grep` finds whole lines. */
function scoresText(scores: Scores, style: Style, isTerminal: boolean): string {
  const idWidth = Math.max(...Object.keys(scores).map((id) => id.length))
  const lines = Object.entries(scores).map(([id, { score, description }]) => {
    const words = description ?? ''
    const start = `${id.padEnd(idWidth)}  ${paint(style, 'bold', String(score).padStart(3))}`
    if (!isTerminal) return `${start}  ${words}`.trimEnd()
    if (style.width - idWidth - 7 >= roomForWords) return `${start}  ${hang(words, style.width, idWidth + 7)}`.trimEnd()
    return words === '' ? start : `${start}\n  ${hang(words, style.width, 2)}`
  })
  return `${lines.join('\n')}\n`
}
