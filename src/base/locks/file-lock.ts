import { readFileSync } from 'node:fs'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { LockError } from './lock-error.ts'

/** Milliseconds to wait for another process's lock before giving up. Locks are normally held for a few milliseconds. */
const PATIENCE = 15_000
/**
 * Milliseconds after which an empty lock file counts as abandoned. A running process would have signed the lock by
 * then.
 */
const UNSIGNED = 2000

/**
 * Runs `run` while holding an exclusive lock on a file, which excludes other callers in this process and in other
 * processes. The lock is a second file, `FILE.lock`. The lock of a killed process is taken over. Throws a `LockError`
 * if the lock is not released within 15 s.
 */
export async function lockedOn<T>(path: string, run: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`
  const end = performance.now() + PATIENCE
  while (!(await createLock(lock))) {
    if (performance.now() > end) throw new LockError(lock)
    if (await isAbandoned(lock)) await removeAbandoned(lock)
    else await wait(10 + Math.random() * 30)
  }
  try {
    return await run()
  } finally {
    await rm(lock, { force: true })
  }
}

/** Creates a lock file and returns true, or returns false if it already exists. */
async function createLock(lock: string): Promise<boolean> {
  const file = await open(lock, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined
    throw error
  })
  if (file === undefined) return false
  try {
    await file.writeFile(signature()).finally(() => file.close())
    return true
  } catch (error) {
    // Remove the lock, otherwise it would block every other caller until this process ends.
    await rm(lock, { force: true })
    throw error
  }
}

/**
 * Deletes an abandoned lock while holding a lock on it. Otherwise, if two processes find it abandoned, the second could
 * delete the new lock of the first.
 */
function removeAbandoned(lock: string): Promise<void> {
  return lockedOn(lock, async () => {
    if (await isAbandoned(lock)) await rm(lock, { force: true })
  })
}

async function isAbandoned(lock: string): Promise<boolean> {
  const readLock = () => readFile(lock, 'utf8').catch(() => '')
  const text = await readLock()
  if (text === '') return isUnsigned(lock)
  const holder = holderIn(text)
  // Read the lock again. The process may have released the lock before it ended, and another process may have taken it.
  return holder !== undefined && hasEnded(holder) && (await readLock()) === text
}

/** Checks whether the holder was killed before it signed the lock. */
async function isUnsigned(lock: string): Promise<boolean> {
  const file = await stat(lock).catch(() => undefined)
  return file !== undefined && file.size === 0 && Date.now() - file.mtimeMs > UNSIGNED
}

/** A process, as recorded in a lock. */
export interface Holder {
  readonly pid: number
  readonly host: string
  /** Start time in clock ticks since boot; undefined if the system does not report it. */
  readonly start?: string | undefined
}

/** Returns the text that this process writes into its locks. */
export function signature(): string {
  const start = getState(process.pid)?.start
  return `${process.pid} ${hostname()}${start === undefined ? '' : ` ${start}`}\n`
}

/** Parses the content of a lock file. Returns undefined if it does not identify a process. */
export function holderIn(text: string): Holder | undefined {
  const [, pid, host, start] = /^(\d+) (.*?)(?: (\d+))?\n$/.exec(text) ?? []
  return pid === undefined ? undefined : { pid: Number(pid), host, start }
}

/**
 * Checks whether the holder was a process on this machine that has ended. A process has ended if its pid is not in use,
 * if the process with that pid has a different start time, or if it is a zombie that waits for its parent. Returns
 * false for other machines, whose processes cannot be checked.
 */
export function hasEnded({ pid, host, start }: Holder): boolean {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another user's process cannot be signaled, but it exists.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true
  }
  const now = getState(pid)
  return now !== undefined && (now.state === 'Z' || (start !== undefined && now.start !== start))
}

/**
 * Reads a process's state and start time from Linux (proc(5), the fields after the name in parentheses). Returns
 * undefined on other systems.
 */
function getState(pid: number): { readonly state: string; readonly start: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], start: fields[19] }
  } catch {
    return undefined
  }
}
