import { dimensions } from '../../dimensions/catalog.ts'
import type { Explanation } from '../../endpoints/scores.ts'
import type { SchoolSearchResponse } from '../../schools/answers.ts'
import { COVERAGE } from '../../states.ts'
import type { Around, DistrictWithOutline, Engine } from '../engine/engine.ts'
import type { ChosenPlace } from '../view.ts'
import { type Question, question } from './question.ts'

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
