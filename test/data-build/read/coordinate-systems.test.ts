import { existsSync, readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { coordinateSystems, type IndexEntry } from '../../../data-build/coordinate-systems.ts'
import { COORDINATE_SYSTEMS } from '../../../data-build/read/coordinate-systems.ts'
import { readFlatGeobuf } from '../../../data-build/read/flatgeobuf.ts'
import { readGeoTiff } from '../../../data-build/read/geotiff.ts'
import { getProjection } from '../../../data-build/read/projection.ts'
import { readShapefile } from '../../../data-build/read/shapefile.ts'
import { type FgbCrs, fgbFile } from './fixtures/fgb-file.ts'
import { ascii, folderFixture } from './fixtures/folder.ts'
import { type Keys, keyTags, type Tag, tiffFile } from './fixtures/tiff-file.ts'
import { dbfBytes, POINT, shpBytes } from './shapefile-bytes.ts'

const NAD83 =
  'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]'
const FEET = 'UNIT["Foot_US",0.3048006096012192]'
const METERS = 'UNIT["Meter",1.0]'

/** Writes a `.prj` as Esri does, with the published parameters of a zone. */
function prj(name: string, method: string, parameters: Readonly<Record<string, number>>, unit: string): string {
  const list = Object.entries(parameters).map(([key, value]) => `PARAMETER["${key}",${value}]`)
  return `PROJCS["${name}",${NAD83},PROJECTION["${method}"],${list.join(',')},${unit}]`
}
const lambert = (
  easting: number,
  northing: number,
  longitude: number,
  south: number,
  north: number,
  origin: number,
) => ({
  False_Easting: easting,
  False_Northing: northing,
  Central_Meridian: longitude,
  Standard_Parallel_1: south,
  Standard_Parallel_2: north,
  Latitude_Of_Origin: origin,
})
const mercator = (easting: number, longitude: number, factor: number, origin: number) => ({
  False_Easting: easting,
  False_Northing: 0,
  Central_Meridian: longitude,
  Scale_Factor: factor,
  Latitude_Of_Origin: origin,
})
const utm = (zone: number) =>
  prj(`NAD_1983_UTM_Zone_${zone}N`, 'Transverse_Mercator', mercator(500_000, 6 * zone - 183, 0.9996, 0), METERS)
const LAMBERT = 'Lambert_Conformal_Conic'
const dms = (degrees: number, minutes: number) => degrees + minutes / 60

const californiaEast = 6_561_666.666666666
const californiaNorth = 1_640_416.666666667
const central = prj(
  'TX_C',
  LAMBERT,
  lambert(2_296_583.333333333, 9_842_500, -dms(100, 20), dms(30, 7), dms(31, 53), dms(29, 40)),
  FEET,
)

/**
 * Each row has an EPSG code, a `.prj` of the same coordinate system, and the longitude and latitude of a place in it.
 */
const SYSTEMS = [
  [2277, central, -97.74, 30.27],
  [6578, central, -97.74, 30.27],
  [
    2276,
    prj('TX_NC', LAMBERT, lambert(1_968_500, 6_561_666.666666666, -98.5, dms(32, 8), dms(33, 58), dms(31, 40)), FEET),
    -96.8,
    32.78,
  ],
  [
    2278,
    prj('TX_SC', LAMBERT, lambert(1_968_500, 13_123_333.33333333, -99, dms(28, 23), dms(30, 17), dms(27, 50)), FEET),
    -95.37,
    29.76,
  ],
  [
    32140,
    prj('TX_SC_m', LAMBERT, lambert(600_000, 4_000_000, -99, dms(28, 23), dms(30, 17), dms(27, 50)), METERS),
    -95.37,
    29.76,
  ],
  [
    2229,
    prj('CA_5', LAMBERT, lambert(californiaEast, californiaNorth, -118, dms(34, 2), dms(35, 28), 33.5), FEET),
    -118.24,
    34.05,
  ],
  [
    2227,
    prj('CA_3', LAMBERT, lambert(californiaEast, californiaNorth, -120.5, dms(37, 4), dms(38, 26), 36.5), FEET),
    -122.42,
    37.77,
  ],
  [
    26943,
    prj('CA_3_m', LAMBERT, lambert(2_000_000, 500_000, -120.5, dms(37, 4), dms(38, 26), 36.5), METERS),
    -122.42,
    37.77,
  ],
  [
    2236,
    prj('FL_E', 'Transverse_Mercator', mercator(656_166.6666666665, -81, 0.9999411764705882, dms(24, 20)), FEET),
    -80.19,
    25.76,
  ],
  [
    2237,
    prj('FL_W', 'Transverse_Mercator', mercator(656_166.6666666665, -82, 0.9999411764705882, dms(24, 20)), FEET),
    -82.46,
    27.95,
  ],
  [2238, prj('FL_N', LAMBERT, lambert(1_968_500, 0, -84.5, dms(29, 35), 30.75, 29), FEET), -84.28, 30.44],
  [26914, utm(14), -97.74, 30.27],
  [26911, utm(11), -118.24, 34.05],
  [26917, utm(17), -80.19, 25.76],
  [6343, utm(14), -97.74, 30.27],
  [6350, prj('Conus', 'Albers', lambert(0, 0, -96, 29.5, 45.5, 23), METERS), -97.74, 30.27],
  [3083, prj('TX_A', 'Albers', lambert(1_500_000, 6_000_000, -100, 27.5, 35, 18), METERS), -97.74, 30.27],
  [3310, prj('CA_A', 'Albers', lambert(0, -4_000_000, -120, 34, 40.5, 0), METERS), -118.24, 34.05],
  [3086, prj('FL_A', 'Albers', lambert(400_000, 0, -84, 24, 31.5, 24), METERS), -80.19, 25.76],
  [102003, prj('USA', 'Albers', lambert(0, 0, -96, 29.5, 45.5, 37.5), METERS), -97.74, 30.27],
] as const

/**
 * Reads the position of a point in a shapefile with the `.prj`. This relies on the projection library's WKT parser, not
 * on the table of codes.
 */
async function placeInShapefile(wkt: string, x: number, y: number) {
  const folder = folderFixture({
    'a.zip': zipSync({
      'a.shp': shpBytes(POINT, [[[[x, y]]]]),
      'a.dbf': dbfBytes([{ name: 'C', type: 'N', length: 1 }], [['1']]),
      'a.prj': ascii(wkt),
    }),
  })
  return (await readShapefile(folder, 'a.zip')).features[0].points[0]
}

async function placeInFgb(crs: FgbCrs, x: number, y: number) {
  const folder = folderFixture({ 'a.fgb': fgbFile([{ type: 1, xy: [x, y] }], crs) })
  return (await readFlatGeobuf(folder, 'a.fgb')).features[0].points[0]
}

/** Reads the value at a place in a raster of 3 × 3 cells of `step` units around x, y. The value in the middle is 5. */
async function valueInTiff(keys: Keys, [x, y]: readonly [number, number], step: number, at: readonly [number, number]) {
  const tags: Readonly<Record<number, Tag>> = {
    ...({
      256: ['long', [3]],
      257: ['long', [3]],
      258: ['short', [8]],
      259: ['short', [1]],
      262: ['short', [1]],
    } as const),
    ...({ 277: ['short', [1]], 278: ['long', [3]], 33550: ['double', [step, step, 0]] } as const),
    33922: ['double', [0, 0, 0, x - 1.5 * step, y + 1.5 * step, 0]],
  }
  const bytes = tiffFile([{ tags: { ...tags, ...keyTags(keys) }, blocks: [Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9)] }])
  return (await readGeoTiff(folderFixture({ 'a.tif': bytes }), 'a.tif')).valueAt(...at)
}

describe('a coordinate system given by its code', () => {
  it.each(SYSTEMS)(
    '%i yields the same places in FlatGeobuf and GeoTIFF as its .prj in a shapefile',
    async (code, wkt, lon, lat) => {
      const [x, y] = getProjection(wkt, 'a.prj').fromDegrees(lon, lat)
      const expected = await placeInShapefile(wkt, x, y)
      expect(Math.hypot(expected[0] - lon, expected[1] - lat)).toBeLessThan(1e-6)
      const places = [
        await placeInFgb({ org: 'EPSG', code }, x, y),
        await placeInFgb({ code }, x, y),
        await placeInFgb({ codeString: String(code) }, x, y),
        await placeInFgb({ org: 'NONE', code: 999_999, wkt }, x, y),
      ]
      for (const place of places) {
        // 1e-8° is a millimeter.
        expect(place[0]).toBeCloseTo(expected[0], 7)
        expect(place[1]).toBeCloseTo(expected[1], 7)
      }
      if (code > 65_535) return
      expect(await valueInTiff({ 1024: 1, 1025: 1, 3072: code }, [x, y], 2, [lon, lat])).toBe(5)
    },
  )

  it('is recognized for all state plane zones, in feet and meters, and for UTM', () => {
    const missing: number[] = []
    const ranges = [
      [2225, 2240],
      [2275, 2279],
      [26901, 26920],
      [26929, 26998],
      [32100, 32130],
      [32133, 32158],
    ]
    for (const [first, last] of ranges)
      for (let code = first; code <= last; code++)
        try {
          getProjection(`EPSG:${code}`, 'f')
        } catch {
          missing.push(code)
        }
    // EPSG never assigned these codes, or has withdrawn them.
    expect(missing).toEqual([26947, 26979, 32101, 32102, 32103, 32105, 32106])
  })

  it('is rejected with an error that names NAD27 if it uses that datum', () => {
    for (const code of [26739, 32038, 4267, 26714, 32039])
      expect(() => getProjection(`EPSG:${code}`, 'a.fgb')).toThrow('a.fgb: coordinates on the NAD27 datum')
  })

  it('is rejected with an error that contains the code if it is unknown', async () => {
    await expect(placeInFgb({ org: 'EPSG', code: 999_999 }, 1, 2)).rejects.toThrow('"EPSG:999999" is unknown')
  })

  it.each([
    ['EPSG:102100', 3857],
    ['epsg:900913', 3857],
    ['ESRI:102039', 5070],
  ])('%s is an alias of %i', (name, code) => {
    const place = [-97.74, 30.27] as const
    expect(getProjection(name, 'f').fromDegrees(...place)).toEqual(
      getProjection(`EPSG:${code}`, 'f').fromDegrees(...place),
    )
  })

  it('is read from the horizontal part of a compound system', () => {
    const compound = `COMPD_CS["Texas [with heights]",${central},VERT_CS["NAVD88",VERT_DATUM["x",2005],UNIT["metre",1]]]`
    const place = [-97.74, 30.27] as const
    expect(getProjection(compound, 'f').fromDegrees(...place)).toEqual(
      getProjection(central, 'f').fromDegrees(...place),
    )
  })
})

describe('a GeoTIFF without a code', () => {
  const at = [-97.74, 30.27] as const
  const own = { 1024: 1, 1025: 1, 3072: 32767 } as const
  const places = {
    texas: getProjection(central, 'f').fromDegrees(...at),
    utm: getProjection(utm(14), 'f').fromDegrees(...at),
  }

  it.each<readonly [string, Keys, readonly [number, number]]>([
    [
      'Lambert in feet',
      {
        ...{ ...own, 3075: 8, 3076: 9003, 3078: [dms(30, 7)], 3079: [dms(31, 53)] },
        ...{ 3084: [-dms(100, 20)], 3085: [dms(29, 40)], 3086: [2_296_583.333333333], 3087: [9_842_500] },
      },
      places.texas,
    ],
    [
      'transverse Mercator',
      { ...own, 3075: 1, 3076: 9001, 3080: [-99], 3081: [0], 3082: [500_000], 3083: [0], 3092: [0.9996] },
      places.utm,
    ],
    ['the number of a UTM zone', { ...own, 3074: 16014 }, places.utm],
    ['the WKT of Esri', { ...own, 3073: `ESRI PE String = ${central}` }, places.texas],
    [
      'the code of a zone in meters, and feet as its unit',
      { 1024: 1, 1025: 1, 3072: 32139, 3076: 9003 },
      [
        places.texas[0] - 2_296_583.333333333 + 700_000 / (1200 / 3937),
        places.texas[1] - 9_842_500 + 3_000_000 / (1200 / 3937),
      ],
    ],
  ])('is located by %s', async (_, keys, place) => {
    expect(await valueInTiff(keys, place, 1, at)).toBe(5)
  })
})

describe('FlatGeobuf', () => {
  it('skips and counts features with no geometry or empty geometry', async () => {
    const shapes = [null, { type: 1, xy: [-97, 30] }, { type: 3 }, { type: 1 }, { type: 6, parts: [] }, { type: 2 }]
    const folder = folderFixture({ 'a.fgb': fgbFile(shapes) })
    const { features, skipped } = await readFlatGeobuf(folder, 'a.fgb')
    expect({ values: features.map(({ properties }) => properties.value), skipped }).toEqual({ values: [1], skipped: 5 })
    expect((await readFlatGeobuf(folder, 'a.fgb', { keepEmpty: true })).features).toHaveLength(6)
  })

  it('returns the rings of polygons with holes and of collections', async () => {
    const square = [-97, 30, -96, 30, -96, 31, -97, 31, -97, 30]
    const hole = [-96.6, 30.4, -96.4, 30.4, -96.4, 30.6, -96.6, 30.4]
    const polygon = { type: 3, xy: [...square, ...hole], ends: [5, 9] }
    const shapes = [
      polygon,
      { type: 6, parts: [polygon, { type: 3, xy: square }] },
      { type: 7, parts: [{ type: 1, xy: [-97, 30] }, polygon] },
    ]
    const { features } = await readFlatGeobuf(folderFixture({ 'a.fgb': fgbFile(shapes) }), 'a.fgb')
    expect(features.map(({ polygons }) => polygons.map((rings) => rings.map((ring) => ring.length)))).toEqual([
      [[10, 8]],
      [[10, 8], [10]],
      [[10, 8]],
    ])
    expect(features[2].points).toEqual([[-97, 30]])
  })

  it('with a curve is rejected with a one-sentence error', async () => {
    const folder = folderFixture({ 'a.fgb': fgbFile([{ type: 8, xy: [-97, 30, -96, 30, -96, 31] }]) })
    await expect(readFlatGeobuf(folder, 'a.fgb')).rejects.toThrow(/feature 1 is a curve.*CONVERT_TO_LINEAR/)
  })
})

const INDEX = 'node_modules/epsg-index/all.json'

describe('the table of coordinate systems', () => {
  it.skipIf(!existsSync(INDEX))('matches its source', () => {
    const entries = Object.values(JSON.parse(readFileSync(INDEX, 'utf8')) as Record<string, IndexEntry>)
    expect(coordinateSystems(entries)).toEqual(COORDINATE_SYSTEMS.trim().split('\n'))
  })

  it('is shipped with the license of its source', () => {
    const text = readFileSync('data-build/read/coordinate-systems-license.txt', 'utf8')
    expect(text).toMatch(/^epsg-index [\d.]+ \(ISC\)[\s\S]+Permission to use, copy[\s\S]+IOGP/)
  })
})
