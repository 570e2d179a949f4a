import type { Candidate, Layer } from './layers.ts'
import { KNOWN_RADIUS } from './streets/rank.ts'

/**
 * Confidence in an answer of each layer where everything agrees. It orders answers by how far they may be trusted to be
 * the place that was meant, to within the answer's own radius and to a house where the layer knows houses; it is not a
 * probability.
 */
export const LAYER_CONFIDENCE: Readonly<Record<Layer, number>> = {
  coordinates: 1,
  address_point: 0.98,
  street_range: 0.96,
  address: 0.95,
  street: 0.9,
  public_place: 0.95,
  landmark: 0.85,
  neighborhood: 0.75,
  zip: 0.6,
  city: 0.5,
  county: 0.35,
  state: 0.2,
}

/**
 * Layers of single addresses answer only with this much confidence; a place that the address names answers with any.
 */
export const MIN_CONFIDENCE = 0.15

/** Layers of single addresses answer only where name and number fit at least so well. */
export const MIN_SIMILARITY = 0.75

/**
 * How much known streets are trusted, by state: such that the higher the confidence, the more often the address is
 * inside the radius, of federal lists that were left out (docs/data.md). A surveyed point has a narrow radius, which
 * holds fewer of them.
 */
export function trustOf({ layer, state, radius }: Candidate): number {
  if (layer !== 'address' && layer !== 'street') return 1
  return (state === 'CA' ? 1 : 0.9) * (layer === 'address' && radius <= KNOWN_RADIUS ? 0.9 : 1)
}

/** What lowers the confidence, as factors. */
export const PENALTY = {
  /** A ZIP without a city, or a city without a ZIP. */
  oneOfTwo: 0.95,
  /** The city of the address is none that is known near its ZIP. */
  unknownCity: 0.85,
  /** The city was found by its likeness. */
  typo: 0.8,
  /** The city was found by its sound. */
  sound: 0.7,
  /** The ZIP does not exist, though it could in that state. */
  unknownZip: 0.85,
  /** ZIP and state are of different states: that which has the city is believed, or else the ZIP. */
  wrongZip: 0.6,
  /** ZIP and city are of one state and far from each other: the ZIP is believed. */
  farZip: 0.5,
  /** A house in a ZIP or city that runs over a county line. */
  split: 0.9,
  /** Neither state nor ZIP is given. */
  nameOnly: 0.8,
  /** Several cities have the name, or several addresses match as well, and nothing tells them apart. */
  ambiguous: 0.6,
  /** An address of the right city under another ZIP, or without one. */
  otherZip: 0.85,
  /** A street outside the known places whose town nothing proves. */
  unproven: 0.5,
} as const
