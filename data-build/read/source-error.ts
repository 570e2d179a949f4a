import { BundleError } from '../../src/base/errors.ts'

interface SourceProblem {
  /** Path relative to the sources folder. Members of a zip follow after ` > `. */
  readonly file: string
  /** 1-based row of the file. The header is row 1, as in a spreadsheet. */
  readonly row?: number | undefined
  /** The value or text that was read. */
  readonly found: string
  /** The expected value, or what to do. */
  readonly expectation: string
}

/**
 * Thrown when a source file cannot be used. The message names the file, what was found, and what was expected or what
 * to do.
 */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly file: string
  readonly row?: number
  readonly expectation: string

  constructor(problem: SourceProblem, options?: ErrorOptions) {
    const where = problem.row === undefined ? problem.file : `${problem.file}, row ${problem.row}`
    super(`${where}: ${problem.found}; expected ${problem.expectation}.`, options)
    this.file = problem.file
    if (problem.row !== undefined) this.row = problem.row
    this.expectation = problem.expectation
  }
}

/**
 * Returns the message of anything that a library or the system threw, for use inside a sentence. Messages of the
 * JavaScript engine, such as "Cannot read properties of null", say nothing about a file and are replaced.
 */
export function getReason(thrown: unknown): string {
  if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return 'no such file or folder'
  if (isEngineError(thrown)) return 'the file is malformed'
  const words = thrown instanceof Error ? thrown.message : String(thrown)
  return words.trim().replace(/\.+$/, '')
}

/**
 * Checks whether an error tells the user what to do, so that a command can end with its message. Every other error is a
 * bug.
 */
export function isExpectedFailure(error: unknown): error is Error {
  if ([BundleError, SourceError, RangeError].some((kind) => error instanceof kind)) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

/** Checks whether the JavaScript engine threw the error, which happens when damaged bytes lead to an invalid access. */
function isEngineError(thrown: unknown): boolean {
  if (thrown instanceof TypeError || thrown instanceof ReferenceError) return true
  return (
    thrown instanceof RangeError &&
    /^(Invalid |Offset is|start offset|byte length|Maximum call|Array buffer|The value)/i.test(thrown.message)
  )
}
