import { describe, expect, it } from 'vitest'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { builtVicinage } from '../../library/built.ts'

const vicinage = await builtVicinage()

const STARTS =
  'main,oak,congress,duval,ocean,lombard,mission,avenue,calle,el camino,fm 1,us hi,state,hwy,5th,42nd,n ma,s co,sw 8,via,loop,i 3,sunset'.split(
    ',',
  )
const CITIES = [
  { lat: 30.27, lon: -97.74 },
  { lat: 37.77, lon: -122.42 },
  { lat: 25.77, lon: -80.19 },
  { lat: 34.05, lon: -118.24 },
  { lat: 24.55, lon: -81.79 },
]
const streets = new Map(
  STARTS.flatMap((text) => CITIES.flatMap((near) => vicinage.suggest(text, { near, limit: 12 })))
    .filter(({ layer }) => layer === 'street')
    .map((street) => [street.label, street]),
)

/** Returns what is wrong with the answer, or null if it is the suggested street. */
function missOf(text: string, label: string): string | null {
  const street = streets.get(label)!
  const answer = vicinage.geocode(text)
  if (!answer.ok) return `${text}: ${answer.code}`
  const isThere = metersBetween(answer.lat, answer.lon, street.lat, street.lon) <= answer.radius
  return answer.layer === 'street' && isThere ? null : `${text}: ${answer.layer} ${answer.label}`
}

describe('a street without a house number', () => {
  it('is found by the label of its suggestion', () => {
    expect(streets.size).toBeGreaterThan(250)
    const misses = [...streets.keys()].flatMap((label) => missOf(label, label) ?? [])
    // A neighborhood may have the same name.
    expect(misses.length, misses.join('\n')).toBeLessThan(0.01 * streets.size)
  })

  it.each([
    [
      'with its state in full',
      (label: string) => label.replace(/, TX$/, ', Texas').replace(/, FL$/, ', Florida'),
      0.03,
    ],
    ['without commas', (label: string) => label.replaceAll(',', ''), 0.08],
    ['in capitals', (label: string) => label.toUpperCase(), 0.03],
  ] as const)('is found %s', (_, rewrite, most) => {
    const misses = [...streets.keys()].flatMap((label) => missOf(rewrite(label), label) ?? [])
    expect(misses.length, misses.join('\n')).toBeLessThan(most * streets.size)
  })

  it.each([
    ['Duval St, Key West', 'Duval St, Key West, FL'],
    ['Congress Ave, Austin', 'Congress Ave, Austin, TX'],
    ['Congres Ave, Austin, TX', 'Congress Ave, Austin, TX'],
    ['Congress Ave, Austin, TX 78701', 'Congress Ave, Austin, TX 78701'],
    ['Congress Ave, 78701', 'Congress Ave, Austin, TX 78701'],
    ['Broadway, Oakland, CA', 'Broadway, Oakland, CA'],
    ['Avenue 52 N, Los Angeles, CA', 'Avenue 52 N, Los Angeles, CA'],
    ['E Avenue 26, Los Angeles, CA', 'E Avenue 26, Los Angeles, CA'],
  ])('is found in a common spelling: %s', (text, label) => {
    expect(vicinage.geocode(text)).toMatchObject({ ok: true, layer: 'street', label })
  })

  it('is returned with a radius that covers the houses on it', () => {
    const street = vicinage.geocode('Lombard St, San Francisco, CA')
    for (const number of [50, 1000, 2000, 2700]) {
      const house = vicinage.geocode(`${number} Lombard St, San Francisco, CA`)
      expect(metersBetween(street.lat!, street.lon!, house.lat!, house.lon!)).toBeLessThan(
        street.radius! + house.radius!,
      )
    }
  })

  it('does not hide a landmark or neighborhood with the same name', () => {
    expect(vicinage.geocode('Lombard Street, San Francisco, CA').layer).toBe('landmark')
    expect(vicinage.geocode('North Loop, Austin, TX').layer).toBe('neighborhood')
    expect(vicinage.geocode('S Congress Ave, Austin, TX').layer).toBe('street')
  })

  it('has an explanation that lists each step', () => {
    const { explanation } = vicinage.geocode('Duval St, Key West', { explain: true })
    expect(explanation!.steps.map(({ code }) => code)).toEqual(['area', 'street_whole', 'ended'])
  })

  it('is excluded by the layers option', () => {
    expect(vicinage.geocode('Duval St, Key West, FL', { layers: 'city' })).toMatchObject({ layer: 'city', note: null })
  })
})

describe('an unknown street', () => {
  it.each([
    'Nosuch Ave, Austin, TX',
    '12 Nosuch Ave, Austin, TX',
    'Nosuch Ave, Austin, TX 78701',
    '12 Nosuch Ave, 78701',
    '5th St & Nosuch Ave, Austin, TX',
    'Nosuch Ave, Dallas',
  ])('is mentioned in the note: %s', (text) => {
    const { layer, note } = vicinage.geocode(text)
    expect(['city', 'zip']).toContain(layer)
    expect(note?.code).toBe('street_unknown')
    expect(note?.text).toContain('Nosuch')
  })
})

describe('a street with a northern and a southern half', () => {
  /** Latitude of the river in Austin, which separates N Lamar Blvd and S Lamar Blvd. */
  const RIVER = 30.268
  const hundreds = Array.from({ length: 36 }, (_, i) => 400 + 100 * i)

  it.each(['N Lamar Blvd', 'North Lamar Boulevard', 'N Lamar'])(
    'is located in the half given in the address: %s',
    (street) => {
      const misses = hundreds.filter((number) => {
        const answer = vicinage.geocode(`${number} ${street}, Austin, TX`)
        return !answer.ok || answer.layer === 'city' || answer.lat < RIVER
      })
      expect(misses).toEqual([])
    },
  )

  it('is ambiguous without a direction', () => {
    const answer = vicinage.geocode('1500 Lamar Blvd, Austin, TX')
    expect(answer.note?.code).toBe('address_ambiguous')
    if (!answer.ok) return
    expect(answer.alternatives.some(({ lat }) => lat > RIVER)).toBe(true)
    const confidences = [answer, ...answer.alternatives].map(({ confidence }) => confidence)
    expect(Math.max(...confidences)).toBe(answer.confidence)
    expect(confidences.reduce((sum, confidence) => sum + confidence, 0)).toBeLessThanOrEqual(1)
  })

  it('is not ambiguous with a direction', () => {
    for (const street of ['N Lamar Blvd', 'S Lamar Blvd'])
      expect(vicinage.geocode(`1500 ${street}, Austin, TX`).note).toBeNull()
  })
})

describe('a spelling recorded for a street by mistake', () => {
  it.each(['1100 Congress Ave S, Austin, TX 78701', '1000 congress avenue south, austin tx 78701'])(
    'resolves to the street in the ZIP, with a note: %s',
    (text) => {
      const answer = vicinage.geocode(text)
      expect(answer.label).toMatch(/^1[01]00 Congress Ave, Austin, TX 78701$/)
      expect(answer.note).toMatchObject({ code: 'name_respelled', text: 'Read "Congress Ave S" as Congress Ave.' })
    },
  )

  it('resolves to the street with the direction in the address if the address has no ZIP', () => {
    const { label, lat, lon } = vicinage.geocode('1100 Congress Ave S, Austin, TX')
    expect(label).toBe('1100 S Congress Ave, Austin, TX 78704')
    expect({ lat, lon }).toEqual(
      (({ lat, lon }) => ({ lat, lon }))(vicinage.geocode('1100 S Congress Ave, Austin, TX 78704')),
    )
  })

  it.each(['146 W 10th St, Long Beach, CA 90813', '260 1st St E, San Pedro, CA 90731'])(
    'does not replace a correctly spelled street: %s',
    (text) => expect(vicinage.geocode(text)).toMatchObject({ label: text, note: null, confidence: 0.95 }),
  )
})

describe('an unknown house number', () => {
  it.each([
    ['99999 Congress Ave, Austin, TX 78701', 'No house number 99999 on Congress Ave is known in Austin, TX 78701'],
    [
      '4610 N Braeswood Blvd, Houston, TX 77096',
      'No house number 4610 on N Braeswood Blvd is known in Houston, TX 77096',
    ],
    ['99999 Nowhere Blvd, Tampa', 'No street Nowhere Blvd is known in Tampa, FL: '],
    ['99999 Nowhere Blvd, Tampa, FL 33602', 'No street Nowhere Blvd is known in Tampa, FL 33602: '],
    ['99999 Duval St, Key West, FL', 'No house number 99999 on Duval St is known in Key West, FL: '],
    [
      '5 Congress Ave, Travis County, TX',
      'Neither Congress Ave nor its house number 5 is known in Travis County, TX: ',
    ],
  ])('is named in the note: %s', (text, start) => {
    const { note } = vicinage.geocode(text)
    expect(note?.code).toBe('street_unknown')
    expect(note?.text).toContain(start)
  })
})

it('a geocoding note names the counties of cities with the same name in a state', () => {
  const { note } = vicinage.geocode('Lakeside, TX')
  expect(note?.code).toBe('place_ambiguous')
  expect(note?.text).toContain('Lakeside, TX in Tarrant County has the most people')
  expect(note?.text).toContain('add the ZIP, or see the alternatives in San Patricio County.')
})
