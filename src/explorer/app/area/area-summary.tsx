import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Button } from '../controls.tsx'
import type { AmongArea, AreaSummary as AreaSummaryAnswer } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import {
  type AreaScore,
  areaText,
  chanceText,
  type Dimension,
  type DimensionId,
  type SchoolsByLevel,
  wordsFor,
  wordsOfBand,
} from '../library.ts'
import { shortName } from '../picker/groups.ts'
import { Answered } from '../place/failure.tsx'
import { MissingMap, NO_FLOOD_MAP } from '../place/official-maps.tsx'
import { known, load } from '../place/place-data.ts'
import { ClassBar } from '../place/score-bar.tsx'
import { Grouped } from '../place/score-list.tsx'
import { place } from '../places.ts'
import { focusPanel, useEscape } from '../screen.ts'
import { noDataWords, peopleWords } from '../words.ts'
import { type ChosenArea, writeArea } from './area-link.ts'
import { area, learnedOutline, listedAreas } from './area-view.ts'
import { goToList } from './best-areas.tsx'

/** Summarizes the chosen area: its residents, land, schools, and the distribution of the residents' scores. */
export function AreaSummary({ engine }: EngineProps) {
  const chosen = area.value
  return chosen === null ? null : <Summary key={JSON.stringify(chosen.shape)} engine={engine} chosen={chosen} />
}

function Summary({ engine, chosen }: EngineProps & { readonly chosen: ChosenArea }) {
  const loadable = useMemo(() => load(() => engine.area(chosen.shape)), [engine, chosen])
  const outline = useMemo(() => load(() => engine.outline(chosen.shape)), [engine, chosen])
  const learned = known(outline)
  const name = chosen.name || (learned === undefined ? '' : (learned?.name ?? 'This area'))
  const isListed = listedAreas.value.some(({ shape }) => writeArea({ shape }) === writeArea(chosen))
  useEffect(() => {
    learnedOutline.value = learned?.outline ?? null
  }, [learned])
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every area that is chosen
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'nearest' })
    heading.current?.focus({ preventScroll: true })
    // Closes the summary when another place is chosen.
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
      <Answered loadable={loadable} waiting="Summarizing its people…">
        {(summary) => <Figures name={name} summary={summary} />}
      </Answered>
    </section>
  )
}

function Figures({ name, summary }: { readonly name: string; readonly summary: AreaSummaryAnswer }) {
  const { people, land_km2: km2, boundary, scores, schools, among } = summary
  const landNote = Object.values(scores).find((score) => score?.note?.code === 'no_homes')?.note
  return (
    <>
      <p>
        {peopleWords(people)} on {areaText(km2)}.
      </p>
      {boundary === 'approximate' && (
        <p class="quiet">Its outline is not known: these are the census block groups nearest to it.</p>
      )}
      {schools !== null && <p>{schoolWords(schools)}</p>}
      {landNote ? (
        <p>{landNote.text}</p>
      ) : (
        <p class="quiet">
          The words are for a typical resident. “Most people” leaves out the tenth at either end. The bar shows where
          most people stand in the state, and its mark the typical resident.
        </p>
      )}
      <Grouped of={name}>
        {(dimension) => <Spread dimension={dimension} score={scores[dimension.id]} among={among[dimension.id]} />}
      </Grouped>
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
  readonly among: AmongArea | undefined
}

/** Shows the scores of most residents in the area, and how these scores rank in the state. */
function Spread({ dimension, score, among }: SpreadProps) {
  const { p10 = null, p50 = null, p90 = null, without_data: without = 0 } = score ?? {}
  const { id, group, ladder } = dimension
  const isOfLand = score?.note?.code === 'no_homes'
  const isKnown = p10 !== null && p50 !== null && p90 !== null
  const estimated = isKnown && group === 'risk' ? (score?.basis.estimate ?? 0) : 0
  const withoutScore = group === 'risk' ? 'live in unmapped places; unmapped does not mean safe' : 'have no score'
  // Most of the fire maps in the data have been replaced. An area outside every zone of the old map may be in a zone of
  // the new map.
  const isUnclear = id === 'fire' && isKnown && p50 >= ladder.at(-1)![0]
  const lead = isUnclear ? 'Unclear: no zone on this page’s fire maps' : isKnown && wordsFor(ladder, p50)
  return (
    <li class="score" data-dimension={id}>
      <h4 class="quiet">{shortName(id)}</h4>
      <div class="lead">
        {id === 'fire' && isKnown && <MissingMap id={id} words="Most fire maps were replaced" />}
        {id === 'flood' && estimated > 0 && (
          <MissingMap id={id} words={estimated < 1 ? 'No flood map for part of this area' : NO_FLOOD_MAP} />
        )}
        <p>{lead ? `${lead}${estimateWords(id, p50!, estimated)}` : noDataWords(dimension)}</p>
      </div>
      {dimension.classColors === undefined ? (
        <SpreadBar among={among} />
      ) : (
        <ClassBar dimension={dimension} range={isKnown && !isUnclear ? [p10, p90] : null} />
      )}
      <p class="behind quiet">
        {!isOfLand && isKnown && spreadWords(dimension, [p10, p90], among)}
        {!isOfLand && without > 0.005 && without < 1 && ` ${Math.round(100 * without)}% of the people ${withoutScore}.`}
      </p>
    </li>
  )
}

/**
 * Marks a hazard of an area as an estimate: ` (estimate: no flood map here)`, ` (partly an estimate)`, or an empty
 * string.
 *
 * @param estimated how many of the residents who have a score have an estimated score, as a fraction, 0-1
 */
function estimateWords(id: DimensionId, score: number, estimated: number): string {
  if (estimated === 0) return ''
  if (estimated < 1) return ' (partly an estimate)'
  return id === 'flood' ? ` (estimate: ${chanceText(score)})` : ' (estimate)'
}

/**
 * Draws the state ranks of the middle 80% of residents as a bar, with a mark at the rank of the median resident. The
 * sentence below the bar shows the same numbers.
 */
function SpreadBar({ among }: Pick<SpreadProps, 'among'>) {
  if (among === undefined) return <svg class="bar spread" viewBox="0 0 100 8" aria-hidden="true" />
  const { middle, range } = among
  const [least, most] = range
  return (
    <svg class="bar spread" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="fill" x={Math.min(99, least)} y="1.5" width={Math.max(1, most - least)} height="5" />
      <rect class="median" x={Math.min(99, middle)} y="0" width="1" height="8" />
    </svg>
  )
}

/** Describes the spread of the scores: `Most people: louder than where 22-64% of the state’s people live.` */
function spreadWords(
  { ladder, than, classColors }: Dimension<DimensionId>,
  [p10, p90]: readonly [number, number],
  among: AmongArea | undefined,
): string {
  if (classColors !== undefined || among === undefined)
    return wordsFor(ladder, p10) === wordsFor(ladder, p90)
      ? 'The same for most people.'
      : `Most people: ${wordsOfBand(ladder, p10, p90).toLowerCase()}.`
  const [least, most] = among.range
  const share = least === most ? String(least) : `${least}-${most}`
  return `Most people: ${than[among.than].toLowerCase()} than where ${share}% of the state’s people live.`
}
