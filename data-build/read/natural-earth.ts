import { coveredStates } from '../../src/base/states.ts'
import type { Feature } from './feature.ts'
import { readGeoJson } from './geojson.ts'
import type { SourceFolder } from './source-folder.ts'

/**
 * Reads the features of a Natural Earth layer, such as `ne_10m_coastline`, state by state. Returns each feature with
 * its state.
 */
export async function readNaturalEarth(
  sources: SourceFolder,
  layer: string,
  properties: readonly string[] = [],
): Promise<readonly (Feature & { readonly state: string })[]> {
  const layers = coveredStates.map(async ({ postal: state }) => {
    const { features } = await readGeoJson(sources, `natural-earth/${layer}.${state}.geojson.gz`, { properties })
    return features.map((feature) => ({ ...feature, state }))
  })
  return (await Promise.all(layers)).flat()
}
