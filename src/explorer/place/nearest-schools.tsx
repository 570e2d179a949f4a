import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { PartProps } from '../app.tsx'
import { pins } from '../view.ts'
import { Failure } from './failure.tsx'
import { type Level, LevelChoice } from './level-choice.tsx'
import { pinOf } from './pin-of.ts'
import type { PlaceAnswers } from './place-answers.ts'
import { question } from './question.ts'
import { SchoolRows } from './school-rows.tsx'

/** The ten nearest schools; those listed are pinned to the map. */
export function NearestSchools({ engine, answers }: PartProps & { readonly answers: PlaceAnswers }) {
  const level = useSignal<Level>('all')
  const isSameDistrict = useSignal(false)
  const [asked, same] = [level.value, isSameDistrict.value]
  const { lat, lon } = answers.place
  const schools = useMemo(
    () =>
      asked === 'all' && !same
        ? answers.schools
        : question(() =>
            engine.schools({ lat, lon, same_district: same, ...(asked === 'all' ? {} : { level: asked }) }),
          ),
    [engine, answers, lat, lon, asked, same],
  )
  const answer = schools.answer.value
  const listed = answer.state === 'ready' ? answer.value.schools : null
  useEffect(() => {
    if (listed !== null) pins.value = listed.map(pinOf)
  }, [listed])
  useEffect(
    () => () => {
      pins.value = []
    },
    [],
  )
  return (
    <section class="schools" aria-labelledby="schools-title">
      <h3 id="schools-title">Ten nearest schools</h3>
      <LevelChoice level={level} about="nearest" />
      <label class="same">
        <input
          type="checkbox"
          checked={same}
          onChange={(event) => {
            isSameDistrict.value = event.currentTarget.checked
          }}
        />
        Same district only
      </label>
      {answer.state === 'waiting' && <p class="quiet">Loading…</p>}
      {answer.state === 'failed' && <Failure reason={answer.reason} again={schools.again} />}
      {answer.state === 'ready' && (
        <>
          <SchoolRows schools={answer.value.schools} />
          <details class="about-schools">
            <summary>Where this list and the ratings come from</summary>
            <p>
              {answer.value.data_source}, {answer.value.data_vintage}.
            </p>
            {answer.value.additional_info !== null && <p>{answer.value.additional_info}</p>}
          </details>
        </>
      )}
    </section>
  )
}
