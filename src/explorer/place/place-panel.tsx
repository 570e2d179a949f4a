import { useEffect, useMemo } from 'preact/hooks'
import type { PartProps } from '../app.tsx'
import { dimension, other, place, school } from '../view.ts'
import { ChooseOther } from './choose-other.tsx'
import { Comparison } from './comparison.tsx'
import { NothingChosen } from './nothing-chosen.tsx'
import { OnePlace } from './one-place.tsx'
import { askAbout } from './place-answers.ts'
import { nameOf } from './place-words.ts'
import { Report } from './report.tsx'
import { SchoolCard } from './school-card.tsx'

/** All about the chosen place, or about two of them side by side. */
export function PlacePanel({ engine }: PartProps) {
  const [a, b] = [place.value, other.value]
  const first = useMemo(() => (a === null ? null : askAbout(engine, a, dimension.peek())), [engine, a])
  const second = useMemo(() => (b === null ? null : askAbout(engine, b, dimension.peek())), [engine, b])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card belongs to the places that it was opened beside
  useEffect(
    () => () => {
      school.value = null
    },
    [a, b],
  )
  if (first === null)
    return (
      <>
        <NothingChosen engine={engine} />
        <SchoolCard engine={engine} />
      </>
    )
  return (
    <>
      <p class="hidden" role="status">
        {second === null
          ? `Chosen place: ${nameOf(first.place)}.`
          : `Comparing ${nameOf(first.place)} with ${nameOf(second.place)}.`}
      </p>
      <ChooseOther engine={engine} />
      {second === null ? (
        <OnePlace key={first} engine={engine} answers={first} />
      ) : (
        <Comparison first={first} second={second} />
      )}
      <SchoolCard engine={engine} />
      <Report answers={first} />
      {second !== null && <Report answers={second} />}
    </>
  )
}
