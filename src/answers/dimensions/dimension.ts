import type { Ladder, Units } from './words.ts'

/** The four groups of the HTTP score endpoints, plus the group of a user's custom dimensions. */
export type Group = 'vibe' | 'environment' | 'demographics' | 'risk' | 'layers'

/**
 * How a score was obtained. `measured`: an observation or official zone at the place; `modeled`: computed from nearby
 * observations; `estimate`: from a coarser area or a proxy.
 */
export type Basis = 'measured' | 'modeled' | 'estimate'

/** Bases, indexed by their number in bundles. */
export const bases: readonly Basis[] = ['measured', 'modeled', 'estimate']

/**
 * Bases, indexed by the number that basis columns store: 0 for no score, 1 for measured, 2 for modeled, 3 for estimate.
 */
export const BASES = [null, 'measured', 'modeled', 'estimate'] as const

/** Everything known about one place in one dimension. */
export interface Reading {
  /** Score, 1-255. Places without a score (0) are never described. */
  readonly score: number
  readonly basis: Basis
  /** Returns a raw input of the score, in the unit of the fact, or NaN if unknown. */
  fact(id: string): number
  /** Official name of the area that contains the place, such as a zone. Null or absent if there is no name. */
  readonly note?: string | null
  /** Units of the text; `us` by default. */
  readonly units?: Units | undefined
}

/** Quantity that a score is computed from. */
export interface Measure {
  readonly name: string
  /** Value in metric units, or a text if the score only gives a bound: `30 or less`. */
  readonly value: number | string
  /** Unit of a number; null for texts and plain numbers. */
  readonly unit: string | null
}

/**
 * One score dimension without its data. These records are the source for all code that names or displays dimensions.
 */
export interface Dimension<Id extends string = string, G extends Group = Group> {
  /** Last part of the HTTP path: `noise-levels`. */
  readonly id: Id
  readonly group: G
  /** Display name: `Noise levels`. */
  readonly name: string
  /** Meanings of the scores 1, 128 (null if the scale has no fixed middle), 255 and 0. */
  readonly scale: { readonly low: string; readonly middle: string | null; readonly high: string; readonly zero: string }
  /** Labels for the ends of the scale, 1 and 255, in two or three words each. */
  readonly ends: readonly [low: string, high: string]
  /** Labels for every score, used at the start of the description. The first and last labels agree with `scale`. */
  readonly ladder: Ladder
  /**
   * First words of a comparison, for a place with a lower score and for a place with a higher score: `Louder` and
   * `Quieter` (than where …).
   */
  readonly than: readonly [lower: string, higher: string]
  /**
   * Colors of a scale whose middle has a meaning of its own: the color stops from 1 to 128 and from 128 to 255, as
   * hexadecimal RGB. If omitted, the map uses its default colors.
   */
  readonly colors?: readonly [below: string, above: string]
  /** Color of each class, lowest scores first, as hexadecimal RGB. Only for scales that follow the classes of a map. */
  readonly classColors?: readonly string[]
  /** Marks scores that change gradually even though they are stored in cells. No edge is reported for such scores. */
  readonly gradual?: true
  /** Postal codes of the states with scores. Omitted if all covered states have scores. */
  readonly states?: readonly string[]
  /**
   * Name of the map that must cover a place for the place to have a score: `a fire map`. Omitted if scores do not
   * depend on a map.
   */
  readonly map?: string
  /** One-line summary of how the score is computed. */
  readonly method: string
  /** Returns the basis of a surface score at a place. Omitted if all surface scores have the same basis. */
  basis?(fact: (id: string) => number): Basis
  /**
   * Describes the place in one or two short sentences with facts: `Quiet: estimated 48 dB on average over 24 hours
   * (road 47 dB, rail 41 dB, aviation 35 dB).`
   */
  describe(place: Reading): string
  /**
   * Returns the zone of an official map at a place, and the year or month of the map. The zone is null if no map has a
   * zone there. Absent if the dimension uses no official maps.
   *
   * @param getState returns the state name of the place (`California`)
   */
  getZone?(place: Reading, getState: () => string): { readonly zone: string; readonly date: string | null } | null
  /**
   * Names the official map that the score at a place comes from, or says that there is none. The description of a
   * roughly located place ends with these words, because it otherwise only gives a range of score labels.
   */
  warning?(place: Reading): string | null
  /**
   * Returns hazards at a place that its score label does not tell. Each hazard can follow "On 34% of the land in this
   * circle," in the description of a roughly located place.
   */
  hazards?(place: Omit<Reading, 'basis'>): readonly string[]
  /**
   * Returns the quantity that the score is computed from, converted back from the score, so that `explain` lists every
   * number of the description. Absent if that quantity is one of the facts.
   */
  getMeasure?(place: Reading): Measure | null
  /** Explains why a place in a covered state (`California`) has no score, if `scale.zero` is too vague. */
  describeNoData?(state: string): string
  /** Parts of the record that change after `vicinage data upgrade` adds official layers to the embedded data. */
  readonly upgraded?: Partial<Pick<Dimension, 'method' | 'describeNoData'>>
}

/** Returns the record to use for a bundle with added official layers. */
export function upgradedRecord<Id extends string>(record: Dimension<Id>): Dimension<Id> {
  return { ...record, ...record.upgraded }
}

/**
 * Keeps the literal types of a record's ID and group. The library derives its IDs and method names from these types.
 */
export function defineDimension<const Id extends string, const G extends Group>(
  record: Dimension<Id, G>,
): Dimension<Id, G> {
  return deeplyFrozen(record)
}

/** Freezes a value and everything in it, because all callers share the records. */
function deeplyFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) deeplyFrozen(inner)
  return Object.freeze(value)
}
