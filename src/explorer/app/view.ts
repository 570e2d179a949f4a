import { batch, computed, signal } from '@preact/signals'
import type { Drawn, Filter, Loading, Priority } from './engine/engine.ts'
import type { DimensionId, LatLon } from './library.ts'

/** A dot on the map. `score` is null without data. */
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
 * State of the page, except the chosen places. The map, the panels and the URL communicate only through these signals.
 * The signals up to `isByFit` are part of the URL.
 */

/** Id of the dimension on the map. */
export const dimension = signal<DimensionId>('walkability')
/** Center and zoom of the map. The zoom uses MapLibre's scale. */
export type Camera = LatLon & { readonly zoom: number }
/**
 * Initial camera, until the user moves the map or a link sets a camera. The map treats this object specially: at any
 * size, it shows all covered states.
 */
export const untouched: Camera = { lat: 34.5, lon: -101, zoom: 3.6 }
export const camera = signal(untouched)

/** Rounds degrees to about a meter. */
export function fiveDecimals(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5
}

/** Whether estimates are hatched. */
export const hatching = signal(true)
/** Conditions that places must meet to be colored. */
export const only = signal<readonly Filter[]>([])
/** Weights that the user gave to dimensions. Dimensions without a weight are omitted. */
export const priorities = signal<readonly Priority[]>([])
/** Whether the map shows the fit to the priorities instead of the dimension. Without priorities, this has no effect. */
export const isByFit = signal(false)

/** Priorities whose fit is on the map; null while the map shows a dimension. */
export const shownFit = computed(() => (isByFit.value && priorities.value.length > 0 ? priorities.value : null))
/** Dimension on the map; null while the map shows the fit. */
export const shownScore = computed(() => (shownFit.value === null ? dimension.value : null))
/** Dimension, conditions and fit that determine the colors of the map. */
export const drawn = computed<Drawn>(() => ({
  dimension: dimension.value,
  only: only.value,
  ...(shownFit.value !== null && { fit: shownFit.value }),
}))

/** Shows a dimension on the map, replacing the previous dimension or the fit. */
export function showScore(id: DimensionId): void {
  batch(() => {
    dimension.value = id
    isByFit.value = false
  })
}

/** Shorter side of the map in pixels. */
export const mapSide = signal(500)
/** Schools listed in the panel. */
export const pins = signal<readonly Pin[]>([])
/** `ncesId` of the school whose card is open; null if no card is open. */
export const school = signal<string | null>(null)
/** Scored rows of a file, shown on the map. */
export const dots = signal<readonly Dot[]>([])
/** Loading states of the requested bundles, by file. */
export const loadings = signal<ReadonlyMap<string, Loading>>(new Map())
/** Whether the server has a newer version of the page and its data. */
export const isOutdated = computed(() => [...loadings.value.values()].some(({ state }) => state === 'outdated'))

/**
 * Whether the panel of the chosen place is open next to the map. On narrow screens, the panel is always below the map.
 */
export const panelOpen = signal(true)
/**
 * Content of the open dialog: information about the page or about the dimension on the map. Null while the dialog is
 * closed.
 */
export const about = signal<'page' | 'dimension' | null>(null)
