import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readRoadLines, readTollways, readTrafficCounts } from '../../../data-build/read/roads.ts'
import { folderFixture } from './fixtures/folder.ts'

const feature = (properties: object, type: string, coordinates: unknown) => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
})
const line = [
  [-117, 32],
  [-117.1, 32.1],
]
const collection = (...features: readonly object[]) => gzipSync(JSON.stringify({ type: 'FeatureCollection', features }))

describe('roads', () => {
  it('include interstates without business routes, and highways with their traffic counts', async () => {
    const folder = folderFixture({
      'roads/interstates_CA_TX_FL_refined.geojson.gz': collection(
        feature({ route: 'I-5', state: 'CA' }, 'LineString', line),
        feature({ route: 'I-35E', state: 'TX' }, 'LineString', line),
        feature({ route: 'I-35V', state: 'TX' }, 'LineString', line),
        feature({ route: 'I-69C', state: 'TX' }, 'LineString', line),
        feature({ route: 'I-I', state: 'CA' }, 'LineString', line),
      ),
      'roads/highways_CA_from_caltrans_pems_points.geojson.gz': collection(
        feature({ route: 1, interstate: 0, ahead_aadt: 38_250 }, 'LineString', line),
        feature({ route: 5, interstate: 1, ahead_aadt: null }, 'LineString', line),
      ),
    })
    const roads = await readRoadLines(folder)
    expect(roads.map(({ state, route, interstate, drawn, aadt }) => [state, route, interstate, drawn, aadt])).toEqual([
      ['CA', '5', true, true, null],
      ['TX', '69C', true, true, null],
      ['CA', '1', false, false, 38_250],
      ['CA', '5', true, false, null],
    ])
    expect([...roads[0].line]).toEqual(line.flat())
  })

  it('are assigned Caltrans counts on both sides of a place, and TxDOT counts on highways but not on ramps', async () => {
    const points = [
      [-117, 32],
      [-117.001, 32],
    ]
    const counted = (properties: object) => {
      return feature({ ROUTE: 8, RTE_SFX: null, COUNTY: 'SD', ...properties }, 'MultiPoint', points)
    }
    const folder = folderFixture({
      'roads/Caltrans_Traffic_Volumes_AADT.geojson.gz': collection(
        counted({ BACK_AADT: 40_000, AHEAD_AADT: 60_000 }),
        counted({ BACK_AADT: null, AHEAD_AADT: 70_000 }),
        counted({ BACK_AADT: null, AHEAD_AADT: null }),
        counted({ RTE_SFX: 'S', BACK_AADT: 8100, AHEAD_AADT: 640 }),
      ),
      'roads/TxDOT_AADT_Annuals.csv.gz': gzipSync(
        'ON_ROAD,T_FLAG,CNTY_NM,AADT_2022,x,y\nIH0035E,57H1,Dallas,150000,-96.9,32.9\nIH0035E,57H1NBSR,Dallas,4000,-96.9,32.9\n' +
          'IH 10,72H2,El Paso,90000,-106,31\nUS0075,57H3,Dallas,250000,-96.8,32.9\nIH0020,57H4,Dallas,0,-96.8,32.7\n' +
          'IH0010,72RA2,El Paso,516,-106,31\nIH0020,184PT6,Parker,39,-97.7,32.7\nBI0045F,175H5,Navarro,9000,-96.5,32.1\n',
      ),
    })
    const counts = await readTrafficCounts(folder)
    expect(counts).toEqual([
      { state: 'CA', county: 'SD', route: '8', lon: -117, lat: 32, aadt: 50_000 },
      { state: 'CA', county: 'SD', route: '8', lon: -117, lat: 32, aadt: 70_000 },
      { state: 'TX', county: 'Dallas', route: '35', lon: -96.9, lat: 32.9, aadt: 150_000 },
      { state: 'TX', county: 'El Paso', route: '10', lon: -106, lat: 31, aadt: 90_000 },
      { state: 'TX', county: 'Dallas', route: 'US75', lon: -96.8, lat: 32.9, aadt: 250_000 },
    ])
  })
})

it('the Dallas North Tollway is shown between its traffic counts', async () => {
  const rows = ['NDT,57H1,32.9,100000', ',57H10101T,32.95,80000', 'US0075,57H3,32.9,250000', ',57H1999,33,9000']
  const table = ['ON_ROAD,T_FLAG,y,AADT_2022,CNTY_NM,x', ...rows.map((row) => `${row},Dallas,-96.8`)].join('\n')
  const [road, ...others] = await readTollways(folderFixture({ 'roads/TxDOT_AADT_Annuals.csv.gz': gzipSync(table) }))
  expect(others).toEqual([])
  expect([road.route, road.aadt, ...road.line]).toEqual(['NDT', 90_000, -96.8, 32.9, -96.8, 32.95])
})
