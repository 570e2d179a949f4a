import { RasterBuilder } from '../../src/raster/build.ts'
import { PagedRaster } from '../../src/raster/paged-raster.ts'
import type { Polygon, StateFips } from '../context.ts'
import { readCsv, text } from '../read/csv.ts'
import type { Feature } from '../read/feature.ts'
import { readGeoJson } from '../read/geojson.ts'
import { readShapefile } from '../read/shapefile.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import { paintBands } from './paint-bands.ts'
import { Rasterizer } from './rasterize.ts'
import { extendOverShore } from './shore.ts'

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

/** Florida's 2010 tracts: only to find which 2010 tract a block-group centre lies in. */
export async function loadFlorida2010(sources: SourceFolder): Promise<TractPolygons> {
  const layer = await readShapefile(sources, 'census/tracts/cb_2019_12_tract_500k.zip', { properties: ['GEOID'] })
  return tractsOf('12', layer.features, 'GEOID')
}

/** Counties that touch the sea: those that own a water tract (99xxxx), plus two on bays without one. */
export async function coastalCounties(sources: SourceFolder): Promise<ReadonlySet<string>> {
  const counties = new Set(['48409', '48201']) // San Patricio, Harris
  for (const state of ['06', '12', '48']) {
    const path = `census/tracts/tl_2019_${state}_tract_attributes.csv.gz`
    const { columns } = await readCsv(sources, path, { GEOID: text({ pattern: /^\d{11}$/ }) })
    for (const geoid of columns.GEOID) if (geoid.slice(5, 7) === '99') counties.add(geoid.slice(0, 5))
  }
  return counties
}

/** The raster of tract numbers, 1 + index in `tracts`; shores are extended where `coastal` is given. */
export function tractRaster(tracts: TractPolygons, coastal?: ReadonlySet<string>): PagedRaster {
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
      extendOverShore(cells, window, 3600 / tractStep, (area) => tracts.geoid[area - 1].slice(0, 5), coastal)
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
