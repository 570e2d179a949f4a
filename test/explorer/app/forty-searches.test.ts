import { describe, expect, it } from 'vitest'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { openEngine } from '../../../src/explorer/app/engine/open-engine.ts'
import { find } from '../../../src/explorer/app/search/find.ts'
import { intentOf } from '../../../src/explorer/app/search/intent.ts'
import { suggestedFor } from '../../../src/explorer/app/search/suggestions.ts'
import { untouched } from '../../../src/explorer/app/view.ts'

const engine = openEngine(new URL('../../../dist-data/', import.meta.url))
const losAngeles = { lat: 34.05, lon: -118.24, zoom: 11 }

/** What a person types, where that is by a street map, and how far off, km, the answer may be. */
const searches: Readonly<Record<string, readonly (readonly [text: string, lat: number, lon: number, km: number])[]>> = {
  address: [
    ['1100 Congress Ave, Austin, TX 78701', 30.2747, -97.7404, 2],
    ['200 N Spring St, Los Angeles, CA 90012', 34.0537, -118.2427, 3],
    ['3500 Pan American Dr, Miami, FL 33133', 25.728, -80.2338, 4],
    ['1500 Marilla St, Dallas, TX 75201', 32.7763, -96.7969, 3],
    ['200 E Santa Clara St, San Jose, CA 95113', 37.3378, -121.8853, 2],
  ],
  partial: [
    ['90210', 34.1, -118.41, 5],
    ['78704 austin', 30.245, -97.765, 4],
    ['Congress Ave Austin', 30.267, -97.743, 15],
    ['Main St, Houston', 29.76, -95.37, 20],
    ['Austin High School', 29.73, -95.34, 10],
  ],
  'typing errors': [
    ['san fransisco', 37.77, -122.42, 8],
    ['austn tx', 30.27, -97.74, 12],
    ['los angelas', 34.05, -118.24, 20],
    ['Sacremento', 38.58, -121.49, 10],
    ['Jacksonvile, FL', 30.33, -81.66, 20],
  ],
  landmark: [
    ['Disneyland', 33.8121, -117.919, 1],
    ['The Alamo', 29.426, -98.4861, 1],
    ['Golden Gate Park', 37.7694, -122.4862, 2],
    ['Kennedy Space Center', 28.5729, -80.649, 12],
    ['LAX', 33.9416, -118.4085, 2],
  ],
  neighborhood: [
    ['Hyde Park, Austin', 30.305, -97.728, 2],
    ['Mission District', 37.76, -122.415, 2],
    ['Little Havana', 25.772, -80.23, 3],
    ['Deep Ellum', 32.784, -96.783, 2],
    ['Silver Lake, Los Angeles', 34.087, -118.27, 3],
  ],
  'ZIP and city': [
    ['33139', 25.785, -80.138, 3],
    ['LA', 34.05, -118.24, 20],
    ['SF', 37.77, -122.42, 8],
    ['San Antonio', 29.42, -98.49, 12],
    ['Orlando FL', 28.54, -81.38, 12],
  ],
  school: [
    ['Stanford University', 37.4275, -122.1697, 2],
    ['Plano Senior High', 33.029, -96.752, 1],
    ['Lowell High School San Francisco', 37.7305, -122.484, 1],
    ['University of Florida', 29.6436, -82.3549, 3],
    ['UCLA', 34.0689, -118.4452, 2],
  ],
  Spanish: [
    ['aeropuerto de Los Ángeles', 33.9416, -118.4085, 3],
    ['centro de Miami', 25.774, -80.193, 3],
    ['parque Zilker', 30.267, -97.773, 2],
    ['San José, California', 37.3382, -121.8863, 12],
    ['condado de Travis', 30.33, -97.78, 20],
  ],
}

describe.each(Object.entries(searches))('five searches: %s', (_, five) => {
  it.each(five)('%s', async (text, lat, lon, km) => {
    const { place } = await find(engine, text)
    expect(place).not.toBeNull()
    expect(metersBetween(lat, lon, place!.lat, place!.lon) / 1000).toBeLessThan(km)
  })
})

describe('a name that several places have', () => {
  it('means the one in view, and the others stay to choose from', async () => {
    const { place, alternatives } = await find(engine, 'Pasadena', losAngeles)
    expect(place?.found?.address).toBe('Pasadena, CA')
    expect(alternatives.map(({ label }) => label)).toContain('Pasadena, TX')
  })

  it.each(['LA', 'Pasadena', 'Springfield', 'Hollywood', 'san josé', 'Duval St, Austin'])(
    'is found by Enter as it is suggested first: %s',
    async (text) => {
      for (const camera of [losAngeles, untouched]) {
        const [first] = await suggestedFor(engine, text, camera)
        expect((await find(engine, text, camera)).place?.found?.address).toBe(first.label)
      }
    },
  )
})

describe('a text that names no place', () => {
  it.each(['near me', 'Cerca de mí', 'my location'])('asks where the device is: %s', (text) => {
    expect(intentOf(text)).toEqual({ asks: 'here' })
  })

  it.each([
    ['quiet and walkable near San Antonio', ['noise-levels', 'walkability'], 'San Antonio'],
    ['lively, good for dogs in LA', ['liveliness', 'dog-friendliness'], 'Los Angeles, CA'],
    ['quiet, low flood risk near me', ['noise-levels', 'flood'], null],
    ['tranquilo y caminable en Miami', ['noise-levels', 'walkability'], 'Miami'],
    ['quiet & green', ['noise-levels', 'visual-appeal'], null],
  ])('fills the conditions: %s', (text, ids, near) => {
    const intent = intentOf(text)
    expect(intent).toMatchObject({ asks: 'conditions', near })
    expect(intent.asks === 'conditions' && intent.only.map(({ dimension }) => dimension)).toEqual(ids)
  })

  it.each(['Green Lake', 'Quiet Valley near Austin', 'Private Drive', '100 Rural Rd, Austin'])(
    'is still a name: %s',
    (text) => {
      expect(intentOf(text)).toEqual({ asks: 'place', text })
    },
  )
})
