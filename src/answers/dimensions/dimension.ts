import type { Ladder, Units } from './words.ts'

/** The four groups of the service's score endpoints, plus the group of a user's custom dimensions. */
export type Group = 'vibe' | 'environment' | 'demographics' | 'risk' | 'layers'

/**
 * How a score was obtained. `measured`: an observation or official zone at the place; `modeled`: computed from nearby
 * observations; `estimate`: from a coarser area or a proxy.
 */
export type Basis = 'measured' | 'modeled' | 'estimate'

/** Everything known about one place in one dimension. */
export interface Reading {
  /** Score, 1-255. Places without a score (0) are never described. */
  readonly score: number
  readonly basis: Basis
  /** Returns a raw input of the score, in the unit of its fact, or NaN if it is not known. */
  fact(id: string): number
  /** Name that an official layer gives the area, such as its zone. Null or absent if there is none. */
  readonly note?: string | null
  /** Units of the text; `us` by default. */
  readonly units?: Units | undefined
}

/** One score dimension without its data. Everything that names or shows dimensions derives from these records. */
export interface Dimension<Id extends string = string, G extends Group = Group> {
  /** Last part of the HTTP path: `noise-levels`. */
  readonly id: Id
  readonly group: G
  /** Name for people: `Noise levels`. */
  readonly name: string
  /** Meaning of 1, 128 (null if the scale has no fixed middle), 255 and 0. */
  readonly scale: { readonly low: string; readonly middle: string | null; readonly high: string; readonly zero: string }
  /** Ends of the scale, 1 and 255, in two or three words each. */
  readonly ends: readonly [low: string, high: string]
  /** Words for every score, which open its description. The first and last agree with `scale`. */
  readonly ladder: Ladder
  /** Words that open a comparison with lower and with higher scores: `Louder` and `Quieter` (than where …). */
  readonly than: readonly [lower: string, higher: string]
  /**
   * Colors of a scale whose middle has a meaning of its own: the anchors from 1 to 128 and from 128 to 255, as
   * hexadecimal RGB. Without them, the map uses its default colors.
   */
  readonly colors?: readonly [below: string, above: string]
  /** For a scale that is a map's classes: one color per class, lowest scores first, as hexadecimal RGB. */
  readonly classColors?: readonly string[]
  /** Marks scores that change gradually even though they are stored in cells, so that no edge is reported. */
  readonly gradual?: true
  /** Postal codes of the states with scores, if not all covered states have them. */
  readonly states?: readonly string[]
  /** Name of the map that must cover a place for it to have a score, if only some places have one: `a fire map`. */
  readonly map?: string
  /** How the score is computed, in one line. */
  readonly method: string
  /** Invented example for the documentation: a score and its description. */
  readonly example: { readonly score: number; readonly description: string }
  /** Returns the basis of a surface's score at a place, if it varies from place to place. */
  basis?(fact: (id: string) => number): Basis
  /**
   * Describes the place in one or two short sentences with facts: `Quiet: estimated 48 dB on average over 24 hours
   * (road 47 dB, rail 41 dB, aviation 35 dB).`
   */
  describe(place: Reading): string
  /**
   * Returns the zone of an official map at a place, and the year or month of the map. The zone is null if no map has
   * one there. Absent if the dimension uses no official maps.
   *
   * @param getState names the state of the place (`California`)
   */
  getZone?(place: Reading, getState: () => string): { readonly zone: string; readonly date: string | null } | null
  /** Returns a caution that applies to every score of a place, even if the description only covers a range. */
  warning?(place: Reading): string | null
  /** Explains why a place in a covered state (`California`) has no score, if `scale.zero` is too vague. */
  describeNoData?(state: string): string
  /** Parts of the record that change once `vicinage data upgrade` has put official layers over the embedded data. */
  readonly upgraded?: Partial<Pick<Dimension, 'method' | 'describeNoData'>>
}

/** Returns the record to use for a bundle that has official layers over it. */
export function upgradedRecord<Id extends string>(record: Dimension<Id>): Dimension<Id> {
  return { ...record, ...record.upgraded }
}

/** Keeps the literal types of a record's id and group. The library derives its ids and method names from them. */
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
