import type { Counts } from '../answer-rows.ts'
import { BatchError } from '../errors.ts'

/** Takes the answers of a run, chunk by chunk in the order of the input. */
export interface Sink {
  /** What an interrupted run has left; null: the run begins at the start. */
  readonly resumed: Resumed | null
  /** Whether nothing reads the output any longer, as with `| head`: nothing is left to do, and nothing is wrong. */
  readonly closed: boolean
  /**
   * Takes a chunk; the next may come when this is done. Throws a `BatchError` when it cannot be written: the disk is
   * full, or fails.
   */
  write(chunk: AnsweredChunk): Promise<void>
  /** Ends the output, with what a format has after its chunks, and gives it its name. */
  finish(trailer?: Uint8Array): Promise<void>
  /**
   * Lets go of the output; a run with `resume` goes on from the chunks that were taken, if it can. Nothing happens
   * after `finish`.
   */
  abandon(): Promise<void>
}

/** Answers on their way to the output. */
export interface AnsweredChunk {
  /**
   * Where the chunk ends in the input, in decompressed bytes; or whatever number of a place the run can begin at again.
   */
  readonly end: number
  /** Of a gzip output, compressed by `gzipMember`. */
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>
  readonly counts: Counts
  /** JSON that the run is given back when it resumes. */
  readonly note?: unknown
}

/** Where an interrupted run goes on. */
export interface Resumed {
  /** `end` of the last chunk. */
  readonly input: number
  /** Bytes of the output so far. */
  readonly output: number
  /** Of all chunks so far. */
  readonly counts: Counts
  /** Of the chunks so far, by chunk. */
  readonly notes: readonly unknown[]
}

export interface SinkOptions {
  /** The file that is read, or `-`: it must not be the output. */
  readonly input: string
  /** Whether the output is compressed: the header becomes a gzip member. */
  readonly gzip: boolean
  /** What the output begins with. */
  readonly header: Uint8Array
  /** JSON: question, plan, identity of the input, version. A run is only resumed with the same. */
  readonly fingerprint: unknown
  /** Goes on where an interrupted run ended; where there is none, begins at the start. */
  readonly resume: boolean
  /** Whether the run cannot be resumed, as its input can be read only once: what is not finished is deleted. */
  readonly isOnce?: boolean
  /** Replaces an output, and without `resume` throws away what an interrupted run has left. */
  readonly force: boolean
}

/** Writes to standard output, as fast as it is read. */
export async function standardOutputSink(header: Uint8Array): Promise<Sink> {
  const { stdout } = process
  let closed = false
  // Writers get the error; without a listener the process would end.
  const ignore = () => {}
  stdout.on('error', ignore)
  const write = async (bytes: Uint8Array) => {
    if (closed || bytes.length === 0) return
    const error = await new Promise<NodeJS.ErrnoException | null | undefined>((done) => stdout.write(bytes, done))
    if (error?.code === 'EPIPE') closed = true
    else if (error) throw new BatchError(`Standard output cannot be written: ${error.message}.`)
  }
  await write(header)
  return {
    resumed: null,
    get closed() {
      return closed
    },
    async write({ bytes }) {
      if (bytes instanceof Uint8Array) await write(bytes)
      else for await (const chunk of bytes) await write(chunk)
    },
    async finish(trailer = new Uint8Array(0)) {
      await write(trailer)
      stdout.off('error', ignore)
    },
    async abandon() {
      stdout.off('error', ignore)
    },
  }
}
