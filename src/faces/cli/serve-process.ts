import { type Logger, pino } from 'pino'
import type { Vicinage } from '../../library/vicinage.ts'
import { createService } from '../http/app.ts'
import type { Explorer } from '../http/explorer.ts'
import { openKeyFile } from '../http/key-file.ts'
import { type Limits, memoryLimits } from '../http/limits.ts'
import { type Log, withoutTokens } from '../http/log.ts'
import type { RequestPool } from '../http/pool.ts'
import { type Serving, serve } from '../http/serve.ts'
import { openUsageFile } from '../http/usage-file.ts'
import { createTileServer } from '../map/tile-server.ts'
import { mcpHandler } from '../mcp/index.ts'

export interface ProcessOptions {
  readonly host: string
  readonly port: number
  /** The key file; null if no key is required. */
  readonly keys: string | null
  /**
   * URL of a Redis server that counts requests for several instances. If null, this process counts by itself and stores
   * monthly counts next to the key file.
   */
  readonly redis: string | null
  readonly cors: readonly string[] | null
  /** Host names allowed for `/mcp`; null for the names of the local machine. */
  readonly hosts: readonly string[] | null
  readonly mcp: boolean
  /** Map tile options; null if no tiles are served. Without a `secret` to sign their URLs, tiles are public. */
  readonly tiles: { readonly secret?: string } | null
  /** The explorer; null if `/explore` is not served. */
  readonly explorer: Explorer | null
  /** Threads for long requests. */
  readonly pool: RequestPool
  readonly log: 'none' | 'requests' | 'queries'
  /** Called once when standard output can no longer be written. The service continues without a log. */
  readonly onLogLost: (error: NodeJS.ErrnoException) => void
  readonly version: string
}

/**
 * Log buffer limits. The log is written after `chunk` bytes or `period` milliseconds. At most `most` bytes wait for a
 * slow reader.
 */
const LOG = { chunk: 65_536, period: 250, most: 64 * 2 ** 20 }

/** Destination of log lines. */
interface Lines {
  write(line: string): void
  flush(): void
}

/**
 * Runs the service as a process, with keys and counts in files or in Redis, a log on standard output, and an HTTP
 * server.
 *
 * @throws {KeyFileError | LimitsError} if keys or counts cannot be read, and the errors of `serve`
 */
export async function runService(vicinage: Vicinage, options: ProcessOptions): Promise<Serving> {
  const { host, port, redis, cors, hosts, explorer, pool, version } = options
  const out = pino.destination({
    fd: 1,
    sync: false,
    minLength: 1,
    maxLength: LOG.most,
    contentMode: 'buffer',
  })
  // The types of pino's streams only allow strings, although the stream also accepts bytes.
  const lines = collectLines((chunk) => out.write(chunk as unknown as string))
  const logger = pino(
    // Warnings and errors may quote requests, so tokens are removed from them.
    { base: null, level: options.log === 'none' ? 'silent' : 'info', hooks: { streamWrite: withoutTokens } },
    lines,
  )
  out.on('error', (error: NodeJS.ErrnoException) => {
    if (logger.level === 'silent') return
    logger.level = 'silent'
    options.onLogLost(error)
  })
  const warn = (error: Error) => logger.warn(error.message)
  const onReload = () => logger.info('The keys have changed; the new keys are in use.')

  const keys = options.keys === null ? null : await openKeyFile(options.keys, { onReload, onError: warn })
  const closing: (() => void | Promise<void>)[] = [() => pool.close(), () => keys?.close()]
  const close = async () => {
    for (const close of closing) await close()
    lines.flush()
    await new Promise<unknown>((resolve) => out.flush(resolve))
  }
  try {
    const limits = await openLimits(options.keys, redis, warn)
    closing.unshift(() => limits.close())
    const tiles = options.tiles === null ? null : createTileServer(vicinage, options.tiles)
    // Draw one tile in advance, because the first tile takes ten times as long as the others.
    await tiles?.answer('walkability/10/234/421.png', new Request('http://localhost/'))
    const service = createService(vicinage, {
      ...(keys === null ? {} : { keys }),
      limits,
      pool,
      explorer,
      tiles,
      version,
      ...(options.log === 'none' ? {} : { log: requestLog(lines, logger, options.log === 'queries') }),
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

/**
 * Collects lines and writes them in chunks. Without chunks, pino's destination would measure all waiting lines again
 * for each new line, which costs more than the line itself. A chunk is a buffer, because a string built from many
 * pieces would double the cost.
 */
function collectLines(write: (chunk: Buffer) => void): Lines {
  let chunk = Buffer.allocUnsafe(LOG.chunk)
  let length = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (length > 0) write(chunk.subarray(0, length))
    chunk = Buffer.allocUnsafe(LOG.chunk)
    length = 0
  }
  return {
    write(line) {
      // A UTF-16 code unit takes at most three bytes in UTF-8.
      if (length + 3 * line.length > LOG.chunk) flush()
      if (3 * line.length > LOG.chunk) return write(Buffer.from(line))
      length += chunk.write(line, length)
      timer ??= setTimeout(flush, LOG.period)
    },
    flush,
  }
}

/**
 * Returns a function that logs each response in pino's format, five times as fast as pino. Includes the query if
 * `queries` is set.
 */
function requestLog(lines: Lines, logger: Logger, queries: boolean): Log {
  const text = JSON.stringify
  return (line, query, error) => {
    if (error !== undefined) return logger.error({ ...line, err: error })
    if (logger.level === 'silent') return
    const { id, method, path, status, ms, key } = line
    const more = queries ? `,"query":${text(withoutTokens(query))}` : ''
    lines.write(
      `{"level":30,"time":${Date.now()},"id":"${id}","method":${text(method)},"path":${text(path)},` +
        `"status":${status},"ms":${ms},"key":${text(key)}${more}}\n`,
    )
  }
}

async function openLimits(keys: string | null, redis: string | null, onError: (error: Error) => void): Promise<Limits> {
  // Imported on demand, so that ioredis is only needed if Redis is used.
  if (redis !== null) return (await import('../http/redis-limits.ts')).redisLimits(redis, { onError })
  if (keys === null) return memoryLimits()
  return memoryLimits({ usage: await openUsageFile(`${keys.replace(/\.json$/, '')}.usage.json`, { onError }) })
}
