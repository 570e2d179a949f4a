import { describe, expect, it } from 'vitest'
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
    'have a city with its county where reverse() finds that county: %s',
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

  it('are places far apart if the note says that several match', () => {
    const answer = found('1500 Lamar Blvd, Austin, TX')
    expect(answer.note?.code).toBe('address_ambiguous')
    expect(answer.alternatives.some((other) => metersApart(other, answer) > 1000)).toBe(true)
  })
})
