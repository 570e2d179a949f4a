import { foundWords } from '../place/place-words.ts'
import type { ChosenPlace } from '../view.ts'
import { type Meaning, placeOf } from './find.ts'

interface Props {
  /** Whether the best of them is on the map already. */
  readonly isFound: boolean
  readonly alternatives: readonly Meaning[]
  readonly take: (place: ChosenPlace) => void
}

/** Other places that an address may mean, to choose from. */
export function Meanings({ isFound, alternatives, take }: Props) {
  return (
    <>
      <p id="meanings">
        {isFound ? 'It may also mean:' : alternatives.length === 1 ? 'Is this meant?' : 'Which of these is meant?'}
      </p>
      <ul class="meanings" aria-labelledby="meanings">
        {alternatives.map((match) => (
          <li key={`${match.address} ${match.lat} ${match.lon}`}>
            <button type="button" onClick={() => take(placeOf(match))}>
              {match.address}
              <small>
                {match.county !== null && `${match.county}. `}
                {foundWords({ ...match, message: null })}
              </small>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
