import { expect, it } from 'vitest'
import { builtVicinage } from '../../library/built.ts'

const vicinage = await builtVicinage()
const MIAMI_BEACH = { lat: 25.79, lon: -80.13 }
const AUSTIN = { lat: 30.2672, lon: -97.7431 }
const LOS_ANGELES = { lat: 34.08, lon: -118.35 }
const SAN_FRANCISCO = { lat: 37.77, lon: -122.42 }

it.each([
  ['lincoln rd', MIAMI_BEACH, 'landmark: Lincoln Road, Miami Beach, FL'],
  ['lincoln road', MIAMI_BEACH, 'landmark: Lincoln Road, Miami Beach, FL'],
  ['ocean dr', MIAMI_BEACH, 'landmark: Ocean Drive, Miami Beach, FL'],
  ['rodeo dr', LOS_ANGELES, 'landmark: Rodeo Drive, Beverly Hills, CA'],
  ['south lamar', AUSTIN, 'street: S Lamar Blvd, Austin, TX'],
  ['n lamar', AUSTIN, 'street: N Lamar Blvd, Austin, TX'],
  ['congress av', AUSTIN, 'street: Congress Ave, Austin, TX'],
  ['lombard', SAN_FRANCISCO, 'landmark: Lombard Street, San Francisco, CA'],
  ['melrose av', LOS_ANGELES, 'street: Melrose Ave, Los Angeles, CA'],
])('a well-known nearby street is among the first three suggestions: %s', (text, near, expected) => {
  const suggestions = vicinage.suggest(text, { near, limit: 3 })
  expect(suggestions.map(({ layer, label }) => `${layer}: ${label}`)).toContain(expected)
})

it('the first suggestion is correct for at least 98% of complete house addresses', () => {
  const boxes = [
    { south: 30.2, west: -97.85 },
    { south: 34, west: -118.4 },
    { south: 25.7, west: -80.35 },
    { south: 29.65, west: -95.5 },
    { south: 37.7, west: -122.5 },
  ]
  const labels = boxes.flatMap(({ south, west }) =>
    Array.from({ length: 100 }, (_, i) => {
      const place = { lat: south + 0.02 * (i % 10) + 0.0013, lon: west + 0.02 * Math.floor(i / 10) + 0.0017 }
      return vicinage.reverse(place)?.address ?? []
    }).flat(),
  )
  expect(labels.length).toBeGreaterThan(100)
  const missing = labels.filter((label) => vicinage.suggest(label)[0]?.label !== label)
  expect(missing.length / labels.length, missing.join('\n')).toBeLessThan(0.02)
})

it.each([
  ['Austin, TX 78704', 'Austin, TX 78704'],
  ['austin 78704', 'Austin, TX 78704'],
  ['1100 Congress Ave, Austin, TX 787', '1100 Congress Ave, Austin, TX 78701'],
  ['1100 congress ave 78701', '1100 Congress Ave, Austin, TX 78701'],
  ['Hyde Park, Austin, TX 78751', 'Hyde Park, Austin, TX'],
])('a ZIP at the end of "%s" selects the suggestion %s', (text, label) => {
  expect(vicinage.suggest(text)[0]?.label).toBe(label)
})

it.each(['State Hwy 71', 'FM 1325'])('a road number is not read as a ZIP: "%s"', (text) => {
  expect(vicinage.suggest(text)[0]?.layer).toBe('street')
})

it.each(['N Braeswood Blvd, Houston, TX', 'Congress Ave, Austin, TX', '67th St, San Diego, CA'])(
  'a suggested street of which only some houses are known has a radius of at least 500 m: %s',
  (text) => {
    const street = vicinage.suggest(text).find(({ layer }) => layer === 'street')
    expect(street?.radius).toBeGreaterThanOrEqual(500)
  },
)
