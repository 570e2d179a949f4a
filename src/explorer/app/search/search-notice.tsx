import { Button } from '../controls.tsx'
import { chosenPlaces } from '../places.ts'
import { getPlace } from './find.ts'
import { notice } from './notice.ts'

/** Shows which words were not understood, other places with the same name, and which conditions were cleared. */
export function SearchNotice() {
  const current = notice.value
  if (current === null || current.about !== chosenPlaces.value) return null
  const { around, unknown = [], meanings, cleared } = current
  return (
    <div class="search-notice">
      {unknown.length > 0 && (
        <p role="status">
          Not understood: {unknown.map((word) => `“${word}”`).join(', ')}. Schools are listed for each place; crime and
          prices are not in the data.
        </p>
      )}
      {around !== undefined && meanings === undefined && <p>The map shows {around}.</p>}
      {meanings && (
        <p class="actions meant">
          {around !== undefined && `The map shows ${around}. `}
          Not this one?
          {meanings.alternatives.map((match) => (
            <Button
              key={`${match.label} ${match.lat}`}
              class="plain"
              title={match.county ?? ''}
              onClick={() => meanings.take(getPlace(match))}
            >
              {match.label}
            </Button>
          ))}
        </p>
      )}
      {cleared && (
        <p class="actions">
          {cleared.message}
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
