import type { Polygon, StateFips } from '../../context.ts'
import type { FeatureLayer } from '../../read/feature.ts'
import { readGeoJson } from '../../read/geojson.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { readTopoJson } from '../../read/topojson.ts'
import type { Tally } from './two-party-vote.ts'

/** One polygon of a precinct with the precinct's votes; a precinct of several parts gives several. */
export interface PrecinctPolygon {
  readonly id: string
  readonly state: StateFips
  readonly polygon: Polygon
  readonly tally: Tally
}

/** Polygons of Florida's precincts that have a row of votes; the "not defined" ones at sea are left out. */
export async function readFloridaPrecincts(
  sources: SourceFolder,
  tallies: ReadonlyMap<string, Tally>,
): Promise<readonly PrecinctPolygon[]> {
  const member = ['tabblock.vtd.geojson.zip', /\.geojson$/] as const
  const layer = await readGeoJson(
    sources,
    { zip: 'elections/Election_Data_FL.v06.zip', member },
    { properties: ['id'] },
  )
  return joined(layer, 'id', '12', tallies).filter(({ id }) => !id.endsWith('ZZZ'))
}

/** Polygons of Texas precincts whose 2016 number is one of 2020; Tarrant County and a tenth of the votes have none. */
export async function readTexasPrecincts(
  sources: SourceFolder,
  tallies: ReadonlyMap<string, Tally>,
): Promise<readonly PrecinctPolygon[]> {
  const layer = await readTopoJson(sources, 'elections/tx_vtd2016_simplified_15m.topo.json.gz')
  return joined(layer, 'VTD20', '48', tallies)
}

function joined(
  layer: FeatureLayer,
  key: string,
  state: StateFips,
  tallies: ReadonlyMap<string, Tally>,
): PrecinctPolygon[] {
  return layer.features.flatMap(({ properties, polygons }) => {
    const id = String(properties[key] ?? '')
    const tally = tallies.get(id)
    return tally === undefined ? [] : polygons.map((polygon) => ({ id, state, polygon, tally }))
  })
}
