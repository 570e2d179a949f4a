import { readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { type Holder, hasEnded, holderIn, lockedOn, signature } from './file-lock.ts'

/** Locks that this process holds: its number in another lock is of a process before it, as in restarted containers. */
const held = new Set<string>()

/**
 * Takes a lock that is held for as long as something runs, until `releaseLock`. One whose process has ended is taken
 * over. Throws a `LockError` when another process is taking or leaving it for 15 s.
 *
 * @returns false when somebody else holds it, in this process or another
 */
export async function takeLock(lock: string): Promise<boolean> {
  const path = resolve(lock)
  // Looking and taking is one step: two that find the lock of a dead one must not both take it over.
  return lockedOn(path, async () => {
    const holder = holderIn(await readFile(path, 'utf8').catch(() => ''))
    if (held.has(path) || (holder !== undefined && isAlive(holder))) return false
    await rm(path, { force: true })
    await writeFile(path, signature(), { flag: 'wx', mode: 0o600 })
    held.add(path)
    return true
  })
}

/** Gives back a lock that this process holds; of others nothing happens. */
export async function releaseLock(lock: string): Promise<void> {
  const path = resolve(lock)
  if (held.delete(path)) await rm(path, { force: true })
}

/** Of other machines nothing is known: their processes count as alive. */
function isAlive(holder: Holder): boolean {
  const isBeforeUs = holder.host === hostname() && holder.pid === process.pid
  return !isBeforeUs && !hasEnded(holder)
}
