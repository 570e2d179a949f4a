import { distance } from 'geokdbush'
import { describe, expect, it } from 'vitest'
import { type CityPlace, gazetteerBundle, type ZipPlace } from '../../../data-build/geocode/gazetteer-bundle.ts'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { Gazetteer } from '../../../src/answers/geocode/gazetteer/gazetteer.ts'
import { Geocoder } from '../../../src/answers/geocode/geocoder.ts'
import { tablesFixture } from './fixtures/geocoder.ts'

const PLOVER = '12901'
const SUMAC = '12902'

/** Cities 100 km apart. Each has its own ZIPs in the listed counties. A second ZIP is 0.1° east of the city. */
const CITIES: readonly (readonly [name: string, people: number, ...zips: (readonly string[])[]])[] = [
  ['Gull Hill', 110_000, [PLOVER]],
  ['Gullhill', 300, [SUMAC]],
  ['Heronport', 400, [PLOVER]],
  ['Oak Hammock', 5_000, [SUMAC]],
  ['Oakhammock', 4_000, [PLOVER]],
  ['Fernadale', 9_000, [PLOVER]],
  ['Teal Crossing', 20_000, [PLOVER], [PLOVER, SUMAC]],
  ['Merrick', 2_000, [PLOVER]],
  ['Marrack', 2_000, [SUMAC]],
  ['Plumlead', 3_000, [SUMAC]],
  ['Plumleat', 7_000, [PLOVER]],
]

const zips: ZipPlace[] = []
const cities = CITIES.map(([name, people, ...areas], i): CityPlace => {
  const at = { state: 'FL', lat: 27 + i * 0.3, lon: -82 + (i % 2), radius: 5_000 } as const
  const codes = areas.map((counties, j) => {
    const zip = String(32_000 + i * 20 + j)
    zips.push({ ...at, lon: at.lon + j * 0.1, zip, city: i, people: 10_000, counties })
    return zip
  })
  return { ...at, name, people, aliases: [], zips: codes, counties: [...new Set(areas.flat())] }
})
const geocoder = new Geocoder(new Gazetteer(memoryBundle(gazetteerBundle({ ...tablesFixture, cities, zips }, []))), [])
const at = (address: string) => geocoder.geocode(address)

describe('a house address without a ZIP', () => {
  it('resolves to the center of its city if the street is unknown', () => {
    expect(at('1 Main St, Heronport, FL')).toMatchObject({ label: 'Heronport, FL', note: { code: 'street_unknown' } })
  })

  it('is located with lower confidence in a city that spans several counties', () => {
    const house = at('1 Main St, Teal Crossing, FL')
    expect(house).toMatchObject({ label: 'Teal Crossing, FL' })
    expect(house.note?.text).toContain('Teal Crossing, FL is in Plover County and Sumac County')
    const town = at('Teal Crossing, FL')
    expect(town).toMatchObject({ label: 'Teal Crossing, FL', note: null })
    expect(house.confidence).toBeLessThan(town.confidence!)
    // Half of the people live in the farther ZIP, so the radius extends to that ZIP's point plus half of that ZIP's
    // radius.
    const { lat, lon } = town
    expect(house.radius! / (1000 * distance(lon!, lat!, lon! + 0.1, lat!) + 2500)).toBeCloseTo(1, 2)
    expect(town.radius).toBe(5000)
  })

  it('resolves to the larger of two cities whose names differ by a space, with the other as an alternative', () => {
    for (const [city, first, second] of [
      ['Gullhill', 'Gull Hill, FL', 'Gullhill, FL'],
      ['Oak Hammock', 'Oak Hammock, FL', 'Oakhammock, FL'],
      ['Oakhammock', 'Oak Hammock, FL', 'Oakhammock, FL'],
    ]) {
      const { label, note, alternatives } = at(`1 Main St, ${city}, FL`)
      expect(label, city).toBe(first)
      expect(note?.text).toContain(`Several places are named ${city}`)
      expect(alternatives).toMatchObject([{ label: second }])
    }
    // The village Gullhill has too few people to be an alternative to the town Gull Hill.
    expect(at('1 Main St, Gull Hill, FL')).toMatchObject({ label: 'Gull Hill, FL', note: { code: 'street_unknown' } })
    // The ZIP decides which place is meant.
    expect(at('1 Main St, Gullhill, FL 32000')).toMatchObject({
      label: 'Gull Hill, FL 32000',
      note: { code: 'street_unknown' },
    })
  })

  it('resolves to the first of two equally similar cities, with the other as an alternative', () => {
    const { label, note, alternatives } = at('1 Main St, Plumleaf, FL')
    expect({ label, alternatives }).toMatchObject({
      label: 'Plumleat, FL',
      alternatives: [{ label: 'Plumlead, FL' }],
    })
    expect(note?.text).toContain('Several places are named Plumleaf')
  })

  it('resolves neither to a city with a different first letter nor to a county of that name', () => {
    expect(at('1 Main St, Heromport, FL')).toMatchObject({ label: 'Heronport, FL' })
    expect(at('1 Main St, Ehronport, FL')).toMatchObject({ label: 'Heronport, FL' })
    expect(at('1 Main St, Zeronport, FL').lat).toBeUndefined()
    expect(at('1 Main St, Plover, FL').lat).toBeUndefined()
    expect(at('1 Main St, Plover County, FL')).toMatchObject({ layer: 'county' })
    expect(at('Plover, FL')).toMatchObject({ layer: 'county' })
  })
})

describe('a city without a street', () => {
  it('resolves to the most populous city whose name differs only by a space, with a note', () => {
    const answer = at('Gullhill, FL')
    expect(answer).toMatchObject({ label: 'Gull Hill, FL', alternatives: [{ label: 'Gullhill, FL' }] })
    expect(answer.note?.text).toContain(
      'Several places are named Gullhill: Gull Hill, FL in Plover County has the most people',
    )
  })
})

describe('a city spelled phonetically', () => {
  it('is found if nothing else matches, with lower confidence than a city with a typo', () => {
    const heard = at('1 Main St, Phernadal, FL')
    expect(heard).toMatchObject({ label: 'Fernadale, FL', note: { code: 'street_unknown' } })
    expect(heard.confidence).toBeLessThan(at('1 Main St, Fernadal, FL').confidence!)
  })

  it('is found along with its ZIP, with lower confidence than a city with a typo', () => {
    expect(at('1 Main St, Phernadal, FL 32100')).toMatchObject({ label: 'Fernadale, FL 32100' })
    expect(at('1 Main St, Phernadal, FL 32100').confidence).toBeLessThan(
      at('1 Main St, Fernadal, FL 32100').confidence!,
    )
  })

  it('is not found if the spelling differs too much, the state is different or no state is given', () => {
    for (const city of ['Mareeckk, FL', 'Phernadal, TX', 'Phernadal, CA', 'Phernadal'])
      expect(at(`1 Main St, ${city}`).lat, city).toBeUndefined()
  })
})

const SUMAC_CA = '06901'
const PLOVER_FL = '12901'
const ALDER = '48903'

const cityIn = (name: string, state: 'CA' | 'FL' | 'TX', people: number, county: string): CityPlace => ({
  ...{ name, state, people, radius: 5_000, aliases: [], zips: [], counties: [county] },
  ...{ lat: { CA: 36, FL: 28, TX: 31 }[state], lon: { CA: -120, FL: -82, TX: -98 }[state] },
})

const wrongStateCities = [
  cityIn('Grenvale', 'CA', 200, SUMAC_CA),
  cityIn('Heronporte', 'CA', 60_000, SUMAC_CA),
  cityIn('Los Angeles', 'CA', 4_000_000, SUMAC_CA),
  cityIn('Orleans', 'CA', 600, SUMAC_CA),
  cityIn('Sattle', 'CA', 40, SUMAC_CA),
  cityIn('Heronport', 'FL', 300_000, PLOVER_FL),
  cityIn('Heronport', 'FL', 290_000, PLOVER_FL),
  cityIn('Saint Petersburg', 'FL', 260_000, PLOVER_FL),
  cityIn('Gullton', 'TX', 200, ALDER),
  cityIn('Grenville', 'TX', 300_000, ALDER),
]
const tables = { ...tablesFixture, cities: wrongStateCities, zips: [] }
const wrongStateGeocoder = new Geocoder(new Gazetteer(memoryBundle(gazetteerBundle(tables, []))), [])
const found = (address: string) => wrongStateGeocoder.geocode(address).label

describe('a city with the wrong state', () => {
  it('is not matched to a village with a similar name in that state', () => {
    expect(found('1 Main St, Grenville, TX')).toBe('Grenville, TX')
    expect(found('1 Main St, Grenville, CA')).toBeUndefined()
    expect(found('Seattle, CA')).toBeUndefined()
    // These misspellings resemble no other name.
    expect(found('1 Main St, Grenvalle, CA')).toBe('Grenvale, CA')
    expect(found('Satle, CA')).toBe('Sattle, CA')
  })

  it('resolves to an equally well-known city in that state whose name differs by one letter', () => {
    expect(found('Heronport, CA')).toBe('Heronporte, CA')
  })

  it('resolves without alternatives if the same city is listed twice', () => {
    expect(wrongStateGeocoder.geocode('Heronport, FL')).toMatchObject({ note: null, alternatives: [] })
  })

  it('is located in the state of its ZIP', () => {
    const { label, note } = wrongStateGeocoder.geocode('1 Main St, Heronport, TX 32001')
    expect({ label, note: note?.text }).toEqual({
      label: 'Heronport, FL',
      note: 'ZIP 32001 is not in TX: the match is Heronport, FL.',
    })
  })

  it('is not matched to a place whose name is only the last word of the city name', () => {
    expect(found('Orleans, CA')).toBe('Orleans, CA')
    expect(found('New Orleans, CA')).toBeUndefined()
    expect(found('1 Main St New Orleans CA')).toBeUndefined()
  })
})

describe('a colloquial city name', () => {
  it.each([
    ['1 Main St, LA, CA', 'Los Angeles, CA'],
    ['L.A., California', 'Los Angeles, CA'],
    ['LA California', 'Los Angeles, CA'],
    ['123 Main St St Pete FL', 'St. Petersburg, FL'],
  ])('is recognized: %s', (address, name) => expect(found(address)?.replace('Saint', 'St.')).toBe(name))

  it.each(['LA', 'Sunset Blvd, LA'])('is read as Los Angeles and not as Louisiana in %s', (address) =>
    expect(found(address)).toBe('Los Angeles, CA'),
  )

  it('is recognized without a state if the name is unique', () =>
    expect(found('St. Pete')).toMatch(/^(St\.|Saint) Petersburg, FL$/))
})

describe('an unknown ZIP', () => {
  it('is not enough to identify a small place without its state', () => {
    expect(wrongStateGeocoder.geocode('12 Main St, 78123 Gullton')).toMatchObject({
      message: 'Gullton may be a place outside California, Texas and Florida: add the state or the ZIP.',
    })
    expect(found('12 Main St, 78123 Grenville')).toBe('Grenville, TX')
    expect(found('12 Main St, Gullton, TX 78123')).toBe('Gullton, TX')
  })
})
