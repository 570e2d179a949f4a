import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Box } from '../../src/base/geo/box.ts'
import { coveredStates } from '../../src/base/states.ts'
import type { Geography } from '../../src/data/geography.ts'
import { RasterBuilder } from '../../src/data/raster/build.ts'
import type { PagedRaster } from '../../src/data/raster/paged-raster.ts'
import { FEDERAL } from '../catalog/source.ts'
import { fileOnDisk } from '../fetch/partial-file.ts'
import { tractStep } from '../geography/tracts.ts'
import type { PackedAreas } from '../pack/areas.ts'
import { getExtent, type OpenGeoTiff, openGeoTiff, pixelAt } from '../read/geotiff.ts'
import { getProjection, type Projection } from '../read/projection.ts'
import { SourceError } from '../read/source-error.ts'
import { isFolder } from '../read/source-folder.ts'
import { noiseScore } from '../score/noise-levels/score.ts'
import { watchFile } from '../user-data/unchanged.ts'
import type { FileOptions, LayerUpgrade } from './layer-upgrade.ts'
import type { NewPart } from './part.ts'
import { paintedContent } from './part-bundle.ts'
import { putZonesOver } from './put-over.ts'
import { fileId, readOn } from './read-layers.ts'

/** Lowest valid level in dB(A) of a pixel. The map's lowest level is 45 (35 in 2014). */
const QUIETEST = 20
/** Highest valid level in dB(A) of a pixel. The map's highest level is about 125. */
const LOUDEST = 150
/** Pixels at or below this value have no data, even if the file does not say so. */
const NONE = -1e20

/**
 * The National Transportation Noise Map of the Bureau of Transportation Statistics. It contains the combined 24-hour
 * levels (LAeq) of roads, railroads and flights in dB(A), as a GeoTIFF of the nation or a state. Cells below 45 dB have
 * no value and keep the package's answers.
 */
export const noiseUpgrade: LayerUpgrade = {
  async fromFiles(options) {
    const parts: NewPart[] = []
    for (const file of await rastersAt(options.from)) {
      const part = await getPart(file, options)
      if (part !== null) parts.push(part)
    }
    return parts
  },
  agency: null,
  putOver: putZonesOver,
}

const RASTER = /\.tiff?$/i

/** Returns the given files and the GeoTIFFs in the given folders. */
async function rastersAt(paths: readonly string[]): Promise<readonly string[]> {
  const files: string[] = []
  for (const path of paths) {
    const names = (await isFolder(path)) ? (await readdir(path)).filter((name) => RASTER.test(name)).sort() : null
    if (names?.length === 0)
      throw new SourceError({ file: path, found: 'no such file in this folder', expectation: 'GeoTIFFs (.tif)' })
    if (names === null && !RASTER.test(path))
      throw new SourceError({
        file: path,
        found: 'a file of an unsupported kind',
        expectation: 'a GeoTIFF (.tif); unzip the download, and convert a geodatabase with gdal_translate',
      })
    files.push(...(names?.map((name) => join(path, name)) ?? [path]))
  }
  return files
}

/** Returns null if the raster does not overlap a covered state. */
async function getPart(path: string, { signal, onProgress }: FileOptions): Promise<NewPart | null> {
  const check = await watchFile(path)
  const raster = await openGeoTiff(path)
  await raster.close()
  const extent = getExtent(raster, basename(path))
  if (!coveredStates.some(({ box }) => overlap(box, extent))) return null
  const name = basename(path)
  const files = [{ path: name, ...(await fileOnDisk(path))! }]
  const year = /(?<!\d)20\d\d(?!\d)/.exec(name)?.[0]
  const id = fileId([path.replace(RASTER, '')])
  return {
    id,
    source: {
      id: `bts-noise-${id}`,
      agency: 'Bureau of Transportation Statistics',
      title: `National Transportation Noise Map: ${name}`,
      vintage: `${year === undefined ? '' : `${year}; `}${readOn(files)}`,
      licence: FEDERAL,
      address: 'https://www.bts.gov/geospatial/national-transportation-noise-map',
    },
    files,
    async content(geography) {
      const opened = await openGeoTiff(path)
      try {
        const blocks = blocksIn(extent, geography.zoneRaster)
        const painter = new Painter(opened, name, geography)
        for (const [done, block] of blocks.entries()) {
          signal.throwIfAborted()
          await painter.paint(block)
          onProgress({ what: name, done: done + 1, all: blocks.length, unit: 'blocks', received: 0 })
        }
        await check()
        return paintedContent(
          painter.areas(`National Transportation Noise Map${year === undefined ? '' : ` ${year}`}`),
          [],
          geography.zoneRaster,
        )
      } finally {
        await opened.close()
      }
    },
  }
}

function overlap(a: Box, b: Box): boolean {
  return a.west < b.east && b.west < a.east && a.south < b.north && b.south < a.north
}

/** Number of raster cells along the side of a block. */
const BLOCK = 256
/** Number of raster cells along the side of a page. A block consists of pages. */
const PAGE = 16
/** Number of page corners along the side of a block. */
const CORNERS = BLOCK / PAGE + 1
const PER_DEGREE = 3600 / tractStep

interface BlockAt {
  readonly x: number
  readonly y: number
}

/** Returns the blocks of the coverage area within a bounding box. */
function blocksIn(box: Box, { meta, arrays }: PagedRaster): readonly BlockAt[] {
  const degrees = BLOCK / PER_DEGREE
  const blocks: BlockAt[] = []
  arrays.top.forEach((block, at) => {
    const x = meta.x + (at % meta.width)
    const y = meta.y + Math.floor(at / meta.width)
    const west = x * degrees - 180
    const south = y * degrees - 90
    if (block !== 0 && overlap(box, { west, south, east: west + degrees, north: south + degrees }))
      blocks.push({ x, y })
  })
  return blocks
}

/** Paints 2″ cells (about 62 m) with the pixel at each cell center. A cell's number is its score. */
class Painter {
  readonly #raster: OpenGeoTiff
  readonly #name: string
  readonly #zones: PagedRaster
  readonly #projection: Projection
  readonly #builder = new RasterBuilder(tractStep, true)
  /** Fractional raster columns at the page corners of a block. */
  readonly #columns = new Float64Array(CORNERS * CORNERS)
  /** Fractional raster rows at the page corners of a block. */
  readonly #rows = new Float64Array(CORNERS * CORNERS)

  constructor(raster: OpenGeoTiff, name: string, geography: Geography) {
    this.#raster = raster
    this.#name = name
    this.#zones = geography.zoneRaster
    this.#projection = getProjection(raster.projection, name)
  }

  async paint({ x, y }: BlockAt): Promise<void> {
    this.#locateCorners(x * BLOCK, y * BLOCK)
    const { width, height } = this.#raster
    const [left, right] = range(this.#columns, width)
    const [top, bottom] = range(this.#rows, height)
    if (left >= right || top >= bottom) return
    const pixels = await this.#raster.window(left, top, right, bottom)
    const values = new Uint16Array(BLOCK * BLOCK)
    const wide = right - left
    for (let page = 0; page < (CORNERS - 1) ** 2; page++) {
      const across = page % (CORNERS - 1)
      const up = Math.floor(page / (CORNERS - 1))
      const west = x * BLOCK + across * PAGE
      const south = y * BLOCK + up * PAGE
      const constant = this.#zones.constantAround(west, south)
      if (constant === 0) continue
      const corner = up * CORNERS + across
      for (let i = 0; i < PAGE * PAGE; i++) {
        const dx = i % PAGE
        const dy = Math.floor(i / PAGE)
        if (constant < 0 && this.#zones.cell(west + dx, south + dy) === 0) continue
        const column = Math.floor(between(this.#columns, corner, (dx + 0.5) / PAGE, (dy + 0.5) / PAGE))
        const row = Math.floor(between(this.#rows, corner, (dx + 0.5) / PAGE, (dy + 0.5) / PAGE))
        if (column < left || column >= right || row < top || row >= bottom) continue
        values[(up * PAGE + dy) * BLOCK + across * PAGE + dx] = this.#getScore(
          pixels[(row - top) * wide + column - left],
        )
      }
    }
    this.#builder.add({ x, y, values })
  }

  #locateCorners(x0: number, y0: number): void {
    for (let i = 0; i < CORNERS * CORNERS; i++) {
      const dx = (i % CORNERS) * PAGE
      const dy = Math.floor(i / CORNERS) * PAGE
      const [x, y] = this.#projection.fromDegrees((x0 + dx) / PER_DEGREE - 180, (y0 + dy) / PER_DEGREE - 90)
      const [column, row] = pixelAt(this.#raster, x, y)
      this.#columns[i] = column
      this.#rows[i] = row
    }
  }

  /** Returns the score of a level, or 0 if there is no level. */
  #getScore(level: number): number {
    if (Number.isNaN(level) || level === this.#raster.noData || level === 0 || level <= NONE) return 0
    if (level >= QUIETEST && level <= LOUDEST) return Math.round(noiseScore(level))
    throw new SourceError({
      file: this.#name,
      found: `a pixel of ${level}`,
      expectation: `levels of ${QUIETEST} to ${LOUDEST} dB(A), as in the National Transportation Noise Map`,
    })
  }

  /** @param map name of the map in descriptions */
  areas(map: string): PackedAreas {
    const score = Uint8Array.from({ length: 256 }, (_, number) => number)
    return {
      raster: this.#builder.finish(),
      score,
      basis: new Uint8Array(256),
      facts: new Map(),
      notes: Array.from(score, (number) => (number === 0 ? null : map)),
    }
  }
}

/** Returns the range of whole numbers around the values, with a margin of 1, clamped to 0 and `end`. */
function range(values: Float64Array, end: number): readonly [number, number] {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return [Math.max(0, Math.floor(least) - 1), Math.min(end, Math.ceil(most) + 1)]
}

/**
 * Interpolates between the four corners of a page. Over a kilometer, the curvature of projections causes an error of
 * less than a meter.
 */
function between(corners: Float64Array, at: number, across: number, up: number): number {
  const low = corners[at] + across * (corners[at + 1] - corners[at])
  const high = corners[at + CORNERS] + across * (corners[at + CORNERS + 1] - corners[at + CORNERS])
  return low + up * (high - low)
}
