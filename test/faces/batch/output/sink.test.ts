import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BatchError, BatchFailure } from '../../../../src/faces/batch/errors.ts'
import { gzipMember } from '../../../../src/faces/batch/input/gzip.ts'
import { openSink } from '../../../../src/faces/batch/output/file-sink.ts'
import { unwritable } from '../../../../src/faces/batch/output/output-files.ts'
import { asNobody, bytesOf, countsOf, expectRefusal, folder, interrupt, sinkOptions, write } from './fixtures/run.ts'

describe('an output file', () => {
  it('is renamed when it is complete, and no other files are left behind', async () => {
    const directory = folder()
    const output = join(directory, 'out.csv')
    const sink = await write(output, 'abc')
    expect(sink.resumed).toBeNull()
    expect(sink.closed).toBe(false)
    expect(existsSync(output)).toBe(false)
    await sink.finish(bytesOf('end'))
    await sink.abandon()
    expect(readFileSync(output, 'utf8')).toBe('h\na\nb\nc\nend')
    expect(readdirSync(directory)).toEqual(['out.csv'])
  })

  it('may be written in small parts', async () => {
    const output = join(folder(), 'out.csv')
    const sink = await openSink(output, sinkOptions())
    async function* bits() {
      for (const bit of ['one', '', ' two\n']) yield bytesOf(bit)
    }
    await sink.write({ end: 1, bytes: bits(), counts: countsOf(1) })
    await sink.finish()
    expect(readFileSync(output, 'utf8')).toBe('h\none two\n')
  })

  it('may consist of only a header, even with gzip', async () => {
    const directory = folder()
    for (const [header, expected] of [
      ['h\n', 'h\n'],
      ['', ''],
    ]) {
      const sink = await openSink(
        join(directory, 'a.gz'),
        sinkOptions({ gzip: true, header: bytesOf(header), force: true }),
      )
      await sink.finish()
      expect(gunzipSync(readFileSync(join(directory, 'a.gz'))).toString()).toBe(expected)
    }
  })

  it('may consist of gzip members, which are identical for identical bytes', async () => {
    const output = join(folder(), 'out.csv.gz')
    const sink = await openSink(output, sinkOptions({ gzip: true }))
    await sink.write({ end: 1, bytes: gzipMember(bytesOf('a\n')), counts: countsOf(1) })
    await sink.write({ end: 2, bytes: gzipMember(bytesOf('b\n')), counts: countsOf(1) })
    await sink.finish()
    expect(gunzipSync(readFileSync(output)).toString()).toBe('h\na\nb\n')
    expect(gzipMember(bytesOf('a\n'))).toEqual(gzipMember(bytesOf('a\n')))
  })

  it('replaces an existing file only with force, and not before it is complete', async () => {
    const output = join(folder(), 'out.csv')
    writeFileSync(output, 'old')
    await expectRefusal(output).toThrow(new BatchError(`${output} already exists; use --force to overwrite.`))
    await expectRefusal(output, { resume: true }).toThrow('already exists')
    const sink = await write(output, 'a', { force: true })
    expect(readFileSync(output, 'utf8')).toBe('old')
    await sink.finish()
    expect(readFileSync(output, 'utf8')).toBe('h\na\n')
  })

  it('does not replace a file that was created in the meantime', async () => {
    const output = join(folder(), 'out.csv')
    const sink = await write(output, 'ab')
    writeFileSync(output, 'of somebody else')
    await expect(sink.finish(bytesOf('end'))).rejects.toThrow('already exists')
    await sink.abandon()
    expect(readFileSync(output, 'utf8')).toBe('of somebody else')
    const resumed = await openSink(output, sinkOptions({ resume: true, force: true }))
    expect(resumed.resumed?.input).toBe(20)
    await resumed.finish()
    expect(readFileSync(output, 'utf8')).toBe('h\na\nb\n')
  })

  it('is not created if its part file was removed', async () => {
    const output = join(folder(), 'out.csv')
    const sink = await write(output, 'ab')
    rmSync(`${output}.vicinage-part`)
    await expect(sink.finish()).rejects.toThrow('out.csv.vicinage-part was removed while being written')
    await sink.abandon()
    expect(existsSync(output)).toBe(false)
  })

  it('is written to the target of a symbolic link', async () => {
    const directory = folder()
    mkdirSync(join(directory, 'behind'))
    writeFileSync(join(directory, 'behind/file.csv'), 'old')
    symlinkSync('behind/file.csv', join(directory, 'out.csv'))
    await (await write(join(directory, 'out.csv'), 'a', { force: true })).finish()
    expect(lstatSync(join(directory, 'out.csv')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(directory, 'behind/file.csv'), 'utf8')).toBe('h\na\n')
  })

  it('accepts no more pieces after a failure, and can be resumed', async () => {
    const directory = folder()
    const output = join(directory, 'out.csv')
    const sink = await write(output, 'a')
    async function* failing() {
      yield bytesOf('half of ')
      throw new BatchError('The input is damaged.')
    }
    await expect(sink.write({ end: 20, bytes: failing(), counts: countsOf(1) })).rejects.toThrow(
      'The input is damaged.',
    )
    await expect(sink.write({ end: 30, bytes: bytesOf('c\n'), counts: countsOf(1) })).rejects.toThrow('damaged')
    await expect(sink.finish()).rejects.toThrow('damaged')
    await sink.abandon()
    const resumed = await write(output, 'b', { resume: true })
    await resumed.finish()
    expect(readFileSync(output, 'utf8')).toBe('h\na\nb\n')
  })
})

describe('an output that cannot be opened', () => {
  it('is rejected before anything is written', async () => {
    const directory = folder()
    const path = (name: string) => join(directory, name)
    await expectRefusal(path('none/out.csv')).toThrow(
      new BatchError(`The folder of ${directory}/none/out.csv does not exist.`),
    )
    await expectRefusal(path('none/')).toThrow('does not exist')
    await expectRefusal(directory).toThrow(new BatchError(`${directory} is a folder: name a file.`))
    await expectRefusal(directory, { force: true }).toThrow('is a folder')
    await expectRefusal('').toThrow(new BatchError('The name of the output is empty.'))
    await expectRefusal('-', { resume: true }).toThrow(
      new BatchError('A run that writes to standard output cannot be resumed: name a file, or omit --resume.'),
    )
    await expectRefusal(path('x'.repeat(250))).toThrow(BatchError)
    writeFileSync(path('file'), '')
    await expectRefusal(path('file/out.csv')).toThrow('does not exist')
    expect(readdirSync(directory)).toEqual(['file'])
  })

  it('is rejected if the user lacks permission to write to the folder', async () => {
    const directory = folder()
    chmodSync(directory, 0o555)
    await asNobody(() =>
      expectRefusal(join(directory, 'out.csv')).toThrow(
        new BatchError(`Cannot write ${directory}/out.csv: you do not have permission to write to its folder.`),
      ),
    )
    chmodSync(directory, 0o755)
    expect(readdirSync(directory)).toEqual([])
  })

  it('is rejected if it is a device, which cannot be replaced', async () => {
    const device = existsSync('/dev/full') ? '/dev/full' : '/dev/null'
    for (const options of [{}, { force: true }, { resume: true, force: true }])
      await expectRefusal(device, options).toThrow(
        `${device} is not a regular file: name a regular file, or - for standard output.`,
      )
    expect(lstatSync(device).isCharacterDevice()).toBe(true)
    expect(readdirSync('/dev').filter((name) => name.includes('vicinage'))).toEqual([])
  })

  it('is rejected if it is the same file as the input, under any name', async () => {
    const directory = folder()
    const input = join(directory, 'in.csv')
    writeFileSync(input, 'rows')
    symlinkSync('in.csv', join(directory, 'link.csv'))
    linkSync(input, join(directory, 'twin.csv'))
    writeFileSync(join(directory, 'x.vicinage-part'), 'rows')
    for (const name of ['in.csv', 'link.csv', 'twin.csv', `./../${directory.split('/').at(-1)}/in.csv`])
      for (const from of [input, join(directory, 'link.csv')])
        await expectRefusal(join(directory, name), { input: from, force: true }).toThrow(
          'cannot be both input and output',
        )
    await expectRefusal(join(directory, 'x'), { input: join(directory, 'x.vicinage-part') }).toThrow('cannot be both')
    expect(readFileSync(input, 'utf8')).toBe('rows')
  })

  it('is rejected if another run is writing it', async () => {
    const output = join(folder(), 'out.csv')
    const sink = await write(output, 'a')
    for (const options of [{}, { resume: true }, { force: true }])
      await expectRefusal(output, options).toThrow(
        /is being written by another run: delete .*out.csv.vicinage-lock if you know/,
      )
    await sink.abandon()
    await interrupt(output, 'b', { resume: true })
    // The lock names another machine, whose processes cannot be checked.
    writeFileSync(`${output}.vicinage-lock`, '1 elsewhere.example\n')
    await expectRefusal(output, { resume: true }).toThrow('is being written')
    // Process 1 is always running.
    writeFileSync(`${output}.vicinage-lock`, `1 ${hostname()}\n`)
    await expectRefusal(output, { resume: true }).toThrow('is being written')
  })

  // The first lock is stale because its process ID is above the system's limit, and the second because this process
  // does not hold it.
  it.each([`4194399 ${hostname()}\n`, `${process.pid} ${hostname()}\n`, '', '12', 'garbage\n'])(
    'is rejected for all but one of three runs that find a stale lock file: %j',
    async (text) => {
      const output = join(folder(), 'out.csv')
      writeFileSync(`${output}.vicinage-lock`, text)
      const opened = await Promise.allSettled([1, 2, 3].map(() => openSink(output, sinkOptions())))
      const sinks = opened.filter((result) => result.status === 'fulfilled')
      expect(sinks.length).toBe(1)
      await sinks[0].value.finish()
      expect(existsSync(`${output}.vicinage-lock`)).toBe(false)
    },
  )
})

/** Returns the BatchError for a system error code. */
function saidOf(code: string, isOnce = false): BatchError {
  try {
    return unwritable('out.csv', Object.assign(new Error(`${code}: write`), { code, syscall: 'write' }), isOnce)
  } catch (error) {
    return error as BatchError
  }
}

describe('an output that fails during writing', () => {
  it('is reported as a BatchFailure that explains how to resume if the disk is full or faulty', () => {
    for (const code of ['ENOSPC', 'EDQUOT', 'EFBIG'])
      expect(saidOf(code)).toEqual(
        new BatchFailure('There is no disk space for out.csv: free some space, then continue with --resume.'),
      )
    expect(saidOf('EIO').message).toBe(
      'out.csv cannot be written (EIO: write): fix the cause, then continue with --resume.',
    )
    expect(saidOf('EIO')).toBeInstanceOf(BatchFailure)
  })

  it('requires a new run if the input can be read only once', () => {
    expect(saidOf('ENOSPC', true).message).toBe(
      'There is no disk space for out.csv: free some space, then run the command again.',
    )
    expect(saidOf('EIO', true).message).toBe(
      'out.csv cannot be written (EIO: write): fix the cause, then run the command again.',
    )
  })

  it('is reported as a BatchError, not a BatchFailure, if another file name would help', () => {
    for (const code of ['ENOENT', 'EACCES', 'EROFS']) expect(saidOf(code)).not.toBeInstanceOf(BatchFailure)
  })

  it('rethrows programming errors instead of reporting them as output failures', () => {
    const fault = new TypeError('x is undefined')
    expect(() => unwritable('out.csv', fault)).toThrow(fault)
  })
})
