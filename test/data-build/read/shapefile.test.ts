import { readdirSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readShapefile } from '../../../data-build/read/shapefile.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { boxRing } from '../../data/geography/box-ring.ts'
import { ascii, folderFixture } from './fixtures/folder.ts'
import { readDbf } from './read-dbf.ts'
import { dbfBytes, POINT, POLYGON, POLYLINE, shpBytes } from './shapefile-bytes.ts'

const FIELDS = [
  { name: 'GEOID', type: 'C', length: 11 },
  { name: 'ALAND', type: 'N', length: 14 },
  { name: 'DAY', type: 'D', length: 8 },
] as const

// ESRI winds outer rings clockwise and holes counterclockwise.
const square = boxRing(-120, 30, -116, 34).reverse()
const hole = boxRing(-119, 31, -118, 32)
const island = [
  [-110, 30],
  [-110, 31],
  [-109, 31],
  [-110, 30],
] as const

const shp = shpBytes(POLYGON, [[square, hole, island], null, [island]])
const dbf = dbfBytes(FIELDS, [
  ['06001400100', '2657', '20070930'],
  ['06001400200', '1', ''],
  ['', '', '20101231'],
])
const GEOGRAPHIC =
  'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137,298.257]]]'

describe('shapefiles', () => {
  it('are read as polygons with holes, attributes and a count of null shapes, even without .shx and .prj', async () => {
    const folder = folderFixture({ 'a.zip': zipSync({ 'a.shp': shp, 'a.dbf': dbf }) })
    const layer = await readShapefile(folder, 'a.zip')
    expect(layer.skipped).toBe(1)
    expect(layer.features.map((feature) => feature.properties)).toEqual([
      { GEOID: '06001400100', ALAND: 2657, DAY: '2007-09-30' },
      { GEOID: null, ALAND: null, DAY: '2010-12-31' },
    ])
    const [first, second] = layer.features
    expect(first.polygons.map((polygon) => polygon.map((ring) => [...ring]))).toEqual([
      [square.flat(), hole.flat()],
      [island.flat()],
    ])
    expect(second.polygons.length).toBe(1)
    expect(readdirSync(folder.directory)).toEqual(['a.zip'])
  })

  it('preserve degrees if the .prj is geographic, and include only the requested properties', async () => {
    const folder = folderFixture({ 'a.zip': zipSync({ 'x/A.SHP': shp, 'x/A.DBF': dbf, 'x/A.PRJ': ascii(GEOGRAPHIC) }) })
    const layer = await readShapefile(folder, 'a.zip', { properties: ['GEOID'] })
    expect(layer.features[0].properties).toEqual({ GEOID: '06001400100' })
    expect([...layer.features[0].polygons[0][0]]).toEqual(square.flat())
    await expect(readShapefile(folder, 'a.zip', { properties: ['GEOIDS'] })).rejects.toThrow('nearest: GEOID')
  })

  it('are read as lines and points', async () => {
    const field = [{ name: 'N', type: 'N', length: 3 }] as const
    const files = {
      'lines.shp': shpBytes(POLYLINE, [[island, hole]]),
      'lines.dbf': dbfBytes(field, [['1']]),
      'points.shp': shpBytes(POINT, [[[[-100, 30]]], [[[-90, 25]]]]),
      'points.dbf': dbfBytes(field, [['1'], ['2']]),
    }
    const folder = folderFixture({ 'a.zip': zipSync(files) })
    const lines = await readShapefile(folder, 'a.zip', { layer: 'lines' })
    expect(lines.features[0].lines.map((line) => [...line])).toEqual([island.flat(), hole.flat()])
    const points = await readShapefile(folder, 'a.zip', { layer: 'points' })
    expect(points.features.map((feature) => feature.points)).toEqual([[[-100, 30]], [[-90, 25]]])
    await expect(readShapefile(folder, 'a.zip')).rejects.toThrow('several members match')
  })

  it('are decoded as windows-1252 unless the .cpg specifies UTF-8', async () => {
    const field = [{ name: 'NAME', type: 'C', length: 8 }] as const
    const shape = shpBytes(POLYGON, [[island]])
    const latin = zipSync({ 'a.shp': shape, 'a.dbf': dbfBytes(field, [['Ca\u00f1on']]), 'a.cpg': ascii('ISO 88591') })
    const utf8 = zipSync({ 'a.shp': shape, 'a.dbf': dbfBytes(field, [['Ca\u00c3\u00b1on']]), 'a.cpg': ascii('UTF-8') })
    const folder = folderFixture({ 'latin.zip': latin, 'utf8.zip': utf8 })
    for (const zip of ['latin.zip', 'utf8.zip'])
      expect((await readShapefile(folder, zip)).features[0].properties, zip).toEqual({ NAME: 'Cañon' })
  })

  it('are rejected if they are truncated, incomplete, of a different length than the table or not in degrees', async () => {
    const meters = shpBytes(POLYGON, [
      [
        [
          [1000, 1000],
          [1000, 2000],
          [2000, 2000],
          [1000, 1000],
        ],
      ],
    ])
    const one = dbfBytes(FIELDS, [['1', '1', '']])
    const bomb = new Uint8Array(4 << 20)
    const cases: Record<string, [Record<string, Uint8Array>, string]> = {
      'a .prj that is a bomb': [{ 'a.shp': shp, 'a.dbf': dbf, 'a.prj': bomb }, '4194304 bytes; expected at most 65536'],
      'a .cpg that is one': [{ 'a.shp': shp, 'a.dbf': dbf, 'a.cpg': bomb }, '4194304 bytes; expected at most 65536'],
      'a cut .shp': [{ 'a.shp': shp.subarray(0, shp.length - 20), 'a.dbf': dbf }, 'the shapefile is truncated'],
      'no header': [{ 'a.shp': shp.subarray(0, 50), 'a.dbf': dbf }, 'without a shapefile signature'],
      'a cut .dbf': [{ 'a.shp': shp, 'a.dbf': dbf.subarray(0, dbf.length - 30) }, 'the table is truncated'],
      'no .dbf': [{ 'a.shp': shp }, 'no attribute table'],
      'fewer rows': [{ 'a.shp': shp, 'a.dbf': one }, '3 shapes; expected 1'],
      'meters without a .prj': [
        { 'a.shp': meters, 'a.dbf': one },
        'feature 1 has the coordinates 1000, 1000; expected degrees',
      ],
    }
    for (const [name, [files, message]] of Object.entries(cases)) {
      const read = readShapefile(folderFixture({ 'a.zip': zipSync(files) }), 'a.zip')
      await expect(read, name).rejects.toThrow(message)
      await expect(read, name).rejects.toBeInstanceOf(SourceError)
    }
  })
})

describe('attribute tables', () => {
  it('are read alone, from a gzip or from a zip', async () => {
    const folder = folderFixture({ 'a.dbf.gz': gzipSync(dbf), 'a.zip': zipSync({ 'a.dbf': dbf }) })
    const rows = await readDbf(folder, 'a.dbf.gz', ['GEOID', 'ALAND'])
    expect(rows).toEqual([
      { GEOID: '06001400100', ALAND: 2657 },
      { GEOID: '06001400200', ALAND: 1 },
      { GEOID: null, ALAND: null },
    ])
    expect(await readDbf(folder, { zip: 'a.zip', member: /dbf$/ })).toHaveLength(3)
  })

  it('are rejected if a field or bytes are missing', async () => {
    const folder = folderFixture({ 'a.dbf': dbf, 'cut.dbf': dbf.subarray(0, 150), 'none.dbf': '' })
    await expect(readDbf(folder, 'a.dbf', ['ALAN'])).rejects.toThrow('no field ALAN (nearest: ALAND')
    await expect(readDbf(folder, 'cut.dbf')).rejects.toThrow('cut.dbf: 150 bytes; expected at least')
    await expect(readDbf(folder, 'none.dbf')).rejects.toThrow('none.dbf: 0 bytes')
  })
})
