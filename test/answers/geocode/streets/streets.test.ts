import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { SourceFolder } from '../../../../data-build/read/source-folder.ts'
import { addStreetFiles } from '../../../../data-build/streets/add-streets.ts'
import {
  getSide,
  planeMeters,
  RANGES_FILE,
  type RangeTruth,
  rangeTruths,
} from '../../../../data-build/validate/general/street-ranges.ts'
import type { Candidate } from '../../../../src/answers/geocode/layers.ts'
import { Streets, type StreetsOptions } from '../../../../src/answers/geocode/streets/streets.ts'
import { BundleError } from '../../../../src/base/errors.ts'
import { openVicinage } from '../../../../src/library/open.ts'
import { SHARED, withAgencyFiles } from '../../../support/agency-files.ts'
import { emptyFolder } from '../../../support/empty-folder.ts'
import { ask, EAST, type MadeRow, streetFolder } from './fixtures/addrfeat.ts'

async function streetsOf(counties: Readonly<Record<string, readonly MadeRow[]>>, options?: StreetsOptions) {
  const folder = await streetFolder(counties)
  return { folder, streets: Streets.open(folder, options) }
}

/** Returns kilometers east along the edge of the fixture rows, and meters north of it. */
function onEdge({ lon, lat }: Pick<Candidate, 'lon' | 'lat'>) {
  return { km: (lon - EAST[0][0]) / (EAST[1][0] - EAST[0][0]), north: (lat - 30) * 111_195 }
}

describe('address range interpolation', () => {
  it('follows the direction of the line and the side of the street', async () => {
    const { streets } = await streetsOf({
      '48001': [
        { name: 'Up St', left: ['101', '199'], right: ['100', '198'] },
        { name: 'Down St', left: ['198', '100'], right: ['199', '101'] },
      ],
    })
    // Computed by hand: 125 is 24 of 98 steps from 101, and left of an eastward line is north.
    const [up] = ask(streets, '125 Up St, TX 78701')
    expect(onEdge(up).km).toBeCloseTo(24 / 98, 4)
    expect(onEdge(up).north).toBeCloseTo(8, 1)
    const [even] = ask(streets, '124 Up St, TX 78701')
    expect(onEdge(even).km).toBeCloseTo(24 / 98, 4)
    expect(onEdge(even).north).toBeCloseTo(-8, 1)
    const [down] = ask(streets, '124 Down St, TX 78701')
    expect(onEdge(down).km).toBeCloseTo(1 - 24 / 98, 4)
    expect(onEdge(down).north).toBeCloseTo(8, 1)
    expect(down).toMatchObject({ address: '124 Down St, TX 78701', zip: '78701', state: 'TX', similarity: 1 })
    expect(down.radius).toBeCloseTo(1000 / 3, -1)
  })

  it('follows a bent line, whose last segment determines the location of a house at the end', async () => {
    const bent = [
      [-97, 30],
      [-97, 30.001],
      [-96.998, 30.001],
      [-96.998, 30.001],
    ] as const
    const { streets } = await streetsOf({ '48001': [{ name: 'Bent St', right: ['2', '98'], line: bent }] })
    const [last] = ask(streets, '98 Bent St, TX 78701')
    expect(last.lon).toBeCloseTo(-96.998, 6)
    expect((30.001 - last.lat) * 111_195).toBeCloseTo(8, 1)
  })

  it('returns the middle of a range with a single number, and the only point of a line without length', async () => {
    const point = [
      [-97, 30],
      [-97, 30],
    ] as const
    const { streets } = await streetsOf({
      '48001': [
        { name: 'One St', left: ['7', '7'] },
        { name: 'Half St', left: ['9', ''] },
        { name: 'Dot St', left: ['1', '99'], line: point },
      ],
    })
    expect(onEdge(ask(streets, '7 One St, TX 78701')[0]).km).toBeCloseTo(0.5, 4)
    expect(onEdge(ask(streets, '9 Half St, TX 78701')[0]).km).toBeCloseTo(0.5, 4)
    expect(ask(streets, '51 Dot St, TX 78701')[0]).toMatchObject({ lon: -97, lat: 30 })
  })

  it('accepts a range of the other parity with lower similarity, unless another range has the matching parity', async () => {
    const { streets } = await streetsOf({
      '48001': [
        { name: 'Lone St', left: ['101', '199'] },
        { name: 'Mixed St', left: ['1', '99'], parity: 'B' },
      ],
    })
    const [across] = ask(streets, '150 Lone St, TX 78701')
    expect(across).toMatchObject({ exactNumber: false, similarity: 0.8 })
    expect(onEdge(across).north).toBeCloseTo(-8, 1)
    expect(ask(streets, '50 Mixed St, TX 78701')[0]).toMatchObject({ exactNumber: true, similarity: 1 })
  })

  it('returns nothing for a house number outside every range of its street', async () => {
    const { streets } = await streetsOf({
      '48001': [
        { name: 'Short St', left: ['101', '199'], right: ['100', '198'] },
        { name: 'Shore St', left: ['201', '299'], right: ['200', '298'] },
      ],
    })
    // SHORE is one typing error away from SHORT, but its ranges are not used because a street with the requested name
    // exists.
    for (const number of ['99', '200', '1000', '0', '99999999'])
      expect(ask(streets, `${number} Short St, TX 78701`)).toEqual([])
  })

  it('handles prefixes and letters in house numbers', async () => {
    const { streets } = await streetsOf({
      '48001': [
        { name: 'Grid Rd', left: ['12-101', '12-199'] },
        { name: 'Queens Blvd', left: ['94-101', '94-199'] },
        { name: 'Plain Ave', left: ['101', '199'] },
      ],
    })
    expect(onEdge(ask(streets, '12-125 Grid Rd, TX 78701')[0]).km).toBeCloseTo(24 / 98, 4)
    expect(ask(streets, 'N13W125 Grid Rd, TX 78701')).toEqual([])
    expect(ask(streets, '94-125 Queens Blvd, TX 78701')[0]).toMatchObject({ address: '94-125 Queens Blvd, TX 78701' })
    expect(ask(streets, '125 Queens Blvd, TX 78701')).toEqual([])
    expect(ask(streets, '125B Plain Ave, TX 78701')[0]).toMatchObject({ similarity: 1 })
    // A building from 125 to 129 is placed at 125.
    expect(onEdge(ask(streets, '125-129 Plain Ave, TX 78701')[0]).km).toBeCloseTo(24 / 98, 4)
  })
})

describe('street name matching', () => {
  const rows: MadeRow[] = [
    { name: 'Jefferson St', left: ['101', '199'] },
    { name: 'N Main St', left: ['101', '199'] },
    { name: '15th Ave', left: ['101', '199'] },
    { name: '16th St', left: ['101', '199'], tlid: '16' },
    { name: 'Turtle Creek Dr', left: ['101', '199'] },
    { name: 'US Hwy 89', left: ['101', '199'] },
    { name: 'Old Mill Loop', left: ['101', '199'] },
  ]

  it('accepts misspellings, abbreviations and other directionals, with lower similarity', async () => {
    const { streets } = await streetsOf({ '48001': rows })
    const best = (address: string) => ask(streets, `${address}, TX 78701`).at(0)
    expect(best('101 Jeferson St')).toMatchObject({ address: '101 Jefferson St, TX 78701', similarity: 0.895 })
    expect(best('101 Ejfferson St')).toMatchObject({ address: '101 Jefferson St, TX 78701', similarity: 0.895 })
    expect(best('101 Main St')?.similarity).toBeCloseTo(0.9)
    expect(best('101 S Main St')?.similarity).toBeCloseTo(0.6)
    expect(best('101 Turtle Creek')?.address).toBe('101 Turtle Creek Dr, TX 78701')
    expect(best('101 Highway 89')?.address).toBe('101 US Highway 89, TX 78701')
    expect(best('101 State Highway 89')).toBeUndefined()
    expect(best('101 Jefferson')?.similarity).toBeCloseTo(0.95)
  })

  it('accepts a phonetic spelling that fits only one name, with lower similarity than a typo', async () => {
    const { streets } = await streetsOf({
      '48001': [...rows, { name: 'Merrick St', left: ['1', '99'] }, { name: 'Marrack St', left: ['101', '199'] }],
    })
    const best = (address: string) => ask(streets, `${address}, TX 78701`).at(0)
    expect(best('101 Jephersan St')).toMatchObject({ address: '101 Jefferson St, TX 78701', similarity: 0.78 })
    expect(best('101 Olde Mil Loop')).toMatchObject({ address: '101 Old Mill Loop, TX 78701', similarity: 0.79 })
    expect(best('101 Mareeckk St')).toBeUndefined()
    expect(best('101 Zhephersan St')).toBeUndefined()
  })

  it('never accepts a numbered street with another number', async () => {
    const { streets } = await streetsOf({ '48001': rows })
    expect(ask(streets, '101 17th St, TX 78701')).toEqual([])
    // There is a 15th Ave but no 15th St. An avenue usually runs in another direction than the street of the same
    // number, so the similarity is low.
    expect(ask(streets, '101 15th St, TX 78701')[0].similarity).toBeCloseTo(0.6)
  })

  it('finds an intersection where two street edges meet', async () => {
    const north = [
      [-97, 29.99],
      [-97, 30],
    ] as const
    const { streets } = await streetsOf({
      '48001': [...rows, { name: 'Crossing Ave', left: ['1', '99'], line: north }],
    })
    expect(ask(streets, 'Crossing Ave & Jefferson St, TX 78701')[0]).toMatchObject({
      lon: -97,
      lat: 30,
      layer: 'street_range',
      similarity: 1,
      zip: '78701',
    })
    expect(ask(streets, 'Crossing Ave & Nowhere St, TX 78701')).toEqual([])
  })
})

describe('the files of a street index', () => {
  const rows: MadeRow[] = [{ name: 'Main St', left: ['101', '199'] }]

  it('are skipped for another state, and searched first if they contain the ZIP', async () => {
    const { streets } = await streetsOf({
      '48001': rows,
      '48003': [{ ...rows[0], zip: '78702' }],
      '12001': [{ ...rows[0], zip: '32601' }],
    })
    expect(streets.shards.map(({ meta }) => [meta.county, meta.state])).toEqual([
      ['12001', 'FL'],
      ['48001', 'TX'],
      ['48003', 'TX'],
    ])
    expect(ask(streets, '101 Main St, TX 78702')[0]).toMatchObject({ zip: '78702', state: 'TX' })
    expect(ask(streets, '101 Main St, CA 78702')).toEqual([])
    expect(ask(streets, '101 Main St, TX 78799')).toEqual([])
    // Without a ZIP and a county, all files of a state are searched if there are only a few.
    expect(ask(streets, '101 Main St, FL')[0]).toMatchObject({ state: 'FL' })
    expect(ask(streets, '101 Main St')).toEqual([])
  })

  it('omit ZIPs of other states but include their address ranges', async () => {
    const { streets } = await streetsOf({ '48001': [{ ...rows[0], zip: '99999' }] })
    expect(streets.shards[0].meta.zips).toEqual([])
    expect(ask(streets, '101 Main St, TX')[0]).toMatchObject({ zip: null, address: '101 Main St, TX' })
  })

  it('are closed if they exceed the memory limit, and reopened when needed', async () => {
    const { streets } = await streetsOf({ '48001': rows, '48003': [{ ...rows[0], zip: '78702' }] }, { memory: 1 })
    const sizes = ['78701', '78702', '78701'].map((zip) => {
      expect(ask(streets, `101 Main St, TX ${zip}`)).toHaveLength(1)
      return streets.memoryUsed
    })
    expect(new Set(sizes).size).toBe(1)
  })

  it('are rejected with one clear error if any byte is damaged', async () => {
    const { folder } = await streetsOf({ '48001': rows })
    const file = join(folder, 'streets-48001.bundle')
    const whole = readFileSync(file)
    for (let at = 0; at < whole.length; at += 7) {
      const bytes = Buffer.from(whole)
      bytes[at] ^= 0x55
      writeFileSync(file, bytes)
      expect(() => ask(Streets.open(folder), '101 Main St, TX 78701'), `byte ${at}`).toThrow(BundleError)
    }
    for (const length of [0, 10, 60, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length))
      expect(() => Streets.open(folder), `${length} bytes`).toThrow(/streets-48001\.bundle/)
    }
  })

  it('cause an error that explains how to build them if they are missing', () => {
    expect(() => Streets.open(emptyFolder())).toThrow(/vicinage streets add/)
  })

  it('are byte-identical if built from the same source', async () => {
    const made = [await streetsOf({ '48001': rows }), await streetsOf({ '48001': rows })]
    const [one, other] = made.map(({ folder }) => readFileSync(join(folder, 'streets-48001.bundle')))
    expect(one.equals(other)).toBe(true)
  })
})

describe('an address that exists twice in a city', () => {
  const mainStreet = (zip: string, lon: number, lat: number) => ({
    name: 'Main St',
    left: ['1', '99'] as const,
    zip,
    line: [
      [lon, lat],
      [lon - 0.001, lat],
    ] as const,
  })

  it('resolves to the first location, with the second as an alternative', async () => {
    const rows = [mainStreet('78701', -97.74, 30.27), mainStreet('78745', -97.79, 30.2)]
    const streets = await streetFolder({ '48453': rows })
    const vicinage = await openVicinage({ knownStreets: 'none', dimensions: [], streets })
    const answer = vicinage.geocode('51 Main St, Austin, TX')
    expect(answer).toMatchObject({ label: '51 Main St, Austin, TX 78701' })
    expect(answer.note?.text).toMatch(/^Several places match as well as 51 Main St/)
    expect(answer.alternatives.map(({ label }) => label)).toEqual(['51 Main St, Austin, TX 78745'])
    // The two streets are 9 km apart.
    expect(answer.radius).toBeGreaterThan(8_000)
    expect(vicinage.geocode('51 Main St, Austin, TX 78745')).toMatchObject({ label: '51 Main St, Austin, TX 78745' })
  })
})

withAgencyFiles('the street index of Meagher County, MT', () => {
  const folder = emptyFolder()
  let truths: RangeTruth[]
  let streets: Streets
  beforeAll(async () => {
    await addStreetFiles([join(SHARED, RANGES_FILE)], folder)
    streets = Streets.open(folder)
    truths = await rangeTruths(new SourceFolder(SHARED))
  })

  it('returns both ends and the middle of every range, 8 m off the line on the correct side', () => {
    // 878 sides of streets have a range. Each range gives three addresses, or two if it has no number between its ends.
    expect(truths.length).toBeGreaterThan(2300)
    const wrong = truths.filter((truth) => {
      const [found] = ask(streets, truth.address)
      const isExact =
        found?.layer === 'street_range' && found.state === 'MT' && found.exactNumber && found.similarity === 1
      return !isExact || Math.abs(planeMeters(found, truth) - 8) >= 0.5 || getSide(truth, found) !== truth.side
    })
    expect(wrong.map(({ address }) => address)).toEqual([])
  })
})

describe('streets named for a directional or a frontage road', () => {
  it.each([
    ['101 W Rd, TX 78701', [{ name: 'West Rd', left: ['1', '199'] }]],
    ['101 West Rd, TX 78701', [{ name: 'W Rd', left: ['1', '199'] }]],
    ['101 N Loop W, TX 78701', [{ name: 'N Loop W', left: ['1', '199'] }]],
    ['101 North Loop West, TX 78701', [{ name: 'N Loop W', left: ['1', '199'] }]],
    ['101 S IH 35 Frontage Rd, TX 78701', [{ name: 'S I- 35', left: ['1', '199'] }]],
    ['101 S IH 35 Service Rd, TX 78701', [{ name: 'S IH 35 Frontage Rd', left: ['1', '199'] }]],
    ['101 I-35 Access Rd, TX 78701', [{ name: 'IH 35 Svc Rd', left: ['1', '199'] }]],
  ] as const)('are found: %s', async (address, rows) => {
    const { streets } = await streetsOf({ '48453': rows })
    expect(ask(streets, address)[0]?.exactNumber).toBe(true)
  })
})

describe('intersections of streets with plain numbers', () => {
  const north = [
    [-80.2, 25.77],
    [-80.2, 25.78],
  ] as const
  const east = [
    [-80.2, 25.77],
    [-80.19, 25.77],
  ] as const

  it.each(['NW 7 Ave & NW 5 St, FL 33128', 'NW 5 St and NW 7 Ave, FL 33128', 'NW 7th Ave & NW 5 St, FL 33128'])(
    'are found: %s',
    async (address) => {
      const { streets } = await streetsOf({
        '12086': [
          { name: 'NW 7th Ave', left: ['1', '99'], zip: '33128', line: north },
          { name: 'NW 5th St', left: ['1', '99'], zip: '33128', line: east },
        ],
      })
      expect(ask(streets, address)[0]).toMatchObject({ lat: 25.77, lon: -80.2 })
    },
  )
})
