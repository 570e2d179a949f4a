import { ScoresElement } from './scores-element.ts'

/** Attributes of `<vicinage-scores>`. Each is a property of the element as well. */
export interface ScoresAttributes {
  /** Latitude, degrees, -90 to 90, WGS 84. Without `lat` and `lon` the element says that no place is chosen. */
  readonly lat?: number | string | null | undefined
  /** Longitude, degrees, -180 to 180, WGS 84. */
  readonly lon?: number | string | null | undefined
  /** Ids of the dimensions, separated by commas, in the order in which to show them. All by default. */
  readonly dimensions?: string | readonly string[] | null | undefined
  /** Address of a folder that `vicinage data copy` wrote, absolute or relative to the page. */
  readonly data?: string | null | undefined
  /** Address of a service, as started by `vicinage serve`. Used instead of `data` if both are set. */
  readonly src?: string | null | undefined
  /** Units of the descriptions: `us` by default, or `metric`. */
  readonly units?: 'us' | 'metric' | null | undefined
  /** Name of the place, shown as the title and read aloud. */
  readonly label?: string | null | undefined
  /** Appearance: `light` or `dark`. By default, what the reader's system prefers. */
  readonly theme?: 'light' | 'dark' | undefined
}

/** `detail` of the event `vicinage-scores`, which the element sends when it shows the scores of a place. */
export interface ShownScores {
  /** Latitude of the place, degrees, WGS 84. */
  readonly lat: number
  /** Longitude of the place, degrees, WGS 84. */
  readonly lon: number
  /** Scores by dimension id, 1-255; 0 without data. */
  readonly scores: Readonly<Record<string, number>>
}

/** `detail` of the event `vicinage-error`, which the element sends when it cannot show scores. */
export interface ScoresProblem {
  /** Sentence that says what is wrong and what to do. */
  readonly message: string
}

/**
 * Registers the element under one more name. Importing this module registers `vicinage-scores`. Does nothing if the
 * name is taken, or where there is no document.
 */
export function defineScoresElement(name: string): void {
  const registry = globalThis.customElements
  if (registry === undefined || registry.get(name) !== undefined) return
  // A class can only be registered once.
  registry.define(name, registry.get(NAME) === undefined ? ScoresElement : class extends ScoresElement {})
}

const NAME = 'vicinage-scores'
defineScoresElement(NAME)
