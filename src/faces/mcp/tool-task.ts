import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Vicinage } from '../../library/vicinage.ts'
import type { RequestPool, TaskResult } from '../http/pool.ts'
import { answerCall } from './server.ts'
import type { ToolSet } from './tools.ts'

/** A call of a tool in the form that is passed to a thread. */
export interface ToolInput {
  readonly tools: ToolSet
  readonly name: string
  readonly input: unknown
  /** Build of the data that the answer has to be made from. */
  readonly build: string
}

/** Status of a thread that has other data, because the folder was replaced in the meantime. */
const OTHER_DATA = 409

/** Has a thread answer a call that was checked and charged. Returns null if the thread has other data. */
export async function calledBy(
  pool: RequestPool,
  input: ToolInput,
  { milliseconds, onError }: { readonly milliseconds: number; readonly onError: (error: unknown) => void },
): Promise<CallToolResult | null> {
  const { head, body } = await pool.run({ kind: 'tool', name: `tool ${input.name}`, milliseconds, input })
  for (const fault of head.faults ?? []) onError(new Error(fault))
  return head.status === OTHER_DATA ? null : JSON.parse(new TextDecoder().decode(body as Uint8Array))
}

/** Answers a call of a tool on a thread. */
export async function toolTask(vicinage: Vicinage, { tools, name, input, build }: ToolInput): Promise<TaskResult> {
  if (build !== vicinage.build) return { head: { status: OTHER_DATA }, body: '' }
  const faults: string[] = []
  const onError = (error: unknown) => {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  const answer = await answerCall(vicinage, { tools, name, input }, { onError })
  return { head: { status: 200, faults }, body: JSON.stringify(answer) }
}
