import { PassThrough } from 'node:stream'
import { ProtocolErrorCode } from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio'
import type { Library } from '../../library/contract/endpoint.ts'
import { messageLimits, type RefusedMessage } from './message-limits.ts'
import { createMcpServer, type McpOptions } from './server.ts'

/**
 * Serves MCP on the standard input and output of this process until the input ends or the process is told to stop
 * (SIGINT, SIGTERM). Uses the revision of the first message. Nothing else may be written to standard output.
 */
export async function serveStdio(vicinage: Library, options: McpOptions): Promise<void> {
  const input = new PassThrough()
  const transport = new StdioServerTransport(input, process.stdout)
  const report = (error: Error) => options.onError?.(withoutInput(error))
  // For a slow reader the SDK adds one listener per answer. Node would report a leak at the eleventh.
  process.stdout.setMaxListeners(0)
  const newServer = () => {
    const server = createMcpServer(vicinage, options)
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
  process.stdin.on('data', take).once('end', () => endWhenAnswered(input, transport))
  const stop = () => void served.close()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  await closed
  process.stdin.pause()
  process.off('SIGINT', stop).off('SIGTERM', stop)
}

/** Answers a message that is not parsed. */
function refuse({ id, excess }: RefusedMessage): void {
  const error = { code: ProtocolErrorCode.InvalidRequest, message: `Invalid Request: ${excess}` }
  process.stdout.write(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}\n`)
}

/**
 * The SDK drops pending answers when the input ends, so the input only ends after nothing has been sent for two turns.
 */
function endWhenAnswered(input: PassThrough, transport: StdioServerTransport): void {
  let sent = 0
  const send = transport.send.bind(transport)
  transport.send = (message) => {
    sent++
    return send(message)
  }
  const wait = (before: number, quiet: number) =>
    void setImmediate(() => {
      if (quiet === 2) input.end()
      else wait(sent, sent === before ? quiet + 1 : 0)
    })
  wait(0, 0)
}

/** The SDK repeats a message that it cannot process in its error. */
function withoutInput(error: Error): Error {
  const isOurs = /^ReadBuffer exceeded|^Failed to send/.test(error.message) || 'syscall' in error
  return isOurs ? error : new Error('A message is not JSON-RPC, or answers no request; it is ignored.')
}
