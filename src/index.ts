export type { AreaScore, AreaSummary } from './areas/area.ts'
export type { AreaAnswer, AreaOptions, AreaShape, NamedArea } from './areas/area-answer.ts'
export type { AreaFunctions, FindAnswer } from './areas/area-functions.ts'
export type { Condition } from './areas/conditions.ts'
export type { FoundArea } from './areas/find.ts'
export type { RankedKind } from './areas/members.ts'
export type { RankedArea, RankOptions } from './areas/rank.ts'
export type {
  CircleShape,
  GeoJsonFeature,
  GeoJsonPolygon,
  GeoJsonShape,
  PolygonRings,
} from './areas/region.ts'
export type { FindRequest } from './areas/requests.ts'
export type { LoadProgress, ReadOptions } from './bundle/folder.ts'
export type { SharedVicinage } from './bundles.ts'
export type { DimensionId, GroupIds, MethodName } from './dimensions/catalog.ts'
export type { Basis, Group } from './dimensions/dimension.ts'
export type { Percentile } from './dimensions/percentiles.ts'
export type { Units } from './dimensions/words.ts'
export type { District } from './districts/districts.ts'
export type { Library } from './endpoints/endpoint.ts'
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
export type { Direction } from './geo/direction.ts'
export type { Place, Point } from './geo/place.ts'
export type { AddressNotFound, GeocodeAnswer, GeocodedPlace, GeocodeMatch, GeocodeParts } from './geocode/answer.ts'
export type { PlaceKind } from './geocode/gazetteer/gazetteer.ts'
export type {
  AddressFunctions,
  GeocodeOptions,
  GeocodeSingleRequest,
  GeocodeSingleResponse,
  SuggestOptions,
  ToolMethods,
} from './geocode/geocode-methods.ts'
export type { KnownStreetsChoice, Layer } from './geocode/layers.ts'
export type { ReverseAnswer } from './geocode/reverse.ts'
export type { Suggestion, SuggestionLayer } from './geocode/suggest/place-table.ts'
export type { Geometry, LayerFeature, LayerFeatures, LayerOptions, LayerScore, Position } from './layers/layer.ts'
export type { LayerFunctions, NearestFeature, NearestOptions } from './layers/layer-functions.ts'
export { openVicinage } from './open.ts'
export type { Around, OpenOptions } from './open-options.ts'
export type {
  DistrictsResponse,
  Levels,
  ListedSchool,
  ListedSchools,
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
  AnyEdge,
  AreaEdge,
  DimensionEntry,
  DistrictEdge,
  Edge,
  EdgeOptions,
  Explanation,
  ExplanationInput,
  PlainScore,
  RankedScore,
  Scale,
  Score,
  ScoreBand,
  ScoreColumns,
  ScoreColumnsRequest,
  ScoreMethods,
  ScoreOptions,
  Scores,
  ScoresAround,
  ScoresAroundRequest,
  ScoresOptions,
  Source,
  Surroundings,
} from './scores/answers.ts'
export type { ColumnFunctions } from './scores/column-functions.ts'
export type { EdgeFunctions } from './scores/edge-functions.ts'
export type { EdgeKind } from './scores/nearest-other.ts'
export type { ScoreFunctions } from './scores/score-functions.ts'
export { STATUS } from './scores/status.ts'
export type { LoadRequest, Vicinage } from './vicinage.ts'
