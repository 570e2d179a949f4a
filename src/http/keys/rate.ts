import type { Rate } from './api-key.ts'

/** What `parseRate` takes, for people. */
export const RATES = 'N/sec, N/min, N/hour, N/day or N/30s, at most 999999999 requests in at most a day'

const units: Readonly<Record<string, number>> = { sec: 1, second: 1, min: 60, minute: 60, hour: 3600, day: 86_400 }
const LONGEST = units.day

/** The rate that `50/min` or `50/30s` says; undefined for other texts. */
export function parseRate(text: string): Rate | undefined {
  const [, requests, seconds, unit] =
    /^([1-9]\d{0,8})\/(?:([1-9]\d{0,4})s|(sec|second|min|minute|hour|day))$/.exec(text) ?? []
  if (requests === undefined) return undefined
  const rate = { requests: Number(requests), seconds: seconds === undefined ? units[unit] : Number(seconds) }
  return rate.seconds > LONGEST ? undefined : rate
}

/** The rate as `parseRate` reads it: `50/min`. */
export function rateText({ requests, seconds }: Rate): string {
  const unit = Object.keys(units).find((name) => units[name] === seconds)
  return `${requests}/${unit ?? `${seconds}s`}`
}
