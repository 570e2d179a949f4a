import { setTimeout as wait } from 'node:timers/promises'
import { addCounts, type Counts, noCounts } from '../../../../src/faces/batch/answer-rows.ts'
import { BatchError } from '../../../../src/faces/batch/errors.ts'
import type { RecordSplitter } from '../../../../src/faces/batch/input/chunks.ts'
import { getChunks } from '../../../../src/faces/batch/input/chunks.ts'
import { gzipMember } from '../../../../src/faces/batch/input/gzip.ts'
import { checkUnchanged, inputIdentity } from '../../../../src/faces/batch/input/identity.ts'
import { openSource } from '../../../../src/faces/batch/input/source.ts'
import { openSink } from '../../../../src/faces/batch/output/file-sink.ts'

export const lineSplitter: RecordSplitter = {
  end: (bytes, last) => (last ? bytes.length : bytes.lastIndexOf(10) + 1),
  refusal: (_, where) => new BatchError(`No line ends after line ${where?.line} of ${where?.name}.`),
}

export interface ShoutingOptions {
  readonly resume?: boolean
  readonly force?: boolean
  /** Size of a piece in bytes. */
  readonly size?: number
  /** Milliseconds that a piece takes. */
  readonly pace?: number
  /** Index of the piece before which the run stops, like an interrupted run that can still tidy up. */
  readonly stopAt?: number
  readonly onOpen?: () => void
}

/** Runs through everything that a real run does except threads, and answers each line in capitals. */
export async function shout(
  input: string,
  output: string,
  { resume = false, force = false, size = 32 << 10, pace = 0, stopAt = Infinity, onOpen }: ShoutingOptions = {},
): Promise<{ counts: Counts; resumed: number }> {
  const gzip = output.endsWith('.gz')
  const identity = await inputIdentity(input)
  const fingerprint = { input: identity, size }
  const sink = await openSink(output, { input, gzip, header: Buffer.from('HEADER\n'), fingerprint, resume, force })
  const counts = noCounts()
  if (sink.resumed) addCounts(counts, sink.resumed.counts)
  const resumed = counts.rows
  const source = await openSource(input, { start: sink.resumed?.input ?? 0 })
  onOpen?.()
  try {
    for await (const { index, end, bytes } of getChunks(source, lineSplitter, { size })) {
      if (index === stopAt || sink.closed) break
      if (pace > 0) await wait(pace)
      const shouted = Buffer.from(Buffer.from(bytes).toString('latin1').toUpperCase(), 'latin1')
      const rows = shouted.filter((byte) => byte === 10).length
      const piece = { ...noCounts(), rows, scored: rows }
      addCounts(counts, piece)
      await sink.write({ end, bytes: gzip ? gzipMember(shouted) : shouted, counts: piece, note: end })
    }
    if (identity !== null) await checkUnchanged(input, identity)
    if (stopAt === Infinity) await sink.finish()
  } finally {
    await sink.abandon()
    await source.close()
  }
  return { counts, resumed }
}
