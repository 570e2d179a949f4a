/**
 * Code for circles, areas, rankings, searches, comparisons and custom dimensions. Code splitting puts it in a chunk
 * that `openVicinage` imports unless `areas` is false.
 */

export { fitFunctions } from '../fit/fit-functions.ts'
export { layerIn } from '../layers/layer-bundle.ts'
export { layerFunctions } from '../layers/layer-functions.ts'
export { MemoryLayer } from '../layers/memory-layer.ts'
export { compareFunctions } from '../scores/compare.ts'
export { wideScores } from '../scores/wide-scores.ts'
export { loadedPlaces } from './area-answer.ts'
export { areaFunctions } from './area-functions.ts'
export { OutlinedPlaces, openOutlines } from './outlined-places.ts'
export { placeAreas } from './place-members.ts'
export { checkLayer } from './requests.ts'
