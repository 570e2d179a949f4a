import type { Rate } from './keys.ts'

/** Description of valid key names for error messages; see `isKeyName`. */
export const KEY_NAMES = '1 to 100 characters without control characters and without leading or trailing spaces'

/**
 * Checks whether a key name is valid. Names are printed in lists and logs, so they must not contain terminal control
 * characters.
 */
export function isKeyName(text: string): boolean {
  return text.length >= 1 && text.length <= 100 && text === text.trim() && !unprintable.test(text)
}

// Control characters, halves of surrogate pairs, line separators, and marks that change the writing direction.
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

/** Description of the rates that `parseRate` accepts, for error messages. */
export const RATES =
  'N/sec, N/min, N/hour, N/day or N/30s, with at most 999999999 requests in a period of at most a day'

const units: Readonly<Record<string, number>> = { sec: 1, second: 1, min: 60, minute: 60, hour: 3600, day: 86_400 }
const LONGEST = units.day

/** Parses a rate such as `50/min` or `50/30s`. Returns undefined for other strings. */
export function parseRate(text: string): Rate | undefined {
  const [, requests, seconds, unit] =
    /^([1-9]\d{0,8})\/(?:([1-9]\d{0,4})s|(sec|second|min|minute|hour|day))$/.exec(text) ?? []
  if (requests === undefined) return undefined
  const rate = { requests: Number(requests), seconds: seconds === undefined ? units[unit] : Number(seconds) }
  return rate.seconds > LONGEST ? undefined : rate
}

/** Formats a rate in the notation of `parseRate`: `50/min`. */
export function rateText({ requests, seconds }: Rate): string {
  const unit = Object.keys(units).find((name) => units[name] === seconds)
  return `${requests}/${unit ?? `${seconds}s`}`
}

/** Maximum monthly quota in a key file. The limit keeps counters exact integers. */
export const MAX_MONTHLY = 999_999_999_999
