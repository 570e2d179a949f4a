import type { Point } from '../base/geo/place.ts'
import type { Vicinage } from './vicinage.ts'

/** Data to decode before the first question: scores and their descriptions, or everything that was opened. */
type Warm = 'scores' | 'all'

/** A place in each state, because a copied folder can lack some states. */
const austin = { lat: 30.2672, lon: -97.7431 }
const places = [austin, { lat: 34.0522, lon: -118.2437 }, { lat: 25.7743, lon: -80.1937 }]

/**
 * Decodes the data by asking one question of each kind. Each question runs in its own turn of the event loop, so that a
 * server keeps answering.
 */
export async function warmUp(vicinage: Vicinage<string>, warm: Warm): Promise<void> {
  const scores = vicinage.dimensions().filter(({ loaded }) => loaded)
  const place = places.find((place) => isCovered(vicinage, place)) ?? austin
  const questions = [
    ...scores.map(
      ({ id }) =>
        () =>
          vicinage.score(id, place, { percentiles: true }),
    ),
    ...(warm === 'all' ? otherQuestions(vicinage, place) : []),
  ]
  for (const ask of questions) {
    try {
      ask()
    } catch (error) {
      if (!isUnanswered(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
}

function isCovered(vicinage: Vicinage<string>, place: Point): boolean {
  try {
    return vicinage.place(place) !== null
  } catch (error) {
    if (isUnanswered(error)) return false
    throw error
  }
}

/**
 * Checks whether a question failed because its data is not loaded, or because there is no answer. Compares names,
 * because an import of the error classes would give them a chunk of their own, which every web page would load.
 */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotLoadedError' || error.name === 'NotFoundError')
}

function otherQuestions(vicinage: Vicinage<string>, place: Point): readonly (() => unknown)[] {
  return [
    () => vicinage.schools.districts(place),
    () => vicinage.schools.schoolRatings({ ...place, limit: 1 }),
    () => vicinage.geocode('78701'),
    () => vicinage.geocode('Texas Capitol, Austin, TX'),
    () => vicinage.reverse(place),
    () => vicinage.suggest('austin', { limit: 1 }),
    () => vicinage.area({ ...place, radius: 1000 }),
  ]
}
