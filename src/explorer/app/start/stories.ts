import type { Filter } from '../engine/engine.ts'
import type { DimensionId, LatLon, Manifest } from '../library.ts'
import type { Camera } from '../view.ts'

/** A question that the page answers with one click, or a place that it describes. */
export interface Story {
  /** Two-letter code of the story's state. */
  readonly state: string
  /** Line above the question: the city of the story, or `For example`. */
  readonly city: string
  readonly question: string
  /**
   * Explanation of what the reader will see and what it means. For an example place, the page's own summary of the
   * place.
   */
  readonly answer: string
  readonly dimension: DimensionId
  readonly only: readonly Filter[]
  /** View of the map. Undefined if the story has `places`, from which the view is computed. */
  readonly camera?: Camera
  readonly places: readonly LatLon[]
}

const ALL: readonly Story[] = [
  {
    state: 'TX',
    city: 'For example',
    question: 'Hyde Park, Austin',
    answer:
      'Dense urban core; very walkable; urban hotspot; noticeable noise (estimate); uncertain flood risk (estimate: no flood map here); no fire map outside California.',
    dimension: 'walkability',
    only: [],
    camera: { lat: 30.28, lon: -97.74, zoom: 11 },
    places: [{ lat: 30.3045, lon: -97.7305 }],
  },
  {
    state: 'CA',
    city: 'Los Angeles',
    question: 'How far does the noise from LAX reach?',
    answer: 'The runways and every freeway stand out. Choose a street to see its noise in decibels.',
    dimension: 'noise-levels',
    only: [],
    camera: { lat: 33.95, lon: -118.37, zoom: 10.4 },
    places: [],
  },
  {
    state: 'TX',
    city: 'San Antonio',
    question: 'Where is it quiet but still walkable?',
    answer: 'Only places that are both quiet and walkable keep their color.',
    dimension: 'noise-levels',
    only: [
      { dimension: 'walkability', from: 128, to: 255 },
      { dimension: 'noise-levels', from: 187, to: 255 },
    ],
    camera: { lat: 29.45, lon: -98.5, zoom: 10.2 },
    places: [],
  },
  {
    state: 'FL',
    city: 'Miami',
    question: 'Downtown or Coral Gables: which is quieter and greener?',
    answer: 'All scores of both places, side by side.',
    dimension: 'noise-levels',
    only: [],
    places: [
      { lat: 25.7743, lon: -80.1937 },
      { lat: 25.7215, lon: -80.2684 },
    ],
  },
]

/** Stories whose state and dimensions are in the data. */
export let stories: readonly Story[] = ALL

/**
 * Keeps the stories whose state and dimensions are on the server, which may have a smaller copy of the data. Called
 * before anything is drawn.
 */
export function keepStories({ states, bundles }: Pick<Manifest, 'states' | 'bundles'>): void {
  const has = (id: string) => bundles.some((bundle) => bundle.id === id)
  stories = ALL.filter(
    ({ state, dimension, only }) =>
      (states?.includes(state) ?? true) && [dimension, ...only.map((filter) => filter.dimension)].every(has),
  )
}

/** Checks whether the map still shows the view that the page opened with. */
export function isFirstView({ lat, lon, zoom }: Camera): boolean {
  const first = stories[0]?.camera
  return first?.lat === lat && first.lon === lon && first.zoom === zoom
}
