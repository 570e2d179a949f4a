import type { Vicinage } from '../../library/vicinage.ts'
import type { TaskResult } from '../http/pool.ts'
import { answerCall } from './server.ts'
import { OTHER_DATA, type ToolInput } from './tool-on-thread.ts'

/** Answers a tool call on a thread. */
export async function toolTask(vicinage: Vicinage, { tools, name, input, build }: ToolInput): Promise<TaskResult> {
  if (build !== vicinage.build) return { head: { status: OTHER_DATA }, body: '' }
  const faults: string[] = []
  const onError = (error: unknown) => {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  const answer = await answerCall(vicinage, { tools, name, input }, { onError })
  return { head: { status: 200, faults }, body: JSON.stringify(answer) }
}
