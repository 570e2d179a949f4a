import type { Vicinage } from '../../library/vicinage.ts'
import type { Charge, TaskResult } from '../http/pool.ts'
import { mcpHandler } from './index.ts'
import type { McpInput } from './mcp-input.ts'

/** Answers a request to `/mcp` on a thread. */
export async function mcpTask(vicinage: Vicinage, input: McpInput, charge: Charge): Promise<TaskResult> {
  const { url, headers, body, version, tools } = input
  const faults: string[] = []
  const onError = (error: unknown) => {
    faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  const admitMore = (scores: number) => charge({ scores: scores + 1, milliseconds: 0 })
  const request = new Request(url, { method: 'POST', headers: headers as [string, string][] })
  const received = { bytes: body, excess: null }
  const response = await mcpHandler(vicinage, { version, tools, onError })(request, { admitMore, received })
  return {
    head: { status: response.status, headers: Object.fromEntries(response.headers), faults },
    body: new Uint8Array(await response.arrayBuffer()),
  }
}
