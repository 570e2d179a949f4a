import { batch, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { dimensions } from '../catalog.ts'
import { Button, set } from '../controls.tsx'
import type { PlaceScore } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { ComparedFits } from '../fit/place-fit.tsx'
import { getWeight } from '../fit/priorities.ts'
import { COVERAGE, type DimensionId, districtWords, wordsOfBand } from '../library.ts'
import { outlines } from '../map/layers.ts'
import { shortName } from '../picker/groups.ts'
import { chooseOther, MAX_COMPARED, others, place } from '../places.ts'
import { focusPanel, goToMap, wide } from '../screen.ts'
import { pins, priorities, shownScore, showScore } from '../view.ts'
import { getLetter, getRange, noDataWords, precisionWords, ranks, sideBySide } from '../words.ts'
import { type Difference, differenceWords, isDifferent, ranked, roughnessWords, SAME } from './differences.ts'
import { Failure } from './failure.tsx'
import { hazardLead, hazards } from './hazards.ts'
import { Letter } from './letter.tsx'
import { isWithoutMap, MapLink, missingMapWords, OfficialMap } from './official-maps.tsx'
import { getFailure, getPin, hasSchools, known, type PlaceData, titleOfData, whereOfData } from './place-data.ts'
import { PageLink } from './report.tsx'
import { Rating, SchoolRows } from './schools.tsx'
import { ScoreBar, ScoreNumber } from './score-bar.tsx'
import { BehindScore, Caveat, getDescription } from './score-list.tsx'
import { hazardOf, livesOf } from './summary.ts'
import { TakeAway } from './take-away.tsx'

/** Number of schools listed for each place. */
const FEW = 3

interface PlacesProps {
  /** Data of two to four places. */
  readonly places: readonly PlaceData[]
}

/** Compares places side by side, largest differences first. */
export function Comparison({ engine, places }: PlacesProps & EngineProps) {
  useOnMap(places)
  const rows = dimensions.flatMap((dimension) => {
    const answers = places.flatMap(({ scores }) => known(scores.get(dimension.id)!) ?? [])
    return answers.length === places.length ? [{ dimension, answers }] : []
  })
  const failure = getFailure(places.flatMap(({ scores }) => [...scores.values()]))
  const isLoading = rows.length < dimensions.length && failure === null
  return (
    <div class={`comparison of-${places.length}`}>
      <h2>
        <span class="hidden">{sideBySide(places)}: </span>
        {places.map((data, i) => (
          <span key={getLetter(i)} class="named">
            <Letter i={i} /> {titleOfData(data)}{' '}
          </span>
        ))}
      </h2>
      <ComparedFits engine={engine} places={places} wanted={priorities.value} />
      <InBrief places={places} differences={ranked(rows)} />
      <ComparedPlaces places={places} />
      {roughnessWords(places.map((data) => data.place)).map((words) => (
        <p key={words} class="message">
          {words}
        </p>
      ))}
      {failure !== null && <Failure {...failure} />}
      <h3>{priorities.value.length > 0 ? 'Your priorities first' : 'Largest differences first'}</h3>
      <p class="quiet">
        Each bar is everyone in the state, lowest scores on the left. The mark is the place, or most people of a whole
        city; its pale ends are the uncertainty. Scores run from 1 to 255; <strong>~</strong> marks an estimate.
        {isLoading && ` ${rows.length} of ${dimensions.length} loaded…`}
      </p>
      <table class="compared" aria-busy={isLoading}>
        <thead>
          <tr>
            {places.map((data, i) => (
              <th key={getLetter(i)} scope="col">
                <Letter i={i} /> {titleOfData(data)}
              </th>
            ))}
          </tr>
        </thead>
        {heaviestFirst(ranked(rows)).map((difference) => (
          <ComparedRow key={difference.dimension.id} difference={difference} />
        ))}
      </table>
      <section class="compared-schools" aria-label="Districts and schools near the places">
        {places.map((data, i) => (
          <SchoolsNear key={getLetter(i)} i={i} data={data} />
        ))}
      </section>
      <TakeAway places={places} />
      <Caveat />
      <PageLink />
    </div>
  )
}

/** Moves the dimensions that matter most to the front, and otherwise keeps the order. */
function heaviestFirst(rows: readonly Difference<PlaceScore>[]): readonly Difference<PlaceScore>[] {
  const weight = ({ dimension: { id } }: Difference<PlaceScore>) => Math.abs(getWeight(id))
  return rows.toSorted((a, b) => weight(b) - weight(a))
}

/** Number of differences listed under the heading. */
const LARGEST = 3

/**
 * Sums up a comparison in a few lines that fit on the first screen of a phone: daily life at each place, the largest
 * differences, and the hazards.
 */
function InBrief({ places, differences }: PlacesProps & { readonly differences: readonly Difference<PlaceScore>[] }) {
  const largest = differences
    .filter((difference) => difference.dimension.group !== 'risk' && isDifferent(difference))
    .slice(0, LARGEST)
  // On a phone, more than two sentences would push the hazards off the first screen.
  const lives = wide.value || places.length === 2 ? livesOf(places, differences) : []
  return (
    <ul class="largest">
      {lives.map(
        (words, i) =>
          words !== null && (
            <li key={getLetter(i)}>
              <Letter i={i} /> {words}
            </li>
          ),
      )}
      {largest.map((difference) => (
        <li key={difference.dimension.id}>
          <strong>{shortName(difference.dimension.id)}</strong> {differenceWords(difference)}
        </li>
      ))}
      {hazards.map((id) => (
        <HazardLine key={id} id={id} places={places} />
      ))}
    </ul>
  )
}

/** Describes a hazard at each place, and links to the official map if the data lacks it. */
function HazardLine({ id, places }: PlacesProps & { readonly id: DimensionId }) {
  const hazardWords = hazardOf(id, places)
  if (hazardWords === null) return null
  const answers = places.map(({ scores }) => known(scores.get(id)!)!)
  const [missing, ...more] = new Set(answers.map(missingMapWords))
  const words =
    more.length === 0 ? missing : `${answers.every(isWithoutMap) ? 'None has' : 'Not all have'} a current ${id} map`
  return (
    <li>
      <strong>{shortName(id)}</strong> {hazardWords}. {words !== null && <MapLink id={id} words={words} />}
    </li>
  )
}

/** Draws the districts of the places and pins the listed schools. */
function useOnMap(places: readonly PlaceData[]): void {
  const districts = places.map((data) => known(data.districts))
  const schools = places.map((data) => known(data.schools))
  // biome-ignore lint/correctness/useExhaustiveDependencies: these objects change when their data arrives
  useEffect(() => {
    const drawn = new Map(districts.flatMap((all) => (all ?? []).map((district) => [district.geoid, district])))
    outlines.value = [...drawn.values()].map(({ geoid, name, outline }) => ({ geoid, name, geometry: outline }))
  }, [places, ...districts])
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    const near = schools.flatMap((answer) => answer?.schools.slice(0, FEW) ?? [])
    pins.value = [...new Map(near.map((school) => [school.nces_id, getPin(school)])).values()]
  }, [places, ...schools])
  useEffect(
    () => () => {
      outlines.value = []
      pins.value = []
    },
    [],
  )
}

/**
 * Checks whether a high score is better than a low score. Demographics do not make a place better. Some people prefer
 * the city and others the country, some privacy and others liveliness, so neither end of these dimensions is better.
 */
function isBetterHigh({ id, group }: Difference['dimension']): boolean {
  return group !== 'demographics' && !['urban-rural', 'privacy', 'liveliness'].includes(id)
}

/** Compares one dimension: how the places differ, what each score means, and where the scores come from. */
function ComparedRow({ difference }: { readonly difference: Difference<PlaceScore> }) {
  const { dimension, answers, by, highest } = difference
  const isOpen = useSignal(false)
  const name = shortName(dimension.id)
  const columns = answers.length
  const best = isBetterHigh(dimension) && by !== null && by >= SAME ? highest : -1
  return (
    <tbody class={shownScore.value === dimension.id ? 'shown' : ''} data-dimension={dimension.id}>
      <tr>
        <th colSpan={columns} scope="rowgroup">
          {name}
          <p class="by">
            {differenceWords(difference)}
            {by !== null && by > 0 && (
              <span class="quiet">
                {' '}
                (<data value={String(by)}>{by}</data> {by === 1 ? 'point' : 'points'})
              </span>
            )}
          </p>
        </th>
      </tr>
      <tr class="cells">
        {answers.map((answer, i) => (
          <Cell key={getLetter(i)} i={i} dimension={dimension} answer={answer} isBest={i === best} />
        ))}
      </tr>
      <tr class="more">
        <td colSpan={columns}>
          <details class="behind" onToggle={(event) => set(isOpen, event.currentTarget.open)}>
            <summary class="quiet">
              Details<span class="hidden">: {name}</span>
            </summary>
            {isOpen.value && (
              <>
                <Button
                  aria-pressed={shownScore.value === dimension.id}
                  onClick={() => {
                    showScore(dimension.id)
                    goToMap()
                  }}
                >
                  Show {name} on the map
                </Button>
                {answers.map((answer, i) => (
                  <section key={getLetter(i)} aria-label={`${name} of ${getLetter(i)}`}>
                    <p class="description">
                      <Letter i={i} /> {getDescription(dimension, answer)}
                    </p>
                    <BehindScore dimension={dimension} explanation={answer} />
                  </section>
                ))}
              </>
            )}
          </details>
        </td>
      </tr>
    </tbody>
  )
}

interface CellProps {
  readonly i: number
  readonly dimension: Difference['dimension']
  readonly answer: PlaceScore
  readonly isBest: boolean
}

/** Shows what the score of one place means, with the percentage of residents and the score. */
function Cell({ i, dimension, answer, isBest }: CellProps) {
  const range = getRange(answer)
  const looks = range === null ? 'unknown' : answer.basis === 'estimate' ? 'estimated' : ''
  return (
    <td class={isBest ? `${looks} best` : looks} data-place={getLetter(i)}>
      <ScoreBar dimension={dimension} explanation={answer} rank={ranks[i]} />
      <OfficialMap explanation={answer} />
      <p>
        <strong>{getWords(dimension, answer)}</strong>
      </p>
      <ScoreNumber explanation={answer} />
      {answer.percentile && !answer.band && dimension.classColors === undefined && (
        <p class="quiet">{answer.percentile.text}</p>
      )}
      {isBest && <p class="mark">✓ {dimension.than[1]}</p>}
    </td>
  )
}

/** Returns the label of a score or score range. */
function getWords(dimension: Difference['dimension'], answer: PlaceScore): string {
  const range = getRange(answer)
  if (range === null) return noDataWords(dimension)
  return dimension.group === 'risk' ? hazardLead(answer) : wordsOfBand(dimension.ladder, ...range)
}

/** Shows the letter of each place. */
function ComparedPlaces({ places }: PlacesProps) {
  const remove = (removed: PlaceData) => {
    const [first, ...remaining] = places.filter((shown) => shown !== removed)
    batch(() => {
      place.value = first.place
      others.value = remaining.map((data) => data.place)
    })
    focusPanel()
  }
  return (
    <div class="compared-places">
      <ul>
        {places.map((data, i) => (
          <ComparedPlace key={getLetter(i)} i={i} data={data} remove={() => remove(data)} />
        ))}
      </ul>
      {places.length < MAX_COMPARED && <Button onClick={chooseOther}>Add another place</Button>}
    </div>
  )
}

interface NamedProps {
  readonly i: number
  readonly data: PlaceData
  readonly remove: () => void
}

function ComparedPlace({ i, data, remove }: NamedProps) {
  const { place: chosen } = data
  const answer = data.around.answer.value
  const around = known(data.around)
  return (
    <li>
      <Letter i={i} />
      <div>
        <h3>{titleOfData(data)}</h3>
        <p class="quiet">
          {whereOfData(data)}
          {answer.state === 'ready' && around === null && `outside ${COVERAGE}`}
        </p>
        {precisionWords(chosen) && <p class="quiet">{precisionWords(chosen)}</p>}
      </div>
      <Button class="plain" aria-label={`Remove place ${getLetter(i)}`} title="Remove" onClick={remove}>
        ✕
      </Button>
    </li>
  )
}

/** Shows the district and the nearest schools of a place, in brief. */
function SchoolsNear({ i, data }: { readonly i: number; readonly data: PlaceData }) {
  const isOutside = known(data.around) === null
  const districts = known(data.districts)
  const schools = known(data.schools)
  if (schools !== undefined && !hasSchools(schools) && districts === null) return null
  return (
    <div>
      <h3>
        Schools near <Letter i={i} />
      </h3>
      {districts?.map((district) => (
        <p key={district.geoid}>
          {district.name} <Rating rating={district.rating} year={district.rating_year} />
          <small class="own-line">{districtWords(district)}</small>
        </p>
      ))}
      {schools && hasSchools(schools) && !isOutside && <SchoolRows schools={schools.schools.slice(0, FEW)} />}
    </div>
  )
}
