import { open, readFile, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds until somebody else's lock is given up on; a lock is held for some milliseconds. */
const PATIENCE = 15_000
/** Milliseconds after which nobody is about to write a name into an empty lock. */
const UNSIGNED = 2000

/**
 * Runs while nobody else runs on the same file, in this process or another. The lock is a file beside it, `FILE.lock`; one
 * whose process was killed is taken over. Throws a `LockError` when the lock stays for 15 s.
 */
export async function lockedOn<T>(path: string, run: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`
  const end = performance.now() + PATIENCE
  while (!(await make(lock))) {
    if (performance.now() > end) throw new LockError(lock)
    if (await isAbandoned(lock)) await clear(lock)
    else await wait(10 + Math.random() * 30)
  }
  try {
    return await run()
  } finally {
    await rm(lock, { force: true })
  }
}

/** Writes a lock; false: there is one. */
async function make(lock: string): Promise<boolean> {
  const file = await open(lock, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined
    throw error
  })
  if (file === undefined) return false
  try {
    await file.writeFile(signature())
  } catch (error) {
    await rm(lock, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return true
}

/** Whoever clears a lock holds a lock on it: of two who find it abandoned, the later would take away the new one. */
function clear(lock: string): Promise<void> {
  return lockedOn(lock, async () => {
    if (await isAbandoned(lock)) await rm(lock, { force: true })
  })
}

async function isAbandoned(lock: string): Promise<boolean> {
  const text = () => readFile(lock, 'utf8').catch(() => '')
  const before = await text()
  if (before === '') return isUnsigned(lock)
  const holder = holderIn(before)
  // The second look: a process that ended in the meantime may have let go, and somebody else may have taken it.
  return holder !== undefined && hasEnded(holder) && (await text()) === before
}

/** Whether the holder was killed before it wrote who it is. */
async function isUnsigned(lock: string): Promise<boolean> {
  const file = await stat(lock).catch(() => undefined)
  return file !== undefined && file.size === 0 && Date.now() - file.mtimeMs > UNSIGNED
}

/** A process, as a lock names it. */
export interface Holder {
  readonly pid: number
  readonly host: string
}

/** What this process writes into its locks. */
export function signature(): string {
  return `${process.pid} ${hostname()}\n`
}

/** Who signed the text of a lock; undefined: nobody whom it names. */
export function holderIn(text: string): Holder | undefined {
  const [, pid, host] = /^(\d+) (.*)\n$/.exec(text) ?? []
  return pid === undefined ? undefined : { pid: Number(pid), host }
}

/** Whether the holder was a process of this machine that has ended; of other machines nothing is known. */
export function hasEnded({ pid, host }: Holder): boolean {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // Another user's process cannot be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** A lock that nobody takes away. The message is one sentence; whoever knows what is locked says it in words of their own. */
export class LockError extends Error {
  override readonly name = 'LockError'
  /** The file that is the lock. */
  readonly lock: string

  constructor(lock: string) {
    super(`${lock} stays in place: delete it if nobody else is at work.`)
    this.lock = lock
  }
}
