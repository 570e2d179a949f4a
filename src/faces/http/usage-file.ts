import { readFile, realpath } from 'node:fs/promises'
import * as z from 'zod'
import { refusedArgument } from '../../base/errors.ts'
import { releaseLock, takeLock } from '../../base/locks/held-lock.ts'
import { LockError } from '../../base/locks/lock-error.ts'
import { writePrivate } from '../../base/locks/write-whole.ts'
import { describe } from '../../base/parameters/options.ts'
import { jsonObject } from './key-file.ts'
import { LimitsError, type Usage } from './limits.ts'

/** Milliseconds between writes. */
const PERIOD = 1000

/** Version of the file format. Raise it when older versions of the package would misread a file. */
const VERSION = 1

const format = z.object({
  version: z.literal(VERSION),
  month: z.string().regex(/^(\d{4}-\d\d)?$/),
  used: z.record(z.string(), z.int().min(0)),
})

/** Options of `openUsageFile`. */
export interface UsageFileOptions {
  /**
   * Called once when the file cannot be written, and again only after a successful write. In the meantime, requests are
   * still counted and writing is retried.
   */
  readonly onError?: (error: LimitsError) => void
}

export async function openUsageFile(path: string, { onError }: UsageFileOptions = {}): Promise<Usage> {
  if (typeof path !== 'string' || path === '') {
    const pathWords = path === '' ? 'an empty string' : describe(path)
    throw refusedArgument('path', `openUsageFile() needs a file path as a string, not ${pathWords}.`, path)
  }
  // If the path is a symbolic link, its target is locked and replaced.
  const target = await realpath(path).catch(() => path)
  const lock = `${target}.lock`
  const refuseUsed = (lockPath: string) => {
    const advice = `have both processes count in Redis with --limits redis://…, or delete ${lockPath} if you know that the other process has ended`
    return new LimitsError(`${path}, which tracks the usage of API keys, is in use by another process: ${advice}.`)
  }
  const lockResult: unknown = await takeLock(lock).catch((error) => error)
  if (lockResult === false || lockResult instanceof LockError) throw refuseUsed(lockResult ? lockResult.lock : lock)
  // If the folder cannot be written to now, the lock is taken later, when there are counts to write. If that fails, the
  // error is reported.
  let isLocked = lockResult === true
  const { month, used } = await readUsage(path).catch(async (error) => {
    await releaseLock(lock)
    throw error
  })
  let dirty = false
  let failing = false
  let writing = Promise.resolve()
  // The timer must not keep the process running if the caller forgot to call `close`.
  const timer = setInterval(() => {
    if (dirty) writing = writing.then(write)
  }, PERIOD).unref()

  const usage: Usage = {
    month,
    used: new Map(Object.entries(used)),
    changed() {
      dirty = true
    },
    async close() {
      clearInterval(timer)
      await writing
      await write()
      // Retry a failed write once, because the timer has stopped.
      await write()
      isLocked = false
      await releaseLock(lock)
    },
  }
  return usage

  async function write(): Promise<void> {
    if (!dirty) return
    dirty = false
    const { month, used } = usage
    try {
      isLocked ||= await takeLock(lock)
      if (!isLocked) throw refuseUsed(lock)
      await writePrivate(target, `${JSON.stringify({ version: VERSION, month, used: Object.fromEntries(used) })}\n`)
      failing = false
    } catch (error) {
      dirty = true
      if (failing) return
      failing = true
      if (error instanceof LimitsError) return onError?.(error)
      const why = `cannot be written to ${path} (${getCode(error)})`
      onError?.(new LimitsError(`The usage of the keys ${why}: it will be lost when the service restarts.`))
    }
  }
}

/** Reads a usage file. A missing file counts as empty. */
async function readUsage(path: string): Promise<z.infer<typeof format>> {
  const refuse = (why: string) => new LimitsError(`${path}, which tracks the usage of API keys, ${why}.`)
  const advice = 'restore a backup, or delete it to count from 0'
  const text = await readFile(path, 'utf8').catch((error) => {
    if (getCode(error) === 'ENOENT') return JSON.stringify({ version: VERSION, month: '', used: {} })
    throw refuse(`cannot be read (${getCode(error)})`)
  })
  const json = jsonObject(text)
  const { data, error } = format.safeParse(json)
  if (data !== undefined) return data
  if (json === undefined) throw refuse(`is damaged (it is not a JSON object): ${advice}`)
  if (typeof json.version === 'number' && json.version > VERSION)
    throw refuse(`was written by a later vicinage (version ${json.version}): ${advice}`)
  const { path: field, message } = error.issues[0]
  throw refuse(`is damaged ('${field.join('.')}': ${message}): ${advice}`)
}

function getCode(error: unknown): string {
  return (error as { code?: string }).code ?? String(error)
}
