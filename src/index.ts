export type { AreaScore } from './areas/area.ts'
export type { AreaAnswer, AreaOptions, AreaShape } from './areas/area-answer.ts'
export type { RankedArea, RankOptions } from './areas/rank.ts'
export type { SharedVicinage } from './bundles.ts'
export type { DimensionId } from './dimensions/catalog.ts'
export type { Basis, Group } from './dimensions/dimension.ts'
export { STATUS } from './dimensions/score-columns.ts'
export type { Units } from './dimensions/words.ts'
export type { DimensionEntry, Edge, Explanation, Score, Scores } from './endpoints/answers.ts'
export type {
  DistrictEdge,
  EdgeOptions,
  FindAnswer,
  FindRequest,
  FoundArea,
  SuggestOptions,
} from './endpoints/endpoint.ts'
export type { GeocodeOptions } from './endpoints/geocode-methods.ts'
export {
  BundleError,
  NotFoundError,
  NotLoadedError,
  type ValidationDetail,
  ValidationError,
  VicinageError,
} from './errors.ts'
export type { GeocodeAnswer, GeocodeMatch, GeocodeParts } from './geocode/answer.ts'
export type { Layer } from './geocode/layers.ts'
export type { ReverseAnswer } from './geocode/reverse.ts'
export type { Suggestion } from './geocode/suggest/place-table.ts'
export type { LayerFeature, LayerFeatures, LayerOptions, LayerScore } from './layers/layer.ts'
export { type OpenOptions, openVicinage } from './open.ts'
export type { Box } from './place/boxes.ts'
export type { LoadRequest } from './place/load-place.ts'
export type { Around } from './place/open-around.ts'
export type {
  NearestFeature,
  NearestOptions,
  ScoreColumns,
  ScoreColumnsRequest,
  Vicinage,
} from './vicinage.ts'
