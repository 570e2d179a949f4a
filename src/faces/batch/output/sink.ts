import type { Counts } from '../answer-rows.ts'
import { BatchError } from '../errors.ts'

/** Receives the answers of a run, chunk by chunk in the order of the input. */
export interface Sink {
  /** State left by an interrupted run; null if the run begins at the start. */
  readonly resumed: Resumed | null
  /** Whether the output is no longer read, as with `| head`. The run then ends without an error. */
  readonly closed: boolean
  /**
   * Writes a chunk. The next one may be written once the promise resolves. Throws a `BatchError` if writing fails, as
   * on a full disk.
   */
  write(chunk: AnsweredChunk): Promise<void>
  /** Ends the output with what a format adds after its chunks, and gives it its name. */
  finish(trailer?: Uint8Array): Promise<void>
  /**
   * Releases the output. A run with `resume` continues after the written chunks if possible. Does nothing after
   * `finish`.
   */
  abandon(): Promise<void>
}

/** Answers on their way to the output. */
export interface AnsweredChunk {
  /** Where the chunk ends in the input, in decompressed bytes, or any other number at which the run can resume. */
  readonly end: number
  /** For a gzip output, compressed by `gzipMember`. */
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>
  readonly counts: Counts
  /** JSON that the run gets back when it resumes. */
  readonly note?: unknown
}

/** Where an interrupted run continues. */
export interface Resumed {
  /** `end` of the last chunk. */
  readonly input: number
  /** Bytes of the output so far. */
  readonly output: number
  /** Counts of all chunks so far. */
  readonly counts: Counts
  /** Notes of the chunks so far. */
  readonly notes: readonly unknown[]
}

export interface SinkOptions {
  /** The file to read, or `-`. It must not be the output. */
  readonly input: string
  /** Whether the output is compressed. The header becomes a gzip member. */
  readonly gzip: boolean
  /** Beginning of the output. */
  readonly header: Uint8Array
  /** JSON of question, plan, identity of the input and version. A run is only resumed if it is the same. */
  readonly fingerprint: unknown
  /** Whether to continue after an interrupted run. If there is none, begins at the start. */
  readonly resume: boolean
  /** Whether the run cannot be resumed because its input can be read only once. Unfinished output is then deleted. */
  readonly isOnce?: boolean
  /** Whether to replace an output and, without `resume`, discard what an interrupted run has left. */
  readonly force: boolean
}

/** Writes to standard output, as fast as it is read. */
export async function standardOutputSink(header: Uint8Array): Promise<Sink> {
  const { stdout } = process
  let closed = false
  // The code that writes gets the error. Without a listener the process would end.
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
