import { type CoveredState, coveredStates } from '../../src/base/states.ts'
import type { Polygon, StateFips } from '../context.ts'
import { readGeoJson } from '../read/geojson.ts'
import type { SourceFolder } from '../read/source-folder.ts'

/** Sea and bays along the coast of one state. */
export interface SeaWater {
  readonly state: StateFips
  /** Outer ring and holes of each body of water. A hole is an island. */
  readonly polygons: readonly Polygon[]
}

/**
 * Loads the sea, bays and lagoons along the states' coasts from the full-resolution GSHHG shoreline. The data has no
 * rivers or lakes, and ends at the straight edges of a box around each state.
 */
export async function loadSeaWater(sources: SourceFolder): Promise<readonly SeaWater[]> {
  return await Promise.all(coveredStates.map((state) => readSeaWater(sources, state)))
}

async function readSeaWater(sources: SourceFolder, { fips, postal }: CoveredState): Promise<SeaWater> {
  const { features } = await readGeoJson(sources, `water/gshhg_full_water_${postal}.geojson.gz`)
  return { state: fips as StateFips, polygons: features.flatMap(({ polygons }) => polygons) }
}
