import type { Counts } from '../answer-rows.ts'
import { BatchError } from '../errors.ts'

/** Receives the answers of a run, chunk by chunk in the order of the input. */
export interface Sink {
  /** State of an interrupted run, or null if the run starts at the first row. */
  readonly resumed: Resumed | null
  /** Whether the output is no longer read, as with `| head`. The run then ends without an error. */
  readonly closed: boolean
  /**
   * Writes a chunk. The next chunk may be written once the promise resolves. Throws a `BatchError` if writing fails,
   * for example because the disk is full.
   */
  write(chunk: AnsweredChunk): Promise<void>
  /** Writes the trailer of the format and gives the output its final name. */
  finish(trailer?: Uint8Array): Promise<void>
  /**
   * Releases the output. A run with `resume` continues after the written chunks if possible. Does nothing after
   * `finish`.
   */
  abandon(): Promise<void>
}

/** Answers to be written to the output. */
export interface AnsweredChunk {
  /**
   * End of the chunk in the input: a position in decompressed bytes, or any other number at which the run can resume.
   */
  readonly end: number
  /** Answer bytes. For a gzip output, compressed by `gzipMember`. */
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>
  readonly counts: Counts
  /** JSON that is passed back to the run when it resumes. */
  readonly note?: unknown
}

/** Position and totals from which an interrupted run continues. */
export interface Resumed {
  /** `end` of the last chunk. */
  readonly input: number
  /** Size of the output so far, in bytes. */
  readonly output: number
  /** Counts of all chunks so far. */
  readonly counts: Counts
  /** Notes of the chunks so far. */
  readonly notes: readonly unknown[]
}

export interface SinkOptions {
  /** Path of the input, or `-`. Must not be the output. */
  readonly input: string
  /** Whether the output is compressed. If so, the header is written as a gzip member. */
  readonly gzip: boolean
  /** Beginning of the output. */
  readonly header: Uint8Array
  /** JSON with the question, plan, input identity and version. A run is only resumed if its fingerprint is the same. */
  readonly fingerprint: unknown
  /** Whether to continue an interrupted run. If there is no interrupted run, starts at the first row. */
  readonly resume: boolean
  /**
   * Whether the run cannot be resumed because its input can be read only once. If so, an unfinished output is deleted.
   */
  readonly isOnce?: boolean
  /** Whether to replace an existing output and, without `resume`, discard the files of an interrupted run. */
  readonly force: boolean
}

/** Creates a sink that writes to standard output as fast as the output is read. */
export async function standardOutputSink(header: Uint8Array): Promise<Sink> {
  const { stdout } = process
  let closed = false
  // The error is reported to the code that writes. Without a listener, the process would exit.
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
