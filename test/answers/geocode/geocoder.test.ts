import { distance } from 'geokdbush'
import { describe, expect, it } from 'vitest'
import type { Candidate, Layer, SearchArea } from '../../../src/answers/geocode/layers.ts'
import type { ParsedAddress } from '../../../src/answers/geocode/parse/parse-address.ts'
import { geocoderFixture, tablesFixture } from './fixtures/geocoder.ts'

const geocoder = geocoderFixture()
const zipOf = (code: string) => tablesFixture.zips.find(({ zip }) => zip === code)!
const cityOf = (name: string, state: string) =>
  tablesFixture.cities.find((city) => city.name === name && city.state === state)!

const zip = (code: string) => ({ layer: 'zip', lat: zipOf(code).lat, lon: zipOf(code).lon, radius: 3_000 })
const city = (name: string, state: string) => {
  const { lat, lon } = cityOf(name, state)
  return { layer: 'city', lat, lon, radius: 9_000, label: `${name}, ${state}` }
}

describe('Geocoder', () => {
  it.each([
    '1 Main St, Quillwater, TX 78790',
    '1 main st quillwater tx 78790',
    '1 Main St, Quillwater, TX 787901234',
    '1 Main St, 78790',
    '1 Main St, TX 78790',
    'PO Box 7, Quillwater, TX 78790-0007',
    '78790',
    '78790 Quillwater',
    '78790 Quillwater, Texas',
    'Quillwater, Texas, 78790, USA',
    'Quilwater 78790',
    // The parser may mistake the last word of a street for a city.
    '1517 W Cervantes, 78790',
    '1 Main St, Quill County, 78790',
    '1 Main St, 78790 Quillwater, TX',
    '1 Main St, 78790 Quillwater',
    'Quillwater, TX 78790, 1 Main St',
    '1 Main St, Quillwater, Texsa 78790',
  ])('resolves %s to its ZIP', (address) => {
    const { note, ...answer } = geocoder.geocode(address)
    expect(answer).toMatchObject({ ...zip('78790'), alternatives: [] })
    const hasStreet = /main|Cervantes/i.test(address)
    expect(note?.code).toBe(hasStreet ? 'street_unknown' : undefined)
  })

  it('returns a radius enlarged by 10% for a house in a Florida ZIP', () => {
    const radii = ['33990', '1 Main St, Alderbrook, FL 33990'].map((address) => geocoder.geocode(address).radius)
    expect(radii).toEqual([3000, 3300])
  })

  it.each([
    ['1 Main St, Quillwater, TX', 'Quillwater', 'TX'],
    ['1 Main St, Quillwater', 'Quillwater', 'TX'],
    ['Quillwater', 'Quillwater', 'TX'],
    ['Quillwater, Quill County, TX', 'Quillwater', 'TX'],
    ['1 Main St, Quillwater, Quill, Texas', 'Quillwater', 'TX'],
    ['Quillwater Texas', 'Quillwater', 'TX'],
    ['St. Plover, TX', 'Saint Plover', 'TX'],
    ['Alderbrook, FL', 'Alderbrook', 'FL'],
    ['Alderbrook, Florida', 'Alderbrook', 'FL'],
    ['London, TX', 'London', 'TX'],
    ['5th & Main, Sumac Springs, CA', 'Sumac Springs', 'CA'],
    // This ZIP is unknown but plausible for the state.
    ['1 Main St, Quillwater, TX 78799', 'Quillwater', 'TX'],
    // The state is misspelled.
    ['1 Main St, Quillwater, Texs', 'Quillwater', 'TX'],
    ['Alderbrook Flordia', 'Alderbrook', 'FL'],
    // One letter is missing, or two are swapped.
    ['1 Main St, Quilwater, TX', 'Quillwater', 'TX'],
    ['1 Main St, Quillwaetr, TX', 'Quillwater', 'TX'],
  ])('resolves "%s" to its city', (address, name, state) => {
    expect(geocoder.geocode(address)).toMatchObject(city(name, state))
  })

  it.each([
    ['Quill County, TX', 'county', 'Quill County, TX'],
    ['Quill County Texas', 'county', 'Quill County, TX'],
    ['Texas', 'state', 'Texas'],
    ['TX', 'state', 'Texas'],
    ['florida, usa', 'state', 'Florida'],
  ])('resolves %s to its %s', (text, layer, address) => {
    expect(geocoder.geocode(text)).toMatchObject({ layer, label: address, note: null })
  })

  it.each([
    ['12 Invented Ln, Quillwater, TX 78790', 'address'],
    ['12 INVENTED LANE QUILLWATER TX', 'address'],
    ['12 Invented Ln, Quillwatr, TX', 'address'],
    ['Roadrunner Elementary School, 12 Invented Ln, Quillwater, TX 78790', 'address'],
    ['Roadrunner Elementary, Quillwater, TX', 'public_place'],
    ['Roadrunner Elementary, Quillwater', 'public_place'],
  ])('resolves %s to a known %s', (address, known) => {
    const { layer, lat, lon, confidence } = geocoder.geocode(address)
    expect({ layer, lat, lon }).toEqual({ layer: known, lat: 30.2123, lon: -97.7211 })
    expect(confidence).toBeLessThanOrEqual(0.95)
  })

  it('returns the parsed parts of an address', () => {
    const { parsed } = geocoder.geocode('12b N. Main Street SW, Apt 4, Quilwater, Texas 78790-1234')
    expect(parsed).toEqual({
      ...{ number: '12B', predirectional: 'N', street: 'MAIN', suffix: 'ST', postdirectional: 'SW', unit: 'APT 4' },
      ...{ city: 'QUILWATER', state: 'TX', zip: '78790' },
    })
    const nothing = Object.values(geocoder.geocode('?').parsed)
    expect(nothing).toEqual(Array.from({ length: 9 }, () => null))
  })
})

describe('the geocoding error', () => {
  it.each([
    ['', 'has no ZIP, city or state'],
    ['   ', 'has no ZIP, city or state'],
    ['1 Main St', 'has no ZIP, city or state'],
    ['😀😀😀', 'has no ZIP, city or state'],
    ["Robert'); DROP TABLE addresses;--", 'There is no place named'],
    ['1234567890'.repeat(30), 'has no ZIP, city or state'],
    [
      'colorless green ideas',
      'There is no place named colorless green ideas in California, Texas and Florida: check the spelling',
    ],
    ['zz', 'There is no place named zz in California'],
    // Text that only resembles a city needs its state.
    ['Xuilwater', 'There is no place named Xuilwater in California'],
    ['Random Words, TX', 'There is no place named Random Words in TX'],
    ['1 Main St, Nowhere, TX 78799', 'There is no ZIP 78799 and no place named Nowhere in TX'],
    ['TX 78799', 'There is no ZIP 78799'],
    // Places outside the coverage area.
    ['350 Fifth Ave, New York', 'outside California, Texas and Florida: New York is not covered.'],
    ['New York', 'New York is not covered.'],
    ['100 Main St, denver', 'denver is not covered.'],
    ['Chicago', 'Chicago is not covered.'],
    ['1 Main St, Quillwater, OK', 'outside California, Texas and Florida: Oklahoma (OK) is not covered.'],
    ['1 Main St, Albany, NY 78790', 'outside California, Texas and Florida: New York (NY) is not covered.'],
    ['1 Main St, 10001', 'ZIP 10001'],
    ['10115 Berlin', 'has no ZIP, city or state'],
    ['Toronto, Canada', 'The address is outside the United States: Canada.'],
    ['1 Main St, Toronto Canada', 'outside the United States'],
    ['10115 Berlin, Germany', 'outside the United States'],
    ['London, UK', 'outside the United States: UK'],
    ['12 King St W, Toronto, Quillwater', 'Part of the address could not be read'],
    ['221B Baker Street, London', 'may be a place outside California, Texas and Florida'],
    ['London', 'add the state or the ZIP'],
    // A small place without a state could be anywhere.
    ['Saint Plover', 'may be a place outside California, Texas and Florida'],
    // A five-digit postal code of another country.
    ['78790 Nürnberg', 'has no ZIP, city or state'],
    ['1 Main St, Nowhere 78790', 'No place named Nowhere is known near ZIP 78790'],
    ['Nowhere 78790', 'No place named Nowhere is known near ZIP 78790'],
    // A state alone is too vague for a house.
    ['1 Main St, TX', 'no city and no ZIP'],
    // Words that resemble the name of a state mean nothing on their own.
    ['Texts', 'There is no place named Texts'],
    ['1 Main St, Quillwater, ON 78790', 'No place named ON is known near ZIP 78790'],
    // A famous city outside the state is not replaced with a similarly named village in the state.
    ['Londen, CA', 'There is no place named Londen in CA'],
    ['Seattle, CA', 'There is no place named Seattle in CA'],
    // A city in another state.
    ['1 Main St, Quillwater, CA', 'There is no place named Quillwater in CA'],
  ])('for "%s" contains the message "%s"', (address, message) => {
    const answer = geocoder.geocode(address)
    const { lat, lon, layer, confidence, radius, label, alternatives } = answer
    expect(!answer.ok && answer.message).toContain(message)
    expect([lat, lon, layer, confidence, radius, label].every((field) => field === undefined)).toBe(true)
    expect(alternatives).toEqual([])
  })
})

describe('contradictory parts of an address', () => {
  const sure = geocoder.geocode('1 Main St, Quillwater, TX 78790').confidence!

  it('are resolved in favor of city and state if the ZIP is in another state', () => {
    expect(geocoder.geocode('1 Main St, Sumac Springs, CA 10001')).toMatchObject(city('Sumac Springs', 'CA'))
  })

  it('are resolved in favor of ZIP and city if only the state contradicts them', () => {
    for (const state of ['CA', 'FL', 'NY']) {
      const answer = geocoder.geocode(`1 Main St, Quillwater, ${state} 78790`)
      expect(answer).toMatchObject({
        ...zip('78790'),
        note: { text: `ZIP 78790 is not in ${state}: the match is Quillwater, TX 78790.` },
      })
      expect(answer.confidence).toBeLessThan(0.7 * sure)
    }
    // There is no ZIP 78799, but other ZIPs with its prefix are in Texas.
    expect(geocoder.geocode('1 Main St, Quillwater, CA 78799')).toMatchObject(city('Quillwater', 'TX'))
  })

  it('are resolved in favor of the ZIP if the state has no city of that name', () => {
    expect(geocoder.geocode('1 Main St, CA 78790')).toMatchObject({
      ...zip('78790'),
      note: { text: 'ZIP 78790 is not in CA: the match is Quillwater, TX 78790.' },
    })
    expect(geocoder.geocode('1 Main St, Nowhere, CA 78790')).toMatchObject(zip('78790'))
  })

  it('are not reported for a city whose post office is in a neighboring ZIP', () => {
    const neighbor = geocoder.geocode('Bluestem Heights, TX 78790')
    expect(neighbor).toMatchObject({ ...zip('78790'), confidence: sure })
  })

  it('lower the confidence in the ZIP if the city is unknown', () => {
    const { confidence, layer } = geocoder.geocode('1 Main St, Nowhere, TX 78790')
    expect(layer).toBe('zip')
    expect(confidence).toBeLessThan(sure)
  })

  it.each([
    ['Alderbrook, TX 78790', 'Alderbrook, TX'],
    ['1 Main St, Alderbrook, TX 78790', 'Alderbrook, TX'],
    ['1 Main St, Alderbrook 78790', 'Alderbrook'],
    ['1 Main St, Sumac Springs, TX 78790', 'Sumac Springs, TX'],
    ['1 Main St, Sumac Springs, CA 78790', 'Sumac Springs, CA'],
  ])('are rejected if the ZIP is far from its city: "%s"', (address, named) => {
    const answer = geocoder.geocode(address)
    const { lat, radius, alternatives } = answer
    expect({ lat, radius, alternatives }).toEqual({ lat: undefined, radius: undefined, alternatives: [] })
    expect(!answer.ok && answer.code).toBe('zip_and_city_apart')
    expect(!answer.ok && answer.message).toBe(
      `ZIP 78790 and the city ${named} are more than 50 km apart: correct or omit one of them.`,
    )
  })
})

describe('a house in a ZIP that spans counties', () => {
  it('is located with lower confidence', () => {
    expect(geocoder.geocode('Bluestem Heights, TX 78792')).toMatchObject({ ...zip('78792'), note: null })
    expect(geocoder.geocode('PO Box 3, Bluestem Heights, TX 78792')).toMatchObject({ ...zip('78792'), note: null })
    const house = geocoder.geocode('1 Main St, Bluestem Heights, TX 78792')
    expect(house).toMatchObject({ ...zip('78792'), confidence: 0.54 })
    expect(house.note?.text).toContain('ZIP 78792 is in Bluestem County and Quill County')
    expect(house.alternatives).toMatchObject([city('Bluestem Heights', 'TX')])
    expect(geocoder.geocode('1 Main St, Quillwater, TX 78792')).toMatchObject(zip('78792'))
  })

  it('is located without alternatives if only ZIPs are requested', () => {
    const only = geocoder.geocode('1 Main St, Bluestem Heights, TX 78792', new Set(['zip']))
    expect(only).toMatchObject({ ...zip('78792'), alternatives: [] })
  })
})

describe('an incomplete place name', () => {
  it('resolves to the most populous place with that name, with a note', () => {
    const answer = geocoder.geocode('Alderbrook')
    expect(answer).toMatchObject({ lat: 33, lon: -95, label: 'Alderbrook, TX' })
    expect(answer.note?.text).toContain('Several places are named Alderbrook: Alderbrook, TX has the most people')
    expect(answer.alternatives).toMatchObject([city('Alderbrook', 'FL')])
    expect(answer.confidence).toBeLessThan(geocoder.geocode('Alderbrook, TX').confidence!)
    expect(answer.radius! / (1000 * distance(-95, 33, -81.5, 27.5) + 9_000)).toBeCloseTo(1, 2)
  })

  it('resolves with a note if neither state nor ZIP is given, even if the name is unique', () => {
    expect(geocoder.geocode('Quillwater').note?.text).toContain('The address has no state or ZIP')
    // An unknown neighborhood does not invalidate the answer for a large city.
    for (const text of ['Sydney, Quillwater', 'Sydney, Quillwater, TX'])
      expect(geocoder.geocode(text)).toMatchObject({
        layer: 'city',
        note: { text: expect.stringContaining('No place with that name is known in Quillwater, TX') },
      })
  })

  it('resolves to a county only if it contains the word "County"', () => {
    const answer = geocoder.geocode('Sumac County')
    expect(answer).toMatchObject({ layer: 'county', label: 'Sumac County, CA' })
    // Sumac County, FL has a third as many people as the county in California, so it could also be meant. The radius
    // extends to it.
    expect(answer.radius! / (1000 * distance(-120, 36, -82, 28) + 25_000)).toBeCloseTo(1, 2)
    expect(geocoder.geocode('Sumac County, FL')).toMatchObject({ layer: 'county', label: 'Sumac County, FL' })
    expect(geocoder.geocode('Quill').lat).toBeUndefined()
  })
})

describe('address tiers', () => {
  it('can be chosen by the caller', () => {
    const address = '12 Invented Ln, Quillwater, TX 78790'
    const layerOf = (...layers: readonly Layer[]) => geocoder.geocode(address, new Set(layers)).layer
    expect(layerOf('address', 'zip')).toBe('address')
    expect(layerOf('zip', 'city')).toBe('zip')
    expect(layerOf('city')).toBe('city')
    expect(layerOf('county')).toBeUndefined()
    expect(layerOf()).toBeUndefined()
  })

  const candidate: Candidate = {
    ...{
      layer: 'street_range',
      lat: 30.21,
      lon: -97.72,
      radius: 60,
      address: () => '100 MAIN ST, QUILLWATER, TX 78790',
    },
    ...{ zip: '78790', city: null, state: 'TX', similarity: 1, exactNumber: true },
  }
  const asked: { parsed: ParsedAddress; where: SearchArea }[] = []
  const withStreet = (...candidates: readonly Partial<Candidate>[]) =>
    geocoderFixture({
      find: (parsed, where) => {
        asked.push({ parsed, where })
        return candidates.map((changed) => ({ ...candidate, ...changed }))
      },
    })

  it('search the street index first, by the ZIP, city and state of the address', () => {
    asked.length = 0
    const found = withStreet({}).geocode('100 Main St, Quillwatr, TX 78790')
    expect(found).toMatchObject({ layer: 'street_range', lat: 30.21, radius: 60, label: candidate.address(null) })
    expect(asked).toHaveLength(1)
    expect(asked[0].parsed.number?.text).toBe('100')
    const { zip, city, state, zips, counties } = asked[0].where
    expect({ zip, city, state, zips, counties }).toEqual({
      ...{ zip: '78790', city: 'QUILLWATER', state: 'TX', zips: ['78790', '78791'], counties: ['48901'] },
    })
  })

  it('use the street index to resolve a ZIP that spans counties', () => {
    const found = withStreet({ zip: '78792' }).geocode('100 Main St, Bluestem Heights, TX 78792')
    expect(found).toMatchObject({ layer: 'street_range', confidence: 0.96 })
  })

  it.each([
    ['in another ZIP', { zip: '78792' }, '100 Main St, Quillwater, TX 78790'],
    ['in another city', { zip: '75490' }, '100 Main St, Quillwater, TX'],
    ['in another state', { state: 'CA' }, '100 Main St, Quillwater, TX 78790'],
    ['in another city by name', { zip: null, city: 'ALDERBROOK' }, '100 Main St, Quillwater, TX'],
    ['far away without a ZIP', { zip: null, lat: 33, lon: -95 }, '100 Main St, Quillwater, TX 78790'],
    ['in the ZIP that contradicts the city', {}, 'Alderbrook, 100 Main St, Alderbrook, TX 78790'],
    ['whose name is merely similar', { similarity: 0.7 }, '100 Main St, Quillwater, TX 78790'],
  ])('reject a street %s', (_, changed, address) => {
    const { layer } = withStreet(changed).geocode(address)
    expect(['zip', 'city', undefined]).toContain(layer)
  })

  it('accept streets outside the known places, with lower confidence unless the ZIP matches', () => {
    const elsewhere = { state: 'MT', zip: '59999', city: null }
    expect(withStreet(elsewhere).geocode('100 Main St, Elkford, MT 59999')).toMatchObject({ layer: 'street_range' })
    expect(withStreet(elsewhere).geocode('100 Main St, 59999')).toMatchObject({ layer: 'street_range' })
    const unproven = withStreet(elsewhere).geocode('100 Main St, Elkford, MT')
    expect(unproven).toMatchObject({ layer: 'street_range', confidence: 0.48, alternatives: [] })
    expect(unproven.note?.text).toContain('add the ZIP')
    const without = withStreet({ ...elsewhere, zip: null })
    expect(without.geocode('100 Main St, Elkford, MT 59999')).toMatchObject({ layer: 'street_range', confidence: 0.48 })
    expect(withStreet(elsewhere).geocode('100 Main St, Elkford, MT 59998').lat).toBeUndefined()
  })

  it('return the first of several equally good streets, with lower confidence', () => {
    const found = withStreet({}, { lat: 30.25 }).geocode('100 Main St, Quillwater, TX 78790')
    expect(found).toMatchObject({ lat: 30.21, confidence: 0.48 })
    expect(found.note?.text).toContain('Several places match as well as 100 MAIN ST')
    expect(found.alternatives).toMatchObject([{ lat: 30.25, confidence: 0.48, radius: 60 }])
    // The other street is 0.04° to the north.
    expect(found.radius! / (1000 * distance(-97.72, 30.21, -97.72, 30.25) + 60)).toBeCloseTo(1, 2)
    expect(withStreet({}, { lat: 30.25 }).geocode('100 Main St, TX')).toMatchObject({ layer: 'street_range' })
  })

  it('order alternatives by confidence', () => {
    const found = withStreet({ similarity: 0.8, lat: 30.3 }, {}).geocode('100 Main St, Quillwater, TX 78790')
    expect(found.lat).toBe(30.21)
    expect(found.alternatives.map(({ lat }) => lat)).toEqual([30.3])
    expect(found.alternatives[0].confidence).toBeLessThan(found.confidence!)
  })
})
