import { signal } from '@preact/signals'
import type { LatLon } from '../library.ts'
import { type ChosenPlace, chosenPlaces } from '../places.ts'
import type { Meaning } from './find.ts'

/** Other places that an address may mean, to choose from. */
export interface OtherMeanings {
  readonly alternatives: readonly Meaning[]
  readonly take: (place: ChosenPlace) => void
}

/** What the panel says about the last search, next to what it found. */
interface Notice {
  /** Words that were not understood. */
  readonly unknown?: readonly string[]
  /** Other places of the name. */
  readonly meanings?: OtherMeanings
  /** What the search cleared, and how to get it back. */
  readonly cleared?: { readonly what: string; undo(): void }
  /** Places that the search chose. The notice is about no others. */
  readonly about: readonly LatLon[]
}

export const notice = signal<Notice | null>(null)

/** Shows a notice until another place is chosen. */
export function notify(told: Omit<Notice, 'about'> | null): void {
  notice.value = told && { ...told, about: chosenPlaces.peek() }
}
