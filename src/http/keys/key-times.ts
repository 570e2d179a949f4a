import { z } from 'zod'

const DAY = 86_400_000
// These know the calendar; Date.parse takes 2026-02-30 for the second of March.
const day = z.iso.date()
const moment = z.iso.datetime({ offset: true })
/** Years after 9999 have six digits, and no key file holds them. */
const LAST = Date.UTC(9999, 11, 31)

/**
 * When a key ends, milliseconds since 1970. `2026-12-31`: at the end of that day, UTC. `2026-12-31T18:00:00Z` or
 * `2026-12-31T18:00:00-06:00`: then. Undefined for other texts.
 */
export function parseExpiry(text: string): number | undefined {
  return day.safeParse(text).success ? within(Date.parse(text) + DAY) : parseMoment(text)
}

/** Milliseconds since 1970 of an ISO 8601 date and time with its zone; undefined for other texts, before 1970 and after 9999. */
export function parseMoment(text: string): number | undefined {
  return moment.safeParse(text).success ? within(Date.parse(text)) : undefined
}

function within(time: number): number | undefined {
  return time >= 0 && time <= LAST ? time : undefined
}
