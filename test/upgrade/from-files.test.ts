import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import type { FeatureCollection } from 'geojson'
import proj4 from 'proj4'
import { describe, expect, it } from 'vitest'
import { removeUpgrade, upgradeAgain, upgradeLayer } from '../../data-build/user-data/index.ts'
import { openVicinage } from '../../src/index.ts'
import { dbfBytes, POLYGON, shpBytes } from '../read/shapefile-bytes.ts'
import { userDataAt } from '../user-data/made-user-data.ts'
import {
  CALIFORNIA,
  madeData,
  metersToEdge,
  placesIn,
  randomZones,
  scratch,
  upgraded,
  valueAt,
  type Zone,
} from './made-data.ts'

const CLASSES = ['Moderate', 'High', 'Very High', 'NonWildland'] as const
const SCORES = { Moderate: 170, High: 85, 'Very High': 1, NonWildland: 255 } as const
const zones = randomZones(12, CALIFORNIA, (i) => ({
  FHSZ_Description: CLASSES[i % 4],
  SRA: i % 2 === 0 ? 'LRA' : 'SRA',
}))
/** As they are painted: the most severe last. */
const painted = zones
  .map((zone) => ({ zone, value: SCORES[zone.properties.FHSZ_Description as keyof typeof SCORES] }))
  .sort((a, b) => b.value - a.value)

function geoJson(folder: string, name: string, features: readonly Zone[], more: object = {}): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify({ type: 'FeatureCollection', ...more, features }))
  return path
}

/** How many of 2,000 places have the score of the zones, else that of the data before, far from the edges and anywhere. */
async function agreement(out: string) {
  const opened = await openVicinage({ data: out, schools: false, geocoder: false })
  const before = await openVicinage({ data: await madeData(), schools: false, geocoder: false })
  let [far, farEqual, equal] = [0, 0, 0]
  const places = placesIn(CALIFORNIA, 2000)
  for (const place of places) {
    const isEqual =
      opened.score('fire', place).score ===
      (valueAt(painted, place.lon, place.lat) ?? before.score('fire', place).score)
    if (isEqual) equal++
    if (metersToEdge(zones, place.lon, place.lat) < 93) continue
    far++
    if (isEqual) farEqual++
  }
  return { far, farEqual, equal: equal / places.length }
}

describe('fire from a file', () => {
  it('answers as the polygons say, and keeps the answers of the package elsewhere', async () => {
    const out = scratch()
    const { summary } = await upgraded('fire', out, { from: [geoJson(scratch(), 'zones.geojson', zones)] })
    expect(summary).toMatchObject({ painted: ['file-zones'], failed: [], bundles: [{ id: 'fire' }] })
    const { far, farEqual, equal } = await agreement(out)
    expect(far).toBeGreaterThan(1000)
    expect(farEqual).toBe(far)
    expect(equal).toBeGreaterThan(0.97)
    const opened = await openVicinage({ data: out, schools: false, geocoder: false })
    const [lon, lat] = [-118.25, 34.05]
    const inside = placesIn(CALIFORNIA, 500).find((place) => valueAt(painted, place.lon, place.lat) === 1)!
    const explained = opened.explain('fire', inside)
    expect(explained.basis).toBe('measured')
    expect(explained.description).toMatch(
      /^Very high hazard: 202[45] map of fire hazard severity zones \(CAL FIRE\)\.$/,
    )
    expect(explained.sources[0]).toMatchObject({
      title: 'Fire Hazard Severity Zones: zones.geojson',
      vintage: expect.stringMatching(/read 20\d\d-\d\d-\d\d, SHA-256 [0-9a-f]{16}$/),
    })
    expect(opened.scores({ lat, lon })).toHaveProperty('flood')
  })

  it('answers alike of a shapefile and of GeoJSON in the projection of the agency', async () => {
    const teale =
      '+proj=aea +lat_0=0 +lon_0=-120 +lat_1=34 +lat_2=40.5 +x_0=0 +y_0=-4000000 +datum=NAD83 +units=m +no_defs'
    const projected = zones.map((zone) => ({
      ...zone,
      geometry: {
        type: 'Polygon' as const,
        coordinates: (zone.geometry.coordinates as [number, number][][]).map((ring) =>
          ring.map((at) => proj4(teale, at)),
        ),
      },
    }))
    const fields = ['FHSZ_Descr', 'SRA'].map((name) => ({ name, type: 'C' as const, length: 20 }))
    const rows = zones.map(({ properties }) => [String(properties.FHSZ_Description), String(properties.SRA)])
    const folder = scratch()
    const shapes = projected.map(({ geometry }) => geometry.coordinates as [number, number][][])
    const parts = {
      'FHSZ.shp': shpBytes(POLYGON, shapes),
      'FHSZ.dbf': dbfBytes(fields, rows),
      'FHSZ.prj': Buffer.from(teale),
    }
    writeFileSync(join(folder, 'zipped.zip'), zipSync(parts))
    mkdirSync(join(folder, 'loose'))
    for (const [name, bytes] of Object.entries(parts)) writeFileSync(join(folder, 'loose', name), bytes)
    const crs = { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::3310' } } }
    for (const from of [
      join(folder, 'zipped.zip'),
      join(folder, 'loose'),
      geoJson(scratch(), 'teale.json', projected, crs),
    ]) {
      const out = scratch()
      await upgraded('fire', out, { from: [from] })
      expect(await agreement(out), from).toMatchObject({ farEqual: (await agreement(out)).far })
    }
  })

  it('within given outlines is no hazard zone where there is no zone', async () => {
    const out = scratch()
    const [west, south, east, north] = CALIFORNIA
    const ring = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ]
    const land: Zone = {
      type: 'Feature',
      properties: { CITY: 'Made' },
      geometry: { type: 'Polygon', coordinates: [ring] },
    }
    const folder = scratch()
    await upgraded('fire', out, {
      from: [geoJson(folder, 'zones.json', zones)],
      mapped: [geoJson(folder, 'city.json', [land])],
    })
    const opened = await openVicinage({ data: out, schools: false, geocoder: false })
    for (const place of placesIn(CALIFORNIA, 300)) {
      if (metersToEdge([...zones, land], place.lon, place.lat) < 93) continue
      expect(opened.score('fire', place).score).toBe(valueAt(painted, place.lon, place.lat) ?? 255)
    }
  })

  it('is refused with one sentence, and changes nothing', async () => {
    const out = scratch()
    const folder = scratch()
    const refused = async (from: string) =>
      upgraded('fire', out, { from: [from] }).then(
        () => 'taken',
        (error) => `${error.name}: ${error.message}`,
      )
    expect(await refused(join(folder, 'none.geojson'))).toMatch(
      /^LayerError: .*none\.geojson: .*ENOENT.*expected a file or folder\.$/,
    )
    expect(await refused(folder)).toMatch(/no such file in it; expected GeoJSON files or shapefiles/)
    writeFileSync(join(folder, 'cut.geojson'), '{"type":"FeatureCollection","features":[{"type":"Fea')
    expect(await refused(join(folder, 'cut.geojson'))).toMatch(/^LayerError: cut\.geojson: not whole JSON/)
    const old = zones.map((zone) => ({ ...zone, properties: { HAZ_CLASS: 'High' } }))
    expect(await refused(geoJson(folder, 'old.json', old))).toMatch(
      /old\.json, row 1: HAZ_CLASS, as in the maps of 2007-2011; expected FHSZ_Descr/,
    )
    const odd = zones.map((zone) => ({ ...zone, properties: { FHSZ_Description: 'Extreme' } }))
    expect(await refused(geoJson(folder, 'odd.json', odd))).toMatch(/odd\.json: the hazard class "Extreme"/)
    const nowhere = randomZones(3, [10, 50, 10.1, 50.1], () => ({ FHSZ_Description: 'High', SRA: 'SRA' }))
    expect(await refused(geoJson(folder, 'berlin.json', nowhere))).toMatch(
      /is in California, Texas or Florida: nothing was changed/,
    )
    expect(await refused(geoJson(folder, 'empty.json', []))).toMatch(/is in California, Texas or Florida/)
    expect(existsSync(join(out, 'manifest.json'))).toBe(false)
  })
})

describe("the user's data folder", () => {
  /** Upgrades the embedded data, which the tests have. */
  async function home() {
    const folder = join(userDataAt(scratch()), 'upgrades')
    const place = { folder, builder: 'made 2.0' }
    await upgradeLayer('fire', {
      ...{ ...place, from: [geoJson(scratch(), 'zones.geojson', zones)], mapped: [], counties: null },
      ...{ userAgent: 'test', signal: new AbortController().signal, onNote: () => {}, onProgress: () => {} },
    })
    return place
  }

  it('is found without an option, names another build, and is left out with userData: false', {
    timeout: 120_000,
  }, async () => {
    const place = await home()
    const options = { dimensions: ['fire' as const], schools: false, geocoder: false }
    const [upgraded, embedded] = [await openVicinage(options), await openVicinage({ ...options, userData: false })]
    expect(upgraded.build).toMatch(new RegExp(`^${embedded.build}\\+fire-[0-9a-f]{8}$`))
    expect((await openVicinage({ ...options, data: 'dist-data' })).build).toBe(embedded.build)
    const inside = placesIn(CALIFORNIA, 500).find(
      ({ lon, lat }) => valueAt(painted, lon, lat) === 1 && metersToEdge(zones, lon, lat) > 93,
    )!
    expect(upgraded.score('fire', inside).score).toBe(1)
    expect(upgraded.score('fire', { lat: 38.58, lon: -121.49 })).toEqual(
      embedded.score('fire', { lat: 38.58, lon: -121.49 }),
    )
    expect(upgraded.dimensions().find(({ id }) => id === 'fire')?.method).toMatch(/by the maps of 2024 \(state land\)/)
    // A bundle that was damaged is made again; the same maps give the same bytes.
    const [file] = readdirSync(place.folder).filter((name) => name.endsWith('.bundle'))
    const whole = readFileSync(join(place.folder, file))
    writeFileSync(join(place.folder, file), 'damaged')
    await expect(openVicinage(options)).rejects.toThrow(/fire-.*bundle in .*upgrades is only 7 bytes/)
    expect(await upgradeAgain(place)).toHaveLength(1)
    expect(readFileSync(join(place.folder, file)).equals(whole)).toBe(true)
    // Of another version of the data it is refused with the way out.
    const manifest = readFileSync(join(place.folder, 'manifest.json'), 'utf8')
    writeFileSync(join(place.folder, 'manifest.json'), manifest.replace(embedded.build, '0000000000000000'))
    await expect(openVicinage(options)).rejects.toThrow('vicinage data upgrade --again')
    await upgradeAgain(place)
    expect((await openVicinage(options)).build).toBe(upgraded.build)
    expect(await removeUpgrade('fire', place)).toBe(1)
    expect((await openVicinage(options)).build).toBe(embedded.build)
  })
})

describe.skipIf(!existsSync('../shared/data/calfire/five-cities-2025'))(
  'the five cities (skipped without the source folder)',
  () => {
    it('read as their polygons say', { timeout: 120_000 }, async () => {
      const folder = '../shared/data/calfire/five-cities-2025'
      const files = ['fhsz-five-cities-2025.1.geojson.gz', 'five-city-boundaries-24_1.geojson.gz'].map((name) =>
        join(folder, name),
      )
      const [hazard, cities] = files.map(
        (file) => (JSON.parse(gunzipSync(readFileSync(file)).toString()) as FeatureCollection).features as Zone[],
      )
      expect(hazard).toHaveLength(85)
      const upgrades = join(userDataAt(scratch()), 'upgrades')
      await upgradeLayer('fire', {
        ...{
          folder: upgrades,
          builder: 'test',
          from: [files[0]],
          mapped: [files[1]],
          counties: null,
          userAgent: 'test',
        },
        ...{ signal: new AbortController().signal, onNote: () => {}, onProgress: () => {} },
      })
      const vicinage = await openVicinage({ dimensions: ['fire'], schools: false, geocoder: false })
      const value = { 'very-high': 1, high: 85, moderate: 170 } as Record<string, number>
      const order = hazard
        .map((zone) => ({ zone, value: value[String(zone.properties.severity)] }))
        .sort((a, b) => b.value - a.value)
      const chinoHills = cities.filter(({ properties }) => /chino hills/i.test(String(properties.CITY)))
      expect(chinoHills).toHaveLength(1)
      let [tried, equal] = [0, 0]
      for (const { lon, lat } of placesIn([-117.82, 33.88, -117.66, 34.04] as never, 4000)) {
        if (valueAt([{ zone: chinoHills[0], value: true }], lon, lat) === null) continue
        tried++
        const says = valueAt(order, lon, lat) ?? 255
        const isEqual = vicinage.score('fire', { lon, lat }).score === says
        if (isEqual) equal++
        else expect(metersToEdge([...hazard, ...cities], lon, lat)).toBeLessThan(93)
      }
      expect(tried).toBeGreaterThan(1000)
      expect(equal / tried).toBeGreaterThan(0.97)
    })
  },
)
