import { describe, expect, it } from 'vitest'
import { withoutLookAlikes } from '../../../src/answers/geocode/parse/look-alikes.ts'
import { parseAddress, parseMisspelled } from '../../../src/answers/geocode/parse/parse-address.ts'
import { readableText } from '../../../src/answers/geocode/parse/typed-text.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { builtVicinage } from '../../library/built.ts'

/** Returns the parsed parts in one line: `900 | N | CONGRESS | AVE | - | AUSTIN`. */
function read(text: string, parsed = parseAddress(text)) {
  const { number, predirectional, street, suffix, postdirectional, unit, crossStreet, city } = parsed
  const crossing = crossStreet && [crossStreet.predirectional, crossStreet.street, crossStreet.suffix]
  return [number, predirectional, street, suffix, postdirectional, unit, city, ...(crossing ?? [])]
    .map((part) => part?.text ?? '-')
    .join(' | ')
}

describe('addresses as people type them', () => {
  it.each([
    // Intersections of numbered streets.
    ['NW 9 Ave & NW 6 St, Miami, FL', '- | NW | 9TH | AVE | - | - | MIAMI | NW | 6TH | ST'],
    ['SW 11 St & SW 14 Ave, Miami, FL', '- | SW | 11TH | ST | - | - | MIAMI | SW | 14TH | AVE'],
    ['NW 9 Ave and W Flagler St, Miami, FL', '- | NW | 9TH | AVE | - | - | MIAMI | W | FLAGLER | ST'],
    ['3 st & 4 ave, Miami, FL', '- | - | 3RD | ST | - | - | MIAMI | - | 4TH | AVE'],
    ['corner of 21 Ave and 2 St, Miami, FL', '- | - | 21ST | AVE | - | - | MIAMI | - | 2ND | ST'],
    ['100 Oak St & 5 Ave, Miami, FL', '100 | - | OAK | ST | - | - | MIAMI | - | 5TH | AVE'],
    ['SW 41 St / SW 58 Ave, Miami, FL', '- | SW | 41ST | ST | - | - | MIAMI | SW | 58TH | AVE'],
    ['NE 3 Ave @ NE 37 St, Miami, FL', '- | NE | 3RD | AVE | - | - | MIAMI | NE | 37TH | ST'],
    ['W 6 and Lamar, Austin, TX', '- | W | 6TH | - | - | - | AUSTIN | - | LAMAR | -'],
    ['7 & Lamar, Austin, TX', '- | - | 7TH | - | - | - | AUSTIN | - | LAMAR | -'],
    ['Lamar & E 11, Austin, TX', '- | - | LAMAR | - | - | - | AUSTIN | E | 11TH | -'],
    ['W 6th x Lamar, Austin, TX', '- | W | 6TH | - | - | - | AUSTIN | - | LAMAR | -'],
    ['Elm St x 5 Ave, Austin, TX', '- | - | ELM | ST | - | - | AUSTIN | - | 5TH | AVE'],
    ['500 X St, Sacramento, CA', '500 | - | X | ST | - | - | SACRAMENTO'],
    ['Lamar Blvd between 5th and 6th, Austin, TX', '- | - | LAMAR | BLVD | - | - | AUSTIN | - | 5TH | -'],
    ['between 5 and 6 on Lamar Blvd, Austin, TX', '- | - | LAMAR | BLVD | - | - | AUSTIN | - | 5TH | -'],
    ['Elm St btwn Oak & Ash, Austin, TX', '- | - | ELM | ST | - | - | AUSTIN | - | OAK | -'],
    ['900 Elm St between Oak and Ash, Austin, TX', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['1917 & 1919 Heron Dr, Austin, TX', '1917-1919 | - | HERON | DR | - | - | AUSTIN'],
    // Block numbers.
    ['1200-block Lamar Blvd, Austin, TX', '1200 | - | LAMAR | BLVD | - | - | AUSTIN'],
    ['12 hundred block of Lamar Blvd, Austin, TX', '1200 | - | LAMAR | BLVD | - | - | AUSTIN'],
    ['1200 (block) Lamar Blvd, Austin, TX', '1200 | - | LAMAR | BLVD | - | - | AUSTIN'],
    ['the 1200 block of W. Lamar Blvd, Austin, TX', '1200 | W | LAMAR | BLVD | - | - | AUSTIN'],
    ['1200 Blk. Lamar Blvd, Austin, TX', '1200 | - | LAMAR | BLVD | - | - | AUSTIN'],
    ['1200 Block of Lamar Blvd, Austin, TX', '1200 | - | LAMAR | BLVD | - | - | AUSTIN'],
    ['400 BLK W OAK RD, Austin, TX', '400 | W | OAK | RD | - | - | AUSTIN'],
    ['2500 block Elm St, Austin, TX', '2500 | - | ELM | ST | - | - | AUSTIN'],
    ['700blk Elm St, Austin, TX', '700 | - | ELM | ST | - | - | AUSTIN'],
    ['700 BK Elm St, Austin, TX', '700 | - | ELM | ST | - | - | AUSTIN'],
    ['700 bk. of Elm St, Austin, TX', '700 | - | ELM | ST | - | - | AUSTIN'],
    ['700 BL Elm St, Austin, TX', '700 | - | ELM | ST | - | - | AUSTIN'],
    ['700 (BLKS) Elm St, Austin, TX', '700 | - | ELM | ST | - | - | AUSTIN'],
    ['Block 700 of Elm St, Austin, TX', '700 | - | ELM | ST | - | - | AUSTIN'],
    ['700 Block St, Austin, TX', '700 | - | BLOCK | ST | - | - | AUSTIN'],
    // Directionals of two words, and letters with spaces.
    ['610 North West 8th Ave, Miami, FL', '610 | NW | 8TH | AVE | - | - | MIAMI'],
    ['610 South East Alder Ave, Miami, FL', '610 | SE | ALDER | AVE | - | - | MIAMI'],
    ['610 8th Ave North East, Miami, FL', '610 | - | 8TH | AVE | NE | - | MIAMI'],
    ['610 N West 8th Ave, Miami, FL', '610 | NW | 8TH | AVE | - | - | MIAMI'],
    ['610 South-West 8th Ave, Miami, FL', '610 | SW | 8TH | AVE | - | - | MIAMI'],
    ['610 N. E. 8th Ave, Miami, FL', '610 | NE | 8TH | AVE | - | - | MIAMI'],
    ['610 North-East Alder Ave, Miami, FL', '610 | NE | ALDER | AVE | - | - | MIAMI'],
    ['610 North West St, Miami, FL', '610 | N | WEST | ST | - | - | MIAMI'],
    ['1200 F M 620, Austin, TX', '1200 | - | FM 620 | - | - | - | AUSTIN'],
    ['1200 I H 35, Austin, TX', '1200 | - | INTERSTATE 35 | - | - | - | AUSTIN'],
    ['1200 R M 620, Austin, TX', '1200 | - | RM 620 | - | - | - | AUSTIN'],
    ['1200 S R 54, Tampa, FL', '1200 | - | STATE ROAD 54 | - | - | - | TAMPA'],
    ['9 P G A Blvd, Palm Beach Gardens, FL', '9 | - | PGA | BLVD | - | - | PALM BEACH GARDENS'],
    ['9 L B J Fwy, Dallas, TX', '9 | - | LBJ | FWY | - | - | DALLAS'],
    // Numbers joined to a street, a unit or another number by a hyphen or slash.
    ['410-19th St, Oakland, CA', '410 | - | 19TH | ST | - | - | OAKLAND'],
    ['410-19 St, Oakland, CA', '410 | - | 19TH | ST | - | - | OAKLAND'],
    ['2210/3 Heron Dr, Austin, TX', '2210 | - | HERON | DR | - | - | AUSTIN'],
    ['#305-2207 Heron Lake Ct, Austin, TX', '2207 | - | HERON LAKE | CT | - | # 305 | AUSTIN'],
    ['Apt 5-2207 Heron Lake Ct, Austin, TX', '2207 | - | HERON LAKE | CT | - | APT 5 | AUSTIN'],
    ['12-34 Heron Dr, Austin, TX', '12-34 | - | HERON | DR | - | - | AUSTIN'],
    ['1/2 Heron Dr, Austin, TX', '1/2 | - | HERON | DR | - | - | AUSTIN'],
    ['410-Heron Dr, Austin, TX', '410 | - | HERON | DR | - | - | AUSTIN'],
    ['2210/B Heron Dr, Austin, TX', '2210 | - | HERON | DR | - | - | AUSTIN'],
    ['410-21 Ave, San Francisco, CA', '410 | - | 21ST | AVE | - | - | SAN FRANCISCO'],
    ['2210-B Heron Dr, Austin, TX', '2210-B | - | HERON | DR | - | - | AUSTIN'],
    ['Heron St/Elm Ave, Austin, TX', '- | - | HERON | ST | - | - | AUSTIN | - | ELM | AVE'],
    // Zeros typed as letters.
    ['8OO Elm St, Austin, TX', '800 | - | ELM | ST | - | - | AUSTIN'],
    ['1O1 Elm St, Austin, TX', '101 | - | ELM | ST | - | - | AUSTIN'],
    ['800 1Oth St, Austin, TX', '800 | - | 10TH | ST | - | - | AUSTIN'],
    ['800 E 2Oth St, Austin, TX', '800 | E | 20TH | ST | - | - | AUSTIN'],
    ['8OO l4th St, Austin, TX', '800 | - | 14TH | ST | - | - | AUSTIN'],
    ['800 I5th St, Austin, TX', '800 | - | 15TH | ST | - | - | AUSTIN'],
    ['8l0 Elm St, Austin, TX', '810 | - | ELM | ST | - | - | AUSTIN'],
    ['1OOO Elm St, Austin, TX', '1000 | - | ELM | ST | - | - | AUSTIN'],
    ['800 I 35, Austin, TX', '800 | - | INTERSTATE 35 | - | - | - | AUSTIN'],
    ['800 Loop 1, Austin, TX', '800 | - | LOOP 1 | - | - | - | AUSTIN'],
    // A country before the ZIP.
    ['900 Elm St, Austin, TX, USA 78701', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 Elm St, Austin, Texas US 78701', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 US 290, Austin, TX 78701', '900 | - | US HIGHWAY 290 | - | - | - | AUSTIN'],
    // Placeholders for missing values.
    ['900 Elm St, Austin, TX, NULL', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 Elm St, Austin, nan 78701', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 Elm St, Austin, TX N/A', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 Elm St, None, Austin, TX', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 Elm St, Austin, TX 78701.0', '900 | - | ELM | ST | - | - | AUSTIN'],
    // A one typed as a letter, and letters in the ZIP.
    ['l20 Elm St, Austin, TX', '120 | - | ELM | ST | - | - | AUSTIN'],
    ['I00 Elm St, Austin, TX', '100 | - | ELM | ST | - | - | AUSTIN'],
    ['lO5 Elm St, Austin, TX', '105 | - | ELM | ST | - | - | AUSTIN'],
    ['900 Elm St, Austin, TX 7870l', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 Elm St, Austin, TX 787O1', '900 | - | ELM | ST | - | - | AUSTIN'],
    // Numbers in words, two numbers, and block numbers in other positions.
    ['One Hundred Elm St, Austin, TX', '100 | - | ELM | ST | - | - | AUSTIN'],
    ['Twelve Hundred Elm St, Austin, TX', '1200 | - | ELM | ST | - | - | AUSTIN'],
    ['Hundred Oaks Dr, Austin, TX', '- | - | HUNDRED OAKS | DR | - | - | AUSTIN'],
    ['900 to 904 Elm St, Austin, TX', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900, 904 Elm St, Austin, TX', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 - 904 Elm St, Austin, TX', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 100 St, Austin, TX', '900 | - | 100TH | ST | - | - | AUSTIN'],
    ['#12-904 N Elm St, Austin, TX', '904 | N | ELM | ST | - | # 12 | AUSTIN'],
    ['900 Broadway near the park, Austin, TX', '900 | - | BROADWAY | - | - | - | AUSTIN'],
    ['Elm Street 900, 78701 Austin', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['N Elm Ave 12, 33602 Tampa', '12 | N | ELM | AVE | - | - | TAMPA'],
    ['900.0 Elm St, Austin, TX', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900-bk Elm St, Austin, TX', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900bl Elm St, Austin, TX', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['Elm St 900 block, Austin, TX', '900 | - | ELM | ST | - | - | AUSTIN'],
    // Hints about the location, and other separators.
    ['900 Elm St near Oak Ave, Austin, TX', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 Elm St opposite City Hall, Austin, TX', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 Elm St / Austin / TX', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 Elm St, Austin, T X', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 Elm St, Austin, TX 78701, Travis County', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['900 Elm St Austin Texas Travis County', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['City Hall, 900, Elm Street, Austin, TX', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['78701, 900 Elm St', '900 | - | ELM | ST | - | - | -'],
  ])('are parsed like their standard form: %s', (text, parts) => {
    expect(read(text)).toBe(parts)
  })

  it('are parsed with the position of each part in the input', () => {
    const input = '410-19th St, Oakland, CA 94612.0'
    const { number, street, zip } = parseAddress(input)
    expect([number, street, zip].map((part) => input.slice(part!.start, part!.end))).toEqual(['410', '19th', '94612.0'])
  })
})

describe('an address that starts with its city', () => {
  const lexicon = { isCity: (name: string) => name === 'AUSTIN' || name === 'ROUND ROCK' }

  it.each([
    ['Austin, 900 Elm St', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['Round Rock - 900 Elm St', '900 | - | ELM | ST | - | - | ROUND ROCK'],
    ['Austin 78701, 900 Elm St', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['Austin TX: 900 Elm St', '900 | - | ELM | ST | - | - | AUSTIN'],
    ['Pfluger Hall, 900 Elm St', '900 | - | ELM | ST | - | - | -'],
  ])('is parsed as if the street came first: %s', (text, parts) => {
    expect(read(text, parseAddress(text, lexicon))).toBe(parts)
  })
})

describe('readableText()', () => {
  it.each([
    ['900%20Elm%20St%2C%20Austin', '900 Elm St, Austin'],
    ['900+Elm+St,+Austin', '900 Elm St, Austin'],
    ['1,900 Elm St, Austin', '1900 Elm St, Austin'],
    ['12,345 Elm St', '12345 Elm St'],
  ])('decodes %s', (text, plain) => {
    expect(readableText(text)).toBe(plain)
  })

  it.each(['100%', '9%ZZElm', '5+5', '12, 100 Elm St', '30.1,-97.2', '%E0%A4%A'])('leaves %s unchanged', (text) => {
    expect(readableText(text)).toBe(text)
  })
})

describe('a misspelled street suffix', () => {
  it.each([
    ['700 Lamar Avanue, Austin, TX', 'LAMAR | AVE'],
    ['700 Lamar Aveneu, Austin, TX', 'LAMAR | AVE'],
    ['700 N Lamar Raod, Austin, TX', 'LAMAR | RD'],
    ['700 Lamar Stret, Austin, TX', 'LAMAR | ST'],
    ['700 Lamar Steet, Austin, TX', 'LAMAR | ST'],
    ['700 Lamar Bouelvard, Austin, TX', 'LAMAR | BLVD'],
    ['700 Lamar Drvie, Austin, TX', 'LAMAR | DR'],
    ['700 Lamar Corut, Austin, TX', 'LAMAR | CT'],
    ['700 Lamar Cirlce, Austin, TX', 'LAMAR | CIR'],
    ['700 Lamar Parkwya, Austin, TX', 'LAMAR | PKWY'],
    ['700 Lamar Boulvard, Austin, TX', 'LAMAR | BLVD'],
    ['700 Lamar Terace, Austin, TX', 'LAMAR | TER'],
    ['700 Lamar Streeet, Austin, TX', 'LAMAR | ST'],
    ['700 Lamar Hihgway, Austin, TX', 'LAMAR | HWY'],
    ['700 Lamar Laen, Austin, TX', 'LAMAR | LN'],
    ['700 Lamar Blvdd, Austin, TX', 'LAMAR | BLVD'],
    ['700 Lamar Bvld, Austin, TX', 'LAMAR | BLVD'],
    ['700 Lamar Avve, Austin, TX', 'LAMAR | AVE'],
    ['700 Lamar Rdd, Austin, TX', 'LAMAR | RD'],
  ])('is corrected in %s', (text, street) => {
    expect(read(text, parseMisspelled(text)!)).toContain(street)
  })

  it.each(['700 Lamar Plaza, Austin, TX', '700 Lamar Ave, Austin, TX', '700 Broadway, Austin, TX', 'Elm Stret'])(
    'is not assumed in %s',
    (text) => {
      expect(parseMisspelled(text)).toBeNull()
    },
  )
})

describe('letters from other alphabets that look Latin', () => {
  it.each([
    ['𝟕𝟎𝟎 𝐋𝐚𝐦𝐚𝐫 𝐀𝐯𝐞', '700 Lamar Ave'],
    ['７００ Ｌａｍａｒ Ａｖｅ', '700 Lamar Ave'],
    ['700 Lаmаr Аve', '700 Lamar Ave'],
    ['٧٠٠ Lamar Ave', '700 Lamar Ave'],
    ['७०० Lamar Ave', '700 Lamar Ave'],
    ['700 Cliﬀ Ave', '700 Cliff Ave'],
  ])('are replaced in %s', (text, plain) => {
    expect(withoutLookAlikes(text)).toBe(plain)
  })

  it.each(['700 Lamar Ave', 'La Cañada, CA', '700 ½ Elm St', "30°16'02″ N", 'Москва', '12 Ελλάδα'])(
    'are left unchanged in %s',
    (text) => {
      expect(withoutLookAlikes(text)).toBe(text)
    },
  )
})

const vicinage = await builtVicinage()

describe('shortened or misspelled names', () => {
  it.each([
    ['Boynton, FL', 'Boynton Beach, FL'],
    ['Delray, FL', 'Delray Beach, FL'],
    ['Pompano, FL', 'Pompano Beach, FL'],
    ['La Canada, CA', 'La Cañada Flintridge, CA'],
    ['Manhattan, CA', 'Manhattan Beach, CA'],
    ['Corpus, TX', 'Corpus Christi, TX'],
    ['Huntington, CA', 'Huntington Beach, CA'],
    ['Deerfield, FL', 'Deerfield Beach, FL'],
    ['New Smyrna, FL', 'New Smyrna Beach, FL'],
    ['Redondo, CA', 'Redondo Beach, CA'],
    ['Boca, FL', 'Boca Raton, FL'],
    ['Seal, CA', 'Seal Beach, CA'],
    ['Mtn View, CA', 'Mountain View, CA'],
  ])('resolve to the intended city: %s', (text, label) => {
    expect(vicinage.geocode(text).label).toBe(label)
  })

  it.each([
    '6700 S IH 35 NB Frontage Rd, Austin, TX',
    '6700 S IH 35 Frntg Rd, Austin, TX',
    '6700 S I-35 Access Rd, Austin, TX',
    '6700 S Interstate 35 Service Road, Austin, TX',
    '6700 S IH 35 SB, Austin, TX',
    '6700 S IH 35 Northbound Svc Rd, Austin, TX',
  ])('resolve to the highway of a frontage road: %s', (text) => {
    expect(vicinage.geocode(text)).toMatchObject({ layer: 'street', label: '6700 S Interstate 35, Austin, TX 78745' })
  })

  it.each([
    ['900 block of Congress Ave, Austin', '900 Congress Ave, Austin, TX 78701'],
    ['block 900 of Congress Ave, Austin', '900 Congress Ave, Austin, TX 78701'],
    ['9 hundred block Congress Ave, Austin', '900 Congress Ave, Austin, TX 78701'],
    ['900 Congress Ave near E 9th St, Austin', '900 Congress Ave, Austin, TX 78701'],
    ['900 Congress Ave between 9th and 10th, Austin', '900 Congress Ave, Austin, TX 78701'],
    ['Mission St between 24th & 25th, San Francisco', '24th St & Mission St, San Francisco, CA 94110'],
    ['between 24 and 25 on Mission, San Francisco', '24th St & Mission St, San Francisco, CA 94110'],
  ])('are found with a city but without a state: %s', (text, label) => {
    expect(vicinage.geocode(text).label).toBe(label)
  })

  it.each([
    'Martin Luther King Jr. Middle School, Berkeley, CA',
    'King Jr., Martin Luther Middle School, Berkeley, CA',
    'King, Martin Luther Jr. Middle School, Berkeley, CA',
  ])('resolve to a school whose record lacks "Jr.": %s', (text) => {
    expect(vicinage.geocode(text)).toMatchObject({
      layer: 'public_place',
      label: expect.stringContaining('1781 Rose St'),
    })
  })

  it.each([
    ['Lowell High School, CA 94132', 'Lowell High, 1101 Eucalyptus Dr'],
    ['Eanes Elementary 78746', 'Eanes Elementary, 4101 Bee Cave Rd'],
    // The school is in West Lake Hills, but its address says Austin.
    ['Eanes Elementary, West Lake Hills, TX', 'Eanes Elementary, 4101 Bee Cave Rd'],
    ['Lowel High School, San Francisco, CA', 'Lowell High, 1101 Eucalyptus Dr'],
    ['Lowell High, San Fransisco, CA', 'Lowell High, 1101 Eucalyptus Dr'],
  ])('resolve to a school by its ZIP, the surrounding city or a misspelled name: %s', (text, start) => {
    expect(vicinage.geocode(text)).toMatchObject({ layer: 'public_place', label: expect.stringContaining(start) })
  })

  it.each([
    ['KIPP 3D Academy, Houston, TX', 'Kipp 3D Academy'],
    ['KIPP Austin Academy of Arts & Letters, Austin, TX', 'Kipp Austin Academy of Arts Letters'],
    ['Burbank (Luther) Elementary, Artesia, CA', 'Burbank Luther Elementary'],
    // The address of the school says North Hollywood, which is a part of Los Angeles.
    ['Lankershim Elementary, Los Angeles, CA', 'Lankershim Elementary, 5250 Bakman Ave'],
  ])(
    'resolve to a school if the name looks like an address or the school is in a part of the city: %s',
    (text, start) => {
      expect(vicinage.geocode(text)).toMatchObject({ layer: 'public_place', label: expect.stringContaining(start) })
    },
  )

  it.each([
    ['228 Dimmick Ave, Los Angeles, CA', '228 Dimmick Ave, Venice, CA 90291'],
    ['12000 Van Nuys Blvd, Los Angeles, CA', '12000 Van Nuys Blvd, Sylmar, CA 91342'],
    ['6800 Lennox Ave, Los Angeles', '6800 Lennox Ave, Van Nuys, CA 91405'],
    ['12401 Laguardia Ln, Austin, TX', '12401 Laguardia Ln, Del Valle, TX 78617'],
    // Santa Monica is within the radius of Los Angeles but is a separate city.
    ['1400 Wilshire Blvd, Los Angeles, CA', '1400 Wilshire Blvd, Los Angeles, CA 90017'],
    ['1000 Montana Ave, Los Angeles, CA', 'Los Angeles, CA'],
  ])('resolve to a part of the city whose addresses contain another city name: %s', (text, label) => {
    expect(vicinage.geocode(text).label).toBe(label)
  })

  it('resolve to the intended street with and without ZIP, city and suffix', () => {
    const { lat, lon } = vicinage.geocode('1100 Congress Ave, Austin, TX 78701')
    for (const street of ['Congres Ave', 'Congerss Ave', 'Conggress Avenue', 'Congrass', 'Cogress Av'])
      for (const city of ['Austin, TX 78701', 'Austin, TX', '78701', 'TX 78701', 'Austin']) {
        const answer = vicinage.geocode(`1100 ${street}, ${city}`)
        expect([answer.layer, answer.lat, answer.lon], `${street}, ${city}`).toEqual(['street', lat, lon])
        expect(answer.radius).toBeGreaterThanOrEqual(1500)
      }
  })

  it.each(['Main St', 'Congress Ave', 'Grand Ave', 'Main St near Houston', 'Arlington Way'])(
    'do not resolve to a landmark on the street: %s',
    (text) => {
      expect(vicinage.geocode(text).layer).not.toBe('landmark')
    },
  )

  it('never resolve to a distant place', () => {
    const { lat, lon } = vicinage.geocode('Palos Verdes, CA')
    expect(Math.abs(lat! - 33.77) + Math.abs(lon! + 118.37)).toBeLessThan(0.15)
  })

  it.each(['8th Street', '26th Street', '9th Street', '16th St', '60th Street'])(
    'are not read as "Sixth": %s',
    (text) => {
      expect(vicinage.geocode(text).label ?? '').not.toMatch(/Sixth/)
    },
  )

  it.each([
    'McCoppin, Frank Elementary School, San Francisco, CA',
    'Key, Francis Scott Elementary School, San Francisco, CA',
    'Sloat, Commodore Elementary School, San Francisco, CA',
    'Hoover, Herbert Middle School, San Francisco, CA',
    'Denman, James Middle School, San Francisco, CA',
  ])('resolve to a school typed with the last name first: %s', (text) => {
    expect(vicinage.geocode(text).layer).toBe('public_place')
  })
})

describe('an intersection of two streets without suffixes', () => {
  // Positions are from general knowledge, accurate to about 50 m.
  it.each([
    ['Hollywood and Vine, Los Angeles', 34.1016, -118.3267],
    ['Sunset & Vine, Los Angeles, CA', 34.0981, -118.3267],
    ['Hollywood @ Highland, Los Angeles', 34.1016, -118.3387],
    ['Wilshire and Western, Los Angeles', 34.0619, -118.309],
    ['Crenshaw & Slauson, Los Angeles', 33.9889, -118.3306],
    ['Haight and Ashbury, San Francisco', 37.7699, -122.4469],
    ['corner of 16th and Mission, San Francisco', 37.765, -122.4197],
    ['Columbus & Broadway, San Francisco', 37.7979, -122.4066],
    ['Shattuck and University, Berkeley, CA', 37.8722, -122.2684],
    ['Guadalupe and 24th, Austin', 30.2879, -97.7418],
  ])('is located where the houses of both streets meet: %s', (text, lat, lon) => {
    const answer = vicinage.geocode(text)
    expect(answer.layer).toBe('street')
    expect(metersBetween(answer.lat!, answer.lon!, lat, lon)).toBeLessThan(answer.radius!)
  })

  it('resolves to the city if the streets do not meet', () => {
    expect(vicinage.geocode('Haight and Taraval, San Francisco').layer).toBe('city')
  })
})

describe('the explanation of a geocoding answer', () => {
  it('states how the address was parsed, which lookups were tried and how the search ended', () => {
    const { explanation } = vicinage.geocode('900 Congress Avanue, Austin, TX', { explain: true })
    expect(explanation!.parts).toContainEqual({ part: 'suffix', given: 'Avanue', read: 'AVE' })
    expect(explanation!.steps.map(({ code }) => code)).toEqual(['area', 'street_unknown', 'suffix_respelled', 'ended'])
  })

  it.each(['Atlantis', '30.2,-97.7', 'Delray, FL', '12 Nowhere Ln, Austin, TX 78701', '?', 'Zilker Park, Austin'])(
    'ends with the answer for %s',
    (text) => {
      const { explanation, ...answer } = vicinage.geocode(text, { explain: true })
      expect(answer).toEqual(vicinage.geocode(text))
      expect(explanation!.steps.at(-1)!.text).toContain(answer.label ?? 'Nothing was found')
    },
  )

  it.each([
    ['228 Dimmick Ave, Los Angeles, CA', 'city_around'],
    ['KIPP 3D Academy, Houston, TX', 'whole_name'],
  ])('states why the last attempt found the place: %s', (text, code) => {
    const { explanation } = vicinage.geocode(text, { explain: true })
    expect(explanation!.steps.map((step) => step.code)).toEqual(['area', expect.any(String), code, 'ended'])
  })

  it('lists words that belong to no part of the address', () => {
    const { explanation } = vicinage.geocode('900 Congress Ave behind the bank, Austin, TX', { explain: true })
    expect(explanation!.unread).toContain('bank')
  })

  it('is included only on request', () => {
    expect(vicinage.geocode('Austin, TX')).not.toHaveProperty('explanation')
  })
})
