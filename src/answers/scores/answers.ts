import type { Note } from '../../base/errors.ts'
import type { Direction } from '../../base/geo/direction.ts'
import type { Point } from '../../base/geo/place.ts'
import type { DimensionId, GroupIds, MethodName } from '../dimensions/catalog.ts'
import type { Basis, Group } from '../dimensions/dimension.ts'
import type { Interval, IntervalSource } from '../dimensions/intervals.ts'
import type { Percentile } from '../dimensions/percentiles.ts'
import type { ScaleWords, Units } from '../dimensions/words.ts'
import type { District } from '../districts/districts.ts'

/** Score of a dimension at a place. Includes its percentile and interval if requested. */
export type Score<Percentiles extends boolean = false, WithInterval extends boolean = false> = (Percentiles extends true
  ? RankedScore
  : PlainScore) &
  (true extends WithInterval ? (false extends WithInterval ? Partial<UncertainScore> : UncertainScore) : unknown)

/** Fields that `interval: true` adds to a score. */
export interface UncertainScore {
  /**
   * 80% interval of the point's true score, 1-255. For a place with a band, the interval covers the whole circle: its
   * low end is the 10th percentile of the low ends at points in the circle, and its high end is the 90th percentile of
   * the high ends, both weighted by people. It always includes the band and the interval at the center. The interval
   * usually comes from measured errors. No outside data measures privacy, visual appeal and dog friendliness, so their
   * intervals come from how much the inputs vary between neighboring block groups. The field `of` in `explain` tells
   * which of the two was used. Null if there is no data or the accuracy is unknown.
   */
  readonly interval: Interval | null
}

/**
 * Zone and date of the official map at a place. Only flood and fire scores have these fields, and only if `description`
 * is not false.
 */
export interface OfficialMap {
  /**
   * Whether an official map has a zone at the place. For a place with a radius over 150 m, whether a map has a zone at
   * the center or for at least half of the circle.
   */
  readonly mapped?: boolean | undefined
  /**
   * Zone of the official map: `A`, `AE`, `V/VE`, `X (shaded)`, `floodway` for flood; `very high`, `high`, `moderate`,
   * `no` for fire. Null if there is no map. A place with a radius over 150 m has a zone only if the whole circle is in
   * that zone; `zones` lists all zones in the circle.
   */
  readonly zone?: string | null | undefined
  /**
   * Zones within the radius, largest share first. Only for places with a radius over 150 m. Empty outside the coverage
   * area.
   */
  readonly zones?: readonly ZoneShare[] | undefined
  /** Year or month of the map: `2020-07`, `2008-2011`; null if unknown. */
  readonly map_date?: string | null | undefined
}

/** A zone of the official map within the radius of a place. */
export interface ZoneShare {
  /** Zone name, as in `OfficialMap.zone`; null for land without a map. */
  readonly zone: string | null
  /** Share of the land in the circle, 0-1, based on 128 sample points. */
  readonly share: number
}

/** Score of a dimension at a place. */
export interface PlainScore extends OfficialMap {
  /**
   * Score on the dimension's scale, 1-255; 0 if there is no data. For a place with a radius over 150 m, 0 only means
   * that there is no data at its center. `band` has the scores of the people around it.
   */
  readonly score: number
  /** Short, readable explanation of the score; null if `description: false` was requested. */
  readonly description: string | null
  /**
   * Score range of the people in the circle. Only for places with a radius over 150 m. For such a place, `score` is the
   * score at the center, and the description uses the labels of both ends of the band.
   */
  readonly band?: Band | undefined
}

/** Score with its percentile. */
export interface RankedScore extends PlainScore {
  /** Percentile of the score; null if there is no data, for places with a band, and if no resident has a score. */
  readonly percentile: Percentile | null
}

/** Scores by dimension ID. */
export type Scores<
  Id extends string = DimensionId,
  Percentiles extends boolean = false,
  WithInterval extends boolean = false,
> = Record<Id, Score<Percentiles, WithInterval>>

/**
 * Score range of the people in a circle. In a circle with fewer than 32 homes, points spread over the circle are used
 * instead of people. The points are weighted by population density, or equally if nobody lives there.
 */
export interface Band {
  /**
   * 10th percentile, 1-255. About 10% of the people inside have a lower score, as closely as whole scores allow. Null
   * if no one has a score.
   */
  readonly p10: number | null
  /** 90th percentile. About 10% of the people inside have a higher score. */
  readonly p90: number | null
  /**
   * Whether the band is so narrow that the center represents the circle: `p10` and `p90` are less than 25 points apart
   * and nearly all people have a score.
   */
  readonly narrow: boolean
  /**
   * Share of the people without a score, 0-1. These people are excluded from `p10` and `p90`, which are null if fewer
   * than half of the people have a score.
   */
  readonly without_data: number
  /** `mostly_without_data` if some people have a score but more than half have none. Otherwise null. */
  readonly note: Note | null
}

/** Score at the center of a circle, and the scores of the people inside. */
export interface ScoreBand extends Band {
  /** Score at the center, 1-255; 0 if there is no data there. The band may still have scores. */
  readonly score: number
}

/** Scores of a circle. */
export interface ScoresAround<Id extends string = DimensionId> {
  /** Latitude of the center in degrees, WGS 84. */
  readonly lat: number
  /** Longitude of the center in degrees, WGS 84. */
  readonly lon: number
  /** Radius in meters. */
  readonly radius: number
  /** Number of people inside the circle, 2020 census. */
  readonly people: number
  /** One entry per requested dimension. */
  readonly scores: Record<Id, ScoreBand>
}

/** Nearest point in a zone with a different score. */
export interface Edge {
  /** Distance in meters from the place to the edge, rounded. */
  readonly distance_meters: number
  /** Direction from the place to the edge. */
  readonly direction: Direction
  /** Latitude of a point just beyond the edge, in degrees, WGS 84. */
  readonly lat: number
  /** Longitude of the same point, in degrees, WGS 84. */
  readonly lon: number
  /** Score at that point, 1-255; 0 if there is no data. */
  readonly score: number
  /** Short explanation of the score at that point. */
  readonly description: string | null
}

/** Explanation of a score. */
export interface Explanation extends OfficialMap {
  /** Dimension ID. */
  readonly dimension: DimensionId
  /**
   * Score on the dimension's scale, 1-255; 0 if there is no data. For a place with a radius over 150 m, 0 only means
   * that there is no data at its center. `band` has the scores of the people around it.
   */
  readonly score: number
  /** Short, readable explanation of the score. */
  readonly description: string | null
  /** Kind of evidence behind the score; null if there is no data. */
  readonly basis: Basis | null
  /** Raw values used to compute the score; empty if there is no data. */
  readonly inputs: readonly ExplanationInput[]
  /** Percentile of the score; null if there is no data. */
  readonly percentile: Percentile | null
  /**
   * 80% interval of the true score, as in `score`, and the data that the interval was measured against. Present only if
   * requested.
   */
  readonly interval?: (Interval & IntervalSource) | null | undefined
  /** Score range of the people in the circle, as in `score`. Only for places with a radius over 150 m. */
  readonly band?: PlainScore['band']
  /** Nearest edge of a zone (fire, flood, precinct, census tract) within 200 m. */
  readonly edge?: Edge | undefined
  /**
   * `much_water` if at least half of the census tract is water, because open water in the tract may be scored like
   * land.
   */
  readonly note?: Note | undefined
  /** Datasets used to compute the score. */
  readonly sources: readonly Source[]
}

/** Raw value used to compute a score. */
export interface ExplanationInput {
  /** Name of the measured quantity. */
  readonly name: string
  /** Raw value in metric units, or a text such as `30 or less` for a bound; null if no source provides the value. */
  readonly value: number | string | null
  /** Unit of the value; null for text and plain numbers. */
  readonly unit: string | null
  /** Kind of area that the value describes: cell, block group, tract, county and so on. */
  readonly geography: string
}

/** Published dataset used to compute scores. */
export interface Source {
  /** Publisher of the data. */
  readonly agency: string
  /** Name of the dataset. */
  readonly title: string
  /** Year or years of the data. */
  readonly vintage: string
  /** Terms of use. */
  readonly license: string
}

/** Meaning of the values of a 0-255 scale. */
export interface Scale {
  /** Meaning of 1. */
  readonly low: string
  /** Meaning of 128; null if the scale has no fixed middle. */
  readonly middle: string | null
  /** Meaning of 255. */
  readonly high: string
  /** Meaning of 0. */
  readonly zero: string
}

/** A dimension in the catalog. */
export interface DimensionEntry<Id extends string = DimensionId> {
  /** Dimension ID, which is the last part of the HTTP path. */
  readonly id: Id
  /** Group, as in the method name: `vicinage.risk.fire`. */
  readonly group: Group
  /** HTTP path of the endpoint. */
  readonly path: string
  /** Display name. */
  readonly name: string
  /** Meaning of the scores. */
  readonly scale: Scale
  /** Score labels, lowest scores first. */
  readonly words: readonly ScaleWords[]
  /** One-line summary of how the scores are computed. */
  readonly method: string
  /** Whether the data is loaded. If not, requesting a score throws `NotLoadedError`. */
  readonly loaded: boolean
  /** Datasets used to compute the scores; empty if the dimension is not loaded. */
  readonly sources: readonly Source[]
}

/** Census areas that contain a place. */
export interface Surroundings {
  /** 12-digit block group code, 2020 census. */
  readonly blockGroup: string
  /** County name: `Travis County`. */
  readonly county: string
  /** State name: `Texas`. */
  readonly state: string
}

/** Options for a score. */
export interface ScoreOptions<Percentiles extends boolean = boolean, WithInterval extends boolean = boolean> {
  /** Whether to describe the score; true by default. If false, the description is null and answers are faster. */
  readonly description?: boolean | undefined
  /** Whether to add the percentile of the score. */
  readonly percentiles?: Percentiles | undefined
  /** Whether to add the 80% interval of the true score; see `UncertainScore`. */
  readonly interval?: WithInterval | undefined
  /** Units of the description; `us` by default. */
  readonly units?: Units | undefined
}

/** Options for `scores`. */
export interface ScoresOptions<
  Id extends string = DimensionId,
  Percentiles extends boolean = boolean,
  WithInterval extends boolean = boolean,
> extends ScoreOptions<Percentiles, WithInterval> {
  /** Dimension IDs; defaults to all loaded dimensions. */
  readonly dimensions?: readonly Id[] | undefined
}

/** Arguments of `scoresAround`. */
export interface ScoresAroundRequest<Id extends string = DimensionId> extends Point {
  /** Radius in meters, 1 to 10,000,000. */
  readonly radius: number
  /** Dimension IDs; defaults to all loaded dimensions. */
  readonly dimensions?: readonly Id[] | undefined
}

/** Options for `edge`. */
export interface EdgeOptions {
  /** Maximum search distance in meters, 1 to 50,000; 50,000 by default. */
  readonly maxDistance?: number | undefined
  /** Units of the description; `us` by default. */
  readonly units?: Units | undefined
  /** Time limit in milliseconds; 60,000 by default. A longer search throws an error with code `limit_exceeded`. */
  readonly timeout?: number | undefined
}

/** Nearest point in other school districts. Points without a district are skipped. */
export interface DistrictEdge extends Omit<Edge, 'score' | 'description'> {
  /** Districts at this point; never empty. */
  readonly districts: readonly District[]
}

/** Nearest point in another ZIP code or city. */
export interface AreaEdge extends Omit<Edge, 'score' | 'description'> {
  /**
   * ZIP code or city at this point: its `kind`, `id` (ZIP code or 7-digit census code) and `name`. Null if the point is
   * outside all cities, which is possible only for `city`.
   */
  readonly area: { readonly kind: 'zip' | 'city'; readonly id: string; readonly name: string } | null
}

/** Result of `edge`. */
export type AnyEdge = Edge | DistrictEdge | AreaEdge

/** Arguments of `scoreColumns`. */
export interface ScoreColumnsRequest<
  Id extends string = DimensionId,
  Percentiles extends boolean = boolean,
  Status extends boolean = boolean,
  WithInterval extends boolean = boolean,
> {
  /**
   * Latitudes in degrees (WGS 84), one per point. Points outside the coverage area, and points with a coordinate that
   * is not finite, score 0.
   */
  readonly lat: Float64Array
  /** Longitudes in degrees (WGS 84), one per point. */
  readonly lon: Float64Array
  /** Dimension IDs; defaults to all loaded dimensions. */
  readonly dimensions?: readonly Id[] | undefined
  /**
   * Whether to add a column `<id>_percentile` per dimension: the percentage of the state's people with a lower score,
   * 0-100, or 255 without a score.
   */
  readonly percentiles?: Percentiles | undefined
  /**
   * Whether to add columns `<id>_low` and `<id>_high` per dimension: the 80% interval of the true score, 1-255, or 0 if
   * there is no score or its accuracy is unknown.
   */
  readonly interval?: WithInterval | undefined
  /**
   * Whether to add the column `statusColumn` with values of `STATUS`, which distinguish places without data from places
   * outside the coverage area.
   */
  readonly statusColumn?: Status | undefined
}

/**
 * One column per dimension, named by dimension ID and as long as the coordinate columns. Percentiles add a column
 * `<id>_percentile`, intervals add `<id>_low` and `<id>_high`, and `statusColumn` adds a column with that name.
 */
export type ScoreColumns<
  Id extends string = DimensionId,
  Percentiles extends boolean = false,
  Status extends boolean = false,
  WithInterval extends boolean = false,
> = Record<
  | Id
  | (Percentiles extends true ? `${Id}_percentile` : never)
  | (WithInterval extends true ? `${Id}_low` | `${Id}_high` : never)
  | (Status extends true ? 'statusColumn' : never),
  Uint8Array
>

/**
 * One method per dimension of a group, named by the dimension ID in camel case. Each method returns
 * `{ result: { score, description } }`.
 */
export type ScoreMethods<G extends keyof GroupIds, Loaded extends string = DimensionId> = {
  readonly [Id in GroupIds[G] & Loaded as MethodName<Id>]: (point: Point) => { readonly result: Score }
}
