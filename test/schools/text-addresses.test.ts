import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv, text } from '../../data-build/read/csv.ts'
import { SourceFolder } from '../../data-build/read/source-folder.ts'
import { readableCity, readableStreet, readableZip } from '../../data-build/schools/readable-address.ts'

const SHARED = '../shared/data'

describe('readable addresses', () => {
  it.each([
    ['204 S HARRISON ST', '204 S Harrison St'],
    ['1216 N US HWY 287', '1216 N US Hwy 287'],
    ['15800 FM 1960 W', '15800 FM 1960 W'],
    ['11625 C R 281', '11625 CR 281'],
    ['601 W F M 664', '601 W FM 664'],
    ['207 S W 6TH ST', '207 SW 6th St'],
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
  ])('street %s → %s', (raw, readable) => {
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
  ])('city %s → %s', (raw, readable) => {
    expect(readableCity(raw)).toBe(readable)
  })

  it.each([
    ['78701', undefined, '78701'],
    ['78701', '1234', '78701-1234'],
    ['78701', '', '78701'],
    ['78701', '0000', '78701'],
    ['32355', 'NOT AVAILABLE', '32355'],
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
    ['7870', undefined, null],
    ['787011', undefined, null],
    ['M', undefined, null],
    ['-1', undefined, null],
    ['', undefined, null],
  ])('zip %s %s → %s', (zip, plus4, readable) => {
    expect(readableZip(zip, plus4)).toBe(readable)
  })

  it('changes nothing the second time and keeps every letter and digit', () => {
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

describe.skipIf(!existsSync(SHARED))('the addresses in ../shared/data (skipped where that folder is absent)', () => {
  const folder = new SourceFolder(SHARED)
  it.each([
    ['schools/tx/tx-campuses-ccd.csv.gz', 'LSTREE', 'LCITY', 'LZIP'],
    ['schools/fl/HIFLD_Public_Schools_FL.csv.gz', 'ADDRESS', 'CITY', 'ZIP'],
  ])(
    '%s: every letter kept, no word of four letters left in capitals, every ZIP read',
    async (path, street, city, zip) => {
      const { rows, columns } = await readCsv(folder, path, {
        street: text({ heading: street }),
        city: text({ heading: city }),
        zip: text({ heading: zip }),
      })
      const letters = (line: string) => line.toUpperCase().replace(/[^A-Z0-9]/g, '')
      for (let row = 0; row < rows; row++) {
        for (const [raw, readable] of [
          [columns.street[row], readableStreet(columns.street[row])],
          [columns.city[row], readableCity(columns.city[row])],
        ]) {
          expect(letters(readable)).toBe(letters(raw))
          expect(readable).not.toMatch(/\b(?!NASA|BLDG2)[A-Z]{4,}/)
          expect(readable).not.toMatch(/\s\s|^\s|\s$/)
        }
        expect(readableZip(columns.zip[row])).toBe(columns.zip[row])
      }
    },
  )
})
