import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { lineDistance } from '../../../data-build/geography/line-distance.ts'
import { readGeoJson } from '../../../data-build/read/geojson.ts'
import { SourceFolder } from '../../../data-build/read/source-folder.ts'
import { lakeChance, waterClass, zoneChance } from '../../../data-build/score/flood/score.ts'
import { categoryScore, floodZoneScore, loadDallas, loadNfhl, zonesOf } from '../../../data-build/score/flood/zones.ts'
import { chanceOf, chanceText, expectedScore, flood } from '../../../src/answers/dimensions/flood.ts'
import { wordsFor } from '../../../src/answers/dimensions/words.ts'
import { boxRing, polygonFeature } from '../../data/geography/box-ring.ts'
import { SHARED, withAgencyFiles } from '../../support/agency-files.ts'
import { folderFixture } from '../read/fixtures/folder.ts'
import { readDbf } from '../read/read-dbf.ts'
import { dbfBytes, POLYGON, shpBytes } from '../read/shapefile-bytes.ts'
import { reading } from './reading.ts'

describe('flood zones', () => {
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
  ] as const)('%s with %s scores %i', (zone, subtype, score) => {
    expect(floodZoneScore(zone, subtype)).toBe(score)
  })

  it('does not know zones that are not published', () => {
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

describe('National Flood Hazard Layer', () => {
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

  it('reads shapefiles and GeoJSON in either case of the names, safest zones first', async () => {
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

  it('is nothing where there is no folder of it', async () => {
    expect(await loadNfhl(folderFixture({}), () => {})).toEqual([])
  })

  it('reports unknown zones and leaves them out', async () => {
    const folder = folderFixture({
      'a.geojson.gz': collection([[{ FLD_ZONE: '2', ZONE_SUBTY: null }, ring(-97, 28, 0.1)]]),
    })
    const lines: string[] = []
    const { features } = await readGeoJson(folder, 'a.geojson.gz')
    expect(zonesOf(features, 'a.geojson.gz', (line) => lines.push(line))).toEqual([])
    expect(lines).toEqual(['a.geojson.gz: 1 areas of the unknown flood zone "2" are left to the estimate'])
  })
})

describe('Dallas', () => {
  it('paints the city, then the 0.2 % zone, then the 1 % zone, without the empty shapes', async () => {
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

  it('refuses another category', () => {
    expect(() => categoryScore('10yr')).toThrow(/10yr.*100yr or 500yr/)
  })
})

describe('estimate', () => {
  it('has classes of water shares', () => {
    expect([0, 0.001, 0.01, 0.1, 0.9].map((share) => Math.round(100 * waterClass(share)) / 100)).toEqual([
      0, 0, 0.5, 1, 1,
    ])
    expect(waterClass(Number.NaN)).toBeNaN()
  })

  it('agrees with hand-computed chances', () => {
    expect(zoneChance(0, 0, 0, 5)).toBe(0)
    expect(zoneChance(0.1, 0, 0.3, Number.POSITIVE_INFINITY)).toBeCloseTo(0.1, 10)
    // The shore with hurricanes, and 8 km inland, where a river zone touches half of the tracts.
    expect(zoneChance(0, 1, 0.25, 0)).toBeCloseTo(0.45, 10)
    expect(zoneChance(0.025, 1, 2, 8)).toBeCloseTo(1 - (1 - 0.025) * (1 - 0.45 / Math.E), 10)
    expect(zoneChance(0, 1, 0, 0)).toBeCloseTo(0.05, 10)
    expect(zoneChance(Number.NaN, 0, 0, 0)).toBeNaN()
  })

  it('puts lakes into the zone, but not the homes around them', () => {
    expect(lakeChance(Number.NEGATIVE_INFINITY, 0)).toBe(0)
    expect(lakeChance(Number.POSITIVE_INFINITY, 0)).toBe(0.9)
    expect([-0.5, 0, 0.5, 2].map((km) => lakeChance(km, 0))).toEqual([0, 0.45, 0.9, 0.9])
    expect([lakeChance(2, 50), lakeChance(2, 100), lakeChance(2, 3000)]).toEqual([0.45, 0, 0])
  })

  it('is the score to expect, at most 245', () => {
    expect(expectedScore(0)).toBeCloseTo(245, 10)
    expect(expectedScore(1)).toBe(45)
    // 45 · 0.3 + 255 · 0.7 = 192, and the least chance of 1 in 21 takes 0.8 more.
    expect(expectedScore(0.3)).toBeCloseTo(191.2, 1)
    expect(expectedScore(Number.NaN)).toBeNaN()
  })

  it('stays between 45 and 245, never rises with a hazard, and tells its chance', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    const river = fc.double({ min: 0, max: 0.5, noNaN: true })
    const kilometers = fc.double({ min: 0, max: 50, noNaN: true })
    fc.assert(
      fc.property(river, unit, unit, kilometers, unit, (r, c, h, km, more) => {
        const chance = zoneChance(r, c, h, km)
        const score = expectedScore(chance)
        expect(score).toBeGreaterThanOrEqual(45)
        expect(score).toBeLessThanOrEqual(245)
        expect(chanceOf(score)).toBeCloseTo(chance, 6)
        const slack = 1e-9
        expect(zoneChance(Math.min(1, r + more), c, h, km)).toBeGreaterThanOrEqual(chance - slack)
        expect(zoneChance(r, Math.min(1, c + more), h, km)).toBeGreaterThanOrEqual(chance - slack)
        expect(zoneChance(r, c, h + more, km)).toBeGreaterThanOrEqual(chance - slack)
        expect(zoneChance(r, c, h, km + more)).toBeLessThanOrEqual(chance + slack)
        expect(expectedScore(Math.min(1, chance + more))).toBeLessThanOrEqual(score + slack)
      }),
    )
  })
})

describe('distance to the shore', () => {
  it('agrees with a search of all segments, and is infinite far away', () => {
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

  /** Km to the nearest segment of one line, by ternary search along each. */
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

describe('description', () => {
  const facts = { river_zone_tracts: 62.4, coastal_zone_tracts: 80, coast_km: 3.2, county_zone_pct: 8.2 }
  const estimate = (score: number, given: Readonly<Record<string, number>>) =>
    flood.describe(reading(score, given, 'estimate'))

  it('tells the share of the county, that there is no map, and what is near', () => {
    expect(estimate(237, facts)).toBe(
      'No flood map here. In this county about 1 in 12 homes is in a flood zone (estimate of 2024). Nearby: river flood zones in 62 % of tracts, coastal flood zones, coast at 2 miles (3.2 km).',
    )
    expect(flood.describe({ ...reading(237, facts, 'estimate'), units: 'metric' })).toContain('coast at 3.2 km.')
  })

  it('does not speak of the coast far from it, nor of what is not known', () => {
    expect(estimate(234, { ...facts, river_zone_tracts: 100, coast_km: 29 })).toMatch(/Nearby: river flood zones\.$/)
    expect(estimate(245, {})).toBe('No flood map here.')
    expect(estimate(245, { county_zone_pct: 0.4 })).toContain('In this county fewer than 1 in 50 homes are')
  })

  it('raises the chance as the score falls', () => {
    expect([244, 240, 231, 200, 165, 60].map(chanceText)).toEqual([
      'about 1 in 46 homes around is in a flood zone',
      'about 1 in 19 homes around is in a flood zone',
      'about 1 in 10 homes around is in a flood zone',
      'about 1 in 4 homes around is in a flood zone',
      'about half of the homes around are in a flood zone',
      'most of the land around is in a flood zone',
    ])
    // An estimate ends at 245, below the first score that is called low.
    expect(wordsFor(flood.ladder, 245)).toBe('Some flood risk')
  })

  it('names the zone of a measured place', () => {
    const measured = (score: number) => flood.describe({ score, basis: 'measured', fact: () => Number.NaN })
    expect(measured(1)).toContain('V/VE')
    expect(measured(20)).toContain('floodway')
    expect(measured(45)).toContain('Very high flood risk: zone A,')
    expect(measured(150)).toContain('0.2 %')
    expect(measured(255)).toBe(
      'Low flood risk: zone X, outside the mapped flood hazard zones (FEMA flood maps of 2020-26).',
    )
  })
})

withAgencyFiles('published layers', () => {
  const sources = new SourceFolder(SHARED)

  it('knows every zone of Los Angeles County', async () => {
    const path = { zip: 'fema/06037C_20210601_S_FLD_HAZ_AR_attributes_only.zip', member: 'S_FLD_HAZ_AR.dbf' }
    const rows = await readDbf(sources, path, ['FLD_ZONE', 'ZONE_SUBTY'])
    const counts = new Map<number | undefined, number>()
    for (const row of rows) {
      const score = floodZoneScore(row.FLD_ZONE as string | null, row.ZONE_SUBTY as string | null)
      counts.set(score, (counts.get(score) ?? 0) + 1)
    }
    // Counted in the table: VE 110 + V 1; AE floodway 19; AE 772 + A 255 + 46; AH 45; AO 109; D 163; shaded X 2434 + 34
    // …
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

  it('reads a layer with geometry', async () => {
    const path = 'fema/milwaukee_WI_55079C_nfhl.layout-only.geojson.gz'
    const lines: string[] = []
    const zones = zonesOf((await readGeoJson(sources, path)).features, path, (line) => lines.push(line))
    const count = (score: number) => zones.filter((zone) => zone.score === score).length
    expect([count(20), count(45), count(150), zones.length]).toEqual([50, 86, 136, 272])
    expect(lines.length).toBe(1)
  })

  it('has 4,160 floodplain shapes of Dallas and the city', async () => {
    const zones = await loadDallas(sources)
    expect(zones.length).toBe(4161)
    expect(zones[0].score).toBe(255)
    expect(zones[zones.length - 1].score).toBe(45)
  })
})
