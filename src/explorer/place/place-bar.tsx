import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { EngineProps } from '../engine/start-engine.ts'
import { shortName } from '../picker/groups.ts'
import { goToPanel } from '../screen.ts'
import { dimension, place, unanswered } from '../view.ts'
import { nameOf } from '../words.ts'

/** On narrow screens: the chosen place and its score at the foot of the screen until its panel below is reached. */
export function PlaceBar({ engine }: EngineProps) {
  const score = useSignal<number | null>(null)
  const isReached = useSignal(true)
  useSignalEffect(() => {
    const chosen = place.value
    let left = false
    score.value = null
    if (chosen === null) return
    engine.score(dimension.value, { lat: chosen.lat, lon: chosen.lon }).then(
      (answer) => {
        if (!left) score.value = answer.score
      },
      () => {}, // the panel says why
    )
    return () => {
      left = true
    }
  })

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
  return (
    <button type="button" class="place-bar" onClick={goToPanel}>
      <span>
        <b>{nameOf(place.value)}</b>
        <small>
          {shortName(dimension.value)}{' '}
          {score.value === null ? '…' : score.value === 0 ? 'no data' : `${score.value} of 255`}
        </small>
      </span>
      <span>All scores ↓</span>
    </button>
  )
}
