import type { Point } from '../endpoints/endpoint.ts'
import { lat, lon } from '../endpoints/known-parameters.ts'
import { parse } from '../endpoints/parameters.ts'
import { type ValidationDetail, ValidationError } from '../errors.ts'
import { UsageError } from './usage-error.ts'

const names: Readonly<Record<string, string>> = { lat: 'latitude', lon: 'longitude' }
const bounds: Readonly<Record<string, { readonly ge: number; readonly le: number }>> = { lat, lon }

/**
 * The place that arguments name: `30.2672 -97.7431`, `30.2672,-97.7431` or `30.2672, -97.7431`, in one argument or several.
 *
 * @throws {UsageError} when they are not two numbers, or out of range
 */
export function readPlace(given: readonly string[]): Point {
  const text = given.join(' ').trim()
  const parts = text === '' ? [] : text.split(/\s*,\s*|\s+/)
  if (parts.length !== 2)
    throw new UsageError(
      `A place is two numbers, latitude and longitude; got ${parts.length === 0 ? 'none' : `${parts.length} ('${text}')`}.`,
      'Write it as 30.2672 -97.7431 or 30.2672,-97.7431.',
    )
  try {
    return parse([lat, lon], { lat: parts[0], lon: parts[1] })
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const meant = likelyMeant({ lat: Number(parts[0]), lon: Number(parts[1]) })
    throw new UsageError(
      error.detail.map(sentence).join(' '),
      meant ?? 'Decimal degrees, latitude first; west is negative: 30.2672 -97.7431.',
    )
  }
}

/** How a place is written in titles and in commands to try next. */
export function placeText({ lat, lon }: Point, between: string): string {
  return `${lat}${between}${lon}`
}

/** A hint where latitude and longitude look swapped, or the west's minus sign forgotten; else undefined. */
export function likelyMeant({ lat, lon }: Point): string | undefined {
  const meant = [
    { lat, lon: -lon },
    { lat: lon, lon: lat },
    { lat: lon, lon: -lat },
  ].find(nearCoverage)
  if (meant === undefined || nearCoverage({ lat, lon })) return undefined
  const reason = meant.lat === lat ? 'Longitudes in the west are negative' : 'The latitude comes first'
  return `${reason}: did you mean ${placeText(meant, ' ')}?`
}

/** The box around California, Texas and Florida, degrees. */
function nearCoverage({ lat, lon }: Point): boolean {
  return lat > 24 && lat < 42.1 && lon > -124.6 && lon < -79.8
}

function sentence({ type, loc, msg, input }: ValidationDetail): string {
  const field = String(loc.at(-1))
  const name = names[field]
  if (name === undefined) return `${field}: ${msg}.`
  if (type === 'float_parsing') return `The ${name} '${input}' is not a number.`
  return `The ${name} ${input} is out of range, expected ${bounds[field].ge} to ${bounds[field].le}.`
}
