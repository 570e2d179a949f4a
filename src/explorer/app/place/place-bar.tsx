import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { getDimension } from '../catalog.ts'
import { Button } from '../controls.tsx'
import type { PlaceScore, Priority } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { getSentences } from '../fit/priorities.ts'
import { bandText, type DimensionId, wordsOfBand } from '../library.ts'
import { shortName } from '../picker/groups.ts'
import { type ChosenPlace, chosenPlaces, others, place, titles, unanswered, whereabouts } from '../places.ts'
import { goToPanel } from '../screen.ts'
import { dimension, shownFit } from '../view.ts'
import { floodChance, getName, getRange, noDataWords, sideBySide } from '../words.ts'
import { known, load } from './place-data.ts'

/** Shows the chosen place and its score at the bottom of a narrow screen until the panel below is reached. */
export function PlaceBar({ engine }: EngineProps) {
  const score = useScoreInShort(engine)
  const isReached = useSignal(true)
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([{ isIntersecting, boundingClientRect }]) => {
        isReached.value = isIntersecting || boundingClientRect.top < 0
      },
      { rootMargin: '0px 0px -20% 0px' },
    )
    observer.observe(document.getElementById('place')!)
    return () => observer.disconnect()
  }, [isReached])

  if (place.value === null || unanswered.value !== null || isReached.value) return null
  const isCompared = others.value.length > 0
  return (
    <Button class="actions spread place-bar" onClick={goToPanel}>
      <span>
        <b class="own-line">
          {isCompared ? sideBySide(chosenPlaces.value) : (titles.value.get(place.value) ?? getName(place.value))}
        </b>
        {!isCompared && <small class="own-line">{score}</small>}
      </span>
      <span>All scores ↓</span>
    </Button>
  )
}

/** Returns the score on the map for the chosen place (`Walkability: very walkable, 220`), or null without a place. */
export function useScoreInShort(engine: EngineProps['engine']): string | null {
  const [chosen, shown, fit] = [place.value, dimension.value, shownFit.value]
  // On failure, the panel says why.
  const loadable = useMemo(
    () => chosen && load(() => wordsAt(engine, chosen, shown, fit)),
    [engine, chosen, shown, fit],
  )
  if (loadable === null) return null
  return known(loadable) ?? '…'
}

/** Returns what the map shows at a place, a fit or a score, in words. */
async function wordsAt(
  engine: EngineProps['engine'],
  chosen: ChosenPlace,
  shown: DimensionId,
  priorities: readonly Priority[] | null,
): Promise<string> {
  if (priorities === null)
    return `${shortName(shown)}: ${inShort(shown, await engine.explain(shown, whereabouts(chosen)))}`
  const fit = await engine.fit(whereabouts(chosen), priorities)
  return fit === null ? 'No fit: no data' : getSentences(fit.description)[0]
}

/** Describes a score: `very walkable, 220`. Estimates of flood risk include the chance. */
function inShort(id: DimensionId, score: PlaceScore): string {
  const range = getRange(score)
  const { ladder } = getDimension(id)
  const words =
    range === null ? noDataWords(getDimension(id)) : `${wordsOfBand(ladder, ...range)}, ${bandText(...range)}`
  const chance = floodChance(id, score)
  return `${words[0].toLowerCase()}${words.slice(1)}${chance === null ? '' : ` (${chance})`}`
}
