import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { getProjection } from '../../../data-build/read/projection.ts'
import { readShapefile } from '../../../data-build/read/shapefile.ts'
import { albers, CONUS, TEALE } from './albers.ts'
import { ascii, folderFixture } from './fixtures/folder.ts'
import { dbfBytes, POLYGON, shpBytes } from './shapefile-bytes.ts'

const TEALE_PRJ =
  'PROJCS["NAD_1983_California_Teale_Albers",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",' +
  'SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],' +
  'PROJECTION["Albers"],PARAMETER["False_Easting",0.0],PARAMETER["False_Northing",-4000000.0],' +
  'PARAMETER["Central_Meridian",-120.0],PARAMETER["Standard_Parallel_1",34.0],PARAMETER["Standard_Parallel_2",40.5],' +
  'PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]'

const PLACES = [
  [-120, 37],
  [-118.2437, 34.0522],
  [-124.2, 41.9],
  [-114.6, 32.7],
] as const

describe('projections', () => {
  it('map the origin of EPSG:3310 to 120° west, 4,000 km north of the false origin', () => {
    const [lon, lat] = getProjection('EPSG:3310', 'f').toDegrees(0, -4_000_000)
    expect(lon).toBeCloseTo(-120, 9)
    expect(lat).toBeCloseTo(0, 9)
  })

  it.each([
    ['EPSG:3310', TEALE],
    [TEALE_PRJ, TEALE],
    ['EPSG:5070', CONUS],
  ] as const)('match the published equations in both directions: %.20s', (definition, parameters) => {
    const { toDegrees, fromDegrees } = getProjection(definition, 'f')
    for (const [lon, lat] of PLACES) {
      const [x, y] = albers(lon, lat, parameters)
      // 1e-8° is a millimeter.
      expect(toDegrees(x, y)[0]).toBeCloseTo(lon, 8)
      expect(toDegrees(x, y)[1]).toBeCloseTo(lat, 8)
      expect(fromDegrees(lon, lat)[0]).toBeCloseTo(x, 3)
      expect(fromDegrees(lon, lat)[1]).toBeCloseTo(y, 3)
    }
  })

  it('leave degrees unchanged', () => {
    for (const name of ['EPSG:4269', 'EPSG:4326', 'GEOGCS["GCS_North_American_1983",DATUM["x"]]'])
      expect(getProjection(name, 'f').toDegrees(-97.5, 30.25)).toEqual([-97.5, 30.25])
  })

  it('are rejected if they use NAD27 or have an unknown code', () => {
    expect(() => getProjection('GEOGCS["GCS_North_American_1927",DATUM["x"]]', 'a.prj')).toThrow(
      'a.prj: coordinates on the NAD27',
    )
    expect(() => getProjection('EPSG:99999', 'a.prj')).toThrow('a.prj: the projection "EPSG:99999" is unknown')
  })

  it('convert a shapefile in meters to degrees by its .prj', async () => {
    const ring = PLACES.map(([lon, lat]) => albers(lon, lat, TEALE))
    const files = {
      'a.shp': shpBytes(POLYGON, [[[...ring, ring[0]]]]),
      'a.dbf': dbfBytes([{ name: 'C', type: 'N', length: 1 }], [['1']]),
    }
    const folder = folderFixture({ 'a.zip': zipSync({ ...files, 'a.prj': ascii(TEALE_PRJ) }) })
    const flat = (await readShapefile(folder, 'a.zip')).features[0].polygons[0][0]
    expect(flat).toHaveLength(10)
    PLACES.flat().forEach((degrees, i) => {
      expect(flat[i]).toBeCloseTo(degrees, 8)
    })
  })
})
