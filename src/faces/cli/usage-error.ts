import { RefusalError } from '../../base/errors.ts'

/** Thrown for a command line that cannot be used. The message is one sentence; the hint says what to do. */
export class UsageError extends RefusalError {
  override readonly name = 'UsageError'
  readonly code = 'usage'
  override readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}

/**
 * Exit code if nothing was found: the answer contains no score, area, school, edge or name, or the command line names
 * an address, area, school or district that does not exist. `NotFoundError` has the same exit code.
 */
export const NOTHING_FOUND = 3

/** Thrown for a valid command line about something that does not exist. */
export class NotThereError extends UsageError {
  /** @internal */
  override get exitCode(): number {
    return NOTHING_FOUND
  }
}
