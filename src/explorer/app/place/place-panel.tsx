import { effect } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { AreasAround } from '../area/area-choices.tsx'
import { listing } from '../area/area-view.ts'
import { BestAreas, isListInPanel } from '../area/best-areas.tsx'
import { Actions, Button, set } from '../controls.tsx'
import type { EngineProps } from '../engine/start-engine.ts'
import { PlaceFit } from '../fit/place-fit.tsx'
import { outlines, placeOutlines } from '../map/layers.ts'
import { arePinsMovable } from '../map/map-state.ts'
import {
  ask,
  type ChosenPlace,
  chooseAll,
  chooseOther,
  choosing,
  chosenPlaces,
  inBrief,
  MAX_COMPARED,
  pending,
  place,
  put,
  titles,
  unanswered,
} from '../places.ts'
import { CLICK, focusPanel, isTouched, useEscape } from '../screen.ts'
import { SearchNotice } from '../search/search-notice.tsx'
import { UseLocation } from '../search/use-location.tsx'
import { StartPanel } from '../start/start-panel.tsx'
import { dimension, only, priorities, school } from '../view.ts'
import {
  coordinates,
  getLetter,
  getName,
  isOfHouse,
  isRough,
  isStreetUnknown,
  listed,
  precisionWords,
} from '../words.ts'
import { Comparison } from './comparison.tsx'
import { Failure } from './failure.tsx'
import { Outside } from './outside.tsx'
import { getFailure, known, loadPlace, type PlaceData, settled, titleOfData, whereOfData } from './place-data.ts'
import { prepareToPrint } from './printing.ts'
import { Report } from './report.tsx'
import { Districts, NearestSchools, SchoolCard } from './schools.tsx'
import { Caveat, ScoreList, SummaryLine } from './score-list.tsx'
import { hazardsOf, summarize } from './summary.ts'
import { TakeAway } from './take-away.tsx'

/** Shows everything about the chosen place, or compares up to four places. */
export function PlacePanel({ engine }: EngineProps) {
  const chosen = chosenPlaces.value
  const places = useLoaded(engine, chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the card closes when other places are chosen
  useEffect(() => () => set(school, null), [chosen])
  useTitles(places)
  useEffect(() => prepareToPrint(() => Promise.all(places.map(settled))), [places])
  const [first] = places
  if (first === undefined)
    return (
      <>
        <SearchNotice />
        {isListInPanel.value && only.value.length + priorities.value.length > 0 && (
          <section class="matching" aria-labelledby="best-areas">
            <h2 id="best-areas">Best areas</h2>
            <BestAreas engine={engine} />
          </section>
        )}
        {listing.value === null && <StartPanel engine={engine} />}
        <SchoolCard engine={engine} />
      </>
    )
  if (unanswered.value !== null) return <Unanswered />
  return (
    <>
      <p class="hidden" role="status">
        {places.length === 1 ? `Chosen place: ${getName(first.place)}.` : `Comparing ${listed(chosen.map(getName))}.`}
      </p>
      <SearchNotice />
      <ChooseOther engine={engine} />
      <AskWhich />
      {places.length === 1 ? (
        <OnePlace key={first} engine={engine} data={first} />
      ) : (
        <Comparison engine={engine} places={places} />
      )}
      <SchoolCard engine={engine} />
      {places.length === 1 && <Report engine={engine} data={first} />}
    </>
  )
}

/** Loads the data of each chosen place, once. */
function useLoaded(engine: EngineProps['engine'], chosen: readonly ChosenPlace[]): readonly PlaceData[] {
  const loaded = useRef<readonly PlaceData[]>([])
  return useMemo(() => {
    const before = new Map(loaded.current.map((data) => [data.place, data]))
    loaded.current = chosen.map((place) => before.get(place) ?? loadPlace(engine, place, dimension.peek()))
    return loaded.current
  }, [engine, chosen])
}

/** Publishes the names, summaries and outlines of the places as soon as they are known. */
function useTitles(shown: readonly PlaceData[]): void {
  useEffect(
    () =>
      effect(() => {
        titles.value = new Map(shown.map((data) => [data.place, titleOfData(data)]))
        inBrief.value = shown.length === 1 ? (summarize(shown[0])?.words ?? '') : hazardsOf(shown)
        placeOutlines.value = new Map(
          shown.map(({ place, outline }) => [place, outline.answer.value.state === 'failed' ? null : known(outline)]),
        )
      }),
    [shown],
  )
}

/** Shows the scores, districts and schools of one place. */
function OnePlace({ engine, data }: EngineProps & { readonly data: PlaceData }) {
  const around = data.around.answer.value
  const districts = known(data.districts)
  useEffect(() => {
    outlines.value = (districts ?? []).map(({ geoid, name, outline }) => ({ geoid, name, geometry: outline }))
  }, [districts])
  useEffect(() => () => set(outlines, []), [])
  if (around.state === 'ready' && around.value === null) return <Outside engine={engine} data={data} />
  const all = [data.around, ...data.scores.values(), data.districts, data.schools]
  return (
    <>
      <PlaceHeading data={data} />
      {around.state === 'failed' ? (
        <Failure reason={around.reason} retry={() => getFailure(all)?.retry()} />
      ) : (
        <>
          <Actions>
            <Button onClick={chooseOther}>Compare with another place</Button>
            <ClearButton />
          </Actions>
          <SummaryLine data={data} />
          <PlaceFit engine={engine} place={data.place} wanted={priorities.value} />
          <ScoreList data={data} />
          <Districts engine={engine} districts={data.districts} />
          <NearestSchools engine={engine} data={data} />
          <AreasAround data={data} />
          <TakeAway places={[data]} />
          <Caveat />
        </>
      )}
    </>
  )
}

/** A button that returns to the start. */
function ClearButton() {
  return (
    <Button
      class="plain"
      onClick={() => {
        choosing.value = 'place'
        place.value = null
        focusPanel()
      }}
    >
      Clear
    </Button>
  )
}

/** Shows the name of the place, its location, and how precise the location is. */
function PlaceHeading({ data }: { readonly data: PlaceData }) {
  const { place } = data
  const title = titleOfData(data)
  return (
    <div class="heading">
      <h2>{title}</h2>
      <p class="quiet where">{whereOfData(data) ?? '\u00a0'}</p>
      <p class="quiet">
        {precisionWords(place)} {title !== coordinates(place) && <span class="at">{coordinates(place)}</span>}
      </p>
      {isStreetUnknown(place) && (
        <p class="message">
          You searched for {place.found?.typed}. This map does not know that street. Whoever runs it can add streets of
          the county (see About).
        </p>
      )}
      {place.found?.note && <p class="message">{place.found.note}</p>}
      {isRough(place) && arePinsMovable.value && (
        <p class="quiet">
          Drag the pin to the {isOfHouse(place) ? 'house' : 'exact place'}
          {isTouched() ? '.' : ', or select it and press the arrow keys.'}
        </p>
      )}
      <StreetMaps place={place} />
    </div>
  )
}

/** Links to street maps on other sites, which receive no data about the place until a link is opened. */
function StreetMaps({ place: { lat, lon } }: { readonly place: ChosenPlace }) {
  const at = `${lat},${lon}`
  const maps = [
    ['OpenStreetMap', `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=18/${lat}/${lon}`],
    ['Google Maps', `https://www.google.com/maps/search/?api=1&query=${at}`],
    ['Apple Maps', `https://maps.apple.com/?ll=${at}&q=${at}`],
  ]
  return (
    <details class="street-maps">
      <summary>Open in a street map</summary>
      <ul class="actions">
        {maps.map(([name, address]) => (
          <li key={name}>
            <a href={address} target="_blank" rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p class="quiet">Only the map that you choose learns these coordinates.</p>
    </details>
  )
}

/** Asks what to do with a place that was chosen during a comparison. */
function AskWhich() {
  const candidate = pending.value
  const cancel = () => {
    pending.value = null
    focusPanel()
  }
  useEscape(candidate !== null, cancel)
  if (candidate === null) return null
  const all = chosenPlaces.value
  const choices: readonly (readonly [words: string, take: () => void])[] = [
    ...(all.length < MAX_COMPARED
      ? [[`Add it as ${getLetter(all.length)}`, () => put(candidate, all.length)] as const]
      : []),
    ...all.map(
      (place, i) =>
        [`Instead of ${getLetter(i)}, ${titles.value.get(place) ?? getName(place)}`, () => put(candidate, i)] as const,
    ),
    ['Only this place', () => chooseAll([candidate])],
    ['Cancel', cancel],
  ]
  return (
    <div class="asks actions choose-other">
      <p role="status">Compare {getName(candidate)}, too?</p>
      {choices.map(([words, take]) => (
        <Button
          key={words}
          onClick={() => {
            take()
            focusPanel()
          }}
        >
          {words}
        </Button>
      ))}
    </div>
  )
}

/** Asks for another place to compare, and explains how to choose it. */
function ChooseOther({ engine }: EngineProps) {
  const isChoosing = choosing.value === 'other'
  const cancel = () => {
    choosing.value = 'place'
    focusPanel()
  }
  useEscape(isChoosing, cancel)
  return (
    <div class={isChoosing ? 'asks actions choose-other' : ''}>
      <p role="status">
        {isChoosing && `Choose the place to compare: ${CLICK.toLowerCase()} the map, or search for an address.`}
      </p>
      {isChoosing && (
        <>
          <UseLocation engine={engine} />
          <Button class="plain" onClick={cancel}>
            Cancel
          </Button>
        </>
      )}
    </div>
  )
}

/** Replaces the panel while the last search is running or after it found nothing. */
function Unanswered() {
  if (unanswered.value === null) return null
  const { text, message, hasFailed } = unanswered.value
  const outcome = hasFailed ? `“${text}” could not be looked up` : `Nothing found for “${text}”`
  return (
    <div class="nothing">
      <h2>{message === null ? `Looking up “${text}”…` : outcome}</h2>
      {message !== null && (
        <>
          <p>{message}</p>
          <Button onClick={() => ask(null)}>Back to the place before</Button>
        </>
      )}
    </div>
  )
}
