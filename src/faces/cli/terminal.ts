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
  /** Address of the issue tracker, if the package owner has configured one. */
  readonly bugs?: string | undefined
  /** Loads the explorer. Supplied by the caller, because the command line must not import the explorer. */
  readonly site: () => Promise<ExplorerSite>
  readonly open: (options: OpenOptions) => Promise<Vicinage>
  /** Asks a yes-or-no question; undefined if nobody can answer. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined
  /** Retry delays and timeouts of downloads; undefined outside tests. */
  readonly patience?: Patience | undefined
}

/** Asks on standard error and reads the answer from standard input. Any answer other than `y` or `yes` counts as no. */
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

/**
 * Decides whether to use colors. FORCE_COLOR overrides NO_COLOR, as in Node. Without either variable, colors are used
 * on terminals.
 */
export function hasColor(environment: Environment, isTerminal: boolean): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: kind } = environment
  if (force !== undefined) return force !== '0' && force !== 'false'
  if (no !== undefined && no !== '') return false
  return isTerminal && kind !== 'dumb'
}

/**
 * Checks whether characters beyond ASCII can be shown, which means that the locale uses UTF-8. Windows does not set
 * locale variables, but its terminals can show the block characters of bars.
 */
export function hasUnicode(environment: Environment, platform: string): boolean {
  if (platform === 'win32') return true
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || ''
  return platform === 'darwin' && locale === '' ? true : /utf-?8/i.test(locale)
}

/** Escape codes written by `paint`, and the escape code that starts a status line. */
const PAINT_CODES = '\u001b\\[(?:0|1|2|32|33|35|36|94)m|\r\u001b\\[K'
/** Control characters, and marks that change the writing direction. */
const HARMFUL = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu
const PARTS = new RegExp(`(${PAINT_CODES})|${HARMFUL.source}`, 'gu')

/**
 * Makes a string safe for the terminal. The string may quote file contents, which could contain escape codes. All
 * escape codes except our own become spaces.
 */
export function harmless(text: string): string {
  return text.replace(PARTS, (_, sequence: string | undefined) => sequence ?? ' ')
}

/** Makes JSON safe for the terminal. Harmful characters are escaped, so the parsed value does not change. */
export function harmlessJson(json: string): string {
  return json.replace(HARMFUL, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const { stdout, stderr } = process

/**
 * Exits without an error when the output is closed. In `vicinage dimensions | head -1`, for example, the reader closes
 * the pipe early.
 */
export function exitOnEpipe(): void {
  for (const stream of [stdout, stderr]) stream.on('error', exitAt)
}

/** Reverts `exitOnEpipe`, because a service must keep running when nobody reads its log any longer. */
export function ignoreEpipe(): void {
  for (const stream of [stdout, stderr]) stream.off('error', exitAt).on('error', () => {})
}

function exitAt(this: NodeJS.WriteStream, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit()
  // An error on standard error itself cannot be reported.
  if (this === stdout) stderr.write(`vicinage: Cannot write to standard output (${error.code}).\n`)
  process.exit(1)
}

/** Milliseconds between progress updates on a terminal. */
const ON_TERMINAL = 200
/** Milliseconds between progress updates in a log. */
const IN_LOG = 10_000

/** Progress line that is overwritten on a terminal and printed from time to time in a log. */
interface StatusLine {
  /**
   * Shows the text that `words` returns, unless the last update was too recent. On a terminal, the text includes a bar.
   */
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
 * Calls `told` with the name of the first stop signal. A second signal ends the process as usual. SIGHUP is not handled
 * if the process was started with SIGHUP ignored, for example by `nohup`.
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
 * Checks whether the process reacts to SIGHUP. Linux lists the ignored signals as a bit mask, whose lowest bit is
 * SIGHUP.
 */
function hearsHangUp(): boolean {
  try {
    const ignored = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))
    return ignored !== null && (Number.parseInt(ignored[1].slice(-1), 16) & 1) === 0
  } catch {
    return false
  }
}
