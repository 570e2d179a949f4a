import { readFileSync } from 'node:fs'
import type { OpenOptions } from '../../library/open-options.ts'
import type { Patience } from '../../library/user-data/shipped-pipeline.ts'
import type { Vicinage } from '../../library/vicinage.ts'
import type { ExplorerSite } from './explorer-site.ts'

/** Input and output of the command line: the process, or strings in a test. */
export interface Terminal {
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  /** Characters per line; undefined if the output is not a terminal. */
  readonly columns: number | undefined
  readonly color: boolean
  /** Whether characters beyond ASCII can be shown. */
  readonly unicode: boolean
  readonly version: string
  /** Address of the issues, if the owner of the package has configured one. */
  readonly bugs?: string | undefined
  /** Loads the explorer. Passed in, because the command line may not import it. */
  readonly site: () => Promise<ExplorerSite>
  readonly open: (options: OpenOptions) => Promise<Vicinage>
  /** Asks a person a question that is answered with yes or no; undefined if nobody can answer. */
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

/** FORCE_COLOR overrides NO_COLOR, as in Node itself. Without either, colors are used on terminals. */
export function hasColor(environment: Environment, isTerminal: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: kind } = environment
  if (force !== undefined) return force !== '0' && force !== 'false'
  if (no !== undefined && no !== '') return false
  return isTerminal && kind !== 'dumb'
}

/** Checks whether the locale uses UTF-8. Windows has no such variables but shows block elements. */
export function hasUnicode(environment: Environment, platform: string): boolean {
  if (platform === 'win32') return true
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || ''
  return platform === 'darwin' && locale === '' ? true : /utf-?8/i.test(locale)
}

/** Escape codes of `paint`, and the one that begins a status line. */
const PAINT_CODES = '\u001b\\[(?:0|1|2|32|33|35|36|94)m|\r\u001b\\[K'
/** Control characters, and marks that change the writing direction. */
const HARMFUL = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu
const PARTS = new RegExp(`(${PAINT_CODES})|${HARMFUL.source}`, 'gu')

/**
 * Makes a string safe for the terminal, regardless of what the files that it quotes contain. All escape codes except
 * our own become spaces.
 */
export function harmless(text: string): string {
  return text.replace(PARTS, (_, sequence: string | undefined) => sequence ?? ' ')
}

/** Makes JSON safe for the terminal: harmful characters are escaped, so the value stays the same. */
export function harmlessJson(json: string): string {
  return json.replace(HARMFUL, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const { stdout, stderr } = process

/**
 * Ends the process without an error when its output is closed, because a reader that has seen enough (`vicinage
 * dimensions | head -1`) is not a failure.
 */
export function exitOnEpipe(): void {
  for (const stream of [stdout, stderr]) stream.on('error', exitAt)
}

/** Reverses `exitOnEpipe`. A service continues when its log and messages are no longer read. */
export function ignoreEpipe(): void {
  for (const stream of [stdout, stderr]) stream.off('error', exitAt).on('error', () => {})
}

function exitAt(this: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit()
  // If standard output is full, the code that was writing reports what to do.
  if (this === stdout) stderr.write(`vicinage: Cannot write to standard output (${error.code}).\n`)
  process.exit(1)
}

/** Milliseconds between two updates of the progress: on a terminal, and in a log. */
const ON_TERMINAL = 200
const IN_LOG = 10_000

/** Progress line that is overwritten on a terminal and printed from time to time in a log. */
interface StatusLine {
  /** Shows the text that `words` returns, if the last one is old enough. On a terminal the text has a bar. */
  show(words: (withBar: boolean) => string): void
  /** Removes the line. */
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
 * Calls back with the name of the first signal to stop. The second signal ends the process as usual. A hang-up only
 * counts if the process was not started to ignore it, as with `nohup`.
 *
 * @returns a function that stops listening
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

/** Runs a task with an abort signal that fires on the first signal to stop. */
export async function untilToldToStop<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  const off = onceToldToStop((signal) => controller.abort(signal))
  return run(controller.signal).finally(off)
}

/**
 * Checks whether the process reacts to a hang-up. Linux lists the signals that a process was started to ignore as bits,
 * of which SIGHUP is the first.
 */
function hearsHangUp(): boolean {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))
    return ignored !== null && (Number.parseInt(ignored[1].slice(-1), 16) & 1) === 0
  } catch {
    return false
  }
}
