import { parentPort, workerData } from 'node:worker_threads'
import { catalogOf } from '../../answers/dimensions/catalog-of.ts'
import { VicinageError } from '../../base/errors.ts'
import { endpointsOf } from '../../library/contract/table.ts'
import { openVicinage } from '../../library/open.ts'
import type { ThreadAnswer, ThreadRequest, ThreadStart } from './request-pool.ts'

/** A thread of `requestPool`: answers one request after another, until it is ended. */
const vicinage = await openVicinage(workerData as ThreadStart)
const endpoints = new Map(endpointsOf(catalogOf(vicinage)).map((endpoint) => [endpoint.id, endpoint]))

parentPort?.on('message', (request: ThreadRequest) => parentPort?.postMessage(answerTo(request)))

function answerTo({ endpoint, values }: ThreadRequest): ThreadAnswer {
  try {
    return { json: JSON.stringify(endpoints.get(endpoint)!.answer(vicinage, values as never)) }
  } catch (error) {
    if (error instanceof VicinageError) return { error: error.toJSON() }
    return {
      error: { name: 'Error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    }
  }
}
