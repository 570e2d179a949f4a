import { type ValidationDetail, ValidationError } from '../errors.ts'

/** Bytes of a body, 2 MiB: 10,000 points, printed with spaces, are one. */
const MOST = 2 * 2 ** 20

/** The sentence of a 413. */
export const TOO_LARGE = 'Request body too large'

/** Nested objects and arrays. `JSON.parse` reads a million levels, but `JSON.stringify` cannot send them back. */
const LEVELS = 100

/** Without a prototype, so that no name of a field is one of an object; a class, because engines are slow with `Object.create(null)`. */
class Fields {
  [name: string]: string
}
Object.setPrototypeOf(Fields.prototype, null)

/**
 * The fields of a query, given from its `?` on. The last of a repeated name wins, a name without `=` is empty, `+` is a space, and bytes
 * that are not UTF-8 become U+FFFD: as Python's `parse_qsl(keep_blank_values=True)` reads them, which is what FastAPI does.
 */
export function readQuery(query: string): Record<string, string> {
  const fields = new Fields()
  for (const [name, value] of new URLSearchParams(query)) fields[name] = value
  return fields
}

/** The text of a body; null where it is longer than 2 MiB, of which no more than that is read. */
export async function readText(request: Request): Promise<string | null> {
  const length = request.headers.get('content-length')
  // Servers read no more than a length says, unless the body comes in chunks.
  if (length !== null && !request.headers.has('transfer-encoding'))
    return Number(length) <= MOST ? request.text() : null
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (const reader = request.body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (bytes > MOST) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * The fields of a body: the JSON object that it holds, whatever its content type says.
 *
 * @throws {ValidationError} as FastAPI words it: no body, no JSON, no object
 */
export function readBody(text: string): Record<string, unknown> {
  if (text === '') throw refusal({ type: 'missing', loc: ['body'], msg: 'Field required', input: null })
  const body = parsed(text)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  const msg = 'Input should be a valid dictionary or object to extract fields from'
  throw refusal({ type: 'model_attributes_type', loc: ['body'], msg, input: body })
}

function parsed(text: string): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw invalid((error as Error).message)
  }
  if (isDeeper(body, LEVELS)) throw invalid(`More than ${LEVELS} levels`)
  return body
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

function invalid(error: string): ValidationError {
  return refusal({ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error', input: {}, ctx: { error } })
}

function refusal(detail: ValidationDetail): ValidationError {
  return new ValidationError([detail])
}
