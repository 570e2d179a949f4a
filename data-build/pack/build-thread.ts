import { parentPort } from 'node:worker_threads'
import { packLookups } from '../pack-lookups.ts'
import { SourceError } from '../read/source-error.ts'
import { writePacked } from './blocks.ts'
import type { Task, ThreadMessage } from './build-threads.ts'

const port = parentPort!
const send = (message: ThreadMessage) => port.postMessage(message)

port.on('message', async (task: Task) => {
  try {
    const result =
      task.kind === 'write'
        ? await writePacked(task.content)
        : await packLookups(task.sources, task.wanted, (line) => send({ line }))
    send({ result })
  } catch (error) {
    const { message } = error as Error
    send({ message, ...(error instanceof SourceError ? { problem: { ...error } } : {}) })
  }
})
