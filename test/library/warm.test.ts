import { describe, expect, it } from 'vitest'
import { openVicinage } from '../../src/index.ts'
import { folderFixture } from './fixtures/folder.ts'

const austin = { lat: 30.23, lon: -97.77 }

describe('openVicinage() with warm', () => {
  it.each(['scores', 'all'] as const)('set to %s gives the same answers, whatever was left out', async (warm) => {
    const data = await folderFixture()
    const cold = (await openVicinage({ data, userData: false })).scores(austin)
    expect((await openVicinage({ data, userData: false, warm })).scores(austin)).toEqual(cold)
    const part = { dimensions: ['walkability'], schools: false, geocoder: false, areas: false } as const
    const partial = await openVicinage({ data, userData: false, warm, ...part })
    expect(partial.score('walkability', austin)).toEqual(cold.walkability)
  })

  it('rejects an unknown value', async () => {
    const data = await folderFixture()
    await expect(openVicinage({ data, userData: false, warm: 'some' as 'all' })).rejects.toThrow(
      "warm must be 'scores' or 'all', not 'some'.",
    )
  })
})
