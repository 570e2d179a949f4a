import { expect, it } from 'vitest'
import { Geography } from '../../../src/data/geography.ts'
import { openVicinage } from '../../../src/index.ts'
import { readBundles } from '../../../src/library/open.ts'

it('vicinage.area() returns the census population of every tract', async () => {
  const vicinage = await openVicinage({ dimensions: [], schools: false, geocoder: false })
  const geography = new Geography((await readBundles({ dimensions: [], schools: false, geocoder: false })).geography)
  const tracts = new Map<string, number>()
  for (let group = 0; group < geography.size; group++) {
    const tract = geography.describe(group).blockGroup.slice(0, 11)
    tracts.set(tract, (tracts.get(tract) ?? 0) + geography.people[group])
  }
  const wrong = [...tracts].filter(([tract, people]) => vicinage.area({ tract }).people !== people)
  expect(tracts.size).toBeGreaterThan(20_000)
  expect(wrong).toEqual([])
})
