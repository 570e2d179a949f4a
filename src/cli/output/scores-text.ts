import type { Scores } from '../../endpoints/schemas.ts'
import { hang } from './fit.ts'
import { paint, type Style } from './style.ts'

/** Characters: with less room beside the scores, the words go to lines of their own. */
const roomForWords = 30

/** One dimension per line: id, score, description. The description is wrapped for a terminal only, so that `grep` finds whole lines. */
export function scoresText(scores: Scores, style: Style, isTerminal: boolean): string {
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
