import { useEffect } from 'preact/hooks'
import { dimensions } from '../../dimensions/catalog.ts'
import { outlines } from '../map/outlines.ts'
import { pins } from '../view.ts'
import { Caveat } from './caveat.tsx'
import { ComparedPlaces } from './compared-places.tsx'
import { ComparedRow } from './compared-row.tsx'
import { ComparedSchools } from './compared-schools.tsx'
import { ranked } from './difference.ts'
import { Failure } from './failure.tsx'
import { pinOf } from './pin-of.ts'
import type { PlaceAnswers } from './place-answers.ts'
import { known } from './question.ts'
import { TakeAway } from './take-away.tsx'

/** So many schools of each place are named. */
const FEW = 3

interface Props {
  readonly first: PlaceAnswers
  readonly second: PlaceAnswers
}

/** Two places side by side, what they differ in most first. */
export function Comparison({ first, second }: Props) {
  useOnMap(first, second)
  const pairs = dimensions.flatMap((dimension) => {
    const [a, b] = [first, second].map(({ scores }) => known(scores.get(dimension.id)!))
    return a && b ? [{ dimension, first: a, second: b }] : []
  })
  const failed = [first, second].flatMap(({ scores }) =>
    [...scores.values()].filter(({ answer }) => answer.value.state === 'failed'),
  )
  const reason = failed.map(({ answer }) => (answer.value.state === 'failed' ? answer.value.reason : ''))[0]
  const states = [first, second].map(({ around }) => known(around)?.state)
  const isLoading = pairs.length < dimensions.length && failed.length === 0
  return (
    <div class="comparison">
      <h2>Two places side by side</h2>
      <ComparedPlaces first={first} second={second} />
      {reason !== undefined && (
        <Failure
          reason={reason}
          again={() => {
            for (const question of failed) question.again()
          }}
        />
      )}
      <h3>Greatest differences first</h3>
      <p class="quiet">
        The number is the score of B less that of A, on a scale from 1 to 255. <strong>~</strong> marks an estimate.
      </p>
      {isLoading && (
        <p class="quiet">
          {pairs.length} of {dimensions.length} loaded…
        </p>
      )}
      <ol class="compared" aria-busy={isLoading}>
        {ranked(pairs).map((difference) => (
          <ComparedRow key={difference.dimension.id} difference={difference} states={states} />
        ))}
      </ol>
      <ComparedSchools first={first} second={second} few={FEW} />
      <TakeAway places={[first, second]} />
      <Caveat />
    </div>
  )
}

/** Draws the districts of both places and pins the schools that are named. */
function useOnMap(first: PlaceAnswers, second: PlaceAnswers): void {
  const [districtsA, districtsB] = [known(first.districts), known(second.districts)]
  const [schoolsA, schoolsB] = [known(first.schools), known(second.schools)]
  useEffect(() => {
    const districts = new Map(
      [...(districtsA ?? []), ...(districtsB ?? [])].map((district) => [district.geoid, district]),
    )
    outlines.value = [...districts.values()].map(({ geoid, name, outline }) => ({ geoid, name, geometry: outline }))
  }, [districtsA, districtsB])
  useEffect(() => {
    const near = [schoolsA, schoolsB].flatMap((answer) => answer?.schools.slice(0, FEW) ?? [])
    pins.value = [...new Map(near.map((school) => [school.nces_id, pinOf(school)])).values()]
  }, [schoolsA, schoolsB])
  useEffect(
    () => () => {
      outlines.value = []
      pins.value = []
    },
    [],
  )
}
