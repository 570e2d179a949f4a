import { describe, expect, it } from 'vitest'
import { metersApart } from '../../src/base/geo/distance.ts'
import { openVicinage } from '../../src/index.ts'
import { callEndpoint } from '../../src/library/contract/endpoint.ts'
import { endpoints } from '../../src/library/contract/table.ts'
import { consoleOf } from '../faces/cli/console.ts'

const vicinage = await openVicinage({ schools: false })
const tampa = { lat: 27.9506, lon: -82.4572 }
const austin = { lat: 30.2672, lon: -97.7431 }

describe('an address that is not found', () => {
  it.each(['xyzzy', 'Nowhere, TX', '10115 Berlin, Germany', 'Denver, CO', '24th & Mission'])(
    'produces an answer with a code, a message and suggestions, but no coordinates: %s',
    (text) => {
      const answer = vicinage.geocode(text)
      expect(answer).toMatchObject({ ok: false, code: expect.stringMatching(/^[a-z_]+$/), message: expect.any(String) })
      expect(answer).not.toHaveProperty('lat')
      expect(answer).not.toHaveProperty('note')
      if (answer.ok) throw new Error('found')
      expect(JSON.parse(JSON.stringify(answer)).suggestions).toEqual(answer.suggestions)
    },
  )

  it('has suggestions: similar names, each of which is a place', () => {
    const answer = vicinage.geocode('Barton Hils')
    if (answer.ok) throw new Error('found')
    expect(answer.suggestions.map(({ label }) => label)).toContain('Barton Hills, Austin, TX')
    expect(vicinage.reverse(answer.suggestions[0]!)).toMatchObject({ state: { postal: 'TX' } })
  })

  it.each([
    ['Springfeld TX', 'Springfield, FL'],
    ['Springfield, TX', 'Springfield, FL'],
    ['Sprngfild TX', 'Springfield, FL'],
    ['1 Elm St, Wstlake Hlls, TX', 'West Lake Hills, TX'],
    ['Los Gattos Hils', 'Los Gatos, CA'],
    ['1 Elm St, Wstlake Hlls 78746', 'West Lake Hills, TX'],
  ])('produces a city as the first suggestion, even if the spelling differs greatly: %s', (text, city) => {
    const answer = vicinage.geocode(text)
    if (answer.ok) throw new Error('found')
    expect(answer.suggestions[0]?.label).toBe(city)
    expect(answer.suggestions.length).toBeLessThanOrEqual(5)
    const labels = answer.suggestions.map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
  })

  it.each(['Denver, CO', '10115 Berlin, Germany', '12 Elm St, FRANKREICH 75001', ''])(
    'produces no suggestions if it is outside the covered states or empty: %s',
    (text) => expect(vicinage.geocode(text)).toMatchObject({ ok: false, suggestions: [] }),
  )

  it('is rejected with the same message by every method that accepts a place', () => {
    const nothing = vicinage.geocode('xyzzy')
    for (const ask of [
      () => vicinage.score('flood', nothing),
      () => vicinage.scores(nothing),
      () => vicinage.explain('flood', nothing),
      () => vicinage.edge('zip', nothing),
      () => vicinage.reverse(nothing),
    ])
      expect(ask).toThrow(expect.objectContaining({ code: 'not_found', message: expect.stringContaining('xyzzy') }))
  })
})

describe('the option minLayer', () => {
  it('excludes coarser results, and does not suggest them', () => {
    const rough = vicinage.geocode('135 Sunset Blvd, Austin')
    expect(rough).toMatchObject({ ok: true, layer: 'city' })
    for (const minLayer of ['address', 'street', 'landmark', 'zip'] as const) {
      const answer = vicinage.geocode('135 Sunset Blvd, Austin', { minLayer })
      if (answer.ok) throw new Error('found')
      expect(answer).toMatchObject({
        code: 'place_too_rough',
        message: expect.stringContaining('Only the city Austin, TX was found, not the street.'),
      })
      expect(answer.suggestions.map(({ label }) => label)).not.toContain('Austin, TX')
    }
    expect(vicinage.geocode('135 Sunset Blvd, Austin', { minLayer: 'city' })).toEqual(rough)
    expect(vicinage.geocode('California', { minLayer: 'city' })).toMatchObject({ ok: false, suggestions: [] })
  })

  it.each([
    [
      '5100 Nosuch Blvd, Houston, TX 77096',
      'street',
      'Only the ZIP code 77096 of Houston, TX was found, not the street. Check the street name and number.',
      '48201',
    ],
    ['Nosuch Blvd, Houston, TX', 'street', 'not the street. Check the street name, and add the house number.'],
    ['sf', 'street', 'Only the city San Francisco, CA was found. Add the street and house number.'],
    ['Travis County, TX', 'street', 'Only Travis County, TX was found. Add the street and house number.'],
    ['Texas', 'street', 'Only the state Texas was found. Add the city, street and house number.'],
    ['Austin', 'zip', 'Only the city Austin, TX was found. Add the ZIP code.'],
    [
      '99999 Congress Ave, Austin, TX 78701',
      'street',
      'not the house. The street is known, but this house number is not in the lists. Check it.',
      '48453',
    ],
    [
      '1100 Congress Ave, Austin, TX 78701',
      'address',
      'The house number is not known on this street. Check it.',
      '48453',
    ],
    ['500 NW 67th St, Miami, FL', 'address_point', 'The house number is known, but not its exact position.', '12086'],
    ['135 Sunset Blvd, Austin', 'zip', 'Add the ZIP code.', '48453 48491 48209'],
    ['Travis County, TX', 'city', 'Only Travis County, TX was found. Add the city.'],
    ['Duval St, Key West', 'address', 'Only Duval St, Key West, FL was found, not the house. Add the house number.'],
  ] as const)(
    'explains in plain words what was found for %s instead of the layer %s, and what to add',
    (text, minLayer, words, counties?: string) => {
      const answer = vicinage.geocode(text, { minLayer })
      if (answer.ok) throw new Error('found')
      expect(answer.message.endsWith(words), answer.message).toBe(true)
      const advice = `Add the street index: \`vicinage streets add --county ${counties}\`.`
      expect(answer.advice).toBe(counties && advice)
    },
  )

  it('does not suggest checking a house number that was found', () => {
    const answer = vicinage.geocode('500 NW 67th St, Miami, FL', { maxRadius: 150 })
    expect(answer).toMatchObject({ ok: false, code: 'place_too_rough' })
    expect(answer.ok ? '' : answer.message).not.toContain('Check')
  })

  it.each([
    ['135 Sunset Blvd, Austin', 'Sunset Ln, Austin, TX'],
    ['5100 Braeswod Boulevrd, Houston, TX 77096', 'S Braeswood Blvd, Houston, TX'],
    ['123 Main St, 78704', '123 Main St, Buda, TX 78610'],
  ])('suggests streets with similar names: %s', (text, street) => {
    const answer = vicinage.geocode(text, { minLayer: 'street' })
    if (answer.ok) throw new Error('found')
    const labels = answer.suggestions.map(({ label }) => label)
    expect(labels.length).toBeLessThanOrEqual(5)
    expect(labels).toContain(street)
  })

  it('leaves finer results unchanged', () => {
    const text = '1100 Congress Ave, Austin, TX 78701'
    expect(vicinage.geocode(text, { minLayer: 'street' })).toEqual(vicinage.geocode(text))
    expect(vicinage.geocode('30.2672, -97.7431', { minLayer: 'address' })).toMatchObject({ ok: true })
  })

  it.each(['house', 'City', '', 'constructor', 3])('rejects %j, which is not a layer', (minLayer) => {
    expect(() => vicinage.geocode('Austin, TX', { minLayer: minLayer as never })).toThrow(
      /^minLayer must be the coarsest layer/,
    )
  })
})

describe('the option maxRadius', () => {
  it('excludes results with a larger radius', () => {
    const { radius } = vicinage.geocode('78704')
    expect(vicinage.geocode('78704', { maxRadius: radius! })).toMatchObject({ ok: true })
    expect(vicinage.geocode('78704', { maxRadius: radius! - 1 })).toMatchObject({ ok: false, code: 'place_too_rough' })
  })

  it.each([-1, Number.NaN, '500'])('rejects %j, which is not a radius', (maxRadius) => {
    expect(() => vicinage.geocode('78704', { maxRadius: maxRadius as never })).toThrow(
      /^maxRadius must be at least 0 meters/,
    )
  })
})

describe('the option near', () => {
  it('chooses among places of the same name by distance from a point or a box', () => {
    expect(vicinage.geocode('Hyde Park')).toMatchObject({ label: 'Hyde Park, Austin, TX' })
    const box = { west: -83, south: 27, east: -82, north: 28.5 }
    for (const near of [tampa, box]) {
      const found = vicinage.geocode('Hyde Park', { near })
      expect(found).toMatchObject({ ok: true, label: 'Hyde Park, Tampa, FL', note: { code: 'nearest_namesake' } })
      expect(metersApart(found as typeof tampa, tampa)).toBeLessThan(5000)
      expect(found.alternatives[0]).toMatchObject({ label: 'Hyde Park, Austin, TX' })
    }
    expect(vicinage.geocode('Hyde Park', { near: austin })).toMatchObject({ label: 'Hyde Park, Austin, TX' })
  })

  it('completes an address without a city', () => {
    expect(vicinage.geocode('1100 Congress Ave')).toMatchObject({ ok: false })
    expect(vicinage.geocode('1100 Congress Ave', { near: austin })).toMatchObject({
      ok: true,
      label: expect.stringMatching(/AUSTIN|Austin/),
    })
  })

  it('has no effect if only one place matches', () => {
    expect(vicinage.geocode('78704', { near: tampa })).toEqual(vicinage.geocode('78704'))
  })

  it.each([[{ lat: 1 }], ['Austin'], [{ west: 1, south: 'x', east: 2, north: 3 }]])('rejects the value %j', (near) => {
    expect(() => vicinage.geocode('Hyde Park', { near: near as never })).toThrow(
      /place is|near must be \{ lat, lon \} or a box/,
    )
  })
})

describe('geocodeMany()', () => {
  it('returns the answer of geocode() for each address, in order', () => {
    const texts = ['Austin, TX', 'xyzzy', '78704', 'Austin, TX']
    expect(vicinage.geocodeMany(texts)).toEqual(texts.map((text) => vicinage.geocode(text)))
    expect(vicinage.geocodeMany(new Set(texts), { minLayer: 'zip' }).map(({ ok }) => ok)).toEqual([false, false, true])
    expect(vicinage.geocodeMany([])).toEqual([])
  })

  it('continues after an invalid address', () => {
    const answers = vicinage.geocodeMany(['', 'x'.repeat(301), 'Austin, TX'])
    expect(answers.map((answer) => (answer.ok ? answer.label : answer.code))).toEqual([
      'address_empty',
      'address_too_long',
      'Austin, TX',
    ])
  })

  it('rejects anything except a list', () => {
    for (const wrong of ['Austin, TX', null, 5])
      expect(() => vicinage.geocodeMany(wrong as never)).toThrow(/list of strings/)
  })
})

describe('geocoding limits in other interfaces', () => {
  const endpoint = endpoints.find(({ id }) => id === 'tools.geocode')!

  it('apply over HTTP, whether or not an address is found', () => {
    const found = callEndpoint(endpoint, vicinage, { address: 'Hyde Park', lat: '27.95', lon: '-82.46' })
    expect(found).toMatchObject({ ok: true, label: 'Hyde Park, Tampa, FL' })
    const rough = callEndpoint(endpoint, vicinage, { address: '135 Sunset Blvd, Austin', min_layer: 'street' })
    expect(rough).toEqual({
      ok: false,
      code: 'place_too_rough',
      message: expect.any(String),
      suggestions: expect.not.arrayContaining([expect.objectContaining({ label: 'Austin, TX' })]),
    })
    expect(() => callEndpoint(endpoint, vicinage, { address: 'x', min_layer: 'streets' })).toThrow(
      /did you mean 'street'/,
    )
  })

  it('apply on the command line', async () => {
    const open = async () => vicinage
    const rough = await consoleOf(['geocode', '135 Sunset Blvd, Austin', '--min-layer', 'street', '--json'], { open })
    expect(JSON.parse(rough.out)).toMatchObject({ ok: false, code: 'place_too_rough' })
    const near = await consoleOf(['geocode', 'Hyde Park', '--near', '27.95,-82.46', '--json'], { open })
    expect(JSON.parse(near.out)).toMatchObject({ ok: true, label: 'Hyde Park, Tampa, FL' })
  })
})
