import { placeStates } from '../geocode/place-files.ts'
import type { Line } from '../read/feature.ts'
import { readGeoJson } from '../read/geojson.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import type { Area } from './base-map.ts'
import { edgesOf, joined, without } from './edges.ts'
import { landBorder } from './land-border.ts'

export interface Land {
  readonly land: readonly Area[]
  readonly counties: readonly Line[]
  readonly states: readonly Line[]
}

/** The states, and the borders of their counties: both were dissolved from the same census tracts and share their vertices. */
export async function readLand(sources: SourceFolder): Promise<Land> {
  const states = placeStates.map(async ({ code, fips, name }) => {
    const path = (what: string) =>
      `census/tracts/${code.toLowerCase()}_${what}_dissolved_from_tracts.geojson.gz` as const
    const [state, counties] = await Promise.all([
      readGeoJson(sources, path('state'), { properties: [] }),
      readGeoJson(sources, path('counties'), { properties: [] }),
    ])
    const polygons = state.features.flatMap((feature) => feature.polygons)
    const outline = edgesOf([polygons.flat()])
    const { shared, single } = edgesOf(counties.features.map((county) => county.polygons.flat()))
    return {
      land: { name, polygons },
      // Texas has a gap of some metres between two counties, whose edges belong to one each.
      counties: joined([...shared, ...without(single, outline.single)]),
      border: landBorder(String(fips).padStart(2, '0'), polygons),
    }
  })
  const read = await Promise.all(states)
  return {
    land: read.map(({ land }) => land),
    counties: read.flatMap(({ counties }) => counties),
    states: read.map(({ border }) => border),
  }
}
