import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BatchError } from '../../../../src/faces/batch/errors.ts'
import { type Chunk, getChunks } from '../../../../src/faces/batch/input/chunks.ts'
import { openSource, type Source } from '../../../../src/faces/batch/input/source.ts'
import { folder, lines } from '../output/fixtures/run.ts'
import { lineSplitter } from '../output/shouting-run.ts'

/** Returns a source of these chunks that reuses its buffer, like real sources. */
function sourceOf(chunks: readonly Uint8Array[], start = 0): Source {
  const buffer = new Uint8Array(Math.max(1, ...chunks.map(({ length }) => length)))
  let next = 0
  return {
    name: 'made',
    size: null,
    linesBefore: null,
    start,
    isConverted: () => false,
    position: () => 0,
    head: () => Promise.reject(new Error('not asked for')),
    async read() {
      buffer.fill(0xff)
      if (next === chunks.length) return null
      buffer.set(chunks[next])
      return buffer.subarray(0, chunks[next++].length)
    },
    close: async () => {},
  }
}

async function cut(source: Source, options: { size?: number; start?: number } = {}): Promise<Chunk[]> {
  const pieces: Chunk[] = []
  for await (const piece of getChunks(source, lineSplitter, options)) pieces.push(piece)
  return pieces
}

function chunked(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = []
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length]
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return chunks
}

const someLines = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'b', ','), maxLength: 60 }), { maxLength: 40 })
  .chain((some) => fc.boolean().map((newline) => Buffer.from(some.join('\n') + (newline ? '\n' : ''))))
const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 })

describe('pieces of a batch input', () => {
  it('are complete records in order, each piece in its own buffer, however the bytes arrive', async () => {
    await fc.assert(
      fc.asyncProperty(someLines, sizes, fc.integer({ min: 1, max: 100 }), async (bytes, reads, size) => {
        const pieces = await cut(sourceOf(chunked(bytes, reads)), { size })
        expect(Buffer.concat(pieces.map((piece) => piece.bytes)).equals(bytes)).toBe(true)
        expect(new Set(pieces.map((piece) => piece.bytes.buffer)).size).toBe(pieces.length)
        let at = 0
        for (const [i, { index, start, end, bytes: own }] of pieces.entries()) {
          expect([index, start, end]).toEqual([i, at, at + own.length])
          at = end
          if (i < pieces.length - 1) expect(own.at(-1)).toBe(10)
          // A piece is larger than `size` only if its first record is.
          if (own.length > size) expect(Buffer.from(own).indexOf(10) + 1 || own.length).toBeGreaterThan(size)
        }
        const other = await cut(sourceOf([bytes]), { size })
        expect(pieces.map(({ end }) => end)).toEqual(other.map(({ end }) => end))
      }),
    )
  })

  it('are the same when reading continues at the end of any piece, so that a resumed run writes the same gzip members', async () => {
    await fc.assert(
      fc.asyncProperty(someLines, sizes, fc.integer({ min: 1, max: 100 }), async (bytes, reads, size) => {
        const whole = await cut(sourceOf(chunked(bytes, reads)), { size })
        for (const { end } of whole) {
          const rest = whole.filter(({ start }) => start >= end).map(({ start, end }) => [start, end])
          const seeking = await cut(sourceOf(chunked(bytes.subarray(end), reads), end), { size })
          const passing = await cut(sourceOf(chunked(bytes, reads)), { size, start: end })
          expect(seeking.map(({ start, end }) => [start, end])).toEqual(rest)
          expect(passing.map(({ start, end }) => [start, end])).toEqual(rest)
        }
      }),
    )
  })

  it('contain the bytes of a file from the start position onward', async () => {
    const path = join(folder(), 'in.csv')
    const text = lines(300_000)
    writeFileSync(path, text)
    const source = await openSource(path, { start: 4 })
    const pieces = await cut(source)
    expect(pieces.length).toBe(Math.ceil(text.length / (4 << 20)))
    expect(pieces.every(({ bytes }) => bytes.length <= 4 << 20)).toBe(true)
    expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).toString() === text.slice(4)).toBe(true)
    await source.close()
  })

  it('are cut without rescanning a long record at every read', async () => {
    const record = new Uint8Array(8 << 20).fill(97)
    record[record.length - 1] = 10
    let looked = 0
    const counting = {
      ...lineSplitter,
      end(bytes: Uint8Array, last: boolean) {
        looked += bytes.length
        return lineSplitter.end(bytes, last)
      },
    }
    for await (const { end } of getChunks(sourceOf(chunked(record, [1000])), counting, { size: 4096 })) {
      expect(end).toBe(record.length)
    }
    expect(looked).toBeLessThan(4 * record.length)
  })

  it('are never produced for an empty input', async () => {
    expect(await cut(sourceOf([]))).toEqual([])
    expect(await cut(sourceOf([Buffer.from('header\n')]), { start: 7 })).toEqual([])
  })

  it('end with an error if the input ends inside a record', async () => {
    const ends: number[] = []
    const strict = { ...lineSplitter, end: (bytes: Uint8Array) => bytes.lastIndexOf(10) + 1 }
    const run = async () => {
      for await (const { end } of getChunks(sourceOf([Buffer.from('a\nb\nc')]), strict, { size: 100 })) ends.push(end)
    }
    await expect(run()).rejects.toThrow(new BatchError('No line ends after line 3 of made.'))
    expect(ends).toEqual([4])
  })
})
