import { dimensions } from '../catalog.ts'
import { Actions, Button, useCopy } from '../controls.tsx'
import { bandText, quoted, type Score } from '../library.ts'
import type { ChosenPlace } from '../places.ts'
import { getRange } from '../words.ts'
import { isSettled, known, type PlaceData } from './place-data.ts'
import { printPage } from './printing.ts'

/** Lets the user copy, link to and print the scores. */
export function TakeAway({ places }: { readonly places: readonly PlaceData[] }) {
  const { outcome, uncopied, copy } = useCopy()
  const isWaiting = !places.every(isSettled)
  return (
    <section class="take-away" aria-labelledby="take-away-title">
      <h3 id="take-away-title">Share, print, copy</h3>
      <Actions>
        <Button class="chief" onClick={() => copy('the link to this view', location.href)}>
          Copy link
        </Button>
        <Button disabled={isWaiting} onClick={() => void printPage()}>
          Print
        </Button>
        <Button disabled={isWaiting} onClick={() => copy('the scores as JSON', asJson(scored(places)))}>
          Copy as JSON
        </Button>
        <Button disabled={isWaiting} onClick={() => copy('the scores as CSV', asCsv(scored(places)))}>
          Copy as CSV
        </Button>
      </Actions>
      <p role="status" class="quiet">
        {outcome.value}
      </p>
      {uncopied.value !== null && (
        <label>
          Text to copy
          <textarea readOnly rows={8} value={uncopied.value} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </section>
  )
}

function scored(places: readonly PlaceData[]): ScoredPlace[] {
  return places.map(({ place, scores }) => ({
    place,
    scores: new Map(
      [...scores].flatMap(([id, loadable]) => {
        const explanation = known(loadable)
        return explanation ? [[id, explanation] as const] : []
      }),
    ),
  }))
}

/** A place with the scores that are available. */
interface ScoredPlace {
  readonly place: ChosenPlace
  readonly scores: ReadonlyMap<string, Score>
}

/** Formats the library's `scores` answer for the place, or an array of answers for several places. */
export function asJson(places: readonly ScoredPlace[]): string {
  const entries = places.map(({ place, scores }) => ({
    lat: place.lat,
    lon: place.lon,
    ...(place.found ? { address: place.found.address } : {}),
    scores: Object.fromEntries(
      [...scores].map(([id, { score, description, band, mapped, zone, map_date }]) => [
        id,
        // Only flood and fire have the last three fields. JSON omits undefined fields.
        band ?? { score, description, mapped, zone, map_date },
      ]),
    ),
  }))
  return `${JSON.stringify(entries.length === 1 ? entries[0] : entries, null, 2)}\n`
}

/** Formats a CSV table (RFC 4180) with a row per place and a column per dimension. Missing answers are empty. */
export function asCsv(places: readonly ScoredPlace[]): string {
  const rows = places.map(({ place, scores }) => [
    String(place.lat),
    String(place.lon),
    place.found?.address ?? '',
    ...dimensions.map(({ id }) => getCell(scores.get(id))),
  ])
  const header = ['lat', 'lon', 'address', ...dimensions.map(({ id }) => id)]
  return [header, ...rows].map((row) => `${row.map((text) => quoted(text, ',')).join(',')}\r\n`).join('')
}

/** Formats a score: `254`, or `96-180` for an approximate place. */
function getCell(answer: Score | undefined): string {
  if (answer === undefined) return ''
  const range = getRange(answer)
  return range === null ? '0' : bandText(...range)
}

/**
 * Converts a website address as schools write it, including `www.example.org`, to a URL. Returns null if the text is
 * not a website address.
 */
export function webAddress(text: string | null): string | null {
  if (text === null) return null
  const whole = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(whole)) return null
  const { protocol, hostname, href } = new URL(whole)
  return (protocol === 'http:' || protocol === 'https:') && hostname.includes('.') ? href : null
}
