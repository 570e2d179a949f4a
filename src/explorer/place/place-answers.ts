import { type ReadonlySignal, signal } from '@preact/signals'
import { dimensions } from '../../dimensions/catalog.ts'
import type { Explanation } from '../../endpoints/scores.ts'
import type { SchoolSearchResponse, SchoolSummary } from '../../schools/answers.ts'
import { COVERAGE } from '../../states.ts'
import type { Around, DistrictWithOutline, Engine } from '../engine/engine.ts'
import type { ChosenPlace, Pin } from '../view.ts'

/**
 * All that the panel says of one place. Every place has an object of its own, so that an answer which comes after another place
 * was chosen goes where nobody looks.
 */
export interface PlaceAnswers {
  readonly place: ChosenPlace
  /** Null outside the coverage. */
  readonly around: Question<Around | null>
  /** Null where there is none. */
  readonly city: Question<string | null>
  /** By dimension, in the order of the catalogue: the score with what is behind it. */
  readonly scores: ReadonlyMap<string, Question<Explanation>>
  readonly districts: Question<readonly DistrictWithOutline[]>
  /** The ten nearest schools of any level. */
  readonly schools: Question<SchoolSearchResponse>
}

type Asked = Pick<Engine, 'around' | 'cityNear' | 'explain' | 'districts' | 'schools'>

/**
 * Asks everything about a place. The score of the dimension on the map comes before all else: on a slow line its bundle, which the
 * map needs as well, does not share it with fifteen others. Outside the coverage no bundle is loaded for nothing.
 */
export function askAbout(engine: Asked, place: ChosenPlace, shown: string): PlaceAnswers {
  const at = { lat: place.lat, lon: place.lon }
  const inside = async <T>(ask: () => Promise<T>, outside: T) =>
    (await engine.around(at)) === null ? outside : await ask()
  const around = question(() => engine.around(at))
  let tell = () => {}
  const firstIsTold = new Promise<void>((resolve) => {
    tell = resolve
  })
  const first = question(() => inside(() => engine.explain(shown, at), nothingOf(shown)).finally(tell))
  const later = <T>(ask: () => Promise<T>, outside: T) => question(() => firstIsTold.then(() => inside(ask, outside)))
  return {
    place,
    around,
    city: later(() => engine.cityNear(at), null),
    scores: new Map(
      dimensions.map(({ id }) => [id, id === shown ? first : later(() => engine.explain(id, at), nothingOf(id))]),
    ),
    districts: later(() => engine.districts(at), []),
    schools: later<SchoolSearchResponse>(() => engine.schools(at), noSchools),
  }
}

/** Whether no score is on its way any more. */
export function isSettled({ scores }: PlaceAnswers): boolean {
  return [...scores.values()].every(({ answer }) => answer.value.state !== 'waiting')
}

/** As the library answers it. */
function nothingOf(dimension: string): Explanation {
  return {
    dimension,
    score: 0,
    description: `Outside the coverage: ${COVERAGE}.`,
    basis: null,
    inputs: [],
    percentile: { state: null, coverage: null },
    sources: [],
  }
}

const noSchools: SchoolSearchResponse = { schools: [], data_source: '', data_vintage: 0, additional_info: null }

/** What is known of an answer that is on its way. */
type Answer<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'ready'; readonly value: T }
  /** One sentence. */
  | { readonly state: 'failed'; readonly reason: string }

/** A question put to the engine, and its answer as soon as it is there. */
export interface Question<T> {
  readonly answer: ReadonlySignal<Answer<T>>
  /** Asks once more; an answer to an earlier try that comes after this is dropped. */
  again(): void
}

/** Asks at once. */
export function question<T>(ask: () => Promise<T>): Question<T> {
  const answer = signal<Answer<T>>({ state: 'waiting' })
  let last = 0
  const again = () => {
    const mine = ++last
    const tell = (told: Answer<T>) => {
      if (mine === last) answer.value = told
    }
    answer.value = { state: 'waiting' }
    ask().then(
      (value) => tell({ state: 'ready', value }),
      (error: unknown) => tell({ state: 'failed', reason: sentence(error) }),
    )
  }
  again()
  return { answer, again }
}

/** The value, where it is there. */
export function known<T>(question: Question<T>): T | undefined {
  const answer = question.answer.value
  return answer.state === 'ready' ? answer.value : undefined
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message.trim() : ''
  return text === '' ? 'The answer did not come.' : text
}

/** A school as the map shows it. */
export function pinOf({ nces_id: ncesId, name, rating, lat, lon }: SchoolSummary): Pin {
  return { ncesId, name, rating, lat, lon }
}
