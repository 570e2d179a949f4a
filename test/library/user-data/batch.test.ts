import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addStreetFiles } from '../../../data-build/streets/add-streets.ts'
import type { BatchOptions } from '../../../src/faces/batch/options.ts'
import { runBatch } from '../../../src/faces/batch/run/run-batch.ts'
import { addrfeatZip, written } from '../../answers/geocode/streets/fixtures/addrfeat.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { userDataAt } from './fixtures/user-data.ts'

/** Returns helpers for a batch of addresses on a street in Austin, with a street index for it. */
async function addresses() {
  const layers = join(userDataAt(emptyFolder()), 'streets')
  const add = (name: string, county: string) =>
    addStreetFiles([written(emptyFolder(), 'a.zip', addrfeatZip([{ name, left: ['1', '99'] }], county))], layers)
  await add('Main St', '48453')
  const folder = emptyFolder()
  const rows = Array.from({ length: 2000 }, (_, i) => `${i},"${1 + ((2 * i) % 98)} Main St, Austin, TX 78701"\n`)
  const input = written(folder, 'in.csv', `id,address\n${rows.join('')}`)
  const output = join(folder, 'out.csv')
  const question = { geocodeDetails: true, dimensions: ['fire' as const] }
  const run = (options: Partial<BatchOptions> = {}) =>
    runBatch({ input, output, ...question, pieceBytes: 8192, threads: 1, ...options })
  const stopped = async () => {
    const stop = new AbortController()
    const begun = run({ force: true, signal: stop.signal, onProgress: () => stop.abort() })
    await expect(begun).rejects.toThrow('--resume')
  }
  return { add, run, stopped, output, layers }
}

describe("a batch of addresses with a street index in the user's data folder", () => {
  it('uses the index by default, but not with userData: false', async () => {
    const { run } = await addresses()
    expect((await run()).layers).toEqual({ street_range: 2000 })
    expect((await run({ userData: false, force: true })).layers).not.toHaveProperty('street_range')
  })

  it('can be resumed only with the same street index', async () => {
    const { add, run, stopped, output } = await addresses()
    await stopped()
    await add('Oak St', '48001')
    await expect(run({ resume: true })).rejects.toThrow(
      /belongs to another run with a different streets \("[0-9a-f]{16}" then/,
    )
    await expect(run({ resume: true, userData: false })).rejects.toThrow(/streets .* null now/)
    await run({ force: true })
    const whole = readFileSync(output)
    await stopped()
    await run({ resume: true, force: true })
    expect(readFileSync(output).equals(whole)).toBe(true)
  })

  it('fails and leaves no output if the street index changes during the run', async () => {
    const { add, run, output, layers } = await addresses()
    await add('Oak St', '48001')
    const changed = run({ onProgress: () => rmSync(join(layers, 'streets-48001.bundle'), { force: true }) })
    await expect(changed).rejects.toThrow(/street index in .* changed during the run/)
    expect(existsSync(output)).toBe(false)
  })
})
