import { beforeAll, describe, expect, it } from 'vitest'
import { openVicinage, type Vicinage } from '../../../src/index.ts'
import { type Answer, call, connected } from './connected.ts'

let vicinage: Vicinage<'walkability' | 'noise-levels' | 'population-profile'>
let ask: (name: string, input: unknown) => Promise<Answer>
beforeAll(async () => {
  vicinage = await openVicinage({ dimensions: ['walkability', 'noise-levels', 'population-profile'], userData: false })
  const client = await connected(vicinage)
  ask = (name, input) => call(client, name, input)
})

const json = (value: unknown) => JSON.parse(JSON.stringify(value))

describe('the area and rank tools', () => {
  it('return the same answer for a named area as the library', async () => {
    const dimensions = ['walkability', 'population-profile'] as const
    for (const [area, shape] of [
      ['78704', { zip: '78704' }],
      ['Austin, TX', { city: 'Austin', state: 'TX' }],
      ['Travis County, TX', { county: '48453' }],
      ['30.27,-97.74,2000', { lat: 30.27, lon: -97.74, radius: 2000 }],
    ] as const) {
      const { body } = await ask('area', { area, dimensions })
      const { scores, people, land_km2, boundary } = vicinage.area(shape, { dimensions })
      expect(body).toMatchObject({ people, land_km2, boundary })
      const short = Object.entries((body as { scores: Record<string, Partial<Record<string, unknown>>> }).scores)
      expect(short.map(([id]) => id)).toEqual([...dimensions])
      for (const [id, { without_data = 0, ...band }] of short) {
        const { mean, p10, p50, p90, without_data: all } = scores[id as 'walkability']
        expect({ ...band, without_data }).toEqual({ mean, p10, p50, p90, without_data: all })
      }
    }
  })

  it('state only once that the scores of an area without modeled homes describe its land', async () => {
    const { body } = await ask('area', { area: '90263' })
    expect(body).toMatchObject({ people: 1972, note: expect.stringContaining('describe its land') })
    expect(JSON.stringify(body).split('describe its land')).toHaveLength(2)
    expect((await ask('area', { area: '78704' })).body).not.toHaveProperty('note')
  })

  it('return the same rankings as the library, in less than 50 kB', async () => {
    const input = { of: 'zip', dimension: 'walkability', within: 'TX', min_people: 10_000, limit: 100 }
    const { body, text } = await ask('rank', input)
    const ranked = vicinage.rank('walkability', { of: 'zip', within: { state: 'TX' }, minPeople: 10_000, limit: 100 })
    expect(body).toEqual(json(ranked))
    expect(text.length).toBeLessThan(50_000)
    const { body: counties } = await ask('rank', { of: 'zip', dimension: 'walkability', within: 'county:48453' })
    expect(counties).toEqual(json(vicinage.rank('walkability', { of: 'zip', within: { county: '48453' } })))
  })

  it.each([
    ['area', {}, 'area: Field required'],
    ['area', { area: '12' }, "area: '12' is not a known area; write areas as `Austin, TX`"],
    ['area', { area: '78704', dimenions: ['flood'] }, "There is no option 'dimenions': did you mean 'dimensions'?"],
    ['rank', { of: 'city' }, 'dimension: Field required'],
    ['rank', { of: 'city', dimension: 'charm' }, "dimension: Input should be 'urban-rural'"],
    ['rank', { of: 'city', dimension: 'population-profile' }, 'Fair Housing Act'],
  ])('reject invalid input: %s %j', async (name, input, words) => {
    const { isError, text } = await ask(name, input)
    expect(isError).toBe(true)
    expect(JSON.parse(text)).toEqual({
      name: 'ValidationError',
      code: expect.stringMatching(/^(input_invalid|option_unknown|dimension_unknown)$/),
      message: expect.stringContaining(words),
    })
  })

  it('report that an area does not exist', async () => {
    expect(await ask('area', { area: '10001' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('There is no ZIP 10001'),
    })
    const input = { of: 'zip', dimension: 'walkability', within: 'NY' }
    expect(await ask('rank', input)).toMatchObject({
      isError: true,
      text: expect.stringContaining('NY is not covered'),
    })
  })
})

describe('the find tool', () => {
  const where = { walkability: { min: 150 }, 'noise-levels': { min: 140 } }

  it('returns the same answer as the library', async () => {
    const { body, text } = await ask('find', { where, within: 'San Antonio, TX', limit: 20 })
    expect(body).toEqual(json(vicinage.find({ where, within: { city: 'San Antonio', state: 'TX' }, limit: 20 })))
    expect((body as { total: number }).total).toBeGreaterThan(5)
    expect(text.length).toBeLessThan(20_000)
  })

  it('finds whole ZIPs by their mean scores with `of`', async () => {
    const { body } = await ask('find', { of: 'zip', where, within: 'San Antonio, TX' })
    const within = { city: 'San Antonio', state: 'TX' }
    expect(body).toEqual(json(vicinage.find({ of: 'zip', where, within, limit: 5 })))
    expect((body as { areas: { name: string }[] }).areas.length).toBeGreaterThan(1)
  })

  it('suggests areas with similar names', async () => {
    const { isError, text } = await ask('find', { where, within: 'Zilkr, Austin' })
    expect([isError, JSON.parse(text)]).toEqual([
      true,
      expect.objectContaining({
        code: 'area_unknown',
        suggestions: expect.arrayContaining(['Zilker, Austin, TX']),
      }),
    ])
  })

  it.each([
    [{ where, within: '12' }, 'within', 'is not a known area'],
    [{ where, within: 'TX' }, 'within', 'too large'],
    [{ where: { 'population-profile': { min: 2 } }, within: 'Austin, TX' }, 'where', 'Fair Housing Act'],
    [
      { where: { 'population-profile': { min: 2 } }, within: 'Austin, TX', demographics: true },
      'demographics',
      'There is no option',
    ],
    [{ where, within: 'Austin, TX', rank_by: 'population-profile' }, 'rank_by', 'Fair Housing Act'],
  ])('rejects %j', async (input, field, words) => {
    const { isError, text } = await ask('find', input)
    expect(isError).toBe(true)
    const { message } = JSON.parse(text)
    expect(message).toContain(words)
    if (words === 'Fair Housing Act') expect(message).not.toContain('option')
    expect(message).toMatch(new RegExp(`^${field}`))
  })
})
