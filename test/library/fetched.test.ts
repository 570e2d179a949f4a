import { describe, expect, it } from 'vitest'
import { BundleError, openVicinage } from '../../src/index.ts'
import { type Fault, serve } from './data-server.ts'
import { madeDimensions, madeFolder } from './made-folder.ts'

const point = { lat: 30.23, lon: -97.77 }

describe('data behind an address', () => {
  it('answers as data in a folder, whichever way the address is written', async () => {
    const directory = await madeFolder()
    const { address } = await serve(directory)
    const expected = (await openVicinage({ data: directory })).scores(point)
    for (const data of [address, address.slice(0, -1), new URL(address), new URL(address.slice(0, -1))])
      expect((await openVicinage({ data })).scores(point)).toEqual(expected)
  })

  it('is fetched once per file, and only what is wanted and listed', async () => {
    const { address, asked } = await serve(await madeFolder())
    await openVicinage({ data: address })
    expect(asked[0]).toBe('manifest.json')
    expect(asked.slice(1).sort()).toEqual([...madeDimensions, 'geography'].map((id) => `${id}.bundle`).sort())
    asked.length = 0
    await openVicinage({ data: address, dimensions: ['fire', 'flood'] })
    expect(asked.sort()).toEqual(['fire.bundle', 'geography.bundle', 'manifest.json'])
  })

  it('from which a file was taken answers "not loaded"', async () => {
    const { address } = await serve(await madeFolder(), { 'walkability.bundle': 404 })
    const vicinage = await openVicinage({ data: address })
    expect(vicinage.score('walkability', point).description).toContain('not loaded')
    expect(vicinage.score('insurance-coverage', point).score).toBe(210)
  })

  const cases: [string, Fault, string][] = [
    ['manifest.json', 404, 'There is no vicinage data in http://127.0.0.1:'],
    ['manifest.json', 500, 'HTTP 500'],
    ['manifest.json', 'half', 'manifest.json'],
    ['walkability.bundle', 503, 'HTTP 503'],
    ['walkability.bundle', 403, 'HTTP 403'],
    ['walkability.bundle', 'broken', 'walkability.bundle could not be fetched'],
    ['walkability.bundle', 'half', 'walkability.bundle'],
    ['geography.bundle', 404, 'geography.bundle is missing'],
  ]
  it.each(cases)('is refused where %s answers %s', async (file, fault, words) => {
    const { address } = await serve(await madeFolder(), { [file]: fault })
    const outcome = await openVicinage({ data: address }).catch((error: unknown) => error)
    expect(outcome).toBeInstanceOf(BundleError)
    const { message } = outcome as BundleError
    expect(message).toContain(words)
    expect(message).toContain(address)
  })
})
