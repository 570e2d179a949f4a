import { VicinageError } from '../../base/errors.ts'

/** A command line that cannot be answered: one sentence why, and what to do about it. */
export class UsageError extends VicinageError {
  override readonly name = 'UsageError'
  readonly code = 'usage'
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}

/** A command line that makes sense, about something that there is not. */
export class NotThereError extends UsageError {}
