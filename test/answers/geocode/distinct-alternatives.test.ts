import { describe, expect, it } from 'vitest'
import { isSameApartFromDirections } from '../../../src/answers/geocode/same-house.ts'
import { metersApart } from '../../../src/base/geo/distance.ts'
import { openVicinage } from '../../../src/index.ts'

const vicinage = await openVicinage({ dimensions: ['flood'], schools: false, userData: false })

function found(text: string) {
  const answer = vicinage.geocode(text)
  return answer.ok ? answer : expect.fail(answer.message)
}

/** Ambiguous names, and streets whose houses are both known and estimated. */
const TEXTS = [
  ...['Lakeside, TX', 'Midway, FL', 'Chula Vista', 'Orlando', 'El Paso', 'Jacksonville, FL', 'Burbank, CA'],
  ...['Mountain View, CA', 'Redding, CA', 'Plantation, FL', 'University, FL', 'Mission Hills, CA', 'Lake View, FL'],
  ...['1400 Wilshire Blvd, Los Angeles, CA', '2773 N Main St, Santa Ana, CA 92705', '6500 Hollywood Blvd, Los Angeles'],
  ...['2424 Spring St, Paso Robles, CA', '100 Main St, Houston, TX', '1500 Lamar Blvd, Austin, TX'],
]

describe('the alternatives of an answer', () => {
  it.each(TEXTS)('have different labels: %s', (text) => {
    const { label, alternatives } = found(text)
    const labels = [label, ...alternatives.map((other) => other.label)]
    expect(new Set(labels).size).toBe(labels.length)
  })

  it('name the county of a city that has the same name and state as another', () => {
    const { label, alternatives } = found('Lakeside, TX')
    expect(label).toBe('Lakeside, TX')
    expect(alternatives.map((other) => other.label)).toEqual(['Lakeside, San Patricio County, TX'])
  })

  it.each(['Lakeside, TX', 'Midway, FL', 'Chula Vista', 'Jacksonville, FL', 'Mountain View, CA', 'Redding, CA'])(
    'name the same county as reverse(), if they name one: %s',
    (text) => {
      const withCounty = found(text).alternatives.filter(({ label }) => / County, /.test(label))
      expect(withCounty.length).toBeGreaterThan(0)
      for (const { lat, lon, label } of withCounty)
        expect(vicinage.reverse({ lat, lon }).county?.name).toBe(label.split(', ')[1])
    },
  )

  it.each(['Lakeside, TX', 'Midway, FL', 'Chula Vista', 'Jacksonville, FL', 'Mountain View, CA'])(
    'are found by their own labels: %s',
    (text) => {
      for (const alternative of found(text).alternatives) {
        const again = found(alternative.label)
        expect(metersApart(again, alternative)).toBeLessThan(1)
        expect(again.note).toBeNull()
      }
    },
  )

  it('name the city near a neighborhood without a city', () => {
    const { alternatives } = found('Lake View, FL')
    expect(alternatives.map(({ label }) => label)).toEqual([
      'Lake View, near Wimauma, FL',
      'Lake View, near Seffner, FL',
    ])
  })

  it('do not repeat the house itself at its estimated position', () => {
    for (const text of ['1400 Wilshire Blvd, Los Angeles, CA', '2773 N Main St, Santa Ana, CA 92705'])
      expect(found(text).alternatives).toEqual([])
  })

  it.each([
    '1100 Congress Ave, Austin, TX 78701',
    '1100 S Congress Ave, Austin, TX',
    '1500 Lamar Blvd, Austin, TX',
    '1001 Mariposa Ave, Los Angeles, CA',
    '101 Anaheim St, Wilmington, CA 90744',
    '715 S Hobart Blvd, Los Angeles, CA 90005',
  ])('do not repeat a house under another spelling of its street: %s', (text) => {
    const answer = found(text)
    const all = [answer, ...answer.alternatives]
    const isDirection = (word: string) => /^[NSEW]{1,2}$/.test(word)
    for (const [i, one] of all.entries())
      for (const other of all.slice(i + 1)) {
        const [plain, otherPlain] = [one, other].map(({ label }) => {
          const words = label.split(',')[0].split(' ')
          return words.filter((word) => !isDirection(word)).join(' ')
        })
        const isRespelled = one.label.split(',')[0] !== other.label.split(',')[0]
        if (isRespelled && plain === otherPlain) expect(metersApart(one, other)).toBeGreaterThan(250)
      }
  })

  it.each([
    ['1100 Congress Ave, Austin, TX 78701', '1100 Congress Ave S, Austin, TX 78701', true],
    ['1100 S Congress Ave, Austin, TX 78704', '1100 Congress Ave S, Austin, TX 78745', true],
    ['1500 S Lamar Blvd, Austin, TX 78704', '1500 Lamar Blvd N, Austin, TX 78704', true],
    ['9 Main St, Austin, TX', '9 NW Main St, Austin, TX', true],
    ['9 Main St, Austin, TX', '9 E Main St N, Austin, TX', true],
    ['100 N Main St, Houston, TX 77002', '100 S Main St, Houston, TX 77002', false],
    ['100 N Main St, Houston, TX 77002', '100 NE Main St, Houston, TX 77002', false],
    ['100 E Main St N, Houston, TX 77002', '100 Main St N, Houston, TX 77002', false],
    ['100 Main St, Houston, TX 77002', '102 N Main St, Houston, TX 77002', false],
    ['100 Main St, Houston, TX 77002', '100 Main St, Houston, TX 77003', false],
    ['100 Main St, Campbell, CA 95008', '100 N Main St, San Jose, CA 95128', false],
    ['100 Main St, Houston, TX 77002', '100 N Main Ave, Houston, TX 77002', false],
    ['12 N St, Sacramento, CA 95814', '12 S St, Sacramento, CA 95814', false],
    ['12 N St, Sacramento, CA 95814', '12 St, Sacramento, CA 95814', false],
    ['Springfield', '9 Main St, Austin, TX', false],
  ])('treat %s and %s as spellings of the same house: %s', (one, other, expected) => {
    expect(isSameApartFromDirections(one, other)).toBe(expected)
    expect(isSameApartFromDirections(other, one)).toBe(expected)
  })

  it('are far apart if the note says that several places match', () => {
    const answer = found('1500 Lamar Blvd, Austin, TX')
    expect(answer.note?.code).toBe('address_ambiguous')
    expect(answer.alternatives.some((other) => metersApart(other, answer) > 1000)).toBe(true)
  })
})
