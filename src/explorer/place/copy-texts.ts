import { dimensions } from '../../dimensions/catalog.ts'
import type { Score, Scores } from '../../endpoints/scores.ts'
import type { ChosenPlace } from '../view.ts'

/** A place with the scores that could be had. */
export interface ScoredPlace {
  readonly place: ChosenPlace
  readonly scores: ReadonlyMap<string, Score>
}

/** The answer of the library's `scores` under the place; an array of them where there are several. */
export function asJson(places: readonly ScoredPlace[]): string {
  const entries = places.map(({ place, scores }) => ({
    lat: place.lat,
    lon: place.lon,
    ...(place.found ? { address: place.found.address } : {}),
    scores: Object.fromEntries(
      [...scores].map(([id, { score, description }]) => [id, { score, description }]),
    ) satisfies Scores,
  }))
  return `${JSON.stringify(entries.length === 1 ? entries[0] : entries, null, 2)}\n`
}

/** A header and a row for each place, a column for each dimension; empty where there is no answer. RFC 4180. */
export function asCsv(places: readonly ScoredPlace[]): string {
  const rows = places.map(({ place, scores }) => [
    String(place.lat),
    String(place.lon),
    place.found?.address ?? '',
    ...dimensions.map(({ id }) => String(scores.get(id)?.score ?? '')),
  ])
  const header = ['lat', 'lon', 'address', ...dimensions.map(({ id }) => id)]
  return [header, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('')
}

/** A program that gets the same scores. */
export function asLibraryCall(places: readonly ChosenPlace[]): string {
  const calls = places.map(({ lat, lon }) => `console.log(vicinage.scores({ lat: ${lat}, lon: ${lon} }))\n`)
  return `import { openVicinage } from 'vicinage'\n\nconst vicinage = await openVicinage()\n${calls.join('')}`
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
