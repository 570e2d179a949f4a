import { RefusalError } from '../../base/errors.ts'

/** A command line that cannot be answered: one sentence why, and what to do about it. */
export class UsageError extends RefusalError {
  override readonly name = 'UsageError'
  readonly code = 'usage'
  override readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}

/** Exit code of a command that went well and found nothing: no row has a score, the address is unknown. */
export const NOTHING_FOUND = 3

/** A command line that makes sense, about a thing that does not exist. */
export class NotThereError extends UsageError {
  /** @internal */
  override get exitCode(): number {
    return NOTHING_FOUND
  }
}
