import { signal } from '@preact/signals'
import { embedded } from '../embedded.ts'
import type { LatLon } from '../library.ts'

/**
 * Whether the scores of the first view are on the screen, or had their time: on narrow screens what is below the map
 * comes after them.
 */
export const pictured = signal(embedded !== null)

/** Why tiles of what is shown could not be drawn, in the engine's words. */
export const problem = signal<string | null>(null)
/** Counts how often they are asked for again. */
export const attempt = signal(0)

export function tryAgain(): void {
  problem.value = null
  attempt.value++
}

/** Whether the tiles that the map shows are there, and all of them without a score. */
export const hasNoColors = signal(false)

/** Whom the base map of the host names as its source, or why there is none; null without one. */
export const basemapNote = signal<string | null>(null)

/** What the map shows at this moment, to be drawn elsewhere at once. */
export interface MapPicture {
  readonly canvas: HTMLCanvasElement
  /** Pixels from the upper left corner of the map, as the page counts them. */
  at(place: LatLon): readonly [x: number, y: number]
  /** Whether chosen places and schools are in the picture already. */
  readonly hasMarks: boolean
}

/** Whether the pins of chosen places can be moved; those of a map without WebGL cannot. */
export const arePinsMovable = signal(false)

/** Takes a picture of the map; null while there is none. */
export const takePicture = signal<(() => MapPicture) | null>(null)

/** What the host configured, as the page names it. */
export interface GivenBasemap {
  readonly kind: 'pmtiles' | 'style'
  readonly url: string
}

/** The base map that the host configured; null where it did not. */
export function configuredMap(): GivenBasemap | null {
  const { content } = document.querySelector<HTMLMetaElement>('meta[name=vicinage-basemap]') ?? {}
  return content === undefined ? null : (JSON.parse(content) as GivenBasemap)
}
