/**
 * The part of the library that the page uses. All other files of the page import the library from here. The engine's
 * worker also imports `engine/library.ts`, whose exports the page itself never loads.
 */

export type { AreaScore } from '../../answers/areas/area.ts'
export type { AreaAnswer, AreaShape, NamedArea } from '../../answers/areas/area-answer.ts'
export { type DimensionId, dimensions, getDimension as dimensionOf } from '../../answers/dimensions/catalog.ts'
export { type Basis, type Dimension, type Group, upgradedRecord } from '../../answers/dimensions/dimension.ts'
export { chanceText, isFloodEstimate } from '../../answers/dimensions/flood.ts'
export type { LoadedDimension } from '../../answers/dimensions/loaded-dimension.ts'
export { areaText, bandText, openingIn, valueText, wordsFor, wordsOfBand } from '../../answers/dimensions/words.ts'
export type { District, Districts } from '../../answers/districts/districts.ts'
export type { Fit, FitContribution, FitRequest } from '../../answers/fit/answers.ts'
export { type GeocodeAnswer, type GeocodedPlace, type GeocodeMatch, sixDecimals } from '../../answers/geocode/answer.ts'
export type { GeocodeAnswers, SuggestOptions } from '../../answers/geocode/geocode-methods.ts'
export type { Layer } from '../../answers/geocode/layers.ts'
export type { LandmarkColumns } from '../../answers/geocode/names/named-places.ts'
export type { Neighborhood, Neighborhoods } from '../../answers/geocode/neighborhoods.ts'
export { parseCoordinates } from '../../answers/geocode/parse/coordinates.ts'
export type { Shard } from '../../answers/geocode/streets/shard.ts'
export type { ShardRef } from '../../answers/geocode/streets/shard-file.ts'
export type { Suggestion } from '../../answers/geocode/suggest/place-table.ts'
export type { LayerInfo } from '../../answers/layers/layer.ts'
export { layerDimension } from '../../answers/layers/layer-record.ts'
export type {
  ListedSchool,
  ListedSchools,
  SchoolByDistrictRequest,
  SchoolDetail,
  SchoolRatingsRequest,
  SchoolSummary,
} from '../../answers/schools/answers.ts'
export type { LevelFilter } from '../../answers/schools/level.ts'
export type { SchoolParts } from '../../answers/schools/load-schools.ts'
export type { SchoolsByLevel } from '../../answers/schools/schools.ts'
export { races, type StudentGroup, sexes } from '../../answers/schools/student-groups.ts'
export type { Explanation, Score, ScoreColumnsRequest } from '../../answers/scores/answers.ts'
export { HAZARD_NAMES, type HazardMaps, mapsAt } from '../../answers/scores/hazard-maps.ts'
export { reportLink } from '../../answers/scores/report-link.ts'
export { BundleError, counted, type Note, NotFoundError, NotLoadedError } from '../../base/errors.ts'
export { type Box, boxAround, widened } from '../../base/geo/box.ts'
export { readBox } from '../../base/geo/boxes.ts'
export { EARTH_RADIUS, EXACT, type LatLon, metersBetween, WIDEST } from '../../base/geo/distance.ts'
export { outsideText } from '../../base/open-water.ts'
export { ANY_COVERED, COVERAGE, coverageBox, coveredState, coveredStates, stateOfZip } from '../../base/states.ts'
export { DRAWN, type DrawnBaseMap, ROAD_KINDS, type RoadKind, readBaseMap } from '../../data/base-map.ts'
export type { Manifest, ManifestEntry } from '../../data/bundle/data-folder.ts'
export type { DataFolder, Span, Wanted } from '../../data/bundle/folder.ts'
export type { Bundle } from '../../data/bundle/read.ts'
export type { Geography } from '../../data/geography.ts'
export type { PlaceBundle } from '../../data/raster/place-bundle.ts'
export { joinAddress } from '../../faces/batch/address-parts.ts'
export {
  type AnswerColumn,
  type Answers,
  addCounts,
  answerColumns,
  assertSchoolsLoaded,
  type Counts,
  countsAfter,
  noCounts,
  RowAnswerer,
} from '../../faces/batch/answer-rows.ts'
export {
  type BatchQuestion,
  completeQuestion,
  getNeeds,
  makesStrings,
} from '../../faces/batch/batch-question.ts'
export { joined } from '../../faces/batch/buffers.ts'
export { type BatchCode, BatchError } from '../../faces/batch/errors.ts'
export { parquetFile } from '../../faces/batch/export/parquet-file.ts'
export {
  type Geometry,
  geoJsonFile,
  type RowBlock,
  type Table,
  type TableColumn,
  type Values,
} from '../../faces/batch/export/table.ts'
export { fieldEnd, fieldText, LINE_FEED, quoted, RETURN } from '../../faces/batch/formats/csv/fields.ts'
export { type CsvPlan, planCsv } from '../../faces/batch/formats/csv/header.ts'
export { RowScanner } from '../../faces/batch/formats/csv/row-scanner.ts'
export { RowWriter } from '../../faces/batch/formats/csv/row-writer.ts'
export { LONGEST_RECORD } from '../../faces/batch/input/chunks.ts'
export type { PlaceColumns } from '../../faces/batch/place-columns.ts'
export { getDegrees, type Points } from '../../faces/batch/points.ts'
export {
  drawLayers,
  getPixel,
  getZoom,
  type Icons,
  type PictureView,
  TILE,
} from '../../faces/map/draw-layers.ts'
export {
  ALL_NAMES,
  byZoom,
  groundAbove,
  groundBelow,
  groundLabels,
  groundSources,
  NEAR_NAMES,
  type Sources,
  STREETS_FROM,
} from '../../faces/map/ground-style.ts'
export { getLat, getLon, tileView, worldX, worldY } from '../../faces/map/mercator.ts'
export { getLegend, getRamp as rampOf, rampIn } from '../../faces/map/ramp.ts'
export { dark, light, type Scheme } from '../../faces/map/scheme.ts'
export { distanceWords, districtWords, levelWords } from '../../library/contract/school-words.ts'
export type { Vicinage } from '../../library/vicinage.ts'
