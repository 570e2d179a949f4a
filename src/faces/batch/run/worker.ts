import { parentPort, workerData } from 'node:worker_threads'
import { shareCells } from '../../../answers/scores/column-scorer.ts'
import { getBundles } from '../../../library/bundles.ts'
import { vicinageForRows } from '../../../library/open.ts'
import { prioritiesIn } from '../batch-question.ts'
import { keepBuffer, moved, shareBuffers } from '../buffers.ts'
import { sentBatchError } from '../errors.ts'
import type { Task } from '../formats/format.ts'
import { taskAnswerer } from '../formats/index.ts'
import type { WorkerAnswer, WorkerData, WorkerTask } from './pool.ts'

/** Answers tasks in a thread, one after another, until the thread is terminated. */
const { bundles, cells, job, streets } = workerData as WorkerData
shareCells(cells)
shareBuffers()
const fits = prioritiesIn(job.question) !== null
const answer = taskAnswerer(await vicinageForRows(getBundles(bundles), streets, fits), job)
let before: Promise<void> = Promise.resolve()

parentPort?.on('message', ([task, spare]: WorkerTask) => {
  before = before.then(async () => {
    if (spare !== undefined) keepBuffer(spare)
    const answered = await answerTo(task)
    const sent: WorkerAnswer = [answered, task instanceof Uint8Array ? task.buffer : undefined]
    parentPort?.postMessage(sent, moved('bytes' in answered ? answered.bytes.buffer : undefined, sent[1]))
  })
})

async function answerTo(task: Task): Promise<WorkerAnswer[0]> {
  try {
    return await answer(task)
  } catch (error) {
    return { error: sentBatchError(error) }
  }
}
