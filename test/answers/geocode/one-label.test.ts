import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../data-build/statistics.ts'
import { builtVicinage } from '../../library/built.ts'

const vicinage = await builtVicinage()

/** Centers of cities with known house numbers. */
const CITIES = [
  [30.2672, -97.7431],
  [37.76, -122.43],
  [34.05, -118.25],
  [32.72, -117.16],
  [25.77, -80.2],
  [29.76, -95.37],
  [32.78, -96.8],
  [27.95, -82.46],
] as const

/** Words that people write out or abbreviate. Directions are left out, because some of them are initials. */
const LONG: Readonly<Record<string, string>> = {
  Ave: 'Avenue',
  St: 'Street',
  Blvd: 'Boulevard',
  Dr: 'Drive',
  Rd: 'Road',
  Ln: 'Lane',
  Ct: 'Court',
  Pl: 'Place',
}

const SPELLINGS: readonly ((label: string) => string)[] = [
  (label) => label.toUpperCase(),
  (label) => label.toLowerCase(),
  (label) => label.replaceAll(',', ''),
  (label) => `  ${label.replaceAll(' ', '   ')}, USA`,
  (label) => label.replace(', ', ', Apt 4, '),
  (label) => `${label}-1234`,
  (label) => label.replace(/^([^,]+),.*, (\w\w \d{5})$/, '$1, $2'),
  (label) => label.replace(/^[^,]+/, (line) => line.replace(/\w+/g, (word) => LONG[word] ?? word)),
]

/** Returns labels of houses at random points of the cities. */
function findHouses(count: number): readonly string[] {
  const random = seededRandom(7)
  const labels = new Set<string>()
  while (labels.size < count) {
    const [lat, lon] = CITIES[Math.floor(random() * CITIES.length)]
    const { address } = vicinage.reverse({ lat: lat + (random() - 0.5) / 10, lon: lon + (random() - 0.5) / 10 })
    if (address !== null) labels.add(address)
  }
  return [...labels]
}

describe('the label of a house', () => {
  it('is the same for 240 pairs of spellings', () => {
    const others = findHouses(30).flatMap((house) => {
      const { label } = vicinage.geocode(house)
      return SPELLINGS.flatMap((spell) => {
        const other = vicinage.geocode(spell(house)).label
        return label === undefined || other !== label ? [`${spell(house)}: ${other}, not ${label}`] : []
      })
    })
    expect(others).toEqual([])
  })
})

describe('the label of an intersection', () => {
  it.each([
    ['24th', 'Mission', 'San Francisco, CA', '24th St & Mission St, San Francisco, CA 94110'],
    ['6th St', 'Congress Ave', 'Austin, TX', '6th St E & Congress Ave, Austin, TX 78701'],
    ['Hollywood Blvd', 'Vine St', 'Los Angeles, CA', 'W Hollywood Blvd & N Vine St, Los Angeles, CA 90028'],
    ['Haight', 'Ashbury', 'San Francisco, CA', 'Ashbury St & Haight St, San Francisco, CA 94117'],
    ['Flagler St', 'Biscayne Blvd', 'Miami, FL', null],
    ['NW 7th Ave', 'NW 62nd St', 'Miami, FL', null],
    ['Main St', 'Elm St', 'Dallas, TX', null],
    ['Market St', 'Castro St', 'San Francisco, CA', null],
  ])('and its coordinates do not depend on the order of the streets: %s & %s', (one, other, city, label) => {
    const first = vicinage.geocode(`${one} & ${other}, ${city}`)
    const second = vicinage.geocode(`${other} and ${one}, ${city}`)
    expect([second.label, second.lat, second.lon]).toEqual([first.label, first.lat, first.lon])
    if (label !== null) expect(first.label).toBe(label)
    expect(vicinage.geocode(first.label ?? '').label).toBe(first.label)
  })
})
