import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { lineDistance } from '../../../data-build/geography/line-distance.ts'
import { readGeoJson } from '../../../data-build/read/geojson.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import {
  type CoastalPlace,
  coastalChance,
  either,
  inlandChance,
  lakeChance,
  riverChance,
  surroundedClass,
  valleyOdds,
  waterClass,
} from '../../../data-build/score/flood/chances.ts'
import { countyShifts, insuranceShift } from '../../../data-build/score/flood/counties.ts'
import { landHeight, landHeights } from '../../../data-build/score/flood/land-heights.ts'
import { categoryScore, floodZoneScore, getZones, loadDallas, loadNfhl } from '../../../data-build/score/flood/zones.ts'
import { chanceText, expectedScore, flood, getChance } from '../../../src/answers/dimensions/flood.ts'
import { wordsFor } from '../../../src/answers/dimensions/words.ts'
import { boxRing, polygonFeature } from '../../data/geography/box-ring.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'
import { folderFixture } from '../read/fixtures/folder.ts'
import { readDbf } from '../read/read-dbf.ts'
import { dbfBytes, POLYGON, shpBytes } from '../read/shapefile-bytes.ts'
import { reading } from './reading.ts'

describe('floodZoneScore()', () => {
  it.each([
    ['VE', null, 1],
    ['V', null, 1],
    ['V12', null, 1],
    ['VE', 'RIVERINE FLOODWAY SHOWN IN COASTAL ZONE', 1],
    ['AE', 'FLOODWAY', 20],
    ['AE', null, 45],
    ['A', '1 PCT ANNUAL CHANCE FLOOD HAZARD CONTAINED IN CHANNEL', 45],
    ['AR', null, 45],
    ['A7', null, 45],
    ['AH', null, 55],
    ['AO', '', 65],
    ['A99', null, 90],
    ['D', null, 110],
    ['X', '0.2 PCT ANNUAL CHANCE FLOOD HAZARD', 150],
    ['X', '1 PCT DEPTH LESS THAN 1 FOOT', 150],
    ['B', null, 150],
    ['X', 'AREA WITH REDUCED FLOOD RISK DUE TO LEVEE', 175],
    ['X', 'AREA OF MINIMAL FLOOD HAZARD', 255],
    ['x', null, 255],
    ['C', null, 255],
    ['AREA NOT INCLUDED', null, 0],
    ['OPEN WATER', null, 0],
  ] as const)('maps zone %s with subtype %s to %i', (zone, subtype, score) => {
    expect(floodZoneScore(zone, subtype)).toBe(score)
  })

  it('returns undefined for unknown zones', () => {
    expect([floodZoneScore('2', null), floodZoneScore(null, null), floodZoneScore('AEE', null)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

const ring = (west: number, south: number, size: number) => boxRing(west, south, west + size, south + size).reverse()

const collection = (features: readonly (readonly [properties: object, ring: [number, number][]])[]) =>
  gzipSync(
    JSON.stringify({
      type: 'FeatureCollection',
      features: features.map(([properties, ring]) => polygonFeature(properties, ...(ring.length > 0 ? [ring] : []))),
    }),
  )

describe('the National Flood Hazard Layer reader', () => {
  const shapefile = zipSync({
    'S_FLD_HAZ_AR.shp': shpBytes(POLYGON, [[ring(-96, 30, 0.1)], [ring(-95, 30, 0.1)], [ring(-94, 30, 0.1)]]),
    'S_FLD_HAZ_AR.dbf': dbfBytes(
      [
        { name: 'FLD_ZONE', type: 'C', length: 17 },
        { name: 'ZONE_SUBTY', type: 'C', length: 72 },
      ],
      [
        ['AE', 'FLOODWAY'],
        ['X', 'AREA OF MINIMAL FLOOD HAZARD'],
        ['OPEN WATER', ''],
      ],
    ),
    'S_OTHER.shp': shpBytes(POLYGON, []),
    'S_OTHER.dbf': dbfBytes([{ name: 'ID', type: 'C', length: 3 }], []),
  })

  it('returns zones from shapefiles and GeoJSON, safest first, with field names in either case', async () => {
    const folder = folderFixture({
      'fema/nfhl/48001C.zip': shapefile,
      'fema/nfhl/48003C.geojson.gz': collection([
        [{ fld_zone: 'VE', zone_subty: null }, ring(-97, 28, 0.1)],
        [{ fld_zone: 'D', zone_subty: null }, ring(-97, 29, 0.1)],
      ]),
      'fema/nfhl/readme.txt': 'not a map',
    })
    const zones = await loadNfhl(folder, () => {})
    expect(zones.map((zone) => [zone.score, zone.polygon[0][0]])).toEqual([
      [255, -95],
      [110, -97],
      [20, -96],
      [1, -97],
    ])
  })

  it('returns no zones if the folder does not exist', async () => {
    expect(await loadNfhl(folderFixture({}), () => {})).toEqual([])
  })

  it('reports and omits unknown zones', async () => {
    const folder = folderFixture({
      'a.geojson.gz': collection([[{ FLD_ZONE: '2', ZONE_SUBTY: null }, ring(-97, 28, 0.1)]]),
    })
    const lines: string[] = []
    const { features } = await readGeoJson(folder, 'a.geojson.gz')
    expect(getZones(features, 'a.geojson.gz', (line) => lines.push(line))).toEqual([])
    expect(lines).toEqual(['a.geojson.gz: 1 areas have the unknown flood zone "2"; their scores are estimated'])
  })
})

describe('the flood map of Dallas', () => {
  it('lists the city first, then the 0.2% zone, then the 1% zone, and omits empty shapes', async () => {
    const folder = folderFixture({
      'fema/dallas_city_boundary.geojson.gz': collection([[{}, ring(-97, 32, 1)]]),
      'fema/dallas_floodplain.geojson.gz': collection([
        [{ category: '100yr' }, ring(-96.9, 32, 0.1)],
        [{ category: '500yr' }, []],
        [{ category: '500yr' }, ring(-96.8, 32, 0.1)],
      ]),
    })
    expect((await loadDallas(folder)).map((zone) => zone.score)).toEqual([255, 150, 45])
  })

  it('is rejected if it contains an unknown category', () => {
    expect(() => categoryScore('10yr')).toThrow(/10yr.*100yr or 500yr/)
  })
})

describe('the flood risk estimate', () => {
  it('rates the share of water around a place from 0 (at 0.1% or less) to 1 (at 10% or more)', () => {
    expect([0, 0.001, 0.01, 0.1, 0.9].map((share) => Math.round(100 * waterClass(share)) / 100)).toEqual([
      0, 0, 0.5, 1, 1,
    ])
    expect(waterClass(Number.NaN)).toBeNaN()
  })

  /** The beach of a barrier island in Florida. */
  const beach: CoastalPlace = { height: 1, waterKm: 0, openKm: 0, water: 0.8, onIsland: true, hurricanes: 0.3 }

  it('matches hand-computed chances on the coast', () => {
    const chance = (logOdds: number) => 1 / (1 + Math.exp(-logOdds))
    // 3.12 - 1.7 √1 - 0.17 ln 0.2 - 0.72 ln 0.5 + 1.25
    expect(coastalChance(beach)).toBeCloseTo(chance(3.4427), 4)
    // A place on the mainland in Florida: 4 m high, 1.8 km from a bay, 9.5 km from the open sea.
    const mainland = { height: 4, waterKm: 1.8, openKm: 9.5, water: 0.1, onIsland: false, hurricanes: 0.3 }
    expect(coastalChance(mainland)).toBeCloseTo(chance(3.12 - 3.4 - 0.17 * Math.log(2) - 0.72 * Math.log(10)), 10)
    // Without hurricanes, the odds are lower by e², and islands get no bonus.
    const calm = chance(3.4427 - 1.25 - 2)
    expect(coastalChance({ ...beach, hurricanes: 0 })).toBeCloseTo(calm, 4)
    expect(coastalChance({ ...beach, waterKm: Number.POSITIVE_INFINITY, openKm: Number.POSITIVE_INFINITY })).toBe(0)
    expect(coastalChance({ ...beach, height: Number.NaN })).toBeNaN()
    expect(coastalChance({ ...beach, hurricanes: Number.NaN })).toBeNaN()
  })

  it('scores a barrier island on a hurricane coast below 100, even if the tract extends up a hill', () => {
    expect(expectedScore(coastalChance(beach))).toBeLessThan(60)
    expect(expectedScore(coastalChance({ ...beach, height: 40 }))).toBeLessThan(100)
    expect(expectedScore(coastalChance({ ...beach, height: 40, hurricanes: 0 }))).toBeGreaterThan(240)
  })

  it('treats islands and spits as surrounded by water', () => {
    expect([0, 0.4, 0.55, 0.7, 1].map((water) => surroundedClass(water, false))).toEqual([
      0,
      0,
      expect.closeTo(0.5, 10),
      1,
      1,
    ])
    expect(surroundedClass(0, true)).toBe(1)
  })

  it('matches hand-computed chances inland', () => {
    expect([riverChance(0, 0.5), riverChance(1, 0), riverChance(1, 0.5)]).toEqual([0, 0.05, 0.1])
    expect(riverChance(1, 0.01)).toBeCloseTo(0.075, 10)
    expect(riverChance(1, Number.NaN)).toBe(0.05)
    const flat = { river: 0.05, height: 20, position: 0, relief: 5, trust: 1 }
    expect(inlandChance(flat)).toBeCloseTo(0.05, 10)
    // The odds are 1 in 19, times e^0.7 for each unit of `position` below the surrounding tracts.
    expect(inlandChance({ ...flat, position: -1 })).toBeCloseTo(Math.exp(0.7) / (19 + Math.exp(0.7)), 10)
    expect(inlandChance({ ...flat, position: 3, trust: 0 })).toBeCloseTo(0.05, 10)
    expect(inlandChance({ ...flat, position: Number.NaN })).toBeCloseTo(0.05, 10)
    expect(inlandChance({ ...flat, river: 0 })).toBeCloseTo(0.003, 10)
    expect(inlandChance({ ...flat, river: Number.NaN })).toBeNaN()
    expect(either(0.5, 0.2)).toBeCloseTo(0.6, 10)
  })

  it('never decreases when a hazard on the coast increases', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    const meters = fc.double({ min: 0, max: 100, noNaN: true })
    const kilometers = fc.double({ min: 0, max: 50, noNaN: true })
    fc.assert(
      fc.property(
        meters,
        kilometers,
        kilometers,
        unit,
        unit,
        unit,
        (height, waterKm, openKm, water, hurricanes, more) => {
          const place = { height, waterKm, openKm, water, onIsland: false, hurricanes }
          const chance = coastalChance(place) - 1e-9
          expect(coastalChance({ ...place, height: height * more })).toBeGreaterThanOrEqual(chance)
          expect(coastalChance({ ...place, waterKm: waterKm * more })).toBeGreaterThanOrEqual(chance)
          expect(coastalChance({ ...place, openKm: openKm * more })).toBeGreaterThanOrEqual(chance)
          expect(coastalChance({ ...place, water: Math.min(1, water + more) })).toBeGreaterThanOrEqual(chance)
          expect(coastalChance({ ...place, onIsland: true })).toBeGreaterThanOrEqual(chance)
        },
      ),
    )
  })

  it('counts a lake as a flood zone, but not the homes around it', () => {
    expect(lakeChance(Number.NEGATIVE_INFINITY, 0)).toBe(0)
    expect(lakeChance(Number.POSITIVE_INFINITY, 0)).toBe(0.9)
    expect([-0.5, 0, 0.5, 2].map((km) => lakeChance(km, 0))).toEqual([0, 0.45, 0.9, 0.9])
    expect([lakeChance(2, 50), lakeChance(2, 100), lakeChance(2, 3000)]).toEqual([0.45, 0, 0])
  })

  it('converts the flood chance to an expected score of at most 245', () => {
    expect(expectedScore(0)).toBeCloseTo(245, 10)
    expect(expectedScore(1)).toBe(45)
    // 45 · 0.3 + 255 · 0.7 = 192, and the minimum chance of 1 in 21 takes off another 0.8.
    expect(expectedScore(0.3)).toBeCloseTo(191.2, 1)
    expect(expectedScore(Number.NaN)).toBeNaN()
  })

  it('maps higher flood chances to equal or lower scores (45 to 245), and converts scores back to the same chance', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.99, noNaN: true }), unit, (chance, more) => {
        const score = expectedScore(chance)
        expect(score).toBeGreaterThanOrEqual(45)
        expect(score).toBeLessThanOrEqual(245)
        expect(getChance(score)).toBeCloseTo(chance, 6)
        expect(expectedScore(Math.min(1, chance + more))).toBeLessThanOrEqual(score + 1e-9)
      }),
    )
  })
})

describe('the land height of a tract', () => {
  it('excludes water from the mean elevation, but at most two fifths of the tract', () => {
    expect(landHeight(2, 0)).toBe(2)
    expect(landHeight(2, 0.2)).toBe(2.5)
    expect(landHeight(3, 0.9)).toBe(5)
    expect(landHeight(2, Number.NaN)).toBe(2)
  })

  it('is compared with the heights of tracts within 6 km, counting each tract once', () => {
    // Eleven tracts are 500 m apart from north to south. The southernmost has two block groups and lies 20 m lower.
    const lat = Float64Array.from({ length: 12 }, (_, i) => 30 + 0.0045 * Math.max(0, i - 1))
    const lon = new Float64Array(12).fill(-95)
    const tract2020 = Array.from(lat, (_, i) => `tract ${Math.max(0, i - 1)}`)
    const { aboveAround, position, relief, trust } = landHeights(
      { lat, lon, tract2020 },
      Float64Array.from(lat, (_, i) => (i < 2 ? 10 : 30)),
    )
    // Eleven tracts are within 6 km: one is 10 m high and ten are 30 m high. Six of them are within 3 km.
    expect(aboveAround[0]).toBeCloseTo(10 - 310 / 11, 10)
    expect([aboveAround[1], position[1]]).toEqual([aboveAround[0], position[0]])
    const spread = (of: number) => Math.sqrt((1 / of) * (1 - 1 / of)) * 20
    expect(relief[0]).toBeCloseTo(spread(11), 10)
    const lower = (of: number) => (-20 * (1 - 1 / of)) / (2 + spread(of))
    expect(position[0]).toBeCloseTo((lower(6) + lower(11)) / 2, 10)
    expect(trust[0]).toBe(1)
  })

  it('has a weight of only 0.1 if no other tract is nearby, and is unknown without an elevation', () => {
    const alone = { lat: Float64Array.of(30, 40), lon: Float64Array.of(-95, -95), tract2020: ['a', 'b'] }
    const { trust, aboveAround, position } = landHeights(alone, Float64Array.of(100, Number.NaN))
    expect([trust[0], aboveAround[0], position[0]]).toEqual([0.1, 0, 0])
    expect([aboveAround[1], position[1]]).toEqual([Number.NaN, Number.NaN])
  })
})

describe('the adjustment of flood risk by county', () => {
  it("moves the odds halfway toward the county's flood insurance share, by at most a factor of two", () => {
    const odds = (share: number) => Math.log(share / (1 - share))
    expect(insuranceShift(0.26, 0.2)).toBeCloseTo(0, 10)
    expect(insuranceShift(0.2, 0.2)).toBeCloseTo((odds(0.26) - odds(0.2)) / 2, 10)
    expect(insuranceShift(0.01, 0.6)).toBeCloseTo(Math.log(2), 10)
    expect(insuranceShift(0.9, 0.01)).toBeCloseTo(-Math.log(2), 10)
    expect([insuranceShift(0.2, undefined), insuranceShift(0.2, 0)]).toEqual([0, 0])
  })

  it('preserves the proportions of the published county shares, and matches the published total', () => {
    const county = ['06001', '06001', '06003', '12001']
    const population = Float64Array.of(10e6, 30e6, 20e6, 20e6)
    const chance = [0.05, 0.2, 0.03, 0.1]
    const figures = {
      insured: new Map(),
      published: new Map([
        ['06001', 0.25],
        ['06003', 0.04],
      ]),
    }
    const shift = countyShifts({ county, population }, chance, figures)
    const moved = chance.map((own, b) => 1 / (1 + Math.exp(-Math.log(own / (1 - own)) - shift[b])))
    const people = moved.map((own, b) => own * population[b])
    expect(people.reduce((sum, count) => sum + count, 0)).toBeCloseTo(7.6e6, 0)
    // The published shares of the counties, 0.25 and 0.04, are raised to the power of 1.5: 0.125 and 0.008.
    expect((people[0] + people[1]) / 40e6 / (people[2] / 20e6)).toBeCloseTo(0.125 / 0.008, 4)
    expect(shift[3]).toBe(0)
  })

  it('divides the odds by at most five if a share is published for the county', () => {
    const county = ['06075', '06001']
    const population = Float64Array.of(1e6, 30e6)
    const chance = Float64Array.of(0.3, 0.3)
    const published = new Map([
      ['06075', 0],
      ['06001', 0.3],
    ])
    const shift = countyShifts({ county, population }, chance, { insured: new Map(), published })
    expect(shift[0]).toBeCloseTo(-Math.log(5), 10)
    expect(shift[1]).toBeGreaterThan(-Math.log(5))
  })
})

describe('the flood chance of valleys', () => {
  it('increases with valley depth if river zones touch the surrounding tracts', () => {
    // 15 m below the surrounding tracts is 10 m deeper than where a valley begins. This depth counts as ln 2, times 0.8
    // and times the share of places near river zones.
    expect(valleyOdds(-15, 1)).toBeCloseTo(0.8 * Math.LN2, 10)
    expect(valleyOdds(-15, 0.5)).toBeCloseTo(0.4 * Math.LN2, 10)
    expect(valleyOdds(-50, 1)).toBeGreaterThan(valleyOdds(-15, 1))
  })

  it.each([
    ['without river zones nearby', -50, 0],
    ['up to 5 m below the tracts around', -5, 1],
    ['on a hill', 50, 1],
    ['if the height is not known', Number.NaN, 1],
  ])('does not increase %s', (_, above, nearby) => {
    expect(valleyOdds(above, nearby)).toBe(0)
  })
})

describe('distance to the shore', () => {
  it('matches a search of all shore segments, and is infinite if no shore is near', () => {
    const lon = fc.double({ min: -0.3, max: 0.3, noNaN: true })
    const coordinate = fc.tuple(lon, lon)
    const line = fc.array(coordinate, { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(line, coordinate, (points, [dx, dy]) => {
        const shore = Float64Array.from(points.flatMap(([x, y]) => [x - 96, y + 30]))
        const place = [dx - 96, dy + 30] as const
        const expected = nearest(shore, place)
        const found = lineDistance([shore], 24)(place[0], place[1])
        if (expected < 24) expect(found).toBeCloseTo(expected, 6)
        else expect(found).toBeGreaterThan(24 - 1e-6)
      }),
    )
    expect(lineDistance([Float64Array.of(-96, 30, -95, 30)], 24)(-95.5, 35)).toBe(Number.POSITIVE_INFINITY)
  })

  /** Returns the distance in kilometers to the nearest segment of a line, by ternary search along each segment. */
  function nearest(shore: Float64Array, [lon, lat]: readonly [number, number]): number {
    const cos = Math.cos((lat * Math.PI) / 180)
    let best = Number.POSITIVE_INFINITY
    for (let i = 0; i + 3 < shore.length; i += 2) {
      const at = (t: number) =>
        Math.hypot(
          (shore[i] + t * (shore[i + 2] - shore[i]) - lon) * cos,
          shore[i + 1] + t * (shore[i + 3] - shore[i + 1]) - lat,
        )
      // The distance is convex along a segment.
      let [low, high] = [0, 1]
      for (let step = 0; step < 100; step++) {
        const [a, b] = [low + (high - low) / 3, high - (high - low) / 3]
        if (at(a) < at(b)) high = b
        else low = a
      }
      best = Math.min(best, at(low), at(0), at(1))
    }
    return best * 111.195
  }
})

describe('the description of flood risk', () => {
  const coast = {
    river_zone: 100,
    river_zone_tracts: 62.4,
    land_height: 0.9,
    coast_km: 3.2,
    water_km: 0.4,
    above_around: -8,
  }
  const estimate = (score: number, given: Readonly<Record<string, number>>) =>
    flood.describe(reading(score, given, 'estimate'))
  const tail = '. No flood map in this package; FEMA has one for this county: msc.fema.gov.'

  it('states the reasons for the estimate and the source of the official map', () => {
    expect(estimate(90, { ...coast, island_km2: 12, coast_km: 0.3 })).toBe(
      `High flood risk (estimate): an island on the open coast, land about 3 feet (0.9 m) above the sea${tail}`,
    )
    expect(estimate(150, coast)).toBe(
      `Substantial flood risk (estimate): on a bay or lagoon, land about 3 feet (0.9 m) above the sea${tail}`,
    )
    expect(
      flood.describe({ ...reading(150, { ...coast, water_km: 4.1, coast_km: 9 }, 'estimate'), units: 'metric' }),
    ).toBe(`Substantial flood risk (estimate): 4.1 km from a bay or lagoon, land about 0.9 m above the sea${tail}`)
    expect(estimate(150, { ...coast, sea_around: 75, land_height: 0.1 })).toContain(
      ': land between sea and bay, 2 miles (3.2 km) from the open coast',
    )
  })

  it('states whether a river flood zone touches the census tract or only tracts nearby', () => {
    const inland = { ...coast, land_height: 160, coast_km: Number.NaN, water_km: Number.NaN }
    expect(estimate(234, inland)).toBe(
      `Uncertain flood risk (estimate): a river flood zone touches this census tract, 26 feet (8 m) lower than the tracts around${tail}`,
    )
    expect(estimate(240, { ...inland, river_zone: 0 })).toContain(
      ': river flood zones touch census tracts nearby, not this one',
    )
    expect(estimate(245, { ...inland, river_zone: 0, river_zone_tracts: 0 })).toContain(
      ': no river flood zone touches the census tracts nearby',
    )
    expect(estimate(240, { ...inland, river_zone: Number.NaN, above_around: 0 })).not.toContain('river')
    expect(estimate(245, {})).toBe(`Uncertain flood risk (estimate)${tail}`)
  })

  it('never calls an estimated risk "low" or "some", and never mentions homes', () => {
    for (let score = 45; score <= 245; score++)
      for (const given of [coast, { ...coast, land_height: 900 }, {}]) {
        const words = estimate(score, given)
        expect(words).not.toMatch(/\b(low|some) flood risk|\bhomes?\b/i)
        expect(words.length).toBeLessThanOrEqual(200)
      }
    expect(wordsFor(flood.ladder, 245)).toBe('Uncertain flood risk')
    expect([60, 100, 150, 230].map(chanceText)).toEqual([
      'likely in a flood zone, no map here',
      'likely in a flood zone, no map here',
      'possibly in a flood zone, no map here',
      'no flood map here',
    ])
  })

  it('names the flood zone of a place on an official map', () => {
    const measured = (score: number) => flood.describe({ score, basis: 'measured', fact: () => Number.NaN })
    expect(measured(1)).toContain('V/VE')
    expect(measured(20)).toContain('floodway')
    expect(measured(45)).toContain('Very high flood risk: zone A,')
    expect(measured(150)).toContain('0.2%')
    expect(measured(255)).toBe(
      'Low flood risk: zone X, outside the mapped flood hazard zones (FEMA flood maps of 2020-26).',
    )
  })
})

withAgencyFiles('published flood layers', () => {
  const sources = new SourceFolder(SHARED)

  it('contain only known zones in Los Angeles County', async () => {
    const path = { zip: 'fema/06037C_20210601_S_FLD_HAZ_AR_attributes_only.zip', member: 'S_FLD_HAZ_AR.dbf' }
    const rows = await readDbf(sources, path, ['FLD_ZONE', 'ZONE_SUBTY'])
    const counts = new Map<number | undefined, number>()
    for (const row of rows) {
      const score = floodZoneScore(row.FLD_ZONE as string | null, row.ZONE_SUBTY as string | null)
      counts.set(score, (counts.get(score) ?? 0) + 1)
    }
    // Counted in the table: VE 110 + V 1; AE floodway 19; AE 772 + A 255 + 46; AH 45; AO 109; D 163; shaded X 2434 +
    // 34, and so on.
    expect([...counts].sort(([a], [b]) => Number(a) - Number(b))).toEqual([
      [0, 1],
      [1, 111],
      [20, 19],
      [45, 1073],
      [55, 45],
      [65, 109],
      [110, 163],
      [150, 2468],
      [175, 19],
      [255, 1462],
    ])
  })

  it('include one layer with geometry, for Milwaukee', async () => {
    const path = 'fema/milwaukee_WI_55079C_nfhl.layout-only.geojson.gz'
    const lines: string[] = []
    const zones = getZones((await readGeoJson(sources, path)).features, path, (line) => lines.push(line))
    const count = (score: number) => zones.filter((zone) => zone.score === score).length
    expect([count(20), count(45), count(150), zones.length]).toEqual([50, 86, 136, 272])
    expect(lines.length).toBe(1)
  })

  it('include the city of Dallas and 4,160 floodplain shapes', async () => {
    const zones = await loadDallas(sources)
    expect(zones.length).toBe(4161)
    expect(zones[0].score).toBe(255)
    expect(zones[zones.length - 1].score).toBe(45)
  })
})
