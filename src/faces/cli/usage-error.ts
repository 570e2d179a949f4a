import { RefusalError } from '../../base/errors.ts'

/** A command line that cannot be answered. The message is one sentence; the hint says what to do. */
export class UsageError extends RefusalError {
  override readonly name = 'UsageError'
  readonly code = 'usage'
  override readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}

/** Exit code of a command that succeeded but found nothing: no row has a score, or the address is unknown. */
export const NOTHING_FOUND = 3

/** A valid command line about something that does not exist. */
export class NotThereError extends UsageError {
  /** @internal */
  override get exitCode(): number {
    return NOTHING_FOUND
  }
}
