import type { OpenOptions } from '../open.ts'
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

const { stdout, stderr } = process

/** Ends the process when its output is closed: a reader that has seen enough (`vicinage dimensions | head -1`) is not a failure. */
export function exitOnEpipe(): void {
  for (const stream of [stdout, stderr]) stream.on('error', exitAt)
}

/** Undoes that: a service goes on when nobody reads its log or what it says any more. */
export function ignoreEpipe(): void {
  for (const stream of [stdout, stderr]) stream.off('error', exitAt).on('error', () => {})
}

function exitAt(this: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit()
  // Whoever was writing says what to do about it, if it is standard output that is full.
  if (this === stdout) stderr.write(`vicinage: Cannot write to standard output (${error.code}).\n`)
  process.exit(1)
}
