import { describe, expect, it } from 'vitest'
import { getLocator } from '../../../src/answers/geocode/locator.ts'
import { metersApart } from '../../../src/base/geo/distance.ts'
import { openVicinage } from '../../../src/index.ts'

const vicinage = await openVicinage({ dimensions: ['flood'], schools: false })
const noteOn = (text: string) => {
  const answer = vicinage.geocode(text)
  return answer.ok ? answer.note : expect.fail(answer.message)
}

describe('a note on a geocoding answer', () => {
  it.each([
    [
      'a landmark in another city',
      '1100 Congress Ave, Houston, TX 78701',
      'city_differs',
      'Austin, not under Houston.',
    ],
    [
      'a house in another city',
      '100 Congress Ave, Round Rock, TX 78701',
      'city_differs',
      'Austin, not under Round Rock.',
    ],
    [
      'a city that does not exist',
      '100 Congress Ave, Xqztville, TX 78701',
      'city_differs',
      'The city Xqztville is not known',
    ],
    ['a city around the house', '228 Dimmick Ave, Los Angeles, CA', 'city_differs', 'Venice, not under Los Angeles.'],
    ['a ZIP that does not exist', 'Rice University, Houston, TX 00000', 'zip_unknown', 'The ZIP 00000 is not known'],
    [
      'a ZIP of a street that does not exist',
      'Main St, Houston, TX 00000',
      'zip_unknown',
      'The ZIP 00000 is not known',
    ],
    ['a ZIP elsewhere', 'Rice University, Houston, TX 79936', 'zip_differs', 'which is not in ZIP 79936.'],
    [
      'the ZIP of a house',
      '1500 Marilla St, Dallas, TX 75201',
      'zip_differs',
      'The place is listed in ZIP 75202, not in 75201.',
    ],
    ['a suffix', '1 Centennial Dr, Berkeley, CA 94720', 'name_respelled', 'Read "Centennial Dr" as Centennial Rd.'],
    ['a state', '1100 Congress Ave, Austin, CA 78701', 'zip_not_in_state', 'ZIP 78701 is not in CA'],
  ])('points out a contradiction between text and answer: %s: %s', (_, text, code, words) => {
    expect(noteOn(text)?.code).toBe(code)
    expect(noteOn(text)?.text).toContain(words)
  })

  it.each([
    ['Main St, Huston, TX 78701', ['street_unknown', 'city_differs']],
    ['12 Nowhere St, Lakeside, TX', ['place_ambiguous', 'street_unknown']],
    ['400 Grand Ave NE, Los Angeles, CA 90013', ['name_respelled', 'zip_differs']],
    ['1100 Congress Ave, Houston, TX 78701', ['city_differs']],
  ])('has a code for each of its facts: %s', (text, codes) => {
    expect(noteOn(text)?.codes).toEqual(codes)
    expect(noteOn(text)?.code).toBe(codes[0])
  })

  it.each([
    '1100 Congress Ave, Austin, TX 78701',
    'Golden Gate Park',
    'Hyde Park, Austin, TX 78751',
    'Hollywood, CA 90028',
    'San José, CA',
    'Ventura, CA',
    'La Canada, CA',
    'Travis County, TX',
    'Ballast Point, Tampa, FL',
    'Bayonet Point, Hudson, FL',
    'Zilker Park Austin',
    'Texas Capitol, Austin, TX',
    'Ocean Dr, Miami Beach, FL 33139',
  ])('does not treat another wording of the same address as a contradiction: %s', (text) => {
    expect(noteOn(text)?.code ?? '').not.toMatch(/differs|unknown/)
  })

  // Suggested houses. In each address, one part is replaced with a part from elsewhere.
  it('is added to every answer in a city or ZIP other than the requested one', () => {
    const labels = ['100 main', '1500 oak', '100 washington', '2200 park']
      .flatMap((text) =>
        [
          { lat: 30.27, lon: -97.74 },
          { lat: 37.77, lon: -122.42 },
          { lat: 25.77, lon: -80.19 },
        ].flatMap((near) => vicinage.suggest(text, { near, limit: 8 })),
      )
      .flatMap(({ label }) => /^(.*), ([^,]+), ([A-Z]{2}) (\d{5})$/.exec(label) ?? [])
    const houses = []
    for (let i = 0; i < labels.length; i += 5) houses.push(labels.slice(i + 1, i + 5))
    expect(houses.length).toBeGreaterThan(40)
    let found = 0
    for (const [street, city, state, zip] of houses) {
      const texts = [
        `${street}, ${city}, ${state} 00000`,
        `${street}, ${city}, ${state} ${Number(zip) + 1}`,
        `${street}, ${state === 'TX' ? 'Round Rock' : state === 'CA' ? 'Oakland' : 'Hialeah'}, ${state} ${zip}`,
        `${street}, Xqztville, ${state} ${zip}`,
        `${street}, ${city}, ${state === 'TX' ? 'FL' : 'TX'} ${zip}`,
      ]
      for (const text of texts) {
        const answer = vicinage.geocode(text)
        const area = text.split(', ').slice(1).join(', ')
        if (!answer.ok || answer.label.endsWith(area)) continue
        found++
        expect(answer.note, `${text}: ${answer.label}`).not.toBeNull()
      }
    }
    expect(found).toBeGreaterThan(100)
  })
})

describe('the note about a place that is not where the text says', () => {
  const elsewhereOf = (text: string) => {
    const { answer, elsewhere } = getLocator(vicinage).locate(text)
    return answer.ok ? (elsewhere?.text ?? null) : expect.fail(answer.message)
  }

  it.each([
    ['Beverly Hills, FL 90210', 'ZIP 90210 is not in FL'],
    ['1100 Congress Ave, Austin, CA 78701', 'ZIP 78701 is not in CA'],
    ['1100 Congress Ave, Houston, TX 78701', 'listed under Austin, not under Houston.'],
    ['Rice University, Houston, TX 79936', 'which is not in ZIP 79936.'],
    ['Rice University, Houston, TX 00000', 'The ZIP 00000 is not known'],
    ['100 Congress Ave, Austin, TX 00001', 'The ZIP 00001 is not known: the place is in ZIP 78701.'],
    ['9200 Broadway St, San Antonio, TX 78217', 'The place is in ZIP 78215, not in 78217.'],
    ['12 Nosuch St, Irvine, CA 92714', 'The ZIP 92714 is not known'],
  ])('states the difference: %s', (text, words) => {
    expect(elsewhereOf(text)).toContain(words)
  })

  // In each of these addresses, the city or the ZIP is the right one, a neighboring one or unknown.
  it.each([
    '405 Biltmore Way, Coral Gables, FL 33134',
    '228 Dimmick Ave, Los Angeles, CA',
    '6000 Sunset Blvd, Hollywood, CA 90028',
    '100 Congress Ave, Round Rock, TX 78701',
    '1500 Marilla St, Dallas, TX 75201',
    '100 Congress Ave, Xqztville, TX 78701',
    '1100 Congress Ave, Austin, TX 78701',
    'Hyde Park, Austin, TX 78751',
  ])('is omitted for a neighboring city or ZIP: %s', (text) => {
    expect(elsewhereOf(text)).toBeNull()
  })

  it('is added only for places far from the center of the ZIP or city in the text', () => {
    const texts = ['100 Main St, Houston', '100 Oak St, San Francisco', '100 Washington Ave, Miami Beach'].flatMap(
      (street) =>
        ['77002', '77009', '77096', '94102', '94117', '94122', '33139', '33140', '33180'].map(
          (zip) => `${street} ${zip}`,
        ),
    )
    let differs = 0
    for (const text of texts) {
      const answer = vicinage.geocode(text)
      const area = vicinage.geocode(text.slice(-5))
      if (!answer.ok || !area.ok || !/\d{5}$/.test(answer.label)) continue
      if (elsewhereOf(text) === null) continue
      differs++
      expect(metersApart(answer, area), text).toBeGreaterThan(area.radius)
    }
    expect(differs).toBeGreaterThan(3)
  })
})

describe('a misspelled name', () => {
  it.each([
    ['Georgtown Texas', 'Georgetown, TX'],
    ['Georgtown Texs', 'Georgetown, TX'],
    ['Sacramentoo California', 'Sacramento, CA'],
    ['Miamii Florida', 'Miami, FL'],
    ['12 Elm St, Sacramentoo, CAA', 'Sacramento, CA'],
    ['12 Elm St, Georgtown Texas', 'Georgetown, TX'],
    ['12 Nosuch St Georgtown Texas', 'Georgetown, TX'],
  ])('is corrected if the full or misspelled name of its state follows without a comma: %s', (text, label) => {
    expect(vicinage.geocode(text)).toMatchObject({ ok: true, label: expect.stringContaining(label) })
    expect(noteOn(text)?.text).toMatch(/Read ".*" as/)
  })

  // One letter is left out of each name.
  it('resolves to the same city with the full state name as with the state code', () => {
    const names = ['a', 'be', 'ca', 'de', 'el', 'fo', 'ge', 'la', 'mi', 'pa', 'ro', 'sa', 'wa'].flatMap((text) =>
      vicinage.suggest(text, { limit: 12 }).filter(({ layer }) => layer === 'city'),
    )
    const states: Record<string, string> = { TX: 'Texas', CA: 'California', FL: 'Florida' }
    for (const { label } of names) {
      const [name, state] = label.split(', ') as [string, string]
      if (name.length < 7) continue
      const typed = name.slice(0, 4) + name.slice(5)
      const byCode = vicinage.geocode(`${typed}, ${state}`)
      const inFull = vicinage.geocode(`${typed} ${states[state]}`)
      if (byCode.ok && byCode.layer === 'city') expect(inFull.label, `${typed} ${states[state]}`).toBe(byCode.label)
    }
  })

  it.each(['12 Elm St, FRANKREICH 75001', 'ALEMANIA 75001', '1 Rue de Lille, Italie 90001'])(
    'is not mistaken for a city near the ZIP if it is the name of a country: %s',
    (text) => expect(vicinage.geocode(text)).toMatchObject({ ok: false, code: 'address_abroad' }),
  )
})
