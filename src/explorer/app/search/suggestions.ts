import { signal } from '@preact/signals'
import type { Engine } from '../engine/engine.ts'
import type { LatLon, Layer, Suggestion } from '../library.ts'
import type { ChosenPlace } from '../places.ts'
import type { Camera } from '../view.ts'
import { getName } from '../words.ts'
import { coordinatesIn, expandName } from './intent.ts'

/** A place offered by the list below the search field. */
export interface Option {
  /** Kind of place: `City`. */
  readonly kind: string
  readonly label: string
  readonly place: ChosenPlace
}

type SuggestEngine = Pick<Engine, 'suggest'>

/** Maximum number of places in the list. */
const MAX_OPTIONS = 8
/** Milliseconds to wait after the last letter before the engine is called. */
const PAUSE = 100
/** Minimum zoom at which the list also offers places near the center of the map, not only the best-known places. */
const LOCAL_ZOOM = 9

/** Suggests places for the letters typed so far. Answers to earlier letters are dropped. */
export class Suggestions {
  readonly options = signal<readonly Option[]>([])
  readonly state = signal<'idle' | 'waiting' | 'failed'>('idle')
  readonly #engine: SuggestEngine
  #last = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(engine: SuggestEngine) {
    this.#engine = engine
  }

  /** Loads the names before the first letter is typed. */
  prepare(): void {
    this.#engine.suggest('a', { limit: 1 }).catch(() => {}) // an error is reported when a letter is typed
  }

  /** Requests places whose names begin with the text. Previous options stay until the answer arrives. */
  ask(text: string, camera: Camera): void {
    this.drop()
    const name = text.trim()
    const coordinates = coordinatesIn(name)
    if (coordinates !== null || name === '') {
      this.options.value = coordinates === null ? [] : [getOption(coordinates)]
      return
    }
    const attempt = this.#last
    this.state.value = 'waiting'
    this.#timer = setTimeout(async () => {
      const answer = await suggestedFor(this.#engine, text, camera).catch(() => null)
      if (attempt !== this.#last) return
      this.options.value = answer?.map(suggested) ?? []
      this.state.value = answer === null ? 'failed' : 'idle'
    }, PAUSE)
  }

  /** Discards all pending answers. */
  drop(): void {
    this.#last++
    clearTimeout(this.#timer)
    this.state.value = 'idle'
  }
}

/** Returns places whose names begin with the text, alternating between places near the view and places anywhere. */
export async function suggestedFor(
  engine: SuggestEngine,
  text: string,
  { lat, lon, zoom }: Camera,
): Promise<readonly Suggestion[]> {
  const typed = expandName(text.trimStart()).slice(0, 100)
  const [near, all] = await Promise.all([
    zoom < LOCAL_ZOOM ? [] : engine.suggest(typed, { limit: MAX_OPTIONS, near: { lat, lon } }),
    engine.suggest(typed, { limit: MAX_OPTIONS }),
  ])
  return inTurn(near, all)
}

/** Merges two lists by alternating between them, without duplicates. */
export function inTurn(near: readonly Suggestion[], all: readonly Suggestion[]): readonly Suggestion[] {
  const merged = new Map<string, Suggestion>()
  for (let i = 0; i < MAX_OPTIONS; i++)
    for (const suggestion of [near[i], all[i]])
      if (suggestion !== undefined && !merged.has(suggestion.label)) merged.set(suggestion.label, suggestion)
  return [...merged.values()].slice(0, MAX_OPTIONS)
}

/**
 * Returns the index that becomes active when a key is pressed, or null for keys that do not move. -1 is the field
 * itself, which comes before the first option and after the last option.
 */
export function moved(key: string, active: number, count: number): number | null {
  const places = count + 1
  switch (key) {
    case 'ArrowDown':
      return ((active + 2) % places) - 1
    case 'ArrowUp':
      return ((active + places) % places) - 1
    case 'ArrowLeft':
    case 'ArrowRight':
    case 'Home':
    case 'End':
      return -1
    default:
      return null
  }
}

/** Names for kinds of places. */
const kinds: Readonly<Record<Layer, string>> = {
  coordinates: 'Coordinates',
  address_point: 'Address',
  street_range: 'Street',
  address: 'Address',
  street: 'Street',
  public_place: 'School, library or other public place',
  landmark: 'Landmark',
  neighborhood: 'Neighborhood',
  zip: 'ZIP code',
  city: 'City',
  county: 'County',
  state: 'State',
}

/** Checks whether an unknown value is a layer of the geocoder. */
export function isLayer(value: unknown): value is Layer {
  return typeof value === 'string' && Object.hasOwn(kinds, value)
}

function suggested({ layer, label, lat, lon, radius }: Suggestion): Option {
  return getOption({ lat, lon, radius, found: { address: label, layer, note: null } })
}

export function getOption(place: ChosenPlace | LatLon): Option {
  const chosen: ChosenPlace = place
  return { kind: kinds[chosen.found?.layer ?? 'coordinates'], label: getName(chosen), place: chosen }
}
