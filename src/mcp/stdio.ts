import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Library } from '../endpoints/endpoint.ts'
import { createMcpServer, type McpOptions } from './server.ts'

/**
 * Serves MCP on the standard input and output of this process until the input ends or somebody asks it to stop (SIGINT, SIGTERM).
 * Whatever else the process prints must not go to standard output.
 */
export async function serveStdio(vicinage: Library, options: McpOptions): Promise<void> {
  const server = createMcpServer(vicinage, options)
  server.onerror = (error) => options.onError?.(withoutInput(error))
  const stop = () => void server.close()
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve
  })
  process.stdin.once('end', stop)
  process.once('SIGINT', stop).once('SIGTERM', stop)
  // The SDK waits with a listener per answer where the reader is slow; Node would warn of a leak at the eleventh.
  process.stdout.setMaxListeners(0)
  await server.connect(new StdioServerTransport())
  await closed
  process.off('SIGINT', stop).off('SIGTERM', stop)
}

/** What the SDK says of a message that it cannot take repeats the message. */
function withoutInput(error: Error): Error {
  const isOurs = /^ReadBuffer exceeded|^Failed to send/.test(error.message) || 'syscall' in error
  return isOurs ? error : new Error('A message is not JSON-RPC, or answers no request; it is ignored.')
}
