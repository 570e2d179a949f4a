import { VicinageError } from '../errors.ts'

/**
 * A lock that nobody takes away. The message is one sentence; code that knows what is locked says it in words of its
 * own. In a file of its own: HTTP names it on platforms without Node, too.
 */
export class LockError extends VicinageError {
  override readonly name = 'LockError'
  readonly code = 'locked'
  /** The file that is the lock. */
  readonly lock: string

  constructor(lock: string) {
    super(`${lock} stays in place: delete it if no other process is running.`)
    this.lock = lock
  }
}
