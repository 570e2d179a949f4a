import { NotFoundError, NotLoadedError, ValidationError } from '../../base/errors.ts'
import type { Parameter, ValuesOf } from '../../base/parameters/parameter.ts'
import { writeValidationBody } from '../../base/parameters/validation-body.ts'
import { type Endpoint, getCost, getValues, type Library } from '../../library/contract/endpoint.ts'
import { readBody } from '../../library/contract/refusals.ts'
import type { Charge, TaskResult } from './pool.ts'

/** Status and JSON of a response. */
export interface JsonAnswer {
  readonly status: number
  readonly json: string
}

/**
 * Answers with an estimated time of up to this many milliseconds are created whole before anything is sent, so that a
 * failure can still be reported as a 500.
 */
const WHOLE = 50

/** Returns the response that refuses a request, or null if the error is not about the request. */
export function getRefusal(error: unknown, { parameters }: Pick<Endpoint, 'parameters'>): JsonAnswer | null {
  if (error instanceof ValidationError) return { status: 422, json: writeValidationBody(error.detail, parameters) }
  if (error instanceof NotFoundError) return { status: 404, json: notFoundBody(error) }
  return error instanceof NotLoadedError ? { status: 404, json: getDetailBody(error.fact) } : null
}

function notFoundBody({ detail, suggestions }: NotFoundError): string {
  return JSON.stringify({ detail, ...(suggestions.length > 0 && { suggestions }) })
}

function getDetailBody(detail: string): string {
  return JSON.stringify({ detail })
}

/** Answers an endpoint. Quick answers are returned whole, slow answers in chunks. */
export function answerValues(
  endpoint: Endpoint,
  library: Library,
  values: ValuesOf<readonly Parameter[]>,
): string | Iterable<string> {
  const chunks = endpoint.stream?.(library, values)
  if (chunks === undefined) return JSON.stringify(endpoint.answer(library, values))
  return getCost(endpoint, values).milliseconds <= WHOLE ? [...chunks].join('') : chunks
}

/** Answers an endpoint on a thread of the pool. The values were already checked and counted toward the key's limits. */
export function valuesTask(endpoint: Endpoint, library: Library, values: ValuesOf<readonly Parameter[]>): TaskResult {
  return answerOrRefuse(endpoint, () => ({ head: { status: 200 }, body: answerValues(endpoint, library, values) }))
}

/** Parses and checks a request body on a thread, counts its cost toward the key's limits, and answers the request. */
export async function bodyTask(
  endpoint: Endpoint,
  library: Library,
  body: Uint8Array,
  charge: Charge,
): Promise<TaskResult> {
  try {
    const values = getValues(endpoint, readBody(new TextDecoder().decode(body)))
    const refused = await charge(getCost(endpoint, values))
    if (refused !== null) return { head: { status: 429 }, body: getDetailBody(refused) }
    return valuesTask(endpoint, library, values)
  } catch (error) {
    return answerOrRefuse(endpoint, () => {
      throw error
    })
  }
}

function answerOrRefuse(endpoint: Endpoint, answer: () => TaskResult): TaskResult {
  try {
    return answer()
  } catch (error) {
    const refusal = getRefusal(error, endpoint)
    if (refusal === null) throw error
    return { head: { status: refusal.status }, body: refusal.json }
  }
}
