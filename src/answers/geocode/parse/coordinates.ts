import { startsWithDigit } from './tokens.ts'

/** Coordinates as written, before their location is checked. */
export interface WrittenCoordinates {
  /** First number as written, in degrees. */
  readonly first: number
  /** Second number as written, in degrees. */
  readonly second: number
  /** Whether the first number is the latitude. Null if the text does not say. */
  readonly isLatFirst: boolean | null
  /** Whether the longitude has a sign or compass letter. "30.27, 97.74" in Texas has neither. */
  readonly isSigned: boolean
  /** Precision in degrees: one unit of the last digit of the coarser number. */
  readonly step: number
}

/** Maximum length of text with coordinates. Longer input is an address. Map links have their own limit. */
const LONGEST = 80

/**
 * Parses text that contains only coordinates. Returns null for any other text. Takes time linear in the length. The
 * following forms are accepted:
 *
 * - decimal degrees separated by a comma or space, including decimal commas
 * - degrees, minutes and seconds with symbols, spaces or letters
 * - N, S, E or W before or after the numbers
 * - `lat: … lon: …`, `POINT(lon lat)`, a GeoJSON point, a `geo:` URI (RFC 5870) or a map link
 */
export function parseCoordinates(input: string): WrittenCoordinates | null {
  const trimmed = input.trim()
  // Most addresses begin with a digit. For such a text, WRITTEN is the only pattern that can match.
  const isNumberFirst = startsWithDigit(trimmed)
  const text = isNumberFirst ? trimmed : trimmed.replace(SRID, '')
  if (!canBegin(text.charCodeAt(0))) return null
  const linked = !isNumberFirst && LINK.test(text) ? pairInLink(text) : null
  if (linked !== null) return linked
  const [, x, y] = (isNumberFirst ? null : GEOJSON.exec(text)) ?? []
  if (x !== undefined) return readPair(y, x, true)
  if (text.length > LONGEST || !WRITTEN.test(text)) return null
  const isLonFirst = /^POINT/i.test(text) || /^\(?\s*(?:lon|lng|long|longitude|x)\b/i.test(text)
  const hasLabel = /lat|lon|lng|point/i.test(text)
  const plain = text
    .replace(LABELS, ' ')
    .replace(/[()[\]]/g, ' ')
    .replace(/[−–]/g, '-')
    .trim()
  const european = /^(-?\d{1,3}),(\d{3,})[\s;]+(-?\d{1,3}),(\d{3,})$/.exec(plain)
  if (european) return readPair(`${european[1]}.${european[2]}`, `${european[3]}.${european[4]}`, null)
  const read = readHalves(plain, hasLabel)
  return read === null || read.isLatFirst !== null || !isLonFirst ? read : { ...read, isLatFirst: false }
}

/**
 * Checks whether coordinates can begin with this character: a digit, sign or bracket, or the first letter of N, S, E,
 * W, geo:, http, lat, lon, POINT or GPS.
 */
function canBegin(code: number): boolean {
  return (code >= 40 && code <= 57) || code === 91 || code === 123 || code === 0x2212 || BEGINNINGS.has(code | 32)
}
const BEGINNINGS = new Set([...'nsewghlpmcxy'].map((letter) => letter.charCodeAt(0)))

const LABELS = /\b(?:GPS|POINT|coordinates?|coords?|latitude|longitude|lat|long?|lng|[xy])\b\.?\s*[:=]?/gi
/** Matches text that contains only parts of coordinates. A house number with a street never matches. */
const WRITTEN =
  /^(?:[\s\d.,;:/=+\-−–()[\]°º˚'’′"”″NSEW]|\b(?:GPS|POINT|coordinates?|coords?|latitude|longitude|lat|long?|lng|[xy]|deg(?:rees)?|min(?:utes)?|sec(?:onds)?)\b)+$/i

const LINK = /^(?:geo:|https?:\/\/|(?:www\.|maps\.)\S+\/)/i
const NUMBER = String.raw`([-+]?\d{1,3}(?:\.\d+)?)`
/** A GeoJSON point. */
const GEOJSON = new RegExp(
  `^\\{\\s*"type"\\s*:\\s*"Point"\\s*,\\s*"coordinates"\\s*:\\s*\\[\\s*${NUMBER}\\s*,\\s*${NUMBER}`,
)
/** Prefix that databases write before a geometry in degrees. */
const SRID = /^SRID=4326;\s*/i
/** Patterns of map links. Parameters for a place are tried before parameters for the map center. */
const LINKED = [
  `^geo:${NUMBER},${NUMBER}`,
  `!3d${NUMBER}!4d${NUMBER}`,
  `[?&#](?:q|query|ll|sll|daddr|destination|center|cp|loc|point|coordinate)=(?:loc:)?${NUMBER}(?:,|%2C|~)\\+?${NUMBER}`,
  `[?&]mlat=${NUMBER}&mlon=${NUMBER}`,
  `/(?:search|place|dir|maps)/(?:.*/)?${NUMBER},\\+?${NUMBER}`,
  `@${NUMBER},${NUMBER}`,
  `#map=[\\d.]+/${NUMBER}/${NUMBER}`,
].map((pattern) => new RegExp(pattern, 'i'))

function pairInLink(text: string): WrittenCoordinates | null {
  for (const pattern of LINKED) {
    const match = pattern.exec(text)
    if (match) return readPair(match[1], match[2], true)
  }
  return null
}

function readPair(first: string, second: string, isLatFirst: boolean | null): WrittenCoordinates | null {
  const step = Math.max(readStep(first), readStep(second))
  return inRange({ first: Number(first), second: Number(second), isLatFirst, isSigned: isLatFirst !== null, step })
}

function readStep(number: string): number {
  const point = number.indexOf('.')
  return point < 0 ? 1 : 10 ** (point + 1 - number.length)
}

/** A number; a degree, minute or second symbol; a compass letter; or a separator. */
const PIECE = /([-+]?\d+(?:\.\d+)?)|([°º˚]|deg(?:rees)?)|(['’′"”″]|min(?:utes)?|sec(?:onds)?)|([NSEW])|([,;/])/gi

/** Reads the two numbers of coordinates without labels. Each number has one to three parts. */
function readHalves(text: string, hasLabel: boolean): WrittenCoordinates | null {
  const numbers: string[] = []
  const letters: { readonly letter: string; readonly after: number }[] = []
  let degreeSigns = 0
  for (const [piece, number, degree, , letter] of text.matchAll(PIECE)) {
    if (number !== undefined) numbers.push(number)
    else if (degree !== undefined) degreeSigns++
    else if (letter !== undefined) letters.push({ letter: piece.toUpperCase(), after: numbers.length })
  }
  const parts = numbers.length / 2
  if (parts !== 1 && parts !== 2 && parts !== 3) return null
  if (letters.length !== 0 && !areEnds(letters, numbers.length)) return null
  const isMarked = letters.length === 2 || degreeSigns === 2
  if (parts > 1 && !isMarked) return null
  // A hyphen between digits is not a sign: "12-34" is a house number.
  const hasSign = /(?:^|[\s,;/])-\d/.test(text)
  const areDecimal = numbers.every((number) => number.includes('.'))
  if (!isMarked && !hasLabel && !areDecimal && !hasSign) return null
  const a = getDegrees(numbers.slice(0, parts))
  const b = getDegrees(numbers.slice(parts))
  if (a === null || b === null) return null
  const [first, second] = letters.length === 2 ? [signed(a, letters[0].letter), signed(b, letters[1].letter)] : [a, b]
  const step = Math.max(readStep(numbers[parts - 1]), readStep(numbers[2 * parts - 1])) / 60 ** (parts - 1)
  const isLatFirst = letters.length === 2 ? 'NS'.includes(letters[0].letter) : null
  return inRange({ first, second, isLatFirst, isSigned: hasSign || letters.length === 2, step })
}

/**
 * Checks whether there are two compass letters, one of N and S and one of E and W, in the same position: each before
 * its number, or each after its number.
 */
function areEnds(letters: readonly { readonly letter: string; readonly after: number }[], count: number): boolean {
  if (letters.length !== 2 || 'NS'.includes(letters[0].letter) === 'NS'.includes(letters[1].letter)) return false
  const [{ after: a }, { after: b }] = letters
  return (a === 0 && b === count / 2) || (a === count / 2 && b === count)
}

/** Converts degrees with one to three parts to a number. Returns null if minutes or seconds are 60 or more. */
function getDegrees([degrees, minutes = '0', seconds = '0']: readonly string[]): number | null {
  const m = Number(minutes)
  const s = Number(seconds)
  if (!(m >= 0 && m < 60 && s >= 0 && s < 60) || (minutes !== '0' && degrees.includes('.'))) return null
  const size = Math.abs(Number(degrees)) + m / 60 + s / 3600
  return degrees[0] === '-' ? -size : size
}

function signed(value: number, letter: string): number {
  return letter === 'S' || letter === 'W' ? -Math.abs(value) : value
}

/** Returns the coordinates, or null if one of the numbers is too large even for mistyped coordinates, as in a ZIP+4. */
function inRange(pair: WrittenCoordinates): WrittenCoordinates | null {
  return Math.abs(pair.first) < 1000 && Math.abs(pair.second) < 1000 ? pair : null
}

/** Checks whether two numbers can be a latitude and a longitude, in either order. */
export function areDegrees({ first, second }: WrittenCoordinates): boolean {
  const a = Math.abs(first)
  const b = Math.abs(second)
  return a <= 180 && b <= 180 && Math.min(a, b) <= 90
}
