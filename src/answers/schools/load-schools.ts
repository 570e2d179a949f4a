import { tilesIn } from '../../data/raster/in-bundle.ts'
import { type BundleSource, PlaceBundle } from '../../data/raster/place-bundle.ts'
import { Districts } from '../districts/districts.ts'
import { NEAREST_LOADED, Schools } from './schools.ts'

/**
 * The districts and schools of a data folder. For each place, only the blocks that the place needs are loaded. Code
 * splitting puts this code in a separate chunk.
 */
export interface SchoolParts {
  readonly districts: PlaceBundle<Districts>
  readonly schools: PlaceBundle<Schools>
}

/**
 * Creates the loaders of districts and schools.
 *
 * @param areDrawn whether to load the complete outlines of the districts for maps; if false, loads only the outlines
 * that answers about places need
 */
export function schoolParts(source: BundleSource, areDrawn = false): SchoolParts {
  return {
    districts: new PlaceBundle(source, 'districts', {
      grow: async (part, boxes, signal) => {
        const tiled = await part.with({ tiles: boxes.flatMap((box) => tilesIn(part.bundle, box)) }, signal)
        const cells = new Districts(tiled.bundle)
        const outlines = boxes.flatMap((box) => [
          ...(areDrawn ? cells.getOutlineBlocks(cells.districtsIn(box)) : cells.outlineBlocksIn(box)),
        ])
        return tiled.with({ outlines }, signal)
      },
      make: (bundle, boxes) => new Districts(bundle, boxes),
    }),
    schools: new PlaceBundle(source, 'schools', {
      grow: async (part, boxes, signal) => {
        // The search columns are always loaded completely, so they show which blocks the answers need.
        const index = new Schools(part.bundle)
        return part.with({ rows: boxes.flatMap((box) => [...index.blocksNear(box, NEAREST_LOADED)]) }, signal)
      },
      make: (bundle) => new Schools(bundle),
    }),
  }
}
