import { NotFoundError, NotLoadedError } from '../base/errors.ts'
import type { Vicinage } from './vicinage.ts'

/** Data to decode before the first question: scores and their descriptions, or everything that was opened. */
type Warm = 'scores' | 'all'

/** A place in Austin. */
const austin = { lat: 30.2672, lon: -97.7431 }

/**
 * Decodes the data by asking one question of each kind. Each runs in its own turn of the event loop, so that a server
 * keeps answering.
 */
export async function warmUp(vicinage: Vicinage<string>, warm: Warm): Promise<void> {
  const scores = vicinage.dimensions().filter(({ loaded }) => loaded)
  const questions = [
    ...scores.map(
      ({ id }) =>
        () =>
          vicinage.score(id, austin, { percentiles: true }),
    ),
    ...(warm === 'all' ? otherQuestions(vicinage) : []),
  ]
  for (const ask of questions) {
    try {
      ask()
    } catch (error) {
      if (!(error instanceof NotLoadedError || error instanceof NotFoundError)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
}

function otherQuestions(vicinage: Vicinage<string>): readonly (() => unknown)[] {
  return [
    () => vicinage.schools.districts(austin),
    () => vicinage.schools.schoolRatings({ ...austin, limit: 1 }),
    () => vicinage.geocode('78701'),
    () => vicinage.geocode('Texas Capitol, Austin, TX'),
    () => vicinage.reverse(austin),
    () => vicinage.suggest('austin', { limit: 1 }),
    () => vicinage.area({ ...austin, radius: 1000 }),
  ]
}
