import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { lockedOn } from '../../http/keys/file-lock.ts'
import { KeyFileError } from '../../http/keys/key-file-error.ts'
import { BatchError } from '../rows.ts'
import type { OutputFiles } from './output-files.ts'

/** Locks that this process holds: the same number in another lock is of a process before it, as in restarted containers. */
const held = new Set<string>()

/**
 * Keeps others from writing the same output, in this process or another, until `unlockOutput`. A lock whose
 * process has ended is taken over. Throws a `BatchError` when somebody else writes.
 */
export async function lockOutput({ lock, name }: OutputFiles): Promise<void> {
  // Looking and taking is one step: two runs that find the lock of a dead one must not both take it over.
  const take = () =>
    lockedOn(lock, async () => {
      const holder = await readFile(lock, 'utf8').catch(() => '')
      if (held.has(lock) || isAlive(holder))
        throw new BatchError(`${name} is being written by another run: delete ${lock} if you know that it has ended.`)
      await rm(lock, { force: true })
      await writeFile(lock, `${process.pid} ${hostname()}\n`, { flag: 'wx' })
      held.add(lock)
    })
  await take().catch((error) => {
    throw error instanceof KeyFileError ? new BatchError(`${lock}.lock stays in place: delete it.`) : error
  })
}

export async function unlockOutput({ lock }: OutputFiles): Promise<void> {
  if (held.delete(lock)) await rm(lock, { force: true })
}

/** Of other machines nothing is known: their runs count as alive. */
function isAlive(holder: string): boolean {
  const [, pid, host] = /^(\d+) (.*)\n$/.exec(holder) ?? []
  if (pid === undefined) return false
  if (host !== hostname()) return true
  if (Number(pid) === process.pid) return false
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    // Another user's process cannot be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
