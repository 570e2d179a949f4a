import type { OpenOptions } from '../open-options.ts'
import type { Vicinage } from '../vicinage.ts'

/** What the command line writes to and asks: the process, or strings in a test. */
export interface Terminal {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Characters per line; undefined where the output is not a terminal. */
  readonly columns: number | undefined
  readonly color: boolean
  /** Whether more than ASCII can be shown. */
  readonly unicode: boolean
  readonly version: string
  readonly open: (options: OpenOptions) => Promise<Vicinage>
}

type Environment = Readonly<Record<string, string | undefined>>

/** FORCE_COLOR wins over NO_COLOR, as in Node itself; without either, colors are for terminals. */
export function hasColor(environment: Environment, isTerminal: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: kind } = environment
  if (force !== undefined) return force !== '0' && force !== 'false'
  if (no !== undefined && no !== '') return false
  return isTerminal && kind !== 'dumb'
}

/** Whether the locale's characters are UTF-8. Windows has no such variables, and shows block elements. */
export function hasUnicode(environment: Environment, platform: string): boolean {
  if (platform === 'win32') return true
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || ''
  return platform === 'darwin' && locale === '' ? true : /utf-?8/i.test(locale)
}

/** The colors of `paint`, and what a status line begins with. */
const OWN_CODES = '\u001b\\[(?:0|1|2|32|33|35|36|94)m|\r\u001b\\[K'
/** Controls, and marks that turn the direction of writing. */
const HARMFUL = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu
const PARTS = new RegExp(`(${OWN_CODES})|${HARMFUL.source}`, 'gu')

/**
 * A text that cannot steer the terminal, whatever stands in the files that it quotes: all codes but our own become
 * spaces.
 */
export function harmless(text: string): string {
  return text.replace(PARTS, (_, own: string | undefined) => own ?? ' ')
}

/** JSON that cannot: what a terminal might obey is escaped, so that the value stays the same. */
export function harmlessJson(json: string): string {
  return json.replace(HARMFUL, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const { stdout, stderr } = process

/**
 * Ends the process when its output is closed: a reader that has seen enough (`vicinage dimensions | head -1`) is not a
 * failure.
 */
export function exitOnEpipe(): void {
  for (const stream of [stdout, stderr]) stream.on('error', exitAt)
}

/** Undoes that: a service goes on when nobody reads its log or what it says any more. */
export function ignoreEpipe(): void {
  for (const stream of [stdout, stderr]) stream.off('error', exitAt).on('error', () => {})
}

function exitAt(this: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit()
  // The code that was writing says what to do about it, if it is standard output that is full.
  if (this === stdout) stderr.write(`vicinage: Cannot write to standard output (${error.code}).\n`)
  process.exit(1)
}
