import { readFileSync } from 'node:fs'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { LockError } from './lock-error.ts'

/** Milliseconds until somebody else's lock is given up on; a lock is held for some milliseconds. */
const PATIENCE = 15_000
/** Milliseconds after which nobody is about to write a name into an empty lock. */
const UNSIGNED = 2000

/**
 * Runs while nobody else runs on the same file, in this process or another. The lock is a file beside it, `FILE.lock`;
 * one whose process was killed is taken over. Throws a `LockError` when the lock stays for 15 s.
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

/**
 * A process that clears a lock holds a lock on it: of two who find it abandoned, the later would take away the new one.
 */
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
  /** When it started, in clock ticks since the machine did; undefined where the system does not say. */
  readonly start?: string | undefined
}

/** What this process writes into its locks. */
export function signature(): string {
  const start = stateOf(process.pid)?.start
  return `${process.pid} ${hostname()}${start === undefined ? '' : ` ${start}`}\n`
}

/** Who signed the text of a lock; undefined: nobody whom it names. */
export function holderIn(text: string): Holder | undefined {
  const [, pid, host, start] = /^(\d+) (.*?)(?: (\d+))?\n$/.exec(text) ?? []
  return pid === undefined ? undefined : { pid: Number(pid), host, start }
}

/**
 * Whether the holder was a process of this machine that has ended: there is none of its number, only one that started
 * at another time, or a zombie, which runs no more and waits for its parent. Of other machines nothing is known.
 */
export function hasEnded({ pid, host, start }: Holder): boolean {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Another user's process cannot be signalled, but it is there.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true
  }
  const now = stateOf(pid)
  return now !== undefined && (now.state === 'Z' || (start !== undefined && now.start !== start))
}

/**
 * State and start of a process as Linux tells them (proc(5), the fields after the name in parentheses); undefined
 * elsewhere.
 */
function stateOf(pid: number): { readonly state: string; readonly start: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], start: fields[19] }
  } catch {
    return undefined
  }
}
