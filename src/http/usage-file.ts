import * as z from 'zod'
import { LockError } from '../locks/lock-error.ts'
import { LimitsError } from './limits.ts'
import type { Usage } from './memory-limits.ts'

/** Milliseconds between writes. */
const PERIOD = 1000

/** Rises when older versions of the package would misread a file. */
const VERSION = 1

const format = z.object({
  version: z.literal(VERSION),
  month: z.string().regex(/^(\d{4}-\d\d)?$/),
  used: z.record(z.string(), z.int().min(0)),
})

export interface UsageFileOptions {
  /** Called once when the file cannot be written, and again only after it could be. Counting and attempts go on. */
  readonly onError?: (error: LimitsError) => void
}

/**
 * Counts of the month that outlive the process: JSON, readable by its owner only. A missing file is an empty one, and a
 * month that has ended is dropped. Changes are written at most once a second and on `close`: a process that is killed
 * (`kill -9`) forgets its last second. The file is of one process at a time, which holds the lock `FILE.lock` until
 * `close`; several instances share their counts in Redis.
 *
 * @throws {LimitsError} when the file is in use, damaged, of a later version, or cannot be read
 */
export async function openUsageFile(path: string, { onError }: UsageFileOptions = {}): Promise<Usage> {
  // Not imported at the start: workers load the limits in memory, and have no files.
  const fs = await import('node:fs/promises')
  const { releaseLock, takeLock } = await import('../locks/held-lock.ts')
  // A link stays a link: the file behind it is what is locked and replaced.
  const target = await fs.realpath(path).catch(() => path)
  const lock = `${target}.lock`
  await occupy()
  const { month, used } = await read()
  let dirty = false
  let failing = false
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let writing = Promise.resolve()

  const usage: Usage = {
    month,
    used,
    changed() {
      dirty = true
      if (timer === undefined && !closed) wait()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await writing
      await write()
      await releaseLock(lock)
    },
  }
  return usage

  async function occupy(): Promise<void> {
    const taken = await takeLock(lock).catch((error) => {
      if (error instanceof LockError) throw inUse(path, error.lock)
      // In a folder that cannot be written to nobody overwrites anything; that is said when there are counts to write.
      return true
    })
    if (!taken) throw inUse(path, lock)
  }

  function wait(): void {
    timer = setTimeout(() => {
      writing = write().then(() => {
        timer = undefined
        if (dirty && !closed) wait()
      })
    }, PERIOD)
    // A process that ends without `close` is not held up.
    timer.unref()
  }

  async function write(): Promise<void> {
    if (!dirty) return
    dirty = false
    try {
      await replace(`${JSON.stringify({ version: VERSION, month: usage.month, used: Object.fromEntries(used) })}\n`)
      failing = false
    } catch (error) {
      dirty = true
      if (failing) return
      failing = true
      onError?.(
        new LimitsError(
          `What keys have used cannot be written to ${path} (${codeOf(error)}): a restart would forget it.`,
        ),
      )
    }
  }

  /** Whoever reads, and whenever the process ends, finds the old file or the new one. */
  async function replace(text: string): Promise<void> {
    const beside = `${target}.${process.pid}.part`
    try {
      await fs.rm(beside, { force: true })
      const file = await fs.open(beside, 'wx', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      await fs.rename(beside, target)
    } catch (error) {
      await fs.rm(beside, { force: true }).catch(() => {})
      throw error
    }
  }

  async function read(): Promise<{ month: string; used: Map<string, number> }> {
    try {
      const { month, used } = parse(await fs.readFile(path, 'utf8'), path)
      return { month, used: new Map(Object.entries(used)) }
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return { month: '', used: new Map() }
      await releaseLock(lock)
      if (error instanceof LimitsError) throw error
      throw new LimitsError(`${path}, in which the use of keys is counted, cannot be read (${codeOf(error)}).`)
    }
  }
}

function inUse(path: string, lock: string): LimitsError {
  return new LimitsError(
    `${path}, in which the use of keys is counted, is in use by another process: let both count in Redis with --limits redis://…, or delete ${lock} if you know that it has ended.`,
  )
}

function parse(text: string, path: string): z.infer<typeof format> {
  const refuse = (why: string) => {
    throw new LimitsError(
      `${path}, in which the use of keys is counted, ${why}: put back a copy, or delete it to count from 0.`,
    )
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return refuse('is damaged (it is not JSON)')
  }
  const { data, error } = format.safeParse(json)
  if (data !== undefined) return data
  const { version } = Object(json) as { version?: unknown }
  if (typeof version === 'number' && version > VERSION)
    return refuse(`was written by a later vicinage (version ${version})`)
  const { path: field, message } = error.issues[0]
  return refuse(`is damaged ('${field.join('.')}': ${message})`)
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? String(error)
}
