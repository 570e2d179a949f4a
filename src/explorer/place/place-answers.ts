import { dimensions } from '../../dimensions/catalogue.ts'
import type { Explanation } from '../../endpoints/schemas.ts'
import type { SchoolSearchResponse } from '../../endpoints/school-schemas.ts'
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
  /** By dimension, in the order of the catalogue: the score with what is behind it. */
  readonly scores: ReadonlyMap<string, Question<Explanation>>
  readonly districts: Question<readonly DistrictWithOutline[]>
  /** The ten nearest schools of any level. */
  readonly schools: Question<SchoolSearchResponse>
}

type Asked = Pick<Engine, 'around' | 'explain' | 'districts' | 'schools'>

/**
 * Asks everything about a place; the dimension on the map first, since its bundle is there already. Outside the coverage no bundle
 * is loaded for nothing.
 */
export function askAbout(engine: Asked, place: ChosenPlace, shown: string): PlaceAnswers {
  const at = { lat: place.lat, lon: place.lon }
  const inside = <T>(ask: () => Promise<T>, outside: T) =>
    question(async () => ((await engine.around(at)) === null ? outside : await ask()))
  const around = question(() => engine.around(at))
  const ids = dimensions.map(({ id }) => id)
  const asked = new Map(
    [shown, ...ids.filter((id) => id !== shown)].map((id) => [id, inside(() => engine.explain(id, at), nothingOf(id))]),
  )
  return {
    place,
    around,
    scores: new Map(ids.map((id) => [id, asked.get(id)!])),
    districts: inside(() => engine.districts(at), []),
    schools: inside<SchoolSearchResponse>(() => engine.schools(at), noSchools),
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
    description: 'Outside the coverage: California, Texas and Florida.',
    basis: null,
    inputs: [],
    percentile: { state: null, coverage: null },
    sources: [],
  }
}

const noSchools: SchoolSearchResponse = { schools: [], data_source: '', data_vintage: 0, additional_info: null }
