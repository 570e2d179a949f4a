export type { AreaScore, AreaSummary } from './answers/areas/area.ts'
export type { AreaAnswer, AreaLike, AreaOptions, AreaShape, NamedArea } from './answers/areas/area-answer.ts'
export type { AreaFunctions, FindAnswer } from './answers/areas/area-functions.ts'
export type { Condition } from './answers/areas/conditions.ts'
export type { FoundArea } from './answers/areas/find.ts'
export type { RankedKind } from './answers/areas/members.ts'
export type { PeopleRange } from './answers/areas/people-range.ts'
export type { RankAnswer, RankedArea, RankOptions } from './answers/areas/rank.ts'
export type {
  CircleShape,
  GeoJsonFeature,
  GeoJsonPolygon,
  GeoJsonShape,
  PolygonRings,
} from './answers/areas/region.ts'
export type { FindRequest } from './answers/areas/requests.ts'
export type { Site, SiteLike, SiteScore, Sites, SitesOptions, TogetherScore } from './answers/areas/sites.ts'
export type { WithinAreas } from './answers/areas/within.ts'
export {
  CATALOG,
  type CatalogEntry,
  DIMENSION_IDS,
  type DimensionId,
  type GroupIds,
  type MethodName,
  scoreWords,
} from './answers/dimensions/catalog.ts'
export type { Basis, Group } from './answers/dimensions/dimension.ts'
export type { Interval, IntervalSource } from './answers/dimensions/intervals.ts'
export type { Percentile } from './answers/dimensions/percentiles.ts'
export type { ScaleWords, Units } from './answers/dimensions/words.ts'
export type { District } from './answers/districts/districts.ts'
export type { Fit, FitColumnsRequest, FitContribution, FitRequest, Want } from './answers/fit/answers.ts'
export type { FitFunctions } from './answers/fit/fit-functions.ts'
export type { AreaContribution } from './answers/fit/mean-contributions.ts'
export type {
  AddressNote,
  AddressNotFound,
  AddressNotFoundCode,
  ExplainedPart,
  GeocodeAnswer,
  GeocodedPlace,
  GeocodeExplanation,
  GeocodeMatch,
  GeocodeParts,
} from './answers/geocode/answer.ts'
export type { PlaceKind } from './answers/geocode/gazetteer/gazetteer.ts'
export type {
  AddressFunctions,
  GeocodeOptions,
  GeocodeSingleRequest,
  GeocodeSingleResponse,
  SuggestOptions,
  ToolMethods,
} from './answers/geocode/geocode-methods.ts'
export type { Layer } from './answers/geocode/layers.ts'
export type { ReverseAnswer } from './answers/geocode/reverse.ts'
export type { Suggestion, SuggestionLayer } from './answers/geocode/suggest/place-table.ts'
export type { KnownStreetsChoice } from './answers/geocode/wanted-bundles.ts'
export type {
  Geometry,
  LayerFeature,
  LayerFeatures,
  LayerOptions,
  LayerScore,
  Position,
} from './answers/layers/layer.ts'
export type { LayerFunctions, NearestFeature, NearestOptions } from './answers/layers/layer-functions.ts'
export type {
  DistrictsResponse,
  Levels,
  ListedSchool,
  ListedSchools,
  NearbyCampus,
  NearbyCampuses,
  SchoolByDistrictRequest,
  SchoolDetail,
  SchoolListing,
  SchoolMethods,
  SchoolRatingsRequest,
  SchoolSearchResponse,
  SchoolSummary,
} from './answers/schools/answers.ts'
export type { LevelFilter } from './answers/schools/level.ts'
export type { AgencyLetter } from './answers/schools/school-columns.ts'
export type { SchoolKind } from './answers/schools/school-kind.ts'
export type { SchoolsByLevel } from './answers/schools/schools.ts'
export type {
  AnyEdge,
  AreaEdge,
  Band,
  DimensionEntry,
  DistrictEdge,
  Edge,
  EdgeOptions,
  Explanation,
  ExplanationInput,
  OfficialMap,
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
  UncertainScore,
  ZoneShare,
} from './answers/scores/answers.ts'
export type { ColumnFunctions } from './answers/scores/column-functions.ts'
export type {
  ComparedDimension,
  ComparedPlace,
  CompareFunctions,
  CompareOptions,
  Comparison,
} from './answers/scores/compare.ts'
export type { EdgeFunctions } from './answers/scores/edge-functions.ts'
export type { EdgeKind } from './answers/scores/nearest-other.ts'
export type { ScoreFunctions } from './answers/scores/score-functions.ts'
export { STATUS } from './answers/scores/status.ts'
export {
  BundleError,
  type ErrorCode,
  type Note,
  NotFoundError,
  NotLoadedError,
  RefusalError,
  type SuggestedPlace,
  type ValidationDetail,
  ValidationError,
  VicinageError,
} from './base/errors.ts'
export type { Box } from './base/geo/box.ts'
export type { Direction } from './base/geo/direction.ts'
export type { MaybePlace, Place, PlaceNotFound, Point } from './base/geo/place.ts'
export type { LoadProgress, ReadOptions } from './data/bundle/folder.ts'
export type { SharedVicinage } from './library/bundles.ts'
export type { Library } from './library/contract/endpoint.ts'
export { openVicinage } from './library/open.ts'
export type { Around, OpenOptions } from './library/open-options.ts'
export type { LoadRequest, Vicinage } from './library/vicinage.ts'
