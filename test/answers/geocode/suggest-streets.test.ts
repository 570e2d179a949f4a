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
])('a well-known street near the user is among the first three suggestions: %s', (text, near, expected) => {
  const suggestions = vicinage.suggest(text, { near, limit: 3 })
  expect(suggestions.map(({ layer, label }) => `${layer}: ${label}`)).toContain(expected)
})
