import type { ToolSet } from './tools.ts'

/** A request to `/mcp`, as a thread gets it. */
export interface McpInput {
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  readonly version: string
  readonly tools: ToolSet
}
