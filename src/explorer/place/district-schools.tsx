import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { District } from '../../schools/answers.ts'
import type { PartProps } from '../app.tsx'
import { Failure } from './failure.tsx'
import { type Level, LevelChoice } from './level-choice.tsx'
import { question } from './question.ts'
import { SchoolRows } from './school-rows.tsx'

/** The most that one question may ask for. */
const MOST = 50

/** The schools of a district by name, on request. */
export function DistrictSchools({ engine, district }: PartProps & { readonly district: District }) {
  const isOpen = useSignal(false)
  return (
    <details
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open
      }}
    >
      <summary>Schools of this district</summary>
      {isOpen.value && <OpenList engine={engine} district={district} />}
    </details>
  )
}

function OpenList({ engine, district: { geoid, name } }: PartProps & { readonly district: District }) {
  const level = useSignal<Level>('all')
  const asked = level.value
  const schools = useMemo(
    () =>
      question(() =>
        engine.schoolsOfDistrict({ lea_id: geoid, limit: MOST, ...(asked === 'all' ? {} : { level: asked }) }),
      ),
    [engine, geoid, asked],
  )
  const answer = schools.answer.value
  return (
    <>
      <LevelChoice level={level} about={name} />
      {answer.state === 'waiting' && <p class="quiet">Loading…</p>}
      {answer.state === 'failed' && <Failure reason={answer.reason} again={schools.again} />}
      {answer.state === 'ready' && (
        <>
          {answer.value.schools.length === MOST && <p class="quiet">The first {MOST} by name:</p>}
          <SchoolRows schools={answer.value.schools} />
        </>
      )}
    </>
  )
}
