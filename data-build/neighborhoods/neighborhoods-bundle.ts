import { SCALE } from '../../src/data/bundle/paths.ts'
import type { BundleContent } from '../../src/data/bundle/write.ts'
import { getTexts } from '../pack/blocks.ts'
import { areaPathSections } from '../pack/paths.ts'
import { findReach } from './reach.ts'
import type { NamedArea } from './read-neighborhoods.ts'

/** Minimum radius in meters of a neighborhood with an outline. */
const MIN_RADIUS = 200
/** Radius in meters of a neighborhood that is published as a point. */
const POINT_RADIUS = 1500

/** Builds a neighborhoods bundle. Outlines are only written if every neighborhood has one. */
export function neighborhoodsBundle(
  id: string,
  areas: readonly NamedArea[],
  sources: BundleContent['sources'],
): BundleContent {
  const outlines = areas.every(({ polygons }) => polygons.length > 0)
  const column = (of: (area: NamedArea) => number) => Int32Array.from(areas, (area) => Math.round(of(area) * SCALE))
  const texts = (name: 'name' | 'city' | 'state') => getTexts(name, areas, (area) => area[name])
  return {
    kind: 'neighborhoods',
    id,
    meta: { outlines },
    sources,
    sections: [
      ...texts('name'),
      ...texts('city'),
      ...texts('state'),
      { name: 'lon', data: column(({ lon }) => lon) },
      { name: 'lat', data: column(({ lat }) => lat) },
      {
        name: 'radius',
        data: Uint32Array.from(areas, ({ polygons, lat, lon }) =>
          outlines ? Math.max(MIN_RADIUS, findReach(polygons, lat, lon)) : POINT_RADIUS,
        ),
      },
      ...(outlines
        ? areaPathSections(
            'outline',
            areas.map(({ polygons }) => polygons),
          )
        : []),
    ],
  }
}
