import { describe, expect, it } from 'vitest'
import { type Landmark, wellKnownPlaces, withAddresses } from '../../../data-build/geocode/landmarks.ts'
import { landmarksBundle } from '../../../data-build/geocode/landmarks-bundle.ts'
import { neighborhoodsBundle } from '../../../data-build/neighborhoods/neighborhoods-bundle.ts'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { Geocoder } from '../../../src/answers/geocode/geocoder.ts'
import { landmarkColumns, NamedPlaces } from '../../../src/answers/geocode/names/named-places.ts'
import { Neighborhoods } from '../../../src/answers/geocode/neighborhoods.ts'
import { placesFixture } from './fixtures/geocoder.ts'

const landmark = (
  names: string[],
  city: string | null,
  state: string,
  lat: number,
  lon: number,
  rank: Landmark['rank'],
) => ({ names, city, state, lat, lon, radius: 500, isArea: false, rank }) satisfies Landmark

/** Places with invented names in the invented towns. */
const landmarks = [
  landmark(['Warbler University', 'WU', '1 Warbler Pkwy', '410 N 7th St'], 'Quillwater', 'TX', 30.22, -97.71, 3),
  landmark(['The Heron Museum'], 'Quillwater', 'TX', 30.19, -97.69, 3),
  landmark(['Pelican Park'], 'Sumac Springs', 'CA', 36.01, -120.01, 3),
  landmark(['Pelican Park'], 'Quillwater', 'TX', 30.21, -97.7, 3),
  landmark(['Tanager Islands'], null, 'FL', 27.5, -81.5, 0),
]
const areas = [
  { name: 'Mallow/Upper Thistle', city: 'Quillwater', state: 'TX', lat: 30.205, lon: -97.705, polygons: [] },
  { name: 'Sorrel District', city: 'Alderbrook', state: 'FL', lat: 27.51, lon: -81.51, polygons: [] },
]
const named = new NamedPlaces(
  [new Neighborhoods(memoryBundle(neighborhoodsBundle('neighborhoods', areas, [])))],
  landmarkColumns(memoryBundle(landmarksBundle(landmarks, []))),
)
const geocoder = new Geocoder(placesFixture(), [], named)
const found = (text: string) => geocoder.geocode(text).label

describe('a named place', () => {
  it.each([
    ['Warbler University', 'Warbler University, Quillwater, TX'],
    ['Warbler Univ', 'Warbler University, Quillwater, TX'],
    ['WU Quillwater', 'Warbler University, Quillwater, TX'],
    ['warbler university, quillwater, texas', 'Warbler University, Quillwater, TX'],
    ['Quillwater Warbler University', 'Warbler University, Quillwater, TX'],
    ['Warbler University in Quillwater', 'Warbler University, Quillwater, TX'],
    ['Heron Museum', 'The Heron Museum, Quillwater, TX'],
    ['the heron museum, 78790', 'The Heron Museum, Quillwater, TX'],
    ['Pelican Park, CA', 'Pelican Park, Sumac Springs, CA'],
    ['Pelican Park Sumac Springs', 'Pelican Park, Sumac Springs, CA'],
    ['Tanager Islands', 'Tanager Islands, FL'],
    ['Upper Thistle, Quillwater', 'Mallow/Upper Thistle, Quillwater, TX'],
    ['Mallow Quillwater TX', 'Mallow/Upper Thistle, Quillwater, TX'],
    ['Sorrel, Alderbrook, FL', 'Sorrel District, Alderbrook, FL'],
    ['Sorrel District', 'Sorrel District, Alderbrook, FL'],
    // Misspelled names.
    ['Warbler Univercity', 'Warbler University, Quillwater, TX'],
    ['Heron Musuem, Quillwater', 'The Heron Museum, Quillwater, TX'],
    // Part of the name, with its city.
    ['Warbler, Quillwater', 'Warbler University, Quillwater, TX'],
  ])('is found by "%s"', (text, address) => expect(found(text)).toBe(address))

  it('is returned with the layer `neighborhood` or `landmark`, and with a radius', () => {
    expect(geocoder.geocode('Warbler University')).toMatchObject({ layer: 'landmark', radius: 500, note: null })
    expect(geocoder.geocode('Sorrel District')).toMatchObject({ layer: 'neighborhood', radius: 1500 })
  })

  it('resolves to the place with that name in the most populous city, with the others as alternatives', () => {
    const { label, note, alternatives, confidence } = geocoder.geocode('Pelican Park')
    expect(label).toBe('Pelican Park, Quillwater, TX')
    expect(alternatives.map((other) => other.label)).toEqual(['Pelican Park, Sumac Springs, CA'])
    expect(note?.text).toContain('Several places are named Pelican Park')
    expect(confidence).toBeLessThan(geocoder.geocode('Pelican Park, TX').confidence!)
  })

  it.each([
    ['12 Warbler University Dr, Quillwater, TX 78790', 'zip'],
    ['Quillwater', 'city'],
    ['78790', 'zip'],
    ['Pelican County', undefined],
    ['Warbler University, Alderbrook, FL', 'city'],
    ['Warbler University, Ohio', undefined],
  ])('does not match "%s", which is a %s', (text, layer) => expect(geocoder.geocode(text).layer).toBe(layer))

  it('is not returned if its layer is excluded', () => {
    expect(geocoder.geocode('Warbler University, Quillwater, TX', new Set(['city'])).layer).toBe('city')
    expect(geocoder.geocode('Warbler University', new Set(['neighborhood'])).lat).toBeUndefined()
  })

  it('is numbered from 0, with landmarks before neighborhoods', () => {
    expect(named.count).toBe(7)
    expect(named.place(0).name).toBe('Warbler University')
    expect(named.names(0)).toEqual(['Warbler University', 'WU', '1 Warbler Pkwy', '410 N 7th St'])
    expect(named.place(6).city).toBe('Alderbrook')
    expect(() => named.place(7)).toThrow('There is no named place 7; they are numbered from 0 to 6.')
  })
})

describe('the table of well-known places', () => {
  it('is parsed line by line', () =>
    expect(wellKnownPlaces(['1.5 -2 300 Some Town TX: ~Old Quarter = Quarter'])).toEqual([
      {
        names: ['Old Quarter', 'Quarter'],
        city: 'Some Town',
        state: 'TX',
        lat: 1.5,
        lon: -2,
        radius: 300,
        isArea: true,
        rank: 3,
      },
    ]))

  it('is rejected with an error that quotes the malformed line', () =>
    expect(() => wellKnownPlaces(['1.5 300 Town TX: Name'])).toThrow('1.5 300 Town TX: Name'))

  it('is rejected if a place has no name', () =>
    expect(() => landmarksBundle([landmark([''], null, 'FL', 27, -81, 0)], [])).toThrow('names without |'))
})

describe('a damaged landmarks bundle', () => {
  it('is rejected for a wrong kind, a short column or coordinates out of range', () => {
    const good = landmarksBundle(landmarks, [])
    expect(() => landmarkColumns(memoryBundle({ ...good, kind: 'places' }))).toThrow(
      "kind 'places', expected 'landmarks'",
    )
    const short = good.sections.map((one) => (one.name === 'rank' ? { ...one, data: new Uint8Array(1) } : one))
    expect(() => landmarkColumns(memoryBundle({ ...good, sections: short }))).toThrow(
      "1 entries in section 'rank', expected 5",
    )
    const far = good.sections.map((one) =>
      one.name === 'lat' ? { ...one, data: Int32Array.from([9e6 + 1, 0, 0, 0, 0]) } : one,
    )
    expect(() => landmarkColumns(memoryBundle({ ...good, sections: far }))).toThrow('expected a place on Earth')
  })
})

describe('the address of a landmark', () => {
  it.each([
    '1 Warbler Pkwy, Quillwater, TX',
    '1 Warbler Parkway, Quillwater',
    '1 warbler pky quillwater tx',
    '1 Warbler Pkwy Ste 300, Quillwater, TX 78790',
    '410 North Seventh Street, Quillwater, Texas',
    '410 7th St, Quillwater, TX',
    'Quillwater, TX, 410 N 7th St',
  ])('is recognized in "%s"', (text) => {
    expect(geocoder.geocode(text)).toMatchObject({ layer: 'landmark', label: 'Warbler University, Quillwater, TX' })
  })

  it.each([
    ['another number', '3 Warbler Pkwy, Quillwater, TX'],
    ['another suffix', '1 Warbler Ln, Quillwater, TX'],
    ['another city', '1 Warbler Pkwy, Alderbrook, FL'],
    ['another state', '1 Warbler Pkwy, Sumac Springs, CA'],
    ['no city', '1 Warbler Pkwy'],
  ])('is not recognized in an address with %s', (_, text) => {
    expect(geocoder.geocode(text).layer).not.toBe('landmark')
  })

  it('is listed only once in the table of well-known places', () => {
    const places = withAddresses(wellKnownPlaces())
    const addresses = places.flatMap(({ names, city }) =>
      names.filter((name) => /^\d+ /.test(name)).map((name) => `${name}, ${city}`),
    )
    expect(addresses.length).toBeGreaterThan(100)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it('is rejected if its place is unknown', () => {
    const places = wellKnownPlaces(['1.5 -2 300 Some Town TX: Quarter'])
    expect(() => withAddresses(places, ['Half, Some Town: 1 Main St'])).toThrow('Half, Some Town: 1 Main St')
    expect(withAddresses(places, ['Quarter, Some Town: 1 Main St = 2 Main St'])[0].names).toEqual([
      'Quarter',
      '1 Main St',
      '2 Main St',
    ])
  })
})
