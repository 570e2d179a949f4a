import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Answers } from '../endpoints/endpoint.ts'
import { createMcpServer, type McpOptions } from './server.ts'

/**
 * Serves MCP on the standard input and output of this process until the input ends or somebody asks it to stop (SIGINT, SIGTERM).
 * Whatever else the process prints must not go to standard output.
 */
export async function serveStdio(vicinage: Answers, options: McpOptions): Promise<void> {
  const server = createMcpServer(vicinage, options)
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
