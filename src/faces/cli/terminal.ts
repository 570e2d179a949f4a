import { readFileSync } from 'node:fs'
import type { OpenOptions } from '../../library/open-options.ts'
import type { Patience } from '../../library/user-data/shipped-pipeline.ts'
import type { Vicinage } from '../../library/vicinage.ts'
import type { ExplorerSite } from './explorer-site.ts'

/** Input and output of the command line: the process, or strings in a test. */
export interface Terminal {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Characters per line; undefined where the output is not a terminal. */
  readonly columns: number | undefined
  readonly color: boolean
  /** Whether more than ASCII can be shown. */
  readonly unicode: boolean
  readonly version: string
  /** Address of the issues, if the owner of the package has configured one. */
  readonly bugs?: string | undefined
  /** Loads the explorer, which is not a part of the faces. */
  readonly site: () => Promise<ExplorerSite>
  readonly open: (options: OpenOptions) => Promise<Vicinage>
  /** Asks a person a question that is answered with yes or no; undefined where nobody can answer. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined
  /** How long downloads wait; undefined outside tests. */
  readonly patience?: Patience | undefined
}

/** Asks on standard error and reads the answer from standard input. Anything but `y` or `yes` is no. */
export async function askYesNo(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const stopped = new Promise<string>((resolve) => lines.once('close', () => resolve('')))
    return /^\s*y(es)?\s*$/i.test(await Promise.race([lines.question(`${question} [y/N] `), stopped]))
  } finally {
    lines.close()
  }
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

/** Undoes that. A service continues when its log and messages are no longer read. */
export function ignoreEpipe(): void {
  for (const stream of [stdout, stderr]) stream.off('error', exitAt).on('error', () => {})
}

function exitAt(this: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit()
  // The code that was writing says what to do about it, if it is standard output that is full.
  if (this === stdout) stderr.write(`vicinage: Cannot write to standard output (${error.code}).\n`)
  process.exit(1)
}

/** Milliseconds between two looks at the progress: on a terminal, and in a log. */
const ON_TERMINAL = 200
const IN_LOG = 10_000

/** A line that is written over on a terminal; a line from time to time in a log. */
interface StatusLine {
  /** `words` is asked for the text when it is time to show it; `withBar` on a terminal. */
  show(words: (withBar: boolean) => string): void
  /** Takes it away. */
  end(): void
}

export function statusLine(say: (text: string) => void, isTerminal: boolean): StatusLine {
  let shown = performance.now()
  let isOpen = false
  return {
    show(words) {
      if (performance.now() - shown < (isTerminal ? ON_TERMINAL : IN_LOG)) return
      shown = performance.now()
      isOpen = isTerminal
      say(isTerminal ? `\r\u001b[K${words(true)}` : `${words(false)}\n`)
    },
    end() {
      if (isOpen) say('\r\u001b[K')
      isOpen = false
    },
  }
}

/**
 * Tells of the first signal to stop, by its name; the second one ends the process as usual. A hang-up counts where it
 * is known that nobody asked to ignore it, as `nohup` does.
 *
 * @returns what stops listening
 */
export function onceToldToStop(told: (signal: NodeJS.Signals) => void): () => void {
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', ...(hearsHangUp() ? (['SIGHUP'] as const) : [])]
  const off = () => {
    for (const signal of signals) process.off(signal, stop)
  }
  const stop = (signal: NodeJS.Signals) => {
    off()
    told(signal)
  }
  for (const signal of signals) process.on(signal, stop)
  return off
}

/** The same told to what runs. */
export async function untilToldToStop<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  const off = onceToldToStop((signal) => controller.abort(signal))
  return run(controller.signal).finally(off)
}

/** Linux tells which signals a process was started to ignore, a bit each, SIGHUP the first. */
function hearsHangUp(): boolean {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))
    return ignored !== null && (Number.parseInt(ignored[1].slice(-1), 16) & 1) === 0
  } catch {
    return false
  }
}
