import { batch, computed, signal } from '@preact/signals'
import type { DimensionId } from '../dimensions/catalog.ts'
import type { Layer } from '../geocode/layers.ts'
import type { Filter, LatLon, Loading } from './engine/engine.ts'

/** A place that a person chose. */
export interface ChosenPlace extends LatLon {
  /** Meters within which it is; absent of a click or a coordinate. */
  readonly radius?: number
  /** How it was found, where an address was asked for. */
  readonly found?: {
    readonly address: string
    readonly layer: Layer
    readonly note: string | null
  }
}

/** A dot on the map. `score` is null where it has none. */
export interface Dot extends LatLon {
  readonly score: number | null
}

/** A school on the map. */
export interface Pin extends LatLon {
  readonly ncesId: string
  readonly name: string
  readonly rating: number | null
}

/*
 * What the page shows. The map, the panels and the address bar read and write these and nothing of each other. Those up to `only` are in
 * the address bar.
 */

/** Id of the dimension on the map. */
export const dimension = signal<DimensionId>('walkability')
/** Middle of the map and its zoom, as MapLibre counts it. */
export type Camera = LatLon & { readonly zoom: number }
/** The camera until somebody moves the map or a link names one: till then the map fits the whole coverage, whatever its size. */
export const untouched: Camera = { lat: 34.5, lon: -101, zoom: 3.6 }
export const camera = signal(untouched)
export const place = signal<ChosenPlace | null>(null)
/** A second place, to be compared. */
export const other = signal<ChosenPlace | null>(null)
/** Per cent. */
export const opacity = signal(75)
/** Whether estimates are hatched. */
export const hatching = signal(true)
/** Only places that pass all of them are colored. */
export const only = signal<readonly Filter[]>([])

/** Which of the two places the next click on the map or the next address sets. */
export const choosing = signal<'place' | 'other'>('place')
/** Schools that the panel lists; `ncesId` of the one whose card is open. */
export const pins = signal<readonly Pin[]>([])
export const school = signal<string | null>(null)
/** Scored rows of a file, on the map. */
export const dots = signal<readonly Dot[]>([])
/** Bundles by file, as far as they were asked for. */
export const loadings = signal<ReadonlyMap<string, Loading>>(new Map())
/** Whether the server has a newer version of the page and its data than what is open here. */
export const isOutdated = computed(() => [...loadings.value.values()].some(({ state }) => state === 'outdated'))

/** Whether the panel of the chosen place is open beside the map; on narrow screens it always stands below. */
export const panelOpen = signal(true)
/** What the dialog about the page is open at: its beginning, or the dimension on the map. */
export const about = signal<'page' | 'dimension' | null>(null)

/**
 * Chooses a place, or the second one, and looks at it when it may be out of sight. Coordinates are kept to six decimals, 0.1 m, as the
 * address bar holds them: a link gives the same scores.
 */
export function choose(chosen: ChosenPlace, { look = false } = {}): void {
  const { lat, lon } = chosen
  batch(() => {
    const which = choosing.value === 'other' && place.value !== null ? other : place
    which.value = { ...chosen, lat: sixDecimals(lat), lon: sixDecimals(lon) }
    choosing.value = 'place'
    panelOpen.value = true
    if (!look) return
    const near = zoomFor(chosen.radius ?? 1000)
    camera.value = which === other ? around(place.value!, chosen, near) : { lat, lon, zoom: near }
  })
}

/** A view of two places that is no nearer than `most`. */
export function around(a: LatLon, b: LatLon, most: number): Camera {
  // The world is 512 pixels wide at zoom 0, and a map some 600: shares of the world's width that they are apart, north as seen there.
  const north = (Math.abs(a.lat - b.lat) / 360) * 1.3
  const apart = Math.max(Math.abs(a.lon - b.lon) / 360, north, 1e-9)
  return {
    lat: (a.lat + b.lat) / 2,
    lon: (a.lon + b.lon) / 2,
    zoom: Math.min(most, Math.max(3, Math.log2(0.7 / apart))),
  }
}

function sixDecimals(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

/** The zoom at which a circle of so many meters fills a third of a screen. */
export function zoomFor(meters: number): number {
  return Math.min(15, Math.max(5, Math.log2(40_075_017 / (meters * 12))))
}
