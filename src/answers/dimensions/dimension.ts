import type { Ladder, Units } from './words.ts'

/** The four groups of the service's score endpoints, and that of a user's own layers. */
export type Group = 'vibe' | 'environment' | 'demographics' | 'risk' | 'layers'

/**
 * `measured`: an observation or official zone there; `modeled`: computed from nearby observations; `estimate`: a
 * coarser area or proxy.
 */
export type Basis = 'measured' | 'modeled' | 'estimate'

/** What is known about one place in one dimension. */
export interface Reading {
  /** 1-255; 0 never reaches `describe`. */
  readonly score: number
  readonly basis: Basis
  /** A raw input of the score, in the unit of its fact; NaN where it is not known. */
  fact(id: string): number
  /** What an official layer says of the area in words, such as its zone; null or left out: nothing. */
  readonly note?: string | null
  /** Units of the text; `us` when left out. */
  readonly units?: Units | undefined
}

/** One score dimension: everything about it but its data. What names or shows dimensions derives from these records. */
export interface Dimension<Id extends string = string, G extends Group = Group> {
  /** Last part of the path, e.g. `noise-levels`. */
  readonly id: Id
  readonly group: G
  /** For people, e.g. `Noise levels`. */
  readonly name: string
  /** What 1, 128 (null where the scale has no fixed middle), 255 and 0 mean. */
  readonly scale: { readonly low: string; readonly middle: string | null; readonly high: string; readonly zero: string }
  /** The ends of the scale, 1 and 255, in two or three words. */
  readonly ends: readonly [low: string, high: string]
  /** The words of every score, with which its description begins. Its ends say what `scale` says. */
  readonly ladder: Ladder
  /**
   * How places with lower and with higher scores compare, as sentences begin: `Louder` and `Quieter` (than where …).
   */
  readonly than: readonly [lower: string, higher: string]
  /**
   * Colors of a scale whose middle is a meaning of its own, from 1 to 128 and from 128 to 255: red, green and blue of
   * the anchors in hexadecimal digits. Without them the map takes its common colors.
   */
  readonly colors?: readonly [below: string, above: string]
  /** Scores change little by little, also where they are kept by cells: no edge is told. */
  readonly gradual?: true
  /** Postal codes of the states that have scores at all, where that is not all of them. */
  readonly states?: readonly string[]
  /** What a place has to be on to have a score, where that is not everywhere: `a fire map`. */
  readonly map?: string
  /** How the score is made, in one line. */
  readonly method: string
  /** A made-up answer for documentation: a score and its description. */
  readonly example: { readonly score: number; readonly description: string }
  /** The basis of a surface's score at a place, where it is not the same everywhere. */
  basis?(fact: (id: string) => number): Basis
  /**
   * One or two short sentences with the facts, e.g. `Quiet: estimated 48 dB on average over 24 hours (road 47 dB, rail
   * 41 dB, aviation 35 dB).`
   */
  describe(place: Reading): string
  /**
   * Why there is no score at a place of a covered state (`California`), where `scale.zero` does not say it precisely.
   */
  describeNoData?(state: string): string
  /** What of the record changes once `vicinage data upgrade` has put official layers over the embedded data. */
  readonly upgraded?: Partial<Pick<Dimension, 'method' | 'describeNoData'>>
}

/** The record of a score whose bundle has official layers over it. */
export function upgradedRecord<Id extends string>(record: Dimension<Id>): Dimension<Id> {
  return { ...record, ...record.upgraded }
}

/** Keeps the literal types of a record's id and group, from which the ids and method names of the library derive. */
export function defineDimension<const Id extends string, const G extends Group>(
  record: Dimension<Id, G>,
): Dimension<Id, G> {
  return deeplyFrozen(record)
}

/** Frozen with all that is in it: what a caller gets of the catalog is everybody's. */
function deeplyFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) deeplyFrozen(inner)
  return Object.freeze(value)
}
