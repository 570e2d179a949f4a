import { readFile } from 'node:fs/promises'
import { Option } from 'commander'
import type { AreaShape } from '../../answers/areas/area-answer.ts'
import { AREA_NOTATION, areaOf } from '../../answers/areas/named-area.ts'
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
 * The place that arguments name: `30.2672 -97.7431`, `30.2672,-97.7431` or `30.2672, -97.7431`, in one argument or
 * several.
 *
 * @throws {UsageError} when they are not two numbers, or out of range
 */
export function readPlace(given: readonly string[]): Point {
  const text = given.join(' ').trim()
  const parts = text === '' ? [] : text.split(/\s*,\s*|\s+/)
  if (parts.length !== 2)
    throw new UsageError(
      'A place is two numbers, latitude and longitude, got ' +
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

function nearCoverage({ lat, lon }: Point): boolean {
  const { west, south, east, north } = coverageBox
  return lat > south && lat < north && lon > west && lon < east
}

function sentence({ type, loc, msg, input }: ValidationDetail): string {
  const field = String(loc.at(-1))
  const name = names[field]
  if (name === undefined) return `${field}: ${msg}.`
  if (type === 'float_parsing') return `The ${name} '${input}' is not a number.`
  return `The ${name} ${input} is out of range, expected ${bounds[field].ge} to ${bounds[field].le}.`
}

/** The words of the command line as one line. */
export function addressOf(given: readonly string[]): string {
  return given.join(' ').trim()
}

/**
 * The address, where one can be read.
 *
 * @throws {UsageError} when it is empty or longer than 300 characters
 */
export function readAddress(given: string): string {
  try {
    return parse([address], { address: given }).address
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const reason =
      given === '' ? 'The address is empty.' : `The address is longer than ${address.maxLength} characters.`
    throw new UsageError(reason, `Write it as "${address.example}".`)
  }
}

/** Whether arguments are an address and no coordinates: letters that do not stand beside a single number, or a ZIP. */
export function isAddress(given: readonly string[]): boolean {
  const text = addressOf(given)
  if (ZIP.test(text)) return true
  if (!/\p{L}/u.test(text)) return false
  // "abc -97" is a mistyped coordinate; "Austin 78701" is not.
  const parts = text.split(/\s*,\s*|\s+/)
  return !(parts.length === 2 && parts.some((part) => NUMBER.test(part) && !ZIP.test(part)))
}

const ZIP = /^\d{5}(?:-\d{4})?$/
const NUMBER = /^[-+]?\d*\.?\d+$/

/**
 * The id of a dimension as it was given.
 *
 * @throws {UsageError} when there is no such dimension
 */
export function readDimension(given: string): DimensionId {
  const id = given.trim()
  if (isKnown(id)) return id
  const closest = closestDimension(id.toLowerCase())
  const question = closest === undefined ? '' : ` Did you mean ${closest}?`
  throw new UsageError(`There is no dimension '${id}'.${question}`, 'List them: vicinage dimensions')
}

/** The id in front of a place, of `explain` and `edge`. Throws as `readDimension` does, and where a number is there. */
export function readDimensionFirst(given: string, example: string): DimensionId {
  if (!Number.isFinite(Number.parseFloat(given))) return readDimension(given)
  throw new UsageError('The dimension comes before the place.', `For example: vicinage ${example}`)
}

/** The catalog's, and those of own layers. */
export function isKnown(id: string): id is DimensionId {
  return isDimensionId(id) || layerIds().includes(id)
}

/** Ids out of `flood,fire`. Throws as `readDimension` does. */
export function readDimensions(given: string): DimensionId[] {
  return given.split(',').map(readDimension)
}

/** Reads a text of an option that a variable of the shell which is not set would leave empty. */
export function notEmpty(option: string, hint?: string): (given: string) => string {
  return (given) => {
    if (given.trim() === '') throw new UsageError(`${option} is empty.`, hint)
    return given
  }
}

/** The folder that a command writes. */
export const readOut = notEmpty('--out', 'Name the folder to write: --out DIR')

/** Postal codes of the states of the data, for the help of commands. */
export const STATE_CODES = coveredStates.map(({ postal }) => postal).join(', ')

/** @throws {UsageError} when the data have no state of that postal code */
export function readState(given: string): CoveredState {
  const code = given.trim().toUpperCase()
  const state = coveredStates.find(({ postal }) => postal === code)
  if (state !== undefined) return state
  throw new UsageError(`There is no state '${given.trim()}' in the data; there are ${STATE_CODES}.`)
}

/** States out of `TX,FL`. Throws as `readState` does. */
export function readStates(given: string): CoveredState[] {
  return [...new Set(given.split(',').map(readState))]
}

/** `--dimensions a,b`, and its old spelling. */
export const dimensionsOptions = [
  new Option('-d, --dimensions <ids>', 'only these dimensions, comma-separated; may be repeated').argParser(
    (given, before: readonly DimensionId[] = []) => [...new Set([...before, ...readDimensions(given)])],
  ),
  renamedOption('--dimension <id>', '--dimensions'),
] as const

/** An option that has another name now, which its refusal tells. */
export function renamedOption(flags: string, now: string): Option {
  return new Option(flags).hideHelp().argParser(() => {
    throw new UsageError(`${flags.split(' ')[0]} is called ${now} now.`)
  })
}

function closestDimension(word: string): string | undefined {
  const ids: readonly string[] = [...dimensions.map(({ id }) => id), ...layerIds()]
  if (word.length >= 3) {
    const part = ids.find((id) => id.includes(word) || word.includes(id))
    if (part !== undefined) return part
  }
  const most = Math.max(1, Math.floor(word.length / 3))
  const ranked = ids.map((id) => ({ id, edits: editDistance(word, id, most) })).sort((a, b) => a.edits - b.edits)
  return ranked[0].edits <= most ? ranked[0].id : undefined
}

/**
 * The values of options, under the names of their parameters, checked before any data is opened.
 *
 * @throws {UsageError} in the words of a 422 answer when one is refused
 */
export function readOptions<const P extends readonly Parameter[]>(parameters: P, given: unknown): ValuesOf<P> {
  try {
    return parse(parameters, given)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new UsageError(error.detail.map(optionSentence).join(' '))
  }
}

function optionSentence({ loc, msg, input }: ValidationDetail): string {
  return `--${String(loc[1]).replaceAll('_', '-')}: ${msg}, got '${String(input).trim()}'.`
}

/** What an area may be written as, for the help of commands. */
export const AREA_WORDS = `${AREA_NOTATION}, or a GeoJSON file`

/** Maximum size of a shape file in bytes. A state drawn to the meter has about 20 MB. */
const LONGEST_FILE = 100e6

/**
 * The area that an argument names.
 *
 * @throws {UsageError} when it is none, or its file cannot be read
 */
export async function readArea(given: string): Promise<AreaShape> {
  const text = given.trim()
  if (/\.(geo)?json$/i.test(text)) return readShape(text)
  const area = areaOf(text)
  if (area !== null) return area
  if (text === '') throw new UsageError('No area is given.', `Write it as ${AREA_WORDS}.`)
  throw new UsageError(`There is no area '${text}'.`, `Write it as ${AREA_WORDS}.`)
}

async function readShape(path: string): Promise<AreaShape> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const reason = { ENOENT: 'there is no such file', EISDIR: 'it is a folder' }[error.code ?? ''] ?? error.message
    throw new UsageError(`The shape ${path} cannot be read: ${reason}.`)
  })
  if (bytes.length > LONGEST_FILE) throw new UsageError(`The shape ${path} is longer than ${LONGEST_FILE / 1e6} MB.`)
  let shape: unknown
  try {
    shape = JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new UsageError(`The shape ${path} is not JSON.`, 'A shape is a GeoJSON file; convert others with ogr2ogr.')
  }
  if (typeof shape === 'object' && shape !== null && 'type' in shape) return shape as AreaShape
  throw new UsageError(`The file ${path} is not GeoJSON: it has no "type".`)
}

/** An area in titles: `Austin, TX (city)`, `ZIP 78704`, `Travis County, TX`. */
export function areaTitle(shape: AreaShape, text: string): string {
  if ('radius' in shape) return `Circle of ${shape.radius} m around ${shape.lat}, ${shape.lon}`
  if ('west' in shape) return `Box ${shape.west},${shape.south},${shape.east},${shape.north}`
  if ('type' in shape) return text
  const named = text.replace(/^[a-z-]+:\s*/i, '')
  const kind = Object.keys(kindNames).find((key) => key in shape) as keyof typeof kindNames
  if (kind === 'city') return `${named} (city)`
  return /^\d/.test(named) ? `${kindNames[kind]} ${named}` : named
}

const kindNames = {
  zip: 'ZIP',
  city: 'City',
  county: 'County',
  tract: 'Census tract',
  blockGroup: 'Block group',
  district: 'School district',
  state: 'State',
}
