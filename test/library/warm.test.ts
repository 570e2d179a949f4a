import { describe, expect, it } from 'vitest'
import { NotLoadedError, openVicinage, type Vicinage } from '../../src/index.ts'
import { warmUp } from '../../src/library/warm.ts'
import { folderFixture } from './fixtures/folder.ts'

const austin = { lat: 30.23, lon: -97.77 }

describe('openVicinage() with warm', () => {
  it.each(['scores', 'all'] as const)('set to %s returns the same answers, whatever data is missing', async (warm) => {
    const data = await folderFixture()
    const cold = (await openVicinage({ data, userData: false })).scores(austin)
    expect((await openVicinage({ data, userData: false, warm })).scores(austin)).toEqual(cold)
    const part = { dimensions: ['walkability'], schools: false, geocoder: false, areas: false } as const
    const partial = await openVicinage({ data, userData: false, warm, ...part })
    expect(partial.score('walkability', austin)).toEqual(cold.walkability)
  })

  it('uses a place in a state covered by the data', async () => {
    const asked: unknown[] = []
    const florida = { lat: 25.7743, lon: -80.1937 }
    const lacking = {
      dimensions: () => [{ id: 'flood', loaded: true }],
      place({ lat }: { lat: number }) {
        if (lat !== florida.lat) throw new NotLoadedError('Texas is not in this data.', 'state_not_loaded')
        return {}
      },
      score: (_: string, place: object) => asked.push(place),
    }
    await warmUp(lacking as unknown as Vicinage<string>, 'scores')
    expect(asked).toEqual([florida])
  })

  it('rejects an unknown value', async () => {
    const data = await folderFixture()
    await expect(openVicinage({ data, userData: false, warm: 'some' as 'all' })).rejects.toThrow(
      "warm must be 'scores' or 'all', not 'some'.",
    )
  })
})
