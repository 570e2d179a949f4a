import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { areasContent } from '../../../data-build/areas/areas-bundle.ts'
import { readGazetteer } from '../../../data-build/geocode/gazetteer.ts'
import { gazetteerBundle } from '../../../data-build/geocode/gazetteer-bundle.ts'
import { memoryBundle } from '../../../data-build/pack/dimension-bundle.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { AREA_UNIT, OutlinedPlaces } from '../../../src/answers/areas/outlined-places.ts'
import { Gazetteer } from '../../../src/answers/geocode/gazetteer/gazetteer.ts'
import { metersBetween } from '../../../src/base/geo/distance.ts'
import { boxRing } from '../../data/geography/box-ring.ts'
import { folderFixture } from '../../data-build/read/fixtures/folder.ts'

const GAZETTEER = 'census/gazetteer'
const CENTERS = 'STATEFP,COUNTYFP,TRACTCE,BLKGRPCE,POPULATION,LATITUDE,LONGITUDE'

/** Published layouts with a few invented rows: two counties in California and one each in Florida and Texas. */
const sound: Readonly<Record<string, readonly string[]>> = {
  'census/population/CenPop2020_Mean_BG06.txt.gz': [
    CENTERS,
    '06,001,000100,1,1000,+37.700000,-122.400000',
    '06,001,000100,2,3000,+37.740000,-122.400000',
    '06,003,000100,1,500,+35.000000,-119.000000',
    '06,003,000100,2,0,+35.200000,-119.000000',
  ],
  'census/population/CenPop2020_Mean_BG12.txt.gz': [CENTERS, '12,001,000100,1,800,+28.000000,-082.000000'],
  'census/population/CenPop2020_Mean_BG48.txt.gz': [CENTERS, '48,001,000100,1,900,+31.000000,-097.000000'],
  [`${GAZETTEER}/2019_Gaz_counties_national.txt.gz`]: [
    'USPS\tGEOID\tANSICODE\tNAME\tALAND\tAWATER\tALAND_SQMI\tAWATER_SQMI\tINTPTLAT\tINTPTLONG   ',
    'AL\t01001\t0\tElsewhere County\t1\t1\t1\t1\t32\t-86   ',
    'TX\t48001\t0\tMcOak County\t1\t1\t1\t1\t31\t-97   ',
    'CA\t06001\t0\tSt. Bay County\t1\t1\t1\t1\t37\t-122   ',
    'CA\t06003\t0\tInland County\t1\t1\t1\t1\t35\t-119   ',
    'FL\t12001\t0\tCape County\t1\t1\t1\t1\t28\t-82   ',
  ],
  [`${GAZETTEER}/zip_city_county_CA_TX_FL_zipmonster.csv.gz`]: [
    'zip,stateCode,city,county,zipType,latitude,longitude',
    // A city with its internal point in the sea, and its PO box ZIP.
    '94001,CA,Bayburg,Saint Bay,Non-Unique,37.73,-122.40',
    '94002,CA,Bayburg,Saint Bay,PO Box,,',
    // A city of the same name, far from the census place.
    '93001,CA,Twin Hills,Inland,Non-Unique,35.01,-119.01',
    // A name that the census puts in parentheses.
    '93002,CA,Ventana,Inland,Non-Unique,35.02,-119.00',
    // A ZIP with its center in another state and no county.
    '33001,FL,Cape Town,,Non-Unique,40.00,-120.00',
    '33002,FL,Boxville,Cape,PO Box,,',
    '75001,TX,Port Oak,Mcoak,Non-Unique,31.01,-97.00',
  ],
  [`${GAZETTEER}/tiger2025_addrfeat_county_zip_nranges_CA_TX_FL.csv.gz`]: [
    'county_fips,ZIP,zip3,zip2,n_ranges',
    '06001,94001,940,94,900',
    '06003,94001,940,94,100',
    '48001,94001,940,94,7',
    '06003,93001,930,93,200',
    '06001,93001,930,93,1',
    '06003,93002,930,93,80',
    '12001,33001,330,33,300',
    '48001,75001,750,75,300',
    '48001,03001,030,03,1',
  ],
  [`${GAZETTEER}/2010_Gaz_zcta_national.txt.gz`]: [
    'GEOID\tALAND\tAWATER\tALAND_SQMI\tAWATER_SQMI\tINTPTLONG\tINTPTLAT',
    '94001\t78539816\t0\t1\t1\t-122.4\t37.72',
    '33001\t1000000\t0\t1\t1\t-82.01\t28.01',
    '03001\t1000000\t0\t1\t1\t-71\t43',
    '\t\t\t\t\t\t',
  ],
  [`${GAZETTEER}/us_places_2024_pcaisse.csv.gz`]: [
    'rank_by_population,name,lat,lon',
    '1,California,37,-119',
    '2,"Bayburg, CA",37.7,-123.0',
    '3,"Inland County, CA",35,-119',
    '4,"Twin Hills, CA",37.74,-122.41',
    '5,"San Ventana (Ventana), CA",35.02,-119.01',
    '6,"Cape Town, FL",28.0,-82.0',
    '7,"Little Oak, TX",31.0,-97.0',
    '8,"Springfield, IL",40,-89',
    '9,"Port Oak, TX",31.01,-97.0',
  ],
  'elections/census_places_2020_pres_06_12_48.csv.gz': [
    'name,st,population,sqmi',
    'Bayburg,CA,4000,50',
    'Twin Hills,CA,2000,1',
    'San Ventana (Ventana),CA,450,1',
    'Cape Town,FL,790,1',
    'Port Oak,TX,100,1',
  ],
}

/** Returns the file of a state whose land is a box. */
const land = (state: string, west: number, south: number, east: number, north: number) => {
  const feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates: [boxRing(west, south, east, north)] },
  }
  return [
    `census/tracts/${state}_state_dissolved_from_tracts.geojson.gz`,
    [JSON.stringify({ type: 'FeatureCollection', features: [feature] })],
  ] as const
}
const shores = [land('ca', -124, 32, -114, 42), land('fl', -84, 25, -80, 31), land('tx', -106, 26, -94, 36)]

/** Outlines as boxes, for ZIPs and one city. */
const box = (code: string, name: string | null, west: number, south: number, east: number, north: number) => ({
  ...{ code, name, people: null },
  rings: [Float64Array.from([west, south, east, south, east, north, west, north, west, south])],
})
const outlines = new OutlinedPlaces(
  memoryBundle({
    ...{ kind: 'areas', id: 'areas', sources: [] },
    ...areasContent(
      [
        box('94001', null, -122.6, 37.5, -122.2, 37.9),
        box('93001', null, -119.2, 34.9, -118.9, 35.3),
        box('33001', null, -82.2, 27.9, -81.9, 28.2),
        box('75001', null, -97.2, 30.9, -96.9, 31.2),
        box('0600001', 'Bayburg', -123.1, 37.5, -122.2, 37.72),
      ],
      AREA_UNIT,
    ),
  }),
)
const downtowns = (name: string) => (name === 'Bayburg' ? { lat: 37.71, lon: -122.41 } : null)

async function read(change: Readonly<Record<string, (rows: string[]) => readonly string[]>> = {}) {
  const files = [...Object.entries(sound), ...shores].map(([path, rows]) => {
    const changed = change[path]?.([...rows]) ?? rows
    return [path, gzipSync(`${changed.join('\n')}\n`)] as const
  })
  return readGazetteer(folderFixture(Object.fromEntries(files)), outlines, downtowns)
}

describe('readGazetteer()', () => {
  it('moves points in water to the nearest residents', async () => {
    const [path, rows] = land('tx', -106, 26, -94, 31.005)
    const { cities, zips } = await read({ [path]: () => rows })
    expect(zips.find(({ zip }) => zip === '75001')).toMatchObject({
      lat: expect.closeTo(31, 5),
      lon: expect.closeTo(-97, 5),
    })
    expect(cities.filter(({ state, lat }) => state === 'TX' && lat > 31.005)).toEqual([])
    expect(zips.find(({ zip }) => zip === '93001')).toMatchObject({ lat: expect.closeTo(35, 5), lon: -119 })
  })

  it('prefers the 2025 county file, with bar separators and an extra column, to the 2019 file', async () => {
    const [heading, ...rows] = sound[`${GAZETTEER}/2019_Gaz_counties_national.txt.gz`]
    const later = [
      heading.trim().replace('GEOID', 'GEOID\tGEOIDFQ'),
      ...rows.map((row) =>
        row
          .trim()
          .replace(/\t(\d{5})\t/, '\t$1\t0500000US$1\t')
          .replace('Cape County', 'Cabo County'),
      ),
    ].map((row) => row.replaceAll('\t', '|'))
    const files = { ...sound, [`${GAZETTEER}/2025_Gaz_counties_national.txt.gz`]: later }
    const packed = [...Object.entries(files), ...shores].map(
      ([path, lines]) => [path, gzipSync(lines.join('\n'))] as const,
    )
    const { counties } = await readGazetteer(folderFixture(Object.fromEntries(packed)), outlines, downtowns)
    const { counties: before } = await read()
    expect(before.find(({ fips }) => fips === '12001')?.name).toBe('Cape County')
    expect(counties).toEqual(
      before.map((county) => (county.fips === '12001' ? { ...county, name: 'Cabo County' } : county)),
    )
  })

  it('locates a postal city where its residents live and includes its post-office box ZIPs', async () => {
    const { cities, zips } = await read()
    const [bayburg, ...more] = cities.filter(({ name }) => name === 'Bayburg')
    expect(more).toEqual([])
    expect(bayburg).toMatchObject({ state: 'CA', people: 4000, zips: ['94001', '94002'], counties: ['06001', '06003'] })
    // Bayburg is at its downtown, far from its internal point at sea. 1,000 people live at 37.70 and 3,000 at 37.74.
    expect(bayburg).toMatchObject({ lat: 37.71, lon: -122.41, code: '0600001' })
    // The 3,000 people are 3.4 km away and spread over at most 10 km.
    expect(bayburg.radius).toBeGreaterThan(3_400)
    expect(bayburg.radius).toBeLessThan(14_700)
    const [houses, boxes] = ['94001', '94002'].map((code) => zips.find(({ zip }) => zip === code)!)
    expect(houses).toMatchObject({ people: expect.closeTo(4000, 6), counties: ['06001', '06003'] })
    expect(houses.lat).toBeCloseTo(37.74, 2)
    expect(boxes).toMatchObject({ lat: bayburg.lat, lon: bayburg.lon, radius: bayburg.radius, people: 0 })
    expect(boxes.counties).toEqual(['06001'])
  })

  it('does not merge two places with the same name', async () => {
    const { cities, zips } = await read()
    const twins = cities.filter(({ name }) => name === 'Twin Hills')
    expect(twins).toMatchObject([
      { counties: ['06001'], zips: ['94001'], people: 2000 },
      { counties: ['06003'], zips: ['93001'] },
    ])
    expect(twins[1].people).toBeCloseTo(500, 6)
    expect(zips.find(({ zip }) => zip === '93002')!.people).toBe(0)
  })

  it('indexes a city by its postal and its official name, and a name with "Port" also with "Point"', async () => {
    const places = new Gazetteer(memoryBundle(gazetteerBundle(await read(), [])))
    const [ventana] = places.citiesNamed('VENTANA', 'CA')
    expect(places.place('city', ventana)).toMatchObject({ name: 'Ventana', people: 450 })
    expect(places.citiesNamed('SAN VENTANA', 'CA')).toEqual([ventana])
    expect(places.citiesNamed('POINT OAK', 'TX')).toEqual(places.citiesNamed('PORT OAK', null))
    expect(places.isCity('POINT OAK', 'TX')).toBe(true)
    expect(places.countiesNamed('MCOAK', 'TX').map((county) => places.countyFips(county))).toEqual(['48001'])
  })

  it('locates a ZIP with a wrong center in its area, and counties where their residents live', async () => {
    const { zips, counties, states } = await read()
    expect(zips.find(({ zip }) => zip === '33001')).toMatchObject({
      ...{ lat: expect.closeTo(28, 5), lon: expect.closeTo(-82, 5), counties: ['12001'] },
    })
    expect(zips.map(({ zip }) => zip)).toEqual(['33001', '33002', '75001', '93001', '93002', '94001', '94002'])
    const bay = counties.find(({ fips }) => fips === '06001')!
    expect(bay.people).toBe(4000)
    expect(metersBetween(bay.lat, bay.lon, 37.73, -122.4)).toBeLessThan(1)
    expect(states.map(({ name, people }) => [name, people])).toEqual([
      ['California', 4500],
      ['Florida', 800],
      ['Texas', 900],
    ])
  })

  it('locates a city of post-office boxes near ZIPs with the same prefix, and derives a missing population from the rank', async () => {
    const { cities } = await read()
    const boxes = cities.find(({ name }) => name === 'Boxville')!
    expect(boxes).toMatchObject({ lat: 28.01, lon: -82.01, people: 0, zips: ['33002'], counties: ['12001'] })
    // Little Oak is not in the census list, so it gets the population of Cape Town, which is the next larger place in
    // the ranking.
    expect(cities.find(({ name }) => name === 'Little Oak')).toMatchObject({ people: 790, zips: ['75001'] })
  })

  it('assigns post-office boxes to the listed county, even if some address ranges are elsewhere', async () => {
    const list = `${GAZETTEER}/zip_city_county_CA_TX_FL_zipmonster.csv.gz`
    const ranges = `${GAZETTEER}/tiger2025_addrfeat_county_zip_nranges_CA_TX_FL.csv.gz`
    const { cities, zips } = await read({
      [list]: (rows) => [...rows, '96070,CA,Farbox,Inland,PO Box,,'],
      [ranges]: (rows) => [...rows, '06001,96070,960,96,1'],
    })
    // All residents of Inland County live here.
    for (const place of [cities.find(({ name }) => name === 'Farbox')!, zips.find(({ zip }) => zip === '96070')!])
      expect(metersBetween(place.lat, place.lon, 35, -119), JSON.stringify(place)).toBeLessThan(1)
    // Nothing shows which range is wrong, so a house may be in either county.
    expect(zips.find(({ zip }) => zip === '96070')!.counties).toEqual(['06003', '06001'])
  })

  it('rejects files that differ from their published format', async () => {
    const zips = `${GAZETTEER}/zip_city_county_CA_TX_FL_zipmonster.csv.gz`
    for (const row of [
      '9400,CA,Bayburg,Saint Bay,Non-Unique,37.7,-122.4',
      '94009,NV,Reno,Washoe,Non-Unique,39,-119',
      '94009,CA,,,,,',
    ])
      await expect(read({ [zips]: (rows) => [...rows, row] }), row).rejects.toThrow(SourceError)
    await expect(read({ [zips]: (rows) => [...rows, '90909,CA,Nowhere,Unknown,PO Box,,'] })).rejects.toThrow(
      'ZIP 90909 has no center',
    )
    await expect(read({ [zips]: (rows) => [...rows, rows[1]] })).rejects.toThrow('ZIP 94001 twice')
    const centers = 'census/population/CenPop2020_Mean_BG12.txt.gz'
    await expect(read({ [centers]: ([headings]) => [headings] })).rejects.toThrow('no one lives in Florida')
  })
})
