import { describe, expect, it } from 'vitest'
import { openVicinage } from '../../../src/index.ts'

const vicinage = await openVicinage({ dimensions: ['flood'], schools: false })
const noteOn = (text: string) => {
  const answer = vicinage.geocode(text)
  return answer.ok ? answer.note : expect.fail(answer.message)
}

describe('a spelling note', () => {
  it.each([
    ['a city', 'Austn, TX', 'Read "Austn" as Austin.'],
    ['a city of a house', '1100 Congress Ave, Austn, TX', 'Read "Austn" as Austin.'],
    ['a city beside its ZIP', 'Oaklnd CA 94612', 'Read "Oaklnd" as Oakland.'],
    ['a street', '1100 Congres Ave, Austin, TX', 'Read "Congres" as Congress.'],
    ['a crossing', '24th and Mision, San Francisco', 'Read "Mision" as Mission.'],
    ['a street and a city', '24th and Mision, San Fransisco', 'Read "Mision" as Mission and "Fransisco" as Francisco.'],
    ['a neighborhood', 'Hyde Prak, Austin', 'No place with that spelling is known: this is Hyde Park, Austin, TX.'],
    ['an added direction', '202 C St, San Diego, CA 92101', 'Read "C St" as W C St.'],
    ['an added direction without a ZIP', '100 1st St, Miami', 'Read "1st St" as NW 1st St.'],
    ['an added direction of a whole street', 'Flagler St, Miami, FL', 'Read "Flagler St" as W Flagler St.'],
    [
      'an added direction of a crossing',
      '6th & Congress, Austin, TX',
      'Read "6th & Congress" as 6th St E & Congress Ave.',
    ],
    ['an added suffix', '1 Market, San Francisco', 'Read "Market" as Market Plz.'],
    ['an ambiguous neighborhood', 'Hyde Prak', 'Read "Prak" as Park.'],
    ['a landmark', 'Disneylnd', 'No place with that spelling is known: this is Disneyland, Anaheim, CA.'],
    ['a ZIP', '1100 Congress Ave, Austin, TX 78710', 'The place is listed in ZIP 78701, not in 78710.'],
  ])('states that %s was read with another spelling: %s', (_, text, sentence) => {
    expect(noteOn(text)!.text).toContain(sentence)
  })

  it('is returned with the code name_respelled unless it also reports something else', () => {
    expect(noteOn('Austn, TX')!.code).toBe('name_respelled')
    expect(noteOn('Disneylnd')!.code).toBe('name_respelled')
    expect(noteOn('Hyde Prak')!.code).toBe('place_ambiguous')
  })

  it('lists the houses in other directions, even if they are close', () => {
    const answer = vicinage.geocode('301 Cesar Chavez St, Austin, TX 78701')
    expect(answer.note).toEqual({
      code: 'address_ambiguous',
      codes: ['address_ambiguous'],
      text: 'Several places match as well as 301 E Cesar Chavez St, Austin, TX 78701: complete the street name, or see the alternatives.',
    })
    expect(answer.alternatives.map(({ label }) => label)).toEqual(['301 W Cesar Chavez St, Austin, TX 78701'])
  })

  it.each([
    '1100 Congress Avenue, Austin, Texas 78701',
    'San José, California',
    'saint petersburg, FL',
    "Mc'Kinney TX",
    'sf',
    'Golden Gate Bridge',
    'Hyde Park Austin',
    '123 Ocean Drive, Miami Beach, FL 33139',
    'Twentynine Palms, CA',
  ])('does not mention other valid spellings: %s', (text) => {
    expect(noteOn(text)?.text ?? '').not.toContain('Read ')
  })

  it('is the same in geocodeMany(), and is included in a comparison', () => {
    const [answer] = vicinage.geocodeMany(['Austn, TX'])
    expect(answer).toEqual(vicinage.geocode('Austn, TX'))
    expect(vicinage.compare(['Austn, TX', 'Oakland, CA']).note).toContain('"Austn, TX": Read "Austn" as Austin.')
  })

  it('is omitted by geocodeSingle()', () => {
    const { lat, lon } = vicinage.geocode('Austin, TX')
    expect(vicinage.tools.geocodeSingle({ address: 'Austn, TX' })).toEqual({ lat, lon, message: null })
  })
})
