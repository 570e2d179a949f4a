import { createHash } from 'node:crypto'
import { existsSync, readFileSync, truncateSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { writeArrayBuffer } from 'geotiff'
import proj4 from 'proj4'
import { describe, expect, it } from 'vitest'
import { emptyFolder } from '../../support/empty-folder.ts'
import { writtenFile } from '../../support/written-file.ts'
import { tiffBytes } from '../read/tiff-bytes.ts'
import { CALIFORNIA, dataFixture, opened, placesIn, upgraded } from './fixtures/data.ts'

const CONUS = '+proj=aea +lat_1=29.5 +lat_2=45.5 +lat_0=23 +lon_0=-96 +x_0=0 +y_0=0 +datum=NAD83 +units=m +no_defs'
const NONE = -3.4028234663852886e38
/** Meters per pixel, as in the published map. */
const PIXEL = 30
const WIDTH = 420
const HEIGHT = 460
/** Coordinates of the top left pixel. The raster covers the western half of the made-up county and its surroundings. */
const [LEFT, TOP] = proj4(CONUS, [-118.31, 34.115]).map((at) => Math.round(at / PIXEL) * PIXEL) as [number, number]

/** Returns the level of a made-up freeway: 80 dB in the middle, 6 dB less per 300 m, none below 45 dB. */
function levelAt(x: number, y: number): number {
  const meters = Math.abs(x - LEFT - 6000 + 0.4 * (y - TOP))
  const level = 80 - (6 * meters) / 300
  return level < 45 ? NONE : Math.fround(level)
}

const levels = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
  levelAt(LEFT + ((i % WIDTH) + 0.5) * PIXEL, TOP - (Math.floor(i / WIDTH) + 0.5) * PIXEL),
)

function tif(values: Float32Array | Uint8Array = levels): Buffer {
  return Buffer.from(
    writeArrayBuffer(values, {
      ...{ width: WIDTH, height: HEIGHT, GDAL_NODATA: String(NONE) },
      ...{ ModelPixelScale: [PIXEL, PIXEL, 0], ModelTiepoint: [0, 0, 0, LEFT, TOP, 0] },
      ...{ GTModelTypeGeoKey: 1, GTRasterTypeGeoKey: 1, ProjectedCSTypeGeoKey: 5070 },
    }),
  )
}

const NAME = 'CA_rail_road_and_aviation_noise_2020.tif'

const fileOf = (content: Uint8Array, name = NAME, folder?: string) => writtenFile(name, content, folder)

/** Collects the scores of the pixels within `meters` of a place. 40 dB is 255 and 85 dB is 1. */
function scoresNear(lon: number, lat: number, meters: number): Set<number | null> {
  const [x, y] = proj4(CONUS, [lon, lat])
  const scores = new Set<number | null>()
  for (let dx = -meters; dx <= meters; dx += PIXEL / 4)
    for (let dy = -meters; dy <= meters; dy += PIXEL / 4) {
      const [column, row] = [Math.floor((x + dx - LEFT) / PIXEL), Math.floor((TOP - y - dy) / PIXEL)]
      const isInside = column >= 0 && column < WIDTH && row >= 0 && row < HEIGHT
      const level = isInside ? levels[row * WIDTH + column] : NONE
      scores.add(level === Math.fround(NONE) ? null : Math.round(1 + (254 * (85 - level)) / 45))
    }
  return scores
}

describe('noise levels upgraded from the National Transportation Noise Map', () => {
  it("are read from the pixels, and preserve the package's scores elsewhere", async () => {
    const out = emptyFolder()
    const { summary } = await upgraded('noise-levels', out, { from: [fileOf(tif())] })
    expect(summary).toMatchObject({ painted: ['file-ca-rail-road-and-aviation-noise-2020'], failed: [] })
    const [now, before] = [await opened(out), await opened(await dataFixture())]
    let [measured, kept] = [0, 0]
    const wrong: unknown[] = []
    for (const place of placesIn(CALIFORNIA, 800)) {
      const { score, basis } = now.explain('noise-levels', place)
      // All of a 2″ cell is within 31 m north or south and 26 m east or west of its center. With the raster turned by
      // 13°, that is 40 m.
      const near = scoresNear(place.lon, place.lat, 45)
      const own = before.score('noise-levels', place).score
      if (basis === 'measured' ? !near.has(score) : !(near.has(null) && score === own)) wrong.push([place, score, near])
      if (basis === 'measured') measured++
      else kept++
    }
    expect(wrong).toEqual([])
    expect(measured).toBeGreaterThan(90)
    expect(kept).toBeGreaterThan(400)
  })

  it("are described with the level, the map and the package's estimates by source", async () => {
    const [out, bytes] = [emptyFolder(), tif()]
    await upgraded('noise-levels', out, { from: [fileOf(bytes)] })
    const now = await opened(out)
    const loud = placesIn(CALIFORNIA, 500).find((place) => now.score('noise-levels', place).score < 57)!
    const explained = now.explain('noise-levels', loud)
    expect(explained.basis).toBe('measured')
    // Levels change from cell to cell, which is not an edge of a zone.
    expect(explained.edge).toBe(undefined)
    expect(explained.score).toBeGreaterThanOrEqual(29)
    const level = Math.round(85 - (45 * (explained.score - 1)) / 254)
    expect(explained.description).toBe(
      `Very loud: ${level} dB on average over 24 hours (National Transportation Noise Map 2020, BTS). The package's estimates: road 55 dB.`,
    )
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(explained.sources[0]).toMatchObject({
      agency: 'Bureau of Transportation Statistics',
      title: `National Transportation Noise Map: ${NAME}`,
      vintage: expect.stringMatching(new RegExp(`^2020; read .*, SHA-256 ${sha256.slice(0, 16)}$`)),
    })
    expect(now.dimensions().find(({ id }) => id === 'noise-levels')?.method).toMatch(
      /^By the National Transportation Noise Map \(BTS\) where it has a level/,
    )
    expect(JSON.parse(readFileSync(join(out, 'upgrades', 'sources.json'), 'utf8')).sources[0].files).toEqual([
      { path: NAME, sha256, bytes: bytes.length },
    ])
  })

  it('are read from the maps of the covered states in a folder', async () => {
    const folder = emptyFolder()
    fileOf(tif(), NAME, folder)
    fileOf(
      tiffBytes(2, Uint8Array.of(50, 60, 70, 80), [-74, 41], 0.1, { 1024: 2, 1025: 1, 2048: 4269 }),
      'NY.tif',
      folder,
    )
    fileOf(Buffer.from('about'), 'README.txt', folder)
    const { summary } = await upgraded('noise-levels', emptyFolder(), { from: [folder] })
    expect(summary.painted).toEqual(['file-ca-rail-road-and-aviation-noise-2020'])
  })

  const DEGREES = { 1024: 2, 1025: 1, 2048: 4269 }
  const small = (level: number, corner: readonly [number, number] = [-118.3, 34.1]) =>
    tiffBytes(10, new Uint8Array(100).fill(level), corner, 0.01, DEGREES)
  it.each<[string, string, Uint8Array, RegExp]>([
    [
      'a zip',
      'CONUS_rail_road_and_aviation_noise_2020.zip',
      Buffer.from('PK'),
      /a file of an unsupported kind; expected a GeoTIFF \(\.tif\); unzip/,
    ],
    ['empty', NAME, new Uint8Array(), /a raster that cannot be decoded/],
    ['cut short', NAME, tif().subarray(0, 500_000), /500000 bytes of \d+; expected a complete file/],
    ['not a noise map', NAME, small(7), /a pixel of 7; expected levels of 20 to 150 dB/],
    [
      'without a projection',
      NAME,
      tiffBytes(10, new Uint8Array(100), [0, 0], 1, { 1024: 1, 1025: 1 }),
      /GeoKeys without a projection/,
    ],
    [
      'of another state',
      NAME,
      small(60, [-74, 41]),
      /is in California, Texas or Florida, so nothing was changed\. Expected GeoTIFFs/,
    ],
    ['without a level', NAME, small(0), /is in California, Texas or Florida, so nothing was changed/],
  ])('are rejected with a one-sentence error and no data change if the file is %s', async (_, name, content, words) => {
    const out = emptyFolder()
    const refused = upgraded('noise-levels', out, { from: [fileOf(content, name)] })
    await expect(refused).rejects.toMatchObject({ name: 'LayerError', message: expect.stringMatching(words) })
    expect(existsSync(join(out, 'manifest.json'))).toBe(false)
  })

  it('are not read from a changing or truncated file, or after the upgrade is stopped', async () => {
    const file = fileOf(tif())
    let seen = 0
    const touch = () => {
      if (seen++ === 0) utimesSync(file, 1e9, 1e9)
    }
    await expect(upgraded('noise-levels', emptyFolder(), { from: [file], onProgress: touch })).rejects.toThrow(
      `${NAME} changed while being read: run the same command again.`,
    )
    const stop = new AbortController()
    const { summary } = await upgraded('noise-levels', emptyFolder(), {
      ...{ from: [file], signal: stop.signal },
      onProgress: () => stop.abort('SIGINT'),
    })
    expect(summary).toMatchObject({ painted: [], failed: [], bundles: [] })
    truncateSync(file, 1000)
    await expect(upgraded('noise-levels', emptyFolder(), { from: [file] })).rejects.toThrow(
      /1000 bytes of|cannot be decoded/,
    )
  })

  it('cannot be downloaded, so a file is required', async () => {
    await expect(upgraded('noise-levels', emptyFolder())).rejects.toThrow(
      'noise-levels can only be upgraded from files. Name them with --from FILE: GeoTIFFs of dB(A).',
    )
  })
})
