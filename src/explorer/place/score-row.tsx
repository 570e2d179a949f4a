import { useSignal } from '@preact/signals'
import type { Dimension } from '../../dimensions/dimension.ts'
import type { Explanation } from '../../endpoints/scores.ts'
import { goToMap } from '../go-to.ts'
import { shortName } from '../picker/groups.ts'
import { dimension as shown } from '../view.ts'
import { BehindScore } from './behind-score.tsx'
import { Failure } from './failure.tsx'
import type { Question } from './question.ts'
import { ScaleEnds } from './scale-ends.tsx'
import { ScoreBar } from './score-bar.tsx'
import { ScoreNumber } from './score-number.tsx'

interface Props {
  readonly dimension: Dimension
  readonly question: Question<Explanation>
  /** Name of the state, where it is known. */
  readonly state: string | undefined
}

/** A score as number, bar and words; a click on the words opens what is behind it. */
export function ScoreRow({ dimension, question, state }: Props) {
  const answer = question.answer.value
  const explanation = answer.state === 'ready' ? answer.value : null
  const isShown = shown.value === dimension.id
  const isOpen = useSignal(false)
  return (
    <li class={isShown ? 'score shown' : 'score'} data-dimension={dimension.id}>
      <h4>{shortName(dimension.id)}</h4>
      {answer.state === 'failed' ? <p class="number" /> : <ScoreNumber explanation={explanation} />}
      <button
        type="button"
        class="plain on-map"
        aria-pressed={isShown}
        aria-label={`Show ${shortName(dimension.id)} on the map`}
        title={isShown ? 'This is on the map' : 'Show on the map'}
        onClick={() => {
          shown.value = dimension.id
          goToMap()
        }}
      >
        <MapIcon />
      </button>
      <ScoreBar dimension={dimension} score={explanation?.score ?? 0} isColoured={isShown} />
      <ScaleEnds dimension={dimension} score={explanation?.score ?? 0} />
      {answer.state === 'failed' && <Failure reason={answer.reason} again={question.again} />}
      {answer.state === 'waiting' && <p class="behind quiet">Loading…</p>}
      {explanation && (
        <details
          class="behind"
          onToggle={(event) => {
            isOpen.value = event.currentTarget.open
          }}
        >
          <summary>
            <span class="description">{explanation.description}</span>
            <span class="hidden"> What is behind the score of {shortName(dimension.id)}</span>
          </summary>
          {isOpen.value && <BehindScore dimension={dimension} explanation={explanation} state={state} />}
        </details>
      )}
    </li>
  )
}

function MapIcon() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M2.5 5 7.5 3l5 2 5-2v12l-5 2-5-2-5 2zM7.5 3v12M12.5 5v12" stroke-width="1.5" stroke-linejoin="round" />
    </svg>
  )
}
