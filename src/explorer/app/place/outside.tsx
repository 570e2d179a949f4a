import { batch } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { Actions, Button } from '../controls.tsx'
import { embedded } from '../embedded.ts'
import type { NearestCity } from '../engine/engine.ts'
import type { EngineProps } from '../engine/start-engine.ts'
import { type Box, COVERAGE, coveredStates, distanceWords } from '../library.ts'
import { fitting } from '../map/picture-view.ts'
import { choose, place as chosen } from '../places.ts'
import { focusPanel } from '../screen.ts'
import { camera, mapSide } from '../view.ts'
import { coordinates } from '../words.ts'
import { known, load, type PlaceData, titleOfData } from './place-data.ts'

/** Reports that a place is outside the covered states, and offers ways back. */
export function Outside({ engine, data }: EngineProps & { readonly data: PlaceData }) {
  const { lat, lon } = data.place
  const nearest = useMemo(() => load(() => engine.nearestCity({ lat, lon })), [engine, lat, lon])
  const water = useMemo(() => load(() => engine.isWater({ lat, lon })), [engine, lat, lon])
  const city = known(nearest)
  const isWater = known(water) === true
  return (
    <>
      <div class="heading">
        <h2>{isWater ? 'In the water' : titleOfData(data)}</h2>
        <p class="where">
          There are no scores {isWater ? 'on the water' : 'here'}: the data covers only land in{' '}
          {embedded?.city ?? COVERAGE}.
        </p>
        {isWater && <p class="quiet">{coordinates(data.place)}</p>}
      </div>
      <Actions>
        {city && (
          <Button class="chief" onClick={() => lead(() => chooseCity(city))}>
            Go to {city.label}, the nearest covered city
            {city.meters >= AT_THE_SHORE && `, ${distanceWords(city.meters)} away`}
          </Button>
        )}
        {embedded === null &&
          coveredStates.map(({ name, box }) => (
            <Button key={name} onClick={() => lead(() => showState(box))}>
              {name}
            </Button>
          ))}
      </Actions>
    </>
  )
}

/**
 * Distance in meters from which the distance to the nearest city is shown. A smaller distance would be misleading,
 * because shorelines are not known that precisely.
 */
const AT_THE_SHORE = 500

/** Runs `go` and moves the focus to the panel, because the pressed button disappears. */
function lead(go: () => void): void {
  batch(go)
  focusPanel()
}

function chooseCity({ label, lat, lon, radius }: NearestCity): void {
  choose({ lat, lon, radius, found: { address: label, layer: 'city', note: null } }, { look: true })
}

/** Shows a state on the map and clears the chosen place, which is outside the covered states. */
function showState(box: Box): void {
  chosen.value = null
  camera.value = fitting(box, mapSide.peek(), mapSide.peek())
}
