import type { GazetteerTables } from '../geocode/gazetteer-bundle.ts'
import { EdgeIndex } from '../geography/edge-index.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import type { BaseMapLayers } from './base-map.ts'
import { readLabels } from './read-labels.ts'
import { readLakes } from './read-lakes.ts'
import { readLand } from './read-land.ts'

/**
 * Reads what lies below the scores of California, Florida and Texas.
 * @throws SourceError when a published file is missing, damaged or not as expected
 */
export async function readBaseMapLayers(sources: SourceFolder, places: GazetteerTables): Promise<BaseMapLayers> {
  const layers = await readLand(sources)
  const ashore = new EdgeIndex(layers.land.map(({ polygons }) => polygons.flat()))
  const [lakes, labels] = await Promise.all([readLakes(sources, ashore), readLabels(sources, places, ashore)])
  return { ...layers, lakes, labels }
}
