import { type Command, Option } from 'commander'
import type { ToolSet } from '../../mcp/index.ts'
import type { Session } from '../session.ts'
import { threadFile } from '../thread-file.ts'

/** Pool limits for a single client. Its calls wait in a queue of any length, so none is refused. */
const THREAD = { threads: 1, wait: Number.POSITIVE_INFINITY, patience: 2 ** 31 - 1 }

/** `vicinage mcp`: provides the library's functions as MCP tools over standard input and output. */
export function mcpCommand(program: Command, session: Session): void {
  program
    .command('mcp')
    .description('serve agents over the Model Context Protocol, on standard input and output')
    .option('--streets <dir>', 'folder of a street index (default: the one in your data folder)')
    .addOption(
      new Option('--tools <set>', 'core: a few general tools; all: one tool for each endpoint of the service')
        .choices(['core', 'all'])
        .default('core'),
    )
    .action(async ({ streets, tools }: { streets?: string; tools: ToolSet }) => {
      const { serveStdio } = await import('../../mcp/stdio.ts')
      const { requestPool } = await import('../../http/request-pool.ts')
      const needs = { ...(streets && { streets }) }
      const vicinage = await session.open(needs)
      const { data, userData } = session.chosen()
      await serveStdio(vicinage, {
        version: session.version,
        tools,
        // The pool starts its thread with the first long call. The thread opens only the data that it needs.
        pool: requestPool({ ...needs, userData, ...(data !== undefined && { data }) }, { ...THREAD, ...threadFile() }),
        onError: (error) => session.say(`vicinage mcp: ${error instanceof Error ? error.message : String(error)}\n`),
      })
    })
}
