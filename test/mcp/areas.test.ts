import { beforeAll, describe, expect, it } from 'vitest'
import { openVicinage, type Vicinage } from '../../src/index.ts'
import { type Answer, call, connected } from './connected.ts'

let vicinage: Vicinage
let ask: (name: string, input: unknown) => Promise<Answer>
beforeAll(async () => {
  vicinage = await openVicinage({ dimensions: ['walkability', 'noise-levels', 'population-profile'], userData: false })
  const client = await connected(vicinage)
  ask = (name, input) => call(client, name, input)
})

const json = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('the tool area', () => {
  it('sums up what a text names, as the library does', async () => {
    const dimensions = ['walkability', 'population-profile'] as const
    for (const [area, shape] of [
      ['78704', { zip: '78704' }],
      ['Austin, TX', { city: 'Austin', state: 'TX' }],
      ['Travis County, TX', { county: '48453' }],
      ['30.27,-97.74,2000', { lat: 30.27, lon: -97.74, radius: 2000 }],
    ] as const) {
      const { body } = await ask('area', { area, dimensions })
      expect(body).toEqual(json(vicinage.area(shape, { dimensions })))
    }
  })

  it('ranks areas, in at most 100 kB', async () => {
    const input = { of: 'zip', dimensions: ['walkability'], within: 'TX', min_people: 10_000, limit: 100 }
    const { body, text } = await ask('area', input)
    const ranked = vicinage.rank('walkability', { of: 'zip', within: { state: 'TX' }, minPeople: 10_000, limit: 100 })
    expect(body).toEqual({ areas: json(ranked) })
    expect(text.length).toBeLessThan(50_000)
    const { body: counties } = await ask('area', { of: 'zip', dimensions: ['walkability'], within: 'county:48453' })
    expect(counties).toEqual({ areas: json(vicinage.rank('walkability', { of: 'zip', within: { county: '48453' } })) })
  })

  it.each([
    [{}, 'area', 'Field required'],
    [{ area: 'Nowhere' }, 'area', "There is no area 'Nowhere'; write it as `Austin, TX`"],
    [{ area: 'zip:787' }, 'area', '5 digits'],
    [{ of: 'city' }, 'dimensions', 'Field required'],
    [{ of: 'city', dimensions: ['walkability', 'noise-levels'] }, 'dimensions', 'by one dimension'],
    [{ of: 'city', dimensions: ['population-profile'] }, 'dimensions', 'Fair Housing Act'],
  ])('refuses %j', async (input, field, words) => {
    const { isError, text } = await ask('area', input)
    expect(isError).toBe(true)
    const { loc, msg } = JSON.parse(text).detail[0]
    expect([loc[1], msg]).toEqual([field, expect.stringContaining(words)])
  })

  it('says that an area is not there', async () => {
    expect(await ask('area', { area: '10001' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('There is no ZIP 10001'),
    })
    const input = { of: 'zip', dimensions: ['walkability'], within: 'NY' }
    expect(await ask('area', input)).toMatchObject({
      isError: true,
      text: expect.stringContaining('NY is not covered'),
    })
  })
})

describe('the tool find', () => {
  const where = { walkability: { min: 150 }, 'noise-levels': { min: 140 } }

  it('answers as the library does', async () => {
    const { body, text } = await ask('find', { where, within: 'San Antonio, TX', limit: 20 })
    expect(body).toEqual(json(vicinage.find({ where, within: { city: 'San Antonio', state: 'TX' }, limit: 20 })))
    expect((body as { total: number }).total).toBeGreaterThan(5)
    expect(text.length).toBeLessThan(20_000)
  })

  it.each([
    [{ where, within: 'somewhere' }, 'within', 'There is no area'],
    [{ where, within: 'TX' }, 'within', 'too large'],
    [{ where: {}, within: 'Austin, TX' }, 'where', 'a condition or more'],
    [{ where: { charm: { min: 2 } }, within: 'Austin, TX' }, 'where', "no dimension 'charm'"],
    [{ where: { 'population-profile': { min: 2 } }, within: 'Austin, TX' }, 'where', 'Fair Housing Act'],
    [
      { where: { 'population-profile': { min: 2 } }, within: 'Austin, TX', demographics: true },
      'where',
      'Fair Housing',
    ],
    [{ where, within: 'Austin, TX', rank_by: 'population-profile' }, 'rank_by', 'Fair Housing Act'],
  ])('refuses %j', async (input, field, words) => {
    const { isError, text } = await ask('find', input)
    expect(isError).toBe(true)
    const { loc, msg } = JSON.parse(text).detail[0]
    expect([loc[1], msg]).toEqual([field, expect.stringContaining(words)])
  })
})
