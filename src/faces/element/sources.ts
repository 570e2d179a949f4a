import type { DimensionId } from '../../answers/dimensions/catalog.ts'
import type { DimensionEntry, RankedScore } from '../../answers/scores/answers.ts'
import { boxAround } from '../../base/geo/box.ts'
import type { Vicinage } from '../../library/vicinage.ts'
import { startFetching } from './early-fetch.ts'
import type { ScoresRequest } from './request.ts'

/** Score of a dimension with the catalog data that a page shows. */
export interface ShownScore extends Pick<RankedScore, 'score' | 'description' | 'percentile'> {
  readonly id: string
  readonly entry: Pick<DimensionEntry, 'name' | 'scale' | 'sources'>
}

/** A request that failed, in a sentence for the author of the page. */
export class SourceError extends Error {}

/** Returns the scores of a request, in the requested order. */
export function fetchScores(request: ScoresRequest, signal: AbortSignal): Promise<readonly ShownScore[]> {
  return request.source.kind === 'data' ? scoresFromFolder(request) : scoresFromService(request, signal)
}

/** Opened folders by URL and dimensions. Elements on a page that show the same dimensions share a folder. */
const opened = new Map<string, Promise<Vicinage>>()

/**
 * Scores the place on this page instead of on a server. Only the parts of the folder around the place are fetched. They
 * are reused when the place changes, so outdated requests are not aborted.
 */
async function scoresFromFolder(request: ScoresRequest): Promise<readonly ShownScore[]> {
  const { lat, lon, units } = request
  const vicinage = await openFolder(request)
  await vicinage.load({ box: { west: lon, east: lon, south: lat, north: lat } })
  const entries = vicinage.dimensions().filter(({ id, loaded }) => request.dimensions?.includes(id) ?? loaded)
  const ids = (request.dimensions as readonly DimensionId[] | undefined) ?? entries.map(({ id }) => id)
  const scores = vicinage.scores({ lat, lon }, { dimensions: ids, percentiles: true, units })
  return ids.map((id) => ({ id, ...scores[id], entry: entries.find((entry) => entry.id === id)! }))
}

/** Radius in meters around a place within which data is read. */
const READ_AROUND = 1400

function openFolder({ lat, lon, dimensions, source }: ScoresRequest): Promise<Vicinage> {
  const key = JSON.stringify([source.address, dimensions?.toSorted()])
  const cached = opened.get(key)
  if (cached !== undefined) return cached
  const options = {
    data: source.address,
    ...(dimensions === undefined ? {} : { dimensions: dimensions as readonly DimensionId[] }),
    fetch: startFetching(source.address, dimensions, boxAround(lon, lat, READ_AROUND)),
    schools: false,
    geocoder: false,
    areas: false,
    columns: false,
    userData: false,
  }
  const opening = import('../../library/place/open-around.ts').then(({ openAround }) =>
    openAround(options, { lat, lon, radius: 0 }),
  )
  opened.set(key, opening)
  // A failed folder is removed, so that the next request tries again.
  opening.catch(() => opened.delete(key))
  return opening
}

/** Service catalogs by URL. */
const catalogs = new Map<string, Promise<readonly DimensionEntry[]>>()

async function scoresFromService(request: ScoresRequest, signal: AbortSignal): Promise<readonly ShownScore[]> {
  const { lat, lon, dimensions, units, source } = request
  const query = new URLSearchParams({ lat: String(lat), lon: String(lon), percentiles: 'true', units })
  if (dimensions !== undefined) query.set('dimensions', dimensions.join())
  const [entries, scores] = await Promise.all([
    getCatalog(source.address),
    fetchJson<Record<string, RankedScore>>(`${source.address}v1/scores?${query}`, signal),
  ])
  const ids = dimensions ?? Object.keys(scores)
  return ids.flatMap((id) => {
    const entry = entries.find((entry) => entry.id === id)
    return entry === undefined || scores[id] === undefined ? [] : { id, ...scores[id], entry }
  })
}

function getCatalog(address: string): Promise<readonly DimensionEntry[]> {
  const cached = catalogs.get(address)
  if (cached !== undefined) return cached
  const fetching = fetchJson<{ dimensions: readonly DimensionEntry[] }>(`${address}v1/dimensions`).then(
    (catalog) => catalog.dimensions,
  )
  catalogs.set(address, fetching)
  fetching.catch(() => catalogs.delete(address))
  return fetching
}

async function fetchJson<Answer>(address: string, signal?: AbortSignal): Promise<Answer> {
  const { origin } = new URL(address)
  const response = await fetch(address, signal === undefined ? {} : { signal }).catch((cause) => {
    signal?.throwIfAborted()
    throw new SourceError(
      `${origin} could not be reached. Check the address, and that \`vicinage serve --cors\` allows this page's origin.`,
      { cause },
    )
  })
  const body = await response.json().catch(() => undefined)
  signal?.throwIfAborted()
  if (response.ok && body !== undefined) return body
  const problem = body?.detail?.[0]?.msg ?? `HTTP ${response.status}`
  throw new SourceError(`${origin} refused the request: ${problem}.`.replace(/\.+$/, '.'))
}
