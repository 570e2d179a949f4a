import { useMemo } from 'preact/hooks'
import { Button } from '../controls.tsx'
import type { Priority } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { shortName } from '../picker/groups.ts'
import { Failure } from '../place/failure.tsx'
import { Letter } from '../place/letter.tsx'
import { getFailure, known, load, type PlaceData } from '../place/place-data.ts'
import { type ChosenPlace, whereabouts } from '../places.ts'
import { getLetter, listed } from '../words.ts'
import { getSentences } from './priorities.ts'
import { goToSliders } from './sliders.tsx'

interface PlaceFitProps extends EngineProps {
  readonly place: ChosenPlace
  readonly wanted: readonly Priority[]
}

/** Shows how well a place fits the reader's priorities, if there are any. */
export function PlaceFit({ engine, place, wanted }: PlaceFitProps) {
  const loadable = useMemo(
    () => (wanted.length === 0 ? null : load(() => engine.fit(whereabouts(place), wanted))),
    [engine, place, wanted],
  )
  if (loadable === null) return null
  const answer = loadable.answer.value
  const fit = known(loadable)
  return (
    <section class="place-fit" aria-label="How well this place fits what matters to you">
      {answer.state === 'failed' && <Failure reason={answer.reason} retry={loadable.retry} />}
      <p role="status">{fit === undefined ? 'Computing the fit…' : <FitWords words={fit?.description ?? NOTHING} />}</p>
      {fit && fit.unavailable.length > 0 && (
        <p class="quiet">This page has no data for {listed(fit.unavailable.map(shortName))}.</p>
      )}
      <Button class="plain" onClick={goToSliders}>
        Change what matters
      </Button>
    </section>
  )
}

interface ComparedFitsProps extends EngineProps {
  readonly places: readonly PlaceData[]
  readonly wanted: readonly Priority[]
}

/** Lists compared places by how well they fit the reader's priorities, best first, if there are any. */
export function ComparedFits({ engine, places, wanted }: ComparedFitsProps) {
  const loadables = useMemo(
    () => (wanted.length === 0 ? [] : places.map(({ place }) => load(() => engine.fit(whereabouts(place), wanted)))),
    [engine, places, wanted],
  )
  if (loadables.length === 0) return null
  const failure = getFailure(loadables)
  const fits = loadables.flatMap((loadable, i) => {
    const fit = known(loadable)
    return fit === undefined ? [] : [{ i, fit: fit?.fit ?? null, words: fit?.description ?? NOTHING }]
  })
  return (
    <section class="place-fit" aria-labelledby="compared-fits">
      <h3 id="compared-fits">Best fit first</h3>
      {failure !== null && <Failure {...failure} />}
      <ol aria-busy={failure === null && fits.length < places.length}>
        {fits
          .toSorted((a, b) => (b.fit ?? -1) - (a.fit ?? -1))
          .map(({ i, words }) => (
            <li key={getLetter(i)}>
              <Letter i={i} /> <FitWords words={words} />
            </li>
          ))}
      </ol>
      <Button class="plain" onClick={goToSliders}>
        Change what matters
      </Button>
    </section>
  )
}

/** Shows a fit description, with its first sentence, which contains the number, in bold. */
function FitWords({ words }: { readonly words: string }) {
  const [first, ...reasons] = getSentences(words)
  return (
    <>
      <b>{first}</b> {reasons.join(' ')}
    </>
  )
}

const NOTHING = 'This page has no data on what matters to you.'
