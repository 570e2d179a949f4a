import type { Polygon } from '../../context.ts'
import type { Feature } from '../../read/feature.ts'
import { readGeoJson } from '../../read/geojson.ts'
import { readShapefile } from '../../read/shapefile.ts'
import { SourceError } from '../../read/source-error.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import { allClasses, countyOf, stateLand, veryHighOnly, zips } from './map-files.ts'

/** A polygon of CAL FIRE's Fire Hazard Severity Zones. */
export interface HazardZone {
  /** All rings of the record together: by the even-odd rule their area is the published one, crossings and holes included. */
  readonly polygon: Polygon
  readonly score: number
  /** The five-digit county outside which the polygon does not count, null when it counts everywhere. */
  readonly county: string | null
  /** The file it comes from. */
  readonly path: string
}

/** Scores of the classes: 1 and 255 as the scale fixes them, thirds between. */
export const hazardScores = { veryHigh: 1, high: 85, moderate: 170, unzoned: 255 } as const

const losAngeles = 'calfire/lacity_Very_High_Fire_Hazard_Severity_Zones.geojson.gz'
/** The statewide maps of 2024 (state land) and 2025 (local land), when they are there. */
const newMaps = 'calfire/fhsz-2025'

/**
 * All zones in the order in which they are painted: the maps of 2007 from the least to the most severe class, so that the
 * most severe wins; then, where at hand, the maps of 2024 and 2025 in the same order, which take the older ones' place.
 */
export async function loadHazardZones(sources: SourceFolder): Promise<readonly HazardZone[]> {
  const old: HazardZone[] = await loadVeryHighZones(sources)
  for (const directory of [allClasses, stateLand]) {
    for (const path of zips(sources, directory)) old.push(...(await readZones(sources, path, countyOf(path))))
  }
  const current: HazardZone[] = []
  if (sources.has(newMaps)) {
    for (const path of zips(sources, newMaps)) current.push(...(await readZones(sources, path, null)))
  }
  return [...leastSevereFirst(old), ...leastSevereFirst(current)]
}

/** The zones of the files that hold only the very high class. */
export async function loadVeryHighZones(sources: SourceFolder): Promise<HazardZone[]> {
  const zones: HazardZone[] = []
  for (const path of zips(sources, veryHighOnly)) zones.push(...(await readZones(sources, path, null)))
  const city = await readGeoJson(sources, losAngeles, { properties: [] })
  for (const { polygons } of city.features) {
    zones.push({ polygon: polygons.flat(), score: hazardScores.veryHigh, county: null, path: losAngeles })
  }
  return zones
}

/** Score of a record's class; undefined for classes that are none of CAL FIRE's. Ventura writes `VERY HIGH`. */
export function hazardScore(className: string): number | undefined {
  switch (className.trim().toUpperCase().replaceAll(' ', '')) {
    case 'VERYHIGH':
      return hazardScores.veryHigh
    case 'HIGH':
      return hazardScores.high
    case 'MODERATE':
      return hazardScores.moderate
    case 'NON-WILDLAND/NON-URBAN':
    case 'URBANUNZONED':
    case 'NONWILDLAND':
    case 'NON-WILDLAND':
      return hazardScores.unzoned
    default:
      return undefined
  }
}

/** Reads the zones of one shapefile; `FHSZ_Description` is the class in the maps of 2024 and 2025. */
async function readZones(sources: SourceFolder, path: string, county: string | null): Promise<HazardZone[]> {
  const layer = await readShapefile(sources, path)
  return zonesOf(layer.features, path, county)
}

/** The zones of the records of one file. Throws a `SourceError` when a record has no known class. */
export function zonesOf(features: readonly Feature[], path: string, county: string | null): HazardZone[] {
  return features.map(({ properties, polygons }) => {
    const className = String(properties.HAZ_CLASS ?? properties.FHSZ_Description ?? properties.FHSZ_Descr ?? '')
    const score = hazardScore(className)
    if (score !== undefined) return { polygon: polygons.flat(), score, county, path }
    const found = `the hazard class "${className}"`
    throw new SourceError({ file: path, found, expectation: 'Very High, High, Moderate or one of the unzoned classes' })
  })
}

function leastSevereFirst(zones: readonly HazardZone[]): HazardZone[] {
  return [...zones].sort((a, b) => b.score - a.score)
}
