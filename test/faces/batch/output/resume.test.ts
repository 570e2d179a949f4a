import { readdirSync, readFileSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BatchError } from '../../../../src/faces/batch/errors.ts'
import { openSink } from '../../../../src/faces/batch/output/file-sink.ts'
import { bytesOf, countsOf, expectRefusal, folder, interrupt, sinkOptions, write } from './fixtures/run.ts'

describe('an interrupted batch run', () => {
  it('resumes at the interruption', async () => {
    const directory = folder()
    const output = join(directory, 'out.csv')
    await interrupt(output, 'abc')
    expect(readdirSync(directory)).toEqual(['out.csv.vicinage-journal', 'out.csv.vicinage-part'])
    const sink = await openSink(output, sinkOptions({ resume: true }))
    const notes = ['a', 'b', 'c'].map((letter) => ({ letter }))
    expect(sink.resumed).toEqual({ input: 30, output: 8, counts: countsOf(3), notes })
    await sink.write({ end: 40, bytes: bytesOf('d\n'), counts: countsOf(1) })
    await sink.finish()
    expect(readFileSync(output, 'utf8')).toBe('h\na\nb\nc\nd\n')
    expect(readdirSync(directory)).toEqual(['out.csv'])
  })

  it('is not overwritten without --resume or --force', async () => {
    const output = join(folder(), 'out.csv')
    await interrupt(output, 'ab')
    await expectRefusal(output).toThrow(
      new BatchError(
        `An interrupted run left ${output}.vicinage-journal: continue it with --resume, or start over with --force.`,
      ),
    )
    const sink = await openSink(output, sinkOptions({ resume: true }))
    expect(sink.resumed?.input).toBe(20)
    await sink.abandon()
  })

  it('is discarded with --force', async () => {
    const output = join(folder(), 'out.csv')
    await interrupt(output, 'ab')
    const sink = await write(output, 'x', { force: true })
    expect(sink.resumed).toBeNull()
    await sink.finish()
    expect(readFileSync(output, 'utf8')).toBe('h\nx\n')
  })

  it('may replace an existing output when resumed', async () => {
    const output = join(folder(), 'out.csv')
    writeFileSync(output, 'old')
    await interrupt(output, 'ab', { force: true })
    await expectRefusal(output).toThrow('An interrupted run')
    await interrupt(output, 'c', { resume: true })
    const sink = await write(output, 'd', { resume: true })
    expect(readFileSync(output, 'utf8')).toBe('old')
    await sink.finish()
    expect(readFileSync(output, 'utf8')).toBe('h\na\nb\nc\nd\n')
  })

  it('is not resumed with different options, even if it was killed before its first piece', async () => {
    const output = join(folder(), 'out.csv')
    await interrupt(output, 'a')
    const journal = `${output}.vicinage-journal`
    const [head] = readFileSync(journal, 'utf8').split('\n')
    writeFileSync(journal, `${head}\n`)
    await expectRefusal(output, { resume: true, fingerprint: 'another' }).toThrow('belongs to another run')
    const sink = await openSink(output, sinkOptions({ resume: true }))
    expect(sink.resumed).toBeNull()
    await sink.abandon()
  })

  it('restarts with different options if its output may be replaced, and leaves nothing of the first run', async () => {
    const output = join(folder(), 'out.csv')
    await interrupt(output, 'ab')
    const sink = await write(output, 'c', { resume: true, force: true, fingerprint: 'another' })
    expect(sink.resumed).toBeNull()
    await sink.finish()
    expect(readFileSync(output, 'utf8')).toBe('h\nc\n')
    expect(readdirSync(join(output, '..'))).toEqual(['out.csv'])
  })

  it('leaves no files if no piece was completed', async () => {
    const directory = folder()
    await interrupt(join(directory, 'out.csv'), '')
    expect(readdirSync(directory)).toEqual([])
    const sink = await write(join(directory, 'out.csv'), 'a', { resume: true })
    expect(sink.resumed).toBeNull()
    await sink.finish()
    expect(readFileSync(join(directory, 'out.csv'), 'utf8')).toBe('h\na\n')
  })

  it('leaves no files if its input can be read only once', async () => {
    const directory = folder()
    await interrupt(join(directory, 'out.csv'), 'abc', { isOnce: true })
    expect(readdirSync(directory)).toEqual([])
  })

  it('is resumed only with the same input, version and options', async () => {
    const output = join(folder(), 'out.csv')
    await interrupt(output, 'ab')
    const fingerprint = (change: object) => ({ ...(sinkOptions().fingerprint as object), ...change })
    const refused = (change: object, difference: string) =>
      expectRefusal(output, { resume: true, fingerprint: fingerprint(change) }).toThrow(
        new BatchError(
          `${output}.vicinage-journal belongs to another run with a different ${difference}: start over with --force and without --resume.`,
        ),
      )
    await refused({ input: { size: 121 } }, 'input.size (120 then, 121 now)')
    await refused({ version: '1.2.4' }, 'version ("1.2.3" then, "1.2.4" now)')
    await refused({ question: { dimensions: ['fire'] } }, 'question.dimensions.1 ("noise-levels" then, nothing now)')
    await refused({ question: { dimensions: {} } }, 'question.dimensions.0 ("fire" then, nothing now)')
    await refused({ more: null }, 'more (nothing then, null now)')
    // Undefined fields, which JSON omits, make no difference.
    await interrupt(output, 'c', { resume: true, fingerprint: fingerprint({ more: undefined }) })
    const sink = await openSink(output, sinkOptions({ resume: true }))
    expect(sink.resumed?.input).toBe(30)
    await sink.abandon()
  })

  it('is not resumed if its part file is missing or shorter than recorded in the journal', async () => {
    const output = join(folder(), 'out.csv')
    await interrupt(output, 'abc')
    const resume = { resume: true }
    for (const length of [7, 1, 0]) {
      truncateSync(`${output}.vicinage-part`, length)
      await expectRefusal(output, resume).toThrow(
        new BatchError(
          `${output}.vicinage-part has ${length} bytes, but ${output}.vicinage-journal lists 8: start over with --force and without --resume.`,
        ),
      )
    }
    unlinkSync(`${output}.vicinage-part`)
    await expectRefusal(output, resume).toThrow(`${output}.vicinage-part is missing`)
  })

  it('discards bytes that are not recorded in its journal', async () => {
    const output = join(folder(), 'out.csv')
    await interrupt(output, 'abc')
    writeFileSync(`${output}.vicinage-part`, 'h\na\nb\nc\nhalf of a pie')
    await (await write(output, 'd', { resume: true })).finish()
    expect(readFileSync(output, 'utf8')).toBe('h\na\nb\nc\nd\n')
  })

  it('produces the same output wherever its journal is truncated', async () => {
    const directory = folder()
    const output = join(directory, 'out.csv')
    await interrupt(output, 'abcde')
    const journal = readFileSync(`${output}.vicinage-journal`)
    const part = readFileSync(`${output}.vicinage-part`)
    const starts = new Set<number | undefined>()
    // Cut around each line end, and every few bytes in between.
    const isEnd = (at: number) => journal[at] === 10
    for (let length = 0; length <= journal.length; length++) {
      if (length % 9 !== 0 && ![-2, -1, 0, 1].some((step) => isEnd(length + step))) continue
      writeFileSync(`${output}.vicinage-journal`, journal.subarray(0, length))
      writeFileSync(`${output}.vicinage-part`, part)
      const sink = await openSink(output, sinkOptions({ resume: true }))
      const start = sink.resumed?.input ?? 0
      starts.add(start)
      // A line counts only if it is complete with its line end.
      const whole = journal.subarray(0, length).toString().split('\n').length - 1
      expect(start).toBe(10 * Math.max(0, whole - 1))
      for (let at = start / 10; at < 5; at++)
        await sink.write({ end: 10 * (at + 1), bytes: bytesOf(`${'abcde'[at]}\n`), counts: countsOf(1), note: at })
      await sink.finish()
      expect(readFileSync(output).equals(part)).toBe(true)
      expect(readdirSync(directory)).toEqual(['out.csv'])
      unlinkSync(output)
    }
    expect([...starts].sort()).toEqual([0, 10, 20, 30, 40, 50])
  })

  it('ignores a modified line of its journal and all lines after it', async () => {
    const output = join(folder(), 'out.csv')
    await interrupt(output, 'abc')
    const journal = readFileSync(`${output}.vicinage-journal`)
    for (let at = 0; at < journal.length; at++) {
      if (at % 5 !== 0 && journal[at] !== 10 && journal[at - 1] !== 10) continue
      const damaged = Buffer.from(journal)
      damaged[at] ^= 1
      writeFileSync(`${output}.vicinage-journal`, damaged)
      writeFileSync(`${output}.vicinage-part`, 'h\na\nb\nc\n')
      const sink = await openSink(output, sinkOptions({ resume: true }))
      const before = journal.subarray(0, at).toString().split('\n').length - 1
      expect(sink.resumed?.input ?? 0).toBe(10 * Math.max(0, before - 1))
      await sink.abandon()
    }
  })
})

describe('a batch run that is killed during completion', () => {
  /** Returns the journal of a run of three pieces that was about to rename its part file to the output. */
  async function ended(output: string): Promise<Buffer> {
    const sink = await write(output, 'abc')
    writeFileSync(output, '')
    await expect(sink.finish(bytesOf('end'))).rejects.toThrow('already exists')
    const journal = readFileSync(`${output}.vicinage-journal`)
    await sink.abandon()
    unlinkSync(output)
    return journal
  }

  it('can be resumed if the output has not been renamed yet', async () => {
    const output = join(folder(), 'out.csv')
    await ended(output)
    expect(readFileSync(`${output}.vicinage-part`, 'utf8')).toBe('h\na\nb\nc\nend')
    const sink = await openSink(output, sinkOptions({ resume: true }))
    expect(sink.resumed?.input).toBe(30)
    expect(sink.resumed?.output).toBe(8)
    await sink.finish(bytesOf('end'))
    expect(readFileSync(output, 'utf8')).toBe('h\na\nb\nc\nend')
  })

  it('is only cleaned up if the output has already been renamed', async () => {
    const directory = folder()
    const output = join(directory, 'out.csv')
    const journal = await ended(output)
    await (await write(output, '', { resume: true })).finish(bytesOf('end'))
    writeFileSync(`${output}.vicinage-journal`, journal)
    await expectRefusal(output).toThrow('An interrupted run')
    const sink = await openSink(output, sinkOptions({ resume: true }))
    expect(sink.resumed?.counts).toEqual(countsOf(3))
    await sink.finish(bytesOf('end'))
    await sink.abandon()
    expect(readFileSync(output, 'utf8')).toBe('h\na\nb\nc\nend')
    expect(readdirSync(directory)).toEqual(['out.csv'])
  })

  it('is not resumed if the output has been replaced since', async () => {
    const output = join(folder(), 'out.csv')
    const journal = await ended(output)
    await (await write(output, '', { resume: true })).finish(bytesOf('end'))
    writeFileSync(`${output}.vicinage-journal`, journal)
    writeFileSync(output, 'another')
    await expectRefusal(output, { resume: true }).toThrow('out.csv.vicinage-part is missing')
    expect(readFileSync(output, 'utf8')).toBe('another')
  })
})
