import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { estimatedScore, newZoneChance, withSuperseded } from '../../../data-build/score/fire/superseded.ts'
import { zoneFinder } from '../../../data-build/score/fire/validate.ts'
import { getCounty, getZones, hazardScore, loadHazardZones, newEdition } from '../../../data-build/score/fire/zones.ts'
import { fire } from '../../../src/answers/dimensions/fire.ts'
import { boxRing, polygonFeature } from '../../data/geography/box-ring.ts'
import { folderFixture } from '../read/fixtures/folder.ts'
import { dbfBytes, POLYGON, type Shape, shpBytes } from '../read/shapefile-bytes.ts'

describe('fire hazard classes', () => {
  it('are scored at the ends of the scale and at fixed points in between', () => {
    expect(['Very High', 'VERY HIGH', 'High', 'Moderate'].map(hazardScore)).toEqual([1, 1, 85, 170])
    expect(['Urban Unzoned', 'Non-Wildland/Non-Urban', 'NonWildland'].map(hazardScore)).toEqual([255, 255, 255])
  })

  it('are rejected if their names are unknown', () => {
    expect(hazardScore('Extreme')).toBeUndefined()
    const read = () => getZones([feature({ HAZ_CLASS: 'Extreme' })], 'calfire/x.zip', null, () => 2007)
    expect(read).toThrow(/calfire\/x\.zip.*Extreme/)
  })

  it('are also read from the maps of 2024 and 2025', () => {
    const records = [
      feature({ FHSZ: 3, FHSZ_Description: 'Very High', SRA: 'LRA' }),
      feature({ severity: 'very-high', responsibilityArea: 'sra' }),
    ]
    const zones = getZones(records, 'x', null, newEdition)
    expect(zones.map(({ score, edition }) => [score, edition])).toEqual([
      [1, 2025],
      [1, 2024],
    ])
  })
})

describe('the county of a fire hazard file', () => {
  it('is the one whose position in alphabetical order is the number in the file name', () => {
    expect(getCounty('calfire/all-classes/alameda_gis_draft__c1fhszl06_1.zip')).toBe('06001')
    expect(getCounty('calfire/all-classes/butte_gis_recommended__fhszall06a1_c4.zip')).toBe('06007')
    expect(getCounty('calfire/sra-2007/sierra_gis_recommended__fhszs06_3_46.zip')).toBe('06091')
    expect(getCounty('calfire/all-classes/yuba_gis_recommended__c58fhszl06_1.zip')).toBe('06115')
  })

  it('cannot be derived from a file name without a county number', () => {
    expect(() => getCounty('calfire/all-classes/yuba.zip')).toThrow(/yuba\.zip.*published name/)
  })
})

const square = (west: number, south: number, size: number) => boxRing(west, south, west + size, south + size).reverse()

function layer(classes: readonly string[], shapes: readonly Shape[]): Uint8Array {
  const fields = [{ name: 'HAZ_CLASS', type: 'C', length: 20 }] as const
  const dbf = dbfBytes(
    fields,
    classes.map((name) => [name]),
  )
  return zipSync({ 'zones.shp': shpBytes(POLYGON, shapes), 'zones.dbf': dbf })
}

const filesFixture = {
  'calfire/all-classes/amador__c3fhszl06_1.zip': layer(
    ['Very High', 'Urban Unzoned', 'Moderate'],
    [[square(-121, 38, 0.1)], [square(-121, 38, 0.3)], null],
  ),
  'calfire/lra-very-high/amador__c3fhszl06_3.zip': layer(['VERY HIGH'], [[square(-121, 38.2, 0.05)]]),
  'calfire/lra-very-high/riverside-west__c33fhszl06_3.zip': layer(['Very High'], [[square(-117, 33.8, 0.05)]]),
  'calfire/sra-2007/sierra__fhszs06_3_46.zip': layer(['High'], [[square(-120.5, 39.5, 0.1)]]),
}

const collection = (features: readonly (readonly [properties: object, ring: [number, number][]])[]) =>
  gzipSync(
    JSON.stringify({
      type: 'FeatureCollection',
      features: features.map(([properties, ring]) => polygonFeature(properties, ring)),
    }),
  )

function folderWith(files: Readonly<Record<string, Uint8Array>>) {
  return folderFixture({
    ...filesFixture,
    'calfire/lacity_Very_High_Fire_Hazard_Severity_Zones.geojson.gz': collection([
      [{ OBJECTID: 1 }, square(-118.5, 34, 0.1)],
    ]),
    'calfire/five-cities-2025/five-city-boundaries-24_1.geojson.gz': collection([
      [{ CITY: 'Corona' }, square(-117, 33.8, 0.1)],
    ]),
    'calfire/five-cities-2025/fhsz-five-cities-2025.1.geojson.gz': collection([
      [{ severity: 'high', responsibilityArea: 'lra' }, square(-116.95, 33.85, 0.05)],
    ]),
    ...files,
  })
}

describe('fire hazard zones', () => {
  it('are ordered by severity, without null shapes, and have a county if their file contains all classes', async () => {
    const zones = await loadHazardZones(folderWith({}))
    expect(zones.map(({ score, county, edition }) => [score, county, edition])).toEqual([
      [255, '06005', 2007],
      [85, '06091', 2007],
      [1, null, null],
      [1, '06005', 2007],
      [1, null, 2011],
      [1, null, 2011],
      [255, null, 2025],
      [85, null, 2025],
    ])
  })

  it("from a city's 2025 map override older zones in the city, even where the new map has no zone", async () => {
    const zoneAt = zoneFinder(await loadHazardZones(folderWith({})))
    const at = (lon: number, lat: number) => {
      const zone = zoneAt(lon, lat, '06065')
      return zone && [zone.score, zone.edition]
    }
    // Both points were in a very high zone in 2011. In 2025, the first is in no zone and the second is in a high zone.
    expect(at(-116.99, 33.81)).toEqual([255, 2025])
    expect(at(-116.93, 33.88)).toEqual([85, 2025])
    expect(at(-116.8, 33.81)).toBeUndefined()
  })

  it('from a file with all classes apply only within its county', async () => {
    const zoneAt = zoneFinder(await loadHazardZones(folderWith({})))
    expect(zoneAt(-120.95, 38.05, '06005')?.score).toBe(1)
    expect(zoneAt(-120.95, 38.05, '06067')).toBeUndefined()
  })

  it('from the newest maps override all others', async () => {
    const path = 'calfire/fhsz-2025/lra.zip'
    const newest = layer(['Very High', 'Moderate'], [[square(-121, 38, 1)], [square(-120, 38, 1)]])
    const zones = await loadHazardZones(folderWith({ [path]: newest }))
    expect(zones.filter((zone) => zone.path === path).map((zone) => zone.score)).toEqual([170, 1])
    expect(zones.at(-1)?.path).toBe(path)
  })
})

describe('superseded fire hazard maps', () => {
  it('are scored by the share of residents whom the new map adds to the zones', () => {
    expect(newZoneChance(0.38, 0.92)).toBeCloseTo(0.54 / 0.62, 10)
    expect([newZoneChance(0.5, 0.3), newZoneChance(1, 1)]).toEqual([0, 0])
    // 43 is halfway between high and very high.
    expect([estimatedScore(1), estimatedScore(0.5), estimatedScore(0.2), estimatedScore(0.1)]).toEqual([
      43, 149, 212, 212,
    ])
  })

  it('yield an estimate outside zones only if the new map adds many residents of the county to zones', async () => {
    const shares = 'county_fips,pct_very_high_or_high\n06005,60\n06007,25\n'
    const sources = folderFixture({
      'calfire/ca_2025_population_by_fhsz_county.csv': new TextEncoder().encode(shares),
    })
    const zone = (west: number, score: number, county: string | null, edition: number | null) => ({
      ...{ polygon: [Float64Array.from(square(west, 38, 1).flat())], score, county, edition, path: 'x' },
    })
    const zones = [
      zone(-121, 255, '06005', 2007),
      zone(-121, 85, '06005', 2007),
      zone(-119, 255, '06005', 2007),
      zone(-117, 255, '06007', 2007),
      zone(-115, 255, '06009', 2007),
      zone(-119, 255, '06005', 2025),
    ]
    const people = { lon: [-120.5, -118.5, -116.5], lat: [38.5, 38.5, 38.5], county: ['06005', '06005', '06007'] }
    const blockGroups = { ...people, population: [1000, 3000, 500] }
    const context = { sources, blockGroups } as unknown as Parameters<typeof withSuperseded>[1]
    const dated = await withSuperseded(zones, context)
    // In Amador, a quarter of the people lived in a high zone and 60% do now, so the chance that land outside the old
    // zones is in a new zone is (0.6 - 0.25) / 0.75. In Butte, nobody lived in such a zone and a quarter do now.
    expect(dated.map(({ score, basis, newPct }) => [score, basis, newPct])).toEqual([
      [156, 'estimate', 60],
      [85, 'measured', null],
      [156, 'estimate', 60],
      [202, 'estimate', 25],
      [255, 'measured', null],
      [255, 'measured', null],
    ])
  })
})

describe('the description of fire safety', () => {
  const words = (score: number, edition: number) =>
    fire.describe({ score, basis: 'measured', fact: (id) => (id === 'edition' ? edition : Number.NaN) })

  it('begins with the class, then the year of the map', () => {
    expect(words(1, 2011)).toBe(
      'Very high hazard: 2008-2011 map of fire hazard severity zones (CAL FIRE; superseded in 2024-2025).',
    )
    expect(words(85, 2007)).toMatch(/^High hazard: 2007 map of fire/)
    expect(words(170, 2024)).toMatch(/^Moderate hazard: 2024 map of fire/)
    expect(words(255, 2025)).toBe('No fire hazard zone: 2025 map of fire hazard severity zones (CAL FIRE).')
    expect(words(1, Number.NaN)).toMatch(
      /^Very high hazard: map of .* of the City of Los Angeles, undated \(superseded in 2025\)/,
    )
  })

  it('does not state that there is no zone if the map is superseded', () => {
    expect(words(255, 2007)).toBe(
      'No fire hazard zone on the 2007 map. CAL FIRE replaced it in 2024-2025: check the new one.',
    )
    const facts: Readonly<Record<string, number>> = { edition: 2007, county_hazard_pct: 92 }
    expect(fire.describe({ score: 70, basis: 'estimate', fact: (id) => facts[id] ?? Number.NaN })).toBe(
      "High hazard (estimate): the 2007 map shows no zone here, but it was replaced in 2025. High and very high zones now contain 92% of the county's people.",
    )
  })

  it('explains why there is no score', () => {
    expect(fire.describeNoData?.('California')).toMatch(/^California: the available hazard maps, editions 2007-2011/)
    expect(fire.describeNoData?.('Texas')).toBe('Fire safety covers California only.')
  })
})

function feature(properties: Readonly<Record<string, string | number>>) {
  const polygons = [[Float64Array.from(square(-120, 38, 0.1).flat())]]
  return { properties, polygons, lines: [], points: [] }
}
