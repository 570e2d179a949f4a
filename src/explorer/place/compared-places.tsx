import { batch } from '@preact/signals'
import { COVERAGE } from '../../states.ts'
import { other, place } from '../view.ts'
import { focusPanel } from './focus-panel.ts'
import type { PlaceAnswers } from './place-answers.ts'
import { foundWords, liesWords, nameOf } from './place-words.ts'
import { known } from './question.ts'

/** Which place is A and which is B. */
export function ComparedPlaces({ first, second }: { readonly first: PlaceAnswers; readonly second: PlaceAnswers }) {
  const become = (a: PlaceAnswers, b: PlaceAnswers | null) => {
    batch(() => {
      place.value = a.place
      other.value = b?.place ?? null
    })
    if (b === null) focusPanel()
  }
  return (
    <div class="compared-places">
      <ul>
        <Named letter="A" answers={first} remove={() => become(second, null)} />
        <Named letter="B" answers={second} remove={() => become(first, null)} />
      </ul>
      <button type="button" onClick={() => become(second, first)}>
        Swap A and B
      </button>
    </div>
  )
}

interface NamedProps {
  readonly letter: 'A' | 'B'
  readonly answers: PlaceAnswers
  readonly remove: () => void
}

function Named({ letter, answers, remove }: NamedProps) {
  const { place: chosen } = answers
  const answer = answers.around.answer.value
  const around = known(answers.around)
  return (
    <li>
      <span class={letter === 'A' ? 'letter' : 'letter second'}>{letter}</span>
      <div>
        <h3>{nameOf(chosen)}</h3>
        <p class="quiet">
          {around && liesWords(chosen, around, known(answers.city))}
          {answer.state === 'ready' && around === null && `outside ${COVERAGE}`}
        </p>
        {chosen.found && <p class="quiet">{foundWords(chosen.found)}</p>}
      </div>
      <button type="button" class="plain" aria-label={`Remove place ${letter}`} title="Remove" onClick={remove}>
        ✕
      </button>
    </li>
  )
}
