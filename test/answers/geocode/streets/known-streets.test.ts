import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writePacked } from '../../../../data-build/pack/blocks.ts'
import { memoryBundle } from '../../../../data-build/pack/dimension-bundle.ts'
import type { AddressList, KnownAddress } from '../../../../data-build/streets/known-addresses.ts'
import { knownStreets } from '../../../../data-build/streets/known-streets.ts'
import { knownStreetsBundle } from '../../../../data-build/streets/known-streets-bundle.ts'
import { knownShards } from '../../../../src/answers/geocode/open-geocoder.ts'
import { parseStreet } from '../../../../src/answers/geocode/parse/street.ts'
import { decodeShard } from '../../../../src/answers/geocode/streets/shard.ts'
import { nameText, numberKey } from '../../../../src/answers/geocode/streets/street-text.ts'
import { Streets } from '../../../../src/answers/geocode/streets/streets.ts'
import { metersBetween } from '../../../../src/base/geo/distance.ts'
import { type Head, readBundle, readHead } from '../../../../src/data/bundle/read.ts'
import { openVicinage } from '../../../../src/library/open.ts'
import { skippedName } from '../../../support/skipped-name.ts'
import { ask } from './fixtures/addrfeat.ts'

const CITY: AddressList = { id: 'city', meters: 10 }
const FEDERAL: AddressList = { id: 'federal', meters: 60 }
const BRAND: AddressList = { id: 'brand', meters: 53, isBrands: true }
const RANGES = new Map([['78701', new Map([['48453', 10]])]])

function address(number: string, street: string, lat: number, lon: number, list = CITY, zip = '78701'): KnownAddress {
  return { key: numberKey(number)!, street: parseStreet(street), zip, city: '', state: 'TX', lat, lon, list }
}

async function streetsOf(addresses: readonly KnownAddress[], isWithBrands = true): Promise<Streets> {
  const { streets, ofBrands } = knownStreets(addresses)
  const bundles = [
    knownStreetsBundle('streets', streets, RANGES, []),
    ...(isWithBrands ? [knownStreetsBundle('streets-brands', ofBrands, RANGES, [])] : []),
  ]
  const shards = await Promise.all(
    bundles.map(async (one) => knownShards(await readBundle(await writePacked(one), one.id))),
  )
  return new Streets(shards.flat())
}

/** One meter in degrees of latitude. House numbers on Oak St grow by one per meter to the north. */
const NORTH = 1 / 111_195
const alongOak = (number: number) => 30 + number * NORTH

describe('street grids', () => {
  it('locate house numbers on unlisted streets from the numbers on parallel streets', async () => {
    // Streets are 100 m apart going south, and 100 house numbers span 160 m going west, as in Miami-Dade.
    const place = (street: number, number: number) => ({
      lat: 25.77 - street * 100 * NORTH,
      lon: -80.2 - (number * 1.6 * NORTH) / Math.cos((25.7 * Math.PI) / 180),
    })
    const known = [80, 82, 84, 86, 90, 92].flatMap((street) =>
      [10101, 10304, 10507, 10710].map((number) => {
        const { lat, lon } = place(street, number)
        return { ...address(String(number), `SW ${street} ST`, lat, lon, CITY, '33176'), state: 'FL' }
      }),
    )
    const { streets, grids } = knownStreets(known)
    const bundle = memoryBundle(
      knownStreetsBundle('streets', streets, new Map([['33176', new Map([['12086', 1]])]]), [], grids),
    )
    const layers = new Streets(knownShards(bundle))
    const best = (text: string) => ask(layers, `${text}, FL 33176`)[0]
    for (const [street, number] of [
      [88, 10700],
      [94, 10420],
      [78, 10200],
    ]) {
      const found = best(`${number} SW ${street} ST`)
      const { lat, lon } = place(street, number)
      expect(found).toMatchObject({ layer: 'street', exactNumber: false, zip: '33176' })
      expect(metersBetween(found.lat, found.lon, lat, lon)).toBeLessThan(5)
    }
    // Streets of another type, and one far outside the known streets.
    for (const text of ['10700 SW 88 Ter', '10700 NW 88 St', '10700 SW 160 St', '300 SW 88 St'])
      expect(best(text), text).toBeUndefined()
  })
})

describe('known streets', () => {
  it.each([
    ['100 Oak St', 'address', 100],
    ['150 Oak St', 'street', 150],
    ['151 Oak St', 'street', 151],
    ['260 Oak St', 'street', 260],
    ['900 Oak St', null, 0],
    ['100 Elm St', null, 0],
  ])('are found for %s with the layer %s', async (text, layer, meters) => {
    const streets = await streetsOf([100, 200, 240].map((n) => address(String(n), 'OAK ST', alongOak(n), -97.7)))
    const [found] = ask(streets, `${text}, TX 78701`)
    expect(found?.layer ?? null).toBe(layer)
    if (found) expect(metersBetween(found.lat, found.lon, alongOak(meters), -97.7)).toBeLessThan(2)
  })

  it('are returned on the correct side of the street, from the more precise list', async () => {
    const streets = await streetsOf([
      address('100', 'OAK ST', alongOak(100), -97.7),
      address('100', 'OAK ST', alongOak(900), -97.7, FEDERAL),
      address('300', 'OAK ST', alongOak(300), -97.7),
      address('101', 'OAK ST', alongOak(101), -97.701),
      address('301', 'OAK', alongOak(301), -97.701),
    ])
    const at = (text: string) => ask(streets, `${text}, TX 78701`)[0]
    expect(at('100 Oak St').lat).toBeCloseTo(alongOak(100), 5)
    expect(at('200 Oak St').lon).toBeCloseTo(-97.7, 5)
    // `301 OAK` has no suffix, so it counts as a house on the only street of that name.
    expect(at('201 Oak St').lon).toBeCloseTo(-97.701, 5)
  })

  it('derived from brand stores are stored in a separate bundle', async () => {
    const addresses = [
      address('100', 'OAK ST', alongOak(100), -97.7),
      address('300', 'OAK ST', alongOak(300), -97.7, BRAND),
    ]
    const find = async (isWithBrands: boolean) => ask(await streetsOf(addresses, isWithBrands), '200 Oak St, TX 78701')
    expect((await find(true))[0]).toMatchObject({ layer: 'street', exactNumber: true })
    expect((await find(false))[0]).toMatchObject({ layer: 'street', exactNumber: false })
  })

  it('locate house numbers that thinning removed, with an error of at most 7 m', async () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: -40, max: 40 })), {
      minLength: 2,
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (list) => {
        let [number, lat, lon] = [0, 30, -97.7]
        const all = list.map(([step, east]) => {
          number += 2 * step
          lat += 2 * step * NORTH
          lon += east * NORTH
          return address(String(number), 'OAK ST', lat, lon)
        })
        const streets = await streetsOf(all)
        const far = all.filter((one) => {
          const [found] = ask(streets, `${one.key.value} Oak St, TX 78701`)
          return !(metersBetween(found.lat, found.lon, one.lat, one.lon) < 7)
        })
        // A number far from the line through its neighbors would count as an outlier. These steps are too short for
        // that, so every number is found.
        return far.length === 0
      }),
      { numRuns: 60 },
    )
  })

  it('are rejected if the bundle is of another kind or contains no parts', async () => {
    const { streets } = knownStreets([address('1', 'OAK ST', 30, -97.7)])
    const content = knownStreetsBundle('streets', streets, RANGES, [])
    const other = await readBundle(await writePacked({ ...content, kind: 'places' }), 'x.bundle')
    expect(() => knownShards(other)).toThrow("x.bundle is a bundle of kind 'places', expected 'known-streets'.")
    const none = await readBundle(await writePacked({ ...content, blocks: [] }), 'x.bundle')
    expect(() => knownShards(none)).toThrow('x.bundle has no blocks of parts, expected 1.')
  })
})

const DATA = 'dist-data/streets.bundle'

describe.skipIf(!existsSync(DATA))(
  skippedName('the known streets of the built data', !existsSync(DATA), 'where dist-data has none'),
  () => {
    it('are searched by reading less than 200 kB for one address, including the list of street blocks', async () => {
      const heads = await Promise.all(
        ['streets', 'streets-brands'].map((id) => {
          const bytes = readFileSync(`dist-data/${id}.bundle`)
          return readHead(bytes, bytes.length, id)
        }),
      )
      const largest = ({ directory }: Head) => {
        const { starts } = directory.blocks[0]
        return Math.max(...Array.from(starts.slice(1), (end, i) => end - starts[i]))
      }
      const total = heads.reduce((sum, head) => sum + head.layout.startBytes + largest(head), 0)
      expect(total).toBeLessThan(200_000)
    })

    it('contain no names of people or offices, and no units or ZIPs', async () => {
      for (const id of ['streets', 'streets-brands']) {
        const bundle = await readBundle(new Uint8Array(readFileSync(`dist-data/${id}.bundle`)), id)
        const names = knownShards(bundle).flatMap(({ sections }) => {
          const shard = decodeShard(sections!)
          return Array.from({ length: shard.meta.names }, (_, name) => nameText(shard, name))
        })
        expect(names.length).toBeGreaterThan(10_000)
        expect(
          names.filter((name) => /\d{5}|[#,@]|\b(?:ATTN|C\/O|CARE OF|INC|LLC|MRS?|OWNER|TENANT)\b/.test(name)),
        ).toEqual([])
      }
    })

    it('locate the Texas Capitol, unless an option turns them off', async () => {
      const text = '1100 Congress Ave, Austin, TX'
      const options = { dimensions: [], schools: false, userData: false } as const
      const found = (await openVicinage(options)).geocode(text)
      expect(metersBetween(found.lat!, found.lon!, 30.2747, -97.7404)).toBeLessThan(found.radius!)
      expect(found.layer).toBe('street')
      expect((await openVicinage({ ...options, knownStreets: 'none' })).geocode(text).layer).toBe('landmark')
      await expect(openVicinage({ ...options, knownStreets: 'some' as 'all' })).rejects.toThrow(
        "knownStreets must be 'all', 'public' or 'none'",
      )
    })
  },
)

describe('intersections of known streets', () => {
  const alongElm = (number: number) => -97.7 + (number * NORTH) / Math.cos((30 * Math.PI) / 180)
  /** Oak St runs north along -97.7 and Elm St east along 30.0015. Ash St runs parallel to Oak St, 60 m to the east. */
  const known = [
    ...[20, 60, 100, 130, 180, 240].map((n) => address(String(n), 'OAK ST', alongOak(n), -97.7)),
    ...[20, 60, 90].map((n) => address(String(n), 'ELM ST', alongOak(150), alongElm(n))),
    ...[20, 100, 240].map((n) => address(String(n), 'ASH ST', alongOak(n), alongElm(60))),
    ...[20, 100].map((n) => address(String(n), 'FIR AVE', alongOak(n), alongElm(2000))),
  ]

  it.each(['Oak St & Elm St', 'Elm St and Oak St', 'Elm & Oak', 'Oak St at Elm St', 'Oak St / Elm St'])(
    'are estimated from the houses nearby: %s',
    async (text) => {
      const [found] = ask(await streetsOf(known), `${text}, TX 78701`)
      expect(found).toMatchObject({ layer: 'street', exactNumber: false, zip: '78701' })
      expect(metersBetween(found.lat, found.lon, alongOak(150), -97.7)).toBeLessThan(20)
      expect(found.radius).toBeGreaterThan(100)
      expect(found.address).toMatch(/^Elm St & Oak St\b/)
    },
  )

  it.each([
    ['streets that run side by side', 'Oak St & Ash St'],
    ['streets that are far apart', 'Oak St & Fir Ave'],
    ['a street with itself', 'Oak St & Oak St'],
    ['an unknown street', 'Oak St & Yew St'],
  ])('are not estimated for %s', async (_, text) => {
    expect(ask(await streetsOf(known), `${text}, TX 78701`)).toEqual([])
  })
})
