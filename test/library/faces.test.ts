import { beforeAll, describe, expect, it } from 'vitest'
import type { Score } from '../../src/answers/scores/answers.ts'
import { ValidationError } from '../../src/base/errors.ts'
import type { Place } from '../../src/base/geo/place.ts'
import { openEngine } from '../../src/explorer/app/engine/open-engine.ts'
import { find } from '../../src/explorer/app/search/find.ts'
import { scoreStream } from '../../src/faces/batch/index.ts'
import { toolSets } from '../../src/faces/mcp/tools.ts'
import type { Vicinage } from '../../src/index.ts'
import { callEndpoint } from '../../src/library/contract/endpoint.ts'
import { endpoints } from '../../src/library/contract/table.ts'
import { consoleOf } from '../faces/cli/console.ts'
import { builtVicinage } from './built.ts'

let vicinage: Vicinage
beforeAll(async () => {
  vicinage = await builtVicinage()
})

const engine = openEngine(new URL('../../dist-data/', import.meta.url))
const dimensions = ['walkability', 'fire', 'flood'] as const

/** An interface's answer for a dimension: a score, the ends of a band, or null if there is no data. */
type Told = number | readonly [number, number] | null

const toldBy = ({ score, band }: Pick<Score, 'score' | 'band'>): Told => {
  if (band === undefined) return score === 0 ? null : score
  return band.p10 === null || band.p90 === null ? null : [band.p10, band.p90]
}
const each = (of: (id: (typeof dimensions)[number]) => Told) => Object.fromEntries(dimensions.map((id) => [id, of(id)]))
const toolNamed = (name: string) => toolSets.core.find((tool) => tool.name === name)!
const endpointOf = (id: string) => endpoints.find((endpoint) => endpoint.id === id)!

const faces: Readonly<Record<string, (text: string, place: Place) => Promise<Record<string, Told>>>> = {
  library: async (_, place) => each((id) => toldBy(vicinage.scores(place, { dimensions })[id])),
  http: async (_, { lat, lon, radius = 0 }) => {
    const input = { lat: String(lat), lon: String(lon), radius: String(radius), dimensions: dimensions.join() }
    const body = callEndpoint(endpointOf('scores'), vicinage, input) as Record<string, Score>
    return each((id) => toldBy(body[id]))
  },
  mcp: async (_, { lat, lon, radius }) => {
    const call = toolNamed('scores').prepare(vicinage, { places: [{ lat, lon, radius }], dimensions })
    const [place] = (
      (await call.answer()) as { places: { bands?: Record<string, Told>; scores?: Record<string, number> }[] }
    ).places
    return each((id) => (place.bands ? place.bands[id] : place.scores![id] || null))
  },
  'command line': async (text) => {
    const asked = /^[-\d., ]+,/.test(text) ? text.split(', ') : [text]
    const open = async () => vicinage
    const { out, err } = await consoleOf(['score', ...asked, '--dimensions', dimensions.join(), '--json'], { open })
    if (out === '') throw new Error(err)
    const body = JSON.parse(out) as Record<string, Score>
    return each((id) => toldBy(body[id]))
  },
  explorer: async (text) => {
    const { place } = await find(engine, text)
    const { lat, lon, radius = 0 } = place!
    const answers = await Promise.all(dimensions.map((id) => engine.explain(id, { lat, lon, radius })))
    return each((id) => toldBy(answers[dimensions.indexOf(id)]))
  },
  batch: async (text, place) => {
    const given = /^[-\d., ]+,/.test(text) ? { lat: place.lat, lon: place.lon } : { address: text }
    for await (const row of scoreStream(vicinage, [given], { dimensions })) {
      const answer = row as unknown as Record<string, number | null>
      const isBand = (place.radius ?? 0) > 150
      return each((id) => {
        const [low, high] = [answer[`${id}_p10`], answer[`${id}_p90`]]
        return isBand ? (low === null || high === null ? null : [low, high]) : answer[id]
      })
    }
    throw new Error('no row')
  },
}

describe.each(Object.entries(faces))('the interface "%s"', (_, ask) => {
  it.each([
    ['a ZIP', '78704'],
    ['a city', 'Austin, TX'],
    ['a city where 1% of people have a fire map', 'San Jose, CA'],
    ['a street', '1100 Congress Ave, Austin, TX 78701'],
    ['a point', '30.2672, -97.7431'],
    ['a place without a fire map', '29.7604, -95.3698'],
    ['a ZIP in which nobody lives', '90071'],
  ])('returns the scores of the library for %s', async (_, text) => {
    const found = vicinage.geocode(text)
    if (!found.ok) throw new Error(found.message)
    const around = vicinage.scoresAround({ ...found, radius: Math.max(1, found.radius), dimensions })
    const expected = each((id) => {
      if (found.radius <= 150) return vicinage.score(id, { lat: found.lat, lon: found.lon }).score || null
      return toldBy({ score: 0, band: around.scores[id] })
    })
    expect(await ask(text, found)).toEqual(expected)
    if (text === 'San Jose, CA') expect(expected.fire).toBeNull()
  })
})

describe('invalid input', () => {
  it.each<[string, () => unknown]>([
    ['library: an option', () => vicinage.scores({ lat: 30, lon: -97 }, { dimension: ['fire'] } as never)],
    ['library: an address that was not found', () => vicinage.scores(vicinage.geocode('Denver, CO'))],
    ['library: a field of an area', () => vicinage.area({ zip: '78704', state: 'TX' } as never)],
    ['library: a condition', () => vicinage.find({ where: { fire: { mim: 3 } }, within: { zip: '94110' } } as never)],
    ['http', () => callEndpoint(endpointOf('scores'), vicinage, { lat: '30', lon: '-97', dimension: 'fire' })],
    ['mcp', () => toolNamed('scores').prepare(vicinage, { places: [{ lat: 30, lng: -97 }] })],
  ])('is rejected by the interface "%s"', (_, ask) => {
    expect(ask).toThrow(ValidationError)
  })

  it('is rejected with a suggested name, except where the service ignores extra parameters', () => {
    const input = { lat: '30', lng: '-97' }
    expect(() => callEndpoint(endpointOf('scores'), vicinage, input)).toThrow(/did you mean 'lon'/)
    const mirrored = () => callEndpoint(endpointOf('vibe.walkability'), vicinage, { lat: '30', lon: '-97', lng: '-97' })
    expect(mirrored).not.toThrow()
  })

  it.each<[string, () => unknown]>([
    ['score', () => vicinage.score('walkabilty' as never, { lat: 30, lon: -97 })],
    ['scores', () => vicinage.scores({ lat: 30, lon: -97 }, { dimensions: ['walkabilty' as never] })],
    ['area', () => vicinage.area({ zip: '78704' }, { dimensions: ['walkabilty' as never] })],
    ['find', () => vicinage.find({ where: { walkabilty: { min: 3 } } as never, within: { zip: '78704' } })],
    ['http', () => callEndpoint(endpointOf('explain'), vicinage, { lat: '30', lon: '-97', dimension: 'walkabilty' })],
    [
      'mcp',
      () => toolNamed('scores').prepare(vicinage, { places: [{ lat: 30, lon: -97 }], dimensions: ['walkabilty'] }),
    ],
  ])('is rejected by %s with a suggested dimension', (_, ask) => {
    expect(ask).toThrow(/did you mean 'walkability'/)
  })

  it('is rejected by the command line, batch and explorer', async () => {
    const open = async () => vicinage
    expect((await consoleOf(['score', 'Denver, CO'], { open })).err).toContain('not covered')
    expect((await consoleOf(['rank', 'fire', '--of', 'city', '--in', 'CA'], { open })).err).toContain('--within')
    for await (const row of scoreStream(vicinage, [{ address: 'Denver, CO' }], { dimensions }))
      expect(row).toMatchObject({ fire: null, vicinage_error: expect.stringContaining('not covered') })
    expect(await find(engine, 'Denver, CO')).toMatchObject({ place: null, message: expect.stringContaining('covered') })
    await expect(engine.area({ zip: '78704', state: 'TX' } as never)).rejects.toThrow(ValidationError)
  })
})
