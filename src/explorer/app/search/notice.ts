import { signal } from '@preact/signals'
import type { Filter } from '../engine/engine.ts'
import type { LatLon } from '../library.ts'
import { type ChosenPlace, chosenPlaces } from '../places.ts'
import type { Meaning } from './find.ts'

/** Other places that an address may refer to. */
export interface OtherMeanings {
  readonly alternatives: readonly Meaning[]
  readonly take: (place: ChosenPlace) => void
}

/** Message about the last search that the panel shows next to the result. */
interface Notice {
  /** Name of the place that the map shows. */
  readonly around?: string
  /** Words that were not understood. */
  readonly unknown?: readonly string[]
  /** Other places with the same name. */
  readonly meanings?: OtherMeanings
  /** Message about what the search cleared, and a function that restores it. */
  readonly cleared?: { readonly message: string; undo(): void }
  /** Places that the search chose. The notice applies only to these places. */
  readonly about: readonly LatLon[]
}

/** Conditions that a search set. The next search for a place clears them. Conditions set by hand are kept. */
export const setBySearch = signal<readonly Filter[] | null>(null)

export const notice = signal<Notice | null>(null)

/** Shows a notice until another place is chosen. */
export function notify(content: Omit<Notice, 'about'> | null): void {
  notice.value = content && { ...content, about: chosenPlaces.peek() }
}
