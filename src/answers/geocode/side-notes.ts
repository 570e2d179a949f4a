import type { Note } from '../../base/errors.ts'
import type { AddressNotFound, GeocodeAnswer, GeocodedPlace } from './answer.ts'

/** Places that are elsewhere than their text says. Kept in a side table so that they stay out of the answer. */
const elsewhere = new WeakMap<GeocodedPlace, Note>()

export function setElsewhere(answer: GeocodedPlace, note: Note): void {
  elsewhere.set(answer, note)
}

/**
 * Returns a note if the place is elsewhere than the city, state or ZIP in the text. Returns null if the text only names
 * another city for the same ZIP, or a ZIP nearby, because many correct addresses do.
 */
export function elsewhereNote(answer: GeocodedPlace): Note | null {
  return elsewhere.get(answer) ?? null
}

/** Advice in the messages of refused places. Kept in a side table so that it does not become part of the answer. */
const refusalAdviceOf = new WeakMap<GeocodeAnswer, string>()

export function setRefusalAdvice(answer: AddressNotFound, advice: string): void {
  refusalAdviceOf.set(answer, advice)
}

/** Returns the advice in the message of a place that was refused because of its limits, or null for other answers. */
export function refusalAdvice(answer: GeocodeAnswer): string | null {
  return refusalAdviceOf.get(answer) ?? null
}
