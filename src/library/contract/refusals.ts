import * as z from 'zod'
import { type ValidationDetail, ValidationError } from '../../base/errors.ts'
import { parse } from '../../base/parameters/check.ts'
import { country, lat, level, limit, ncesId, points, sameDistrict } from '../../base/parameters/known-parameters.ts'
import type { Parameter } from '../../base/parameters/parameter.ts'
import { validationDetail } from './answers.ts'

/** Body of every error response except 422. */
export const oneReason = z.object({ detail: z.string().describe('Reason, as a sentence.') }).meta({ title: 'Error' })

/** Body of a 422 response. */
export const manyReasons = z
  .object({
    detail: z.array(validationDetail).describe('One entry for each invalid parameter; those in the path come first.'),
  })
  .meta({ title: 'ValidationErrors' })

/**
 * Parses the JSON object in a body, whatever its content type. `JsonLimits` has already checked the body.
 *
 * @throws {ValidationError} worded as in FastAPI, when the body is empty, is not JSON or is not an object
 */
export function readBody(text: string): Record<string, unknown> {
  if (text === '') throw refusal('missing', 'Field required', null)
  const body = parsed(text)
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  const msg = 'Input should be a valid dictionary or object to extract fields from'
  throw refusal('model_attributes_type', msg, body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidJson((error as Error).message)
  }
}

/** Returns the error for a body that is not JSON, or that has more levels or keys than `JsonLimits` allows. */
export function invalidJson(error: string): ValidationError {
  return refusal('json_invalid', 'JSON decode error', {}, { error })
}

function refusal(type: string, msg: string, input: unknown, ctx?: ValidationDetail['ctx']): ValidationError {
  return new ValidationError([{ type, loc: ['body'], msg, input, ...(ctx === undefined ? {} : { ctx }) }])
}

/** An example of each type of error about the parameters in a URL. */
export const parameterErrorExamples: readonly ValidationDetail[] = [
  getError([lat], {}),
  getError([lat], { lat: 'north' }),
  getError([limit], { limit: '10.5' }),
  { ...getError([limit], { limit: '1'.repeat(4301) }), input: '1000… (more than 4300 digits)' },
  getError([sameDistrict], { same_district: 'maybe' }),
  getError([lat], { lat: '91' }),
  getError([lat], { lat: '-91' }),
  getError([country], { country: 'U' }),
  getError([country], { country: 'USA' }),
  getError([ncesId], { nces_id: '4808940' }),
  getError([level], { level: 'high,senior' }),
]

/** An example of each type of error about a body as a whole or its list of points. */
export const bodyErrorExamples: readonly ValidationDetail[] = [
  getError([points], {}),
  getError([points], { points: '30.2672,-97.7431' }),
  getError([points], { points: Array(points.maxItems + 1).fill(null) }),
  getDetail(() => readBody('{"points":')),
  getDetail(() => readBody('[30.2672,-97.7431]')),
]

function getError(parameters: readonly Parameter[], input: unknown): ValidationDetail {
  return getDetail(() => parse(parameters, input))
}

function getDetail(attempt: () => unknown): ValidationDetail {
  try {
    attempt()
  } catch (error) {
    if (error instanceof ValidationError) return error.detail[0]!
    throw error
  }
  throw new Error('The example of an invalid request is valid.')
}
