import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { refusedArgument } from '../../base/errors.ts'
import { receivedError, type SentError } from '../../base/sent-error.ts'
import type { OpenOptions } from '../../library/open-options.ts'
import { ExpectedTimes } from './expected-times.ts'
import { BusyError, type Charge, type PoolAnswer, type PoolTask, type RequestPool } from './pool.ts'
import type { ThreadAnswer, ThreadMessage, ThreadRequest } from './request-thread.ts'

/** Options a thread opens its data with: the result of `share()` or a folder, and the street index of the service. */
export type ThreadStart = Pick<OpenOptions, 'shared' | 'data' | 'streets' | 'userData'>

/** A task, from its first turn on a thread to its last. */
interface Job {
  readonly id: number
  readonly task: PoolTask
  /** Thread that runs the job; undefined before the first turn. */
  thread?: Thread
  /**
   * Time limit of the job in milliseconds. At first, this is the limit of its task. Once the request body has been
   * read, it is the limit that was computed from the body.
   */
  milliseconds: number
  /** Milliseconds spent in turns so far. */
  spent: number
}

type Message = ThreadRequest extends infer Each ? (Each extends unknown ? Omit<Each, 'job'> : never) : never

/**
 * A message to a thread that has not been answered yet. The work that the thread does for the answer is one turn of the
 * job.
 */
interface Turn {
  readonly job: Job
  readonly message: Message
  readonly moved: readonly ArrayBuffer[]
  /**
   * Time at which the turn is due, in milliseconds; 0 for an urgent turn. The turn with the earliest time goes first.
   */
  readonly due: number
  /** Timer that refuses a job if its first turn waits too long. */
  patience?: ReturnType<typeof setTimeout>
  readonly resolve: (answer: ThreadAnswer) => void
  readonly reject: (error: Error) => void
}

interface Thread {
  readonly worker: Worker
  /** Whether the thread has opened its data. */
  isOpen: boolean
  turn: Turn | null
  /** Start time of the turn. */
  began: number
  /** First job of the thread. Its duration is not recorded, because it includes the time to open the data. */
  first?: Job
  timer?: ReturnType<typeof setTimeout>
}

const LIMITS = {
  /** Maximum number of threads: one for every two processors, because the main thread serves requests too. */
  threads: Math.max(1, Math.floor(availableParallelism() / 2)),
  /** Maximum expected waiting time of a new task in milliseconds. Beyond this limit, the task is refused. */
  wait: 10_000,
  /** Number of waiting tasks below which no task is refused, because estimates are poor while a thread starts. */
  few: 16,
  /** Maximum total size of waiting tasks in bytes. */
  bytes: 128 * 2 ** 20,
  /** Milliseconds after which a waiting task is refused, because proxies and clients give up soon after. */
  patience: 25_000,
  /** Maximum number of tasks with unfinished bodies, because each keeps its request in a thread's memory. */
  open: 64,
  /**
   * Maximum duration of one turn of a task in milliseconds. A task does all of its work in one turn, unless it creates
   * its body in parts: it then works in turns of 10 ms. The endpoints allow far less, so this limit only ends work that
   * no other limit caught. The time starts when the thread has opened its data, because a slow disk is not the client's
   * fault.
   */
  timeout: 10_000,
  /** Maximum milliseconds for a thread to open its data. */
  opening: 60_000,
}

/** Maximum heap size of a thread in megabytes, not counting the shared data. */
const MEGABYTES = 512

/** Options of `requestPool`. Tests lower the limits. */
export interface PoolLimits extends Partial<typeof LIMITS> {
  /** File that threads run. Default: the file next to this module. */
  readonly file?: URL
}

/** Creates a pool whose threads start with the first tasks that need them. */
export function requestPool(start: ThreadStart, limits: PoolLimits = {}): RequestPool {
  const {
    threads: most,
    wait: longestWait,
    few,
    bytes: mostBytes,
    patience,
    open: mostOpen,
    timeout,
    opening,
    file = new URL(entry, import.meta.url),
  } = {
    ...LIMITS,
    ...limits,
  }
  /** Waiting turns, sorted by due time. */
  const waiting: Turn[] = []
  const threads = new Set<Thread>()
  /** Jobs that have started but not finished. */
  const open = new Set<Job>()
  const times = new ExpectedTimes()
  let jobCount = 0

  function begin(): Thread {
    const worker = new Worker(file, { workerData: start, resourceLimits: { maxOldGenerationSizeMb: MEGABYTES } })
    const thread: Thread = { worker, isOpen: false, turn: null, began: 0 }
    threads.add(thread)
    worker.unref()
    worker.on('message', (answer: ThreadMessage) => {
      thread.isOpen = true
      const { turn } = thread
      if (answer === 'opened') {
        if (turn !== null) startTimer(thread)
        return
      }
      if (turn === null || turn.job.id !== answer.job) return
      clearTimeout(thread.timer)
      thread.turn = null
      turn.job.spent += performance.now() - thread.began
      turn.resolve(answer)
      // Deferred so that the task can first request its next turn or finish. Otherwise, the thread could get the turn
      // of another task that is due later.
      queueMicrotask(assign)
    })
    worker.on('error', (error) => end(thread, error))
    worker.on('exit', () => end(thread, new Error('A service thread ended unexpectedly.')))
    return thread
  }

  /** Gives each idle thread the earliest turn that it can run. */
  function assign(): void {
    for (const turn of waiting) {
      const { job } = turn
      if (job.thread === undefined && open.size >= mostOpen) continue
      const isFree = (thread: Thread) => thread.turn === null && (job.thread ?? thread) === thread
      const idle = [...threads].find(isFree) ?? (job.thread === undefined && threads.size < most ? begin() : undefined)
      if (idle === undefined) continue
      remove(turn)
      take(idle, turn)
      assign()
      return
    }
  }

  function take(thread: Thread, turn: Turn): void {
    const { job, message, moved } = turn
    job.thread = thread
    thread.first ??= job
    open.add(job)
    thread.turn = turn
    thread.began = performance.now()
    startTimer(thread)
    thread.worker.postMessage({ job: job.id, ...message }, moved)
  }

  function startTimer(thread: Thread): void {
    clearTimeout(thread.timer)
    thread.timer = thread.isOpen
      ? setTimeout(() => end(thread, tooLong(timeout)), timeout)
      : setTimeout(() => end(thread, new BusyError()), opening)
  }

  /** Ends a thread. Its current task fails with `error`, and its other unfinished tasks fail too. */
  function end(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return
    clearTimeout(thread.timer)
    void thread.worker.terminate()
    for (const job of open) if (job.thread === thread) open.delete(job)
    const lost = waiting.filter(({ job }) => job.thread === thread)
    for (const turn of lost) {
      remove(turn)
      turn.reject(lostError(turn))
    }
    thread.turn?.reject(error)
    thread.turn = null
    assign()
  }

  function ask(
    job: Job,
    message: Message,
    moved: readonly ArrayBuffer[] = [],
    isUrgent = false,
  ): Promise<ThreadAnswer> {
    return new Promise((resolve, reject) => {
      const due = isUrgent ? 0 : getDue(job)
      const turn: Turn = { job, message, moved, due, resolve, reject }
      // The job's thread has ended in the meantime.
      if (job.thread !== undefined && !threads.has(job.thread)) return reject(lostError(turn))
      if (job.thread === undefined)
        turn.patience = setTimeout(() => {
          remove(turn)
          reject(new BusyError(getSeconds(expectedWait(getDue(job)))))
        }, patience)
      const after = waiting.findIndex((other) => other.due > due)
      waiting.splice(after < 0 ? waiting.length : after, 0, turn)
      assign()
    })
  }

  function remove(turn: Turn): void {
    clearTimeout(turn.patience)
    waiting.splice(waiting.indexOf(turn), 1)
  }

  /** Returns the expected wait for a turn in milliseconds: the work ahead of the turn, divided among all threads. */
  function expectedWait(due: number): number {
    const left = ({ task, milliseconds, spent }: Job) => Math.max(0, times.of(task, milliseconds) - spent)
    let sum = 0
    for (const turn of waiting) if (turn.due <= due) sum += left(turn.job)
    for (const { turn } of threads) if (turn !== null) sum += left(turn.job)
    return sum / most
  }

  /** @throws {BusyError} if a new job would wait too long or use too much memory */
  function refuseTooMuch(job: Job): void {
    const expected = expectedWait(getDue(job))
    const bytes = waiting.reduce((sum, turn) => sum + (turn.job.task.bytes ?? 0), job.task.bytes ?? 0)
    if (waiting.length >= few && (expected > longestWait || bytes > mostBytes))
      throw new BusyError(getSeconds(expected))
  }

  async function run(task: PoolTask, charge: Charge = async () => null): Promise<PoolAnswer> {
    const job: Job = { id: ++jobCount, task, milliseconds: task.milliseconds, spent: 0 }
    refuseTooMuch(job)
    try {
      const { kind, input } = task
      let answer = await ask(job, { kind, input }, task.moved)
      while ('cost' in answer) {
        job.milliseconds = answer.cost.milliseconds || job.milliseconds
        answer = await ask(job, { charged: await charge(answer.cost) }, [], true)
      }
      const { part, isLast, head } = getPart(answer)
      if (isLast) complete(job)
      return { head: head!, body: isLast ? part : remainingParts(job, part) }
    } catch (error) {
      finish(job)
      throw error
    }
  }

  async function* remainingParts(
    job: Job,
    first: Uint8Array<ArrayBuffer>,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    let isLast = false
    try {
      yield first
      while (!isLast) {
        const next = getPart(await ask(job, { next: true }))
        isLast = next.isLast
        if (isLast) complete(job)
        yield next.part
      }
    } finally {
      if (!isLast && job.thread !== undefined && threads.has(job.thread))
        job.thread.worker.postMessage({ job: job.id, drop: true } satisfies ThreadRequest)
      finish(job)
    }
  }

  /** Ends a job that has done all of its work. */
  function complete(job: Job): void {
    if (job.thread?.first !== job) times.note(job.task, job.milliseconds, job.spent)
    finish(job)
  }

  function finish(job: Job): void {
    if (open.delete(job)) assign()
  }

  return {
    run,
    async close() {
      for (const turn of [...waiting]) {
        remove(turn)
        turn.reject(new BusyError())
      }
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

// In the built package, the thread entry is a separate file next to this module.
const entry = import.meta.url.endsWith('.ts') ? '../../http-thread-start.mjs' : './http-thread.js'

/** Returns the due time of a job's next turn if the turn is requested now. */
function getDue({ milliseconds }: Job): number {
  return performance.now() + milliseconds
}

/** Returns whole seconds after which to try again, at most a minute. */
function getSeconds(milliseconds: number): number {
  return Math.min(60, Math.max(1, Math.ceil(milliseconds / 1000)))
}

/**
 * Returns the error for a turn whose thread has ended. If the task was still waiting for its cost to be counted,
 * nothing has been sent yet, so the client can try again.
 */
function lostError({ message }: Turn): Error {
  return 'charged' in message ? new BusyError() : new Error('A service thread ended unexpectedly.')
}

function tooLong(timeout: number): Error {
  const late = `The request takes longer than ${timeout / 1000} seconds: request less data`
  return refusedArgument('request', late, null, 'limit_exceeded')
}

function getPart(answer: ThreadAnswer) {
  if ('error' in answer) throw getError(answer.error)
  if ('cost' in answer) throw new Error('A task was charged twice.')
  return answer
}

function getError(sent: SentError): Error {
  return sent.code === undefined ? new Error(sent.message) : receivedError(sent)
}
