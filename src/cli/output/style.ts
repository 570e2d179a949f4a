import type { Group } from '../../dimensions/dimension.ts'
import type { Terminal } from '../terminal.ts'

/** How text is laid out. */
export interface Style {
  /** Characters per line. */
  readonly width: number
  readonly colour: boolean
  readonly unicode: boolean
}

const withoutTerminal = 100
const narrowest = 40
const widest = 140

export function styleOf({ columns, colour, unicode }: Terminal): Style {
  return { width: Math.min(widest, Math.max(narrowest, columns ?? withoutTerminal)), colour, unicode }
}

// SGR codes. The groups' colours stay apart for colour-blind eyes, too (no red beside green), and never carry meaning alone.
const codes = { bold: 1, dim: 2, vibe: 36, environment: 94, demographics: 35, risk: 33 } as const satisfies Record<
  Group | 'bold' | 'dim',
  number
>

/** `text` in a colour or weight, where colours are on. Pad before: the codes have a length. */
export function paint({ colour }: Style, look: keyof typeof codes, text: string): string {
  return colour && text !== '' ? `\u001b[${codes[look]}m${text}\u001b[0m` : text
}

/** What stands between facts on one line. */
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

/** Writes an answer; outside UTF-8, as ASCII of the same length. */
export function write({ stdout, unicode }: Terminal, text: string): void {
  stdout(unicode ? text : toAscii(text))
}

function toAscii(text: string): string {
  return text.replace(/\P{ASCII}/gu, (letter) => {
    const base = plain[letter] ?? letter.normalize('NFD')[0]
    return /[ -~]/.test(base) ? base : '?'
  })
}
