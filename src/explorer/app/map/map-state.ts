import { signal } from '@preact/signals'
import { embedded } from '../embedded.ts'
import type { LatLon } from '../library.ts'

/**
 * Whether the first view's scores are on the screen, or the wait for them is over. On narrow screens, everything below
 * the map waits for this.
 */
export const pictured = signal(embedded !== null)

/** Reason why tiles could not be drawn, in the engine's words. */
export const problem = signal<string | null>(null)
/** Counts the attempts to request tiles again. */
export const attempt = signal(0)

export function tryAgain(): void {
  problem.value = null
  attempt.value++
}

/** Whether all tiles of the map are loaded and none has a score. */
export const hasNoColors = signal(false)

/** Attribution of the host's base map, or the reason why it failed; null without one. */
export const basemapNote = signal<string | null>(null)

/** A picture of what the map currently shows. */
export interface MapPicture {
  readonly canvas: HTMLCanvasElement
  /** Converts a place to pixels from the upper left corner of the map, in CSS pixels. */
  at(place: LatLon): readonly [x: number, y: number]
  /** Whether the picture already includes chosen places and schools. */
  readonly hasMarks: boolean
}

/** Whether the pins of chosen places can be moved. Without WebGL they cannot. */
export const arePinsMovable = signal(false)

/** Takes a picture of the map; null while there is none. */
export const takePicture = signal<(() => MapPicture) | null>(null)

/** Base map configured by the host, as named in the page. */
export interface GivenBasemap {
  readonly kind: 'pmtiles' | 'style'
  readonly url: string
}

/** Returns the base map that the host configured, or null. */
export function configuredMap(): GivenBasemap | null {
  const { content } = document.querySelector<HTMLMetaElement>('meta[name=vicinage-basemap]') ?? {}
  return content === undefined ? null : (JSON.parse(content) as GivenBasemap)
}
