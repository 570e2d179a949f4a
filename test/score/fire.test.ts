import { existsSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { View } from '../../data-build/context.ts'
import { SourceFolder } from '../../data-build/read/source-folder.ts'
import { clearLand, settledScores } from '../../data-build/score/fire/score.ts'
import {
  countiesWithBothFiles,
  countyOf,
  hazardScore,
  loadHazardZones,
  loadVeryHighZones,
  veryHighOnlyCounties,
  zonesOf,
} from '../../data-build/score/fire/zones.ts'
import type { Basis } from '../../src/dimensions/dimension.ts'
import { fire } from '../../src/dimensions/fire.ts'
import { madeFolder } from '../read/made-folder.ts'
import { dbfBytes, POLYGON, type Shape, shpBytes } from '../read/shapefile-bytes.ts'

const shared = '../shared/data'

describe('hazard classes', () => {
  it('meets the ends of the scale and the classes between', () => {
    expect(['Very High', 'VERY HIGH', 'High', 'Moderate'].map(hazardScore)).toEqual([1, 1, 85, 170])
    expect(['Urban Unzoned', 'Non-Wildland/Non-Urban', 'NonWildland'].map(hazardScore)).toEqual([255, 255, 255])
  })

  it('refuses a class that is none of the published ones', () => {
    expect(hazardScore('Extreme')).toBeUndefined()
    expect(() => zonesOf([feature({ HAZ_CLASS: 'Extreme' })], 'calfire/x.zip', null)).toThrow(
      /calfire\/x\.zip.*Extreme/,
    )
  })

  it('reads the class of the maps of 2024 and 2025 too', () => {
    expect(zonesOf([feature({ FHSZ: 3, FHSZ_Description: 'Very High' })], 'x', null)[0].score).toBe(1)
  })
})

describe('county of a file', () => {
  it('turns the number in the alphabet into the FIPS code', () => {
    expect(countyOf('calfire/all-classes/alameda_gis_draft__c1fhszl06_1.zip')).toBe('06001')
    expect(countyOf('calfire/all-classes/butte_gis_recommended__fhszall06a1_c4.zip')).toBe('06007')
    expect(countyOf('calfire/sra-2007/sierra_gis_recommended__fhszs06_3_46.zip')).toBe('06091')
    expect(countyOf('calfire/all-classes/yuba_gis_recommended__c58fhszl06_1.zip')).toBe('06115')
  })

  it('refuses a name without a county number', () => {
    expect(() => countyOf('calfire/all-classes/yuba.zip')).toThrow(/yuba\.zip.*published name/)
  })
})

const square = (west: number, south: number, size: number): [number, number][] => [
  [west, south],
  [west, south + size],
  [west + size, south + size],
  [west + size, south],
  [west, south],
]

function layer(classes: readonly string[], shapes: readonly Shape[]): Uint8Array {
  const fields = [{ name: 'HAZ_CLASS', type: 'C', length: 20 }] as const
  const dbf = dbfBytes(
    fields,
    classes.map((name) => [name]),
  )
  return zipSync({ 'zones.shp': shpBytes(POLYGON, shapes), 'zones.dbf': dbf })
}

const madeFiles = {
  'calfire/all-classes/amador__c3fhszl06_1.zip': layer(
    ['Very High', 'Urban Unzoned', 'Moderate'],
    [[square(-121, 38, 0.1)], [square(-121, 38, 0.3)], null],
  ),
  'calfire/lra-very-high/amador__c3fhszl06_3.zip': layer(['VERY HIGH'], [[square(-121, 38.2, 0.05)]]),
  'calfire/lra-very-high/riverside-west__c33fhszl06_3.zip': layer(['Very High'], [[square(-117, 33.8, 0.05)]]),
  'calfire/sra-2007/sierra__fhszs06_3_46.zip': layer(['High'], [[square(-120.5, 39.5, 0.1)]]),
}

function folderWith(files: Readonly<Record<string, Uint8Array>>) {
  const city = { type: 'Polygon', coordinates: [square(-118.5, 34, 0.1)] }
  const features = [{ type: 'Feature', properties: { OBJECTID: 1 }, geometry: city }]
  return madeFolder({
    ...madeFiles,
    ...files,
    'calfire/lacity_Very_High_Fire_Hazard_Severity_Zones.geojson.gz': gzipSync(
      JSON.stringify({ type: 'FeatureCollection', features }),
    ),
  })
}

describe('zones', () => {
  it('paints the most severe class last, skips null shapes and binds files of all classes to their county', async () => {
    const zones = await loadHazardZones(folderWith({}))
    expect(zones.map((zone) => zone.score)).toEqual([255, 85, 1, 1, 1, 1])
    expect(zones.map((zone) => zone.county).sort()).toEqual(['06005', '06005', '06091', null, null, null])
    expect(zones[0].county).toBe('06005')
  })

  it('gives the newest maps the last word', async () => {
    const path = 'calfire/fhsz-2025/lra.zip'
    const newest = layer(['Very High', 'Moderate'], [[square(-121, 38, 1)], [square(-120, 38, 1)]])
    const zones = await loadHazardZones(folderWith({ [path]: newest }))
    expect(zones.slice(-2).map((zone) => [zone.score, zone.path])).toEqual([
      [170, path],
      [1, path],
    ])
  })

  it('tells counties by the files they have', () => {
    const folder = folderWith({})
    expect([...countiesWithBothFiles(folder)]).toEqual(['06005'])
    expect([...veryHighOnlyCounties(folder)].map(([county, { whole }]) => [county, whole])).toEqual([['06065', false]])
  })
})

describe('clear land', () => {
  const flat = (ring: [number, number][]) => [Float64Array.from(ring.flat())]
  const county = flat(square(-118, 34, 0.2))
  const neighbor = flat(square(-117.8, 34, 0.2))
  const veryHigh = flat(square(-118, 34, 0.05))
  const land = clearLand([{ polygon: county, part: null }], [neighbor], [veryHigh])
  /** Degrees of latitude of so many meters. */
  const meters = (m: number) => m / 111_195

  it('begins 500 m from a very high zone', () => {
    expect(land.contains(-117.97, 34.05 + meters(490))).toBe(false)
    expect(land.contains(-117.97, 34.05 + meters(510))).toBe(true)
    expect(land.contains(-117.98, 34.025)).toBe(false)
  })

  it('holds the shore, but not the next county', () => {
    expect(land.contains(-117.9, 34.2 + meters(500))).toBe(true)
    expect(land.contains(-117.9, 34.2 + meters(700))).toBe(false)
    expect(land.contains(-117.799, 34.1)).toBe(false)
  })

  it('ends where the map of a part of the county ends', () => {
    const part = clearLand([{ polygon: county, part: [-118, 34, -117.9, 34.2] }], [neighbor], [veryHigh])
    expect(part.contains(-117.91, 34.15)).toBe(true)
    expect(part.contains(-117.89, 34.15)).toBe(false)
  })

  it('scores 235 from 1,500 people per km² on', () => {
    const lon = Float64Array.of(-117.9, -117.9, -110)
    const lat = Float64Array.of(34.1, 34.1, 34.1)
    const view = { size: 3, lat, lon, kernel: () => Float32Array.of(1500, 1499, 5000) } as unknown as View
    expect([...settledScores(view, new Float64Array(0), land)]).toEqual([235, Number.NaN, Number.NaN])
  })
})

describe('description', () => {
  const words = (score: number, basis: Basis = 'measured') => fire.describe({ score, basis, fact: () => Number.NaN })

  it('names the class', () => {
    expect(words(1)).toBe('Very high fire hazard severity zone (CAL FIRE, maps of 2007-2011).')
    expect(words(85)).toMatch(/^High fire/)
    expect(words(170)).toMatch(/^Moderate fire/)
    expect(words(255)).toMatch(/^Outside the fire hazard severity zones/)
  })

  it('says that an estimate is one', () => {
    expect(words(235, 'estimate')).toMatch(/^Estimate: .* 2008-2011 maps/)
  })
})

describe.skipIf(!existsSync(shared))('published maps (skipped without ../shared/data)', () => {
  const sources = new SourceFolder(shared)

  it('have 17 counties with very high zones only, and a county number in every name', () => {
    const counties = veryHighOnlyCounties(sources)
    expect(counties.size).toBe(17)
    expect(['06037', '06059'].every((county) => counties.has(county))).toBe(true)
    expect([...counties].filter(([, { whole }]) => !whole).map(([county]) => county)).toEqual(['06065', '06071'])
  })

  it('keep the published area of the records of Orange County, crossings and holes included', async () => {
    const zones = (await loadVeryHighZones(sources)).filter((zone) => zone.path.includes('/orange'))
    // Shape_Area of the 21 records adds up to 234.04 km².
    const found = zones.reduce((sum, zone) => sum + evenOddKm2(zone.polygon), 0)
    expect(Math.abs(found / 234.04 - 1)).toBeLessThan(0.004)
  })
})

/** Area by scan lines of 0.0002°, on a sphere. */
function evenOddKm2(rings: readonly Float64Array[]): number {
  const rows = new Map<number, number[]>()
  const step = 0.0002
  for (const ring of rings) {
    for (let i = 0; i + 3 < ring.length; i += 2) {
      const [x0, y0, x1, y1] = ring.subarray(i, i + 4)
      const [low, high] = [Math.min(y0, y1), Math.max(y0, y1)]
      for (let row = Math.ceil(low / step - 0.5); (row + 0.5) * step < high; row++) {
        const y = (row + 0.5) * step
        if (y < low) continue
        const list = rows.get(row) ?? []
        list.push(x0 + ((y - y0) / (y1 - y0)) * (x1 - x0))
        rows.set(row, list)
      }
    }
  }
  let total = 0
  for (const [row, crossings] of rows) {
    crossings.sort((a, b) => a - b)
    const km = 111.195 * Math.cos(((row + 0.5) * step * Math.PI) / 180)
    for (let i = 0; i + 1 < crossings.length; i += 2) total += (crossings[i + 1] - crossings[i]) * km * step * 111.195
  }
  return total
}

function feature(properties: Readonly<Record<string, string | number>>) {
  const polygons = [[Float64Array.from(square(-120, 38, 0.1).flat())]]
  return { properties, polygons, lines: [], points: [] }
}
