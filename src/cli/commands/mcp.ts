import type { Command } from 'commander'
import type { Session } from '../session.ts'
import { UsageError } from '../usage-error.ts'

/** `vicinage mcp`: the answers as tools for agents, over standard input and output. */
export function mcpCommand(program: Command, session: Session): void {
  program
    .command('mcp')
    .description('serve agents: the Model Context Protocol on standard input and output')
    .action(async (_: unknown, command: Command) => {
      const { serveStdio } = await stdio()
      const { writeErr } = command.configureOutput()
      await serveStdio(await session.open({}), {
        version: program.version() ?? '',
        onError: (error) => writeErr?.(`vicinage mcp: ${error instanceof Error ? error.message : String(error)}\n`),
      })
    })
}

/** The SDK is an optional dependency, which only this command needs. */
async function stdio(): Promise<typeof import('../../mcp/stdio.ts')> {
  try {
    return await import('../../mcp/stdio.ts')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes('@modelcontextprotocol/sdk')) throw error
    throw new UsageError('The MCP SDK is not installed.', 'Install it: npm install @modelcontextprotocol/sdk')
  }
}
