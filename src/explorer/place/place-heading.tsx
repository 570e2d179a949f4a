import type { PlaceAnswers } from './place-answers.ts'
import { coordinates, foundWords, liesWords, nameOf } from './place-words.ts'
import { known } from './question.ts'

/** What the place is called, where it lies, and how well it is known. */
export function PlaceHeading({ answers }: { readonly answers: PlaceAnswers }) {
  const { place } = answers
  const around = known(answers.around)
  return (
    <div class="heading">
      <h2>{nameOf(place)}</h2>
      <p class="quiet lies">{around ? liesWords(place, around, known(answers.city)) : '\u00a0'}</p>
      {place.found && (
        <>
          <p class="quiet">
            {foundWords(place.found)} <span class="at">{coordinates(place)}</span>
          </p>
          {place.found.message !== null && <p class="message">{place.found.message}</p>}
        </>
      )}
    </div>
  )
}
