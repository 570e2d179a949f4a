import { writeArrayBuffer } from 'geotiff'
import { describe, expect, it } from 'vitest'
import { readGeoTiff } from '../../../data-build/read/geotiff.ts'
import { SourceError } from '../../../data-build/read/source-error.ts'
import { albers, CONUS } from './albers.ts'
import { folderFixture } from './fixtures/folder.ts'
import { tiffBytes } from './tiff-bytes.ts'

const WIDTH = 40
const HEIGHT = 30
const values = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (7 * i) % 251)

/** Makes the metadata of a north-up raster whose top-left corner is `corner`. */
const placed = (corner: readonly [number, number], step: number, keys: Record<string, unknown>) => ({
  width: WIDTH,
  height: HEIGHT,
  ModelPixelScale: [step, step, 0],
  ModelTiepoint: [0, 0, 0, corner[0], corner[1], 0],
  GTRasterTypeGeoKey: 1,
  ...keys,
})
const DEGREES = { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4269 }
// EPSG:5070 written out as USGS does: user-defined (32767), Albers (11), then the doubles.
const ALBERS = {
  1024: 1,
  1025: 1,
  3072: 32767,
  3075: 11,
  3078: [29.5],
  3079: [45.5],
  3080: [-96],
  3081: [23],
  3082: [0],
  3083: [0],
} as const

type Metadata = Parameters<typeof writeArrayBuffer>[1]
const tiff = (metadata: object) => new Uint8Array(writeArrayBuffer(values, metadata as Metadata))

describe('GeoTIFF', () => {
  it('in degrees returns the value of the cell that contains a point, and NaN outside the raster', async () => {
    const folder = folderFixture({ 'a.tif': tiff(placed([-98, 31], 0.1, DEGREES)) })
    const raster = await readGeoTiff(folder, 'a.tif')
    expect(raster).toMatchObject({ width: WIDTH, height: HEIGHT, origin: [-98, 31], projection: 'EPSG:4269' })
    expect(raster.cell[0]).toBeCloseTo(0.1, 12)
    expect(raster.cell[1]).toBeCloseTo(-0.1, 12)
    for (const [column, row] of [
      [0, 0],
      [39, 29],
      [17, 4],
    ])
      expect(raster.valueAt(-98 + 0.1 * (column + 0.5), 31 - 0.1 * (row + 0.5))).toBe(values[row * WIDTH + column])
    for (const [lon, lat] of [
      [-98.01, 30.5],
      [-93.99, 30.5],
      [-97, 31.01],
      [-97, 27.99],
    ])
      expect(raster.valueAt(lon, lat)).toBeNaN()
  })

  it('in Albers meters matches the published equations, whether it contains parameters or an EPSG code', async () => {
    const corner = [1_552_515, 508_305] as const
    const byParameters = tiffBytes(WIDTH, values, corner, 30, ALBERS)
    const byCode = tiff(placed(corner, 30, { GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 5070 }))
    const folder = folderFixture({ 'parameters.tif': byParameters, 'code.tif': byCode })
    const { toDegrees } = (await import('../../../data-build/read/projection.ts')).getProjection('EPSG:5070', 'f')
    for (const name of ['parameters.tif', 'code.tif']) {
      const raster = await readGeoTiff(folder, name)
      for (const [column, row] of [
        [0, 0],
        [39, 29],
        [20, 11],
      ]) {
        const center = [corner[0] + 30 * (column + 0.5), corner[1] - 30 * (row + 0.5)] as const
        const [lon, lat] = toDegrees(...center)
        // Check with the published equations that the point is the center of that cell.
        expect(Math.hypot(albers(lon, lat, CONUS)[0] - center[0], albers(lon, lat, CONUS)[1] - center[1])).toBeLessThan(
          0.01,
        )
        expect(raster.valueAt(lon, lat), name).toBe(values[row * WIDTH + column])
      }
    }
  })

  it('is shifted by half a cell if its points are cell centers', async () => {
    const points = placed([-98, 31], 0.1, { ...DEGREES, GTRasterTypeGeoKey: 2 })
    const raster = await readGeoTiff(folderFixture({ 'a.tif': tiff(points) }), 'a.tif')
    expect(raster.valueAt(-98, 31)).toBe(values[0])
    expect(raster.valueAt(-97.91, 31)).toBe(values[1])
  })

  it('returns NaN in cells with the no-data value', async () => {
    const raster = await readGeoTiff(
      folderFixture({ 'a.tif': tiff(placed([-98, 31], 0.1, { ...DEGREES, GDAL_NODATA: '7' })) }),
      'a.tif',
    )
    expect(raster.noData).toBe(7)
    expect(values[1]).toBe(7)
    expect(raster.valueAt(-97.85, 30.95)).toBeNaN()
    expect(raster.valueAt(-97.75, 30.95)).toBe(14)
  })

  it('is rejected if it is truncated or has no projection', async () => {
    const whole = tiff(placed([-98, 31], 0.1, DEGREES))
    for (const length of [0, 6, 300, whole.length - 1]) {
      const read = readGeoTiff(folderFixture({ 'cut.tif': whole.subarray(0, length) }), 'cut.tif')
      await expect(read, `${length} bytes`).rejects.toBeInstanceOf(SourceError)
    }
    const nowhere = tiff(placed([0, 0], 1, { GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 32767 }))
    const folder = folderFixture({ 'nowhere.tif': nowhere })
    await expect(readGeoTiff(folder, 'nowhere.tif')).rejects.toThrow('GeoKeys without a projection')
  })
})
