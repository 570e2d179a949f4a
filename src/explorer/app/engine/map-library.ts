/**
 * The part of the library that colors the map. The engine's worker loads this part first. Everything else is in
 * `library.ts` so that it can be loaded later.
 */

import type { DimensionId } from '../../../answers/dimensions/catalog.ts'

export type { ColumnFunctions } from '../../../answers/scores/column-functions.ts'
export * as columnCode from '../../../answers/scores/column-functions.ts'
export { ScoredData } from '../../../answers/scores/scored-data.ts'
export { checkShape } from '../../../data/bundle/check-shape.ts'
export { manifestSchema } from '../../../data/bundle/data-folder.ts'
export { dataFolder } from '../../../data/bundle/disk-folder.ts'
export { readBundle } from '../../../data/bundle/read.ts'
export { createHatching, type HatchedTile } from '../../../faces/map/hatching.ts'
export { scorePng } from '../../../faces/map/render-tiles.ts'
export { newColumns, type ScoreSource, scoreView } from '../../../faces/map/score-view.ts'
export { NEAR, PlaceParts } from '../../../library/place/place-parts.ts'

/** Id of the column that holds fits instead of the scores of a dimension. */
export const FIT = 'fit' as DimensionId

/** Loads the code for custom dimensions, which few servers have. */
export const loadLayers = () => import('../../../answers/layers/layer-bundle.ts')
