import { computed, signal } from '@preact/signals'
import type { Filter, Loading } from './engine/engine.ts'
import type { DimensionId, LatLon } from './library.ts'

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
 * What the page shows, beside the chosen places. The map, the panels and the address bar read and write these and
 * nothing of each other. Those up to `only` are in the address bar.
 */

/** Id of the dimension on the map. */
export const dimension = signal<DimensionId>('walkability')
/** Middle of the map and its zoom, as MapLibre counts it. */
export type Camera = LatLon & { readonly zoom: number }
/**
 * The camera until somebody moves the map or a link names one: till then the map fits the whole coverage, whatever its
 * size.
 */
export const untouched: Camera = { lat: 34.5, lon: -101, zoom: 3.6 }
export const camera = signal(untouched)

/** Degrees to a meter. */
export function fiveDecimals(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}

/** Per cent. */
export const opacity = signal(75)
/** Whether estimates are hatched. */
export const hatching = signal(true)
/** Only places that pass all of them are colored. */
export const only = signal<readonly Filter[]>([])

/** Shorter side of the map, in pixels. */
export const mapSide = signal(500)
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
