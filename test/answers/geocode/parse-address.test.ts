import { describe, expect, it } from 'vitest'
import { type AddressPart, parseAddress } from '../../../src/answers/geocode/parse/parse-address.ts'
import { parseStreet } from '../../../src/answers/geocode/parse/street.ts'
import { type CityLexicon, normalizeCity } from '../../../src/answers/geocode/parse/tokens.ts'

/** Returns all parsed parts as `part=text`, in the order of an address. */
function read(address: string, lexicon?: CityLexicon): string {
  const { crossStreet, plus4, ...parts } = parseAddress(address, lexicon)
  const found = Object.entries(parts)
    .filter((entry): entry is [string, AddressPart] => entry[1] !== null)
    .map(([name, part]) => `${SHORT[name]}=${part.text}`)
  const crossing = Object.values(crossStreet ?? {}).flatMap((part) => (part ? [part.text] : []))
  return [
    ...found,
    ...(crossing.length > 0 ? [`x=${crossing.join(' ')}`] : []),
    ...(plus4 ? [`+4=${plus4}`] : []),
  ].join(' | ')
}

const SHORT: Readonly<Record<string, string>> = {
  number: 'no',
  predirectional: 'pre',
  street: 'st',
  suffix: 'suf',
  postdirectional: 'post',
  unit: 'unit',
  poBox: 'box',
  place: 'place',
  city: 'city',
  state: 'state',
  zip: 'zip',
}

describe('parseAddress() for a whole address', () => {
  it.each([
    [
      '742 Evergreen Terrace, Springfield, TX 75001',
      'no=742 | st=EVERGREEN | suf=TER | city=SPRINGFIELD | state=TX | zip=75001',
    ],
    [
      '12 n. oak st apt #4b, san josé, ca 95112-0012',
      'no=12 | pre=N | st=OAK | suf=ST | unit=APT 4B | city=SAN JOSE | state=CA | zip=95112 | +4=0012',
    ],
    [
      '12 OAK AVE SE MIAMI FL 331700012',
      'no=12 | st=OAK | suf=AVE | post=SE | city=MIAMI | state=FL | zip=33170 | +4=0012',
    ],
    ['12 Oak Ave 33170 0012', 'no=12 | st=OAK | suf=AVE | zip=33170 | +4=0012'],
    ['9 Elm Street, Albany, New York 12207', 'no=9 | st=ELM | suf=ST | city=ALBANY | state=NY | zip=12207'],
    ['9 Elm Street, New York, NY 10013, USA', 'no=9 | st=ELM | suf=ST | city=NEW YORK | state=NY | zip=10013'],
    ['9 Elm Street, New York 10013', 'no=9 | st=ELM | suf=ST | city=NEW YORK | zip=10013'],
    ['9 Elm St, Newark, NJ 7102', 'no=9 | st=ELM | suf=ST | city=NEWARK | state=NJ | zip=07102'],
    ['9 Elm St, Omaha, NE', 'no=9 | st=ELM | suf=ST | city=OMAHA | state=NE'],
    ['9 Elm St, NE', 'no=9 | st=ELM | suf=ST | post=NE'],
    ['9 Elm Ct', 'no=9 | st=ELM | suf=CT'],
    ['9 Elm Ct Hartford CT', 'no=9 | st=ELM | suf=CT | city=HARTFORD | state=CT'],
    [
      '9 Elm St Apt 3 CA San Diego 92101',
      'no=9 | st=ELM | suf=ST | unit=APT 3 | city=SAN DIEGO | state=CA | zip=92101',
    ],
    [
      '9 Elm St, Austin, TX, 78701 Austin 9 Elm St TX 78701',
      'no=9 | st=ELM | suf=ST | city=AUSTIN | state=TX | zip=78701',
    ],
    ['Example School, 9 Elm St, Austin, TX', 'no=9 | st=ELM | suf=ST | place=EXAMPLE SCHOOL | city=AUSTIN | state=TX'],
    ['Example Library, Austin, TX', 'place=EXAMPLE LIBRARY | city=AUSTIN | state=TX'],
    [
      '1 Example Tower Plaza 500 Elm St Austin TX',
      'no=500 | st=ELM | suf=ST | place=1 EXAMPLE TOWER PLAZA | city=AUSTIN | state=TX',
    ],
    // The ZIP comes before the city, is joined to the state or is followed by other text. Or the street comes last.
    ['9 Elm St, 78701 Austin, TX', 'no=9 | st=ELM | suf=ST | city=AUSTIN | state=TX | zip=78701'],
    ['9 Elm St, Apt 3, 78701 Austin', 'no=9 | st=ELM | suf=ST | unit=APT 3 | city=AUSTIN | zip=78701'],
    ['9 Elm St, Austin TX78701', 'no=9 | st=ELM | suf=ST | city=AUSTIN | state=TX | zip=78701'],
    ['9 Elm St, Austin TX787011234', 'no=9 | st=ELM | suf=ST | city=AUSTIN | state=TX | zip=78701 | +4=1234'],
    ['9 Elm St, Austin, TX, Zip Code: 78701', 'no=9 | st=ELM | suf=ST | city=AUSTIN | state=TX | zip=78701'],
    ['9 Elm St, Austin, TX 78701, (512) 555-0100', 'no=9 | st=ELM | suf=ST | city=AUSTIN | state=TX | zip=78701'],
    ['Austin, TX 78701\n9 Elm St', 'no=9 | st=ELM | suf=ST | city=AUSTIN | state=TX | zip=78701'],
    ['Round Rock, TX 78664, 9 Elm St', 'no=9 | st=ELM | suf=ST | city=ROUND ROCK | state=TX | zip=78664'],
    ['9 Elm Wy, 94941', 'no=9 | st=ELM | suf=WAY | zip=94941'],
    ['Austin, Texas, 9 Elm St Apt 3', 'no=9 | st=ELM | suf=ST | unit=APT 3 | city=AUSTIN | state=TX'],
    // A house number, although its five digits could be a ZIP of the state.
    [
      'Example School, 78701 Elm St, Austin, TX',
      'no=78701 | st=ELM | suf=ST | place=EXAMPLE SCHOOL | city=AUSTIN | state=TX',
    ],
    ['Sta. Example, CA', 'city=SANTA EXAMPLE | state=CA'],
    ['Springfield', 'city=SPRINGFIELD'],
    ['W. Palm Bch, FL', 'city=WEST PALM BEACH | state=FL'],
    ['Ft. Worth TX', 'city=FORT WORTH | state=TX'],
    ['90210', 'zip=90210'],
    ['texas', 'state=TX'],
    ['', ''],
    [' ,;# ', ''],
  ])('splits "%s" into its parts', (address, parts) => expect(read(address)).toBe(parts))
})

describe('parseAddress() for a house number', () => {
  it.each([
    ['45B Elm St', 'no=45B'],
    ['45 B Elmwood Grove Dr', 'no=45B'],
    ['45 B St', 'no=45 | st=B'],
    ['123 1/2 Elm St', 'no=123 1/2'],
    ['123½ Elm St', 'no=123 1/2'],
    ['123-1/2 Elm St', 'no=123 1/2'],
    ['94-210 Elm St', 'no=94-210'],
    ['100-102 Elm St', 'no=100-102'],
    ['100 & 102 Elm St', 'no=100-102'],
    ['One Elm St', 'no=1'],
    ['# 2 Elm St', 'no=2'],
    ['600 - 32nd Ave', 'no=600 | st=32ND'],
    ['123Elm St', 'no=123 | st=ELM'],
  ])('reads the number from "%s"', (address, parts) => expect(`${read(address)} |`).toContain(`${parts} |`))
})

describe('parseAddress() for a street', () => {
  it.each([
    ['16 AVE', 'st=16TH | suf=AVE'],
    ['123 16 AVE', 'no=123 | st=16TH | suf=AVE'],
    ['123 sixteenth avenue', 'no=123 | st=16TH | suf=AVE'],
    ['123 Forty-Second St', 'no=123 | st=42ND | suf=ST'],
    ['123 Twenty First St', 'no=123 | st=21ST | suf=ST'],
    ['123 W 1 ST', 'no=123 | pre=W | st=1ST | suf=ST'],
    ['123 E 112 ST', 'no=123 | pre=E | st=112TH | suf=ST'],
    ['123 N North Park Ave', 'no=123 | pre=N | st=NORTH PARK | suf=AVE'],
    ['123 North Ave', 'no=123 | st=NORTH | suf=AVE'],
    ['123 E West Hwy', 'no=123 | st=EAST WEST | suf=HWY'],
    ['123 West Virginia Dr', 'no=123 | st=WEST VIRGINIA | suf=DR'],
    ['123 N.E. Elm St', 'no=123 | pre=NE | st=ELM | suf=ST'],
    ['123 Elm St S. W.', 'no=123 | st=ELM | suf=ST | post=SW'],
    ['123 Elm Rd, NW, Austin, TX', 'no=123 | st=ELM | suf=RD | post=NW | city=AUSTIN | state=TX'],
    ['123 Avenue E', 'no=123 | st=AVENUE E'],
    ['123 AVE E SE', 'no=123 | st=AVENUE E | post=SE'],
    ['123 Avenue of the Examples', 'no=123 | st=AVENUE OF THE EXAMPLES'],
    ['123 E 3300 S', 'no=123 | pre=E | st=3300 | post=S'],
    ['123 St. John St', 'no=123 | st=SAINT JOHN | suf=ST'],
    ['123 Mt Example Rd', 'no=123 | st=MOUNT EXAMPLE | suf=RD'],
    ['123 Dr. M.L. King Jr. Blvd', 'no=123 | st=MARTIN LUTHER KING | suf=BLVD'],
    ['123 Martin Luther King, Jr. Blvd, Austin', 'no=123 | st=MARTIN LUTHER KING | suf=BLVD | city=AUSTIN'],
    ['123 Reverend Martin L King Way', 'no=123 | st=MARTIN LUTHER KING | suf=WAY'],
    ['123 MLK Blvd', 'no=123 | st=MARTIN LUTHER KING | suf=BLVD'],
    ['123 Martin Luther King Drive', 'no=123 | st=MARTIN LUTHER KING | suf=DR'],
    ['123 Calle Ejemplo', 'no=123 | st=CALLE EJEMPLO'],
    ['123 Vía del Ejemplo', 'no=123 | st=VIA DEL EJEMPLO'],
    ['123 Ave. de los Ejemplos', 'no=123 | st=AVENIDA DE LOS EJEMPLOS'],
    ['123 Ave P 1/2, Austin', 'no=123 | st=AVENUE P 1/2 | city=AUSTIN'],
    ['123 IH-35 Frontage Rd', 'no=123 | st=INTERSTATE 35 FRONTAGE | suf=RD'],
    ['123 Avda de la Vista', 'no=123 | st=AVENIDA DE LA VISTA'],
    ['123 Camino Ejemplo San Diego CA', 'no=123 | st=CAMINO EJEMPLO | city=SAN DIEGO | state=CA'],
    ["123 O'Example Ln", 'no=123 | st=OEXAMPLE | suf=LN'],
    ['123 21st Avenue Pl', 'no=123 | st=21ST AVENUE | suf=PL'],
  ])('reads the street from "%s"', (address, parts) => expect(read(address)).toBe(parts))
})

describe('parseAddress() for a numbered road', () => {
  it.each([
    ['123 State Road 7', 'STATE ROAD 7'],
    ['123 SR 7', 'STATE ROAD 7'],
    ['123 SR-7', 'STATE ROAD 7'],
    ['123 State Rte 7', 'STATE ROAD 7'],
    ['123 Florida 7', 'STATE ROAD 7'],
    ['123 CA-7', 'STATE ROAD 7'],
    ['123 S.R. 7', 'STATE ROAD 7'],
    ['123 FM 1960', 'FM 1960'],
    ['123 FM1960 Rd', 'FM 1960'],
    ['123 Farm to Market Road 1960', 'FM 1960'],
    ['123 Farm-to-Market Rd 1960', 'FM 1960'],
    ['123 RR 620', 'RM 620'],
    ['123 R.R. 620', 'RM 620'],
    ['123 Ranch Road 620', 'RM 620'],
    ['123 Private Rd 1234', 'PRIVATE ROAD 1234'],
    ['123 PR 1234', 'PRIVATE ROAD 1234'],
    ['123 Business 83', 'BUSINESS HIGHWAY 83'],
    ['123 Beltway 8', 'BELTWAY 8'],
    ['123 CR 12', 'COUNTY ROAD 12'],
    ['123 Co Rd 12', 'COUNTY ROAD 12'],
    ['123 County Road MM', 'COUNTY ROAD MM'],
    ['123 US Hwy 1', 'US HIGHWAY 1'],
    ['123 U.S. Highway No. 1', 'US HIGHWAY 1'],
    ['123 US1', 'US HIGHWAY 1'],
    ['123 US Highway One', 'US HIGHWAY 1'],
    ['123 I-10', 'INTERSTATE 10'],
    ['123 Interstate 10', 'INTERSTATE 10'],
    ['123 Highway One', 'HIGHWAY 1'],
    ['123 Hwy 98', 'HIGHWAY 98'],
    ['123 Rte 98', 'HIGHWAY 98'],
    ['123 Old Hwy 98', 'OLD HIGHWAY 98'],
    ['123 A1A', 'STATE ROAD A1A'],
    ['123 Loop 410', 'LOOP 410'],
  ])('normalizes "%s"', (address, name) => {
    const { number, street, suffix } = parseAddress(`${address}, Austin, TX`)
    expect([number?.text, street?.text, suffix]).toEqual(['123', name, null])
    // Without a comma after the road, a directional before the city is still recognized.
    const parsed = parseAddress(`${address} N Austin TX`)
    expect([parsed.street?.text, parsed.postdirectional?.text, parsed.city?.text]).toEqual([name, 'N', 'AUSTIN'])
  })
})

describe('parseAddress() for a unit', () => {
  it.each([
    ['APT 4', 'APT 4'],
    ['Apartment 4-B', 'APT 4-B'],
    ['# 4', '# 4'],
    ['#4B', '# 4B'],
    ['# APT 4', 'APT 4'],
    ['Suite No. 4', 'STE 4'],
    ['STE200', 'STE 200'],
    ['Unit A', 'UNIT A'],
    ['4th Floor', 'FL 4TH'],
    ['second floor', 'FL 2ND'],
    ['Bldg 3, Ste 15', 'BLDG 3 STE 15'],
    ['Rear', 'REAR'],
    ['M-9', 'M-9'],
    ['Lot 17', 'LOT 17'],
  ])('reads "%s" after the street, with and without commas', (written, unit) => {
    for (const address of [`12 Elm St, ${written}, Austin, TX 78701`, `12 Elm St ${written} Austin TX 78701`])
      expect(read(address)).toBe(`no=12 | st=ELM | suf=ST | unit=${unit} | city=AUSTIN | state=TX | zip=78701`)
  })

  it.each([
    ['Suite 4, 12 Elm St', 'STE 4'],
    ['# 4 - 12 Elm St', '# 4'],
    ['12 Apt 4 Elm St', 'APT 4'],
  ])('reads the unit before the house number or the street name: "%s"', (written, unit) =>
    expect(read(`${written}, Austin, TX`)).toBe(`no=12 | st=ELM | suf=ST | unit=${unit} | city=AUSTIN | state=TX`),
  )
})

describe('parseAddress() for a post-office box', () => {
  it.each([
    ['PO Box 12', 'PO BOX 12'],
    ['P.O. Box #12', 'PO BOX 12'],
    ['Post Office Box 12', 'PO BOX 12'],
    ['P O BOX 12', 'PO BOX 12'],
    ['RR 4 Box 28E', 'RR 4 BOX 28E'],
    ['RR4 Box 28E', 'RR 4 BOX 28E'],
    ['RR 4', 'RR 4'],
    ['HC 12 BOX # 3A', 'HC 12 BOX 3A'],
    ['Star Route 12 Box 2', 'HC 12 BOX 2'],
  ])('normalizes "%s"', (written, box) => {
    for (const address of [`${written}, Austin, TX 78701`, `${written} Austin TX 78701`])
      expect(read(address)).toBe(`box=${box} | city=AUSTIN | state=TX | zip=78701`)
  })

  it('is not misled by a street name that contains "Box"', () =>
    expect(read('12 Box Elder St')).toBe('no=12 | st=BOX ELDER | suf=ST'))
})

describe('parseAddress() for a street crossing', () => {
  it.each([
    ['5th & Main', 'st=5TH | x=MAIN'],
    ['5th St and Main St, Austin, TX', 'st=5TH | suf=ST | city=AUSTIN | state=TX | x=MAIN ST'],
    ['Corner of First and Elm St Austin TX', 'st=1ST | city=AUSTIN | state=TX | x=ELM ST'],
    ['N Elm St/W Oak Ave, Austin TX', 'pre=N | st=ELM | suf=ST | city=AUSTIN | state=TX | x=W OAK AVE'],
    ['I-10 & SR 53, Austin, TX', 'st=INTERSTATE 10 | city=AUSTIN | state=TX | x=STATE ROAD 53'],
    ['12 Peace & Plenty Ln', 'no=12 | st=PEACE & PLENTY | suf=LN'],
  ])('reads both streets, or one street whose name contains an ampersand: "%s"', (address, parts) =>
    expect(read(address)).toBe(parts),
  )
})

describe('parseAddress() for a city without a comma before it', () => {
  const lexicon: CityLexicon = {
    isCity: (name, state) =>
      state !== 'NY' && ['NORTH EXAMPLE', 'EXAMPLE', 'SAINT EXAMPLE', 'EXAMPLE CITY BEACH'].includes(name),
  }

  it.each([
    ['123 MAIN ST SAN ANTONIO TX', 'no=123 | st=MAIN | suf=ST | city=SAN ANTONIO | state=TX'],
    ['123 Main St St Louis MO', 'no=123 | st=MAIN | suf=ST | city=SAINT LOUIS | state=MO'],
    ['123 Main Saint Paul MN', 'no=123 | st=MAIN | city=SAINT PAUL | state=MN'],
    ['123 Main St West Palm Beach FL', 'no=123 | st=MAIN | suf=ST | city=WEST PALM BEACH | state=FL'],
    ['123 Elm Austin TX', 'no=123 | st=ELM | city=AUSTIN | state=TX'],
    ['123 Elm St N Austin TX', 'no=123 | st=ELM | suf=ST | post=N | city=AUSTIN | state=TX'],
    ['123 Main St Green Cove Springs FL', 'no=123 | st=MAIN | suf=ST | city=GREEN COVE SPRINGS | state=FL'],
  ])('splits "%s" without a lexicon', (address, parts) => expect(read(address)).toBe(parts))

  it.each([
    ['123 Elm St North Example TX', 'no=123 | st=ELM | suf=ST | city=NORTH EXAMPLE | state=TX'],
    ['123 Elm St North Example', 'no=123 | st=ELM | suf=ST | city=NORTH EXAMPLE'],
    ['123 Elm Grove Example City Bch TX', 'no=123 | st=ELM | suf=GRV | city=EXAMPLE CITY BEACH | state=TX'],
    ['Elm Cafe St. Example TX', 'st=ELM CAFE | suf=ST | city=EXAMPLE | state=TX'],
    ['Elm Cafe North Example TX', 'place=ELM CAFE | city=NORTH EXAMPLE | state=TX'],
    // The lexicon has no cities in New York.
    ['123 Elm St North Example NY', 'no=123 | st=ELM | suf=ST | post=N | city=EXAMPLE | state=NY'],
  ])('splits "%s" with a lexicon', (address, parts) => expect(read(address, lexicon)).toBe(parts))
})

describe('parseAddress() for an address as people type it', () => {
  const CITIES = ['HOUSTON', 'NORTH HOUSTON', 'MIAMI', 'NORTH MIAMI', 'SAN FRANCISCO', 'DALLAS']
  const lexicon: CityLexicon = {
    isCity: (name) => CITIES.includes(name),
    outweighs: (name, other) => name === 'HOUSTON' && other === 'NORTH HOUSTON',
  }

  it.each([
    // The house number comes last.
    ['Elm St 123, Dallas, TX', 'no=123 | st=ELM | suf=ST | city=DALLAS | state=TX'],
    ['Elm St 123 Dallas TX', 'no=123 | st=ELM | suf=ST | city=DALLAS | state=TX'],
    ['Elm St 123', 'no=123 | st=ELM | suf=ST'],
    ['N Elm Ave 12, Dallas TX 75201', 'no=12 | pre=N | st=ELM | suf=AVE | city=DALLAS | state=TX | zip=75201'],
    ['Elm St NW 12, Dallas TX', 'no=12 | st=ELM | suf=ST | post=NW | city=DALLAS | state=TX'],
    // Numbers that are not house numbers.
    ['12 Elm St 123, Dallas, TX', 'no=12 | st=ELM | suf=ST | unit=123 | city=DALLAS | state=TX'],
    ['100 Highway 290, Dallas, TX', 'no=100 | st=HIGHWAY 290 | city=DALLAS | state=TX'],
    // A directional belongs to the street if the longer city name is rarely meant.
    ['123 Sam Pkwy N Houston TX', 'no=123 | st=SAM | suf=PKWY | post=N | city=HOUSTON | state=TX'],
    ['123 Sam Pkwy North Houston TX', 'no=123 | st=SAM | suf=PKWY | city=NORTH HOUSTON | state=TX'],
    ['123 Elm Blvd N Miami FL', 'no=123 | st=ELM | suf=BLVD | city=NORTH MIAMI | state=FL'],
    // Street crossings.
    ['Haight and Ashbury, San Francisco', 'st=HAIGHT | city=SAN FRANCISCO | x=ASHBURY'],
    ['corner of Elm St and 5th St, Dallas', 'st=ELM | suf=ST | city=DALLAS | x=5TH ST'],
  ])('splits "%s" into its parts', (address, parts) => expect(read(address, lexicon)).toBe(parts))
})

function readStreet(name: string): string {
  return Object.values(parseStreet(name)).join('|')
}

describe('parseStreet() for a name from a street file', () => {
  it.each([
    ['N Main St', 'N|MAIN|ST|'],
    ['1st Ave NE', '|1ST|AVE|NE'],
    ['1 Rd', '|1ST|RD|'],
    ['Elm St W', '|ELM|ST|W'],
    ['Broadway', '|BROADWAY||'],
    ['C St', '|C|ST|'],
    ['N E St', 'N|E|ST|'],
    ['South Ave', '|SOUTH|AVE|'],
    ['State Hwy 12', '|STATE ROAD 12||'],
    ['US Hwy 12 E', '|US HIGHWAY 12||E'],
    ['NFS Rd 12', '|FOREST ROAD 12||'],
    ['Avenue E', '|AVENUE E||'],
    ['Calle Real', '|CALLE REAL||'],
    ['Park Pl', '|PARK|PL|'],
    ['', '|||'],
    ['#', '|||'],
  ])('splits "%s" into its parts', (name, parts) => expect(readStreet(name)).toBe(parts))

  it('normalizes a street to the same wording as in an address, however it is spelled', () => {
    for (const ways of [
      ['M L King Jr Blvd', 'Martin Luther King Boulevard', 'DR MLK JR BLVD'],
      ['16th Avenue', '16 AVE', 'Sixteenth Av'],
      ['St. Johns Rd', 'SAINT JOHNS ROAD', "Saint John's Rd"],
      ['State Rd 7', 'SR-7', 'S R 7', 'State Route 7', 'ST HWY 7'],
    ])
      expect(new Set(ways.map(readStreet)).size).toBe(1)
  })
})

describe('parseStreet() for the suffixes of USPS Publication 28', () => {
  // Each group is a standard abbreviation followed by other spellings. The groups were chosen by hand from all parts of
  // the alphabet in appendix C1.
  const suffixes = `
    ALY ALLEE ALLEY ALLY, ANX ANEX ANNEX, AVE AV AVEN AVENU AVENUE AVN AVNUE, BYU BAYOO BAYOU,
    BLVD BOUL BOULEVARD BOULV, BYP BYPA BYPAS BYPASS BYPS, CSWY CAUSEWAY CAUSWA,
    CTR CEN CENT CENTER CENTR CENTRE CNTER CNTR, CIR CIRC CIRCL CIRCLE CRCL CRCLE, CRES CRESCENT CRSENT CRSNT,
    XING CROSSING CRSSNG, DR DRIV DRIVE DRV, EXPY EXP EXPR EXPRESS EXPRESSWAY EXPW, EXT EXTENSION EXTN,
    FRY FERRY FRRY, FWY FREEWAY FREEWY FRWAY FRWY, GTWY GATEWAY GATEWY GATWAY, HBR HARB HARBOR HARBR HRBOR,
    HTS HEIGHTS HT, HWY HIGHWAY HIGHWY HIWAY HIWY HWAY, HOLW HLLW HOLLOW HOLLOWS, IS ISLAND ISLND,
    JCT JCTION JCTN JUNCTION JUNCTN, KNL KNOL KNOLL, LNDG LANDING LNDNG, LN LANE, LOOP LOOPS, MNR MANOR,
    MDWS MEADOWS, MTN MNTAIN MNTN MOUNTAIN MOUNTIN, NCK NECK, ORCH ORCHARD ORCHRD, PARK PRK PARKS,
    PKWY PARKWAY PARKWY PKWAY PKY PARKWAYS, PIKE PIKES, PL PLACE, PLZ PLAZA PLZA, PT POINT, RADL RAD RADIAL,
    RNCH RANCH RANCHES, RDG RDGE RIDGE, RIV RIVER RVR RIVR, RD ROAD, RUN, SHR SHOAR SHORE, SKWY SKYWAY,
    SPG SPNG SPRING SPRNG, SQ SQR SQRE SQU SQUARE, STA STATION STATN STN, STRA STRAV STRAVEN STRAVENUE STRAVN STRVN,
    ST STREET STRT STR, TER TERR TERRACE, TRCE TRACE TRACES, TRL TRAIL TRAILS TRLS, TUNL TUNEL TUNNEL TUNNL,
    TPKE TRNPK TURNPIKE TURNPK, UPAS UNDERPASS, UN UNION, VLY VALLEY VALLY VLLY, VIA VDCT VIADCT VIADUCT, VW VIEW,
    VLG VILL VILLAGE VILLAG VILLG VILLIAGE, VIS VIST VISTA VST VSTA, WALK WALKS, WAY WY, WL WELL`
  it.each(suffixes.trim().split(/,\s+/))('normalizes %s', (line) => {
    const [standard, ...ways] = line.split(' ')
    for (const way of [standard, ...ways])
      expect(parseStreet(`Example ${way.toLowerCase()}`)).toMatchObject({ street: 'EXAMPLE', suffix: standard })
  })
})

describe('normalizeCity()', () => {
  it.each([
    ['W. Palm Bch', 'WEST PALM BEACH'],
    ['St. Petersburg', 'SAINT PETERSBURG'],
    ['Mt Dora', 'MOUNT DORA'],
    ['FT WORTH', 'FORT WORTH'],
    ['San José', 'SAN JOSE'],
    ['Opa-locka', 'OPA LOCKA'],
    ['Green Cove Spgs', 'GREEN COVE SPRINGS'],
    ['Orange Park', 'ORANGE PARK'],
    ['Lk Worth', 'LAKE WORTH'],
    ['North', 'NORTH'],
    ['', ''],
  ])('normalizes "%s" and leaves the result unchanged', (name, normal) => {
    expect(normalizeCity(name)).toBe(normal)
    expect(normalizeCity(normal)).toBe(normal)
  })
})
