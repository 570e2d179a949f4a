import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { type CompressionCodec, parquetMetadata, parquetRead, parquetReadObjects } from 'hyparquet'
import { type ColumnSource, type ParquetWriteOptions, parquetWriteBuffer } from 'hyparquet-writer'
import { addCounts, answerColumns, type Counts, noCounts } from '../../../../src/faces/batch/answer-rows.ts'
import type { BatchQuestion } from '../../../../src/faces/batch/batch-question.ts'
import { answerRowGroups } from '../../../../src/faces/batch/formats/parquet/answer.ts'
import type { AddedColumnChunk } from '../../../../src/faces/batch/formats/parquet/column-writers.ts'
import { type ParquetPlan, planParquet } from '../../../../src/faces/batch/formats/parquet/footer.ts'
import { parquetEnd, rowGroupBytes } from '../../../../src/faces/batch/formats/parquet/output.ts'
import { MAGIC_BYTES } from '../../../../src/faces/batch/formats/parquet/write-footer.ts'
import type { PlaceOptions } from '../../../../src/faces/batch/place-columns.ts'
import type { Vicinage } from '../../../../src/index.ts'
import { randomNumbers } from '../../../data/raster/random-raster.ts'

export type Row = Record<string, unknown>

const packers = {
  GZIP: (bytes: Uint8Array) => gzipSync(bytes),
  BROTLI: (bytes: Uint8Array) => brotliCompressSync(bytes),
}
const unpackers = {
  GZIP: (bytes: Uint8Array) => gunzipSync(bytes),
  BROTLI: (bytes: Uint8Array) => brotliDecompressSync(bytes),
}

/** Codecs that both sides of the tests know. */
export const codecs: readonly CompressionCodec[] = ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI']

export function parquetOf(columnData: ColumnSource[], options: Partial<ParquetWriteOptions> = {}): ArrayBuffer {
  return parquetWriteBuffer({ columnData, compressors: packers, ...options })
}

/** A file of coordinates, and of what texts stand beside them. */
export function parquetOfPlaces(
  lat: ArrayLike<number | null>,
  lon: ArrayLike<number>,
  options: Partial<ParquetWriteOptions> = {},
  texts: Readonly<Record<string, readonly (string | null)[]>> = {},
): ArrayBuffer {
  const columns = [
    ...Object.entries({ lat, lon }).map(([name, data]) => ({ name, data, type: 'DOUBLE' as const })),
    ...Object.entries(texts).map(([name, data]) => ({ name, data, type: 'STRING' as const })),
  ]
  return parquetOf(columns as ColumnSource[], options)
}

export function rowsOf(file: ArrayBuffer): Promise<Row[]> {
  return parquetReadObjects({ file: fileOf(file), compressors: unpackers })
}

/** The numbers of a column, without making a row of each. */
export async function bytesOfColumn(file: ArrayBuffer, name: string): Promise<Uint8Array> {
  const numbers = new Uint8Array(Number(metadataOf(file).num_rows))
  await parquetRead({
    file: fileOf(file),
    compressors: unpackers,
    columns: [name],
    onChunk: ({ columnData, rowStart }) => numbers.set(columnData as ArrayLike<number>, rowStart),
  })
  return numbers
}

export const metadataOf = parquetMetadata

/** A file in memory; what is read beyond its end is missing. */
export function fileOf(bytes: ArrayBuffer): { byteLength: number; slice(start: number, end?: number): ArrayBuffer } {
  return { byteLength: bytes.byteLength, slice: (start, end) => bytes.slice(start, end) }
}

export interface Run {
  readonly output: ArrayBuffer
  readonly plan: ParquetPlan
  readonly counts: Counts
}

/**
 * All of it, as the main thread and the others do it; what they tell each other goes through JSON.
 *
 * @param together how many row groups are answered together
 */
export async function answered(
  vicinage: Vicinage,
  input: ArrayBuffer,
  question: BatchQuestion,
  options: PlaceOptions = {},
  together = 1,
): Promise<Run> {
  const file = fileOf(input)
  const plan = throughJson(await planParquet(file, options, question))
  const added = answerColumns(question, plan.place)
  const parts: Uint8Array[] = [MAGIC_BYTES]
  const columnChunks: (readonly AddedColumnChunk[])[] = []
  const counts = noCounts()
  for (let from = 0; from < plan.rowGroups.length; from += together) {
    const to = Math.min(from + together, plan.rowGroups.length)
    const answer = await answerRowGroups(vicinage, file, plan, question, { from, to })
    for await (const bytes of rowGroupBytes(file, plan, from, answer)) parts.push(bytes)
    columnChunks.push(...answer.note)
    addCounts(counts, answer.counts)
  }
  parts.push(await parquetEnd(file, plan, added, throughJson(columnChunks), 'made-up'))
  return { output: await new Blob(parts as BlobPart[]).arrayBuffer(), plan, counts }
}

/** Places in and around the squares of the made folder. */
export function madePlaces(count: number, seed: number): { lat: number[]; lon: number[] } {
  const random = randomNumbers(seed)
  const corners = [
    [-118.3, 34],
    [-80.3, 25.7],
    [-97.8, 30.2],
  ]
  const lat: number[] = []
  const lon: number[] = []
  for (let i = 0; i < count; i++) {
    const [west, south] = corners[random(3)]
    lon.push(west + random(1_100_000) / 1e7 - 0.005)
    lat.push(south + random(1_100_000) / 1e7 - 0.005)
  }
  return { lat, lon }
}

function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
