import type { Command } from 'commander'
import type { Session } from '../session.ts'

/** `vicinage mcp`: the answers as tools for agents, over standard input and output. */
export function mcpCommand(program: Command, session: Session): void {
  program
    .command('mcp')
    .description('serve agents over the Model Context Protocol, on standard input and output')
    .option('--streets <dir>', 'folder of street layers (default: those of your data folder)')
    .action(async ({ streets }: { streets?: string }, command: Command) => {
      const { serveStdio } = await import('../../mcp/stdio.ts')
      const { writeErr } = command.configureOutput()
      await serveStdio(await session.open({ ...(streets && { streets }) }), {
        version: program.version() ?? '',
        onError: (error) => writeErr?.(`vicinage mcp: ${error instanceof Error ? error.message : String(error)}\n`),
      })
    })
}
