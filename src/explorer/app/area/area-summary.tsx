import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Button } from '../controls.tsx'
import type { EngineProps } from '../engine/start-engine.ts'
import {
  type AreaAnswer,
  type AreaScore,
  areaText,
  chanceText,
  type Dimension,
  type DimensionId,
  type SchoolsByLevel,
  wordsFor,
} from '../library.ts'
import { shortName } from '../picker/groups.ts'
import { Answered } from '../place/failure.tsx'
import { known, load } from '../place/place-data.ts'
import { NoNumber, ScaleEnds } from '../place/score-bar.tsx'
import { Grouped } from '../place/score-list.tsx'
import { place } from '../places.ts'
import { focusPanel, useEscape } from '../screen.ts'
import { noDataWords, peopleWords } from '../words.ts'
import { type ChosenArea, writeArea } from './area-link.ts'
import { area, found, learnedOutline } from './area-view.ts'
import { goToList } from './best-areas.tsx'

/** Summarizes the chosen area: its people, land and schools, and the spread of its people's scores. */
export function AreaSummary({ engine }: EngineProps) {
  const chosen = area.value
  return chosen === null ? null : <Summary key={JSON.stringify(chosen.shape)} engine={engine} chosen={chosen} />
}

function Summary({ engine, chosen }: EngineProps & { readonly chosen: ChosenArea }) {
  const loadable = useMemo(() => load(() => engine.area(chosen.shape)), [engine, chosen])
  const outline = useMemo(() => load(() => engine.outline(chosen.shape)), [engine, chosen])
  const learned = known(outline)
  const name = chosen.name || (learned === undefined ? '' : (learned?.name ?? 'This area'))
  const isListed = found.value.some(({ shape }) => writeArea({ shape }) === writeArea(chosen))
  useEffect(() => {
    learnedOutline.value = learned?.outline ?? null
  }, [learned])
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every area that is chosen
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' })
    heading.current?.focus({ preventScroll: true })
    // Close the summary when another place is chosen.
    const before = place.peek()
    return place.subscribe((now) => {
      if (now !== before) area.value = null
    })
  }, [chosen])
  const close = () => {
    area.value = null
    if (isListed) goToList()
    else focusPanel()
  }
  useEscape(true, close)
  return (
    <section class="area-summary" aria-labelledby="area-title" aria-busy={loadable.answer.value.state === 'waiting'}>
      <div class="line spread">
        <h2 id="area-title" ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <Button class="plain" onClick={close}>
          {isListed ? 'Back to the list' : 'Close'}
          <span class="hidden">: the summary of {name}</span>
        </Button>
      </div>
      <Answered loadable={loadable} waiting="Summing up its people…">
        {(summary) => <Figures name={name} summary={summary} />}
      </Answered>
    </section>
  )
}

function Figures({ name, summary }: { readonly name: string; readonly summary: AreaAnswer }) {
  const { people, land_km2: km2, boundary, scores, schools } = summary
  return (
    <>
      <p>
        {peopleWords(people)} on {areaText(km2)}.
      </p>
      {boundary === 'approximate' && (
        <p class="quiet">Its outline is not known: these are the census block groups nearest to it.</p>
      )}
      {schools !== null && <p>{schoolWords(schools)}</p>}
      <p class="quiet">
        Words, number and mark are those of the person in the middle; each bar spans the middle 80% of the people.
      </p>
      <Grouped of={name}>{(dimension) => <Spread dimension={dimension} score={scores[dimension.id]} />}</Grouped>
    </>
  )
}

/** Describes the schools: `Public schools: 73 elementary (mean rating 5.9), …`. */
function schoolWords(schools: SchoolsByLevel): string {
  if (Object.values(schools).every(({ schools: count }) => count === 0)) return 'No public schools.'
  const levels = Object.entries(schools).map(
    ([level, { schools: count, mean_rating: mean }]) =>
      `${count.toLocaleString('en-US')} ${level}${mean === null ? '' : ` (mean rating ${mean})`}`,
  )
  return `Public schools: ${levels.join(', ')}.`
}

interface SpreadProps {
  readonly dimension: Dimension<DimensionId>
  readonly score: AreaScore | undefined
}

/** Shows the spread of the people's scores as a bar from the 10th to the 90th percentile, with a mark at the median. */
function Spread({ dimension, score }: SpreadProps) {
  const { p10 = null, p50 = null, p90 = null, without_data: without = 0 } = score ?? {}
  const isKnown = p10 !== null && p50 !== null && p90 !== null
  const isFloodEstimate = dimension.id === 'flood' && isKnown && score !== undefined && score.basis.estimate > 0.5
  const chance = isFloodEstimate ? ` (estimate: ${chanceText(p50)})` : ''
  const withoutScore =
    dimension.group === 'risk' ? 'live where it is not mapped, which does not mean safe' : 'have no score'
  return (
    <li class="score" data-dimension={dimension.id}>
      <h4 class="quiet">{shortName(dimension.id)}</h4>
      <p class="lead">
        <strong>{isKnown ? `${wordsFor(dimension.ladder, p50)}${chance}` : noDataWords(dimension)}</strong>
        {without > 0.005 && without < 1 && (
          <span class="own-line quiet">
            {Math.round(100 * without)}% of the people {withoutScore}.
          </span>
        )}
      </p>
      <svg class="bar spread" viewBox="0 0 255 8" preserveAspectRatio="none" aria-hidden="true">
        {isKnown && (
          <>
            <rect class="fill" x={p10} y="1.5" width={Math.max(2, p90 - p10)} height="5" />
            <rect class="median" x={Math.min(252, p50 - 1)} y="0" width="3" height="8" />
          </>
        )}
      </svg>
      {isKnown ? (
        <p class="number">
          <span class="value">{p50}</span>
          <span class="hidden">
            {' '}
            of 255 in the middle; a tenth at most {p10}, nine tenths at most {p90}
          </span>
        </p>
      ) : (
        <NoNumber />
      )}
      {isKnown && <ScaleEnds dimension={dimension} range={[p10, p90]} />}
    </li>
  )
}
