import { PassThrough } from 'node:stream'
import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import type { Library } from '../../library/contract/endpoint.ts'
import type { RequestPool } from '../http/pool.ts'
import { messageLimits, type RefusedMessage } from './message-limits.ts'
import { createMcpServer, type McpOptions } from './server.ts'

/**
 * Serves MCP on standard input and output until the input ends or the process receives SIGINT or SIGTERM. Uses the
 * protocol revision of the first message. Nothing else may be written to standard output. Closes the pool in the
 * options at the end.
 */
export async function serveStdio(vicinage: Library, options: McpOptions): Promise<void> {
  /** Number of calls that threads are answering. */
  let running = 0
  const { pool: sharedPool } = options
  const pool: RequestPool | null = sharedPool
    ? {
        close: () => sharedPool.close(),
        run: (task, charge) => {
          running++
          return sharedPool.run(task, charge).finally(() => running--)
        },
      }
    : null
  const input = new PassThrough()
  const transport = new StdioServerTransport(input, process.stdout)
  let isOver = false
  // When the input ends, pending calls are canceled, which is not a failure.
  const onError = (error: unknown) => {
    if (!isOver) options.onError?.(error)
  }
  const report = (error: Error) => onError(withoutInput(error))
  // If the reader is slow, the SDK adds one listener per answer. Node would report a leak at the eleventh listener.
  process.stdout.setMaxListeners(0)
  const newServer = () => {
    const server = createMcpServer(vicinage, { ...options, pool, onError })
    server.onerror = report
    return server
  }
  const served = serve(newServer, { transport, onerror: report })
  const close = transport.onclose
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      close?.()
      resolve()
    }
  })
  const take = messageLimits((bytes) => input.write(bytes), refuse)
  process.stdin.on('data', take).once('end', () => endWhenAnswered(input, transport, () => running > 0))
  const stop = () => void served.close()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  await closed
  isOver = true
  process.stdin.pause()
  await pool?.close()
  process.off('SIGINT', stop).off('SIGTERM', stop)
}

/** Interval in milliseconds at which running calls are checked. */
const POLL = 5

/** Answers a message that was refused without parsing. */
function refuse({ id, excess }: RefusedMessage): void {
  const error = { code: ProtocolErrorCode.InvalidRequest, message: `Invalid Request: ${excess}` }
  process.stdout.write(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}\n`)
}

/**
 * Ends the input once no thread is answering and nothing has been sent for two turns of the event loop. Otherwise the
 * SDK would drop pending answers.
 */
function endWhenAnswered(input: PassThrough, transport: StdioServerTransport, isRunning: () => boolean): void {
  let sent = 0
  const send = transport.send.bind(transport)
  transport.send = (message) => {
    sent++
    return send(message)
  }
  const wait = (before: number, quiet: number) =>
    void setImmediate(() => {
      if (isRunning()) setTimeout(wait, POLL, sent, 0)
      else if (quiet === 2) input.end()
      else wait(sent, sent === before ? quiet + 1 : 0)
    })
  wait(0, 0)
}

/** Removes the message contents from an error, because the SDK repeats a message that it could not process. */
function withoutInput(error: Error): Error {
  const isOurs = /^ReadBuffer exceeded|^Failed to send/.test(error.message) || 'syscall' in error
  return isOurs ? error : new Error('Ignored a message that is not JSON-RPC or answers no request.')
}
