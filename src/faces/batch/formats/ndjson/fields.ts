import { answerColumns } from '../../answer-rows.ts'
import { BatchError } from '../../errors.ts'
import { LONGEST_RECORD, type RecordSplitter } from '../../input/chunks.ts'
import { getPlaceColumns, type PlaceColumns, type PlaceOptions, refuseTakenNames } from '../../place-columns.ts'
import { byteOrderMark, LINE_FEED, RETURN } from '../csv/fields.ts'
import type { HeadOptions } from '../text.ts'

/** Facts about NDJSON before its first line is read. Serializable as JSON. */
export interface NdjsonPlan {
  readonly place: PlaceColumns<string>
  /** Line end for the last line if the input lacks one. */
  readonly newline: '\n' | '\r\n'
  /** Where the first line begins, after a byte order mark. */
  readonly headerBytes: number
  /** Bytes at the beginning of the output: the byte order mark of the input. May be empty. */
  readonly outputHeader: readonly number[]
}

/**
 * Finds the fields that contain the place, by the names in the first objects (not those of nested objects). An empty
 * input has no lines and nothing to find.
 *
 * @param head the first bytes of the input, cut anywhere after its first object
 * @throws {BatchError} when there is no object, the fields are not found, or one has the name of an answer
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
  'it looks like a table. The output has the format of the input, so end the name of the output, or of the input, in .csv.'

/** Checks whether a line is one of a table rather than of NDJSON. */
function isTable(line: string): boolean {
  return !/^\s*[[{]/.test(line) && /[,;|\t]/.test(line)
}

type JsonObject = Readonly<Record<string, unknown>>

function objectsIn(head: Uint8Array, { last }: HeadOptions): readonly JsonObject[] {
  const lines = new TextDecoder().decode(head).split('\n')
  if (!last) lines.pop() // the last line may be cut
  const objects = lines.map(objectOfLine).filter((object) => object !== undefined)
  if (objects.length === 0) {
    if (head.includes(0))
      throw new BatchError('The input is not UTF-8 text: convert it first, for example with iconv -t UTF-8.')
    if (!last && head.length > LONGEST_LINE && head.indexOf(LINE_FEED) < 0) throw lineTooLong(0)
    const where = last ? 'the input' : `the first ${Math.round(head.length / (1 << 20))} MB of the input`
    const advice = isTable(lines[0]) ? TABLE : ONE_PER_LINE
    throw new BatchError(`No line of ${where} is a JSON object: ${advice}`)
  }
  return objects
}

/** Returns all names of fields, in the order in which they first occur. */
function namesIn(objects: readonly JsonObject[]): string[] {
  const names = [...new Set(objects.flatMap((object) => Object.keys(object)))]
  if (names.includes('features') && names.includes('type'))
    throw new BatchError(
      "The input is a single GeoJSON document: write one object per line first, for example with jq -c '.features[] | .properties + {lon: .geometry.coordinates[0], lat: .geometry.coordinates[1]}' FILE.",
    )
  return names
}

/** Counts the objects in the whole lines at the beginning of `head`, up to `most`. Skips lines without an object. */
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

const ONE_PER_LINE = "NDJSON has one object on each line, as jq -c . FILE or jq -c '.[]' FILE writes them."

/** Number of objects whose values confirm the names of fields. */
const LOOKED_AT_ROWS = 50

/** Returns the values of the first objects as the rows of a table. */
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

/** Splits NDJSON at line feeds, which JSON only has between values. A line of more than 16 MB is a `BatchError`. */
export function ndjsonSplitter(): RecordSplitter {
  return {
    end(bytes, last, at) {
      const end = bytes.lastIndexOf(LINE_FEED) + 1
      if (bytes.length - end > LONGEST_LINE) throw lineTooLong(at === undefined ? undefined : at + end)
      // The end of the line is in bytes that were read because no end had been found before.
      if (bytes.length > LONGEST_LINE && bytes.indexOf(LINE_FEED) > LONGEST_LINE) throw lineTooLong(at)
      return last ? bytes.length : end
    },
  }
}

/** @param at where the line begins in the input, if known */
export function lineTooLong(at?: number): BatchError {
  return new BatchError(
    `${at === undefined ? 'A line' : `The line at byte ${at}`} is longer than ${LONGEST_LINE >> 20} MB: NDJSON has one object on each line, as jq -c . FILE or jq -c '.[]' FILE writes them.`,
  )
}

/**
 * Parses the object in a line of JSON. Returns undefined if there is none. If a key occurs twice, the last value
 * counts.
 */
export function objectOfLine(line: string): Readonly<Record<string, unknown>> | undefined {
  // Blank lines and other strings are recognized by their ends, because each error of `JSON.parse` takes 20 µs.
  if (!hasBraces(line)) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Checks whether a string begins with `{` and ends with `}`, apart from the blanks that JSON allows. */
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
