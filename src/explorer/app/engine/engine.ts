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

/**
 * Keeps the places whose score in a dimension is from `from` to `to`, both included. Places without data are dropped.
 */
export interface Filter {
  readonly dimension: DimensionId
  /** Lowest and highest score, 1-255. */
  readonly from: number
  readonly to: number
}

/** How much a dimension matters to a reader. */
export interface Priority {
  readonly dimension: DimensionId
  /** Weight 1 to 3 if the high end of the scale is wanted, -1 to -3 if the low end is. */
  readonly weight: number
}

/** How a place fits a reader's priorities. */
export interface PlaceFit extends Fit {
  /** Dimensions with a weight for which this page has no data. The fit leaves them out. */
  readonly unavailable: readonly DimensionId[]
}

/** What the colors of the map show: the fit, if there is one, otherwise the dimension. */
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

/** A covered city, and how far its outskirts are. */
export interface NearestCity extends LatLon {
  /** Name and state: `Needles, CA`. */
  readonly label: string
  /** Radius of the city in meters. */
  readonly radius: number
  readonly meters: number
}

/** An explained score, with a band if the place is known only roughly. */
export interface PlaceScore extends Explanation {
  /** Median score of the people who have a score, if most people around have none; null if nobody has one. */
  readonly few?: number | null
  /** Median score of the people around a roughly known place who have a score; null if nobody has one. */
  readonly typical?: number | null
  /** Rank of the score among the people of the state; null without a score. */
  readonly among?: Among | null
  /** Bases of a hazard's scores; only for a roughly known place. */
  readonly maps?: HazardMaps
}

/** Rank of a score, or of a range of scores, among the people of a state. */
export interface Among {
  /** Percentages of people who live at a score below the low and the high end of the range. */
  readonly lower: readonly [least: number, most: number]
  /**
   * End of the scale that the sentence about the score compares with, as in `than`; null if most scores are the same.
   */
  readonly than: 0 | 1 | null
  /** Percentage of people that the sentence names; null for a range of scores. */
  readonly share: number | null
  /** The percentage at both ends of the range or interval. */
  readonly range: readonly [least: number, most: number]
}

/** Summary of an area, with the ranks of its people's scores among the people of its state. */
export interface AreaSummary extends AreaAnswer {
  /** Ranks by dimension; missing if no one has a score. */
  readonly among: Readonly<Partial<Record<DimensionId, AmongArea>>>
}

/** Rank of the scores of an area's people among the people of its state, or of all states. */
export interface AmongArea {
  /** End of the scale that the area is nearer to: 1 for high scores, 0 for low ones. */
  readonly than: 0 | 1
  /** Percentage of people who live at a lower score than the area's median person; for `than` 0, at a higher one. */
  readonly middle: number
  /** The percentage for the 10th and the 90th percentile of the area. */
  readonly range: readonly [least: number, most: number]
}

/** Name of an area, and its outline if it is known. */
export interface AreaOutline {
  readonly name: string
  readonly outline: MultiPolygon | null
}

/** A neighborhood, or a ZIP code if no neighborhood is known, in which all conditions hold for many people. */
export interface BestArea extends AreaOutline, LatLon {
  readonly shape: AreaShape
  readonly people: number
  /** Fraction of the area's people for whom all conditions hold, 0-1. */
  readonly share: number
  /** Fraction of the area's people for whom each condition holds, 0-1, by dimension. */
  readonly held: Readonly<Record<string, number>>
  /** Mean score of the area's people, for each dimension with a condition. */
  readonly scores: Readonly<Record<string, number>>
  /** Mean fit at the homes of the area's people, 0-100; missing without priorities. */
  readonly fit?: number
  /** Dimensions whose score at the area's point is an estimate. */
  readonly estimates?: readonly DimensionId[]
}

export interface BestAreas {
  readonly areas: readonly BestArea[]
  /** Number of areas, including those that are not listed. */
  readonly total: number
}

/** Loading state of a bundle or of a part of it. */
export interface Loading {
  /** Name of the file: `walkability.bundle`. */
  readonly file: string
  /** Number of bytes requested since it was last ready. */
  readonly bytes: number
  /**
   * Loading state. `outdated` means that the file is newer than the data already loaded, and only reloading the page
   * helps.
   */
  readonly state: 'loading' | 'ready' | 'failed' | 'outdated'
  /** Reason for a failure, in one sentence. */
  readonly reason?: string
}

/**
 * The library in a worker of the page. Each call loads the parts of bundles that it needs, unless they are already
 * loaded. If loading fails, the call rejects with the message of a LoadError, and the next call that needs the data
 * tries again.
 */
export interface Engine {
  /** Loads what the tiles of a box need. */
  prepare(dimension: DimensionId, within: Box): Promise<void>
  /** Draws a tile: a transferred PNG of 256 × 256 pixels. */
  tile(request: TileRequest): Promise<Uint8Array>
  /** Draws tiles ahead of time, until the first tile is requested. */
  drawAhead(requests: readonly TileRequest[]): Promise<void>
  /** Draws the hatching over estimates. The PNG is transferred. */
  estimates(request: TileRequest): Promise<HatchedTile>
  /** Returns the census areas of a place, or null outside the coverage. */
  around(place: LatLon): Promise<Around | null>
  /** Returns the city that contains the place, otherwise the one whose middle is nearest, or null if none is near. */
  cityNear(place: LatLon): Promise<NearCity | null>
  /** Checks whether a place outside the coverage is in the sea or another water along a covered shore. */
  isWater(place: LatLon): Promise<boolean>
  /** Returns the covered city nearest to a place outside the coverage, or null if no cities are known. */
  nearestCity(place: LatLon): Promise<NearestCity | null>
  /** Returns the neighborhood of the place, or null if none is known. */
  neighborhood(place: LatLon): Promise<Neighborhood | null>
  score(dimension: DimensionId, place: LatLon): Promise<Score>
  /**
   * Explains a score. `radius`, in meters, tells how exactly the place is known; above 150 m, the answer has a band.
   */
  explain(dimension: DimensionId, place: LatLon & { readonly radius?: number }): Promise<PlaceScore>
  /** Returns how a place fits priorities, or null if the page has no data for any of them. */
  fit(place: LatLon & { readonly radius?: number }, priorities: readonly Priority[]): Promise<PlaceFit | null>
  /** Returns the districts that contain a place. Null if the data has no districts. */
  districts(place: LatLon): Promise<readonly DistrictWithOutline[] | null>
  schools(request: SchoolRatingsRequest): Promise<ListedSchools>
  schoolsOfDistrict(request: SchoolByDistrictRequest): Promise<ListedSchools>
  school(ncesId: string): Promise<SchoolDetail>
  geocode(address: string, options?: { readonly explain: boolean }): Promise<GeocodeAnswer>
  /** Summarizes an area in all dimensions, with its schools. */
  area(shape: AreaShape): Promise<AreaSummary>
  /** Returns the name and outline of an area given by name or code, or null for other shapes and unknown areas. */
  outline(shape: AreaShape): Promise<AreaOutline | null>
  /**
   * Returns the block of a house on a street with known numbers, or the line of the street, or null if too little is
   * known.
   */
  streetLine(address: string, place: LatLon & { readonly radius?: number }): Promise<MultiLineString | null>
  /**
   * Returns at most ten small named places of a box in which all conditions hold for many people, those with the
   * largest fraction of their people first. With priorities, the best fit comes first.
   */
  bestAreas(only: readonly Filter[], within: Box, priorities?: readonly Priority[]): Promise<BestAreas>
  /** Suggests places whose names begin with a text, best first. */
  suggest(text: string, options?: SuggestOptions): Promise<readonly Suggestion[]>
  /** Returns the base map below the scores, or null if there is no such bundle. */
  baseMap(): Promise<Ground | null>
  /**
   * Returns the names of neighborhoods, parks and sights in a box. Bundles that are missing or fail are skipped.
   *
   * @param all whether to load all names; otherwise only the neighborhoods that cities publish, which are small
   */
  nearLabels(within: Box, all: boolean): Promise<NearLabels>
  /** Returns the courses of streets in a box, where known house numbers show them. */
  streetCourses(within: Box): Promise<StreetCourses>
  /** Returns the publishers of a dimension's data. */
  agencies(dimension: DimensionId): Promise<readonly string[]>
  /** Returns the borders of the school districts in a box. A border that two districts share is returned once. */
  districtBorders(within: Box): Promise<FeatureCollection<LineString>>
  /** Calls `tell` for every bundle, including those loaded before. */
  onLoading(tell: (loading: Loading) => void): void
}
