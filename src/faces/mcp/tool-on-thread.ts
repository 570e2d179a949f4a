import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RequestPool } from '../http/pool.ts'
import type { ToolSet } from './tools.ts'

/** A call of a tool in the form that is passed to a thread. */
export interface ToolInput {
  readonly tools: ToolSet
  readonly name: string
  readonly input: unknown
  /** Build of the data that the answer must come from. */
  readonly build: string
}

/** Status of a thread that has other data, because the folder was replaced in the meantime. */
export const OTHER_DATA = 409

/** Sends a call, which is already validated and charged, to a thread. Returns null if the thread has other data. */
export async function callOnThread(
  pool: RequestPool,
  input: ToolInput,
  { milliseconds, onError }: { readonly milliseconds: number; readonly onError: (error: unknown) => void },
): Promise<CallToolResult | null> {
  const { head, body } = await pool.run({ kind: 'tool', name: `tool ${input.name}`, milliseconds, input })
  for (const fault of head.faults ?? []) onError(new Error(fault))
  return head.status === OTHER_DATA ? null : JSON.parse(new TextDecoder().decode(body as Uint8Array))
}
