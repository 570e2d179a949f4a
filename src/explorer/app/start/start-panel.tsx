import { batch } from '@preact/signals'
import { DrawButton } from '../area/area-choices.tsx'
import { dimensions } from '../catalog.ts'
import { Button, set } from '../controls.tsx'
import { embedded } from '../embedded.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { ANY_COVERED, COVERAGE } from '../library.ts'
import { around, type ChosenPlace, choose, choosing, others, place } from '../places.ts'
import { CLICK, goToMap, goToPanel } from '../screen.ts'
import { UseLocation } from '../search/use-location.tsx'
import { about, camera, only, panelOpen, shownScore, showScore } from '../view.ts'
import { type Story, stories } from './stories.ts'

/** Introduces the page while no place is chosen: questions that it answers, and how to choose a place. */
export function StartPanel({ engine }: EngineProps) {
  return (
    <div class="start-panel">
      <div class="intro">
        <h2>What is it like to live there?</h2>
        <p>
          {dimensions.length} scores for every place in {embedded?.city ?? COVERAGE}, from public data.{' '}
          <Button class="in-line" onClick={() => set(about, 'page')}>
            Sources
          </Button>
        </p>
      </div>
      {stories.length > 0 && (
        <ul class="stories">
          {stories.map((story) => (
            <li key={story.question}>
              <Button class="entry" aria-pressed={isShown(story)} onClick={() => tell(story)}>
                <small>{story.city}</small>
                <b>{story.question}</b>
                <span class="quiet">{story.answer}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <h2>Choose a place</h2>
      <p>
        {CLICK} anywhere in {embedded?.city ?? ANY_COVERED}, or search an address. Everything is computed in this page.
        Nothing about your places is sent anywhere.
      </p>
      <div class="actions ways">
        <UseLocation engine={engine} />
        <DrawButton />
      </div>
      <ul class="kinds">
        {(embedded === null ? examples : []).map(({ name, lat, lon }) => (
          <li key={name}>
            <Button
              onClick={() => {
                choose({ lat, lon }, { look: true })
                goToPanel()
              }}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const examples: readonly (ChosenPlace & { readonly name: string })[] = [
  { name: 'Austin, downtown', lat: 30.2672, lon: -97.7431 },
  { name: 'The Mission, San Francisco', lat: 37.7599, lon: -122.4148 },
  { name: 'Coral Gables, Miami', lat: 25.7215, lon: -80.2684 },
]

function tell(story: Story): void {
  const [first, ...more] = story.places
  batch(() => {
    showScore(story.dimension)
    only.value = story.only
    choosing.value = 'place'
    place.value = first ?? null
    others.value = more
    camera.value = story.camera ?? around(story.places)
    panelOpen.value = true
  })
  // Waits for the layout, because the content above may shrink when the heading changes.
  requestAnimationFrame(first === undefined ? goToMap : goToPanel)
}

/** Distance in degrees, and in zooms, that the map may move and still show a story. */
const NEAR = 0.2
const CLOSE = 1.5

function isShown({ camera: told, dimension: id, only: conditions }: Story): boolean {
  if (told === undefined) return false
  const { lat, lon, zoom } = camera.value
  const isNear =
    Math.abs(lat - told.lat) < NEAR && Math.abs(lon - told.lon) < NEAR && Math.abs(zoom - told.zoom) < CLOSE
  return isNear && shownScore.value === id && JSON.stringify(only.value) === JSON.stringify(conditions)
}
