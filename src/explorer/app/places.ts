import { batch, computed, signal } from '@preact/signals'
import { type LatLon, type Layer, sixDecimals } from './library.ts'
import { type Camera, camera, mapSide, panelOpen } from './view.ts'

/** A place that a person chose. */
export interface ChosenPlace extends LatLon {
  /** Meters within which it is; absent of a click or a coordinate. */
  readonly radius?: number
  /** How it was found, where an address was asked for. */
  readonly found?: {
    readonly address: string
    /** What was typed, where that says more than what was found: a house of which only the ZIP is known. */
    readonly typed?: string
    readonly layer: Layer
    readonly note: string | null
  }
}

/** Where a place is, and within how many meters. */
export function whereabouts({ lat, lon, radius }: ChosenPlace): LatLon & { readonly radius?: number } {
  return { lat, lon, ...(radius !== undefined && { radius }) }
}

/** The chosen place, which the address bar holds, as the others. */
export const place = signal<ChosenPlace | null>(null)
/** Places that it is compared with. */
export const others = signal<readonly ChosenPlace[]>([])
/** All of them, A to D. */
export const chosenPlaces = computed(() => (place.value === null ? [] : [place.value, ...others.value]))
/** So many places can be compared. */
export const MOST_COMPARED = 4

/** What the chosen places are called once it is known what is there. */
export const titles = signal<ReadonlyMap<ChosenPlace, string>>(new Map())

/** What the next click on the map or the next address is: the place, or another one to compare it with. */
export const choosing = signal<'place' | 'other'>('place')
/** What was chosen while places are compared: the panel asks which of them it replaces. */
export const pending = signal<ChosenPlace | null>(null)
/** What became of the last text that was searched for, while the page still holds the places of before. */
interface Asked {
  readonly text: string
  /** Why nothing is found; null while it is looked up. */
  readonly message: string | null
  /** Whether it could not be looked up at all, for want of data. */
  readonly hasFailed: boolean
  readonly before: readonly ChosenPlace[]
}
const asked = signal<Asked | null>(null)
/**
 * The search that the chosen places are no answer to: the panel must not show them as if they were. Null once a place
 * is chosen.
 */
export const unanswered = computed(() => (asked.value?.before === chosenPlaces.value ? asked.value : null))

/**
 * Chooses a place, or another one to compare it with, and looks at it when it may be out of sight. Coordinates are kept
 * to six decimals, 0.1 m, as the address bar holds them: a link gives the same scores.
 */
export function choose(chosen: ChosenPlace, { look = false } = {}): void {
  const { lat, lon } = chosen
  batch(() => {
    const isOther = choosing.value === 'other' && place.value !== null && others.value.length < MOST_COMPARED - 1
    const kept = { ...chosen, lat: sixDecimals(lat), lon: sixDecimals(lon) }
    const isAsked = !isOther && others.value.length > 0
    if (isOther) others.value = [...others.value, kept]
    else if (!isAsked) place.value = kept
    pending.value = isAsked ? kept : null
    choosing.value = 'place'
    panelOpen.value = true
    asked.value = null
    if (!look || isAsked) return
    camera.value = isOther ? around(chosenPlaces.value) : { lat, lon, zoom: zoomFor(chosen) }
  })
}

/** Puts a place where another one of those that are compared is; behind the last one it is added. */
export function put(chosen: ChosenPlace, at: number): void {
  const { lat, lon } = chosen
  const [first, ...rest] = chosenPlaces
    .peek()
    .toSpliced(at, 1, { ...chosen, lat: sixDecimals(lat), lon: sixDecimals(lon) })
  batch(() => {
    place.value = first
    others.value = rest
    pending.value = null
  })
}

/** Moves a place by hand: it is where the pin is now, and keeps the name that was typed. */
export function move(at: number, { lat, lon }: LatLon): void {
  const { found } = chosenPlaces.peek()[at]
  const typed = found?.typed ?? (found?.layer === 'coordinates' ? found.address : undefined)
  put({ lat, lon, ...(typed === undefined ? {} : { found: { address: typed, layer: 'coordinates', note: null } }) }, at)
}

/**
 * Says that a text is looked up (`message` null), or why nothing is found for it, where a place is chosen that is no
 * answer to it; null: the places of before are shown again.
 */
export function ask(text: string | null, message: string | null = null, hasFailed = false): void {
  const isReplaced = place.value !== null && choosing.value === 'place'
  asked.value = text === null || !isReplaced ? null : { text, message, hasFailed, before: chosenPlaces.value }
}

/** Chooses some places at once, at least one, to be compared. */
export function chooseAll(places: readonly ChosenPlace[]): void {
  batch(() => {
    choosing.value = 'place'
    others.value = []
    pending.value = null
    for (const one of places) {
      choose(one, { look: true })
      choosing.value = 'other'
    }
    choosing.value = 'place'
  })
}

/** Asks for another place, to be compared: the next one that is clicked, or searched for. */
export function chooseOther(): void {
  choosing.value = 'other'
  document.getElementById('search-text')?.focus()
}

/** A view of some places, at least one, that is no nearer than one of the last of them. */
export function around(places: readonly ChosenPlace[]): Camera {
  const [lats, lons] = [places.map(({ lat }) => lat), places.map(({ lon }) => lon)]
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const [west, east] = [Math.min(...lons), Math.max(...lons)]
  // Shares of the world's width that they are apart, north as seen there.
  const apart = Math.max((east - west) / 360, ((north - south) / 360) * 1.3, 1e-9)
  const nearest = zoomFor(places.at(-1)!)
  return {
    lat: (south + north) / 2,
    lon: (west + east) / 2,
    zoom: Math.min(nearest, Math.max(2, Math.log2((0.6 * mapSide.peek()) / WORLD / apart))),
  }
}

/** Meters around a point that are shown at least; of a house on a street that shows its block, fewer. */
const [SURROUNDINGS, BLOCK] = [2000, 500]
/** Meters around the earth, and pixels at zoom 0. */
const [EQUATOR, WORLD] = [40_075_017, 512]

/** The zoom at which the circle of a place, a city's say, fills the map. */
export function zoomFor({ lat, radius = 0, found }: ChosenPlace): number {
  const meters = 2 * Math.max(found?.layer === 'street' ? BLOCK : SURROUNDINGS, radius)
  const around = EQUATOR * Math.cos((lat * Math.PI) / 180)
  return Math.min(15, Math.max(4, Math.log2((mapSide.peek() * around) / (WORLD * meters))))
}
