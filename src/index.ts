export type { AreaScore, AreaSummary } from './areas/area.ts'
export type { AreaAnswer, AreaOptions, AreaShape, NamedArea } from './areas/area-answer.ts'
export type { Condition } from './areas/conditions.ts'
export type { Direction } from './areas/edge.ts'
export type { RankedArea, RankedKind, RankOptions } from './areas/rank.ts'
export type {
  CircleShape,
  GeoJsonFeature,
  GeoJsonPolygon,
  GeoJsonShape,
  PolygonRings,
} from './areas/region.ts'
export type { LoadProgress, ReadOptions } from './bundle/folder.ts'
export type { SharedVicinage } from './bundles.ts'
export type { DimensionId, GroupIds, MethodName } from './dimensions/catalog.ts'
export type { Basis, Group } from './dimensions/dimension.ts'
export type { Percentile } from './dimensions/percentiles.ts'
export { STATUS } from './dimensions/score-columns.ts'
export type { Units } from './dimensions/words.ts'
export type {
  DimensionEntry,
  Edge,
  Explanation,
  ExplanationInput,
  GeocodeSingleRequest,
  GeocodeSingleResponse,
  Scale,
  Score,
  ScoreBand,
  Scores,
  ScoresAround,
  Source,
  ToolMethods,
} from './endpoints/answers.ts'
export type {
  AnyEdge,
  AreaEdge,
  DistrictEdge,
  EdgeOptions,
  FindAnswer,
  FindRequest,
  FoundArea,
  Library,
  Point,
  ScoreOptions,
  ScoresAroundRequest,
  ScoresOptions,
  SuggestOptions,
  Surroundings,
} from './endpoints/endpoint.ts'
export type { GeocodeOptions } from './endpoints/geocode-methods.ts'
export {
  BundleError,
  type ErrorCode,
  type Note,
  NotFoundError,
  NotLoadedError,
  type ValidationDetail,
  ValidationError,
  VicinageError,
} from './errors.ts'
export type { Box } from './geo/box.ts'
export type { Place } from './geo/place.ts'
export type { AddressNotFound, GeocodeAnswer, GeocodedPlace, GeocodeMatch, GeocodeParts } from './geocode/answer.ts'
export type { PlaceKind } from './geocode/gazetteer/gazetteer.ts'
export type { KnownStreetsChoice, Layer } from './geocode/layers.ts'
export type { ReverseAnswer } from './geocode/reverse.ts'
export type { Suggestion, SuggestionKind } from './geocode/suggest/place-table.ts'
export type { Geometry, LayerFeature, LayerFeatures, LayerOptions, LayerScore, Position } from './layers/layer.ts'
export { type Around, type OpenOptions, openVicinage } from './open.ts'
export type { LoadRequest } from './place/load-place.ts'
export type {
  District,
  DistrictsResponse,
  Levels,
  SchoolByDistrictRequest,
  SchoolDetail,
  SchoolMethods,
  SchoolRatingsRequest,
  SchoolSearchResponse,
  SchoolSummary,
} from './schools/answers.ts'
export type { LevelFilter } from './schools/level.ts'
export type { SchoolsByLevel } from './schools/schools.ts'
export type {
  NearestFeature,
  NearestOptions,
  ScoreColumns,
  ScoreColumnsRequest,
  ScoreMethods,
  Vicinage,
} from './vicinage.ts'
