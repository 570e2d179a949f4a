import { parentPort, workerData } from 'node:worker_threads'
import { createContext } from '../create-context.ts'
import { density } from '../geography/density.ts'
import { prepareSurfaces, runTask, surfaceTasks, type WorkerMessage, type WorkerStart } from './surfaces.ts'

const { sources, ids, next } = workerData as WorkerStart
const port = parentPort!
const send = (message: WorkerMessage, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

try {
  const geography = await createContext(sources)
  const prepared = await prepareSurfaces(geography, [density.id, ...ids])
  const tasks = surfaceTasks(geography, prepared)
  const counter = new Int32Array(next)
  for (let index = Atomics.add(counter, 0, 1); index < tasks.length; index = Atomics.add(counter, 0, 1)) {
    const bytes = runTask(geography, prepared, tasks[index])
    send(
      { index, bytes },
      bytes.map(({ values }) => values.buffer as ArrayBuffer),
    )
  }
} catch (error) {
  send({ error: error instanceof Error ? error.message : String(error) })
}
