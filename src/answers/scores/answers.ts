import type { Note } from '../../base/errors.ts'
import type { Direction } from '../../base/geo/direction.ts'
import type { Point } from '../../base/geo/place.ts'
import type { DimensionId, GroupIds, MethodName } from '../dimensions/catalog.ts'
import type { Basis, Group } from '../dimensions/dimension.ts'
import type { Interval, IntervalSource } from '../dimensions/intervals.ts'
import type { Percentile } from '../dimensions/percentiles.ts'
import type { ScaleWords, Units } from '../dimensions/words.ts'
import type { District } from '../districts/districts.ts'

/** Score of a dimension at a place, with its percentile and its interval if they were requested. */
export type Score<Percentiles extends boolean = false, WithInterval extends boolean = false> = (Percentiles extends true
  ? RankedScore
  : PlainScore) &
  (true extends WithInterval ? (false extends WithInterval ? Partial<UncertainScore> : UncertainScore) : unknown)

/** Fields that `interval: true` adds to a score. */
export interface UncertainScore {
  /**
   * Range of scores, 1-255, that holds the true score of the point in 80 of 100 cases. For a place with a band, it
   * covers the whole circle: from the 10th percentile of the low ends at the points inside, weighted by people, to the
   * 90th percentile of the high ends, and at least the score and the band. Null without data and if the accuracy is
   * unknown.
   */
  readonly interval: Interval | null
}

/**
 * Zone and date of the official map at a place. Only scores of flood and fire have these fields, and not with
 * `description: false`.
 */
export interface OfficialMap {
  /**
   * Whether an official map has a zone at the place. For a place with a radius over 150 m, whether it has one at the
   * center or for at least half of the circle.
   */
  readonly mapped?: boolean | undefined
  /**
   * Zone of the official map: `A`, `AE`, `V/VE`, `X (shaded)`, `floodway` for flood; `very high`, `high`, `moderate`,
   * `no` for fire. Null without a map. A place with a radius over 150 m has a zone only if its whole circle is in it;
   * `zones` lists all of them.
   */
  readonly zone?: string | null | undefined
  /**
   * Zones within the radius, largest share first. Only for places with a radius over 150 m; empty outside the coverage.
   */
  readonly zones?: readonly ZoneShare[] | undefined
  /** Year or month of that map: `2020-07`, `2008-2011`; null if it is not known. */
  readonly map_date?: string | null | undefined
}

/** A zone of the official map within the radius of a place. */
export interface ZoneShare {
  /** Zone, as in `zone`; null for land without a map. */
  readonly zone: string | null
  /** Share of the land in the circle, 0-1, sampled at 128 points. */
  readonly share: number
}

/** Score of a dimension at a place. */
export interface PlainScore extends OfficialMap {
  /** Score from 1 to 255 on the scale of the dimension; 0 if there is no data for the place. */
  readonly score: number
  /** Short explanation of the score for people; null if `description: false` was requested. */
  readonly description: string | null
  /**
   * Range of scores at which the people in the circle live. Only for places with a radius over 150 m, whose `score` is
   * that of the center and whose description has the words of both ends of the band.
   */
  readonly band?: Band | undefined
}

/** Score with its percentile. */
export interface RankedScore extends PlainScore {
  /** Rank among the scores at which people live; null without data and for places with a band. */
  readonly percentile: Percentile | null
}

/** Scores by dimension id. */
export type Scores<
  Id extends string = DimensionId,
  Percentiles extends boolean = false,
  WithInterval extends boolean = false,
> = Record<Id, Score<Percentiles, WithInterval>>

/** Range of scores at which the people in a circle live. */
export interface Band {
  /**
   * 10th percentile, 1-255: a tenth of the people inside have a lower score, as nearly as whole scores allow. Null if
   * no one has a score.
   */
  readonly p10: number | null
  /** 90th percentile: a tenth of the people inside have a higher score. */
  readonly p90: number | null
  /**
   * Whether the band is so narrow that the center represents the circle: `p10` and `p90` are less than 25 points apart
   * and nearly everybody has a score.
   */
  readonly narrow: boolean
  /**
   * Share of the people without a score, 0-1. They are not part of `p10` and `p90`, which are null if fewer than half
   * of the people have a score.
   */
  readonly without_data: number
  /** `mostly_without_data` if some people have a score but more than half have none. Otherwise null. */
  readonly note: Note | null
}

/** Score at the center of a circle, and the scores of the people inside. */
export interface ScoreBand extends Band {
  /** Score at the center, 1-255; 0 if there is no data. */
  readonly score: number
}

/** Scores in a circle. */
export interface ScoresAround<Id extends string = DimensionId> {
  /** Latitude of the center, degrees, WGS 84. */
  readonly lat: number
  /** Longitude of the center, degrees, WGS 84. */
  readonly lon: number
  /** Radius in meters. */
  readonly radius: number
  /** Number of people inside the circle, 2020 census. */
  readonly people: number
  /** One entry per requested dimension. */
  readonly scores: Record<Id, ScoreBand>
}

/** Nearest place with the score of another zone. */
export interface Edge {
  /** Distance in meters from the place to the edge, rounded. */
  readonly distance_meters: number
  /** Direction from the place to the edge. */
  readonly direction: Direction
  /** Latitude of a point just beyond the edge, degrees, WGS 84. */
  readonly lat: number
  /** Longitude of that point, degrees, WGS 84. */
  readonly lon: number
  /** Score at that point, 1-255; 0 if there is no data. */
  readonly score: number
  /** Short explanation of the score at that point. */
  readonly description: string | null
}

/** Explanation of a score. */
export interface Explanation extends OfficialMap {
  /** Id of the dimension. */
  readonly dimension: DimensionId
  /** Score from 1 to 255 on the scale of the dimension; 0 if there is no data for the place. */
  readonly score: number
  /** Short explanation of the score for people. */
  readonly description: string | null
  /** Kind of evidence behind the score; null without data. */
  readonly basis: Basis | null
  /** Raw values that the score is computed from; empty without data. */
  readonly inputs: readonly ExplanationInput[]
  /** Rank among the scores at which people live; null without data. */
  readonly percentile: Percentile | null
  /**
   * Range that holds the true score in 80 of 100 cases, as in `score`, and what it was measured with. Only if it was
   * requested.
   */
  readonly interval?: (Interval & IntervalSource) | null | undefined
  /**
   * Range of scores at which the people in the circle live, as in `score`; only for places with a radius over 150 m.
   */
  readonly band?: PlainScore['band']
  /** Nearest edge of a zone (fire, flood, precinct, census tract), if it is within 200 m. */
  readonly edge?: Edge | undefined
  /**
   * `much_water` if at least half of the census tract is water, because open water may get a score there as if it were
   * land.
   */
  readonly note?: Note | undefined
  /** Datasets that the score was computed from. */
  readonly sources: readonly Source[]
}

/** Raw value that a score is computed from. */
export interface ExplanationInput {
  /** Name of the measured quantity. */
  readonly name: string
  /** Raw value in metric units; null if no source provides one. */
  readonly value: number | string | null
  /** Unit of the value; null for words and plain numbers. */
  readonly unit: string | null
  /** Kind of area that the value describes: cell, block group, tract, county and so on. */
  readonly geography: string
}

/** Published dataset that scores are computed from. */
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

/** A dimension of the catalog. */
export interface DimensionEntry<Id extends string = DimensionId> {
  /** Id, which is the last part of the HTTP path. */
  readonly id: Id
  /** Group, as in its method: `vicinage.risk.fire`. */
  readonly group: Group
  /** HTTP path of the endpoint. */
  readonly path: string
  /** Name for people. */
  readonly name: string
  /** Meaning of the scores. */
  readonly scale: Scale
  /** Words for all scores, lowest scores first. */
  readonly words: readonly ScaleWords[]
  /** How the scores are computed, in one line. */
  readonly method: string
  /** Whether the data is loaded. If not, asking for a score throws `NotLoadedError`. */
  readonly loaded: boolean
  /** Datasets that the scores are computed from; empty if the dimension is not loaded. */
  readonly sources: readonly Source[]
}

/** Census areas that contain a place. */
export interface Surroundings {
  /** 12-digit identifier of the 2020 census block group. */
  readonly blockGroup: string
  /** Name of the county: `Travis County`. */
  readonly county: string
  /** Name of the state: `Texas`. */
  readonly state: string
}

/** Options of a score. */
export interface ScoreOptions<Percentiles extends boolean = boolean, WithInterval extends boolean = boolean> {
  /** Whether to describe the score; true by default. Without the description, which is null, answers are faster. */
  readonly description?: boolean | undefined
  /** Whether to add the rank among the scores at which people live. */
  readonly percentiles?: Percentiles | undefined
  /** Whether to add the range that holds the true score in 80 of 100 cases. */
  readonly interval?: WithInterval | undefined
  /** Units of the description; `us` by default. */
  readonly units?: Units | undefined
}

/** Options of `scores`. */
export interface ScoresOptions<
  Id extends string = DimensionId,
  Percentiles extends boolean = boolean,
  WithInterval extends boolean = boolean,
> extends ScoreOptions<Percentiles, WithInterval> {
  /** Ids of the dimensions; all that are loaded by default. */
  readonly dimensions?: readonly Id[] | undefined
}

/** Arguments of `scoresAround`. */
export interface ScoresAroundRequest<Id extends string = DimensionId> extends Point {
  /** Radius in meters, 1 to 10,000,000. */
  readonly radius: number
  /** Ids of the dimensions; all by default. */
  readonly dimensions?: readonly Id[] | undefined
}

/** Options of `edge`. */
export interface EdgeOptions {
  /** Maximum distance to search in meters, 1 to 50,000; 50,000 by default. */
  readonly maxDistance?: number | undefined
  /** Units of the description; `us` by default. */
  readonly units?: Units | undefined
  /** Milliseconds after which the search throws an error with code `limit_exceeded`; 60,000 by default. */
  readonly timeout?: number | undefined
}

/** Nearest place with other districts. */
export interface DistrictEdge extends Omit<Edge, 'score' | 'description'> {
  /** Districts at that place; empty if there are none. */
  readonly districts: readonly District[]
}

/** Nearest place in another ZIP code or city. */
export interface AreaEdge extends Omit<Edge, 'score' | 'description'> {
  /**
   * ZIP code or city at that place: its `kind`, `id` (the ZIP code or 7-digit census code) and `name`; null outside
   * all.
   */
  readonly area: { readonly kind: 'zip' | 'city'; readonly id: string; readonly name: string } | null
}

/** Answer of `edge`. */
export type AnyEdge = Edge | DistrictEdge | AreaEdge

/** Arguments of `scoreColumns`. */
export interface ScoreColumnsRequest<
  Id extends string = DimensionId,
  Percentiles extends boolean = boolean,
  Status extends boolean = boolean,
  WithInterval extends boolean = boolean,
> {
  /** Latitudes, degrees, WGS 84, one per point. Points that are not finite or outside the coverage score 0. */
  readonly lat: Float64Array
  /** Longitudes, degrees, WGS 84, one per point. */
  readonly lon: Float64Array
  /** Ids of the dimensions; all that are loaded by default. */
  readonly dimensions?: readonly Id[] | undefined
  /**
   * Adds a column `<id>_percentile` per dimension: the percentage of the state's people who live at a lower score,
   * 0-100, or 255 without a score.
   */
  readonly percentiles?: Percentiles | undefined
  /**
   * Adds columns `<id>_low` and `<id>_high` per dimension: the range that holds the true score in 80 of 100 cases,
   * 1-255, or 0 without a score or if its accuracy is unknown.
   */
  readonly interval?: WithInterval | undefined
  /**
   * Adds the column `statusColumn` with values of `STATUS`, which distinguish places without data from places outside
   * the coverage.
   */
  readonly statusColumn?: Status | undefined
}

/**
 * One column per dimension, named by its id and as long as the coordinates. With percentiles there is also
 * `<id>_percentile`, with intervals `<id>_low` and `<id>_high`, and with `statusColumn` a column of that name.
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
 * One method per dimension of a group, named by the id in camel case. Each returns `{ result: { score, description }
 * }`.
 */
export type ScoreMethods<G extends keyof GroupIds, Loaded extends string = DimensionId> = {
  readonly [Id in GroupIds[G] & Loaded as MethodName<Id>]: (point: Point) => { readonly result: Score }
}
