import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { serialize } from 'flatgeobuf/lib/mjs/geojson.js'
import proj4 from 'proj4'
import { describe, expect, it } from 'vitest'
import { boxRing, polygonFeature } from '../../data/geography/box-ring.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { writtenFile } from '../../support/written-file.ts'
import { dbfBytes, POLYGON, shpBytes } from '../read/shapefile-bytes.ts'
import {
  CALIFORNIA,
  geoJson,
  metersToEdge,
  opened,
  paintedFire,
  placesIn,
  randomZones,
  upgraded,
  valueAt,
  fireZones as zones,
} from './fixtures/data.ts'
import { agrees } from './flood-county.ts'

const painted = paintedFire(zones)
const expectFire = (out: string) => agrees(out, 'fire', CALIFORNIA, painted, 1000)

describe('a fire upgrade from a file', () => {
  it("scores places by the polygons in the file, and preserves the package's scores elsewhere", async () => {
    const out = emptyFolder()
    const { summary } = await upgraded('fire', out, { from: [geoJson(emptyFolder(), 'zones.geojson', zones)] })
    expect(summary).toMatchObject({ painted: ['file-zones'], failed: [], bundles: [{ id: 'fire' }] })
    const now = await expectFire(out)
    const inside = placesIn(CALIFORNIA, 500).find((place) => valueAt(painted, place.lon, place.lat) === 1)!
    const explained = now.explain('fire', inside)
    expect(explained.basis).toBe('measured')
    expect(explained.description).toMatch(
      /^Very high hazard: 202[45] map of fire hazard severity zones \(CAL FIRE\)\.$/,
    )
    expect(explained.sources[0]).toMatchObject({
      title: 'Fire Hazard Severity Zones: zones.geojson',
      vintage: expect.stringMatching(/read 20\d\d-\d\d-\d\d, SHA-256 [0-9a-f]{16}$/),
    })
    expect(now.scores({ lat: 34.05, lon: -118.25 })).toHaveProperty('flood')
  })

  it('removes partial files of a killed run, and nothing else', async () => {
    const out = emptyFolder()
    mkdirSync(join(out, 'upgrades/parts'), { recursive: true })
    const left = ['upgrades/manifest.json.77.part', 'upgrades/parts/fire-x.bundle.77.part', 'flood.bundle.77.part']
    for (const name of [...left, 'film.77.part', 'upgrades/parts/notes.part']) writeFileSync(join(out, name), 'half')
    await upgraded('fire', out, { from: [geoJson(emptyFolder(), 'zones.geojson', zones)] })
    expect(left.filter((name) => existsSync(join(out, name)))).toEqual([])
    expect(existsSync(join(out, 'film.77.part'))).toBe(true)
    expect(existsSync(join(out, 'upgrades/parts/notes.part'))).toBe(true)
  })

  it('accepts FlatGeobuf as well as GeoJSON', async () => {
    const file = writtenFile('zones.fgb', serialize({ type: 'FeatureCollection', features: zones }))
    const out = emptyFolder()
    await upgraded('fire', out, { from: [file] })
    await expectFire(out)
    writeFileSync(file, readFileSync(file).subarray(0, 500))
    await expect(upgraded('fire', out, { from: [file] })).rejects.toThrow(/zones\.fgb: not valid FlatGeobuf/)
  })

  it("returns the same scores for a shapefile as for GeoJSON in the agency's projection", async () => {
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
    const folder = emptyFolder()
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
      geoJson(emptyFolder(), 'teale.json', projected, crs),
    ]) {
      const out = emptyFolder()
      await upgraded('fire', out, { from: [from] })
      await expectFire(out)
    }
  })

  it('scores places in the given outlines as 255 if no hazard zone contains them', async () => {
    const out = emptyFolder()
    const land = polygonFeature({ CITY: 'Made' }, boxRing(...CALIFORNIA))
    const folder = emptyFolder()
    await upgraded('fire', out, {
      from: [geoJson(folder, 'zones.json', zones)],
      mapped: [geoJson(folder, 'city.json', [land])],
    })
    const now = await opened(out)
    for (const place of placesIn(CALIFORNIA, 300)) {
      if (metersToEdge([...zones, land], place.lon, place.lat) < 93) continue
      expect(now.score('fire', place).score).toBe(valueAt(painted, place.lon, place.lat) ?? 255)
    }
  })

  it('is rejected with a one-sentence error for a bad file, and changes no data', async () => {
    const out = emptyFolder()
    const folder = emptyFolder()
    const refused = async (from: string) =>
      upgraded('fire', out, { from: [from] }).then(
        () => 'taken',
        (error) => `${error.name}: ${error.message}`,
      )
    expect(await refused(join(folder, 'none.geojson'))).toMatch(
      /^LayerError: .*none\.geojson: no such file or folder; expected a readable file\.$/,
    )
    expect(await refused(folder)).toMatch(
      /no such file in this folder; expected GeoJSON files, shapefiles or FlatGeobuf/,
    )
    writeFileSync(join(folder, 'cut.geojson'), '{"type":"FeatureCollection","features":[{"type":"Fea')
    expect(await refused(join(folder, 'cut.geojson'))).toMatch(/^LayerError: cut\.geojson: not valid JSON/)
    const old = zones.map((zone) => ({ ...zone, properties: { HAZ_CLASS: 'High' } }))
    expect(await refused(geoJson(folder, 'old.json', old))).toMatch(
      /old\.json, row 1: HAZ_CLASS, as in the maps of 2007-2011; expected FHSZ_Descr/,
    )
    const odd = zones.map((zone) => ({ ...zone, properties: { FHSZ_Description: 'Extreme' } }))
    expect(await refused(geoJson(folder, 'odd.json', odd))).toMatch(/odd\.json: the hazard class "Extreme"/)
    const nowhere = randomZones(3, [10, 50, 10.1, 50.1], () => ({ FHSZ_Description: 'High', SRA: 'SRA' }))
    expect(await refused(geoJson(folder, 'berlin.json', nowhere))).toMatch(
      /is in California, Texas or Florida, so nothing was changed/,
    )
    expect(await refused(geoJson(folder, 'empty.json', []))).toMatch(/is in California, Texas or Florida/)
    expect(existsSync(join(out, 'manifest.json'))).toBe(false)
  })
})
