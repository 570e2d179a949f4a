import { answerColumns } from '../../answer-rows.ts'
import { isBlankText } from '../../buffers.ts'
import { BatchError, damagedInput, emptyInput } from '../../errors.ts'
import { type LineOfInput, LONGEST_RECORD, type RecordSplitter } from '../../input/chunks.ts'
import { getPlaceColumns, type PlaceColumns, type PlaceOptions, refuseTakenNames } from '../../place-columns.ts'
import { byteOrderMark, LINE_FEED, RETURN } from '../csv/fields.ts'
import type { HeadOptions } from '../text.ts'

/** How to read an NDJSON file. Serializable as JSON. */
export interface NdjsonPlan {
  readonly place: PlaceColumns<string>
  /** Line ending to add to the last line if the input lacks it. */
  readonly newline: '\n' | '\r\n'
  /** Start of the first line, after any byte order mark. */
  readonly headerBytes: number
  /** Bytes at the beginning of the output: the byte order mark of the input. May be empty. */
  readonly outputHeader: readonly number[]
}

/**
 * Finds the place fields by their names in the first objects, ignoring nested objects. The plan for an empty input has
 * no place fields.
 *
 * @param head the first bytes of the input, cut anywhere after the first object
 * @throws {BatchError} when there is no object, the fields are not found, or a field has the name of an added field
 */
export function planNdjson(head: Uint8Array, options: HeadOptions): NdjsonPlan {
  const outputHeader = byteOrderMark(head)
  const first = head.indexOf(LINE_FEED)
  const start = {
    outputHeader,
    headerBytes: outputHeader.length,
    newline: first > 0 && head[first - 1] === RETURN ? '\r\n' : '\n',
  } as const
  if (head.length === outputHeader.length) return { ...start, place: { coordinates: null, address: [] } }
  const objects = options.asNamed ? [] : objectsIn(head, options)
  const names = options.asNamed ? namedIn(options) : namesIn(objects)
  const { coordinates, address, parts, unused } = getPlaceColumns(names, options, rowsOfObjects(objects, names))
  if (!options.asNamed)
    refuseTakenNames(
      names,
      answerColumns(options.question, { address }).map(({ name }) => name),
    )
  return {
    ...start,
    place: {
      coordinates: coordinates === null ? null : { lat: names[coordinates.lat], lon: names[coordinates.lon] },
      address: address.map((part) => names[part]),
      parts,
      unused,
    },
  }
}

function namedIn({ lat, lon, address }: PlaceOptions): string[] {
  const named = [lat, lon, ...(address?.split(',') ?? [])]
  return [...new Set(named.flatMap((name) => (name === undefined ? [] : [name.trim()])))]
}

const TABLE =
  'it looks like a table. The output has the same format as the input, so one of the two names must end in .csv.'

/** Checks whether a line looks like a table row rather than NDJSON. */
function isTable(line: string): boolean {
  return !/^\s*[[{]/.test(line) && /[,;|\t]/.test(line)
}

type JsonObject = Readonly<Record<string, unknown>>

function objectsIn(head: Uint8Array, { last }: HeadOptions): readonly JsonObject[] {
  const lines = new TextDecoder().decode(head).split('\n')
  if (!last) lines.pop() // the last line may be cut
  const objects = lines.map(objectOfLine).filter((object) => object !== undefined)
  if (objects.length === 0) {
    if (isBlankText(head)) throw emptyInput()
    if (head.includes(0))
      throw new BatchError('The input is not UTF-8 text: convert it first, for example with iconv -t UTF-8.')
    if (!last && head.length > LONGEST_LINE && head.indexOf(LINE_FEED) < 0)
      throw lineTooLong({ line: 1, name: 'the input' })
    const where = last ? 'the input' : `the first ${Math.round(head.length / (1 << 20))} MB of the input`
    const advice = isTable(lines[0]) ? TABLE : ONE_PER_LINE
    throw new BatchError(`No line of ${where} is a JSON object: ${advice}`)
  }
  return objects
}

/** Returns all field names in order of first occurrence. */
function namesIn(objects: readonly JsonObject[]): string[] {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  if (names.includes('features') && names.includes('type'))
    throw new BatchError(
      "The input is a single GeoJSON document: write one object per line first, for example with jq -c '.features[] | .properties + {lon: .geometry.coordinates[0], lat: .geometry.coordinates[1]}' FILE.",
    )
  return names
}

/**
 * Counts the lines at the beginning of `head` that contain an object, up to `most`. Ignores other lines, and a last
 * line without a line feed.
 */
export function wholeObjects(head: Uint8Array, most: number): number {
  const decoder = new TextDecoder()
  let count = 0
  for (let start = 0; count < most; ) {
    const end = head.indexOf(LINE_FEED, start)
    if (end < 0) break
    if (objectOfLine(decoder.decode(head.subarray(start, end))) !== undefined) count++
    start = end + 1
  }
  return count
}

const ONE_PER_LINE = "NDJSON has one object on each line, which is what jq -c . FILE or jq -c '.[]' FILE writes."

/** Number of objects whose values are used to confirm the field names. */
const LOOKED_AT_ROWS = 50

/** Converts the first objects to table rows. */
export function rowsOfObjects(objects: readonly object[], names: readonly string[]): string[][] {
  return objects.slice(0, LOOKED_AT_ROWS).map((object) =>
    names.map((name) => {
      const value = (object as JsonObject)[name]
      return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 400) : ''
    }),
  )
}

/** Maximum line length in bytes. A longer line means that the file is not NDJSON. */
export const LONGEST_LINE = LONGEST_RECORD

/**
 * Splits NDJSON at line feeds, which JSON only allows between values. A line longer than 16 MB is refused.
 */
export function ndjsonSplitter(): RecordSplitter {
  return {
    end(bytes, last) {
      const end = bytes.lastIndexOf(LINE_FEED) + 1
      if (bytes.length > LONGEST_LINE && (end === 0 || bytes.indexOf(LINE_FEED) > LONGEST_LINE)) return -1
      // The last line can be too long, too. It is refused when it is the first line.
      return last && bytes.length - end <= LONGEST_LINE ? bytes.length : end
    },
    refusal: (_, where) => lineTooLong(where),
  }
}

/** @param where the line, if known */
export function lineTooLong(where?: LineOfInput): BatchError {
  const line = where === undefined ? 'A line' : `Line ${where.line} of ${where.name}`
  return damagedInput(
    `${line} is longer than ${LONGEST_LINE >> 20} MB: NDJSON has one object on each line, which is what jq -c . FILE or jq -c '.[]' FILE writes.`,
  )
}

/**
 * Parses a line of JSON as an object. Returns undefined if the line is not an object. If a key occurs twice, the last
 * value is used.
 */
export function objectOfLine(line: string): Readonly<Record<string, unknown>> | undefined {
  // Checking the ends of the line first avoids most errors of `JSON.parse`, which take 20 µs each.
  if (!hasBraces(line)) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Checks whether a string starts with `{` and ends with `}`, ignoring the white space that JSON allows. */
function hasBraces(text: string): boolean {
  let first = 0
  while (isBlank(text.charCodeAt(first))) first++
  let last = text.length - 1
  while (isBlank(text.charCodeAt(last))) last--
  return text[first] === '{' && text[last] === '}'
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === LINE_FEED || code === RETURN
}
