import { ByteWriter } from '../../../../data/bundle/bytes.ts'
import type { Vicinage } from '../../../../library/vicinage.ts'
import {
  type AnswerColumn,
  type Answers,
  addCounts,
  answerColumns,
  mostRowsTogether,
  noCounts,
  RowAnswerer,
} from '../../answer-rows.ts'
import type { BatchQuestion } from '../../batch-question.ts'
import type { PlaceColumns } from '../../place-columns.ts'
import { makeRoom, newPoints, type Points, putPoint } from '../../points.ts'
import { LINE_FEED, RETURN } from '../csv/fields.ts'
import { type ChunkAnswerer, textFormat } from '../text.ts'
import {
  LONGEST_LINE,
  lineTooLong,
  type NdjsonPlan,
  ndjsonSplitter,
  objectOfLine,
  planNdjson,
  wholeObjects,
} from './fields.ts'

const encoder = new TextEncoder()
const COMMA = encoder.encode(',')
const BRACE = encoder.encode('}')

export const ndjson = textFormat<NdjsonPlan>({
  name: 'ndjson',
  extensions: ['ndjson', 'jsonl', 'geojsonl'],
  staysNumbers: false,
  planHead: planNdjson,
  wholeRecords: wholeObjects,
  sample(rows, { place: { coordinates, address } }, most) {
    const names = [...(coordinates === null ? [] : [coordinates.lat, coordinates.lon]), ...address]
    const objects = new TextDecoder()
      .decode(rows)
      .split('\n', most)
      .map(objectOfLine)
      .filter((object) => object !== undefined)
    return objects.map((object) => names.map((name) => String(field(object, name) ?? '')))
  },
  splitter: ndjsonSplitter,
  answerer: ndjsonAnswerer,
})

/** Content of a line: an object with fields, an object without fields, or something that answers cannot be added to. */
type Kind = 'fields' | 'no fields' | 'not an object'

/**
 * Answers lines of JSON. An object is copied byte for byte, with the answers inserted before its closing brace. If
 * answers cannot be added to a line, the line becomes a string in a new object:
 * `{"vicinage_input":"the line","flood":null,"vicinage_error":"The line is not a JSON object."}`. The next answer
 * overwrites the bytes.
 */
export function ndjsonAnswerer(vicinage: Vicinage, plan: NdjsonPlan, question: BatchQuestion): ChunkAnswerer {
  const columns = answerColumns(question, plan.place)
  const added = new Set(columns.map(({ name }) => name))
  const fields = new AddedFields(columns)
  const answerer = new RowAnswerer(vicinage, question, plan.place)
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const newline = encoder.encode(plan.newline)
  const wrapper = `{${JSON.stringify(`${question.prefix}vicinage_input`)}:`
  const points = newPoints(0)
  const most = mostRowsTogether(question)
  const out = new ByteWriter(1 << 16)
  return {
    answer(chunk) {
      const ends = lineEnds(chunk)
      const lines = decoder.decode(chunk).split('\n')
      const counts = noCounts()
      out.clear()
      let start = 0
      for (let first = 0; first < ends.length; first += most) {
        const rows = Math.min(most, ends.length - first)
        makeRoom(points, rows)
        const kinds = Array.from({ length: rows }, (_, row) =>
          readLine(lines[first + row], plan.place, added, points, row),
        )
        const answers = answerer.answer(points)
        for (let row = 0; row < rows; row++) {
          const lineEnd = ends[first + row]
          const isObject = kinds[row] !== 'not an object'
          const end = isObject ? chunk.lastIndexOf(BRACE[0], lineEnd - 1) : contentEnd(chunk, start, lineEnd)
          if (isObject) out.put(chunk, start, end)
          else out.putText(`${wrapper}${JSON.stringify(withoutReturn(lines[first + row]))}`)
          if (kinds[row] !== 'no fields') out.put(COMMA)
          fields.put(out, answers, row)
          if (!isObject) out.put(BRACE)
          out.put(chunk, end, lineEnd)
          if (chunk[lineEnd - 1] !== LINE_FEED) out.put(newline)
          start = lineEnd
        }
        addCounts(counts, answers.counts)
      }
      return { bytes: out.written(), counts }
    },
  }
}

/** Stores the place of a line in `points`, or the reason why the line has no place. */
function readLine(
  line: string,
  { coordinates, address, parts }: PlaceColumns<string>,
  added: ReadonlySet<string>,
  points: Points,
  row: number,
): Kind {
  const object = objectOfLine(line)
  const refuse = (code: string, text: string) => {
    points.errors.set(row, { code, text })
    return 'not an object' as const
  }
  if (object === undefined) {
    if (line.trim() === '') return refuse('line_empty', 'The line is empty.')
    return refuse('line_not_object', 'The line is not a JSON object.')
  }
  let isEmpty = true
  for (const key in object) {
    isEmpty = false
    if (added.has(key)) return refuse('field_taken', `The object already has a field '${key}'.`)
  }
  putPoint(points, row, {
    lat: coordinates === null ? null : field(object, coordinates.lat),
    lon: coordinates === null ? null : field(object, coordinates.lon),
    address: address.map((name) => field(object, name)),
    hasCoordinates: coordinates !== null,
    parts,
  })
  return isEmpty ? 'no fields' : 'fields'
}

/** Returns a field, ignoring properties that every object inherits, such as `constructor`. */
function field(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** Returns where each line ends, after its line feed. */
function lineEnds(chunk: Uint8Array): number[] {
  const ends: number[] = []
  for (let start = 0; start < chunk.length; ) {
    const feed = chunk.indexOf(LINE_FEED, start)
    const end = feed < 0 ? chunk.length : feed + 1
    if (end - start > LONGEST_LINE) throw lineTooLong()
    ends.push(end)
    start = end
  }
  return ends
}

/** Returns the end of a line's content, before its carriage return and line feed. */
function contentEnd(chunk: Uint8Array, start: number, end: number): number {
  let at = end
  if (at > start && chunk[at - 1] === LINE_FEED) at--
  if (at > start && chunk[at - 1] === RETURN) at--
  return at
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

/** Writes the fields that are added to objects: `"flood":166,"fire":null,"vicinage_error":"No data: fire."`. */
class AddedFields {
  /** Encoded field names, such as `"flood":`. Every name except the first is preceded by a comma. */
  readonly #names: readonly string[]
  /** For each score column, the encoded field for every score. The field at `NO_SCORE` has the value null. */
  readonly #scores: readonly (readonly Uint8Array[])[]
  /** Encoded fields other than scores, all with the value null. */
  readonly #nulls: Uint8Array
  /** Last reason. Cached because the same reason often repeats. */
  #reason: string | null = null
  /** Encoded field of the last reason. */
  #field: Uint8Array

  constructor(columns: readonly AnswerColumn[]) {
    this.#names = columns.map(({ name }, i) => `${i === 0 ? '' : ','}${JSON.stringify(name)}:`)
    const scores = this.#names.filter((_, i) => columns[i].kind === 'score')
    this.#scores = scores.map((name) => SCORES.map((score) => encoder.encode(name + score)))
    this.#nulls = encoder.encode(
      this.#names
        .slice(scores.length)
        .map((name) => `${name}null`)
        .join(''),
    )
    this.#field = this.#nulls
  }

  put(out: ByteWriter, { scored, scores, zeros, values, reason }: Answers, row: number): void {
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i][row]
      out.put(this.#scores[i][scored[row] === 0 || (score === 0 && !zeros) ? NO_SCORE : score])
    }
    const error = reason(row)?.text ?? null
    if (values.length === 0) {
      if (error !== this.#reason) {
        this.#reason = error
        this.#field = encoder.encode(this.#names[scores.length] + JSON.stringify(error))
      }
      out.put(this.#field)
      return
    }
    const others = values.map((column) => column[row])
    if (error === null && others.every((value) => value === null)) {
      out.put(this.#nulls)
      return
    }
    const fields = [...others, error].map((value, i) => this.#names[scores.length + i] + JSON.stringify(value))
    out.putText(fields.join(''))
  }
}

const NO_SCORE = 256
const SCORES = [...Array.from({ length: NO_SCORE }, (_, score) => String(score)), 'null']
