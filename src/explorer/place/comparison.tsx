import { batch, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { districtWords } from '../../endpoints/school-words.ts'
import { COVERAGE } from '../../states.ts'
import { dimensions } from '../catalog.ts'
import type { PlaceScore } from '../engine/engine.ts'
import { outlines } from '../map/layers.ts'
import { shortName } from '../picker/groups.ts'
import { focusPanel, goToMap } from '../screen.ts'
import { other, pins, place, dimension as shown } from '../view.ts'
import {
  type Difference,
  differenceWords,
  isSameCentroid,
  precisionWords,
  rangeOf,
  ranked,
  signed,
  titleOf,
  whereWords,
} from '../words.ts'
import { Failure } from './failure.tsx'
import { known, type PlaceData, pinOf } from './place-data.ts'
import { Rating, SchoolRows } from './schools.tsx'
import { BehindScore, Caveat, descriptionOf, ScaleEnds, ScoreBar, ScoreNumber } from './score-list.tsx'
import { TakeAway } from './take-away.tsx'

/** So many schools of each place are named. */
const FEW = 3

interface ComparisonProps {
  readonly first: PlaceData
  readonly second: PlaceData
}

/** Two places side by side, what they differ in most first. */
export function Comparison({ first, second }: ComparisonProps) {
  useOnMap(first, second)
  const pairs = dimensions.flatMap((dimension) => {
    const [a, b] = [first, second].map(({ scores }) => known(scores.get(dimension.id)!))
    return a && b ? [{ dimension, first: a, second: b }] : []
  })
  const failed = [first, second].flatMap(({ scores }) =>
    [...scores.values()].filter(({ answer }) => answer.value.state === 'failed'),
  )
  const reason = failed.map(({ answer }) => (answer.value.state === 'failed' ? answer.value.reason : ''))[0]
  const isLoading = pairs.length < dimensions.length && failed.length === 0
  return (
    <div class="comparison">
      <h2>Two places side by side</h2>
      <ComparedPlaces first={first} second={second} />
      {reason !== undefined && (
        <Failure
          reason={reason}
          retry={() => {
            for (const loadable of failed) loadable.retry()
          }}
        />
      )}
      {isSameCentroid(first.place, second.place) && (
        <p class="message">
          Both are known only as the same place. {precisionWords(first.place)} What follows is the same for both and
          says nothing about how they differ: give fuller addresses.
        </p>
      )}
      <h3>Largest differences first</h3>
      <p class="quiet">
        The number is B minus A, on a scale from 1 to 255. <strong>~</strong> marks an estimate.
      </p>
      {isLoading && (
        <p class="quiet">
          {pairs.length} of {dimensions.length} loaded…
        </p>
      )}
      <ol class="compared" aria-busy={isLoading}>
        {ranked(pairs).map((difference) => (
          <ComparedRow key={difference.dimension.id} difference={difference} />
        ))}
      </ol>
      <ComparedSchools first={first} second={second} few={FEW} />
      <TakeAway places={[first, second]} />
      <Caveat />
    </div>
  )
}

/** Draws the districts of both places and pins the schools that are named. */
function useOnMap(first: PlaceData, second: PlaceData): void {
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

interface ComparedRowProps {
  readonly difference: Difference<PlaceScore>
}

/** One dimension of two places: two bars, the difference as a number and in words, and what is behind both scores. */
function ComparedRow({ difference }: ComparedRowProps) {
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
        {by !== null && !(by === 0 && (first.band || second.band)) && <strong>{signed(by)}</strong>}{' '}
        {differenceWords(difference)}
      </p>
      {both.map(([letter, explanation]) => (
        <div key={letter} class="side">
          <span class={letter === 'A' ? 'letter' : 'letter second'}>{letter}</span>
          <ScoreBar dimension={dimension} range={rangeOf(explanation)} isSecond={letter === 'B'} />
          <ScoreNumber explanation={explanation} />
        </div>
      ))}
      <ScaleEnds dimension={dimension} range={null} />
      <details
        class="behind"
        onToggle={(event) => {
          isOpen.value = event.currentTarget.open
        }}
      >
        <summary>
          Details<span class="hidden">: {name}</span>
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
            {both.map(([letter, explanation]) => (
              <section key={letter} aria-label={`${name} of ${letter}`}>
                <p class="description">
                  <span class={letter === 'A' ? 'letter' : 'letter second'}>{letter}</span>{' '}
                  {descriptionOf(dimension, explanation)}
                </p>
                <BehindScore dimension={dimension} explanation={explanation} />
              </section>
            ))}
          </>
        )}
      </details>
    </li>
  )
}

/** Which place is A and which is B. */
function ComparedPlaces({ first, second }: { readonly first: PlaceData; readonly second: PlaceData }) {
  const become = (a: PlaceData, b: PlaceData | null) => {
    batch(() => {
      place.value = a.place
      other.value = b?.place ?? null
    })
    if (b === null) focusPanel()
  }
  return (
    <div class="compared-places">
      <ul>
        <Named letter="A" data={first} remove={() => become(second, null)} />
        <Named letter="B" data={second} remove={() => become(first, null)} />
      </ul>
      <button type="button" onClick={() => become(second, first)}>
        Swap A and B
      </button>
    </div>
  )
}

interface NamedProps {
  readonly letter: 'A' | 'B'
  readonly data: PlaceData
  readonly remove: () => void
}

function Named({ letter, data, remove }: NamedProps) {
  const { place: chosen } = data
  const answer = data.around.answer.value
  const around = known(data.around)
  return (
    <li>
      <span class={letter === 'A' ? 'letter' : 'letter second'}>{letter}</span>
      <div>
        <h3>{titleOf(chosen, known(data.city), known(data.neighborhood))}</h3>
        <p class="quiet">
          {around && whereWords(chosen, around, known(data.city), known(data.neighborhood))}
          {answer.state === 'ready' && around === null && `outside ${COVERAGE}`}
        </p>
        {precisionWords(chosen) && <p class="quiet">{precisionWords(chosen)}</p>}
      </div>
      <button type="button" class="plain" aria-label={`Remove place ${letter}`} title="Remove" onClick={remove}>
        ✕
      </button>
    </li>
  )
}

interface ComparedSchoolsProps {
  readonly first: PlaceData
  readonly second: PlaceData
  /** So many schools of each. */
  readonly few: number
}

/** Districts and nearest schools of two places, in short. */
function ComparedSchools({ first, second, few }: ComparedSchoolsProps) {
  return (
    <section class="compared-schools" aria-label="Districts and schools of both places">
      <Of letter="A" data={first} few={few} />
      <Of letter="B" data={second} few={few} />
    </section>
  )
}

function Of({ letter, data, few }: { readonly letter: 'A' | 'B'; readonly data: PlaceData; readonly few: number }) {
  const isOutside = known(data.around) === null
  const districts = known(data.districts)
  const schools = known(data.schools)
  return (
    <div>
      <h3>
        Schools near <span class={letter === 'A' ? 'letter' : 'letter second'}>{letter}</span>
      </h3>
      {districts?.map((district) => (
        <p key={district.geoid}>
          {district.name} <Rating rating={district.rating} year={district.rating_year} />
          <small>{districtWords(district)}</small>
        </p>
      ))}
      {schools && !isOutside && <SchoolRows schools={schools.schools.slice(0, few)} />}
    </div>
  )
}
