import { getCatalog } from '../../answers/dimensions/get-catalog.ts'
import { VicinageError } from '../../base/errors.ts'
import { type SentError, sentError } from '../../base/sent-error.ts'
import { getEndpoints } from '../../library/contract/table.ts'
import type { Vicinage } from '../../library/vicinage.ts'
import { createMap } from '../map/render-tiles.ts'
import { bodyTask, valuesTask } from './endpoint-task.ts'
import type { Charge, TaskHandler, TaskHead } from './pool.ts'

/**
 * A message to a thread: start a task, continue a task, or drop a task. All messages except `drop` are answered exactly
 * once.
 */
export type ThreadRequest = { readonly job: number } & (
  | { readonly kind: string; readonly input: object }
  | { readonly charged: string | null }
  | { readonly next: true }
  | { readonly drop: true }
)

/** An answer from a thread: a cost to be charged, a part of the body, or an error. */
export type ThreadAnswer = { readonly job: number } & (
  | { readonly cost: Parameters<Charge>[0] }
  | { readonly head?: TaskHead; readonly part: Uint8Array<ArrayBuffer>; readonly isLast: boolean }
  | { readonly error: SentError }
)

/** Any message from a thread: `opened` when its data is open, then answers. */
export type ThreadMessage = 'opened' | ThreadAnswer

/** Maximum milliseconds to work on a long body before other tasks get a turn. */
const SLICE = 10

interface Job {
  charged?: (sentence: string | null) => void
  chunks?: Iterator<string>
}

/** Creates the handlers of endpoints and tiles. */
export function endpointHandlers(vicinage: Vicinage): Record<string, TaskHandler> {
  const endpoints = new Map(getEndpoints(getCatalog(vicinage)).map((endpoint) => [endpoint.id, endpoint]))
  const map = createMap(vicinage)
  return {
    values: ({ endpoint, values }: { endpoint: string; values: never }) =>
      valuesTask(endpoints.get(endpoint)!, vicinage, values),
    body: ({ endpoint, body }: { endpoint: string; body: Uint8Array }, charge) =>
      bodyTask(endpoints.get(endpoint)!, vicinage, body, charge),
    tile: ({ dimension, z, x, y }: { dimension: never; z: number; x: number; y: number }) => ({
      head: { status: 200 },
      body: map.renderTile(dimension, z, x, y),
    }),
  }
}

/**
 * Creates the function that processes messages to a thread. `send` is called once for each message except `drop`.
 * `moved` lists the buffers of the answer that can be transferred instead of copied.
 */
export function createThread(
  handlers: Readonly<Record<string, TaskHandler>>,
  send: (answer: ThreadAnswer, moved: ArrayBuffer[]) => void,
): (request: ThreadRequest) => Promise<void> {
  const jobs = new Map<number, Job>()

  async function begin(id: number, kind: string, input: object): Promise<void> {
    const job: Job = {}
    jobs.set(id, job)
    const charge: Charge = (cost) =>
      new Promise((resolve) => {
        job.charged = resolve
        send({ job: id, cost }, [])
      })
    const { head, body } = await (handlers[kind] as TaskHandler)(input as never, charge)
    if (!jobs.has(id)) return
    if (typeof body === 'string' || body instanceof Uint8Array) {
      jobs.delete(id)
      return sendPart(id, getBytes(body), true, head)
    }
    job.chunks = body[Symbol.iterator]()
    sendNextPart(id, job.chunks, head)
  }

  function sendNextPart(id: number, chunks: Iterator<string>, head?: TaskHead): void {
    const end = performance.now() + SLICE
    let part = ''
    let isLast = false
    do {
      const { done = false, value } = chunks.next()
      isLast = done
      part += value ?? ''
    } while (!isLast && performance.now() < end)
    if (isLast) jobs.delete(id)
    sendPart(id, getBytes(part), isLast, head)
  }

  function sendPart(job: number, part: Uint8Array<ArrayBuffer>, isLast: boolean, head?: TaskHead): void {
    send({ job, part, isLast, ...(head !== undefined && { head }) }, [part.buffer])
  }

  return async (request) => {
    const { job: id } = request
    try {
      if ('kind' in request) return await begin(id, request.kind, request.input)
      const job = jobs.get(id)
      if (job === undefined) return
      if ('charged' in request) job.charged?.(request.charged)
      else if ('next' in request) sendNextPart(id, job.chunks!)
      else {
        jobs.delete(id)
        job.chunks?.return?.()
      }
    } catch (error) {
      jobs.delete(id)
      send({ job: id, error: getError(error) }, [])
    }
  }
}

/** Copies bytes into a separate buffer that can be transferred to another thread. */
function getBytes(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  const isWhole = body.byteOffset === 0 && body.byteLength === body.buffer.byteLength
  return isWhole && body.buffer instanceof ArrayBuffer ? (body as Uint8Array<ArrayBuffer>) : new Uint8Array(body)
}

function getError(error: unknown): SentError {
  if (error instanceof VicinageError) return sentError(error)
  return { name: 'Error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
