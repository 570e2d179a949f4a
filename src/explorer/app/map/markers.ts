import { effect } from '@preact/signals'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { corners, found } from '../area/area-view.ts'
import type { LatLon } from '../library.ts'
import { chosenPlaces, move } from '../places.ts'
import { fiveDecimals, type Pin, pins, school } from '../view.ts'
import { letterOf, ranks } from '../words.ts'

/** Below this zoom the schools near a place would only hide it. */
const PINS_FROM = 9

/** Keeps the chosen places and the schools on the map. Returns what ends that. */
export function showMarkers(map: MapLibreMap): () => void {
  const pane = markerPane(map)
  let frame = 0
  const thin = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => thinPins(map.getContainer().parentElement!))
  }
  /** The one that was moved by the keyboard, which stays on it. */
  let moved: number | null = null
  const ends = [
    pane.end,
    effect(() => {
      const places = chosenPlaces.value
      const marks = places.map((at, i) => placeMark(i, places.length, at))
      const away = pane.add(marks)
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
        away()
      }
    }),
    effect(() => pane.add(pins.value.map((at) => ({ at, element: pinButton(at) })))),
    effect(() => pane.add(found.value.map((at, i) => ({ at, element: numberMark(i + 1) })))),
    effect(() => {
      void pins.value
      for (const button of map.getContainer().querySelectorAll<HTMLElement>('.pin'))
        button.setAttribute('aria-pressed', String(button.dataset.school === school.value))
      void chosenPlaces.value
      thin()
    }),
  ]
  // A corner may be where a school is.
  ends.push(effect(() => void map.getContainer().classList.toggle('drawn-upon', corners.value !== null)))
  const zoomed = () => map.getContainer().classList.toggle('far', map.getZoom() < PINS_FROM)
  map.on('zoom', zoomed)
  map.on('moveend', thin)
  zoomed()
  return () => {
    map.off('zoom', zoomed)
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
 * Elements at places of a map. They move with it as one: a frame of panning changes one style, where a `Marker` of
 * MapLibre for each would change as many as there are, each on a layer of its own.
 */
function markerPane(map: MapLibreMap) {
  const pane = document.createElement('div')
  pane.className = 'markers'
  map.getCanvasContainer().append(pane)
  const markers = new Set<Marker>()
  let placed = { zoom: map.getZoom(), center: map.getCenter() }
  const pixelsOf = ({ lat, lon }: LatLon) => map.project([lon, lat])
  const put = ({ at, element }: Marker) => {
    const { x, y } = pixelsOf(at)
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
    /** Returns what takes them away again. */
    add(more: readonly Marker[]): () => void {
      // Those that are there may have moved.
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

/** The letter is shown while there are several places to be told apart. */
function placeMark(i: number, count: number, at: LatLon): Marker {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = `marker ${ranks[i]}`
  element.title = 'Drag the pin to move it, or press the arrow keys'
  element.ariaLabel = `${count === 1 ? 'The chosen place' : `Place ${letterOf(i)}`}: arrow keys move it`
  element.textContent = count === 1 ? '' : letterOf(i)
  return { at, element }
}

/** Pixels that an arrow key moves a pin, and milliseconds after the last one until it counts. */
const [STEP, PAUSE] = [4, 700]
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
}

/** Lets a pin be moved by a pointer and by keys. Returns what ends that. */
function movable(map: MapLibreMap, mark: Marker, tell: (to: LatLon, byKey: boolean) => void): () => void {
  const { element } = mark
  let last: PointerEvent | null = null
  let isMoved = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const by = (x: number, y: number) => {
    const from = map.project([mark.at.lon, mark.at.lat])
    const { lng, lat } = map.unproject([from.x + x, from.y + y])
    mark.at = { lat: fiveDecimals(lat), lon: fiveDecimals(lng) }
    const to = map.project([mark.at.lon, mark.at.lat])
    element.style.transform = `translate(${Math.round(to.x)}px, ${Math.round(to.y)}px)`
    isMoved = true
  }
  // Not a click on the map below it, and no move of the map.
  for (const name of ['mousedown', 'touchstart', 'click'] as const)
    element.addEventListener(name, (event) => event.stopPropagation())
  element.addEventListener('pointerdown', (event) => {
    last = event
    element.setPointerCapture(event.pointerId)
  })
  element.addEventListener('pointermove', (event) => {
    if (last === null) return
    const [x, y] = [event.clientX - last.clientX, event.clientY - last.clientY]
    if (!isMoved && Math.hypot(x, y) < 3) return
    by(x, y)
    last = event
  })
  element.addEventListener('pointerup', () => {
    last = null
    if (isMoved) tell(mark.at, false)
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
    if (way !== undefined) by(...way)
    if (isMoved) timer = setTimeout(() => tell(mark.at, true), way === undefined ? 0 : PAUSE)
  })
  return () => clearTimeout(timer)
}

/** The number of an area in the list of the best. */
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
    // Not a click on the map below it.
    event.stopPropagation()
    school.value = ncesId
  })
  return button
}

/** Pixels that are left between two pins. */
const GAP = 2

/**
 * Shows as many pins of schools as can be pressed: none that another one, a chosen place or a control of the map
 * covers, or that the edge of the map cuts. The one whose card is open comes first, then the nearest; the panel lists
 * all.
 */
export function thinPins(map: HTMLElement): void {
  const pins = [...map.querySelectorAll<HTMLElement>('.pin')]
  for (const pin of pins) pin.classList.remove('covered')
  const edge = map.getBoundingClientRect()
  const taken = [...map.querySelectorAll('.marker, .maplibregl-ctrl, .sources')].map((one) =>
    one.getBoundingClientRect(),
  )
  const isOpen = (pin: HTMLElement) => Number(pin.ariaPressed === 'true')
  const boxes = new Map(pins.map((pin) => [pin, pin.getBoundingClientRect()]))
  for (const pin of pins.sort((a, b) => isOpen(b) - isOpen(a))) {
    const box = boxes.get(pin)!
    const isCut = box.left < edge.left || box.right > edge.right || box.top < edge.top || box.bottom > edge.bottom
    const isCovered = taken.some((one) => meets(box, one))
    if (isCut || isCovered) pin.classList.add('covered')
    else taken.push(box)
  }
}

function meets(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right + GAP && a.right > b.left - GAP && a.top < b.bottom + GAP && a.bottom > b.top - GAP
}
