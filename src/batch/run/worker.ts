import { parentPort, workerData } from 'node:worker_threads'
import { bundlesOf } from '../../bundles.ts'
import { vicinageOf } from '../../open.ts'
import { shareCells } from '../../scores/column-scorer.ts'
import type { Task } from '../formats/format.ts'
import { taskAnswerer } from '../formats/index.ts'
import { freeBuffer } from './free-buffer.ts'
import type { WorkerAnswer, WorkerData } from './pool.ts'

/** A thread: answers tasks, one after another, until it is ended. */
const { bundles, cells, job, streets } = workerData as WorkerData
shareCells(cells)
const answer = taskAnswerer(await vicinageOf(bundlesOf(bundles), streets), job)
let before: Promise<void> = Promise.resolve()

parentPort?.on('message', (task: Task) => {
  before = before.then(async () => {
    const answered = await answerTo(task)
    if (task instanceof Uint8Array) freeBuffer(task.buffer)
    parentPort?.postMessage(answered, 'bytes' in answered ? [answered.bytes.buffer] : [])
  })
})

async function answerTo(task: Task): Promise<WorkerAnswer> {
  try {
    return await answer(task)
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    return { error: { name, message } }
  }
}
