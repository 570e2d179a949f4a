import { describe, expect, it } from 'vitest'
import { builtVicinage } from '../../library/built.ts'

const vicinage = await builtVicinage()

describe('a house number written as a word', () => {
  it.each([
    ['One Dr. Carlton B. Goodlett Place, San Francisco', '1 Dr. Carlton B. Goodlett Place, San Francisco'],
    ['One St Francis Blvd, San Francisco, CA', '1 St Francis Blvd, San Francisco, CA'],
    ['Twenty Market St, San Francisco', '20 Market St, San Francisco'],
    ['fifteen market st, san francisco, ca 94105', '15 Market St, San Francisco, CA 94105'],
    ['Thirteen Hundred Congress Ave, Austin, TX', '1300 Congress Ave, Austin, TX'],
    ['San Francisco, One Market St', 'San Francisco, 1 Market St'],
    ['94105, One Market St', '94105, 1 Market St'],
    ['Ferry Building, One Market St, San Francisco', 'Ferry Building, 1 Market St, San Francisco'],
    ['Suite 200 One Market St, San Francisco, CA', 'Suite 200 1 Market St, San Francisco, CA'],
    ['#3 One Market St, San Francisco, CA', '#3 1 Market St, San Francisco, CA'],
    ['Market St One, San Francisco', 'Market St 1, San Francisco'],
  ])('has the answer of the digits: %s', (words, digits) => {
    const { label, layer, lat, lon, note } = vicinage.geocode(digits)
    expect(['address', 'street']).toContain(layer)
    expect(vicinage.geocode(words)).toMatchObject({ label, layer, lat, lon, note })
  })

  it.each([
    ['Twenty Mule Team Rd, Boron, CA', 'Twenty Mule Team Rd, Boron, CA'],
    ['Seven Springs Blvd, New Port Richey, FL', 'Seven Springs Blvd, New Port Richey, FL'],
    ['Twenty First St, San Francisco', '21st St, San Francisco, CA'],
    ['Twenty Nine Palms, CA', 'Twentynine Palms, CA'],
    ['Three Rivers, TX', 'Three Rivers, TX'],
  ])('is not read from a name: %s', (text, label) => {
    expect(vicinage.geocode(text).label).toBe(label)
  })

  it('leads to a note that names the ZIP if the place is not known', () => {
    expect(vicinage.geocode('Nosuch Hall, San Francisco, CA 94102').note?.text).toBe(
      'No place with that name is known in San Francisco, CA 94102: this is the whole ZIP.',
    )
  })
})
