import { type ValidationDetail, ValidationError } from '../errors.ts'

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
