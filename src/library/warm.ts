import { NotFoundError, NotLoadedError } from '../base/errors.ts'
import type { Vicinage } from './vicinage.ts'

/** Data to decode before the first question: scores with their descriptions, or everything that was opened. */
type Warm = 'scores' | 'all'

const somewhere = { lat: 30.2672, lon: -97.7431 }

/**
 * Asks one question of each kind, which decodes everything. Each question runs in its own turn of the event loop, so
 * that a server keeps answering.
 */
export async function warmUp(vicinage: Vicinage<string>, warm: Warm): Promise<void> {
  const scores = vicinage.dimensions().filter(({ loaded }) => loaded)
  const steps = [
    ...scores.map(
      ({ id }) =>
        () =>
          vicinage.score(id, somewhere, { percentiles: true }),
    ),
    ...(warm === 'all' ? others(vicinage) : []),
  ]
  for (const step of steps) {
    try {
      step()
    } catch (error) {
      if (!(error instanceof NotLoadedError || error instanceof NotFoundError)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
}

function others(vicinage: Vicinage<string>): readonly (() => unknown)[] {
  return [
    () => vicinage.schools.districts(somewhere),
    () => vicinage.schools.schoolRatings({ ...somewhere, limit: 1 }),
    () => vicinage.geocode('78701'),
    () => vicinage.geocode('Texas Capitol, Austin, TX'),
    () => vicinage.reverse(somewhere),
    () => vicinage.suggest('austin', { limit: 1 }),
    () => vicinage.area({ ...somewhere, radius: 1000 }),
  ]
}
