import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { BuildContext } from '../../data-build/context.ts'
import { readPlaces } from '../../data-build/score/ideological-lean/places.ts'
import { scorer } from '../../data-build/score/ideological-lean.ts'
import { ascii, madeFolder } from '../read/made-folder.ts'

const votes = (rows: string) => ascii(`GEOID20,Name,E_20_PRES_Total,E_20_PRES_Dem,E_20_PRES_Rep\n${rows}`)
const gzip = (written: string) => new Uint8Array(gzipSync(written))

/** Ring of a square of 0.1 degrees. */
function square(west: number, south: number): number[][] {
  const [east, north] = [west + 0.1, south + 0.1]
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

const precinct = (id: string, ring: number[][]) => ({
  type: 'Feature',
  properties: { id, name: id },
  geometry: { type: 'MultiPolygon', coordinates: [[ring]] },
})

const florida = {
  type: 'FeatureCollection',
  features: [
    precinct('12001000001', square(-82.4, 29.6)),
    precinct('120010002.1', square(-82.3, 29.6)),
    precinct('12001000ZZZ', square(-82.2, 29.6)),
  ],
}

const texas = {
  type: 'Topology',
  arcs: [square(-97.4, 32.7), square(-97.3, 32.7)],
  objects: {
    made: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', arcs: [[0]], properties: { CNTYFP: '439', VTD20: '48439000001' } },
        { type: 'Polygon', arcs: [[1]], properties: { CNTYFP: '439' } },
      ],
    },
  },
}

const shares = 'name,st,stfips,population,sqmi,votes_dem,votes_rep\n'
const files = {
  'elections/Election_Data_CA.v06.zip': zipSync({
    'election_data_CA.v06.csv': votes('060010001001,A,100,70,30\n060010001002,B,10,5,5\n'),
  }),
  'elections/Election_Data_FL.v06.zip': zipSync({
    'election_data_FL.v06.csv': votes('12001000001,A,100,40,60\n120010002.1,B,2,2,0\n12001000ZZZ,Water,0,0,0\n'),
    'tabblock.vtd.geojson.zip': zipSync({ 'tabblock.vtd.geojson': ascii(JSON.stringify(florida)) }),
  }),
  'elections/Election_Data_TX.v06.zip': zipSync({
    'election_data_TX.v06.csv': votes('48439000001,A,100,20,80\n48439000002,B,100,60,40\n'),
  }),
  'elections/tx_vtd2016_simplified_15m.topo.json.gz': gzip(JSON.stringify(texas)),
  'elections/census_places_2020_pres_06_12_48.csv.gz': gzip(
    `${shares}Twin,TX,48,100,1,9,1\nTwin,TX,48,9000,4,10,30\nEmpty,TX,48,5,1,0,0\n`,
  ),
  'census/gazetteer/us_places_2024_pcaisse.csv.gz': gzip(
    'rank_by_population,name,lat,lon\n1,"Twin, TX",32.75,-97.25\n2,"Twin, OK",36,-97\n3,"Twin, TX",31,-100\n4,"Empty, TX",30,-98\n',
  ),
}

const places: readonly (readonly [id: string, lat: number, lon: number])[] = [
  ['060010001001', 37.8, -122.2],
  ['060010001002', 37.8, -122.3],
  ['120010001001', 29.65, -82.35],
  ['120010001002', 29.65, -82.25],
  ['484390001001', 32.75, -97.35],
  ['484390001002', 32.75, -97.25],
]

function madeContext(): BuildContext {
  const id = places.map(([geoid]) => geoid)
  return {
    sources: madeFolder(files),
    blockGroups: {
      count: id.length,
      id,
      lat: Float64Array.from(places, (place) => place[1]),
      lon: Float64Array.from(places, (place) => place[2]),
      population: Float64Array.from(id, () => 1000),
      tract2020: id.map((geoid) => geoid.slice(0, 11)),
      county: id.map((geoid) => geoid.slice(0, 5)),
      state: id.map((geoid) => geoid.slice(0, 2)),
    },
    centres: { kernel: () => new Float32Array(id.length).fill(100) },
    eji: () => new Float64Array(id.length).fill(20),
  } as unknown as BuildContext
}

describe('the scorer on files made by hand', () => {
  it('gives precinct polygons their own vote, or the county below 20 votes', async () => {
    const { polygons, polygonColumns } = await scorer.prepare(madeContext())
    expect(polygons).toHaveLength(3)
    // Florida 40 % and the county's 42 of 102; Texas 20 %. The precinct of water and the one without a number are left out.
    expect(Array.from(polygonColumns?.score ?? [])).toEqual([103, 106, 52])
    expect(polygonColumns?.basis).toEqual(['measured', 'estimate', 'measured'])
    expect(Array.from(polygonColumns?.facts.votes ?? [])).toEqual([100, 102, 100])
  })

  it('gives block groups their own vote, their tract, their precinct or the model', async () => {
    const { blockGroups } = await scorer.prepare(madeContext())
    // 70 % → 179; the tract's 75 of 110 → 174; the precincts around the next three centres.
    expect(Array.from(blockGroups?.score ?? []).slice(0, 5)).toEqual([179, 174, 103, 106, 52])
    expect(blockGroups?.basis).toEqual(['measured', 'estimate', 'estimate', 'estimate', 'estimate', 'estimate'])
    // The county is at 40 %, the city around the last centre at 25 %: below the county, above the city's own vote.
    expect(blockGroups?.facts.votes[5]).toBeNaN()
    expect(blockGroups?.facts.democratic_pct[5]).toBeLessThan(40)
    expect(blockGroups?.facts.democratic_pct[5]).toBeGreaterThan(25)
  })

  it('joins the larger of two places of one name to the first point', async () => {
    const joined = await readPlaces(madeFolder(files))
    expect(joined.map(({ lat, lon }) => [lat, lon])).toEqual([
      [32.75, -97.25],
      [31, -100],
    ])
    expect(joined[0].logOdds).toBeCloseTo(Math.log(10 / 30), 10)
    // 4 sq mi = 10.36 km², radius √(10.36/π) + .2
    expect(joined[0].radius).toBeCloseTo(2.016, 3)
  })

  it('refuses lists of places whose names do not agree', async () => {
    const made = madeFolder({
      ...files,
      'census/gazetteer/us_places_2024_pcaisse.csv.gz': gzip('name,lat,lon\n"Elsewhere, TX",31,-100\n'),
    })
    await expect(readPlaces(made)).rejects.toThrow(/0 of 3 places/)
  })
})
