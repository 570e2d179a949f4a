import { ScoresElement } from './scores-element.ts'

/** Attributes of `<vicinage-scores>`. Each attribute is also available as a property. */
export interface ScoresAttributes {
  /**
   * Latitude, degrees, -90 to 90, WGS 84. If `lat` and `lon` are both missing, the element shows that no place is
   * chosen.
   */
  readonly lat?: number | string | null | undefined
  /** Longitude, degrees, -180 to 180, WGS 84. */
  readonly lon?: number | string | null | undefined
  /** Dimension ids in display order, separated by commas. Default: all dimensions. */
  readonly dimensions?: string | readonly string[] | null | undefined
  /** URL of a folder written by `vicinage data copy`, absolute or relative to the page. */
  readonly data?: string | null | undefined
  /** URL of a service started with `vicinage serve`. Takes precedence over `data`. */
  readonly src?: string | null | undefined
  /** Units in descriptions: `us` or `metric`. Default: `us`. */
  readonly units?: 'us' | 'metric' | null | undefined
  /** Name of the place, shown as the title and read by screen readers. */
  readonly label?: string | null | undefined
  /** Color scheme: `light` or `dark`. Default: the scheme that the reader's system prefers. */
  readonly theme?: 'light' | 'dark' | undefined
}

/** `detail` of the `vicinage-scores` event, which the element dispatches when it shows the scores of a place. */
export interface ShownScores {
  /** Latitude of the place, degrees, WGS 84. */
  readonly lat: number
  /** Longitude of the place, degrees, WGS 84. */
  readonly lon: number
  /** Scores by dimension id, 1-255; 0 without data. */
  readonly scores: Readonly<Record<string, number>>
}

/** `detail` of the `vicinage-error` event, which the element dispatches when it cannot show scores. */
export interface ScoresProblem {
  /** Sentence that says what is wrong and what to do. */
  readonly message: string
}

/**
 * Registers the element under another name. Importing this module already registers `vicinage-scores`. Does nothing if
 * the name is taken, or if there is no document.
 */
export function defineScoresElement(name: string): void {
  const registry = globalThis.customElements
  if (registry === undefined || registry.get(name) !== undefined) return
  // A class can only be registered once, so every further name gets a subclass.
  registry.define(name, registry.get(NAME) === undefined ? ScoresElement : class extends ScoresElement {})
}

const NAME = 'vicinage-scores'
defineScoresElement(NAME)
