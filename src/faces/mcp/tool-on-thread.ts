import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RequestPool } from '../http/pool.ts'
import type { ToolSet } from './tools.ts'

/** A tool call in the form in which it is sent to a thread. */
export interface ToolInput {
  readonly tools: ToolSet
  readonly name: string
  readonly input: unknown
  /** Data build that the answer must be based on. */
  readonly build: string
}

/** Status that a thread returns if its data is different, because the folder was replaced in the meantime. */
export const OTHER_DATA = 409

/**
 * Sends a call to a thread, after its arguments were validated and its cost was counted. Returns null if the thread has
 * different data.
 */
export async function callOnThread(
  pool: RequestPool,
  input: ToolInput,
  { milliseconds, onError }: { readonly milliseconds: number; readonly onError: (error: unknown) => void },
): Promise<CallToolResult | null> {
  const { head, body } = await pool.run({ kind: 'tool', name: `tool ${input.name}`, milliseconds, input })
  for (const fault of head.faults ?? []) onError(new Error(fault))
  return head.status === OTHER_DATA ? null : JSON.parse(new TextDecoder().decode(body as Uint8Array))
}
