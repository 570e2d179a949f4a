import * as z from 'zod'
import { parseMoment } from '../http/key-file.ts'

const DAY = 86_400_000
// Rejects 2026-02-30, which Date.parse reads as March 2.
const isoDate = z.iso.date()

/**
 * Parses an expiration time into milliseconds since 1970. `2026-12-31` means the end of that day in UTC.
 * `2026-12-31T18:00:00Z` and `2026-12-31T18:00:00-06:00` are exact times. Returns undefined for other strings.
 */
export function parseExpiry(text: string): number | undefined {
  if (!isoDate.safeParse(text).success) return parseMoment(text)
  return parseMoment(new Date(Date.parse(text) + DAY).toISOString())
}
