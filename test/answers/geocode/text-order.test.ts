import { describe, expect, it } from 'vitest'
import { openVicinage } from '../../../src/index.ts'

const vicinage = await openVicinage({ dimensions: [], schools: false })
const labelOf = (text: string) => {
  const answer = vicinage.geocode(text)
  return answer.ok ? answer.label : answer.code
}

describe('an address that begins with a state', () => {
  it.each([
    ['Texas, Longview', 'Longview, TX'],
    ['TX Longview', 'Longview, TX'],
    ['tx, longview', 'Longview, TX'],
    ['Florida, Miami', 'Miami, FL'],
    ['Florida Tampa', 'Tampa, FL'],
    ['CA San Jose', 'San Jose, CA'],
    ['Texas, Hyde Park', 'Hyde Park, Austin, TX'],
    ['Texas, 78704', 'Austin, TX 78704'],
  ])('resolves to the place that follows: %s', (text, label) => {
    expect(labelOf(text)).toBe(label)
  })

  it.each([
    ['Texas City', 'Texas City, TX'],
    ['Florida City, FL', 'Florida City, FL'],
    ['California City, CA', 'California City, CA'],
    ['Texas Tech', 'Texas Tech University, Lubbock, TX'],
    ['Texas State Capitol', 'Texas State Capitol, Austin, TX'],
    ['Texas', 'Texas'],
    ['Florida, NY', 'place_outside'],
  ])('is also recognized as a place name: %s', (text, label) => {
    expect(labelOf(text)).toBe(label)
  })
})

describe('an unknown place name', () => {
  it.each([
    ['Los Angeles City Hall', 'City Hall', 'Los Angeles, CA'],
    ['Austin City Hall', 'City Hall', 'Austin, TX'],
    ['Houston Police Department', 'Police Department', 'Houston, TX'],
    ['Dallas Zoo', 'Zoo', 'Dallas, TX'],
    ['San Antonio Courthouse', 'Courthouse', 'San Antonio, TX'],
  ])('is separated from its city name: %s', (text, name, city) => {
    const answer = vicinage.geocode(text)
    expect(answer).toMatchObject({ ok: false, code: 'name_unknown' })
    if (answer.ok) return
    expect(answer.message).toBe(`No place named ${name} is known in ${city}: give its street and house number.`)
    expect(answer.suggestions[0]).toMatchObject({ layer: 'city', label: city })
    expect(new Set(answer.suggestions.map(({ label }) => label)).size).toBe(answer.suggestions.length)
    expect(answer.suggestions.length).toBeLessThanOrEqual(5)
  })
})
