import { describe, expect, it } from 'vitest'
import { type CityPlace, gazetteerBundle } from '../../data-build/geocode/gazetteer-bundle.ts'
import { memoryBundle } from '../../data-build/pack/dimension-bundle.ts'
import { Gazetteer } from '../../src/geocode/gazetteer/gazetteer.ts'
import { Geocoder } from '../../src/geocode/geocoder.ts'
import { madeTables } from './made-geocoder.ts'

const SUMAC = '06901'
const PLOVER = '12901'
const ALDER = '48903'

const city = (name: string, state: 'CA' | 'FL' | 'TX', people: number, county: string): CityPlace => ({
  ...{ name, state, people, radius: 5_000, aliases: [], zips: [], counties: [county] },
  ...{ lat: { CA: 36, FL: 28, TX: 31 }[state], lon: { CA: -120, FL: -82, TX: -98 }[state] },
})

const cities = [
  city('Grenvale', 'CA', 200, SUMAC),
  city('Heronporte', 'CA', 60_000, SUMAC),
  city('Los Angeles', 'CA', 4_000_000, SUMAC),
  city('Orleans', 'CA', 600, SUMAC),
  city('Sattle', 'CA', 40, SUMAC),
  city('Heronport', 'FL', 300_000, PLOVER),
  city('Saint Petersburg', 'FL', 260_000, PLOVER),
  city('Gullton', 'TX', 200, ALDER),
  city('Grenville', 'TX', 300_000, ALDER),
]
const tables = { ...madeTables, cities, zips: [] }
const geocoder = new Geocoder(new Gazetteer(memoryBundle(gazetteerBundle(tables, []))), [])
const found = (address: string) => geocoder.geocode(address).address

describe('a city in the wrong state', () => {
  it('is not the village there that has almost its name', () => {
    expect(found('1 Main St, Grenville, TX')).toBe('Grenville, TX')
    expect(found('1 Main St, Grenville, CA')).toBeNull()
    expect(found('Seattle, CA')).toBeNull()
    // Misspelt as nobody else is called.
    expect(found('1 Main St, Grenvalle, CA')).toBe('Grenvale, CA')
    expect(found('Satle, CA')).toBe('Sattle, CA')
  })

  it('is a city there that is as well known and a letter away', () => {
    expect(found('Heronport, CA')).toBe('Heronporte, CA')
  })

  it('with the ZIP of its own state is told so', () => {
    const { lat, message } = geocoder.geocode('1 Main St, Heronport, TX 32001')
    expect({ lat, message }).toEqual({ lat: null, message: 'ZIP 32001 lies in another state than TX: check both.' })
  })

  it('is not the place that its last word names', () => {
    expect(found('Orleans, CA')).toBe('Orleans, CA')
    expect(found('New Orleans, CA')).toBeNull()
    expect(found('1 Main St New Orleans CA')).toBeNull()
  })
})

describe('a city by the name that people call it', () => {
  it.each([
    ['1 Main St, LA, CA', 'Los Angeles, CA'],
    ['L.A., California', 'Los Angeles, CA'],
    ['LA California', 'Los Angeles, CA'],
    ['123 Main St St Pete FL', 'St. Petersburg, FL'],
  ])('%s', (address, name) => expect(found(address)?.replace('Saint', 'St.')).toBe(name))

  it('needs its state: LA alone is Louisiana', () => expect(geocoder.geocode('LA').message).toContain('state LA'))
})

describe('a ZIP that is not known', () => {
  it('makes no small place of its state sure', () => {
    expect(geocoder.geocode('12 Main St, 78123 Gullton')).toMatchObject({
      lat: null,
      message: 'A place GULLTON outside California, Texas and Florida may be meant: add the state or the ZIP.',
    })
    expect(found('12 Main St, 78123 Grenville')).toBe('Grenville, TX')
    expect(found('12 Main St, Gullton, TX 78123')).toBe('Gullton, TX')
  })
})
