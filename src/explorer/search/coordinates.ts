import type { LatLon } from '../../geo/distance.ts'

// Degrees, or degrees and minutes, or degrees, minutes and seconds.
const ANGLE = String.raw`([+-]?\d{1,3}(?:\.\d+)?)\s*[°º]?\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′’]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*["″”]\s*)?`
const LETTERS_FIRST = new RegExp(String.raw`^([NSEW])\s*${ANGLE}[\s,;]*([NSEW])\s*${ANGLE}$`)
const LETTERS_LAST = new RegExp(String.raw`^${ANGLE}([NSEW]?)(?:\s*[,;]\s*|\s+|(?<=[NSEW]))${ANGLE}([NSEW]?)$`)

/**
 * A pair of coordinates as people write and paste them: `30.2672, -97.7431`, `30.2672° N, 97.7431° W`,
 * `30°16′2″N 97°44′35″W`. Null for all else. Latitude first, unless letters, size or signs say otherwise: here it is
 * positive and the longitude negative.
 */
export function coordinatesIn(text: string): LatLon | null {
  const pair = pairIn(
    text
      .trim()
      .replace(/^\((.*)\)$/, '$1')
      .slice(0, 100)
      .toUpperCase()
      .replace(/[−–]/g, '-'),
  )
  if (pair === null) return null
  const [first, second] = pair
  const isSwapped = !isLat(first) || !isLon(second) || (plain(first) < 0 && plain(second) > 0)
  const [lat, lon] = isSwapped ? [second, first] : [first, second]
  return isLat(lat) && isLon(lon) ? { lat: lat.degrees, lon: lon.degrees } : null
}

interface Angle {
  /** Signed, as the letter says; NaN where the parts make no angle. */
  readonly degrees: number
  readonly letter: string
}

function pairIn(text: string): readonly [Angle, Angle] | null {
  const first = LETTERS_FIRST.exec(text)
  if (first !== null) return [angleOf(first[1], first.slice(2, 5)), angleOf(first[5], first.slice(6, 9))]
  const last = LETTERS_LAST.exec(text)
  return last && [angleOf(last[4], last.slice(1, 4)), angleOf(last[8], last.slice(5, 8))]
}

function angleOf(letter: string, [degrees, minutes = '0', seconds = '0']: readonly string[]): Angle {
  const isSigned = /^[+-]/.test(degrees)
  if ((letter !== '' && isSigned) || Number(minutes) >= 60 || Number(seconds) >= 60)
    return { degrees: Number.NaN, letter }
  const size = Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds) / 3600
  return { degrees: degrees.startsWith('-') || letter === 'S' || letter === 'W' ? -size : size, letter }
}

function isLat({ degrees, letter }: Angle): boolean {
  return Math.abs(degrees) <= 90 && letter !== 'E' && letter !== 'W'
}

function isLon({ degrees, letter }: Angle): boolean {
  return Math.abs(degrees) <= 180 && letter !== 'N' && letter !== 'S'
}

/** Degrees without a letter; 0 with one. */
function plain({ degrees, letter }: Angle): number {
  return letter === '' ? degrees : 0
}
