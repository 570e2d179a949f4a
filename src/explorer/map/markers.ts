import { effect, type ReadonlySignal } from '@preact/signals'
import type { Map as MapLibreMap, Marker } from 'maplibre-gl'
import { type ChosenPlace, other, type Pin, pins, place, school } from '../view.ts'

type MarkerClass = typeof Marker

/** Below this zoom the schools near a place would only hide it. */
const PINS_FROM = 9

/** Keeps the chosen places and the schools on the map. Returns what ends that. */
export function showMarkers(map: MapLibreMap, MarkerOf: MarkerClass): () => void {
  const ends = [
    markPlace(map, MarkerOf, place, 'A', 'first'),
    markPlace(map, MarkerOf, other, 'B', 'second'),
    effect(() => {
      const markers = pins.value.map((pin) =>
        new MarkerOf({ element: pinButton(pin), anchor: 'center' }).setLngLat([pin.lon, pin.lat]).addTo(map),
      )
      return () => {
        for (const marker of markers) marker.remove()
      }
    }),
    effect(() => {
      void pins.value
      for (const button of map.getContainer().querySelectorAll<HTMLElement>('.pin'))
        button.setAttribute('aria-pressed', String(button.dataset.school === school.value))
    }),
  ]
  const zoomed = () => map.getContainer().classList.toggle('far', map.getZoom() < PINS_FROM)
  map.on('zoom', zoomed)
  zoomed()
  return () => {
    map.off('zoom', zoomed)
    for (const end of ends) end()
  }
}

/** The letter is shown while there are two places to be told apart. */
function markPlace(
  map: MapLibreMap,
  MarkerOf: MarkerClass,
  chosen: ReadonlySignal<ChosenPlace | null>,
  letter: string,
  which: string,
): () => void {
  return effect(() => {
    if (chosen.value === null) return
    const element = document.createElement('div')
    element.className = `marker ${which}`
    element.role = 'img'
    element.ariaLabel = other.value === null ? 'The chosen place' : `Place ${letter}`
    element.textContent = other.value === null ? '' : letter
    const { lon, lat } = chosen.value
    const marker = new MarkerOf({ element, anchor: 'bottom' }).setLngLat([lon, lat]).addTo(map)
    return () => marker.remove()
  })
}

function pinButton({ ncesId, name, rating }: Pin): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'pin'
  button.dataset.school = ncesId
  button.textContent = rating === null ? '–' : String(rating)
  button.title = name
  button.ariaLabel = rating === null ? `${name}, no rating` : `${name}, rating ${rating}`
  button.addEventListener('click', (event) => {
    // Not a click on the map below it.
    event.stopPropagation()
    school.value = ncesId
  })
  return button
}
