import type { Scores } from '../../endpoints/schemas.ts'
import { hang } from './fit.ts'
import { paint, type Style } from './style.ts'

/** One dimension per line: id, score, description. The description is wrapped for a terminal only, so that `grep` finds whole lines. */
export function scoresText(scores: Scores, style: Style, isTerminal: boolean): string {
  const idWidth = Math.max(...Object.keys(scores).map((id) => id.length))
  const lines = Object.entries(scores).map(([id, { score, description }]) => {
    const words = description ?? ''
    const wrapped = isTerminal ? hang(words, style.width, idWidth + 7) : words
    return `${id.padEnd(idWidth)}  ${paint(style, 'bold', String(score).padStart(3))}  ${wrapped}`.trimEnd()
  })
  return `${lines.join('\n')}\n`
}
