import { signal } from '@preact/signals'
import { Button } from '../controls.tsx'
import type { LatLon } from '../library.ts'
import { chosenPlaces } from '../places.ts'
import { placeOf } from './find.ts'
import type { OtherMeanings } from './use-search.ts'

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

const notice = signal<Notice | null>(null)

/** Shows a notice until another place is chosen. */
export function notify(told: Omit<Notice, 'about'> | null): void {
  notice.value = told && { ...told, about: chosenPlaces.peek() }
}

/** Shows in a few lines which words were not understood, what else the name may mean, and what was cleared. */
export function SearchNotice() {
  const told = notice.value
  if (told === null || told.about !== chosenPlaces.value) return null
  const { unknown = [], meanings, cleared } = told
  return (
    <div class="search-notice">
      {unknown.length > 0 && (
        <p role="status">
          Not understood: {unknown.map((word) => `“${word}”`).join(', ')}. Schools are listed for each place; crime and
          prices are not in the data.
        </p>
      )}
      {meanings && (
        <p class="actions meant">
          Not this one?
          {meanings.alternatives.map((match) => (
            <Button
              key={`${match.label} ${match.lat}`}
              class="plain"
              title={match.county ?? ''}
              onClick={() => meanings.take(placeOf(match))}
            >
              {match.label}
            </Button>
          ))}
        </p>
      )}
      {cleared && (
        <p class="actions">
          {cleared.what}
          <Button
            class="plain"
            onClick={() => {
              notice.value = null
              cleared.undo()
            }}
          >
            Undo
          </Button>
        </p>
      )}
    </div>
  )
}
