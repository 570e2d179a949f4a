import { type ValidationDetail, ValidationError } from '../errors.ts'

/**
 * The fields of a body: the JSON object that it holds, whatever its content type says.
 *
 * @throws {ValidationError} as FastAPI words it: no body, no JSON, no object
 */
export async function readBody(request: Request): Promise<Record<string, unknown>> {
  const text = await request.text()
  if (text === '') throw refusal({ type: 'missing', loc: ['body'], msg: 'Field required', input: null })
  const body = parsed(text)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  const msg = 'Input should be a valid dictionary or object to extract fields from'
  throw refusal({ type: 'model_attributes_type', loc: ['body'], msg, input: body })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const ctx = { error: (error as Error).message }
    throw refusal({ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error', input: {}, ctx })
  }
}

function refusal(detail: ValidationDetail): ValidationError {
  return new ValidationError([detail])
}
