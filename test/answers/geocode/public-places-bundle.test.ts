import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type PlaceRecord, readPublicPlaces } from '../../../data-build/geocode/public-places.ts'
import { publicPlacesBundle } from '../../../data-build/geocode/public-places-bundle.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { BundleError } from '../../../src/base/errors.ts'
import type { SectionContent } from '../../../src/data/bundle/write.ts'
import { ascii, folderFixture } from '../../data-build/read/fixtures/folder.ts'
import { ask, opened, placeFixture, placesFixture } from './fixtures/public-places.ts'

const GAZETTEER = [
  'GEOID\tALAND\tAWATER\tALAND_SQMI\tAWATER_SQMI\tINTPTLONG\tINTPTLAT',
  '78701\t1000000\t0\t0.4\t0\t-97.750000\t30.250000',
  // This ZIP covers 4,000 km² and is 71 km across.
  '79801\t4000000000\t0\t1544\t0\t-104.000000\t30.000000',
  '',
].join('\n')
const LIBRARIES = [
  'STABR,LIBNAME,ADDRESS,CITY,ZIP,C_OUT_TY,LONGITUD,LATITUDE',
  'TX,SAMPLE BRANCH,7 ELM AVENUE,Example City,78701,BR,-97.76,30.26',
  'TX,SAMPLE BOOKMOBILE,8 ELM AVENUE,Example City,78701,BS,-97.76,30.26',
  'TX,PLACELESS LIBRARY,9 ELM AVENUE,Example City,78701,CE,0,0',
  '',
].join('\n')

const record = (facts: Partial<PlaceRecord>): PlaceRecord => ({
  name: 'Bluebonnet Elementary',
  street: '100 N Oak St',
  city: 'Example City',
  state: 'TX',
  zip: '78701-1234',
  lat: 30.25,
  lon: -97.75,
  ...facts,
})

describe('readPublicPlaces()', () => {
  it('normalizes the names of schools and libraries as the address parser does', async () => {
    const sources = folderFixture({ 'addresses/known-points/imls_library_outlets_TX.csv': LIBRARIES })
    const places = await readPublicPlaces([record({ name: 'St. Ann Elem.', city: 'Ft. Example' })], sources)
    expect(places).toEqual([
      {
        names: ['SAINT ANN ELEMENTARY'],
        address: { number: '100', predirectional: 'N', street: 'OAK', suffix: 'ST', postdirectional: '' },
        city: 'FORT EXAMPLE',
        state: 'TX',
        zip: '78701',
        lat: 30.25,
        lon: -97.75,
      },
      {
        names: ['SAMPLE BRANCH LIBRARY'],
        address: { number: '7', predirectional: '', street: 'ELM', suffix: 'AVE', postdirectional: '' },
        city: 'EXAMPLE CITY',
        state: 'TX',
        zip: '78701',
        lat: 30.26,
        lon: -97.76,
      },
    ])
  })

  it('prefers the newest national library list, in Windows-1252, to the state lists', async () => {
    const national = LIBRARIES.replace('SAMPLE BRANCH', 'PE\u00d1A \u0096 BRANCH')
    const sources = folderFixture({
      'addresses/known-points/imls_library_outlets_TX.csv': LIBRARIES,
      'addresses/known-points/pls_fy23_outlet_pud23i.csv': ascii(LIBRARIES.replace('SAMPLE BRANCH', 'OLDER BRANCH')),
      'addresses/known-points/pls_fy24_outlet_pud24i.csv': ascii(national),
    })
    expect((await readPublicPlaces([], sources)).flatMap(({ names }) => names)).toEqual(['PENA BRANCH LIBRARY'])
  })

  it('skips places that are far from their ZIP, that have a ZIP in another state, or that are incomplete', async () => {
    const sources = folderFixture({ 'census/gazetteer/2010_Gaz_zcta_national.txt.gz': gzipSync(GAZETTEER) })
    const kept = async (facts: Partial<PlaceRecord>) => (await readPublicPlaces([record(facts)], sources)).length
    // Places up to 15 km from a small ZIP are kept. 0.13° is 14.5 km and 0.14° is 15.6 km.
    expect(await kept({ lat: 30.38 })).toBe(1)
    expect(await kept({ lat: 30.39 })).toBe(0)
    expect(await kept({ zip: '79801', lat: 30.6, lon: -104 })).toBe(1)
    expect(await kept({ zip: '79801', lat: 30.7, lon: -104 })).toBe(0)
    expect(await kept({ zip: '78799', lat: 26, lon: -98 })).toBe(1)
    for (const facts of [{ zip: '90001' }, { zip: null }, { city: null }, { name: '…' }])
      expect(await kept(facts)).toBe(0)
  })

  it('indexes places with a post-office box or without a house number by name only', async () => {
    const streets = ['PO Box 12', 'Oak St', null, 'Oak St & Elm St']
    const places = await readPublicPlaces(
      streets.map((street, i) => record({ street, name: `Sample ${i} School` })),
      folderFixture({}),
    )
    expect(places.map(({ address }) => address)).toEqual([null, null, null, null])
  })

  it('merges records with the same address if they are close, and indexes distant records by name only', async () => {
    const read = (...lats: number[]) =>
      readPublicPlaces(
        lats.map((lat, i) => record({ lat, name: `Sample ${'ABC'[i]} School` })),
        folderFixture({}),
      )
    const [both, ...others] = await read(30.25, 30.251)
    expect(both.names).toEqual(['SAMPLE A SCHOOL', 'SAMPLE B SCHOOL'])
    expect(others).toEqual([])
    expect((await read(30.25, 30.251, 30.9)).map(({ names }) => names)).toEqual([
      ['SAMPLE A SCHOOL', 'SAMPLE B SCHOOL'],
      ['SAMPLE C SCHOOL'],
    ])
    const apart = await read(30.25, 30.251, 30.9)
    expect(apart.map(({ address }) => address?.number ?? null)).toEqual([both.address!.number, null])
    // The address could be at either of the two places.
    expect((await read(30.25, 30.9)).map(({ address }) => address)).toEqual([null, null])
  })

  it('derives a missing ZIP and city from the location, or from the ZIP if the location is in no city', async () => {
    const places = await readPublicPlaces(
      [
        record({ zip: null }),
        record({ city: null }),
        record({ zip: null, city: null, lat: 30.5 }),
        record({ zip: '78703', city: 'Other Town', lat: 30.5, name: '…' }),
      ],
      folderFixture({}),
      (lat) => (lat < 30.4 ? { zip: '78702', city: 'Example Heights' } : { zip: '78703', city: '' }),
    )
    expect(places.map(({ zip, city }) => [zip, city]).sort()).toEqual([
      ['78701', 'EXAMPLE HEIGHTS'],
      ['78702', 'EXAMPLE CITY'],
      ['78703', 'OTHER TOWN'],
    ])
  })
})

describe('the public-places bundle', () => {
  it('returns coordinates exact to a meter for any order of the records', async () => {
    const places = [
      placeFixture({ line: '1 Oak St', zip: '78705', lat: 30.123456, lon: -97.654321 }),
      placeFixture({ line: '2 Oak St', zip: '78701', lat: 31.5, lon: -98.5 }),
      placeFixture({ line: '3 Oak St', zip: '33101', state: 'FL', lat: 25.7, lon: -80.2 }),
    ]
    for (const order of [places, places.toReversed()]) {
      const made = await placesFixture(order)
      expect(made.columns.size).toBe(3)
      const [found] = ask(made, 'Bluebonnet Elementary, TX 78705')
      expect(Math.abs(found.lat - 30.123456)).toBeLessThan(6e-6)
      expect(Math.abs(found.lon + 97.654321)).toBeLessThan(6e-6)
      expect(ask(made, 'Bluebonnet Elementary, Example City, FL')[0].zip).toBe('33101')
    }
    expect((await placesFixture([])).columns.size).toBe(0)
    expect(ask(await placesFixture([]), 'Bluebonnet Elementary, 78705')).toEqual([])
  })

  it.each([
    { zip: '7870' },
    { state: 'Texas' },
    { lat: 91 },
    { lon: Number.NaN },
    { names: [] },
    { names: ['A|B'] },
    { city: 'A\nB' },
  ])('rejects a place with %o', (facts) => {
    expect(() => publicPlacesBundle([placeFixture(facts)], [])).toThrow(SourceError)
  })

  it('rejects a ZIP that is in two states', () => {
    expect(() => publicPlacesBundle([placeFixture({}), placeFixture({ state: 'CA', lat: 31 })], [])).toThrow(
      /ZIP 78701/,
    )
  })
})

describe('a broken public-places bundle', () => {
  const text = (value: string) => new TextEncoder().encode(value)
  const broken: readonly [string, SectionContent['data']][] = [
    ['zip', Uint32Array.of(78705, 78701)],
    ['zip', Uint32Array.of(78701, 100_000)],
    ['zip', Uint32Array.of(78701)],
    ['zip.end', Uint32Array.of(1, 3)],
    ['zip.end', Uint32Array.of(2, 2)],
    ['zip.end', Uint32Array.of(1, 1)],
    ['zip.state', Uint8Array.of(0, 1)],
    ['place.lat', Int32Array.of(3_000_000)],
    ['place.lat', Int32Array.of(3_000_000, 7_000_000)],
    ['place.lon', Int32Array.of(0, -18_000_001)],
    ['place.city', Uint16Array.of(0, 1)],
    ['place.city', Uint16Array.of(0)],
    ['place.address', text('1||OAK|ST|\n')],
    ['place.address', text('1||OAK|ST|\n2||OAK|ST|')],
    ['place.names', text('A\nB\nC\n')],
    ['place.names', text('')],
    ['city', text('EXAMPLE CITY')],
  ]
  const content = publicPlacesBundle(
    [placeFixture({ line: '1 Oak St' }), placeFixture({ line: '2 Oak St', zip: '78705' })],
    [],
  )

  it.each(broken)('is rejected if %s is %o', async (name, data) => {
    const sections = content.sections.map((section) => (section.name === name ? { name, data } : section))
    await expect(opened({ ...content, sections })).rejects.toThrow(BundleError)
  })

  it('is rejected if it is of another kind or if its states or a section are missing', async () => {
    await expect(opened({ ...content, kind: 'schools' })).rejects.toThrow("expected 'public-places'")
    await expect(opened({ ...content, meta: {} })).rejects.toThrow(BundleError)
    await expect(opened({ ...content, sections: content.sections.slice(1) })).rejects.toThrow(BundleError)
  })

  it('never returns a wrong answer if parts of its lines are missing', async () => {
    const sections = content.sections.map((section) =>
      section.name === 'place.address' ? { name: section.name, data: text('1\n|||||||\n') } : section,
    )
    const places = await opened({ ...content, sections })
    expect(ask(places, '1 Oak St, 78701')).toEqual([])
    expect(ask(places, 'Bluebonnet Elementary, TX 78701').length).toBe(1)
  })
})
