import { type Command, Option } from 'commander'
import type { ToolSet } from '../../mcp/index.ts'
import type { Session } from '../session.ts'

/** `vicinage mcp`: serves the answers as tools for agents, over standard input and output. */
export function mcpCommand(program: Command, session: Session): void {
  program
    .command('mcp')
    .description('serve agents over the Model Context Protocol, on standard input and output')
    .option('--streets <dir>', 'folder of street layers (default: those of your data folder)')
    .addOption(
      new Option('--tools <set>', 'core: few tools for everything; all: one for each endpoint of the service')
        .choices(['core', 'all'])
        .default('core'),
    )
    .action(async ({ streets, tools }: { streets?: string; tools: ToolSet }) => {
      const { serveStdio } = await import('../../mcp/stdio.ts')
      await serveStdio(await session.open({ ...(streets && { streets }) }), {
        version: session.version,
        tools,
        onError: (error) => session.say(`vicinage mcp: ${error instanceof Error ? error.message : String(error)}\n`),
      })
    })
}
