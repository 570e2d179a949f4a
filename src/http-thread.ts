import { parentPort, workerData } from 'node:worker_threads'
import type { TaskHandler } from './faces/http/pool.ts'
import type { ThreadStart } from './faces/http/request-pool.ts'
import { createThread, endpointHandlers, type ThreadMessage, type ThreadRequest } from './faces/http/request-thread.ts'
import { openVicinage } from './library/open.ts'

// Entry point of the threads of `requestPool`. Code that only some services need is imported by the first task that
// uses it.
const vicinage = await openVicinage(workerData as ThreadStart)
const handlers: Record<string, TaskHandler> = {
  ...endpointHandlers(vicinage),
  picture: async (input) => (await import('./explorer/site/picture-task.ts')).pictureTask(vicinage, input),
  mcp: async (input, charge) => (await import('./faces/mcp/mcp-task.ts')).mcpTask(vicinage, input, charge),
  tool: async (input) => (await import('./faces/mcp/tool-task.ts')).toolTask(vicinage, input),
}
const onMessage = createThread(handlers, (answer, moved) => parentPort?.postMessage(answer, moved))
parentPort?.postMessage('opened' satisfies ThreadMessage)
parentPort?.on('message', (request: ThreadRequest) => void onMessage(request))
