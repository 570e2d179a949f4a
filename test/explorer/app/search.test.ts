import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type GeocodeAnswer, joinNotes, noAnswer } from '../../../src/answers/geocode/answer.ts'
import { ambiguousPlaceNote } from '../../../src/answers/geocode/place-answer.ts'
import {
  ask,
  choose,
  chooseAll,
  choosing,
  chosenPlaces,
  others,
  pending,
  place,
  put,
  unanswered,
  zoomFor,
} from '../../../src/explorer/app/places.ts'
import { namesIn } from '../../../src/explorer/app/search/comparison.ts'
import { find } from '../../../src/explorer/app/search/find.ts'
import { coordinatesIn } from '../../../src/explorer/app/search/intent.ts'
import { forget, readRecent, recent, remember } from '../../../src/explorer/app/search/recent.ts'
import { inTurn, moved, Suggestions } from '../../../src/explorer/app/search/suggestions.ts'
import { camera, mapSide } from '../../../src/explorer/app/view.ts'

const austin = { lat: 30.2672, lon: -97.7431 }

describe('a search for several places', () => {
  it.each([
    ['Austin vs Dallas', ['Austin', 'Dallas']],
    ['Austin VS. Dallas versus 90210', ['Austin', 'Dallas', '90210']],
    ['30.2672, -97.7431 vs Waco, TX', ['30.2672, -97.7431', 'Waco, TX']],
    ['Vsetin', ['Vsetin']],
    ['vs', ['vs']],
    ['Austin vs', ['Austin vs']],
    ['vs vs Austin', ['vs vs Austin']],
    ['', ['']],
  ])('splits its text into names: %s', (text, names) => {
    expect(namesIn(text)).toEqual(names)
  })

  it('replaces the chosen places in the given order, and fits all places into the map', () => {
    const [waco, miami] = [
      { lat: 31.5493, lon: -97.1467 },
      { lat: 25.7617, lon: -80.1918 },
    ]
    choose(miami)
    chooseAll([austin, waco, miami])
    expect(chosenPlaces.value).toEqual([austin, waco, miami])
    expect(choosing.value).toBe('place')
    const { lat, lon, zoom } = camera.value
    const pixels = (degrees: number) => (degrees / 360) * 512 * 2 ** zoom
    for (const one of [austin, waco, miami]) {
      expect(Math.abs(pixels(one.lon - lon))).toBeLessThan(mapSide.value / 2)
      expect(Math.abs(pixels((one.lat - lat) / Math.cos((lat * Math.PI) / 180)))).toBeLessThan(mapSide.value / 2)
    }
    choosing.value = 'other'
    choose(waco)
    expect(chosenPlaces.value).toHaveLength(4)
    // There are at most four places. The panel asks which of them the next one replaces.
    choosing.value = 'other'
    choose(miami)
    expect([pending.value, chosenPlaces.value]).toEqual([miami, [austin, waco, miami, waco]])
    put(waco, 0)
    expect([pending.value, chosenPlaces.value]).toEqual([null, [waco, waco, miami, waco]])
    place.value = null
    others.value = []
  })
})

// test/answers/geocode/coordinates.test.ts tests how coordinates may be spelled.
describe('the search field', () => {
  it.each([
    '30.2672, -97.7431',
    '30.2672 -97.7431',
    '  +30.2672 , −97.7431 ',
    '30.2672N97.7431W',
    '97.7431 W, 30.2672 N',
    '-97.7431, 30.2672',
  ])('reads coordinates from %s', (text) => {
    expect(coordinatesIn(text)).toEqual(austin)
  })

  it('reads two plain numbers as coordinates, with the negative number as the longitude', () => {
    expect(coordinatesIn('-80.2684, 25.7215')).toEqual({ lat: 25.7215, lon: -80.2684 })
  })

  it.each(['', '78701', '78701 78702', '30.2672', '30,2672', '91, 91', '100 N, 50 E', '12 5th', '5th & Main'])(
    'reads %j as an address',
    (text) => {
      expect(coordinatesIn(text)).toBeNull()
    },
  )

  it('reads back all formatted coordinates', () => {
    const degrees = (most: number) => fc.integer({ min: 0, max: most * 1e6 }).map((millionths) => millionths / 1e6)
    fc.assert(
      fc.property(degrees(90), degrees(180), (lat, lon) => {
        expect(coordinatesIn(`${lat.toFixed(6)}, -${lon.toFixed(6)}`)).toEqual({ lat, lon: -lon })
        expect(coordinatesIn(`${lat.toFixed(6)}° N ${lon.toFixed(6)}° E`)).toEqual({ lat, lon })
      }),
    )
  })
})

describe('a search', () => {
  const parsed = { state: null, zip: null } as GeocodeAnswer['parsed']
  const note = (text: string) => ({ code: 'place_unknown' as const, text, codes: ['place_unknown'] })
  const lakewood = {
    lat: 33.85,
    lon: -118.12,
    layer: 'city',
    confidence: 0.5,
    radius: 4000,
    label: 'Lakewood, CA',
  } as const
  const other = { ...lakewood, lat: 32.8, lon: -96.7, label: 'Lakewood, TX' }

  const inCalifornia = { blockGroup: '060375715041', county: 'Los Angeles County', state: 'California' }
  const around = async ({ lat }: { lat: number }) => (lat === lakewood.lat ? inCalifornia : null)

  function geocoder(answer: GeocodeAnswer) {
    const asked: string[] = []
    const geocode = async (address: string) => {
      asked.push(address)
      return answer
    }
    const suggest = async () => [
      { layer: 'zip', label: 'Waco, TX 76706', lat: 31.5, lon: -97.1, radius: 5000 } as const,
    ]
    return { asked, geocode, around, suggest }
  }

  it('does not send coordinates to the geocoder', async () => {
    const engine = geocoder(noAnswer(parsed, note('x')))
    expect(await find(engine, '30.2672, -97.7431')).toEqual({ place: austin, message: null, alternatives: [] })
    expect(engine.asked).toEqual([])
  })

  it('sends the trimmed text to the geocoder, and states how the place was found', async () => {
    const engine = geocoder({ ok: true, ...lakewood, parsed, alternatives: [other], note: note('Several.') })
    expect(await find(engine, ' Lakewood ')).toEqual({
      place: {
        lat: 33.85,
        lon: -118.12,
        radius: 4000,
        found: { address: 'Lakewood, CA', layer: 'city', note: 'Several.' },
      },
      message: null,
      alternatives: [{ ...other, county: null }],
    })
    // The chosen place is requested again, because the radius of an ambiguous name covers all places of that name.
    expect(engine.asked).toEqual(['Lakewood', 'Lakewood, CA'])
  })

  it('names the county of an alternative once, in its label or beside it', async () => {
    const at = { lat: lakewood.lat, lon: lakewood.lon + 0.1, radius: 900, confidence: 0.5 }
    const labels = [
      ['city', 'Lakewood, Los Angeles County, CA', null],
      ['city', 'Lakewood Village, CA', inCalifornia.county],
      ['zip', 'Lakewood, CA 90712', inCalifornia.county],
      ['county', 'Los Angeles County, CA', null],
    ] as const
    const alternatives = labels.map(([layer, label]) => ({ ...at, layer, label }))
    const engine = geocoder({ ok: true, ...lakewood, parsed, alternatives, note: null })
    const found = await find(engine, 'Lakewood')
    expect(found.alternatives.map(({ layer, label, county }) => [layer, label, county])).toEqual(labels)
  })

  it('looks up an address without a city in the current city', async () => {
    const missing = noAnswer(parsed, { code: 'place_missing', text: 'The address has no city.' })
    const house = { ...lakewood, layer: 'street', label: '1 A St, Lakewood, CA' } as const
    const engine = {
      ...geocoder(missing),
      geocode: async (address: string): Promise<GeocodeAnswer> =>
        address === '1 A St, Lakewood, CA' ? { ok: true, ...house, parsed, alternatives: [], note: null } : missing,
    }
    expect((await find(engine, '1 A St', undefined, 'Lakewood, CA')).place?.found?.address).toBe(house.label)
    expect((await find(engine, '1 A St', undefined, null)).place).toBeNull()
  })

  it('suggests neighborhoods that share the name of a city', async () => {
    const engine = geocoder({ ok: true, ...lakewood, parsed, alternatives: [], note: null })
    const at = { lat: 32.8, lon: -96.7, radius: 900 }
    const suggest = async () =>
      [
        { ...at, layer: 'neighborhood', label: 'Lakewood, Dallas, TX' },
        { ...at, layer: 'neighborhood', label: 'Lakewood Heights, Dallas, TX' },
        { ...at, layer: 'city', label: 'Lakewood, CA' },
      ] as const
    const { place, alternatives } = await find({ ...engine, suggest }, 'Lakewood')
    const names = [place?.found?.address, ...alternatives.map(({ label }) => label)]
    expect(names).toEqual(['Lakewood, Dallas, TX', 'Lakewood, CA'])
  })

  it('lists a place from two publishers once, but each school of a campus separately', async () => {
    const near = { lat: 32.801, lon: -96.7, radius: 900 }
    const suggest = async () =>
      [
        { ...near, layer: 'neighborhood', label: 'Lakewood, Dallas, TX' },
        { ...near, lat: 32.803, layer: 'neighborhood', label: 'The Lakewood, Dallas, TX' },
        { ...near, layer: 'public_place', label: 'Lakewood, 1 A St, Dallas, TX' },
        { ...near, layer: 'public_place', label: 'Lakewood, Dallas, TX 75214' },
      ] as const
    const answer = { ...lakewood, layer: 'public_place', label: 'Lakewood High, Dallas, TX', ...near } as const
    const alternatives = [
      { ...near, confidence: 0.5, layer: 'neighborhood', label: 'The Lakewood, Dallas, TX' } as const,
    ]
    const found = await find(
      { ...geocoder({ ok: true, ...answer, parsed, alternatives, note: null }), suggest },
      'Lakewood',
    )
    const names = [found.place?.found?.address, ...found.alternatives.map(({ label }) => label)]
    expect(names).toEqual(['Lakewood, Dallas, TX', 'Lakewood, 1 A St, Dallas, TX', 'Lakewood High, Dallas, TX'])
  })

  it('suggests names that begin with the text if the geocoder finds nothing', async () => {
    const engine = geocoder(noAnswer(parsed, note('There is no 7670.')))
    expect(await find(engine, '7670')).toEqual({
      place: null,
      message: 'There is no 7670.',
      alternatives: [{ label: 'Waco, TX 76706', layer: 'zip', lat: 31.5, lon: -97.1, radius: 5000, county: null }],
    })
  })

  it('refers to the alternatives listed on the page', async () => {
    const note = joinNotes([ambiguousPlaceNote('LAKEWOOD', 'Lakewood, CA')])
    const found = await find(geocoder({ ok: true, ...lakewood, parsed, alternatives: [other], note }), 'Lakewood')
    expect(found.place?.found?.note).toBe('Several places match. This is Lakewood, CA; others are listed above.')
  })

  it.each([
    ['   ', /Type an address/],
    ['x'.repeat(301), /300 characters/],
  ])('does not send %j to the geocoder', async (text, message) => {
    const engine = geocoder(noAnswer(parsed, note('')))
    const finding = await find(engine, text)
    expect(finding.place).toBeNull()
    expect(finding.message).toMatch(message)
    expect(engine.asked).toEqual([])
  })
})

const suggestion = (label: string, lat = 30) => ({ layer: 'city', label, lat, lon: -97, radius: 9000 }) as const

describe('suggestions in the search field', () => {
  const far = { lat: 31, lon: -100, zoom: 5 }
  const near = { lat: 31, lon: -100, zoom: 12 }
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function engine() {
    const asked: { text: string; options: unknown; answer: (labels: readonly string[]) => void; fail: () => void }[] =
      []
    const suggest = (text: string, options?: unknown) =>
      new Promise<readonly ReturnType<typeof suggestion>[]>((resolve, reject) => {
        const answer = (labels: readonly string[]) => resolve(labels.map((label) => suggestion(label)))
        asked.push({ text, options, answer, fail: () => reject(new Error('unreachable')) })
      })
    return { asked, suggestions: new Suggestions({ suggest }) }
  }
  async function asking(suggestions: Suggestions, text: string, camera = far): Promise<void> {
    suggestions.ask(text, camera)
    await vi.runAllTimersAsync()
  }
  const labelsOf = ({ options }: Suggestions) => options.value.map(({ label }) => label)

  it('are requested once typing pauses, and replaced only when new suggestions arrive', async () => {
    const { asked, suggestions } = engine()
    for (const text of ['a', 'au', 'aus']) suggestions.ask(text, far)
    await vi.runAllTimersAsync()
    expect(asked.map(({ text, options }) => [text, options])).toEqual([['aus', { limit: 8 }]])
    expect(suggestions.state.value).toBe('waiting')
    asked[0].answer(['Austin, TX'])
    await vi.runAllTimersAsync()
    suggestions.ask('aust', far)
    expect(labelsOf(suggestions)).toEqual(['Austin, TX'])
    suggestions.ask('  ', far)
    expect(labelsOf(suggestions)).toEqual([])
  })

  it('ignore late responses for earlier text', async () => {
    const { asked, suggestions } = engine()
    await asking(suggestions, 'a')
    await asking(suggestions, 'mi')
    asked[1].answer(['Miami, FL'])
    await vi.runAllTimersAsync()
    asked[0].answer(['Austin, TX'])
    await vi.runAllTimersAsync()
    expect(labelsOf(suggestions)).toEqual(['Miami, FL'])
    await asking(suggestions, 'mia')
    suggestions.drop()
    asked[2].answer(['Miami Beach, FL'])
    await vi.runAllTimersAsync()
    expect(labelsOf(suggestions)).toEqual(['Miami, FL'])
  })

  it('alternate between places near the center of a close-up map and well-known places', async () => {
    const { asked, suggestions } = engine()
    await asking(suggestions, 'hyde', near)
    expect(asked.map(({ options }) => options)).toEqual([{ limit: 8, near: { lat: 31, lon: -100 } }, { limit: 8 }])
    const [a, b, c] = ['A', 'B', 'C'].map((label) => suggestion(label))
    expect(inTurn([a, b], [c, a])).toEqual([a, c, b])
    expect(inTurn([], [])).toEqual([])
  })

  it('include coordinates immediately even if names fail to load, and report the failure', async () => {
    const { asked, suggestions } = engine()
    suggestions.ask('30.2672, -97.7431', far)
    expect(suggestions.options.value).toEqual([{ kind: 'Coordinates', label: '30.26720, -97.74310', place: austin }])
    await asking(suggestions, 'aus')
    expect(asked).toHaveLength(1)
    asked[0].fail()
    await vi.runAllTimersAsync()
    expect([suggestions.state.value, labelsOf(suggestions)]).toEqual(['failed', []])
  })

  it.each([
    ['ArrowDown', -1, 3, 0],
    ['ArrowDown', 1, 3, 2],
    ['ArrowDown', 2, 3, -1],
    ['ArrowUp', -1, 3, 2],
    ['ArrowUp', 0, 3, -1],
    ['ArrowDown', -1, 0, -1],
    ['Home', 2, 3, -1],
    ['End', 2, 3, -1],
    ['ArrowLeft', 2, 3, -1],
    ['x', 2, 3, null],
  ])('react to the key %s by moving the selection from %i of %i to %j', (key, active, count, to) => {
    expect(moved(key, active, count)).toBe(to)
  })
})

describe('recent places', () => {
  const named = (address: string) =>
    ({ ...austin, radius: 9000, found: { address, layer: 'city', note: null } }) as const

  it('are the last five, newest first, without duplicates, even if storage is blocked', () => {
    forget()
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'C'])
      remember({ ...named(name), found: { ...named(name).found, note: 'x' } })
    expect(recent.value.map(({ found }) => [found?.address, found?.note])).toEqual(
      ['C', 'F', 'E', 'D', 'B'].map((name) => [name, null]),
    )
    forget(recent.value[1])
    expect(recent.value.map(({ found }) => found?.address)).toEqual(['C', 'E', 'D', 'B'])
    forget()
    expect(recent.value).toEqual([])
  })

  it('are restored as stored, except for invalid places', () => {
    const places = [named('Austin, TX'), austin]
    expect(readRecent(JSON.stringify(places))).toEqual(places)
    const wrong = [
      null,
      7,
      {},
      { lat: '30', lon: 1 },
      { lat: 91, lon: 1 },
      { ...austin, radius: -1 },
      { ...austin, found: null },
      { ...named('x'), found: { address: 'x', layer: 'toString', note: null } },
      { ...named('x'), found: { address: 'x'.repeat(301), layer: 'city', note: null } },
    ]
    expect(readRecent(JSON.stringify([...wrong, austin]))).toEqual([austin])
    for (const text of [null, '', '{', '{}', 'null', '"a"']) expect(readRecent(text)).toEqual([])
  })
})

describe('the view of a search result', () => {
  it('fits a city into the map', () => {
    // Number of pixels that the circle spans. The world is 512 · 2^zoom pixels wide at the equator, and distances are
    // stretched at higher latitudes.
    const spanned = (lat: number, radius: number) =>
      (2 * radius * 512 * 2 ** zoomFor({ lat, lon: -97, radius })) / (40_075_017 * Math.cos((lat * Math.PI) / 180))
    for (const side of [300, 700]) {
      mapSide.value = side
      for (const radius of [4000, 20_000, 60_000]) expect(spanned(30.27, radius)).toBeCloseTo(side, 6)
    }
    mapSide.value = 500
    expect(zoomFor({ lat: 30, lon: -97 })).toBe(zoomFor({ lat: 30, lon: -97, radius: 100 }))
  })

  it('shows the text of an unanswered search instead of the previous place, until a place is chosen', () => {
    place.value = null
    others.value = []
    ask('Nowhere')
    expect(unanswered.value).toBeNull()
    choose(austin)
    ask('Nowhere')
    expect(unanswered.value).toMatchObject({ text: 'Nowhere', message: null })
    ask('Nowhere', 'No match found.')
    expect(unanswered.value?.message).toBe('No match found.')
    choose(austin)
    expect(unanswered.value).toBeNull()
    ask('Nowhere')
    place.value = null // after a press of the browser's Back button
    expect(unanswered.value).toBeNull()
    choose(austin)
    ask('Nowhere', 'No match found.')
    ask(null)
    expect(unanswered.value).toBeNull()
    place.value = null
  })
})
