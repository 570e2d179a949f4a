import { type ValidationDetail, ValidationError } from '../errors.ts'

/** Bytes of a body, 2 MiB: 10,000 points, printed with spaces, are one. */
const MOST = 2 * 2 ** 20

/** The sentence of a 413. */
export const TOO_LARGE = 'Request body too large'

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

/** Objects and arrays within each other. `JSON.parse` reads a million levels, but `JSON.stringify` cannot send them back. */
const LEVELS = 100

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
