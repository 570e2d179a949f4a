import { signal } from '@preact/signals'
import type { MultiPolygon } from 'geojson'

/** The outline of a school district. */
export interface Outline {
  readonly geoid: string
  readonly name: string
  readonly geometry: MultiPolygon
}

/** Outlines that the map draws over the scores. */
export const outlines = signal<readonly Outline[]>([])
