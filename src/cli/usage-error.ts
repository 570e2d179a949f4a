import { ValidationError, VicinageError } from '../errors.ts'
import { MissingPackageError, withPeers } from '../peers.ts'

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

/**
 * Loads a module whose packages are optional dependencies.
 *
 * @throws {UsageError} that says what to install, when one of them is not there
 */
export async function loadOptional<Module>(load: () => Promise<Module>, packages: string): Promise<Module> {
  try {
    return await withPeers('This command', packages, load)
  } catch (error) {
    throw error instanceof MissingPackageError ? new UsageError(error.message) : error
  }
}

/** What the library answers; a refusal of its arguments is one of the command line. */
export function asked<Answer>(ask: () => Answer): Answer {
  try {
    return ask()
  } catch (error) {
    throw error instanceof ValidationError ? new UsageError(error.message.replace(/\.?$/, '.')) : error
  }
}
