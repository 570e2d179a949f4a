import { gzipSync } from 'node:zlib'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { BuildContext, Polygon } from '../../../data-build/context.ts'
import {
  type CountyPredictors,
  estimateCounty,
  type Predictors,
  placeVote,
  shiftTo,
  texasCoefficients,
} from '../../../data-build/score/ideological-lean/estimate.ts'
import { countyTallies, getResult, leanScore, scorer } from '../../../data-build/score/ideological-lean/score.ts'
import { fitCoefficients } from '../../../data-build/score/ideological-lean/validate.ts'
import {
  getShare,
  getVotes,
  logistic,
  logit,
  type PlaceResult,
  precinctFinder,
  readPlaces,
  sumByPrefix,
} from '../../../data-build/score/ideological-lean/votes.ts'
import { votesOf2024 } from '../../../data-build/score/ideological-lean/votes-2024.ts'
import type { Reading } from '../../../src/answers/dimensions/dimension.ts'
import { ideologicalLean } from '../../../src/answers/dimensions/ideological-lean.ts'
import { boxRing } from '../../data/geography/box-ring.ts'
import { ascii, folderFixture } from '../read/fixtures/folder.ts'

const tally = (democratic: number, republican: number) => ({ democratic, republican })

describe('the lean score of a vote share', () => {
  it('is 1, 128 and 255 at 0%, 50% and 100%', () => {
    expect(leanScore(0)).toBe(1)
    expect(leanScore(0.5)).toBe(128)
    expect(leanScore(1)).toBe(255)
    expect(leanScore(Number.NaN)).toBe(0)
  })
})

describe('the result of the vote tallies', () => {
  it('is based on the first tally with at least 20 votes, and is measured only if that is the finest tally', () => {
    expect(getResult([tally(15, 5), tally(10, 90)])).toEqual({ share: 0.75, votes: 20, basis: 'measured' })
    expect(getResult([tally(15, 4), tally(10, 90)])).toEqual({ share: 0.1, votes: 100, basis: 'estimate' })
    expect(getResult([tally(0, 0), undefined, tally(60, 40)])).toEqual({ share: 0.6, votes: 100, basis: 'estimate' })
    expect(getResult([undefined, tally(1, 1)]).share).toBeNaN()
  })

  it('is summed over block groups whose IDs share a prefix, such as a county code', () => {
    const tallies = new Map([
      ['060010001001', tally(3, 4)],
      ['060010001002', tally(10, 20)],
      ['060010002001', tally(100, 200)],
    ])
    expect(sumByPrefix(tallies, 11).get('06001000100')).toEqual(tally(13, 24))
    expect(countyTallies([tallies]).get('06001')).toEqual(tally(113, 224))
  })
})

describe('the search for the precinct that contains a point', () => {
  // The polygons are a square with a hole, a triangle across several bins, and a later square over part of both.
  const polygons: readonly Polygon[] = [
    [
      Float64Array.of(-97, 32, -96.8, 32, -96.8, 32.2, -97, 32.2, -97, 32),
      Float64Array.of(-96.95, 32.05, -96.85, 32.05, -96.85, 32.15, -96.95, 32.15, -96.95, 32.05),
    ],
    [Float64Array.of(-96.8, 32, -96.4, 32.01, -96.61, 32.23, -96.8, 32)],
    [Float64Array.of(-96.83, 32.02, -96.7, 32.02, -96.7, 32.07, -96.83, 32.07, -96.83, 32.02)],
  ]
  const geometries = polygons.map((rings) => ({
    type: 'Polygon' as const,
    coordinates: rings.map((ring) => Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i], ring[2 * i + 1]])),
  }))

  it('returns the precinct in which turf finds the point, or the last one if several overlap', () => {
    const find = precinctFinder(polygons.map((polygon) => ({ polygon })))
    const lat = fc.double({ min: 31.98, max: 32.25, noNaN: true })
    const lon = fc.double({ min: -97.02, max: -96.38, noNaN: true })
    fc.assert(
      fc.property(lat, lon, (y, x) => {
        expect(find(y, x)).toBe(geometries.findLastIndex((geometry) => booleanPointInPolygon([x, y], geometry)))
      }),
      { numRuns: 1000 },
    )
  })

  it('returns -1 far from all precincts', () => {
    expect(precinctFinder(polygons.map((polygon) => ({ polygon })))(40, -120)).toBe(-1)
    expect(precinctFinder(polygons.map((polygon) => ({ polygon })))(32.1, -96.9)).toBe(-1)
  })
})

describe('the vote of surrounding cities', () => {
  const city: PlaceResult = { name: 'City', state: '48', lat: 32, lon: -97, radius: 10, logOdds: 1 }
  const village: PlaceResult = { name: 'Village', state: '48', lat: 32, lon: -97, radius: 2, logOdds: -1 }

  it('is the vote of the smallest city whose circle contains the point', () => {
    expect(placeVote([city, village], 0.25, 32, -97).within).toBe(-1.25)
    expect(placeVote([village, city], 0.25, 32.05, -97).within).toBe(0.75)
    expect(placeVote([city, village], 0.25, 32.2, -97).within).toBe(0)
  })

  it('is weighted by the distance and size of cities', () => {
    // Both cities are at distance 0. They have equal weights in the mean, and Gaussian weights of 1/100 and 1/4 with
    // damping 0.01.
    const vote = placeVote([city, village], 0, 32, -97)
    expect(vote.around).toBeCloseTo(0, 12)
    expect(vote.near).toBeCloseTo((0.01 - 0.25) / 0.27, 12)
  })

  it('is neutral if no city is near', () => {
    expect(placeVote([city], 0.3, 36, -97)).toEqual({ within: 0, around: 0, near: 0 })
  })
})

describe('the vote estimate within a county', () => {
  const flat: Predictors = { within: 0, around: 0, near: 0, density: 0, renters: 0, over65: 0, under18: 0 }
  const county: CountyPredictors = {
    county: '48439',
    share: 0.5,
    members: [0, 1],
    people: [1000, 1000],
    predictors: [
      { ...flat, within: 1 },
      { ...flat, within: -1 },
    ],
  }

  it('is symmetric for two opposite halves of an evenly split county', () => {
    const [left, right] = estimateCounty(county, texasCoefficients)
    expect(left).toBeCloseTo(logistic(texasCoefficients.within), 10)
    expect(left + right).toBeCloseTo(1, 10)
  })

  it("adds up to the county's share, regardless of the predictors", () => {
    const number = fc.double({ min: -2, max: 2, noNaN: true })
    const block = fc.record({ within: number, around: number, near: number, density: number, renters: number })
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 8 }),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        (blocks, share) => {
          fc.pre(!Number.isNaN(share))
          const predictors = blocks.map((values) => ({ ...flat, ...values }))
          const people = blocks.map((_, i) => 500 + 100 * i)
          const members = blocks.map((_, i) => i)
          const shares = estimateCounty({ county: '48439', share, members, people, predictors }, texasCoefficients)
          // relativeTurnout depends on renters: weights as in the model.
          const votes = people.map((count, i) => count * Math.exp(-0.0049 * predictors[i].renters))
          const total = votes.reduce((sum, count) => sum + count, 0)
          const mean = votes.reduce((sum, count, i) => sum + count * shares[i], 0) / total
          expect(mean).toBeCloseTo(share, 8)
        },
      ),
    )
  })

  it('clips the log odds of tiny places', () => {
    expect(logit(0)).toBe(logit(0.02))
    expect(logistic(logit(0.3))).toBeCloseTo(0.3, 12)
    expect(shiftTo(0.7, [0, 0], [1, 3])).toBeCloseTo(logit(0.7), 10)
  })
})

describe('fitting the vote model', () => {
  it('recovers known coefficients, regardless of the constant of each county', () => {
    const planted = { within: 0.4, around: 0.2, near: -0.1, density: 0.05, renters: 0.01 }
    const wave = (b: number, k: number) => Math.sin(1.7 * b * k + k)
    const counties = ['48001', '48003'].map((county, c): CountyPredictors => {
      const members = Array.from({ length: 12 }, (_, i) => 12 * c + i)
      const predictors = members.map((b) => ({
        within: wave(b, 1),
        around: wave(b, 2),
        near: wave(b, 3),
        density: wave(b, 4),
        renters: 10 * wave(b, 5),
        over65: 0,
        under18: 0,
      }))
      return { county, share: 0.5, members, people: members.map(() => 1000), predictors }
    })
    const share = counties.flatMap(({ predictors }, c) =>
      predictors.map((p) => {
        const deviation = 0.4 * p.within + 0.2 * p.around - 0.1 * p.near + 0.05 * p.density + 0.01 * p.renters
        return logistic(c - 0.5 + deviation)
      }),
    )
    const votes = Float64Array.from(share, (_, i) => 100 + i)
    const measured = { share: Float64Array.from(share), votes, unit: share.map(String) }
    const fitted = fitCoefficients(counties, measured)
    for (const [name, value] of Object.entries(planted)) {
      expect(fitted[name as keyof typeof planted]).toBeCloseTo(value, 8)
    }
  })
})

describe('the description of ideological lean', () => {
  const reading = (score: number, basis: Reading['basis'], votes: number): Reading => ({
    score,
    basis,
    fact: (id) => (id === 'votes' ? votes : Number.NaN),
  })

  it('states both vote shares, the number of votes, and whether they were cast in 2020 or 2024', () => {
    const measured = ideologicalLean.describe(reading(leanScore(0.62), 'measured', 1237))
    expect(measured).toBe('Leans liberal: 62% Democratic, 38% Republican for president in 2024 (about 1,200 votes).')
    expect(ideologicalLean.describe(reading(128, 'modeled', 640))).toBe(
      "Evenly split: 50% Democratic, 50% Republican for president in 2024, from the vote of 2020 there (about 640 votes) and the county's swing.",
    )
    expect(ideologicalLean.describe(reading(1, 'measured', 20))).toContain('Predominantly conservative: 0%')
  })

  it('states whether it is an estimate', () => {
    const modeled = ideologicalLean.describe(reading(100, 'estimate', Number.NaN))
    expect(modeled).toContain('an estimate from county and city results')
    expect(ideologicalLean.describe(reading(100, 'estimate', 130_000))).toContain('an estimate from a wider')
  })
})

/** Writes the same votes for 2016 and 2020, so that no precinct has a trend of its own. */
const votes = (rows: string) => {
  const twice = rows.replace(/^(.*),(\d+,\d+)$/gm, '$1,$2,$2')
  return ascii(`GEOID20,Name,E_20_PRES_Total,E_16_PRES_Dem,E_16_PRES_Rep,E_20_PRES_Dem,E_20_PRES_Rep\n${twice}`)
}

/** Makes the ring of a 0.1-degree square. */
const square = (west: number, south: number) => boxRing(west, south, west + 0.1, south + 0.1)

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
  'elections/2024/president_2024_by_county_CA_TX_FL.csv.gz': gzipSync(
    'county_fips,votes_dem,votes_gop\n06001,75,35\n12001,42,60\n48439,60,140\n',
  ),
  'elections/2024/tx_2024_president_by_precinct.csv.gz': gzipSync(
    'vtd20_if_same_code,dem,rep\n48439000001,25,85\n48439000002,90,10\n,5,5\n',
  ),
  'elections/tx_vtd2016_simplified_15m.topo.json.gz': gzipSync(JSON.stringify(texas)),
  'elections/census_places_2020_pres_06_12_48.csv.gz': gzipSync(
    `${shares}Twin,TX,48,100,1,9,1\nTwin,TX,48,9000,4,10,30\nEmpty,TX,48,5,1,0,0\n`,
  ),
  'census/gazetteer/us_places_2024_pcaisse.csv.gz': gzipSync(
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

function contextFixture(): BuildContext {
  const id = places.map(([geoid]) => geoid)
  return {
    sources: folderFixture(files),
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
    centers: { kernel: () => new Float32Array(id.length).fill(100) },
    eji: () => new Float64Array(id.length).fill(20),
  } as unknown as BuildContext
}

describe('the lean scorer on hand-made files', () => {
  it("assigns precinct polygons their own vote, or the county's vote below 20 votes", async () => {
    const { polygons, polygonColumns } = await scorer.prepare(contextFixture())
    expect(polygons).toHaveLength(3)
    // Democratic shares: 40% in the first Florida precinct. The second has too few votes and gets 42 of 102 from its
    // county. The Texas precinct has 25 of 110 counted votes. The water precinct and the precinct without a number are
    // omitted.
    expect(Array.from(polygonColumns?.score ?? [])).toEqual([103, 106, 59])
    expect(polygonColumns?.basis).toEqual(['modeled', 'estimate', 'measured'])
    expect(Array.from(polygonColumns?.facts.votes ?? [])).toEqual([100, 102, 110])
  })

  it('preserves the county share, and distinguishes adjusted 2020 votes from counted 2024 votes', () => {
    const before = new Map([
      ['48001000001', tally(50, 50)],
      ['48001000002', tally(900, 100)],
      ['48001000003', tally(10, 390)],
    ])
    const counted = new Map([['48001000001', tally(30, 70)]])
    const counties = new Map([['48001', tally(50, 50)]])
    const moved = votesOf2024({ votes2016: before, votes2020: before, counted, counties })
    expect(moved.get('48001000001')).toEqual(tally(30, 70))
    const share = [...before].reduce((sum, [id, votes]) => sum + getVotes(votes) * getShare(moved.get(id)), 0) / 1500
    expect(share).toBeCloseTo(0.5, 10)
    expect(moved.get('48001000002')?.moved).toBe(true)
  })

  it("assigns block groups their own vote, their tract's, their precinct's or an estimate", async () => {
    const { blockGroups } = await scorer.prepare(contextFixture())
    // The first block group voted 70% Democratic, which is moved a little toward the county's 75 of 110 and gives 178.
    // The second gets its tract's 75 of 110, which gives 174. The next three scores come from the precincts around the
    // block group centers.
    expect(Array.from(blockGroups?.score ?? []).slice(0, 5)).toEqual([178, 174, 103, 106, 59])
    expect(blockGroups?.basis).toEqual(['modeled', 'estimate', 'estimate', 'estimate', 'estimate', 'estimate'])
    // The Democratic share is 30% in the county, and lower in the city around the last center.
    expect(blockGroups?.facts.votes[5]).toBeNaN()
    expect(blockGroups?.facts.democratic_pct[5]).toBeLessThan(30)
  })

  it('matches the first point to the larger of two places with the same name', async () => {
    const joined = await readPlaces(folderFixture(files))
    expect(joined.map(({ lat, lon }) => [lat, lon])).toEqual([
      [32.75, -97.25],
      [31, -100],
    ])
    expect(joined[0].logOdds).toBeCloseTo(Math.log(10 / 30), 10)
    // 4 sq mi = 10.36 km², and the radius is √(10.36/π) + 0.2.
    expect(joined[0].radius).toBeCloseTo(2.016, 3)
  })

  it('rejects place lists with mismatched names', async () => {
    const made = folderFixture({
      ...files,
      'census/gazetteer/us_places_2024_pcaisse.csv.gz': gzipSync('name,lat,lon\n"Elsewhere, TX",31,-100\n'),
    })
    await expect(readPlaces(made)).rejects.toThrow(/0 of 3 places/)
  })
})
