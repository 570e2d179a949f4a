import { batch } from '@preact/signals'
import { DrawButton } from '../area/area-choices.tsx'
import { dimensions } from '../catalog.ts'
import { Button, set } from '../controls.tsx'
import { embedded } from '../embedded.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { ANY_COVERED } from '../library.ts'
import { around, choosing, others, place } from '../places.ts'
import { CLICK, goToMap, goToPanel } from '../screen.ts'
import { UseLocation } from '../search/use-location.tsx'
import { about, camera, only, panelOpen, shownScore, showScore } from '../view.ts'
import { type Story, stories } from './stories.ts'

/**
 * Introduces the page while no place is chosen: how to choose one, an example place, and questions that the map
 * answers.
 */
export function StartPanel({ engine }: EngineProps) {
  return (
    <div class="start-panel">
      <div class="intro">
        <h2>What is it like to live there?</h2>
        <p>
          Type an address above, or {CLICK.toLowerCase()} anywhere in {embedded?.city ?? ANY_COVERED}:{' '}
          {dimensions.length} scores from{' '}
          <Button class="in-line" onClick={() => set(about, 'page')}>
            public data
          </Button>
          .
        </p>
      </div>
      <div class="actions ways">
        <UseLocation engine={engine} />
        <DrawButton />
      </div>
      {stories.length > 0 && (
        <ul class="stories">
          {stories.map((story) => (
            <li key={story.question}>
              <Button class="entry" aria-pressed={isShown(story)} onClick={() => openStory(story)}>
                <small>{story.city}</small>
                <b>{story.question}</b>
                <span class="quiet">{story.answer}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">Everything is computed in this page. Nothing about your places is sent anywhere.</p>
    </div>
  )
}

function openStory(story: Story): void {
  const [first, ...more] = story.places
  batch(() => {
    showScore(story.dimension)
    only.value = story.only
    choosing.value = 'place'
    place.value = first ?? null
    others.value = more
    camera.value = story.places.length > 0 ? around(story.places) : story.camera!
    panelOpen.value = true
  })
  // Waits for the new layout before scrolling, because content above the target may become shorter.
  requestAnimationFrame(first === undefined ? goToMap : goToPanel)
}

/** Difference in degrees of latitude or longitude below which the map counts as showing a story's view. */
const NEAR = 0.2
/** Difference in zoom below which the map counts as showing a story's view. */
const CLOSE = 1.5

function isShown({ camera: view, dimension: id, only: conditions, places }: Story): boolean {
  if (view === undefined || places.length > 0) return false
  const { lat, lon, zoom } = camera.value
  const isNear =
    Math.abs(lat - view.lat) < NEAR && Math.abs(lon - view.lon) < NEAR && Math.abs(zoom - view.zoom) < CLOSE
  return isNear && shownScore.value === id && JSON.stringify(only.value) === JSON.stringify(conditions)
}
