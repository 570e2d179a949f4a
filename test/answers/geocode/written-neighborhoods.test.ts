import { describe, expect, it } from 'vitest'
import { seeded } from '../../../bench/support/points.ts'
import { metersApart } from '../../../src/base/geo/distance.ts'
import { openVicinage } from '../../../src/index.ts'

const vicinage = await openVicinage({ dimensions: ['flood'], schools: false, userData: false })

/** Known positions, from the crossings of these streets on a city map. */
const LOS_ANGELES = { lat: 34.1015, lon: -118.33 }
const SAN_FRANCISCO = { lat: 37.7713, lon: -122.4226 }
const AUSTIN = { lat: 30.2479, lon: -97.7506 }
const MIAMI = { lat: 25.7685, lon: -80.1903 }

describe('an address with a neighborhood before its city', () => {
  it.each([
    ['6500 Hollywood Blvd, Hollywood, Los Angeles', LOS_ANGELES],
    ['6500 Hollywood Blvd, Hollywood, Los Angeles, CA', LOS_ANGELES],
    ['6500 Hollywood Blvd, Apt 3, Hollywood, Los Angeles', LOS_ANGELES],
    ['6500 Hollywood Blvd Hollywood Los Angeles', LOS_ANGELES],
    ['6500 Hollywood Blvd Hollywood Los Angeles CA 90028', LOS_ANGELES],
    ['100 Valencia St, Mission District, San Francisco', SAN_FRANCISCO],
    ['100 Valencia St, the Mission, San Francisco', SAN_FRANCISCO],
    ['1600 S Congress Ave, Travis Heights, Austin', AUSTIN],
    ['500 Brickell Ave, Brickell, Miami', MIAMI],
  ])('is located at its house, without a note about the neighborhood: %s', (text, truth) => {
    const answer = vicinage.geocode(text)
    if (!answer.ok) return expect.fail(answer.message)
    expect(['address', 'street']).toContain(answer.layer)
    expect(metersApart(answer, truth)).toBeLessThan(1000)
    expect(answer.note?.codes ?? []).not.toContain('neighborhood_differs')
  })

  it('may be for a street or an intersection instead of a house', () => {
    expect(vicinage.geocode('Hollywood Blvd, Hollywood, Los Angeles')).toMatchObject({
      layer: 'street',
      label: 'Hollywood Blvd, Los Angeles, CA',
    })
    expect(vicinage.geocode('Hollywood & Vine, Hollywood, Los Angeles')).toMatchObject({
      layer: 'street',
      label: 'W Hollywood Blvd & N Vine St, Los Angeles, CA 90028',
    })
  })

  it.each([
    '6500 W Hollywood Blvd, Venice, Los Angeles',
    '6500 W Hollywood Blvd, Venice, Los Angeles, CA',
    '6500 W Hollywood Blvd Venice Los Angeles CA',
  ])('has a note if the house is elsewhere in the city: %s', (text) => {
    const answer = vicinage.geocode(text)
    expect(answer).toMatchObject({ ok: true, label: '6500 W Hollywood Blvd, Los Angeles, CA 90028' })
    expect(answer.note).toEqual({
      code: 'neighborhood_differs',
      text: 'The place is not in the neighborhood Venice.',
      codes: ['neighborhood_differs'],
    })
  })

  it.each(['6500 Hollywood Blvd, Toronto, Los Angeles', '6500 Hollywood Blvd, Los Angeles, Hollywood'])(
    'is rejected if its city has no neighborhood with that name: %s',
    (text) => {
      expect(vicinage.geocode(text)).toMatchObject({ ok: false, code: 'address_unread' })
    },
  )

  it('has an explanation even if it is written without commas', () => {
    const answer = vicinage.geocode('6500 Hollywood Blvd Hollywood Los Angeles CA', { explain: true })
    const part = answer.explanation?.parts.find((other) => other.part === 'street')
    expect(part?.given).toBe('Hollywood')
    expect(answer.explanation?.steps.map(({ code }) => code)).toContain('street_candidates')
  })

  it('resolves to the same house as without the neighborhood, for over 98% of houses in eight cities', () => {
    const random = seeded(11)
    const centers = [
      [34.05, -118.25],
      [37.77, -122.43],
      [32.73, -117.15],
      [38.57, -121.48],
      [30.28, -97.74],
      [29.75, -95.38],
      [25.78, -80.21],
      [27.95, -82.46],
    ]
    let count = 0
    let same = 0
    let noted = 0
    for (let i = 0; i < 800; i++) {
      const [lat, lon] = centers[i % centers.length]
      const point = { lat: lat + 0.08 * (random() - 0.5), lon: lon + 0.08 * (random() - 0.5) }
      const { address } = vicinage.reverse(point)
      const [, house, city, state] = /^(\d+ [^,]+), ([^,]+), ([A-Z]{2})/.exec(address ?? '') ?? []
      const plain = vicinage.geocode(`${house}, ${city}, ${state}`)
      if (house === undefined || !plain.ok || plain.layer !== 'address' || plain.alternatives.length > 0) continue
      const around = vicinage.reverse({ lat: plain.lat, lon: plain.lon })
      if (around.neighborhood === null || around.city !== city) continue
      const answer = vicinage.geocode(`${house}, ${around.neighborhood}, ${city}, ${state}`)
      count++
      if (answer.lat === plain.lat && answer.lon === plain.lon) same++
      if (answer.note?.codes.includes('neighborhood_differs') === true) noted++
    }
    expect(count).toBeGreaterThan(100)
    expect(same / count).toBeGreaterThan(0.98)
    expect(noted / count).toBeLessThan(0.02)
  })
})
