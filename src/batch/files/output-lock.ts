import { LockError } from '../../locks/file-lock.ts'
import { releaseLock, takeLock } from '../../locks/held-lock.ts'
import { BatchFailure } from '../rows.ts'
import type { OutputFiles } from './output-files.ts'

/**
 * Keeps others from writing the same output, in this process or another, until `unlockOutput`. Throws a `BatchFailure` when
 * somebody else writes.
 */
export async function lockOutput({ lock, name }: OutputFiles): Promise<void> {
  const taken = await takeLock(lock).catch((error) => {
    throw error instanceof LockError ? new BatchFailure(`${error.lock} stays in place: delete it.`) : error
  })
  if (!taken)
    throw new BatchFailure(`${name} is being written by another run: delete ${lock} if you know that it has ended.`)
}

export function unlockOutput({ lock }: OutputFiles): Promise<void> {
  return releaseLock(lock)
}
