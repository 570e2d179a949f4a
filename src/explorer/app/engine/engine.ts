import type { FeatureCollection, LineString, MultiLineString, MultiPolygon } from 'geojson'
import type {
  AreaAnswer,
  Box,
  DimensionId,
  District,
  Explanation,
  GeocodeAnswer,
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
import type { NearLabels } from './near-labels.ts'
import type { Ground } from './road-signs.ts'

export type { Box }

/** An area as the library takes it, or the neighborhood at a place. */
export type AreaShape = LibraryShape | { readonly neighborhood: LatLon }

/**
 * Keeps the places whose score in a dimension is within `from`…`to`, both included; places without data are left out.
 */
export interface Filter {
  readonly dimension: DimensionId
  /** 1-255 */
  readonly from: number
  readonly to: number
}

export interface TileRequest {
  readonly dimension: DimensionId
  readonly z: number
  readonly x: number
  readonly y: number
  /** What is left out by one of them is transparent. */
  readonly only: readonly Filter[]
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

/** A score with what is behind it; with the band around it where the place is known only roughly. */
export interface PlaceScore extends Explanation {
  /**
   * Where most of the people around have no score: the score of the person in the middle of the others; null where
   * nobody has one.
   */
  readonly few?: number | null
}

/** What an area is called, and its outline where that is known. */
export interface AreaOutline {
  readonly name: string
  readonly outline: MultiPolygon | null
}

/** A neighborhood, or a ZIP where none is known, in which people live where all conditions hold. */
export interface BestArea extends AreaOutline, LatLon {
  readonly shape: AreaShape
  readonly people: number
  /** Of them, those who live where all conditions hold, 0-1. */
  readonly share: number
  /** Mean score of its people, by dimension of a condition. */
  readonly scores: Readonly<Record<string, number>>
  /** The dimensions of them whose score at its place is an estimate. */
  readonly estimates?: readonly DimensionId[]
}

export interface BestAreas {
  readonly areas: readonly BestArea[]
  /** How many there are, with those that are not listed. */
  readonly total: number
}

/** A bundle, or more of it, on its way into the page. */
export interface Loading {
  /** `walkability.bundle` */
  readonly file: string
  /** Asked for since it was last ready. */
  readonly bytes: number
  /** Outdated: it is of a newer version than what is loaded already, and only reloading the page helps. */
  readonly state: 'loading' | 'ready' | 'failed' | 'outdated'
  /** One sentence, where it did not come. */
  readonly reason?: string
}

/**
 * The library in a worker of the page. Every call loads what it needs of the bundles, once; one that cannot be loaded
 * rejects with the sentence of its LoadError, and is tried again by the next call that needs it.
 */
export interface Engine {
  /** Loads what the tiles of a box need. */
  prepare(dimension: DimensionId, within: Box): Promise<void>
  /** A PNG of 256 × 256 pixels, transferred. */
  tile(request: TileRequest): Promise<Uint8Array>
  /** Draws tiles that will be asked for, until the first of any is. */
  drawAhead(requests: readonly TileRequest[]): Promise<void>
  /** Hatching over what is an estimate; null where nothing of the tile is. */
  estimates(request: TileRequest): Promise<Uint8Array | null>
  /** Null outside the coverage. */
  around(place: LatLon): Promise<Around | null>
  /** The city of the place's county whose middle is nearest, where one is near at all. */
  cityNear(place: LatLon): Promise<string | null>
  /** The neighborhood of the place, where one is known. */
  neighborhood(place: LatLon): Promise<Neighborhood | null>
  score(dimension: DimensionId, place: LatLon): Promise<Score>
  /** `radius`, in meters, is how well the place is known; above 300 m the answer has a band. */
  explain(dimension: DimensionId, place: LatLon & { readonly radius?: number }): Promise<PlaceScore>
  districts(place: LatLon): Promise<readonly DistrictWithOutline[]>
  schools(request: SchoolRatingsRequest): Promise<ListedSchools>
  schoolsOfDistrict(request: SchoolByDistrictRequest): Promise<ListedSchools>
  school(ncesId: string): Promise<SchoolDetail>
  geocode(address: string): Promise<GeocodeAnswer>
  /** An area summed up: all dimensions, and its schools. */
  area(shape: AreaShape): Promise<AreaAnswer>
  /** What an area of a name or code is called, and its outline; null of all else, and where there is no such area. */
  outline(shape: AreaShape): Promise<AreaOutline | null>
  /** The block of a house on a street of known numbers, or the line of the street; null where too little is known. */
  streetLine(address: string, place: LatLon & { readonly radius?: number }): Promise<MultiLineString | null>
  /**
   * Small named places of a box where all conditions hold for many, at most ten: the highest mean of a score first, or
   * the most people.
   */
  bestAreas(only: readonly Filter[], within: Box, rankBy?: DimensionId | null): Promise<BestAreas>
  /** The places that a text may be the beginning of, best first. */
  suggest(text: string, options?: SuggestOptions): Promise<readonly Suggestion[]>
  /** What is below the scores; null where there is no such bundle. */
  baseMap(): Promise<Ground | null>
  /**
   * Names of neighborhoods, parks and sights in a box, of as many bundles as there are; none fails for want of another.
   *
   * @param all else only the neighborhoods that cities publish, which are few bytes
   * @param streets whether names of known streets are wanted, too
   */
  nearLabels(within: Box, all: boolean, streets?: boolean): Promise<NearLabels>
  /** Who published what a dimension is made from. */
  agencies(dimension: DimensionId): Promise<readonly string[]>
  /** Borders of the school districts in a box, shared ones once. */
  districtBorders(within: Box): Promise<FeatureCollection<LineString>>
  /** Tells of every bundle that is loaded from now on, those before included. */
  onLoading(tell: (loading: Loading) => void): void
}
