import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Suggestion } from '../../../../src/answers/geocode/suggest/place-table.ts'
import { editDistance } from '../../../../src/base/geo/edit-distance.ts'
import { openVicinage, type Vicinage } from '../../../../src/index.ts'
import { type MadeRow, streetFolder } from './fixtures/addrfeat.ts'

/** A street that runs north in blocks of a hundred numbers. */
interface MadeStreet {
  readonly pre: string
  readonly name: string
  readonly suffix: string
  readonly post: string
  readonly zip: string
  readonly city: string
  readonly first: number
  readonly blocks: number
  readonly at: readonly [lat: number, lon: number]
}

const [AUSTIN, HOUSTON] = [
  [30.27, -97.74],
  [29.75, -95.37],
] as const
const streetOf = (city: 'Austin' | 'Houston', line: string, zip: string, blocks: number, first = 100): MadeStreet => {
  const [pre, name, suffix, post] = line.split('|')
  return { pre, name, suffix, post, zip, city, first, blocks, at: city === 'Austin' ? AUSTIN : HOUSTON }
}
const STREETS: readonly MadeStreet[] = [
  streetOf('Austin', 'N|Congress|Ave|', '78701', 12),
  streetOf('Austin', 'S|Congress|Ave|', '78704', 30, 1500),
  streetOf('Austin', '|Congressional|Dr|', '78745', 3),
  streetOf('Austin', '|Main|St|', '78701', 2),
  streetOf('Austin', '|Barton Springs|Rd|', '78704', 15),
  streetOf('Austin', '|Barton Springs|Rd|', '78701', 2, 2000),
  streetOf('Austin', 'W|6th|St|', '78701', 20),
  streetOf('Austin', '|US Highway 290||E', '78723', 9),
  streetOf('Houston', '|Main|St|', '77002', 60),
  streetOf('Houston', '|Congress|St|', '77002', 10, 900),
  streetOf('Houston', '|Westheimer|Rd|', '77006', 90),
  streetOf('Houston', '|Hyde|Park|', '77006', 90),
]

function rowsOf(streets: readonly MadeStreet[]): MadeRow[] {
  return streets.flatMap(({ pre, name, suffix, post, zip, first, blocks, at: [lat, lon] }) =>
    Array.from({ length: blocks }, (_, i): MadeRow => {
      const from = first + 100 * i
      const full = [pre, name, suffix, post].filter((part) => part !== '').join(' ')
      return {
        ...{ name: full, zip, tlid: `${full}${zip}${i}`.replaceAll(' ', '').slice(-10) },
        left: [String(from + 1), String(from + 99)],
        right: [String(from), String(from + 98)],
        line: [
          [lon, lat + i * 1e-3],
          [lon, lat + (i + 1) * 1e-3],
        ],
      }
    }),
  )
}

describe('street suggestions', () => {
  let out: string
  let vicinage: Vicinage<never>
  let without: Vicinage<never>
  beforeAll(async () => {
    const [austin, houston] = ['Austin', 'Houston'].map((city) =>
      rowsOf(STREETS.filter((street) => street.city === city)),
    )
    out = await streetFolder({ '48453': austin, '48201': houston })
    vicinage = await openVicinage({ knownStreets: 'none', streets: out, dimensions: [], schools: false })
    without = await openVicinage({ knownStreets: 'none', userData: false, dimensions: [], schools: false })
  })
  const isStreet = ({ layer }: Suggestion) => layer === 'street' || layer === 'address'
  /** Returns the label. If the suggestion is an address, the ZIP at the end is removed. */
  const withoutZip = ({ layer, label }: Suggestion) => (layer === 'address' ? label.replace(/ \d{5}$/, '') : label)
  const streets = (text: string, limit = 50) => vicinage.suggest(text, { limit }).filter(isStreet)

  it.each([
    ['123 congr', '123 N Congress Ave, Austin, TX'],
    ['123 Congress Ave, Austin', '123 N Congress Ave, Austin, TX'],
    ['123 congress aus', '123 N Congress Ave, Austin, TX'],
    ['1600 congress', '1600 S Congress Ave, Austin, TX'],
    ['1150 n congress', '1150 N Congress Ave, Austin, TX'],
    ['1150 north congress avenue', '1150 N Congress Ave, Austin, TX'],
    ['1150 congress st', '1150 Congress St, Houston, TX'],
    ['1150 congress, aus', '1150 N Congress Ave, Austin, TX'],
    ['123 congers', '123 N Congress Ave, Austin, TX'],
    ['200 bartn springs', '200 Barton Springs Rd, Austin, TX'],
    ['5000 westh', '5000 Westheimer Rd, Houston, TX'],
    ['500 w 6th', '500 W 6th St, Austin, TX'],
    ['500 sixth st', '500 W 6th St, Austin, TX'],
    ['500 hwy 290', '500 US Highway 290 E, Austin, TX'],
    // No house has that number, so only the street is suggested.
    ['99999 westheimer', 'Westheimer Rd, Houston, TX'],
    ['westheimer rd', 'Westheimer Rd, Houston, TX'],
    ['westheimer rd hous', 'Westheimer Rd, Houston, TX'],
    ['barton springs rd', 'Barton Springs Rd, Austin, TX'],
    // A neighborhood comes before streets whose last word is only a prefix.
    ['hyde pa', 'Hyde Park, Austin, TX'],
  ])('for %j start with %s', (text, label) => {
    expect(vicinage.suggest(text, { limit: 1 }).map(withoutZip)).toEqual([label])
  })

  it.each([
    '123 congress, atx',
    '123 congress ave, san francisco',
    // The first three letters and all digits must match exactly.
    '123 cnogress',
    '500 7th st',
    '12',
    '123',
    '123 c',
    '123 co',
    '123 ,',
  ])('are empty for %j', (text) => {
    expect(streets(text)).toEqual([])
  })

  it('begin with nearby streets', () => {
    const near = ([lat, lon]: readonly [number, number]) =>
      vicinage.suggest('main st', { near: { lat, lon }, limit: 20 }).filter(isStreet)[0].label
    expect(near(AUSTIN)).toBe('Main St, Austin, TX')
    expect(near(HOUSTON)).toBe('Main St, Houston, TX')
  })

  it('contain each street once, at the location returned by the geocoder', () => {
    for (const text of ['1600 congress', '2050 barton spr', '700 main', '500 w 6th st']) {
      const found = streets(text)
      expect(new Set(found.map(({ label }) => label)).size).toBe(found.length)
      const [address] = found
      const geocoded = vicinage.geocode(address.label)
      expect([address.layer, geocoded.layer]).toEqual(['address', 'street_range'])
      expect([address.lat, address.lon]).toEqual([expect.closeTo(geocoded.lat!, 6), expect.closeTo(geocoded.lon!, 6)])
    }
    // The whole street has 15 blocks of 0.001°, and the suggestion is in its middle.
    const [springs] = streets('barton springs r')
    expect(springs).toMatchObject({ lat: expect.closeTo(AUSTIN[0] + 0.0075, 3), lon: AUSTIN[1] })
    expect(springs.radius / 111.195).toBeGreaterThanOrEqual(7.5)
    expect(springs.radius / 111.195).toBeLessThan(8.5)
  })

  it('match a plain search, with existing house numbers first', () => {
    const number = fc.option(fc.integer({ min: 1, max: 9500 }))
    fc.assert(
      fc.property(
        fc.constantFrom(...STREETS),
        number,
        fc.nat({ max: 30 }),
        fc.boolean(),
        (street, house, more, isBare) => {
          const { name, suffix, city } = street
          const line = `${name}${isBare || suffix === '' ? '' : ` ${suffix}`} ${city} TX`
          const words = line.slice(0, 3 + more).trim()
          const found = streets(house === null ? words : `${house} ${words}`)
          if (words.length < 3) return
          // Without a number, places come first, so there may be no room for all streets.
          if (vicinage.suggest(house === null ? words : `${house} ${words}`, { limit: 50 }).length === 50) return
          const expected = STREETS.filter((one) => begins(one, words))
          const of = (one: MadeStreet, isAddress: boolean) =>
            `${isAddress ? `${house} ` : ''}${[one.pre, one.name, one.suffix, one.post].filter(Boolean).join(' ')}, ${one.city}, TX`
          const labels = found.map(withoutZip)
          for (const one of expected) {
            const has = house !== null && house >= one.first && house <= one.first + 100 * one.blocks - 1
            // Barton Springs Road has two ZIPs, and the number may exist in the other ZIP.
            const elsewhere = expected.some(
              (other) => other !== one && of(other, false) === of(one, false) && house !== null && isOn(other, house),
            )
            expect(labels, `${house} ${words}`).toContain(of(one, has || elsewhere))
          }
          const layers = found.slice(0, expected.length).map(({ layer }) => layer)
          expect([...layers].sort()).toEqual(layers) // address before street
          // Any other suggestion is within a typing error of the text.
          const lines = new Set(expected.flatMap((one) => [of(one, true), of(one, false)]))
          for (const { label } of found.filter((one) => !lines.has(withoutZip(one))))
            expect(
              STREETS.some((one) => label.includes(one.name) && nearly(one.name.toUpperCase(), words.toUpperCase())),
              `${label} of ${words}`,
            ).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('leave all other suggestions unchanged', () => {
    const text = fc.oneof(
      fc.constantFrom('con', 'main', 'aus', 'san', 'west', 'barton', 'hyde park', '787'),
      fc.string({ unit: fc.constantFrom(...'abcdehinorst 1'), minLength: 1, maxLength: 6 }),
    )
    fc.assert(
      fc.property(text, (typed) => {
        const others = vicinage.suggest(typed, { limit: 20 }).filter((one) => !isStreet(one))
        const plain = without.suggest(typed, { limit: 20 })
        expect(others).toEqual(plain.slice(0, others.length))
      }),
    )
  })

  it('are well-formed for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }),
      fc.stringMatching(/^\d{0,12}[ ,]{0,3}[a-z ,.'-]{0,60}$/).filter((any) => any !== ''),
    )
    fc.assert(
      fc.property(text, (any) => {
        for (const { lat, lon, radius, label } of vicinage.suggest(any)) {
          expect(label).not.toMatch(/undefined|NaN|, ,/)
          expect(Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && radius > 0).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('contain each city street once, whether its directional comes first or last', async () => {
    const rows = rowsOf([
      streetOf('Austin', 'S|Lamar|Blvd|', '78704', 9),
      streetOf('Austin', '|Lamar|Blvd|S', '78745', 5),
      streetOf('Austin', 'N|Lamar|Blvd|', '78703', 4),
    ])
    const lamar = await streetFolder({ '48021': rows })
    const other = await openVicinage({ knownStreets: 'none', streets: lamar, dimensions: [], schools: false })
    expect(other.suggest('lamar blvd').map(({ label }) => label)).toEqual([
      'S Lamar Blvd, Austin, TX',
      'N Lamar Blvd, Austin, TX',
    ])
  })

  it('are returned even if the street index is damaged', async () => {
    const path = join(out, 'streets-48201.bundle')
    const bytes = readFileSync(path)
    const damaged = Uint8Array.from(bytes)
    // This byte is in the last section, before the digest at the end.
    damaged[bytes.length - 40] ^= 255
    writeFileSync(path, damaged)
    try {
      const other = await openVicinage({ knownStreets: 'none', streets: out, dimensions: [], schools: false })
      expect(other.suggest('123 congr')[0].label).toBe('123 N Congress Ave, Austin, TX 78701')
      expect(other.suggest('5000 westheimer')).toEqual([])
    } finally {
      writeFileSync(path, bytes)
    }
  })
})

function isOn({ first, blocks }: MadeStreet, house: number): boolean {
  return house >= first && house <= first + 100 * blocks - 1
}

/** Returns whether the words are a prefix of a street's name, with or without its suffix and city. */
function begins({ name, suffix, city }: MadeStreet, words: string): boolean {
  return [`${name} ${suffix} ${city} TX`, `${name} ${city} TX`, `${name} ${suffix} TX`, `${name} TX`].some((line) =>
    line.replace(/ {2}/, ' ').toUpperCase().startsWith(words.toUpperCase()),
  )
}

/** Returns whether the first words typed are within two edits of a name or its prefix. */
function nearly(name: string, words: string): boolean {
  return words.split(' ').some((_, i, all) => {
    const head = all.slice(0, i + 1).join(' ')
    return Array.from(name).some((_, end) => editDistance(head, name.slice(0, end + 1), 2) <= 2)
  })
}
