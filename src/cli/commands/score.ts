import type { Command } from 'commander'
import type { DimensionId } from '../../dimensions/catalog.ts'
import { bandText } from '../../dimensions/words.ts'
import type { Point } from '../../geo/place.ts'
import type { Score, Scores } from '../../scores/answers.ts'
import { dimensionsOptions } from '../arguments.ts'
import type { FoundPlace } from '../report.ts'
import { PLACE_WORDS, type Session } from '../session.ts'
import { paint, type Style } from '../style.ts'
import { hang, withoutControls } from '../text-layout.ts'
import { foundWords } from './geocode.ts'

/** `vicinage score LAT LON | ADDRESS`: one line per dimension. */
export function scoreCommand(program: Command, session: Session): void {
  program
    .command('score')
    .description('scores of a place, with a short description each')
    .usage('[options] LAT LON | ADDRESS')
    .argument('<place...>', PLACE_WORDS)
    .addOption(dimensionsOptions[0])
    .addOption(dimensionsOptions[1])
    .option('--json', 'as JSON')
    .action(async (given: string[], options: { dimensions?: readonly DimensionId[]; json?: true }) => {
      const chosen = options.dimensions === undefined ? {} : { dimensions: options.dimensions }
      const { vicinage, place } = await session.openAt(given, { ...chosen, schools: false })
      const scores = vicinage.scores(place, { ...chosen, units: session.style.units })
      if (options.json) session.printJson(scores)
      else session.print(placeLines(place, session.style) + scoresText(scores, session.style, session.isTerminal))
    })
}

/** What an address was found as; nothing of a coordinate. */
export function placeLines(place: FoundPlace | Point, style: Style): string {
  if (!('confidence' in place)) return ''
  const found = withoutControls(place)
  const notes = [`${foundWords(found, style.units)}.`, ...(found.note === null ? [] : [found.note.text])]
  return `${notes.map((note) => hang(note, style.width, 2)).join('\n')}\n\n`
}

/** Characters: with less room beside the scores, the words go to lines of their own. */
const roomForWords = 30

/**
 * One dimension per line: id, score, description. The description is wrapped for a terminal only, so that `grep` finds
 * whole lines.
 */
function scoresText(scores: Scores, style: Style, isTerminal: boolean): string {
  const idWidth = Math.max(...Object.keys(scores).map((id) => id.length))
  const texts = Object.values(scores).map(({ score, band }) => (band ? bandOf(band) : String(score)))
  const scoreWidth = Math.max(3, ...texts.map(({ length }) => length))
  const lines = Object.entries(scores).map(([id, { description, band }], i) => {
    const words = description ?? band?.note?.text ?? ''
    const start = `${id.padEnd(idWidth)}  ${paint(style, 'bold', texts[i].padStart(scoreWidth))}`
    const indent = idWidth + scoreWidth + 4
    if (!isTerminal) return `${start}  ${words}`.trimEnd()
    if (style.width - indent >= roomForWords) return `${start}  ${hang(words, style.width, indent)}`.trimEnd()
    return words === '' ? start : `${start}\n  ${hang(words, style.width, 2)}`
  })
  return `${lines.join('\n')}\n`
}

function bandOf({ p10, p90 }: NonNullable<Score['band']>): string {
  return p10 === null || p90 === null ? '-' : bandText(p10, p90)
}
