import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkUnchanged, inputIdentity } from '../../../src/batch/files/input-identity.ts'
import { BatchError } from '../../../src/batch/rows.ts'
import { folder, lines, namedPipe } from './made-run.ts'
import { shout } from './shouting-run.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('the identity of an input', () => {
  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])('is its size, its time and its ends: %i bytes', async (size) => {
    const path = join(folder(), 'in.csv')
    const bytes = Buffer.from(lines(10_000)).subarray(0, size)
    writeFileSync(path, bytes)
    utimesSync(path, 1_700_000_000, 1_700_000_000)
    expect(await inputIdentity(path)).toEqual({
      size,
      modified: '2023-11-14T22:13:20.000000000Z',
      first: sha256(bytes.subarray(0, 65_536)),
      last: sha256(bytes.subarray(Math.max(0, size - 65_536))),
    })
  })

  it('is unknown of what is no file', async () => {
    const pipe = namedPipe()
    expect(await inputIdentity(pipe)).toBeNull()
    expect(await inputIdentity('-')).toBeNull()
    const none = join(folder(), 'none')
    await expect(inputIdentity(none)).rejects.toThrow(new BatchError(`There is no file ${none}.`))
  })
})

describe('an input that is written to while it is read', () => {
  it.each([
    ['grows', (path: string) => appendFileSync(path, 'more\n')],
    ['is written again', (path: string) => utimesSync(path, 1, 1)],
    ['is taken away', (path: string) => unlinkSync(path)],
  ])('has no answers: %s', async (_, change) => {
    const directory = folder()
    const input = join(directory, 'in.csv')
    const output = join(directory, 'out.csv')
    writeFileSync(input, lines(20_000))
    const identity = (await inputIdentity(input))!
    await checkUnchanged(input, identity)
    await expect(shout(input, output, { pace: 5, onOpen: () => change(input) })).rejects.toThrow(
      /^.*in\.csv (changed|was taken away) while it was read: its answers are not kept, begin anew with --force/,
    )
    await expect(checkUnchanged(input, identity)).rejects.toThrow(BatchError)
    expect(existsSync(output)).toBe(false)
    if (!existsSync(input)) return
    await expect(shout(input, output, { resume: true })).rejects.toThrow(/is of another run, input\./)
    await shout(input, output, { force: true })
    expect(readdirSync(directory).sort()).toEqual(['in.csv', 'out.csv'])
  })
})
