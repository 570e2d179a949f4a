import { computed, signal } from '@preact/signals'
import { getDimension } from '../catalog.ts'
import { embedded } from '../embedded.ts'
import type { DimensionId, LatLon } from '../library.ts'
import { hatching, shownScore } from '../view.ts'

/**
 * Whether the first view's scores are on the screen, or waiting for them has timed out. On narrow screens, everything
 * below the map waits for this.
 */
export const pictured = signal(embedded !== null)

/** Reason why tiles could not be drawn, as reported by the engine. */
export const problem = signal<string | null>(null)
/** Number of times that all tiles have been requested again after a failure. */
export const attempt = signal(0)

export function tryAgain(): void {
  problem.value = null
  attempt.value++
}

/** Whether all tiles of the map are loaded and none has a score. */
export const hasNoColors = signal(false)

/** Extent to which the land in view has estimates instead of measured scores. */
export type EstimatedPart = 'nothing' | 'part' | 'all'
export const estimatedPart = signal<EstimatedPart>('nothing')

/** Whether the map is hatched. */
export const isHatched = computed(
  () => shownScore.value !== null && hatching.value && needsHatching(shownScore.value, estimatedPart.value),
)

/**
 * Checks whether a view of a dimension needs hatching, which distinguishes estimates from measured scores. If the whole
 * view is an estimate, hatching would add no information. A hazard is always hatched where no official map covers it.
 */
export function needsHatching(id: DimensionId, part: EstimatedPart): boolean {
  const isHazard = getDimension(id).classColors !== undefined
  return isHazard || part === 'part'
}

/** Whether the view is close enough for streets but the base map has none there. */
export const areStreetsMissing = signal(false)

/** Attribution of the host's base map, or the reason why it failed; null if there is no base map. */
export const basemapNote = signal<string | null>(null)

/** A picture of what the map currently shows. */
export interface MapPicture {
  readonly canvas: HTMLCanvasElement
  /** Converts a place to pixels from the upper left corner of the map, in CSS pixels. */
  at(place: LatLon): readonly [x: number, y: number]
  /** Whether the picture already includes chosen places and schools. */
  readonly hasMarks: boolean
}

/** Whether the pins of chosen places can be moved. Always false without WebGL. */
export const arePinsMovable = signal(false)

/** Function that takes a picture of the map; null while there is no map. */
export const takePicture = signal<(() => MapPicture) | null>(null)

/** Base map that the host configured in the page. */
export interface HostBasemap {
  readonly kind: 'pmtiles' | 'style'
  readonly url: string
}

/** Returns the base map that the host configured, or null. */
export function configuredMap(): HostBasemap | null {
  const { content } = document.querySelector<HTMLMetaElement>('meta[name=vicinage-basemap]') ?? {}
  return content === undefined ? null : (JSON.parse(content) as HostBasemap)
}
