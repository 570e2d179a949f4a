import type { Vicinage } from '../../../library/vicinage.ts'
import type { Counts } from '../answer-rows.ts'
import { type BatchQuestion, makesStrings } from '../batch-question.ts'
import { isBlankText } from '../buffers.ts'
import { emptyInput } from '../errors.ts'
import { getChunks, LONGEST_RECORD, type RecordSplitter } from '../input/chunks.ts'
import { gzipMember, isGzip } from '../input/gzip.ts'
import { inputIdentity } from '../input/identity.ts'
import { openSource, type Source } from '../input/source.ts'
import type { PlaceColumns, PlaceOptions } from '../place-columns.ts'
import type { Format, Input } from './format.ts'

/** How to read a text file. Serializable as JSON. */
export interface TextPlan {
  readonly place: PlaceColumns<number> | PlaceColumns<string>
  /** Start of the first record, after the byte order mark and header. */
  readonly headerBytes: number
  /** Bytes at the beginning of the output. May be empty. */
  readonly outputHeader: readonly number[]
}

/**
 * A text format that consists of consecutive records. Answers are appended to each record. `pipe` reads this format
 * from a stream.
 */
export interface TextFormat<Plan extends TextPlan = TextPlan> {
  readonly name: string
  readonly extensions: readonly string[]
  /** Whether rows with coordinates are processed without creating strings. */
  readonly staysNumbers: boolean
  /**
   * Plans how to read an input from its first bytes.
   *
   * @throws {BatchError} when the input is invalid, or the place columns are not found
   */
  planHead(head: Uint8Array, options: HeadOptions): Plan
  /** Counts the whole records at the beginning of `head`, up to `most`. */
  wholeRecords(head: Uint8Array, most: number): number
  /** Returns the contents of the place columns in the first rows. */
  sample(rows: Uint8Array, plan: Plan, most: number): string[][]
  /** Creates a splitter that finds the ends of records. */
  splitter(plan: Plan): RecordSplitter
  answerer(vicinage: Vicinage, plan: Plan, question: BatchQuestion): ChunkAnswerer
}

export interface HeadOptions extends PlaceOptions {
  readonly delimiter?: string | undefined
  readonly header?: boolean | undefined
  /** Whether `head` is the whole input. */
  readonly last: boolean
  /** Name of the input, for messages. */
  readonly name?: string
  /**
   * For NDJSON, whether to use the fields named in the options even if the first objects lack them. Needed by `pipe`,
   * because parts of one input that are piped separately must use the same fields.
   */
  readonly asNamed?: boolean
  readonly question: BatchQuestion
}

/**
 * Answers chunks of text. The same chunk produces the same bytes on every thread and machine. `chunk` contains whole
 * records without the header, as cut by the format's splitter.
 */
export interface ChunkAnswerer {
  answer(chunk: Uint8Array): { readonly bytes: Uint8Array<ArrayBuffer>; readonly counts: Counts }
}

/** Number of bytes at the start of an input that are read first to plan it. */
const HEAD = 1 << 20

/** Number of sample rows that are shown before a run. */
const SAMPLE = 3

/**
 * Number of bytes to answer together if rows are handled as numbers. A chunk has about 130,000 rows with coordinates,
 * enough to share raster pages.
 */
const CHUNK = 4 << 20
/** Number of bytes to answer together if rows are handled as strings, which need many times the memory. */
const CHUNK_OF_STRINGS = 2 << 20

/** Input bytes that justify one thread. With fewer bytes, starting a thread takes longer than it saves. */
const BYTES_OF_THREAD = 20 << 20
/** Input bytes that justify one thread if rows are handled as strings. */
const BYTES_OF_THREAD_AS_STRINGS = 1 << 20

/** Approximate compression ratio of text. */
const GZIP_RATIO = 3

interface TextInput extends Input {
  readonly chunkBytes: number
  readonly path: string
  source: Source
}

/** Creates a format for text files, which are split into chunks of whole records. */
export function textFormat<Plan extends TextPlan>(text: TextFormat<Plan>): TextFormat<Plan> & Format {
  const getPlan = ({ plan }: Pick<Input, 'plan'>) => plan[text.name] as Plan
  return {
    ...text,
    async plan(options, question): Promise<TextInput> {
      const path = options.input
      const identity = await inputIdentity(path)
      const source = await openSource(path)
      try {
        const { bytes: head, last } = await getHead(source, text)
        if (last && isBlankText(head)) throw emptyInput(path)
        const plan = text.planHead(head, { ...options, question, last, name: source.name })
        const isNumbers = text.staysNumbers && !makesStrings(question, plan.place)
        const bytes = last ? head.length : (source.size ?? Number.POSITIVE_INFINITY) * (isGzip(path) ? GZIP_RATIO : 1)
        const input: TextInput = {
          plan: { format: text.name, [text.name]: plan },
          identity,
          isConverted: source.isConverted(),
          sample: text.sample(head.subarray(plan.headerBytes), plan, SAMPLE),
          threads: Math.max(1, Math.floor(bytes / (isNumbers ? BYTES_OF_THREAD : BYTES_OF_THREAD_AS_STRINGS))),
          start: plan.headerBytes,
          size: source.size,
          chunkBytes: options.pieceBytes ?? (isNumbers ? CHUNK : CHUNK_OF_STRINGS),
          path,
          source,
          share: () => (source.size === null ? null : input.source.position() / source.size),
          close: () => input.source.close(),
        }
        return input
      } catch (error) {
        await source.close()
        throw error
      }
    },
    async *split(input: TextInput, from) {
      if (from !== undefined && input.path !== '-') {
        await input.source.close()
        input.source = await openSource(input.path, { start: from })
      }
      const where = { size: input.chunkBytes, start: from ?? input.start }
      for await (const { end, bytes } of getChunks(input.source, text.splitter(getPlan(input)), where))
        yield { end, task: bytes }
    },
    answer(vicinage, { plan, question, gzip }) {
      const answerer = text.answerer(vicinage, getPlan({ plan }), question)
      return async (chunk) => {
        const { bytes, counts } = answerer.answer(chunk as Uint8Array)
        return { bytes: gzip ? gzipMember(bytes) : bytes, counts }
      }
    },
    write: (input) => ({
      header: Uint8Array.from(getPlan(input).outputHeader),
      chunk: (end, { bytes, counts }) => ({ end, bytes, counts }),
      trailer: async () => undefined,
    }),
  }
}

/**
 * Reads the start of an input: 1 MB, or more if the first 1 MB contains fewer than three complete records. Reads at
 * most one byte more than the maximum record length, so that a record that is too long is detected.
 */
async function getHead(source: Source, { wholeRecords }: Pick<TextFormat, 'wholeRecords'>) {
  for (let size = HEAD; ; size = Math.min(size * 2, LONGEST_RECORD + 1)) {
    const head = await source.head(size)
    if (head.last || size > LONGEST_RECORD || wholeRecords(head.bytes, SAMPLE) === SAMPLE) return head
  }
}
