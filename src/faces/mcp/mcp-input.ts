import type { ToolSet } from './tools.ts'

/** A request to `/mcp` in the form in which it is sent to a thread. */
export interface McpInput {
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Uint8Array<ArrayBuffer>
  readonly version: string | undefined
  readonly tools: ToolSet
}
