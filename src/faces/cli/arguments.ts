import { readFile } from 'node:fs/promises'
import { Option } from 'commander'
import type { AreaShape } from '../../answers/areas/area-answer.ts'
import { AREA_NOTATION, getArea } from '../../answers/areas/named-area.ts'
import { type DimensionId, dimensions, isDimensionId } from '../../answers/dimensions/catalog.ts'
import { type ValidationDetail, ValidationError } from '../../base/errors.ts'
import { editDistance } from '../../base/geo/edit-distance.ts'
import type { Point } from '../../base/geo/place.ts'
import { parse } from '../../base/parameters/check.ts'
import { address, lat, lon } from '../../base/parameters/known-parameters.ts'
import type { Parameter, ValuesOf } from '../../base/parameters/parameter.ts'
import { type CoveredState, coverageBox, coveredStates } from '../../base/states.ts'
import { layerIds } from '../../library/user-data/layers.ts'
import { UsageError } from './usage-error.ts'

const names: Readonly<Record<string, string>> = { lat: 'latitude', lon: 'longitude' }
const bounds: Readonly<Record<string, { readonly ge: number; readonly le: number }>> = { lat, lon }

/**
 * Reads coordinates from arguments: `30.2672 -97.7431`, `30.2672,-97.7431` or `30.2672, -97.7431`. They may be split
 * across several arguments.
 *
 * @throws {UsageError} if the arguments are not two numbers, or a number is out of range
 */
export function readPlace(words: readonly string[]): Point {
  const text = words.join(' ').trim()
  const parts = text === '' ? [] : text.split(/\s*,\s*|\s+/)
  if (parts.length !== 2)
    throw new UsageError(
      'A place is two numbers, latitude and longitude; got ' +
        `${parts.length === 0 ? 'none' : `${parts.length} ('${text}')`}.`,
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

/** Formats coordinates for titles and suggested commands. `between` separates latitude and longitude. */
export function placeText({ lat, lon }: Point, between: string): string {
  return `${lat}${between}${lon}`
}

/**
 * Returns a hint if latitude and longitude look swapped, or the longitude lacks its minus sign; otherwise undefined.
 */
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

function nearCoverage({ lat, lon }: Point): boolean {
  const { west, south, east, north } = coverageBox
  return lat > south && lat < north && lon > west && lon < east
}

function sentence({ type, loc, msg, input }: ValidationDetail): string {
  const field = String(loc.at(-1))
  const name = names[field]
  if (name === undefined) return `${field}: ${msg}.`
  if (type === 'float_parsing') return `The ${name} '${input}' is not a number.`
  return `The ${name} ${input} is out of range: expected ${bounds[field].ge} to ${bounds[field].le}.`
}

export function getAddress(words: readonly string[]): string {
  return words.join(' ').trim()
}

/**
 * Reads an address.
 *
 * @throws {UsageError} if the address is empty or longer than 300 characters
 */
export function readAddress(text: string): string {
  try {
    return parse([address], { address: text }).address
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const reason = text === '' ? 'The address is empty.' : `The address is longer than ${address.maxLength} characters.`
    throw new UsageError(reason, `Write it as "${address.example}".`)
  }
}

/**
 * Checks whether the arguments are an address rather than coordinates. A ZIP code is an address. So is any string with
 * letters, unless it looks like a mistyped coordinate.
 */
export function isAddress(words: readonly string[]): boolean {
  const text = getAddress(words)
  if (ZIP.test(text)) return true
  if (!/\p{L}/u.test(text)) return false
  // "abc -97" is a mistyped coordinate, but "Austin 78701" is an address.
  const parts = text.split(/\s*,\s*|\s+/)
  return !(parts.length === 2 && parts.some((part) => NUMBER.test(part) && !ZIP.test(part)))
}

const ZIP = /^\d{5}(?:-\d{4})?$/
const NUMBER = /^[-+]?\d*\.?\d+$/

/**
 * Reads a dimension id.
 *
 * @throws {UsageError} if the dimension does not exist
 */
export function readDimension(text: string): DimensionId {
  const id = text.trim()
  if (isKnown(id)) return id
  const closest = closestDimension(id.toLowerCase())
  const question = closest === undefined ? '' : ` Did you mean ${closest}?`
  throw new UsageError(`There is no dimension '${id}'.${question}`, 'To list them, run `vicinage dimensions`')
}

/**
 * Reads the dimension id that comes before a place in `explain` and `edge`. Throws like `readDimension`, and also if
 * the argument is a number.
 */
export function readDimensionFirst(text: string, example: string): DimensionId {
  if (!Number.isFinite(Number.parseFloat(text))) return readDimension(text)
  throw new UsageError('The dimension comes before the place.', `For example: vicinage ${example}`)
}

/** Checks whether an id is in the catalog or belongs to one of the user's custom dimensions. */
export function isKnown(id: string): id is DimensionId {
  return isDimensionId(id) || layerIds().includes(id)
}

/** Reads dimension ids from a list such as `flood,fire`. Throws like `readDimension`. */
export function readDimensions(text: string): DimensionId[] {
  return text.split(',').map(readDimension)
}

/**
 * Creates a parser for a string option that refuses an empty string, which usually comes from an unset shell variable.
 */
export function notEmpty(option: string, hint?: string): (text: string) => string {
  return (text) => {
    if (text.trim() === '') throw new UsageError(`${option} is empty.`, hint)
    return text
  }
}

/** Reads the output folder of a command. */
export const readOut = notEmpty('--out', 'Name the folder to write: --out DIR')

/** Postal codes of the covered states, for the help of commands. */
export const STATE_CODES = coveredStates.map(({ postal }) => postal).join(', ')

/** @throws {UsageError} if the data has no state with that postal code */
export function readState(text: string): CoveredState {
  const code = text.trim().toUpperCase()
  const state = coveredStates.find(({ postal }) => postal === code)
  if (state !== undefined) return state
  throw new UsageError(`The data does not include the state '${text.trim()}'; choose from ${STATE_CODES}.`)
}

/**
 * Creates the `--states` option, which accepts `--states TX,FL` and `--states TX FL`. Each code is converted with
 * `read`.
 */
export function statesOption<T>(words: string, read: (code: string) => T): Option {
  return new Option('--states <codes...>', `${words}: ${STATE_CODES}`).argParser((text, before: readonly T[] = []) => [
    ...new Set([...before, ...text.split(',').map(read)]),
  ])
}

/** The `--dimensions a,b` option and its old spelling. */
export const dimensionsOptions = [
  new Option('-d, --dimensions <ids>', 'only these dimensions, comma-separated; may be repeated').argParser(
    (text, before: readonly DimensionId[] = []) => [...new Set([...before, ...readDimensions(text)])],
  ),
  renamedOption('--dimension <id>', '--dimensions'),
] as const

/** Creates a hidden option for an old name. Using the option is an error that names the new option. */
export function renamedOption(flags: string, now: string): Option {
  return new Option(flags).hideHelp().argParser(() => {
    throw new UsageError(`${flags.split(' ')[0]} is now called ${now}.`)
  })
}

function closestDimension(word: string): string | undefined {
  const ids: readonly string[] = [...dimensions.map(({ id }) => id), ...layerIds()]
  if (word.length >= 3) {
    const part = ids.find((id) => id.includes(word) || word.includes(id))
    if (part !== undefined) return part
  }
  const maxEdits = Math.max(1, Math.floor(word.length / 3))
  const ranked = ids.map((id) => ({ id, edits: editDistance(word, id, maxEdits) })).sort((a, b) => a.edits - b.edits)
  return ranked[0].edits <= maxEdits ? ranked[0].id : undefined
}

/**
 * Checks option values before any data is opened, and returns the values keyed by parameter name.
 *
 * @throws {UsageError} if a value is refused; the reason is the same as in a 422 response of the HTTP service
 */
export function readOptions<const P extends readonly Parameter[]>(parameters: P, input: unknown): ValuesOf<P> {
  try {
    return parse(parameters, input)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new UsageError(error.detail.map(optionSentence).join(' '))
  }
}

function optionSentence({ loc, msg, input }: ValidationDetail): string {
  return `--${String(loc[1]).replaceAll('_', '-')}: ${msg}, got '${String(input).trim()}'.`
}

/** Notation for an area, for the help of commands. */
export const AREA_WORDS = `${AREA_NOTATION}, or a GeoJSON file`

/** Maximum size of a shape file in bytes. A state outline with 1 m detail is about 20 MB. */
const LONGEST_FILE = 100e6

/**
 * Reads the area that an argument names.
 *
 * @throws {UsageError} if the argument names no area, or the file cannot be read
 */
export async function readArea(words: string): Promise<AreaShape | string> {
  const text = words.trim()
  if (/\.(geo)?json$/i.test(text)) return readShape(text)
  const area = getArea(text)
  if (area !== null) return area
  if (text === '') throw new UsageError('The area is missing.', `Write it as ${AREA_WORDS}.`)
  throw new UsageError(`'${text}' is not a known area.`, `Write areas as ${AREA_WORDS}.`)
}

/** Checks whether finding an area requires the geocoder, which contains area names and outlines. */
export function needsGeocoder(area: AreaShape | string): boolean {
  return typeof area === 'string' || 'zip' in area || 'city' in area || 'neighborhood' in area || 'county' in area
}

export function isDistrict(area: AreaShape | string): boolean {
  return typeof area === 'object' && 'district' in area
}

async function readShape(path: string): Promise<AreaShape> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const reason = { ENOENT: 'there is no such file', EISDIR: 'it is a folder' }[error.code ?? ''] ?? error.message
    throw new UsageError(`The shape ${path} cannot be read: ${reason}.`)
  })
  if (bytes.length > LONGEST_FILE)
    throw new UsageError(`The shape ${path} is larger than ${LONGEST_FILE / 1e6} MB: simplify it.`)
  let shape: unknown
  try {
    shape = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new UsageError(
      `The shape ${path} is not valid JSON.`,
      'A shape must be a GeoJSON file. Convert other formats with ogr2ogr.',
    )
  }
  if (typeof shape === 'object' && shape !== null && 'type' in shape) return shape as AreaShape
  throw new UsageError(`The file ${path} is not GeoJSON: it has no "type".`)
}

/** Formats an area for titles: `Austin, TX (city)`, `ZIP 78704`, `Travis County, TX`. */
export function areaTitle(shape: AreaShape | string, text: string): string {
  if (typeof shape === 'string' || 'type' in shape) return text
  if ('radius' in shape) return `Circle of ${shape.radius} m around ${shape.lat}, ${shape.lon}`
  if ('west' in shape) return `Box ${shape.west},${shape.south},${shape.east},${shape.north}`
  const named = text.replace(/^[a-z-]+:\s*/i, '')
  const kind = Object.keys(kindNames).find((key) => key in shape) as keyof typeof kindNames
  if (kind === 'city' || kind === 'neighborhood') return `${named} (${kind})`
  return /^\d/.test(named) ? `${kindNames[kind]} ${named}` : named
}

/** Returns the title of several areas that are combined. */
export function areasTitle(shapes: readonly (AreaShape | string)[], texts: readonly string[]): string {
  return shapes.map((shape, i) => areaTitle(shape, texts[i])).join(' and ')
}

/** Collects the areas of an option that may be repeated. */
export function addArea(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text]
}

const kindNames = {
  zip: 'ZIP',
  neighborhood: 'Neighborhood',
  city: 'City',
  county: 'County',
  tract: 'Census tract',
  blockGroup: 'Block group',
  district: 'School district',
  state: 'State',
}
