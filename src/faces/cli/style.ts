import type { Group } from '../../answers/dimensions/dimension.ts'
import type { Units } from '../../answers/dimensions/words.ts'
import { harmless, type Terminal } from './terminal.ts'
import { flow } from './text-layout.ts'

/** Text layout settings. */
export interface Style {
  /** Characters per line. */
  readonly width: number
  readonly color: boolean
  readonly unicode: boolean
  /** Units of distances and other quantities. */
  readonly units: Units
}

const withoutTerminal = 100
const narrowest = 40
const widest = 140

export function getStyle({ columns, color, unicode }: Terminal, units: Units): Style {
  return { width: Math.min(widest, Math.max(narrowest, columns ?? withoutTerminal)), color, unicode, units }
}

// Terminal escape codes (SGR) by name. The group colors are distinguishable for color-blind readers (red and green are
// never combined), and color never carries meaning alone.
const codes = {
  bold: 1,
  dim: 2,
  vibe: 36,
  environment: 94,
  demographics: 35,
  risk: 33,
  layers: 32,
} as const satisfies Record<Group | 'bold' | 'dim', number>

/** Wraps `text` in a color or weight if colors are enabled. Pad the text first, because the codes add to its length. */
export function paint({ color }: Style, look: keyof typeof codes, text: string): string {
  return color && text !== '' ? `\u001b[${codes[look]}m${text}\u001b[0m` : text
}

/** Returns the separator between facts on one line. */
export function between({ unicode }: Style): string {
  return unicode ? '  ·  ' : '  |  '
}

const plain: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '−': '-',
  '²': '2',
  '³': '3',
  µ: 'u',
  '·': '-',
  '×': 'x',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
}

/** Writes an answer. Without UTF-8 support, each non-ASCII character is replaced with one ASCII character. */
export function write({ stdout, unicode }: Terminal, text: string): void {
  stdout(harmless(unicode ? text : toAscii(text)))
}

function toAscii(text: string): string {
  return text.replace(/\P{ASCII}/gu, (letter) => {
    const base = plain[letter] ?? letter.normalize('NFD')[0]
    return /[ -~]/.test(base) ? base : '?'
  })
}

/** Formats a name followed by facts, wrapped to the width. */
export function titleText(name: string, facts: readonly string[], style: Style): string {
  const [first, ...rest] = flow([name, ...facts], between(style), style.width)
  const beside = first.startsWith(name) ? first.slice(name.length) : ''
  const lines = [paint(style, 'bold', first.slice(0, first.length - beside.length)) + paint(style, 'dim', beside)]
  return [...lines, ...rest.map((line) => paint(style, 'dim', line))].join('\n')
}

type Look = Parameters<typeof paint>[1]

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

/**
 * Draws a score of 1-255 as a bar of `cells` characters. A score of 255 fills the bar, and the lowest scores are still
 * visible.
 */
export function bar(score: number, cells: number, look: Look, style: Style): string {
  const filled = style.unicode ? blocks(score, cells) : '#'.repeat(Math.max(1, Math.round((score / 255) * cells)))
  const rest = (style.unicode ? '·' : '.').repeat(cells - filled.length)
  return paint(style, look, filled) + paint(style, 'dim', rest)
}

/** Draws a score range as a bar that starts at the low score and ends at the high score. */
export function bandBar(low: number, high: number, cells: number, look: Look, style: Style): string {
  const before = Math.min(cells - 1, Math.floor((low / 256) * cells))
  const filled = Math.max(1, Math.round((high / 255) * cells) - before)
  const dots = (count: number) => paint(style, 'dim', (style.unicode ? '·' : '.').repeat(count))
  return dots(before) + paint(style, look, (style.unicode ? '█' : '#').repeat(filled)) + dots(cells - before - filled)
}

/** Draws a score as a bar with its interval: solid up to the low end, `▒` up to the score, `░` up to the high end. */
export function intervalBar(score: number, interval: Ends, cells: number, look: Look, style: Style): string {
  const getCell = (end: number) => Math.round((end / 255) * cells)
  const [low, at, high] = [interval.low, score, interval.high].map(getCell)
  if (low === high) return bar(score, cells, look, style)
  const [solid, below, above, rest] = style.unicode ? '█▒░·' : '#+-.'
  const filled = solid.repeat(low) + below.repeat(at - low) + above.repeat(high - at)
  return paint(style, look, filled) + paint(style, 'dim', rest.repeat(cells - high))
}

interface Ends {
  /** Low end of the interval, at most the score. */
  readonly low: number
  /** High end of the interval, at least the score. */
  readonly high: number
}

function blocks(score: number, cells: number): string {
  const parts = Math.max(1, Math.round((score / 255) * cells * 8))
  return '█'.repeat(Math.floor(parts / 8)) + eighths[parts % 8]
}
