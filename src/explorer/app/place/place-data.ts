import { effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Geometry } from 'geojson'
import { dimensions } from '../catalog.ts'
import type { Around, DistrictWithOutline, Engine, NearCity, PlaceScore } from '../engine/engine.ts'
import {
  type DimensionId,
  type LatLon,
  type ListedSchools,
  type Neighborhood,
  outsideText,
  type SchoolSummary,
} from '../library.ts'
import { type ChosenPlace, labels, whereabouts } from '../places.ts'
import type { Pin } from '../view.ts'
import { areaOfPlace, getTitle, whereWords } from '../words.ts'

/**
 * Everything that the panel shows about one place. Each place has its own object, so a late answer about a previous
 * place changes nothing on the page.
 */
export interface PlaceData {
  readonly place: ChosenPlace
  /** Census areas; null outside the covered states. */
  readonly around: Loadable<Around | null>
  /** City around or near the place; null if there is none. */
  readonly city: Loadable<NearCity | null>
  /** Neighborhood; null if none is known. */
  readonly neighborhood: Loadable<Neighborhood | null>
  /** Outline of the ZIP code, city, neighborhood or street that was searched for. Null for all other places. */
  readonly outline: Loadable<Geometry | null>
  /** Explained scores by dimension, in the order of the catalog. */
  readonly scores: ReadonlyMap<DimensionId, Loadable<PlaceScore>>
  /** Districts that contain the place; null if the data has no districts. */
  readonly districts: Loadable<readonly DistrictWithOutline[] | null>
  /** Ten nearest schools of any level, with schools of the place's own districts first. */
  readonly schools: Loadable<ListedSchools>
}

/** Returns the user's name for the place, otherwise the best name known so far. */
export function titleOfData({ place, city, neighborhood }: PlaceData): string {
  return labels.value.get(place) ?? getTitle(place, known(city), known(neighborhood))
}

/**
 * Returns the part of the location that is not in the title: `Travis County, Texas`. Returns null while it is unknown,
 * and outside the covered states.
 */
export function whereOfData(data: PlaceData): string | null {
  const around = known(data.around)
  if (!around) return null
  const where = whereWords(data.place, around, known(data.city), known(data.neighborhood))
  const title = `${titleOfData(data)}, `
  return where.startsWith(title) ? where.slice(title.length) : where
}

/** Checks whether a place is in California, the only state with fire maps. */
export function hasFireMaps({ around }: PlaceData): boolean {
  return known(around)?.blockGroup.startsWith('06') ?? false
}

type PlaceEngine = Pick<
  Engine,
  'around' | 'cityNear' | 'neighborhood' | 'outline' | 'streetLine' | 'explain' | 'districts' | 'schools'
>

/** Maximum milliseconds that other requests wait for the score of the dimension on the map. */
const HEAD_START = 1000

/**
 * Loads everything about a place. The score of the dimension on the map is loaded first, so that its bundle, which the
 * map also needs, does not compete with fifteen other bundles on a slow connection. Outside the covered states, no
 * bundles are loaded.
 */
export function loadPlace(engine: PlaceEngine, place: ChosenPlace, shown: DimensionId): PlaceData {
  const at = { lat: place.lat, lon: place.lon }
  const inside = async <T>(ask: () => Promise<T>, outside: T) =>
    (await engine.around(at)) === null ? outside : await ask()
  const around = load(() => engine.around(at))
  let tell = () => {}
  const firstIsSettled = new Promise<void>((resolve) => {
    tell = resolve
    setTimeout(resolve, HEAD_START)
  })
  const first = load(() =>
    inside(() => engine.explain(shown, whereabouts(place)), getEmptyScore(shown, place)).finally(tell),
  )
  const later = <T>(ask: () => Promise<T>, outside: T) => load(() => firstIsSettled.then(() => inside(ask, outside)))
  return {
    place,
    around,
    city: later(() => engine.cityNear(at), null),
    neighborhood: later(() => engine.neighborhood(at), null),
    outline: later(async () => {
      const { address, layer } = place.found ?? {}
      if (address && (layer === 'street' || layer === 'street_range'))
        return engine.streetLine(address, whereabouts(place))
      const shape = place.found?.layer === 'neighborhood' ? { neighborhood: at } : areaOfPlace(place)
      return (shape && (await engine.outline(shape)))?.outline ?? null
    }, null),
    scores: new Map(
      dimensions.map(({ id }) => [
        id,
        id === shown ? first : later(() => engine.explain(id, whereabouts(place)), getEmptyScore(id, place)),
      ]),
    ),
    districts: later(() => engine.districts(at), []),
    schools: later<ListedSchools>(
      async () => ownFirst(await engine.schools(at), await engine.districts(at)),
      noSchools,
    ),
  }
}

/** Moves schools of the place's districts to the front and otherwise keeps the order. */
export function ownFirst(listed: ListedSchools, districts: readonly DistrictWithOutline[] | null): ListedSchools {
  const isOther = ({ lea_id }: SchoolSummary) => Number(!districts?.some(({ geoid }) => geoid === lea_id))
  return { ...listed, schools: listed.schools.toSorted((a, b) => isOther(a) - isOther(b)) }
}

/** Checks whether the data has schools. */
export function hasSchools({ data_source }: ListedSchools): boolean {
  return data_source !== 'none'
}

/** Checks whether all scores have arrived or failed. */
export function isSettled({ scores }: PlaceData): boolean {
  return [...scores.values()].every(({ answer }) => answer.value.state !== 'waiting')
}

/** Resolves when everything about the place has arrived or failed. */
export function settled({ around, scores, districts, schools }: PlaceData): Promise<void> {
  const all = [around, ...scores.values(), districts, schools]
  return new Promise((resolve) => {
    const end = effect(() => {
      if (all.every(({ answer }) => answer.value.state !== 'waiting')) queueMicrotask(() => [end(), resolve()])
    })
  })
}

/** Returns the same answer as the library for a place outside the covered states. */
function getEmptyScore(dimension: DimensionId, { lat, lon }: LatLon): PlaceScore {
  return {
    dimension,
    score: 0,
    description: outsideText(lat, lon),
    basis: null,
    inputs: [],
    percentile: null,
    sources: [],
  }
}

const noSchools: ListedSchools = { schools: [], data_source: '', data_vintage: 0, additional_info: null }

/** State of an answer. */
type Answer<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'ready'; readonly value: T }
  /** Failure, with a reason in one sentence. */
  | { readonly state: 'failed'; readonly reason: string }

/** A value that is loaded from the engine, with its state. */
export interface Loadable<T> {
  readonly answer: ReadonlySignal<Answer<T>>
  /** Tries again. A late answer to an earlier try is dropped. */
  retry(): void
}

/** Starts loading immediately. */
export function load<T>(ask: () => Promise<T>): Loadable<T> {
  const answer = signal<Answer<T>>({ state: 'waiting' })
  let last = 0
  const retry = () => {
    const attempt = ++last
    const tell = (outcome: Answer<T>) => {
      if (attempt === last) answer.value = outcome
    }
    answer.value = { state: 'waiting' }
    ask().then(
      (value) => tell({ state: 'ready', value }),
      (error: unknown) => {
        tell({ state: 'failed', reason: sentence(error) })
        // Retry when the network is back.
        if (globalThis.navigator?.onLine === false && attempt === last)
          addEventListener('online', retry, { once: true })
      },
    )
  }
  retry()
  return { answer, retry }
}

/**
 * Returns the reason of the first failed loadable, and a function that retries all failed loadables. Returns null if
 * nothing failed.
 */
export function getFailure(all: readonly Loadable<unknown>[]): { readonly reason: string; retry(): void } | null {
  const failed = all.flatMap(({ answer: { value }, retry }) =>
    value.state === 'failed' ? [{ reason: value.reason, retry }] : [],
  )
  return failed.length === 0 ? null : { ...failed[0], retry: () => failed.forEach((part) => void part.retry()) }
}

/** Returns the value, or undefined if it is not loaded. */
export function known<T>(loadable: Loadable<T>): T | undefined {
  const answer = loadable.answer.value
  return answer.state === 'ready' ? answer.value : undefined
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message.trim() : ''
  return text === '' ? 'No answer.' : text
}

/** Converts a school to a pin on the map. */
export function getPin({ nces_id: ncesId, name, rating, lat, lon }: SchoolSummary): Pin {
  return { ncesId, name, rating, lat, lon }
}
