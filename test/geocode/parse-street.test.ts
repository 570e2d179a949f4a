import { describe, expect, it } from 'vitest'
import { normalizeCity } from '../../src/geocode/parse/city-name.ts'
import { parseStreet } from '../../src/geocode/parse/street.ts'

function read(name: string): string {
  return Object.values(parseStreet(name)).join('|')
}

describe('a street of a street file', () => {
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
  ])('%s', (name, parts) => expect(read(name)).toBe(parts))

  it('has the wording of the same street in an address, however it is written', () => {
    for (const ways of [
      ['M L King Jr Blvd', 'Martin Luther King Boulevard', 'DR MLK JR BLVD'],
      ['16th Avenue', '16 AVE', 'Sixteenth Av'],
      ['St. Johns Rd', 'SAINT JOHNS ROAD', "Saint John's Rd"],
      ['State Rd 7', 'SR-7', 'S R 7', 'State Route 7', 'ST HWY 7'],
    ])
      expect(new Set(ways.map(read)).size).toBe(1)
  })
})

describe('suffixes of USPS Publication 28', () => {
  // Standard abbreviation, then ways to write it; chosen by hand from appendix C1, all letters of the alphabet.
  it.each([
    'ALY ALLEE ALLEY ALLY',
    'ANX ANEX ANNEX',
    'AVE AV AVEN AVENU AVENUE AVN AVNUE',
    'BYU BAYOO BAYOU',
    'BLVD BOUL BOULEVARD BOULV',
    'BYP BYPA BYPAS BYPASS BYPS',
    'CSWY CAUSEWAY CAUSWA',
    'CTR CEN CENT CENTER CENTR CENTRE CNTER CNTR',
    'CIR CIRC CIRCL CIRCLE CRCL CRCLE',
    'CRES CRESCENT CRSENT CRSNT',
    'XING CROSSING CRSSNG',
    'DR DRIV DRIVE DRV',
    'EXPY EXP EXPR EXPRESS EXPRESSWAY EXPW',
    'EXT EXTENSION EXTN',
    'FRY FERRY FRRY',
    'FWY FREEWAY FREEWY FRWAY FRWY',
    'GTWY GATEWAY GATEWY GATWAY',
    'HBR HARB HARBOR HARBR HRBOR',
    'HTS HEIGHTS HT',
    'HWY HIGHWAY HIGHWY HIWAY HIWY HWAY',
    'HOLW HLLW HOLLOW HOLLOWS',
    'IS ISLAND ISLND',
    'JCT JCTION JCTN JUNCTION JUNCTN',
    'KNL KNOL KNOLL',
    'LNDG LANDING LNDNG',
    'LN LANE',
    'LOOP LOOPS',
    'MNR MANOR',
    'MDWS MEADOWS',
    'MTN MNTAIN MNTN MOUNTAIN MOUNTIN',
    'NCK NECK',
    'ORCH ORCHARD ORCHRD',
    'PARK PRK PARKS',
    'PKWY PARKWAY PARKWY PKWAY PKY PARKWAYS',
    'PIKE PIKES',
    'PL PLACE',
    'PLZ PLAZA PLZA',
    'PT POINT',
    'RADL RAD RADIAL',
    'RNCH RANCH RANCHES',
    'RDG RDGE RIDGE',
    'RIV RIVER RVR RIVR',
    'RD ROAD',
    'RUN',
    'SHR SHOAR SHORE',
    'SKWY SKYWAY',
    'SPG SPNG SPRING SPRNG',
    'SQ SQR SQRE SQU SQUARE',
    'STA STATION STATN STN',
    'STRA STRAV STRAVEN STRAVENUE STRAVN STRVN',
    'ST STREET STRT STR',
    'TER TERR TERRACE',
    'TRCE TRACE TRACES',
    'TRL TRAIL TRAILS TRLS',
    'TUNL TUNEL TUNNEL TUNNL',
    'TPKE TRNPK TURNPIKE TURNPK',
    'UPAS UNDERPASS',
    'UN UNION',
    'VLY VALLEY VALLY VLLY',
    'VIA VDCT VIADCT VIADUCT',
    'VW VIEW',
    'VLG VILL VILLAGE VILLAG VILLG VILLIAGE',
    'VIS VIST VISTA VST VSTA',
    'WALK WALKS',
    'WAY WY',
    'WL WELL',
  ])('%s', (line) => {
    const [standard, ...ways] = line.split(' ')
    for (const way of [standard, ...ways])
      expect(parseStreet(`Example ${way.toLowerCase()}`)).toMatchObject({ street: 'EXAMPLE', suffix: standard })
  })
})

describe('a city', () => {
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
  ])('%s', (name, normal) => {
    expect(normalizeCity(name)).toBe(normal)
    expect(normalizeCity(normal)).toBe(normal)
  })
})
