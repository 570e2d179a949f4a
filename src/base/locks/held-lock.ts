import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { type Holder, hasEnded, holderIn, lockedOn, signature } from './file-lock.ts'

/**
 * Paths of the locks held by this process. If any other lock contains this process's pid, it was written by an earlier
 * process with the same pid, as happens in restarted containers.
 */
const heldLocks = new Set<string>()

/**
 * Takes a lock that is held until `releaseLock` is called. Takes over the lock of a process that has ended. Throws a
 * `LockError` if another process keeps the lock file busy for 15 s.
 *
 * @returns false if the lock is already held, by this process or another
 */
export async function takeLock(lock: string): Promise<boolean> {
  const path = resolve(lock)
  // Check and take the lock under one file lock, so that two processes cannot both take over the lock of a dead
  // process.
  return lockedOn(path, async () => {
    const holder = holderIn(await readFile(path, 'utf8').catch(emptyIfMissing))
    if (heldLocks.has(path) || (holder !== undefined && isAlive(holder))) return false
    await rm(path, { force: true })
    try {
      await writeFile(path, signature(), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    heldLocks.add(path)
    return true
  })
}

/**
 * Returns an empty string if the lock does not exist. Rethrows any other error, because a lock that exists but cannot
 * be read may belong to another process.
 */
function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}

/** Releases a lock if this process holds it. Otherwise does nothing. */
export async function releaseLock(lock: string): Promise<void> {
  const path = resolve(lock)
  if (heldLocks.delete(path)) await rm(path, { force: true })
}

/**
 * Checks whether the holder's process is running. If the holder is an earlier process with the pid of this process, it
 * has ended. Processes on other machines cannot be checked and count as running.
 */
function isAlive(holder: Holder): boolean {
  const isPredecessor = holder.host === hostname() && holder.pid === process.pid
  return !isPredecessor && !hasEnded(holder)
}
