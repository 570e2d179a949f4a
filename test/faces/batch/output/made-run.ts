import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Counts, noCounts } from '../../../../src/faces/batch/answer-rows.ts'
import { openSink } from '../../../../src/faces/batch/output/file-sink.ts'
import type { SinkOptions } from '../../../../src/faces/batch/output/sink.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'

/** An empty folder, deleted when the test ends. */
export function folder(): string {
  const directory = emptyFolder()
  // For `asNobody`, too.
  chmodSync(directory, 0o755)
  return directory
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

export function countsOf(rows: number): Counts {
  return { ...noCounts(), rows, scored: rows, layers: { zip: rows } }
}

/** Lines of lengths that vary, the same for the same count. */
export function lines(count: number): string {
  return Array.from({ length: count }, (_, i) => `${i},${'x'.repeat((i * 7919) % 97)}\n`).join('')
}

export function sinkOptions(options: Partial<SinkOptions> = {}): SinkOptions {
  const fingerprint = { question: { dimensions: ['fire', 'noise-levels'] }, input: { size: 120 }, version: '1.2.3' }
  return { input: '-', gzip: false, header: bytesOf('h\n'), fingerprint, resume: false, force: false, ...options }
}

/** A pipe with a name. */
export function namedPipe(): string {
  const path = join(folder(), 'pipe')
  expect(spawnSync('bash', ['-c', 'mkfifo "$0"', path]).status).toBe(0)
  return path
}

/** Writes pieces `a`, `b`, …, which end at 10, 20, … in the input. */
export async function write(output: string, letters: string, options: Partial<SinkOptions> = {}) {
  const sink = await openSink(output, sinkOptions(options))
  for (const letter of letters) {
    const end = 10 * (letter.charCodeAt(0) - 96)
    await sink.write({ end, bytes: bytesOf(`${letter}\n`), counts: countsOf(1), note: { letter } })
  }
  return sink
}

export async function interrupt(output: string, letters: string, options: Partial<SinkOptions> = {}): Promise<void> {
  await (await write(output, letters, options)).abandon()
}

/** Expectations of what is said when an output is not opened. */
export const refusal = (output: string, options: Partial<SinkOptions> = {}) =>
  expect(openSink(output, sinkOptions(options))).rejects

/** Runs without the rights of the administrator, who may read and write everything. */
export async function asNobody(run: () => Promise<unknown>): Promise<void> {
  if (process.geteuid?.() !== 0) return void (await run())
  process.seteuid?.(65534)
  try {
    await run()
  } finally {
    process.seteuid?.(0)
  }
}
