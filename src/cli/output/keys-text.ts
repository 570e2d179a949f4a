import type { ApiKey } from '../../http/keys/api-key.ts'
import { rateText } from '../../http/keys/rate.ts'
import type { Style } from './style.ts'
import { titleText } from './title.ts'

/** The keys of a file with nothing secret, each on as many lines as it needs. */
export function keysText(file: string, keys: readonly ApiKey[], now: number, style: Style): string {
  if (keys.length === 0) return `There are no keys in ${file}.\n`
  return `${keys.map((key) => keyText(key, now, style)).join('\n')}\n`
}

function keyText(key: ApiKey, now: number, style: Style): string {
  const { id, name, rate, monthly, created, expires } = key
  const facts = [
    id,
    rate === null ? 'any rate' : rateText(rate),
    monthly === null ? 'any number a month' : `${monthly.toLocaleString('en-US')} a month`,
    `created ${timeText(created)}`,
    expires === null ? 'never expires' : `${isExpired(key, now) ? 'expired' : 'expires'} ${timeText(expires)}`,
  ]
  return titleText(name, facts, style)
}

/** A key with nothing secret, for programs. */
export function keyJson(key: ApiKey, now: number) {
  const { id, name, rate, monthly, created, expires } = key
  return {
    id,
    name,
    rate: rate === null ? null : rateText(rate),
    monthly,
    created: new Date(created).toISOString(),
    expires: expires === null ? null : new Date(expires).toISOString(),
    expired: isExpired(key, now),
  }
}

function isExpired({ expires }: ApiKey, now: number): boolean {
  return expires !== null && now >= expires
}

function timeText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
