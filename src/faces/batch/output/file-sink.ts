import { type FileHandle, open, rename, rm, truncate } from 'node:fs/promises'
import { BatchError } from '../errors.ts'
import { gzipMember } from '../input/gzip.ts'
import { interruptedRun, journalLine } from './journal.ts'
import {
  lockOutput,
  type OutputFiles,
  outputFiles,
  refuseOccupied,
  refuseOutput,
  unlockOutput,
  unwritable,
} from './output-files.ts'
import { type AnsweredChunk, type Resumed, type Sink, type SinkOptions, standardOutputSink } from './sink.ts'

/**
 * Opens an output; `-` is standard output. A file is written as `OUTPUT.vicinage-part` and gets its final name when it
 * is complete. `OUTPUT.vicinage-journal` records the chunks, and `OUTPUT.vicinage-lock` records the process that writes
 * them. Before any file is changed, throws a `BatchError` if the output exists, is the input, cannot be written, or is
 * being written by another run, or if the run to resume had different options.
 */
export async function openSink(output: string, { gzip, header, ...options }: SinkOptions): Promise<Sink> {
  const begin = gzip ? gzipMember(header) : header
  if (output !== '-') return openFileSink(output, begin, options)
  if (options.resume)
    throw new BatchError('A run that writes to standard output cannot be resumed: name a file, or omit --resume.')
  return standardOutputSink(begin)
}

type FileSinkOptions = Omit<SinkOptions, 'gzip' | 'header'>

/** Opens a file as a sink; see `openSink`. */
async function openFileSink(output: string, header: Uint8Array, options: FileSinkOptions): Promise<Sink> {
  const files = await outputFiles(output)
  try {
    await refuseOutput(files, options.input)
    await lockOutput(files)
  } catch (error) {
    unwritable(output, error, options.isOnce)
  }
  try {
    const left = options.resume ? await interruptedRun(files, options.fingerprint, options.force) : null
    if (left?.complete) return finishedSink(files, left.resumed)
    const force = options.force || left?.force === true
    await refuseOccupied(files, { resume: options.resume, force })
    const resumed = left?.resumed ?? null
    const handles = resumed
      ? await continueOutput(files, resumed.output, left!.journalLength)
      : await begin(files, header, { fingerprint: options.fingerprint, force })
    return new FileSink(files, handles, { force, isOnce: options.isOnce === true }, resumed, header.length)
  } catch (error) {
    await unlockOutput(files)
    unwritable(output, error, options.isOnce)
  }
}

interface Handles {
  readonly part: FileHandle
  readonly journal: FileHandle
}

/**
 * Begins a new output. The old journal is removed first and the new journal is created last, so that the part file
 * described by a journal always exists.
 */
async function begin(
  files: OutputFiles,
  header: Uint8Array,
  head: { fingerprint: unknown; force: boolean },
): Promise<Handles> {
  await clear(files)
  const part = await open(files.part, 'wx')
  let journal: FileHandle | undefined
  try {
    await writeAll(part, header)
    await part.datasync()
    journal = await open(files.journal, 'wx')
    await writeAll(journal, journalLine(head))
    return { part, journal }
  } catch (error) {
    await journal?.close()
    await part.close()
    await clear(files)
    throw error
  }
}

async function continueOutput(files: OutputFiles, partLength: number, journalLength: number): Promise<Handles> {
  await truncate(files.part, partLength)
  await truncate(files.journal, journalLength)
  const part = await open(files.part, 'a')
  try {
    return { part, journal: await open(files.journal, 'a') }
  } catch (error) {
    await part.close()
    throw error
  }
}

async function clear({ journal, part }: OutputFiles): Promise<void> {
  await rm(journal, { force: true })
  await rm(part, { force: true })
}

/** Creates the sink of a run that was interrupted after its output had received its final name. */
function finishedSink(files: OutputFiles, resumed: Resumed | null): Sink {
  return {
    resumed,
    closed: false,
    async write() {
      throw new Error('The output is complete.')
    },
    async finish() {
      await clear(files)
      await unlockOutput(files)
    },
    abandon: () => unlockOutput(files),
  }
}

class FileSink implements Sink {
  readonly closed = false
  /** Number of bytes in the part file. */
  #length: number
  /** Journal lines of chunks that are written but may not be on the disk yet. */
  #pendingLines: Buffer[] = []
  #flushing: Promise<void> | null = null
  /** Whether the journal has a chunk. */
  #hasChunks: boolean
  #failure: unknown = null
  #ended = false

  constructor(
    private readonly files: OutputFiles,
    private readonly handles: Handles,
    private readonly options: { readonly force: boolean; readonly isOnce: boolean },
    readonly resumed: Resumed | null,
    /** Size of the header in bytes. Only used if no run is resumed. */
    headerBytes: number,
  ) {
    this.#length = resumed?.output ?? headerBytes
    this.#hasChunks = resumed !== null
  }

  write({ end, bytes, counts, note }: AnsweredChunk): Promise<void> {
    return this.#attempt(async () => {
      if (bytes instanceof Uint8Array) await this.#append(bytes)
      else for await (const chunk of bytes) await this.#append(chunk)
      this.#pendingLines.push(journalLine({ input: end, output: this.#length, counts, note }))
      this.#flushing ??= this.#flush()
    })
  }

  finish(trailer = new Uint8Array(0)): Promise<void> {
    const { part, journal } = this.handles
    return this.#attempt(async () => {
      await this.#flushing
      if (this.#failure !== null) throw this.#failure
      await this.#append(trailer)
      await part.sync()
      await writeAll(journal, journalLine({ complete: this.#length }))
      // Checks this again, because another process may have created the output in the meantime.
      await refuseOccupied(this.files, { resume: true, force: this.options.force })
      await part.close()
      await rename(this.files.part, this.files.output)
      await this.#closeFiles()
      await clear(this.files)
      await unlockOutput(this.files)
      this.#ended = true
    })
  }

  async abandon(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    await this.#flushing
    await this.#closeFiles()
    if (!this.#hasChunks || this.options.isOnce) await clear(this.files)
    await unlockOutput(this.files)
  }

  async #append(bytes: Uint8Array): Promise<void> {
    await writeAll(this.handles.part, bytes)
    this.#length += bytes.length
  }

  /**
   * Records chunks in the journal once they are on the disk. Otherwise, a power failure could leave a record without
   * its answers. Does not block the run.
   */
  async #flush(): Promise<void> {
    try {
      while (this.#pendingLines.length > 0) {
        const lines = Buffer.concat(this.#pendingLines)
        this.#pendingLines = []
        await this.handles.part.datasync()
        await writeAll(this.handles.journal, lines)
        this.#hasChunks = true
      }
    } catch (error) {
      this.#failure = error
    } finally {
      this.#flushing = null
    }
  }

  /**
   * Calls `run` unless an earlier call failed. After a failure, nothing more is written, because later chunks would end
   * up in the wrong place.
   */
  async #attempt(run: () => Promise<void>): Promise<void> {
    try {
      if (this.#failure !== null) throw this.#failure
      await run()
    } catch (error) {
      this.#failure = error
      unwritable(this.files.name, error, this.options.isOnce)
    }
  }

  async #closeFiles(): Promise<void> {
    await this.handles.part.close()
    await this.handles.journal.close()
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at)).bytesWritten
}
