import type { IControl, Map as MapLibreMap } from 'maplibre-gl'

/** Maximum length of a bar in pixels. */
const MAX_LENGTH = 100

/** Name of a unit, and its length in meters. */
type Unit = readonly [name: string, meters: number]
export const imperial: readonly Unit[] = [
  ['mi', 1609.344],
  ['ft', 0.3048],
]
export const metric: readonly Unit[] = [
  ['km', 1000],
  ['m', 1],
]

/**
 * Shows the scale in kilometers and miles. MapLibre's own scale causes a layout in every frame of panning. This control
 * only updates when the zoom or the map's size changes, or when the map stops.
 */
export function scaleBars(map: MapLibreMap): IControl {
  const element = document.createElement('div')
  element.className = 'scale-bars'
  const bars = [metric, imperial].map((units) => {
    const bar = document.createElement('div')
    bar.className = 'maplibregl-ctrl maplibregl-ctrl-scale'
    element.append(bar)
    return { bar, units }
  })
  return control(element, ['zoom', 'moveend', 'resize'], () => {
    const { x, y } = map.project(map.getCenter())
    const meters = map.unproject([x - MAX_LENGTH / 2, y]).distanceTo(map.unproject([x + MAX_LENGTH / 2, y]))
    for (const { bar, units } of bars) {
      const { length, text } = getScale(meters, units)
      bar.style.width = `${Math.round(MAX_LENGTH * length)}px`
      bar.textContent = text
    }
  })
}

/**
 * Returns the longest bar whose length is 1, 2, 3, 5 or 10 times a power of ten of a unit.
 * @param maximum maximum length in meters
 * @param units units, largest first; below one mile, the scale is in feet
 * @returns the bar's length as a fraction of the maximum, and its text: `500 m`
 */
export function getScale(maximum: number, units: readonly Unit[]): { readonly length: number; readonly text: string } {
  const [name, meters] = units.find(([, meters]) => maximum >= meters) ?? units[units.length - 1]
  const power = 10 ** Math.floor(Math.log10(maximum / meters))
  const times = [10, 5, 3, 2, 1].find((times) => times * power * meters <= maximum) ?? 1
  return { length: (times * power * meters) / maximum, text: `${times * power}\u00a0${name}` }
}

/**
 * Adds zoom buttons. MapLibre's own control updates its buttons in every frame of panning. These buttons are only
 * updated when the zoom changes.
 */
export function zoomButtons(map: MapLibreMap): IControl {
  const element = document.createElement('div')
  element.className = 'maplibregl-ctrl maplibregl-ctrl-group'
  const [zoomIn, zoomOut] = ['in', 'out'].map((way) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = `maplibregl-ctrl-zoom-${way}`
    button.title = button.ariaLabel = `Zoom ${way}`
    const icon = document.createElement('span')
    icon.className = 'maplibregl-ctrl-icon'
    icon.ariaHidden = 'true'
    button.append(icon)
    element.append(button)
    return button
  })
  zoomIn.addEventListener('click', (originalEvent) => map.zoomIn({}, { originalEvent }))
  zoomOut.addEventListener('click', (originalEvent) => map.zoomOut({}, { originalEvent }))
  return control(element, ['zoom'], () => {
    zoomIn.disabled = map.getZoom() === map.getMaxZoom()
    zoomOut.disabled = map.getZoom() === map.getMinZoom()
  })
}

/** Returns a map control for an element. `show` updates the element on these map events. */
function control(element: HTMLElement, events: readonly ('zoom' | 'moveend' | 'resize')[], show: () => void): IControl {
  return {
    onAdd(map) {
      for (const event of events) map.on(event, show)
      show()
      return element
    },
    onRemove(map) {
      for (const event of events) map.off(event, show)
      element.remove()
    },
  }
}
