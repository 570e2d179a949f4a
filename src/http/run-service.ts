import { pino } from 'pino'
import { mcpHandler } from '../mcp/index.ts'
import type { Vicinage } from '../vicinage.ts'
import { createService } from './app.ts'
import type { Explorer } from './explorer.ts'
import { openKeyFile } from './key-file.ts'
import type { Limits } from './limits/limits.ts'
import { memoryLimits } from './limits/memory-limits.ts'
import { openUsageFile } from './limits/usage-file.ts'
import { LogStream, requestLog } from './log.ts'
import { type Serving, serve } from './serve.ts'

export interface ProcessOptions {
  readonly host: string
  readonly port: number
  /** The key file; null: nobody is asked for a key. */
  readonly keys: string | null
  /** Address of a Redis that counts for several instances; null: this process counts, and keeps the month beside the key file. */
  readonly redis: string | null
  readonly cors: readonly string[] | null
  /** Host names of `/mcp`; null: those of the machine itself. */
  readonly hosts: readonly string[] | null
  readonly mcp: boolean
  /** Null: there is no `/explore`. */
  readonly explorer: Explorer | null
  readonly log: 'none' | 'requests' | 'queries'
  /** Called once when standard output takes no more log: the service goes on without. */
  readonly onLogLost: (error: NodeJS.ErrnoException) => void
  readonly version: string
}

/**
 * The service as a process: keys and counts in files or in Redis, a log on standard output, an HTTP server.
 *
 * @throws {KeyFileError | LimitsError} when the keys or the counts cannot be had, and what `serve` throws
 */
export async function runService(vicinage: Vicinage, options: ProcessOptions): Promise<Serving> {
  const { host, port, redis, cors, hosts, explorer, version } = options
  const lines = new LogStream(process.stdout, options.onLogLost)
  const logger = pino({ base: null, level: options.log === 'none' ? 'silent' : 'info' }, lines)
  const warn = (error: Error) => logger.warn(error.message)
  const onReload = () => logger.info('The keys have changed and are in use.')

  const keys = options.keys === null ? null : await openKeyFile(options.keys, { onReload, onError: warn })
  const closing: (() => void | Promise<void>)[] = [() => keys?.close()]
  const close = async () => {
    for (const one of closing) await one()
    lines.flush()
  }
  try {
    const limits = await openLimits(options.keys, redis, warn)
    closing.unshift(() => limits.close())
    const service = createService(vicinage, {
      ...(keys === null ? {} : { keys }),
      limits,
      explorer,
      version,
      ...(options.log === 'none' ? {} : { log: requestLog(logger, options.log === 'queries') }),
      ...(cors === null ? {} : { cors }),
      ...(hosts === null ? {} : { hosts }),
      ...(options.mcp ? { mcp: mcpHandler(vicinage, { version, onError: (error) => logger.warn(error) }) } : {}),
    })
    const serving = await serve(service, { host, port })
    return {
      url: serving.url,
      async stop() {
        await serving.stop()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function openLimits(keys: string | null, redis: string | null, onError: (error: Error) => void): Promise<Limits> {
  // Not imported at the start: without Redis, ioredis need not be installed.
  if (redis !== null) return (await import('./limits/redis-limits.ts')).redisLimits(redis, { onError })
  if (keys === null) return memoryLimits()
  return memoryLimits({ usage: await openUsageFile(`${keys.replace(/\.json$/, '')}.usage.json`, { onError }) })
}
