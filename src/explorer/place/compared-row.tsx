import { useSignal } from '@preact/signals'
import type { Explanation } from '../../endpoints/scores.ts'
import { goToMap } from '../go-to.ts'
import { shortName } from '../picker/groups.ts'
import { dimension as shown } from '../view.ts'
import { BehindScore } from './behind-score.tsx'
import { type Difference, differenceWords, signed } from './difference.ts'
import { ScaleEnds } from './scale-ends.tsx'
import { ScoreBar } from './score-bar.tsx'
import { ScoreNumber } from './score-number.tsx'

interface Props {
  readonly difference: Difference<Explanation>
  /** Names of the states of the first and the second place, where they are known. */
  readonly states: readonly (string | undefined)[]
}

/** One dimension of two places: two bars, the difference as a number and in words, and what is behind both scores. */
export function ComparedRow({ difference, states }: Props) {
  const { dimension, first, second, by } = difference
  const isOpen = useSignal(false)
  const name = shortName(dimension.id)
  const both = [
    ['A', first],
    ['B', second],
  ] as const
  return (
    <li class={shown.value === dimension.id ? 'shown' : ''} data-dimension={dimension.id}>
      <h4>{name}</h4>
      <p class="by">
        {by !== null && <strong>{signed(by)}</strong>} {differenceWords(difference)}
      </p>
      {both.map(([letter, explanation]) => (
        <div key={letter} class="side">
          <span class={letter === 'A' ? 'letter' : 'letter second'}>{letter}</span>
          <ScoreBar dimension={dimension} score={explanation.score} isSecond={letter === 'B'} />
          <ScoreNumber explanation={explanation} />
        </div>
      ))}
      <ScaleEnds dimension={dimension} score={0} />
      <details
        class="behind"
        onToggle={(event) => {
          isOpen.value = event.currentTarget.open
        }}
      >
        <summary>
          What is behind it<span class="hidden">: {name}</span>
        </summary>
        {isOpen.value && (
          <>
            <button
              type="button"
              aria-pressed={shown.value === dimension.id}
              onClick={() => {
                shown.value = dimension.id
                goToMap()
              }}
            >
              Show {name} on the map
            </button>
            {both.map(([letter, explanation], i) => (
              <section key={letter} aria-label={`${name} of ${letter}`}>
                <p class="description">
                  <span class={letter === 'A' ? 'letter' : 'letter second'}>{letter}</span> {explanation.description}
                </p>
                <BehindScore dimension={dimension} explanation={explanation} state={states[i]} />
              </section>
            ))}
          </>
        )}
      </details>
    </li>
  )
}
