/** The code of circles, areas, rankings, searches and own layers: a chunk of its own, imported by `openVicinage` unless `areas: false`. */

export { OwnLayer } from '../layers/own-layer.ts'
export { areaAnswer, loadedPlaces, regionIn } from './area-answer.ts'
export { Bands } from './around.ts'
export { Budget, DEFAULT_LIMITS } from './budget.ts'
export { conditionsOf, inWithin, searchable } from './conditions.ts'
export { findAreas } from './find.ts'
export { OutlinedPlaces, openOutlines } from './outlined-places.ts'
export { rankAreas } from './rank.ts'
export { circleRegion } from './region.ts'
export {
  areaOptionsOf,
  aroundRequestOf,
  checkLayer,
  findRequestOf,
  nearestOptionsOf,
  rankOptionsOf,
} from './requests.ts'
