import { effect } from '@preact/signals'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { corners, listedAreas } from '../area/area-view.ts'
import type { LatLon } from '../library.ts'
import { chosenPlaces, move } from '../places.ts'
import { fiveDecimals, type Pin, pins, school } from '../view.ts'
import { getLetter, ranks } from '../words.ts'

/** Zoom below which school pins are hidden, because they would cover the chosen place. */
const PINS_FROM = 9

/**
 * Shows markers for the chosen places, the schools and the best areas, and updates them. Returns a cleanup function.
 */
export function showMarkers(map: MapLibreMap): () => void {
  const pane = markerPane(map)
  let frame = 0
  const thin = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => thinPins(map.getContainer().parentElement!))
  }
  /**
   * Index of the pin that was last moved with the keyboard. A move replaces all pins, and the new pin at this index
   * receives the focus.
   */
  let moved: number | null = null
  const ends = [
    pane.end,
    effect(() => {
      const places = chosenPlaces.value
      const marks = places.map((at, i) => placeMark(i, places.length, at))
      const remove = pane.add(marks)
      marks[moved ?? -1]?.element.focus({ preventScroll: true })
      moved = null
      const ends = marks.map((mark, i) =>
        movable(map, mark, (to, byKey) => {
          if (byKey) moved = i
          move(i, to)
        }),
      )
      return () => {
        for (const end of ends) end()
        remove()
      }
    }),
    effect(() => pane.add(pins.value.map((at) => ({ at, element: pinButton(at) })))),
    effect(() => pane.add(listedAreas.value.map((at, i) => ({ at, element: numberMark(i + 1) })))),
    effect(() => {
      void pins.value
      for (const button of map.getContainer().querySelectorAll<HTMLElement>('.pin'))
        button.setAttribute('aria-pressed', String(button.dataset.school === school.value))
      void chosenPlaces.value
      thin()
    }),
  ]
  // Makes clicks pass through the markers while an area is being drawn, so that a click on a marker adds a corner
  // there.
  ends.push(effect(() => void map.getContainer().classList.toggle('drawn-upon', corners.value !== null)))
  const toggleFar = () => map.getContainer().classList.toggle('far', map.getZoom() < PINS_FROM)
  map.on('zoom', toggleFar)
  map.on('moveend', thin)
  toggleFar()
  return () => {
    map.off('zoom', toggleFar)
    map.off('moveend', thin)
    cancelAnimationFrame(frame)
    for (const end of ends) end()
  }
}

interface Marker {
  at: LatLon
  readonly element: HTMLElement
}

/**
 * Creates a pane for the marker elements of a map. The elements move together, so panning changes only one style per
 * frame. Separate MapLibre `Marker`s would each change a style and use a layer of their own.
 */
function markerPane(map: MapLibreMap) {
  const pane = document.createElement('div')
  pane.className = 'markers'
  map.getCanvasContainer().append(pane)
  const markers = new Set<Marker>()
  let placed = { zoom: map.getZoom(), center: map.getCenter() }
  const getPixels = ({ lat, lon }: LatLon) => map.project([lon, lat])
  const put = ({ at, element }: Marker) => {
    const { x, y } = getPixels(at)
    element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
  }
  const place = () => {
    placed = { zoom: map.getZoom(), center: map.getCenter() }
    pane.style.transform = ''
    for (const marker of markers) put(marker)
  }
  const move = () => {
    if (map.getZoom() !== placed.zoom) return place()
    const from = map.project(placed.center)
    const { x, y } = map.project(map.getCenter())
    pane.style.transform = `translate(${from.x - x}px, ${from.y - y}px)`
  }
  map.on('move', move)
  map.on('moveend', place)
  map.on('resize', place)
  return {
    /** Adds markers. Returns a function that removes them. */
    add(more: readonly Marker[]): () => void {
      // Updates the position of the pane, because panning may have moved it.
      if (more.length > 0) place()
      for (const marker of more) {
        markers.add(marker)
        put(marker)
        pane.append(marker.element)
      }
      return () => {
        for (const marker of more) {
          markers.delete(marker)
          marker.element.remove()
        }
      }
    },
    end() {
      map.off('move', move)
      map.off('moveend', place)
      map.off('resize', place)
      pane.remove()
    },
  }
}

/** Creates the pin of a place. The letter is shown if there are several places to tell apart. */
function placeMark(i: number, count: number, at: LatLon): Marker {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = `marker ${ranks[i]}`
  element.title = 'Drag the pin to move it, or press the arrow keys'
  element.ariaLabel = `${count === 1 ? 'The chosen place' : `Place ${getLetter(i)}`}: arrow keys move it`
  element.textContent = count === 1 ? '' : getLetter(i)
  return { at, element }
}

/** Number of pixels by which an arrow key moves a pin. */
const STEP = 4
/** Milliseconds from the last key press until the move takes effect. */
const PAUSE = 700
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** Lets the user move a pin with the pointer or the keyboard. Returns a cleanup function. */
function movable(map: MapLibreMap, mark: Marker, onMove: (to: LatLon, byKey: boolean) => void): () => void {
  const { element } = mark
  let last: PointerEvent | null = null
  let isMoved = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const moveBy = (x: number, y: number) => {
    const from = map.project([mark.at.lon, mark.at.lat])
    const { lng, lat } = map.unproject([from.x + x, from.y + y])
    mark.at = { lat: fiveDecimals(lat), lon: fiveDecimals(lng) }
    const to = map.project([mark.at.lon, mark.at.lat])
    element.style.transform = `translate(${Math.round(to.x)}px, ${Math.round(to.y)}px)`
    isMoved = true
  }
  // Keeps clicks and drags from reaching the map below.
  for (const name of ['mousedown', 'touchstart', 'click'] as const)
    element.addEventListener(name, (event) => event.stopPropagation())
  element.addEventListener('pointerdown', (event) => {
    last = event
    element.setPointerCapture(event.pointerId)
  })
  element.addEventListener('pointermove', (event) => {
    if (last === null) return
    const x = event.clientX - last.clientX
    const y = event.clientY - last.clientY
    if (!isMoved && Math.hypot(x, y) < 3) return
    moveBy(x, y)
    last = event
  })
  element.addEventListener('pointerup', () => {
    last = null
    if (isMoved) onMove(mark.at, false)
  })
  element.addEventListener('pointercancel', () => {
    last = null
  })
  element.addEventListener('keydown', (event) => {
    const way = ARROWS[event.key]
    if (way === undefined && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    clearTimeout(timer)
    if (way !== undefined) moveBy(...way)
    if (isMoved) timer = setTimeout(() => onMove(mark.at, true), way === undefined ? 0 : PAUSE)
  })
  return () => clearTimeout(timer)
}

/** Creates the marker of an area in the list of best areas: its number. */
function numberMark(number: number): HTMLElement {
  const element = document.createElement('span')
  element.className = 'place-number'
  element.textContent = String(number)
  element.ariaHidden = 'true'
  return element
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
    // Keeps the click from reaching the map below.
    event.stopPropagation()
    school.value = ncesId
  })
  return button
}

/** Minimum gap in pixels between two pins. */
const GAP = 2

/**
 * Hides school pins that cannot be clicked because another pin, a chosen place or a control covers them, or because the
 * edge of the map cuts them off. The pin with the open card takes precedence, then the nearest pin. The panel lists all
 * schools.
 */
export function thinPins(map: HTMLElement): void {
  const pins = [...map.querySelectorAll<HTMLElement>('.pin')]
  for (const pin of pins) pin.classList.remove('covered')
  const edge = map.getBoundingClientRect()
  const taken = [...map.querySelectorAll('.marker, .maplibregl-ctrl, .sources')].map((element) =>
    element.getBoundingClientRect(),
  )
  const isOpen = (pin: HTMLElement) => Number(pin.ariaPressed === 'true')
  const boxes = new Map(pins.map((pin) => [pin, pin.getBoundingClientRect()]))
  for (const pin of pins.sort((a, b) => isOpen(b) - isOpen(a))) {
    const box = boxes.get(pin)!
    const isCut = box.left < edge.left || box.right > edge.right || box.top < edge.top || box.bottom > edge.bottom
    const isCovered = taken.some((cover) => meets(box, cover))
    if (isCut || isCovered) pin.classList.add('covered')
    else taken.push(box)
  }
}

function meets(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right + GAP && a.right > b.left - GAP && a.top < b.bottom + GAP && a.bottom > b.top - GAP
}
