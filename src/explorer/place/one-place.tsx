import { useEffect } from 'preact/hooks'
import { COVERAGE } from '../../states.ts'
import type { PartProps } from '../app.tsx'
import { outlines } from '../map/outlines.ts'
import { choosing, place } from '../view.ts'
import { Caveat } from './caveat.tsx'
import { Districts } from './districts.tsx'
import { Failure } from './failure.tsx'
import { focusPanel } from './focus-panel.ts'
import { NearestSchools } from './nearest-schools.tsx'
import type { PlaceAnswers } from './place-answers.ts'
import { PlaceHeading } from './place-heading.tsx'
import { known } from './question.ts'
import { ScoreList } from './score-list.tsx'
import { TakeAway } from './take-away.tsx'

/** The scores, districts and schools of one place. */
export function OnePlace({ engine, answers }: PartProps & { readonly answers: PlaceAnswers }) {
  const around = answers.around.answer.value
  const districts = known(answers.districts)
  useEffect(() => {
    outlines.value = (districts ?? []).map(({ geoid, name, outline }) => ({ geoid, name, geometry: outline }))
  }, [districts])
  useEffect(
    () => () => {
      outlines.value = []
    },
    [],
  )
  const isOutside = around.state === 'ready' && around.value === null
  return (
    <>
      <PlaceHeading answers={answers} />
      {around.state === 'failed' ? (
        <Failure reason={around.reason} again={() => againAll(answers)} />
      ) : isOutside ? (
        <p>There are no scores here: the data cover the land of {COVERAGE}. Choose a place there.</p>
      ) : (
        <>
          <ul class="actions">
            <li>
              <button
                type="button"
                onClick={() => {
                  choosing.value = 'other'
                }}
              >
                Compare with another place
              </button>
            </li>
            <li>
              <button
                type="button"
                class="plain"
                onClick={() => {
                  choosing.value = 'place'
                  place.value = null
                  focusPanel()
                }}
              >
                Clear
              </button>
            </li>
          </ul>
          <ScoreList answers={answers} />
          <Districts engine={engine} districts={answers.districts} />
          <NearestSchools engine={engine} answers={answers} />
          <TakeAway places={[answers]} />
          <Caveat />
        </>
      )}
    </>
  )
}

function againAll({ around, scores, districts, schools }: PlaceAnswers): void {
  for (const question of [around, ...scores.values(), districts, schools])
    if (question.answer.peek().state === 'failed') question.again()
}
