import { beforeAll, describe, expect, it } from 'vitest'
import { openVicinage, type Vicinage } from '../../../src/index.ts'
import { builtVicinage } from '../../library/built.ts'
import { folderFixture } from '../../library/fixtures/folder.ts'

const MAP_FIELDS = ['map_date', 'mapped', 'zone']

function mapFieldsIn(answer: object): string[] {
  return Object.keys(answer)
    .filter((field) => MAP_FIELDS.includes(field))
    .sort()
}

describe('the fields of official maps', () => {
  let vicinage: Vicinage
  beforeAll(async () => {
    vicinage = await openVicinage({ data: await folderFixture() })
  })
  const place = { lat: 34.02, lon: -118.25 }

  it('are included in scores with a description, for dimensions with an official map', () => {
    expect(mapFieldsIn(vicinage.score('fire', place))).toEqual(MAP_FIELDS)
    expect(mapFieldsIn(vicinage.score('fire', place, { description: false }))).toEqual([])
    expect(mapFieldsIn(vicinage.score('walkability', place))).toEqual([])
    for (const description of [true, false])
      for (const [id, answer] of Object.entries(vicinage.scores(place, { description })))
        expect(mapFieldsIn(answer), id).toEqual(id === 'fire' && description ? MAP_FIELDS : [])
  })

  it('are included in explanations of the same dimensions', () => {
    expect(mapFieldsIn(vicinage.explain('fire', place))).toEqual(MAP_FIELDS)
    expect(mapFieldsIn(vicinage.explain('walkability', place))).toEqual([])
  })
})

it('official map fields in the built data are the same in a score, an explanation and all scores', async () => {
  const built = await builtVicinage()
  // Paradise, California, on CAL FIRE's map, and Sacramento, which is outside its zones.
  for (const place of [
    { lat: 39.7596, lon: -121.6219 },
    { lat: 38.5816, lon: -121.4944 },
  ]) {
    const { mapped, zone, map_date } = built.score('fire', place)
    expect(built.explain('fire', place)).toMatchObject({ mapped, zone, map_date })
    expect(built.scores(place).fire).toMatchObject({ mapped, zone, map_date })
  }
  expect(built.score('fire', { lat: 39.7596, lon: -121.6219 })).toMatchObject({ mapped: true })
})

it('flood map zones are the zone codes of FEMA', async () => {
  const built = await builtVicinage()
  const codes = new Set<string | null | undefined>()
  // Dallas and Long Beach, whose maps the package includes.
  for (const [south, west] of [
    [32.62, -96.99],
    [33.73, -118.25],
  ])
    for (let i = 0; i < 4000; i++)
      codes.add(built.score('flood', { lat: south + (i % 63) * 0.006, lon: west + Math.floor(i / 63) * 0.007 }).zone)
  expect([...codes].filter((code) => !/^(?:V\/VE|A|AH|AO|A99|D|X|X \(shaded\)|floodway)$/.test(code ?? 'X'))).toEqual(
    [],
  )
  expect([...codes]).toEqual(expect.arrayContaining([null, 'A', 'X', 'X (shaded)']))
})
