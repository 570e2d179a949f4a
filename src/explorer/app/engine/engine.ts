import type { FeatureCollection, LineString, MultiLineString, MultiPolygon } from 'geojson'
import type {
  AreaAnswer,
  Box,
  DimensionId,
  District,
  Explanation,
  Fit,
  GeocodeAnswer,
  HazardMaps,
  LatLon,
  AreaShape as LibraryShape,
  ListedSchools,
  Neighborhood,
  SchoolByDistrictRequest,
  SchoolDetail,
  SchoolRatingsRequest,
  Score,
  Suggestion,
  SuggestOptions,
} from '../library.ts'
import type { HatchedTile } from './map-library.ts'
import type { NearLabels } from './near-labels.ts'
import type { Ground } from './road-signs.ts'
import type { StreetCourses } from './street-courses.ts'

export type { Box }

/** An area as the library accepts it, or the neighborhood at a place. */
export type AreaShape = Exclude<LibraryShape, { neighborhood: string }> | { readonly neighborhood: LatLon }

/** Condition that keeps places with a score from `from` to `to`, inclusive. Places without data are dropped. */
export interface Filter {
  readonly dimension: DimensionId
  /** Lowest score, 1-255. */
  readonly from: number
  /** Highest score, 1-255. */
  readonly to: number
}

/** Weight that the user gives a dimension. */
export interface Priority {
  readonly dimension: DimensionId
  /** Weight from 1 to 3 if the high end of the scale is wanted, or from -1 to -3 if the low end is wanted. */
  readonly weight: number
}

/** Fit of a place to the user's priorities. */
export interface PlaceFit extends Fit {
  /** Weighted dimensions that this page has no data for. The fit ignores them. */
  readonly unavailable: readonly DimensionId[]
}

/** Values that the map colors show: the fit if there are priorities, otherwise the scores of the dimension. */
export interface Drawn {
  readonly dimension: DimensionId
  /** Conditions. Pixels that fail any of them are transparent. */
  readonly only: readonly Filter[]
  /** Priorities whose fit is drawn instead of the dimension; at least one. */
  readonly fit?: readonly Priority[]
}

export interface TileRequest extends Drawn {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** Census block group (12 digits), county and state of a place. */
export interface Around {
  readonly blockGroup: string
  readonly county: string
  readonly state: string
}

export interface DistrictWithOutline extends District {
  readonly outline: MultiPolygon
}

/** A city that contains a place or is near it. */
export interface NearCity {
  readonly name: string
  /** Whether the place is inside the city's outline. */
  readonly isAround: boolean
}

/** A covered city and the distance to its outskirts. */
export interface NearestCity extends LatLon {
  /** Name and state: `Needles, CA`. */
  readonly label: string
  /** Radius of the city in meters. */
  readonly radius: number
  readonly meters: number
}

/** An explained score, with a band if the place is approximate. */
export interface PlaceScore extends Explanation {
  /**
   * Median score of the nearby residents who have a score, or null if nobody has one. Only set if most of the nearby
   * residents have no score.
   */
  readonly few?: number | null
  /** Median score of residents around an approximate place who have a score; null if nobody has a score. */
  readonly typical?: number | null
  /** Rank of the score among the residents of the state; null without a score. */
  readonly among?: Among | null
  /** Kinds of maps that a hazard's scores are based on; only set for an approximate place. */
  readonly maps?: HazardMaps
}

/** Rank of a score or score range among the residents of a state. */
export interface Among {
  /** Percentages of residents with a score below the low end and below the high end of the range. */
  readonly lower: readonly [least: number, most: number]
  /**
   * Group that the sentence about the score compares with, as an index of the dimension's `than`: 0 for the residents
   * who have a higher score, 1 for the residents who have a lower score. Null if the residents with exactly this score
   * outnumber each of the two groups.
   */
  readonly than: 0 | 1 | null
  /** Percentage of residents that the sentence about the score states; null for a score range. */
  readonly share: number | null
  /** Percentages at both ends of the score range or interval, lowest first. */
  readonly range: readonly [least: number, most: number]
}

/** Area summary with the rank of its residents' scores in the state. */
export interface AreaSummary extends AreaAnswer {
  /** Ranks by dimension; missing if no one has a score. */
  readonly among: Readonly<Partial<Record<DimensionId, AmongArea>>>
}

/** Rank of the scores of an area's residents among the residents of the state, or of all states. */
export interface AmongArea {
  /** End of the scale that the area is closer to: 1 for high scores, 0 for low scores. */
  readonly than: 0 | 1
  /**
   * Percentage of residents with a lower score than the area's median resident, or with a higher score if `than` is 0.
   */
  readonly middle: number
  /** The same percentage for the residents at the 10th and 90th percentiles of the area's scores, lowest first. */
  readonly range: readonly [least: number, most: number]
}

/** Name of an area, and its outline if it is known. */
export interface AreaOutline {
  readonly name: string
  readonly outline: MultiPolygon | null
}

/** A neighborhood, or a ZIP code if no neighborhood is known, where all conditions are met for many residents. */
export interface BestArea extends AreaOutline, LatLon {
  readonly shape: AreaShape
  readonly people: number
  /** Fraction of the area's residents for whom all conditions are met, 0-1. */
  readonly share: number
  /** Fraction of the area's residents for whom each condition is met, 0-1, by dimension. */
  readonly held: Readonly<Record<string, number>>
  /** Mean score of the area's residents, for each dimension with a condition. */
  readonly scores: Readonly<Record<string, number>>
  /** Mean fit of the area's residents, 0-100; missing without priorities. */
  readonly fit?: number
  /** Dimensions whose score at the area's coordinates is an estimate. */
  readonly estimates?: readonly DimensionId[]
}

export interface BestAreas {
  readonly areas: readonly BestArea[]
  /** Number of matching areas, including areas that are not listed. */
  readonly total: number
}

/** Loading state of a bundle or part of a bundle. */
export interface Loading {
  /** File name, such as `walkability.bundle`. */
  readonly file: string
  /** Number of bytes requested since the bundle was last in the state `ready`. */
  readonly bytes: number
  /**
   * Loading state. `outdated` means that the file is newer than the data already loaded, so the page must be reloaded.
   */
  readonly state: 'loading' | 'ready' | 'failed' | 'outdated'
  /** Reason for a failure, in one sentence. */
  readonly reason?: string
}

/**
 * Interface of the library in the page's worker. Each call loads the parts of bundles that it needs, unless they are
 * already loaded. If loading fails, the call rejects with the message of a LoadError, and the next call that needs the
 * data tries again.
 */
export interface Engine {
  /** Loads the data needed to draw the tiles of a dimension in a box. */
  prepare(dimension: DimensionId, within: Box): Promise<void>
  /** Draws a tile and returns a transferred 256 × 256 pixel PNG. */
  tile(request: TileRequest): Promise<Uint8Array>
  /** Draws tiles ahead of time, and stops when the first tile is requested. */
  drawAhead(requests: readonly TileRequest[]): Promise<void>
  /** Draws the hatching over estimates. The PNG is transferred. */
  estimates(request: TileRequest): Promise<HatchedTile>
  /** Returns the census areas of a place, or null outside the covered states. */
  around(place: LatLon): Promise<Around | null>
  /** Returns the city that contains the place, otherwise a nearby city, or null if no city is near. */
  cityNear(place: LatLon): Promise<NearCity | null>
  /** Checks whether a place outside the covered states is in the sea or other water along a covered shore. */
  isWater(place: LatLon): Promise<boolean>
  /** Returns the covered city nearest to a place outside the covered states, or null if no cities are known. */
  nearestCity(place: LatLon): Promise<NearestCity | null>
  /** Returns the neighborhood of the place, or null if none is known. */
  neighborhood(place: LatLon): Promise<Neighborhood | null>
  score(dimension: DimensionId, place: LatLon): Promise<Score>
  /** Explains a score. `radius` is the uncertainty of the place in meters; above 150 m, the answer has a band. */
  explain(dimension: DimensionId, place: LatLon & { readonly radius?: number }): Promise<PlaceScore>
  /** Returns how a place fits priorities, or null if the page has no data for any of them. */
  fit(place: LatLon & { readonly radius?: number }, priorities: readonly Priority[]): Promise<PlaceFit | null>
  /** Returns the districts that contain a place, or null if the data has no districts. */
  districts(place: LatLon): Promise<readonly DistrictWithOutline[] | null>
  schools(request: SchoolRatingsRequest): Promise<ListedSchools>
  schoolsOfDistrict(request: SchoolByDistrictRequest): Promise<ListedSchools>
  school(ncesId: string): Promise<SchoolDetail>
  geocode(address: string, options?: { readonly explain: boolean }): Promise<GeocodeAnswer>
  /** Summarizes an area in all dimensions, with its schools. */
  area(shape: AreaShape): Promise<AreaSummary>
  /** Returns the name and outline of an area identified by name or code, or null for other shapes and unknown areas. */
  outline(shape: AreaShape): Promise<AreaOutline | null>
  /**
   * Returns the line of a house's block, or the line of the street if the address has no house number. Returns null if
   * too few house numbers of the street are known.
   */
  streetLine(address: string, place: LatLon & { readonly radius?: number }): Promise<MultiLineString | null>
  /**
   * Returns up to ten small named places in the box where many residents meet all conditions. With priorities, the
   * places are sorted by fit, otherwise by the fraction of residents who meet all conditions.
   */
  bestAreas(only: readonly Filter[], within: Box, priorities?: readonly Priority[]): Promise<BestAreas>
  /** Suggests places whose names begin with `text`, best first. */
  suggest(text: string, options?: SuggestOptions): Promise<readonly Suggestion[]>
  /** Returns the base map below the scores, or null if there is no such bundle. */
  baseMap(): Promise<Ground | null>
  /**
   * Returns the names of neighborhoods, parks and sights in a box. Bundles that are missing or fail are skipped.
   *
   * @param all whether to load all names; otherwise loads only the neighborhoods that cities publish, because they are
   * small
   */
  nearLabels(within: Box, all: boolean): Promise<NearLabels>
  /** Returns the lines of streets in a box, derived from known house numbers. */
  streetCourses(within: Box): Promise<StreetCourses>
  /** Returns the publishers of a dimension's data. */
  agencies(dimension: DimensionId): Promise<readonly string[]>
  /** Returns the borders of the school districts in a box. A border that two districts share is returned once. */
  districtBorders(within: Box): Promise<FeatureCollection<LineString>>
  /** Calls `tell` with the loading state of every bundle, including bundles that are already loaded. */
  onLoading(tell: (loading: Loading) => void): void
}
