import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv, text } from '../../../data-build/read/csv.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import {
  readableCity,
  readablePhone,
  readableStreet,
  readableWebsite,
  readableZip,
} from '../../../data-build/schools/text/contacts.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'

describe('readablePhone()', () => {
  it.each<readonly [string, string | undefined, string | null]>([
    ['8066752554', undefined, '(806) 675-2554'],
    ['(510) 887-0152', undefined, '(510) 887-0152'],
    ['(903) 928-2294 ext:012 ', undefined, '(903) 928-2294 ext. 12'],
    ['(903) 928-2699 ext:000 ', undefined, '(903) 928-2699'],
    ['(916) 375-7901', '3304', '(916) 375-7901 ext. 3304'],
    ['(916) 375-7901', '', '(916) 375-7901'],
    ['512.414.2505 x12', undefined, '(512) 414-2505 ext. 12'],
    ['512-414-2505x12', undefined, '(512) 414-2505 ext. 12'],
    ['+1 (512) 414-2505', undefined, '(512) 414-2505'],
    ...['0000000000', '(000) 000-0000', '2222222222', '(199) 414-2505'].map((raw) => [raw, undefined, null] as const),
    // The middle three digits of a phone number never begin with 1, although one number in the Florida list breaks this
    // rule.
    ...['(512) 158-4935', '414-2505', '51241425055', '2 512 414 2505'].map((raw) => [raw, undefined, null] as const),
    ...['(512) 414-2505 or 414-2506', 'M', 'N', '-1', 'NOT AVAILABLE'].map((raw) => [raw, undefined, null] as const),
    ...['x', ''].map((raw) => [raw, undefined, null] as const),
  ])('formats "%s" with extension "%s" as %s', (raw, extension, readable) => {
    expect(readablePhone(raw, extension)).toBe(readable)
  })

  it('returns valid numbers or null, and leaves its own output unchanged', () => {
    const raw = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789()-. +xet:'), maxLength: 24 }),
      fc.bigInt({ min: 10n ** 9n, max: 10n ** 12n }).map(String),
    )
    fc.assert(
      fc.property(raw, fc.string({ unit: fc.constantFrom(...'0123456789 x'), maxLength: 8 }), (number, extension) => {
        const readable = readablePhone(number, extension)
        if (readable === null) return
        expect(readable).toMatch(/^\([2-9]\d\d\) [2-9]\d\d-\d{4}( ext\. [1-9]\d{0,5})?$/)
        expect(readablePhone(readable)).toBe(readable)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('readableWebsite()', () => {
  it.each<readonly [string, string | null]>([
    ['WWW.CayugaISD.COM/Home', 'http://www.cayugaisd.com/Home'],
    ['http://www.cayugaisd.com/', 'http://www.cayugaisd.com'],
    ['https://mvoa.example.net/.', 'https://mvoa.example.net'],
    ['HTTPS://Example.org/a/', 'https://example.org/a/'],
    ['https://example.org/?id=7', 'https://example.org/?id=7'],
    ...['http//www.example.org', 'http:/www.example.org', 'http:www.example.org'].map(
      (raw) => [raw, 'http://www.example.org'] as const,
    ),
    ...['http://http:www.example.org/', 'wwww.example.org', 'www.example.org.'].map(
      (raw) => [raw, 'http://www.example.org'] as const,
    ),
    ...['(www.example.org).', 'www.example.org (soon)', 'http://www.example.org//'].map(
      (raw) => [raw, 'http://www.example.org'] as const,
    ),
    ['http://http//example.org', 'http://example.org'],
    ['http://https:/oes.example.org', 'https://oes.example.org'],
    ['http://ttp://example.org/x.aspx', 'http://example.org/x.aspx'],
    ['//example.org', 'http://example.org'],
    ['www.example.org/default.', 'http://www.example.org/default'],
    ['http://example.org/nftc   and   nftc.example.edu', 'http://example.org/nftc'],
    ...[', ', '; ', ','].map(
      (mark) => [`www.a.example.org${mark}www.b.example.org`, 'http://www.a.example.org'] as const,
    ),
    ['www.a.example.org/x www.b.example.org', 'http://www.a.example.org/x'],
    ['http://www.example.org /locations/citrus', 'http://www.example.org/locations/citrus'],
    ['www.example.org/spec serv.htm', 'http://www.example.org/spec%20serv.htm'],
    ['www.example.org/a,b;c', 'http://www.example.org/a,b;c'],
    ['www.example.org/a_(b)', 'http://www.example.org/a_(b)'],
    ['@example.org', null],
    ['example.academy', 'http://example.academy'],
    ['216.82.92.50', 'http://216.82.92.50'],
    ...['10.1.2.5/', '192.168.0.1', '127.0.0.1', '1.5', 'localhost'].map((raw) => [raw, null] as const),
    ...['http://www.hialeaheduacademy', 'http://schoolof justice.example.net'].map((raw) => [raw, null] as const),
    ...['http://www.doral international.org', 'http://www.palmbeach..org/ese/'].map((raw) => [raw, null] as const),
    ...['http://info@example.org', 'principal@example.org'].map((raw) => [raw, null] as const),
    ...['mailto:principal@example.org', 'javascript:alert(1)', 'NOT AVAILABLE'].map((raw) => [raw, null] as const),
    ...['No Data', 'N/A', 'NA', 'N', 'none', 'none.', 'http://', '-1', ''].map((raw) => [raw, null] as const),
  ])('formats "%s" as %s', (raw, readable) => {
    expect(readableWebsite(raw)).toBe(readable)
  })

  it('returns only absolute URLs and leaves its own output unchanged', () => {
    const raw = fc
      .array(
        fc.constantFrom(
          ...['http', 'https', ':', '/', '//', 'www.', 'a', 'example.org', '.', ' ', '@', '?q=1'],
          ...['#', '%20', ',', 'é', ':80', '_', 'xn--', ';', ' and ', "'", '(', ')', '\\', 'wwww.'],
        ),
        { maxLength: 9 },
      )
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(raw, fc.string(), fc.webUrl()), (value) => {
        const readable = readableWebsite(value)
        if (readable === null) return
        expect(URL.canParse(readable)).toBe(true)
        expect(readable).toMatch(/^https?:\/\/[^\s/@]+\.[^\s]*[^\s]$/)
        expect(readableWebsite(readable)).toBe(readable)
      }),
      { numRuns: 4000 },
    )
  })
})

withAgencyFiles('the contacts in ../shared/data', () => {
  const folder = new SourceFolder(SHARED)

  it('from Florida are all formatted, except one phone number and six broken web addresses', async () => {
    const { columns } = await readCsv(folder, 'schools/fl/HIFLD_Public_Schools_FL.csv.gz', {
      TELEPHONE: text(),
      WEBSITE: text(),
    })
    expect(columns.TELEPHONE.filter((raw) => readablePhone(raw) === null)).toEqual(['(386) 158-4935'])
    expect(columns.TELEPHONE.filter((raw) => readablePhone(raw) !== null && readablePhone(raw) !== raw)).toEqual([])
    const given = columns.WEBSITE.filter((raw) => raw !== 'NOT AVAILABLE' && !raw.includes('@'))
    expect(given.length).toBeGreaterThan(3000)
    // Checked by eye: two addresses lack their top-level domain, one has two dots and three have a space in the host.
    expect(given.filter((raw) => readableWebsite(raw) === null).length).toBe(6)
  })

  it('from Texas include every phone number with a digit other than 0', async () => {
    const path = 'schools/tx/2018-01-24_askTedDirectory.csv.gz'
    const heading = ['School Phone', 'School Web Page Address']
    const { columns } = await readCsv(folder, path, {
      phone: text({ heading: heading[0] }),
      web: text({ heading: heading[1] }),
    })
    expect(columns.phone.filter((raw) => readablePhone(raw) === null && /[1-9]/.test(raw))).toEqual([])
    const lost = new Set(columns.web.filter((raw) => raw.trim() !== '' && readableWebsite(raw) === null))
    expect([...lost].filter((raw) => !raw.startsWith('10.1.'))).toEqual([])
  })
})

describe('readable addresses', () => {
  it.each([
    ['1216 N US HWY 287', '1216 N US Hwy 287'],
    ['15800 FM 1960 W', '15800 FM 1960 W'],
    ['11625 C R 281', '11625 CR 281'],
    ['601 W F M 664', '601 W FM 664'],
    ['207 S W 6TH ST', '207 SW 6th St'],
    ['12 N W N E', '12 NW NE'],
    ['1450 NW 5TH AVE STE 100', '1450 NW 5th Ave Ste 100'],
    ['1404 IH 35 N', '1404 IH 35 N'],
    ['P O BOX 427', 'PO Box 427'],
    ['P.O. BOX 427', 'PO Box 427'],
    ['P. O. BOX  427', 'PO Box 427'],
    ['PO DRAWER Z', 'PO Drawer Z'],
    ['12TH  AVE  L', '12th Ave L'],
    ['7TH AND ETTA', '7th and Etta'],
    ['1000 THE GREEN MILE', '1000 The Green Mile'],
    ['6500 SITIO DEL RIO BLVD', '6500 Sitio Del Rio Blvd'],
    ['4515 PONCE DE LEON BLVD', '4515 Ponce de Leon Blvd'],
    ['3001 MCKINNEY AVE', '3001 McKinney Ave'],
    ["1324 KING'S HWY", "1324 King's Hwy"],
    ['5815ALDER DR', '5815Alder Dr'],
    ['12084A S LONE STAR PKWY', '12084A S Lone Star Pkwy'],
    ['5253 INTERNATIONAL DR STE B4/B5', '5253 International Dr Ste B4/B5'],
    ['10038-10044 W. MCNAB RD', '10038-10044 W. McNab Rd'],
    ['18801 OAK CENTER DR.', '18801 Oak Center Dr.'],
    ['2850 Logan Ave,', '2850 Logan Ave'],
    ['1951 Maybury   .', '1951 Maybury'],
    ['313 West Winton Avenue', '313 West Winton Avenue'],
    ['24500 ROAD 68', '24500 Road 68'],
    ['', ''],
  ])('show the street "%s" as "%s"', (raw, readable) => {
    expect(readableStreet(raw)).toBe(readable)
  })

  it.each([
    ['MCKINNEY', 'McKinney'],
    ['MC ALLEN', 'McAllen'],
    ['DESOTO', 'DeSoto'],
    ['DEFUNIAK SPRINGS', 'DeFuniak Springs'],
    ['DESTIN', 'Destin'],
    ['LA PORTE', 'La Porte'],
    ['DE LEON SPRINGS', 'De Leon Springs'],
    ['PONCE DE LEON', 'Ponce de Leon'],
    ['HOWEY IN THE HILLS', 'Howey in the Hills'],
    ['HOWEY-IN-THE-HILLS', 'Howey-in-the-Hills'],
    ["PORT O'CONNOR", "Port O'Connor"],
    ["D'HANIS", "D'Hanis"],
    ['TYNDALL AFB', 'Tyndall AFB'],
    ['RANDOLPH A F B', 'Randolph AFB'],
    ['ST. PETERSBURG', 'St. Petersburg'],
    ['Lake  Elsinore ', 'Lake Elsinore'],
    ['La Cañada Flintridge', 'La Cañada Flintridge'],
  ])('show the city "%s" as "%s"', (raw, readable) => {
    expect(readableCity(raw)).toBe(readable)
  })

  it.each<readonly [string, string | undefined, string | null]>([
    ['78701', undefined, '78701'],
    ['78701', '1234', '78701-1234'],
    ['78701', '', '78701'],
    ['78701', '0000', '78701'],
    ['78701', '123', '78701'],
    ['94544-1136', undefined, '94544-1136'],
    ['945441136', undefined, '94544-1136'],
    ['94544-', undefined, '94544'],
    ['94544-0000', undefined, '94544'],
    ['94544-9999', undefined, '94544'],
    ['78701', '9998', '78701'],
    ['78701', '9990', '78701-9990'],
    [' 00501 ', undefined, '00501'],
    ['00000', undefined, null],
    ['00000', '1234', null],
    ...['7870', '787011', 'M', '-1', ''].map((raw) => [raw, undefined, null] as const),
  ])('show the ZIP "%s" "%s" as %s', (zip, plus4, readable) => {
    expect(readableZip(zip, plus4)).toBe(readable)
  })

  it('are unchanged by a second pass and preserve every letter and digit', () => {
    const word = fc.constantFrom(
      ...'P O BOX S W N E F M FM 1960 DE LA DEL RIO THE AND MC ALLEN 5TH AVE #1 B4 R H C US STE HWY A'.split(' '),
    )
    const made = fc
      .array(fc.tuple(fc.constantFrom(' ', ' ', '  ', '. ', '-', '/', ', '), word), { maxLength: 8 })
      .map((pairs) => pairs.flat().join(''))
    const letters = (line: string) => line.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
    fc.assert(
      fc.property(made, (raw) => {
        for (const readable of [readableStreet, readableCity]) {
          expect(readable(readable(raw))).toBe(readable(raw))
          expect(letters(readable(raw))).toBe(letters(raw))
        }
      }),
      { numRuns: 3000 },
    )
  })
})

withAgencyFiles('the addresses in ../shared/data', () => {
  const folder = new SourceFolder(SHARED)
  it.each([
    ['schools/tx/tx-campuses-ccd.csv.gz', 'LSTREE', 'LCITY', 'LZIP'],
    ['schools/fl/HIFLD_Public_Schools_FL.csv.gz', 'ADDRESS', 'CITY', 'ZIP'],
  ])(
    'from %s preserve every letter and ZIP, and contain no word over three letters in all capitals',
    async (path, street, city, zip) => {
      const { rows, columns } = await readCsv(folder, path, {
        street: text({ heading: street }),
        city: text({ heading: city }),
        zip: text({ heading: zip }),
      })
      const letters = (line: string) => line.toUpperCase().replace(/[^A-Z0-9]/g, '')
      const faults: string[] = []
      for (let row = 0; row < rows; row++) {
        for (const [raw, readable] of [
          [columns.street[row], readableStreet(columns.street[row])],
          [columns.city[row], readableCity(columns.city[row])],
        ]) {
          const isReadable = !/\b(?!NASA|BLDG2)[A-Z]{4,}|\s\s|^\s|\s$/.test(readable)
          if (letters(readable) !== letters(raw) || !isReadable) faults.push(`${raw} → ${readable}`)
        }
        const code = columns.zip[row]
        if (readableZip(code) !== code) faults.push(code)
      }
      expect(faults).toEqual([])
    },
  )
})
