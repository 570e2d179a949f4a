import { readBox } from '../../src/base/geo/boxes.ts'
import { isInside } from '../../src/base/geo/ring.ts'
import { RasterBuilder } from '../../src/data/raster/build.ts'
import { PagedRaster } from '../../src/data/raster/paged-raster.ts'
import type { Polygon, StateFips } from '../context.ts'
import type { Feature } from '../read/feature.ts'
import { readGeoJson } from '../read/geojson.ts'
import { readShapefile } from '../read/shapefile.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { CenterIndex, type Points } from './center-index.ts'
import { type CellWindow, paintBands, Rasterizer } from './rasterize.ts'
import { ringKm2 } from './ring-area.ts'
import type { SeaWater } from './sea-water.ts'
import { clearSea, fitToShore } from './shore.ts'

export const tractStep = 2 // arc-seconds, about 62 m

/** Census tracts with polygons, ascending by GEOID. */
export interface TractPolygons {
  readonly geoid: readonly string[]
  readonly state: readonly StateFips[]
  /** Census year of each tract. */
  readonly year: readonly (2010 | 2020)[]
  /** All rings of each tract, both outer rings and holes (even-odd rule). */
  readonly rings: readonly Polygon[]
}

/**
 * Loads the polygons that zones are made from. These are 2020 tracts, except in California and Texas counties outside
 * metropolitan and micropolitan areas, where 2020 polygons are not available and 2010 tracts are used.
 */
export async function loadZoneTracts(sources: SourceFolder, tracts2010: TractPolygons): Promise<TractPolygons> {
  const metropolitan = async (state: StateFips) => {
    const path = `census/tracts/cb_2020_${state}_tract_500k_in_cbsas.geojson.gz`
    return getTracts(state, 2020, (await readGeoJson(sources, path)).features, 'GEOID')
  }
  const florida = await readGeoJson(sources, 'census/tracts/fl_tract2020_from_EJI2024_gdb.geojson.gz')
  const tracts = [
    ...(await metropolitan('06')),
    ...getTracts('12', 2020, florida.features, 'GEOID_2020'),
    ...(await metropolitan('48')),
  ]
  const counties = new Set(tracts.map(({ geoid }) => geoid.slice(0, 5)))
  tracts2010.geoid.forEach((geoid, i) => {
    if (counties.has(geoid.slice(0, 5))) return
    tracts.push({ geoid, state: tracts2010.state[i], year: 2010, rings: tracts2010.rings[i] })
  })
  return getColumns(tracts)
}

/** Loads the 2010 tracts, by which some agencies publish their data. */
export async function loadTracts2010(sources: SourceFolder): Promise<TractPolygons> {
  const california = await readShapefile(sources, 'census/tracts/cb_2014_06_tract_500k.zip', { properties: ['GEOID'] })
  const florida = await readShapefile(sources, 'census/tracts/cb_2019_12_tract_500k.zip', { properties: ['GEOID'] })
  const texas = await readGeoJson(sources, 'census/tracts/cb_2014_48_tract_500k.reconstructed.geojson.gz')
  return getColumns([
    ...getTracts('06', 2010, california.features, 'GEOID'),
    ...getTracts('12', 2010, florida.features, 'GEOID'),
    ...getTracts('48', 2010, texas.features, 'GEOID'),
  ])
}

/** Loads the state outlines at 1:500,000, cut at the shore, with all rings of a state in one polygon. */
export async function loadOutlines(sources: SourceFolder): Promise<ReadonlyMap<StateFips, Polygon>> {
  const path = 'water/cb_2018_us_state_500k.zip'
  const { features } = await readShapefile(sources, path, { properties: ['STATEFP'] })
  return new Map(features.map(({ properties, polygons }) => [String(properties.STATEFP) as StateFips, polygons.flat()]))
}

/** Maximum number of tracts. Raster cells store tract numbers in 16 bits, and 0 means no tract. */
const MAX_TRACTS = 65_535

/** Land and water that a state's tracts are fitted to. */
export interface Land {
  readonly outlines: ReadonlyMap<StateFips, Polygon>
  /**
   * Centers of population in degrees. The cells around a center keep their tract even if the center is in the water.
   * This happens with block groups around a bay.
   */
  readonly centers: Points
  /** Sea, bays and lagoons. Cells in them lose their tract. */
  readonly sea?: readonly SeaWater[]
  /** Schools and known addresses in degrees. Like the centers, they keep the tract of the cells around them. */
  readonly addresses?: Points
}

/**
 * Creates the raster of tract numbers, which are 1 + index in `tracts`. Fits the tracts to the land if `land` is given.
 *
 * @throws {RangeError} when there are more tracts than a cell can number
 */
export function tractRaster(tracts: TractPolygons, land?: Land): PagedRaster {
  if (tracts.geoid.length > MAX_TRACTS) {
    throw new RangeError(
      `The sources have ${tracts.geoid.length} census tracts, but a raster can hold at most ${MAX_TRACTS}: build fewer states.`,
    )
  }
  const builder = new RasterBuilder(tractStep, true)
  for (const state of new Set(tracts.state)) {
    paintState(tracts, state, builder, land)
  }
  const { meta, arrays } = builder.finish()
  return new PagedRaster(meta, arrays)
}

/** Paints one state. Bands overlap by a margin so that fitting to the shore works across their borders. */
function paintState(tracts: TractPolygons, state: StateFips, builder: RasterBuilder, land: Land | undefined): void {
  const members = tracts.state.flatMap((of, index) => (of === state ? [index] : []))
  const rasterizer = new Rasterizer(
    members.map((index) => tracts.rings[index]),
    tractStep,
  )
  const outline = land?.outlines.get(state)
  const shore = outline && new Rasterizer([outline], tractStep)
  const sea = new Rasterizer(land?.sea?.find((stateSea) => stateSea.state === state)?.polygons ?? [], tractStep)
  const islets = new Rasterizer(outline === undefined ? [] : getIslets(outline), tractStep)
  paintBands(rasterizer, 16, builder, (window, cells) => {
    rasterizer.paint(window, cells, (index) => members[index] + 1)
    if (!land || !shore) return
    const isLand = shore.touched(window)
    markCells(land.centers, window, isLand)
    fitToShore(cells, isLand, window, 3600 / tractStep)
    const isWater = new Uint8Array(cells.length)
    sea.paint(window, isWater, () => 1)
    if (!isWater.includes(1)) return
    const homes = islets.touched(window)
    markCells(land.centers, window, homes)
    if (land.addresses) markCells(land.addresses, window, homes)
    clearSea(cells, isWater, homes, window, 3600 / tractStep)
  })
}

/**
 * Maximum area in km² of a ring in the state outline that counts as an islet. Cells on islets keep their tract, because
 * the sea shoreline omits some islets. Larger rings do not count, because they may include lagoons.
 */
const LARGEST_ISLET = 10

function getIslets(outline: Polygon): Polygon[] {
  return outline.filter((ring) => ringKm2(ring) <= LARGEST_ISLET).map((ring) => [ring])
}

/** Marks the cells that contain a point. */
function markCells({ lon, lat }: Points, { x, y, width, height }: CellWindow, marked: Uint8Array): void {
  for (let i = 0; i < lon.length; i++) {
    const column = Math.floor(((lon[i] + 180) * 3600) / tractStep) - x
    const row = Math.floor(((lat[i] + 90) * 3600) / tractStep) - y
    if (column >= 0 && column < width && row >= 0 && row < height) marked[row * width + column] = 1
  }
}

/**
 * Returns the GEOID of the tract that contains each point (degrees), or an empty string if no tract contains the point.
 */
export function containingTracts({ geoid, rings }: TractPolygons, lon: Float64Array, lat: Float64Array): string[] {
  const points = new CenterIndex(lon, lat)
  const geoids = Array.from(lon, () => '')
  rings.forEach((polygon, index) => {
    for (const ring of polygon) {
      const { west, south, east, north } = readBox([ring])
      points.search(west, south, east, north, (i) => {
        if (geoids[i] === '' && isInside(polygon, lon[i], lat[i])) geoids[i] = geoid[index]
      })
    }
  })
  return geoids
}

interface Tract {
  readonly geoid: string
  readonly state: StateFips
  readonly year: 2010 | 2020
  readonly rings: Polygon
}

function getTracts(state: StateFips, year: 2010 | 2020, features: readonly Feature[], key: string): Tract[] {
  return features.map(({ properties, polygons }) => {
    return { geoid: String(properties[key]), state, year, rings: polygons.flat() }
  })
}

function getColumns(tracts: readonly Tract[]): TractPolygons {
  const rows = [...tracts].sort((a, b) => (a.geoid < b.geoid ? -1 : 1))
  return {
    geoid: rows.map((row) => row.geoid),
    state: rows.map((row) => row.state),
    year: rows.map((row) => row.year),
    rings: rows.map((row) => row.rings),
  }
}
