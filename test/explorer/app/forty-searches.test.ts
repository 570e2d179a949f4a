import { describe, expect, it } from 'vitest'
import { getDimension } from '../../../src/answers/dimensions/catalog.ts'
import { wordsFor } from '../../../src/answers/dimensions/words.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { openEngine } from '../../../src/explorer/app/engine/open-engine.ts'
import { find, isPlaceName } from '../../../src/explorer/app/search/find.ts'
import { getIntent, unusedWords } from '../../../src/explorer/app/search/intent.ts'
import { suggestedFor } from '../../../src/explorer/app/search/suggestions.ts'
import { untouched } from '../../../src/explorer/app/view.ts'

const engine = openEngine(new URL('../../../dist-data/', import.meta.url))
const losAngeles = { lat: 34.05, lon: -118.24, zoom: 11 }

/** Typed strings, each with its position on a street map and the tolerance of the answer in km. */
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
  accents: [
    ['San José, California', 37.3382, -121.8863, 12],
    ['La Cañada Flintridge', 34.21, -118.2, 5],
  ],
}

describe.each(Object.entries(searches))('searching the explorer by %s', (_, five) => {
  it.each(five)('finds %s', async (text, lat, lon, km) => {
    const { place } = await find(engine, text)
    expect(place).not.toBeNull()
    expect(metersBetween(lat, lon, place!.lat, place!.lon) / 1000).toBeLessThan(km)
  })
})

describe('a name shared by several places', () => {
  it('resolves to the place in view, with the others as alternatives', async () => {
    const { place, alternatives } = await find(engine, 'Pasadena', losAngeles)
    expect(place?.found?.address).toBe('Pasadena, CA')
    expect(alternatives.map(({ label }) => label)).toContain('Pasadena, TX')
  })

  it.each(['LA', 'Pasadena', 'Springfield', 'Hollywood', 'san josé', 'Duval St, Austin', 'Plano Senior High'])(
    'resolves to the first suggestion on Enter: %s',
    async (text) => {
      for (const camera of [losAngeles, untouched]) {
        const [first] = await suggestedFor(engine, text, camera)
        expect((await find(engine, text, camera)).place?.found?.address).toBe(first.label)
      }
    },
  )
})

describe('a city or county without its state', () => {
  it.each(['Travis County', 'Dallas', 'St. Petersburg'])(
    'is found without a note about the missing state: %s',
    async (text) => {
      expect((await find(engine, text)).place?.found?.note).toBeNull()
    },
  )

  it('is found in place of an unknown neighborhood, with a note about the neighborhood only', async () => {
    const { place } = await find(engine, 'Quarry Hills, Dallas')
    expect(place?.found?.note).toBe('No place with that name is known in Dallas, TX: this is the whole city.')
  })
})

describe('a search text that is not a place name', () => {
  it.each(['near me', 'Where am I', 'my location'])('requests the device location: %s', (text) => {
    expect(getIntent(text)).toEqual({ asks: 'here' })
  })

  /** Typed strings, with the conditions, the place, and the words that are not understood. */
  const phrasings: readonly (readonly [text: string, ids: string, near: string | null, unknown?: string])[] = [
    // Quiet and walkable places near a city.
    ['quiet and walkable near San Diego', 'noise-levels walkability', 'San Diego'],
    ['quiet walkable near San Diego', 'noise-levels walkability', 'San Diego'],
    ['San Diego quiet, walkable', 'noise-levels walkability', 'San Diego'],
    ['near San Diego: walkable but peaceful', 'walkability noise-levels', 'San Diego'],
    ['a quiet neighborhood in San Diego where I can walk to shops', 'noise-levels walkability', 'San Diego'],
    ['somewhere walkable with no traffic noise around San Diego', 'walkability noise-levels', 'San Diego'],
    // Places safe from floods.
    ['safe from flooding near Tampa', 'flood', 'Tampa'],
    ['low flood risk Tampa', 'flood', 'Tampa'],
    ['not in a flood zone in Galveston', 'flood', 'Galveston'],
    ['houses that never flood near Houston', 'flood', 'Houston'],
    ['outside flood zones, Miami Beach', 'flood', 'Miami Beach'],
    // Places safe from fires.
    ['no wildfires around Redding', 'fire', 'Redding'],
    ['safe from fire near Malibu', 'fire', 'Malibu'],
    ['outside of a fire zone in Paradise, CA', 'fire', 'Paradise, CA'],
    ['low fire risk and clean air near Chico', 'fire air-quality', 'Chico'],
    ['fire-safe and quiet in Santa Rosa', 'fire noise-levels', 'Santa Rosa'],
    // Clean air and little industry.
    ['clean air in Fresno', 'air-quality', 'Fresno'],
    ['no smog near Los Angeles', 'air-quality', 'Los Angeles'],
    ['far from refineries in Long Beach', 'industrial-proximity', 'Long Beach'],
    ['away from industry near Houston', 'industrial-proximity', 'Houston'],
    ['residential with good air, Bakersfield', 'industrial-proximity air-quality', 'Bakersfield'],
    // Places for dogs, greenery and liveliness.
    ['good for dogs in LA', 'dog-friendliness', 'Los Angeles, CA'],
    ['dog friendly near Orlando', 'dog-friendliness', 'Orlando'],
    ['lively, good for dogs in LA', 'liveliness dog-friendliness', 'Los Angeles, CA'],
    ['nightlife in Austin', 'liveliness', 'Austin'],
    ['leafy streets near Sacramento', 'visual-appeal', 'Sacramento', 'streets'],
    // City and countryside.
    ['rural near Dallas', 'urban-rural', 'Dallas'],
    ['in the country near Waco', 'urban-rural', 'Waco'],
    ['suburbs of Houston', 'urban-rural', 'Houston'],
    ['big lots, private, near Plano', 'privacy', 'Plano'],
    ['urban and quiet in San Francisco', 'urban-rural noise-levels', 'San Francisco'],
    // Searches near the device, or in the current view.
    ['quiet, low flood risk near me', 'noise-levels flood', null],
    ['quiet & green', 'noise-levels visual-appeal', null],
    ['walkable', 'walkability', null],
    ['show me quiet places', 'noise-levels', null],
    ['peaceful and private homes', 'noise-levels privacy', null],
    // Searches with words for which there is no data.
    ['quiet with good schools in San Antonio', 'noise-levels', 'San Antonio', 'good schools'],
    ['cheap and walkable near Miami', 'walkability', 'Miami', 'cheap'],
    ['quiet, sunny and affordable in Ventura', 'noise-levels', 'Ventura', 'sunny affordable'],
    ['walkable, low crime near Miami', 'walkability', 'Miami', 'low crime'],
  ]

  it('is tested in at least forty phrasings', () => expect(phrasings).toHaveLength(40))

  it.each(phrasings.map(([text, ids, near, unknown = '']) => [text, { ids, near, unknown }] as const))(
    'is parsed, or its unknown words are listed: %s',
    (text, { ids, near, unknown }) => {
      const intent = getIntent(text)
      if (intent.asks !== 'conditions') throw new Error(`${text} asks for a ${intent.asks}`)
      expect(intent.only.map(({ dimension }) => dimension).join(' ')).toBe(ids)
      expect([intent.near, intent.unknown.join(' ')]).toEqual([near, unknown])
      expect(intent.isHere).toBe(text.endsWith('near me'))
      for (const { dimension, from, to } of intent.only) {
        const { ladder } = getDimension(dimension)
        const starts = ladder.map(([start]) => start)
        expect(starts, `${dimension} ${from}`).toContain(from)
        expect([...starts, 256], `${dimension} ${to}`).toContain(to + 1)
      }
    },
  )

  it('uses the bounds of the scale words: "quiet" begins at the rung "Quiet"', () => {
    const intent = getIntent('quiet')
    const [{ from, to }] = intent.asks === 'conditions' ? intent.only : []
    const { ladder } = getDimension('noise-levels')
    expect([wordsFor(ladder, from), to]).toEqual(['Quiet', 255])
    expect(wordsFor(ladder, from - 1)).toBe('Moderate noise')
  })

  it.each(['Country Club', 'Rural Hall', 'Private Drive', 'Green Lake'])(
    'is read as a name if there is a place with that name: %s',
    async (text) => {
      const intent = getIntent(text)
      expect(intent).toMatchObject({ asks: 'conditions', perhapsName: text })
      const place = { layer: 'neighborhood', label: `${text}, Somewhere, TX`, lat: 30, lon: -97, radius: 500 } as const
      expect(await isPlaceName({ suggest: async () => [place] }, text)).toBe(true)
      expect(await isPlaceName({ suggest: async () => [{ ...place, label: `${text} Estates, TX` }] }, text)).toBe(false)
    },
  )

  it('is read as an address if it begins with a house number', () => {
    expect(getIntent('100 Rural Rd, Austin')).toEqual({ asks: 'place', text: '100 Rural Rd, Austin' })
  })

  it.each([
    ['good schools near Austin', 'Austin, TX', 'good schools'],
    ['jobs in Dallas', 'Dallas, TX', 'jobs'],
    ['Hyde Park in Austin', 'Hyde Park, Austin, TX', ''],
    ['Main St near Houston', 'Main St, Houston, TX', ''],
    ['near Austin', 'Austin, TX', ''],
    ['in 78704', 'ZIP 78704', ''],
  ])('produces a list of the ignored words: %s', (text, label, unused) => {
    expect(unusedWords(text, label).join(' ')).toBe(unused)
  })
})
