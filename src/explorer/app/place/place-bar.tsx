import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { getDimension } from '../catalog.ts'
import { Button } from '../controls.tsx'
import type { PlaceScore, Priority } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { getSentences } from '../fit/priorities.ts'
import { bandText, type DimensionId, wordsOfBand } from '../library.ts'
import { shortName } from '../picker/groups.ts'
import { type ChosenPlace, chosenPlaces, inBrief, others, place, titles, unanswered, whereabouts } from '../places.ts'
import { goToPanel } from '../screen.ts'
import { dimension, shownFit } from '../view.ts'
import { getName, getRange, noDataWords } from '../words.ts'
import { hazardInShort } from './hazards.ts'
import { known, load } from './place-data.ts'
import { summedUp } from './summary.ts'

/**
 * Shows the chosen place, its score and its summary at the bottom of a narrow screen until the panel below is reached.
 */
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
  const summary = inBrief.value
  // The summary may already contain the score on the map.
  const isInSummary = summary && shownFit.value === null && (summedUp as readonly string[]).includes(dimension.value)
  return (
    <Button class="actions spread place-bar" onClick={goToPanel}>
      <span>
        <b class="own-line">
          {chosenPlaces.value.map((chosen) => titles.value.get(chosen) ?? getName(chosen)).join(' vs ')}
        </b>
      </span>
      <span>All scores ↓</span>
      <small>{isInSummary || isCompared ? summary : [score, summary].filter(Boolean).join('. ')}</small>
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

/** Describes what the map shows at a place, either a fit or a score. */
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

/**
 * Describes a score: `very walkable, 220`. A hazard gets no number, because a high number would read as a high risk.
 */
function inShort(id: DimensionId, score: PlaceScore): string {
  const range = getRange(score)
  const { ladder, group } = getDimension(id)
  if (range !== null && group === 'risk') return hazardInShort(score)
  const words =
    range === null ? noDataWords(getDimension(id)) : `${wordsOfBand(ladder, ...range)}, ${bandText(...range)}`
  return `${words[0].toLowerCase()}${words.slice(1)}`
}
