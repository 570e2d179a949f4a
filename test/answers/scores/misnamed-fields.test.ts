import { expect, it } from 'vitest'
import { openVicinage } from '../../../src/index.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'

it('a misspelled radius is rejected by every function that accepts a place', async () => {
  const vicinage = await openVicinage({ data: await folderFixture() })
  const place = { lat: 34.02, lon: -118.25 }
  const wide = { ...place, radius: 900 }
  for (const ask of [
    (of: typeof place) => vicinage.score('fire', of),
    (of: typeof place) => vicinage.scores(of),
    (of: typeof place) => vicinage.explain('walkability', of),
    (of: typeof place) => vicinage.edge('fire', of, { maxDistance: 100 }),
    (of: typeof place) => vicinage.place(of),
    (of: typeof place) => vicinage.compare([of, of]),
  ])
    for (const of of [place, wide]) {
      expect(() => ask({ ...of, radus: 5 } as typeof place)).toThrow(
        "A place has no field 'radus': did you mean 'radius'?",
      )
      expect(() => ask({ ...of, id: 5 } as typeof place)).not.toThrow('did you mean')
    }
})
