import type { EdgeIndex } from '../geography/edge-index.ts'
import type { Feature, Ring } from '../read/feature.ts'
import { readGeoJson } from '../read/geojson.ts'
import { readShapefile } from '../read/shapefile.ts'
import type { SourceFolder } from '../read/source-folder.ts'
import type { Area } from './base-map.ts'
import { edgesOf, joined } from './edges.ts'
import { ringArea } from './ring-area.ts'

/**
 * Water within the outlines of the land: census tracts that are nothing else, such as those of Lake Okeechobee, and the lakes of
 * Natural Earth, which are drawn more coarsely.
 */
export async function readLakes(sources: SourceFolder, land: EdgeIndex): Promise<readonly Area[]> {
  const [drawn, tracts] = await Promise.all([readNaturalEarth(sources), readWaterTracts(sources)])
  return [...drawn.filter(({ polygons }) => polygons.some(([outer]) => touches(land, outer))), ...tracts]
}

async function readNaturalEarth(sources: SourceFolder): Promise<readonly Area[]> {
  const layers = await Promise.all(
    ['CA', 'FL', 'TX'].map((state) =>
      readGeoJson(sources, `natural-earth/ne_10m_lakes_north_america.${state}.geojson.gz`, { properties: ['name'] }),
    ),
  )
  const features = layers.flatMap((layer) => layer.features)
  return features.map(({ properties, polygons }) => ({ name: String(properties.name ?? ''), polygons }))
}

/** Those of California and Florida; the file of Texas has none inland. */
async function readWaterTracts(sources: SourceFolder): Promise<readonly Area[]> {
  const layers = await Promise.all(
    (['census/tracts/cb_2014_06_tract_500k.zip', 'census/tracts/cb_2019_12_tract_500k.zip'] as const).map((path) =>
      readShapefile(sources, path, { properties: ['GEOID', 'ALAND'] }),
    ),
  )
  const water = layers.flatMap(({ features }) => features.filter(isWater))
  const rings = joined(edgesOf(water.map(({ polygons }) => polygons.flat())).single)
  return rings.map((ring) => ({ name: '', polygons: [[ring]] }))
}

/** Of what is drawn of a tract; San Diego Bay has 0.4 % in its piers. */
const MOST_LAND = 0.01

function isWater({ properties, polygons }: Feature): boolean {
  const drawn = polygons.flat().reduce((sum, ring) => sum + Math.abs(ringArea(ring)), 0)
  return Number(properties.ALAND) <= drawn * MOST_LAND
}

function touches(land: EdgeIndex, ring: Ring): boolean {
  for (let i = 0; i < ring.length; i += 2) if (land.containing(ring[i], ring[i + 1]) >= 0) return true
  return false
}
