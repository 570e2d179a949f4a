import { readGeoJson } from '../../read/geojson.ts'
import { SourceError } from '../../read/source-error.ts'
import type { SourceFolder } from '../../read/source-folder.ts'
import type { FloodZone } from './nfhl.ts'
import { floodZones } from './zones.ts'

const boundaryPath = 'fema/dallas_city_boundary.geojson.gz'
const floodplainPath = 'fema/dallas_floodplain.geojson.gz'

/**
 * FEMA's zones in the City of Dallas: the city area as zone X, over it the 0.2 % floodplain, over that the 1 % one
 * (the order in which they are painted).
 */
export async function loadDallas(sources: SourceFolder): Promise<readonly FloodZone[]> {
  const boundary = await readGeoJson(sources, boundaryPath)
  const floodplain = await readGeoJson(sources, floodplainPath, { properties: ['category'] })
  const zones = floodplain.features.map(({ properties, polygons }) => ({
    polygon: polygons.flat(),
    score: categoryScore(properties.category),
  }))
  const city = boundary.features.map(({ polygons }) => ({ polygon: polygons.flat(), score: floodZones.minimal }))
  return [...city, ...zones.sort((a, b) => b.score - a.score)]
}

/** Score of the city's two floodplain categories. Throws a `SourceError` for any other. */
export function categoryScore(category: string | number | null): number {
  if (category === '100yr') return floodZones.hundredYear
  if (category === '500yr') return floodZones.fiveHundredYear
  const found = `the category "${category}"`
  throw new SourceError({ file: floodplainPath, found, expectation: '100yr or 500yr' })
}
