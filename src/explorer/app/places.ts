import { batch, computed, signal } from '@preact/signals'
import { type LatLon, type Layer, sixDecimals } from './library.ts'
import { type Camera, camera, mapSide, panelOpen } from './view.ts'

/** A place chosen by the user. */
export interface ChosenPlace extends LatLon {
  /** Radius in meters of the circle that contains the place; undefined for a click or coordinates. */
  readonly radius?: number
  /** Search result, if the place was found by a search. */
  readonly found?: {
    readonly address: string
    /**
     * Typed text, if it is more precise than the result, such as a house number and street for which only the ZIP code
     * was found.
     */
    readonly typed?: string
    readonly layer: Layer
    readonly note: string | null
  }
}

/** Returns the coordinates and radius of a place. */
export function whereabouts({ lat, lon, radius }: ChosenPlace): LatLon & { readonly radius?: number } {
  return { lat, lon, ...(radius !== undefined && { radius }) }
}

/** Chosen place; null if no place is chosen. */
export const place = signal<ChosenPlace | null>(null)
/** Places to compare the chosen place with. */
export const others = signal<readonly ChosenPlace[]>([])
/** All chosen places, in the order of their letters A to D. */
export const chosenPlaces = computed(() => (place.value === null ? [] : [place.value, ...others.value]))
/** Maximum number of places to compare. */
export const MAX_COMPARED = 4

/** Names that the user gave to chosen places. Links contain these names. */
export const labels = signal<ReadonlyMap<ChosenPlace, string>>(new Map())
/** Maximum number of characters of a name in `labels`. */
export const LONGEST_LABEL = 60

/** Sets the name of a chosen place. An empty string removes the name. */
export function label(place: ChosenPlace, text: string): void {
  const entries = chosenPlaces
    .peek()
    .map((shown) => [shown, shown === place ? text : labels.peek().get(shown)] as const)
  labels.value = new Map(entries.flatMap(([shown, name]) => (name ? [[shown, name] as const] : [])))
}

/** Names of the chosen places, once they are known. */
export const titles = signal<ReadonlyMap<ChosenPlace, string>>(new Map())
/** Summary of the chosen place, or hazards of the compared places; empty until the scores are known. */
export const inBrief = signal('')

/** Purpose of the next click or address: choosing the place, or another place to compare. */
export const choosing = signal<'place' | 'other'>('place')
/** Place chosen during a comparison. The panel asks which place it replaces. */
export const pending = signal<ChosenPlace | null>(null)
/** State of a search while the page still shows the previous places. */
interface PendingSearch {
  readonly text: string
  /** Reason why nothing was found; null while searching. */
  readonly message: string | null
  /** Whether the search failed because data could not be loaded. */
  readonly hasFailed: boolean
  /** Places that the page still shows. */
  readonly previous: readonly ChosenPlace[]
}
const lastSearch = signal<PendingSearch | null>(null)
/**
 * Last search, while the previous places are still chosen. The panel must not present these places as the search
 * result. Null once a place is chosen.
 */
export const unanswered = computed(() => (lastSearch.value?.previous === chosenPlaces.value ? lastSearch.value : null))

/**
 * Chooses a place, or another place to compare, and moves the map there if the place may be out of view. Coordinates
 * are rounded to six decimals (0.1 m), as in the URL, so that a link returns the same scores.
 */
export function choose(chosen: ChosenPlace, { look = false } = {}): void {
  const { lat, lon } = chosen
  batch(() => {
    const isOther = choosing.value === 'other' && place.value !== null && others.value.length < MAX_COMPARED - 1
    const rounded = { ...chosen, lat: sixDecimals(lat), lon: sixDecimals(lon) }
    const isPending = !isOther && others.value.length > 0
    if (isOther) others.value = [...others.value, rounded]
    else if (!isPending) place.value = rounded
    pending.value = isPending ? rounded : null
    choosing.value = 'place'
    panelOpen.value = true
    lastSearch.value = null
    if (!look || isPending) return
    camera.value = isOther ? around(chosenPlaces.value) : { lat, lon, zoom: zoomFor(chosen) }
  })
}

/** Replaces the compared place at an index, or adds a place if the index is the number of places. */
export function put(chosen: ChosenPlace, at: number): void {
  const { lat, lon } = chosen
  const [first, ...more] = chosenPlaces
    .peek()
    .toSpliced(at, 1, { ...chosen, lat: sixDecimals(lat), lon: sixDecimals(lon) })
  batch(() => {
    place.value = first
    others.value = more
    pending.value = null
  })
}

/** Moves a place to where its pin was dragged. Keeps the name that was typed. */
export function move(at: number, { lat, lon }: LatLon): void {
  const { found } = chosenPlaces.peek()[at]
  const typed = found?.typed ?? (found?.layer === 'coordinates' ? found.address : undefined)
  put({ lat, lon, ...(typed === undefined ? {} : { found: { address: typed, layer: 'coordinates', note: null } }) }, at)
}

/**
 * Replaces the panel of the chosen place with the state of a search: searching (`message` is null), or the reason why
 * nothing was found. A null `text` shows the chosen place again.
 */
export function ask(text: string | null, message: string | null = null, hasFailed = false): void {
  const isReplaced = place.value !== null && choosing.value === 'place'
  lastSearch.value = text === null || !isReplaced ? null : { text, message, hasFailed, previous: chosenPlaces.value }
}

/** Chooses one or more places at once for comparison. */
export function chooseAll(places: readonly ChosenPlace[]): void {
  batch(() => {
    choosing.value = 'place'
    others.value = []
    pending.value = null
    for (const place of places) {
      choose(place, { look: true })
      choosing.value = 'other'
    }
    choosing.value = 'place'
  })
}

/** Prompts for another place to compare, which is the next place clicked or searched for. */
export function chooseOther(): void {
  choosing.value = 'other'
  document.getElementById('search-text')?.focus()
}

/** Returns a view that shows all places, no closer than a view of the last place alone. */
export function around(places: readonly ChosenPlace[]): Camera {
  const lats = places.map(({ lat }) => lat)
  const lons = places.map(({ lon }) => lon)
  const south = Math.min(...lats)
  const north = Math.max(...lats)
  const west = Math.min(...lons)
  const east = Math.max(...lons)
  // Extent as a fraction of the world's width. North-south distances are stretched, as they are on the map.
  const extent = Math.max((east - west) / 360, ((north - south) / 360) * 1.3, 1e-9)
  const nearest = zoomFor(places.at(-1)!)
  return {
    lat: (south + north) / 2,
    lon: (west + east) / 2,
    zoom: Math.min(nearest, Math.max(2, Math.log2((0.6 * mapSide.peek()) / WORLD / extent))),
  }
}

/** Minimum radius in meters to show around a point. */
const SURROUNDINGS = 2000
/** Minimum radius in meters to show around a house whose block is drawn because its street is known. */
const BLOCK = 500
/** Length of the equator in meters. */
const EQUATOR = 40_075_017
/** Width of the world in pixels at zoom 0. */
const WORLD = 512

/** Returns the zoom at which the circle of a place, such as a city, fills the map. */
export function zoomFor({ lat, radius = 0, found }: ChosenPlace): number {
  const meters = 2 * Math.max(found?.layer === 'street' ? BLOCK : SURROUNDINGS, radius)
  const circumference = EQUATOR * Math.cos((lat * Math.PI) / 180)
  return Math.min(15, Math.max(4, Math.log2((mapSide.peek() * circumference) / (WORLD * meters))))
}
