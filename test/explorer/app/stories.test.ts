import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readAddress, writeAddress } from '../../../src/explorer/app/link.ts'
import { isFirstView, keepStories, stories } from '../../../src/explorer/app/start/stories.ts'
import { openVicinage, type Vicinage } from '../../../src/index.ts'

const all = { bundles: ['noise-levels', 'walkability', 'visual-appeal'].map((id) => ({ id })) } as never

describe('the start page stories', () => {
  let vicinage: Vicinage<'noise-levels' | 'walkability' | 'visual-appeal'>
  beforeAll(async () => {
    vicinage = await openVicinage({
      dimensions: ['noise-levels', 'walkability', 'visual-appeal'],
      schools: false,
      geocoder: false,
    })
  })
  afterEach(() => keepStories(all))

  it('cover every state, and begin with a story that includes a map', () => {
    expect(stories.map(({ state }) => state)).toEqual(['TX', 'CA', 'TX', 'FL'])
    expect(stories[0].camera).toBeDefined()
  })

  it("only make claims that the library's scores confirm", () => {
    const noise = (lat: number, lon: number) => vicinage.score('noise-levels', { lat, lon }).score
    // The south runway of LAX, a place a mile east of its end, and the beach of Venice.
    const [runway, near, beach] = [noise(33.9368, -118.4), noise(33.9395, -118.365), noise(33.9908, -118.4592)]
    expect([runway < near, near < beach, beach > 120]).toEqual([true, true, true])
    const [, , sanAntonio, miami] = stories
    const { lat, lon } = sanAntonio.camera!
    const where = Object.fromEntries(
      sanAntonio.only.map(({ dimension, from, to }) => [dimension, { min: from, max: to }]),
    )
    const box = { west: lon - 0.3, south: lat - 0.2, east: lon + 0.3, north: lat + 0.2 }
    expect(vicinage.find({ where, within: box }).total).toBeGreaterThan(5)
    const [downtown, gables] = miami.places
    for (const id of ['noise-levels', 'visual-appeal'] as const)
      expect(vicinage.score(id, gables).score).toBeGreaterThan(vicinage.score(id, downtown).score + 5)
  })

  it('do not limit the search to a state until the map is moved from the first story', () => {
    expect(isFirstView({ ...stories[0].camera! })).toBe(true)
    expect(isFirstView({ ...stories[0].camera!, zoom: 10.5 })).toBe(false)
    keepStories({ bundles: [] } as never)
    expect(isFirstView({ lat: 1, lon: 2, zoom: 3 })).toBe(false)
  })

  it('fit into a URL', () => {
    for (const { camera = null, dimension, only, places } of stories) {
      const [place = null, ...others] = places
      const view = { ...readAddress(''), camera, dimension, place, others, only }
      expect(readAddress(writeAddress(view))).toEqual(view)
    }
  })

  it('are omitted if the server lacks the data for them', () => {
    keepStories({ ...(all as object), states: ['FL', 'CA'] } as never)
    expect(stories.map(({ state }) => state)).toEqual(['CA', 'FL'])
    keepStories({ bundles: [{ id: 'noise-levels' }] } as never)
    expect(stories.map(({ state }) => state)).toEqual(['CA', 'FL'])
    keepStories({ bundles: [{ id: 'flood' }] } as never)
    expect(stories).toEqual([])
  })
})
