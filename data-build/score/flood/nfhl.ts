import type { Polygon } from '../../context.ts'
import type { Feature, Properties } from '../../read/feature.ts'
import { readGeoJson } from '../../read/geojson.ts'
import { readShapefile } from '../../read/shapefile.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { floodZoneScore } from './zones.ts'

/** A flood zone with its score 1-255. The rings of a feature stay together: their even-odd area is the published one. */
export interface FloodZone {
  readonly polygon: Polygon
  readonly score: number
}

/** Where FEMA's National Flood Hazard Layer lies, a file per county or state, when it is there at all. */
export const nfhlDirectory = 'fema/nfhl'

/**
 * The zones of all layers `fema/nfhl/*.zip` (shapefile S_FLD_HAZ_AR) and `*.geojson.gz`, the safest first, so that the
 * most severe wins where two maps overlap. Zones without a meaning for the hazard are left out, unknown ones reported.
 */
export async function loadNfhl(sources: SourceFolder, report: (line: string) => void): Promise<readonly FloodZone[]> {
  if (!sources.has(nfhlDirectory)) return []
  const zones: FloodZone[] = []
  for (const path of sources.list(nfhlDirectory)) {
    if (!/\.(zip|geojson|geojson\.gz)$/.test(path)) continue
    const layer = path.endsWith('.zip')
      ? await readShapefile(sources, path, { layer: 'S_FLD_HAZ_AR', properties: ['FLD_ZONE', 'ZONE_SUBTY'] })
      : await readGeoJson(sources, path)
    // One by one: a statewide layer has more zones than a call can have arguments.
    for (const zone of zonesOf(layer.features, path, report)) zones.push(zone)
  }
  return zones.sort((a, b) => b.score - a.score)
}

/** The scored zones of the features of one file, in its order. */
export function zonesOf(features: readonly Feature[], path: string, report: (line: string) => void): FloodZone[] {
  const zones: FloodZone[] = []
  const unknown = new Map<string, number>()
  for (const { properties, polygons } of features) {
    const zone = textOf(properties, 'FLD_ZONE')
    const score = floodZoneScore(zone, textOf(properties, 'ZONE_SUBTY'))
    if (score === undefined) unknown.set(String(zone), (unknown.get(String(zone)) ?? 0) + 1)
    else if (score > 0) zones.push({ polygon: polygons.flat(), score })
  }
  for (const [zone, count] of unknown) {
    report(`${path}: ${count} areas of the unknown flood zone "${zone}" are left to the estimate`)
  }
  return zones
}

/** GeoJSON exports of the layer write the attribute names in either case. */
function textOf(properties: Properties, name: string): string | null {
  const value = properties[name] ?? properties[name.toLowerCase()] ?? null
  return value === null ? null : String(value)
}
