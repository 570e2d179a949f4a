import { paint, type Style } from './style.ts'

type Look = Parameters<typeof paint>[1]

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/** A score of 1-255 as a bar of `cells` characters: 255 fills it, and no score is invisible. */
export function bar(score: number, cells: number, look: Look, style: Style): string {
  const filled = style.unicode ? blocks(score, cells) : '#'.repeat(Math.max(1, Math.round((score / 255) * cells)))
  const rest = (style.unicode ? '·' : '.').repeat(cells - filled.length)
  return paint(style, look, filled) + paint(style, 'dim', rest)
}

function blocks(score: number, cells: number): string {
  const parts = Math.max(1, Math.round((score / 255) * cells * 8))
  return '█'.repeat(Math.floor(parts / 8)) + eighths[parts % 8]
}
