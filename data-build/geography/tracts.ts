import { RasterBuilder } from '../../src/raster/build.ts'
import { PagedRaster } from '../../src/raster/paged-raster.ts'
import { coveredStates } from '../../src/states.ts'
import type { Polygon, StateFips } from '../context.ts'
import { readCsv, text } from '../read/csv.ts'
import type { Feature } from '../read/feature.ts'
import { readGeoJson } from '../read/geojson.ts'
import { readShapefile } from '../read/shapefile.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { type CellWindow, paintBands, Rasterizer } from './rasterize.ts'

export const tractStep = 3 // arc-seconds, about 93 m

/** Census tracts with polygons: California and Texas of 2010, Florida of 2020; ascending by GEOID within a state. */
export interface TractPolygons {
  readonly geoid: readonly string[]
  readonly state: readonly StateFips[]
  /** All rings of a tract, outer ones and holes together (even-odd). */
  readonly rings: readonly Polygon[]
}

/** The polygons that the zones are made of. */
export async function loadZoneTracts(sources: SourceFolder): Promise<TractPolygons> {
  const california = await readShapefile(sources, 'census/tracts/cb_2014_06_tract_500k.zip', { properties: ['GEOID'] })
  const florida = await readGeoJson(sources, 'census/tracts/fl_tract2020_from_EJI2024_gdb.geojson.gz')
  const texas = await readGeoJson(sources, 'census/tracts/cb_2014_48_tract_500k.reconstructed.geojson.gz')
  return joinTracts([
    tractsOf('06', california.features, 'GEOID'),
    tractsOf('12', florida.features, 'GEOID_2020'),
    tractsOf('48', texas.features, 'GEOID'),
  ])
}

/** Florida's 2010 tracts: only to find which 2010 tract a block-group center is in. */
export async function loadFlorida2010(sources: SourceFolder): Promise<TractPolygons> {
  const layer = await readShapefile(sources, 'census/tracts/cb_2019_12_tract_500k.zip', { properties: ['GEOID'] })
  return tractsOf('12', layer.features, 'GEOID')
}

/** Counties that touch the sea: those that own a water tract (99xxxx), plus two on bays without one. */
export async function coastalCounties(sources: SourceFolder): Promise<ReadonlySet<string>> {
  const counties = new Set(['48409', '48201']) // San Patricio, Harris
  for (const { fips } of coveredStates) {
    const path = `census/tracts/tl_2019_${fips}_tract_attributes.csv.gz`
    const { columns } = await readCsv(sources, path, { GEOID: text({ pattern: /^\d{11}$/ }) })
    for (const geoid of columns.GEOID) if (geoid.slice(5, 7) === '99') counties.add(geoid.slice(0, 5))
  }
  return counties
}

/** Cells of the raster store the number of a tract in 16 bits, 0 for none. */
const MAX_TRACTS = 65_535

/**
 * The raster of tract numbers, 1 + index in `tracts`; shores are extended where `coastal` is given.
 * @throws RangeError when there are more tracts than a cell can number
 */
export function tractRaster(tracts: TractPolygons, coastal?: ReadonlySet<string>): PagedRaster {
  if (tracts.geoid.length > MAX_TRACTS) {
    throw new RangeError(
      `The sources have ${tracts.geoid.length} census tracts, but a raster can number at most ${MAX_TRACTS}: build fewer states.`,
    )
  }
  const builder = new RasterBuilder(tractStep, true)
  for (const state of new Set(tracts.state)) {
    const members = tracts.state.flatMap((of, index) => (of === state ? [index] : []))
    paintState(tracts, members, builder, coastal)
  }
  const { meta, arrays } = builder.finish()
  return new PagedRaster(meta, arrays)
}

/** Paints one state; the margin lets the shore rule see across the borders of the bands. */
function paintState(
  tracts: TractPolygons,
  members: readonly number[],
  builder: RasterBuilder,
  coastal: ReadonlySet<string> | undefined,
): void {
  const rasterizer = new Rasterizer(
    members.map((index) => tracts.rings[index]),
    tractStep,
  )
  paintBands(rasterizer, 16, builder, (window, cells) => {
    rasterizer.paint(window, cells, (index) => members[index] + 1)
    if (coastal) {
      extendToShore(cells, window, 3600 / tractStep, (area) => tracts.geoid[area - 1].slice(0, 5), coastal)
    }
  })
}

function tractsOf(state: StateFips, features: readonly Feature[], key: string): TractPolygons {
  const rows = features
    .map((feature) => ({ geoid: String(feature.properties[key]), rings: feature.polygons.flat() }))
    .sort((a, b) => (a.geoid < b.geoid ? -1 : 1))
  return { geoid: rows.map((row) => row.geoid), state: rows.map(() => state), rings: rows.map((row) => row.rings) }
}

function joinTracts(parts: readonly TractPolygons[]): TractPolygons {
  return {
    geoid: parts.flatMap((part) => part.geoid),
    state: parts.flatMap((part) => part.state),
    rings: parts.flatMap((part) => part.rings),
  }
}

/** Land borders of coastal counties, across which the shore rule must not reach (open to the sea, closed on this side). */
const landBorders: Readonly<Record<string, (lon: number, lat: number) => boolean>> = {
  '06073': (lon, lat) => lat < 32.5343 + ((lon + 117.1246) * (32.7187 - 32.5343)) / (117.1246 - 114.7196), // Mexico
  '06015': (_, lat) => lat > 41.995, // Oregon
  '48061': (lon, lat) => lat < 26.08 && lon < -97.15, // Mexico, the Rio Grande
  '48245': (lon, lat) => lon > -93.86 || lat > 30.05, // Louisiana, the Sabine
  '12033': (lon, lat) => lon < -87.4 && lat > 30.28, // Alabama, the Perdido
  '12089': (lon, lat) => lat > 30.705 && lon < -81.44, // Georgia, the St. Marys
}

const coastalReach = 600 // m: piers, beaches and bridges that the cartographic boundary cuts off
const inlandReach = 150 // m: slack of the generalised border

/**
 * Gives cells of no area the nearest area: within 600 m where that area's county is coastal, within 150 m otherwise.
 * `countyOf` names the county of an area number, `coastal` the coastal counties. Changes `cells` in place.
 */
export function extendToShore(
  cells: Uint16Array,
  window: CellWindow,
  perDegree: number,
  countyOf: (area: number) => string,
  coastal: ReadonlySet<string>,
): void {
  const { width, height } = window
  const metersPerRow = 111_195 / perDegree
  const best = new Float32Array(cells.length)
  const found = new Uint16Array(cells.length)
  let any = false
  for (let y = 0; y < height; y++) {
    const lat = (window.y + y + 0.5) / perDegree - 90
    const metersPerColumn = metersPerRow * Math.cos((lat * Math.PI) / 180)
    for (let x = 0; x < width; x++) {
      const own = y * width + x
      const area = cells[own]
      if (area === 0) continue
      // Only cells at the edge of the land can be nearest to a cell of no area.
      const inside =
        (x === 0 || cells[own - 1] !== 0) &&
        (x === width - 1 || cells[own + 1] !== 0) &&
        (y === 0 || cells[own - width] !== 0) &&
        (y === height - 1 || cells[own + width] !== 0)
      if (inside) continue
      any = true
      const county = countyOf(area)
      const reach = coastal.has(county) ? coastalReach : inlandReach
      const closed = landBorders[county]
      const reachRows = Math.floor(reach / metersPerRow)
      const reachColumns = Math.floor(reach / metersPerColumn)
      const lastRow = Math.min(height - 1, y + reachRows)
      const lastColumn = Math.min(width - 1, x + reachColumns)
      for (let ty = Math.max(0, y - reachRows); ty <= lastRow; ty++) {
        for (let tx = Math.max(0, x - reachColumns); tx <= lastColumn; tx++) {
          const at = ty * width + tx
          if (cells[at] !== 0) continue
          const east = (tx - x) * metersPerColumn
          const north = (ty - y) * metersPerRow
          const distance = Math.fround(Math.sqrt(east * east + north * north))
          if (distance > reach) continue
          if (found[at] !== 0 && (distance > best[at] || (distance === best[at] && area >= found[at]))) continue
          const lon = (window.x + tx + 0.5) / perDegree - 180
          if (closed?.(lon, (window.y + ty + 0.5) / perDegree - 90)) continue
          best[at] = distance
          found[at] = area
        }
      }
    }
  }
  if (!any) return
  for (let i = 0; i < cells.length; i++) if (found[i] !== 0) cells[i] = found[i]
}
