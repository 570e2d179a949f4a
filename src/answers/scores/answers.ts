import type { Note } from '../../base/errors.ts'
import type { Direction } from '../../base/geo/direction.ts'
import type { Point } from '../../base/geo/place.ts'
import type { DimensionId, GroupIds, MethodName } from '../dimensions/catalog.ts'
import type { Basis, Group } from '../dimensions/dimension.ts'
import type { Percentile } from '../dimensions/percentiles.ts'
import type { Units } from '../dimensions/words.ts'
import type { District } from '../districts/districts.ts'

/** The score of a dimension at a place; with where it stands among people where percentiles were asked for. */
export type Score<Percentiles extends boolean = false> = Percentiles extends true ? RankedScore : PlainScore

/** The score of a dimension at a place. */
export interface PlainScore {
  /** 1-255 on the scale of the dimension; 0 = no data for the place. */
  readonly score: number
  /** A short text for people that explains the score; null where `description: false` was asked for. */
  readonly description: string | null
  /**
   * Of a place whose radius is over 150 m only: the scores at which the people around live. `score` is then that of the
   * center, and the description the words that both ends of the band have, null where they differ.
   */
  readonly band?: Omit<ScoreBand, 'score'> | undefined
}

/** A score of which percentiles were asked for. */
export interface RankedScore extends PlainScore {
  /** Where it stands among those at which people live; null where there is no data, and of a place with a band. */
  readonly percentile: Percentile | null
}

/** Scores under the ids of their dimensions. */
export type Scores<Id extends string = DimensionId, Percentiles extends boolean = false> = Record<
  Id,
  Score<Percentiles>
>

/** The score at the center of a circle, and the scores of the people inside. */
export interface ScoreBand {
  /** The score at the center, 1-255; 0 = no data. */
  readonly score: number
  /**
   * A tenth of the people inside have a lower score than this, 1-255, as nearly as whole scores can say; null where
   * nobody has one.
   */
  readonly p10: number | null
  /** A tenth of them have a higher one. */
  readonly p90: number | null
  /**
   * Whether `p10` and `p90` are less than 25 points apart and nearly everybody has a score, so that the center speaks
   * for the circle.
   */
  readonly reliable: boolean
  /**
   * Share of the people without a score, 0-1: `p10` and `p90` are those of the others, and null where they are fewer
   * than half.
   */
  readonly without_data: number
  /** `mostly_without_data` where more than half have no score; else null. */
  readonly note: Note | null
}

/** The scores in a circle. */
export interface ScoresAround<Id extends string = DimensionId> {
  /** Latitude of the center, degrees, WGS 84. */
  readonly lat: number
  /** Longitude of the center, degrees, WGS 84. */
  readonly lon: number
  /** Meters. */
  readonly radius: number
  /** People inside the circle, census of 2020. */
  readonly people: number
  /** One entry per requested dimension. */
  readonly scores: Record<Id, ScoreBand>
}

/** The nearest place with the score of another zone: that score, and where it begins. */
export interface Edge {
  /** Meters from the place to the edge, rounded. */
  readonly distance_meters: number
  /** Where the edge is from the place. */
  readonly direction: Direction
  /** Latitude of a place just beyond the edge, degrees, WGS 84. */
  readonly lat: number
  /** Longitude of that place, degrees, WGS 84. */
  readonly lon: number
  /** The score there, 1-255; 0 = no data. */
  readonly score: number
  /** A short text that explains the score there. */
  readonly description: string | null
}

/** How a score came about. */
export interface Explanation {
  /** Its dimension. */
  readonly dimension: DimensionId
  /** 1-255 on the scale of the dimension; 0 = no data for the place. */
  readonly score: number
  /** A short text for people that explains the score. */
  readonly description: string | null
  /** What the score rests on; null where there is no data. */
  readonly basis: Basis | null
  /** The raw values that the score is made from; none where there is no data. */
  readonly inputs: readonly ExplanationInput[]
  /** Where the score stands among those at which people live; null where there is no data. */
  readonly percentile: Percentile | null
  /** Of a place whose radius is over 150 m only: the scores at which the people around live, as of `score`. */
  readonly band?: PlainScore['band']
  /** What is beyond the edge of a zone (fire, flood, precinct, census tract); only where it is within 200 m. */
  readonly edge?: Edge | undefined
  /** `much_water`, only where half of the census tract and more is water, which may read as land. */
  readonly note?: Note | undefined
  /** The datasets that the score was made from. */
  readonly sources: readonly Source[]
}

/** A raw value that a score is made from. */
export interface ExplanationInput {
  /** What was measured. */
  readonly name: string
  /** The raw value, in metric units; null where no source gives one. */
  readonly value: number | string | null
  /** Unit of the value; null for words and plain numbers. */
  readonly unit: string | null
  /** The area of the value: cell, block group, tract, county and so on. */
  readonly geography: string
}

/** A published dataset that scores are made from. */
export interface Source {
  /** Who published the data. */
  readonly agency: string
  /** Name of the dataset. */
  readonly title: string
  /** Year or years of the data. */
  readonly vintage: string
  /** Terms of use. */
  readonly license: string
}

/** What the ends of a scale of 0-255 mean. */
export interface Scale {
  /** Meaning of 1. */
  readonly low: string
  /** Meaning of 128; null where the scale has no fixed middle. */
  readonly middle: string | null
  /** Meaning of 255. */
  readonly high: string
  /** Meaning of 0. */
  readonly zero: string
}

/** A dimension in the catalog. */
export interface DimensionEntry {
  /** The last part of its path. */
  readonly id: DimensionId
  /** The group of its method: `vicinage.risk.fire`. */
  readonly group: Group
  /** Path of its endpoint over HTTP. */
  readonly path: string
  /** Name for people. */
  readonly name: string
  /** What its scores mean. */
  readonly scale: Scale
  /** How its scores are made, in one line. */
  readonly method: string
  /** Whether its data are loaded; if not, asking for it throws `NotLoadedError`. */
  readonly loaded: boolean
  /** The datasets that its scores are made from; none where it is not loaded. */
  readonly sources: readonly Source[]
}

/** The census areas around a place. */
export interface Surroundings {
  /** Block group of the 2020 census, 12 digits. */
  readonly blockGroup: string
  /** `Travis County` */
  readonly county: string
  /** `Texas` */
  readonly state: string
}

/** How a score is answered. */
export interface ScoreOptions<Percentiles extends boolean = boolean> {
  /** False: null instead of the description, which is faster. */
  readonly description?: boolean | undefined
  /** True: where the score stands among those at which people live. */
  readonly percentiles?: Percentiles | undefined
  /** Units of the description; `us` when left out. */
  readonly units?: Units | undefined
}

/** What `scores` takes beside the place. */
export interface ScoresOptions<Id extends string = DimensionId, Percentiles extends boolean = boolean>
  extends ScoreOptions<Percentiles> {
  /** Ids; all that are loaded when left out. */
  readonly dimensions?: readonly Id[] | undefined
}

/** What `scoresAround` takes. */
export interface ScoresAroundRequest<Id extends string = DimensionId> extends Point {
  /** Meters, 1 to 10,000,000. */
  readonly radius: number
  /** Ids; all when left out. */
  readonly dimensions?: readonly Id[] | undefined
}

/** What `edge` takes beside the dimension and the point. */
export interface EdgeOptions {
  /** Meters, 1 to 50,000, which is the default: no edge is looked for farther away. */
  readonly maxDistance?: number | undefined
  /** Units of the description; `us` when left out. */
  readonly units?: Units | undefined
  /** Milliseconds after which the search ends with an error of the code `limit_exceeded`; default 60,000. */
  readonly timeout?: number | undefined
}

/** The nearest place with other districts. */
export interface DistrictEdge extends Omit<Edge, 'score' | 'description'> {
  /** The districts there; empty outside all. */
  readonly districts: readonly District[]
}

/** The nearest place in another ZIP or city. */
export interface AreaEdge extends Omit<Edge, 'score' | 'description'> {
  /** The ZIP or city there: its `kind`, `id` (the ZIP, or the 7-digit census code) and `name`; null outside of all. */
  readonly area: { readonly kind: 'zip' | 'city'; readonly id: string; readonly name: string } | null
}

/** What `edge` answers. */
export type AnyEdge = Edge | DistrictEdge | AreaEdge

/** What `scoreColumns` takes. */
export interface ScoreColumnsRequest<
  Id extends string = DimensionId,
  Percentiles extends boolean = boolean,
  Status extends boolean = boolean,
> {
  /** Latitudes, degrees, WGS 84, one per point; places that are not finite or outside the coverage score 0. */
  readonly lat: Float64Array
  /** Longitudes, as many. */
  readonly lon: Float64Array
  /** Ids; all loaded dimensions when left out. */
  readonly dimensions?: readonly Id[] | undefined
  /**
   * Adds a column per dimension, `<id>_percentile`: percent of the people of the point's state who live at a lower
   * score, 0-100; 255 where there is no score.
   */
  readonly percentiles?: Percentiles | undefined
  /**
   * Adds the column `statusColumn`, which tells a place without data from one outside the coverage: values of `STATUS`.
   */
  readonly statusColumn?: Status | undefined
}

/**
 * A column per dimension, as long as the coordinates, under its id; with percentiles also one under `<id>_percentile`,
 * and with `statusColumn` one under that name.
 */
export type ScoreColumns<
  Id extends string = DimensionId,
  Percentiles extends boolean = false,
  Status extends boolean = false,
> = Record<
  Id | (Percentiles extends true ? `${Id}_percentile` : never) | (Status extends true ? 'statusColumn' : never),
  Uint8Array
>

/**
 * A function per dimension of a group, under its id in camel case; each answers `{ result: { score, description } }`.
 */
export type ScoreMethods<G extends keyof GroupIds, Loaded extends string = DimensionId> = {
  readonly [Id in GroupIds[G] & Loaded as MethodName<Id>]: (point: Point) => { readonly result: Score }
}
