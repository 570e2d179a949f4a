import type { Vicinage } from '../../vicinage.ts'
import type { ChunkAnswerer, RecordSplitter } from '../errors.ts'
import { chunksOf } from '../input/chunks.ts'
import { inputIdentity } from '../input/identity.ts'
import { openSource, type Source } from '../input/source.ts'
import { type BatchOptions, type BatchQuestion, isGzip, makesStrings } from '../options.ts'
import type { TextPlan } from '../run/tasks.ts'
import { csvAnswerer } from './csv/answer.ts'
import { csvSplitter } from './csv/fields.ts'
import { planCsv } from './csv/header.ts'
import type { Input } from './format.ts'
import { ndjsonAnswerer } from './ndjson/answer.ts'
import { ndjsonSplitter, planNdjson } from './ndjson/fields.ts'

/** Bytes of an input that are looked at first. */
const HEAD = 1 << 20

/**
 * Bytes that are answered together. Of coordinates, 250,000 rows: the more of them, the more share pages of the rasters. Where rows become
 * strings, fewer, because they take many times their bytes.
 */
const PIECE = 8 << 20
const PIECE_OF_STRINGS = 2 << 20

/** Bytes of an input that are worth a thread: with fewer, the start of threads takes longer than they save. */
const BYTES_OF_THREAD = 20 << 20
const BYTES_OF_THREAD_AS_STRINGS = 1 << 20

/** How much less a text takes when it is compressed, about. */
const GZIP_RATIO = 3

/** CSV or NDJSON, cut into pieces of whole records. */
export async function textInput(
  format: 'csv' | 'ndjson',
  options: BatchOptions,
  question: BatchQuestion,
): Promise<Input> {
  const path = options.input
  const identity = await inputIdentity(path)
  let source = await openSource(path)
  const { plan, all } = await planned(source, format, options, question).catch(async (error) => {
    await source.close()
    throw error
  })
  const { headerBytes, outputHeader } = plan.format === 'csv' ? plan.csv : plan.ndjson
  const splitter = splitterOf(plan)
  const isNumbers = plan.format === 'csv' && !makesStrings(question, plan.csv.place)
  const bytes = all ?? (source.size ?? Number.POSITIVE_INFINITY) * (isGzip(path) ? GZIP_RATIO : 1)
  return {
    plan,
    identity,
    threads: Math.max(1, Math.floor(bytes / (isNumbers ? BYTES_OF_THREAD : BYTES_OF_THREAD_AS_STRINGS))),
    header: Uint8Array.from(outputHeader),
    async *tasks(from) {
      if (from !== undefined && path !== '-') {
        await source.close()
        source = await openSource(path, { start: from })
      }
      for await (const { end, bytes } of chunksOf(source, splitter, {
        size: options.pieceBytes ?? (isNumbers ? PIECE : PIECE_OF_STRINGS),
        start: from ?? headerBytes,
      }))
        yield { end, task: bytes }
    },
    piece: (end, { bytes, counts }) => ({ end, bytes, counts }),
    trailer: async () => undefined,
    share: () => (source.size === null ? null : source.position() / source.size),
    close: () => source.close(),
  }
}

/** The plan, and how many bytes the input has where they were all looked at. */
async function planned(
  source: Source,
  format: 'csv' | 'ndjson',
  options: BatchOptions,
  question: BatchQuestion,
): Promise<{ plan: TextPlan; all: number | null }> {
  const { bytes, last } = await source.head(HEAD)
  const known = { ...options, question, last }
  const plan: TextPlan =
    format === 'csv' ? { format, csv: planCsv(bytes, known) } : { format, ndjson: planNdjson(bytes, known) }
  return { plan, all: last ? bytes.length : null }
}

/** Answers pieces of a text. */
export function chunkAnswerer(vicinage: Vicinage, plan: TextPlan, question: BatchQuestion): ChunkAnswerer {
  return plan.format === 'csv'
    ? csvAnswerer(vicinage, plan.csv, question)
    : ndjsonAnswerer(vicinage, plan.ndjson, question)
}

/** Cuts a text into pieces. */
export function splitterOf(plan: TextPlan): RecordSplitter {
  return plan.format === 'csv' ? csvSplitter(plan.csv) : ndjsonSplitter()
}
