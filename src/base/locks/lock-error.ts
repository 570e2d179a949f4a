import { VicinageError } from '../errors.ts'

/**
 * Thrown when a lock is not released in time. Callers that know what is locked may replace the message. The class has
 * its own file because the HTTP service also uses it on platforms without Node.
 */
export class LockError extends VicinageError {
  override readonly name = 'LockError'
  readonly code = 'locked'
  /** Path of the lock file. */
  readonly lock: string

  constructor(lock: string) {
    super(`${lock} still exists: delete it if no other vicinage process is running.`)
    this.lock = lock
  }
}
